package importtest

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArchitectureNamesEveryPackage: a package has a line of the table in docs/architecture.md, or the
// line of the package above it names it.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	below := map[string][]string{} // the names that the line of a package gives
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		var names []string
		for _, m := range quoted.FindAllStringSubmatch(cells[2], -1) {
			names = append(names, m[1])
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[1], -1) {
			below[m[1]] = names
		}
	}
	for pkg := range allowed {
		if _, ok := below[pkg]; ok {
			continue
		}
		above := path.Dir(pkg)
		for above != "." && below[above] == nil {
			above = path.Dir(above)
		}
		if !slices.Contains(below[above], strings.TrimPrefix(pkg, above+"/")) {
			t.Errorf("docs/architecture.md names no %s", pkg)
		}
	}
	for pkg := range below {
		if _, ok := allowed[pkg]; !ok && pkg != "internal/importtest" && (strings.HasPrefix(pkg, "internal/") || strings.HasPrefix(pkg, "cmd/")) {
			t.Errorf("docs/architecture.md names %s, which does not exist", pkg)
		}
	}
	if len(below) < 20 {
		t.Errorf("only %d lines", len(below))
	}
}

// TestReadmeNamesEveryPage: a page of docs that nobody is told of is not read.
func TestReadmeNamesEveryPage(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, page := range pages {
		if name := "`docs/" + filepath.Base(page) + "`"; !strings.Contains(string(readme), name) {
			t.Errorf("README.md does not name %s", name)
		}
	}
}
