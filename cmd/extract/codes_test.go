package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/open"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verify"
)

// raised runs a fixture and returns the codes that its report says.
func (f *fixture) raised(t *testing.T) map[string]bool {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	doc := write(f.name, f.text)
	args := []string{"--format", "jsonl", "--out", filepath.Join(dir, "out")}
	switch {
	case f.task == "":
		segments, stderr, _ := run(t, "rows", doc, "--segments")
		id := regexp.MustCompile(`[0-9a-f]{64}`).FindString(segments)
		if id == "" {
			t.Fatalf("no document id\n%s", stderr)
		}
		args = []string{"check", write("quotes.jsonl", strings.ReplaceAll(f.answer, `"ID"`, strconv.Quote(id))), "--source", doc, "--format", "json"}
	case f.answer == "":
		args = append([]string{"run", doc, "--task", write("task.yaml", "version: 1\nname: fixture\n"+f.task)}, args...)
	default:
		args = append([]string{"check", write("answer.json", f.answer), "--source", doc, "--task", write("task.yaml", "version: 1\nname: fixture\n"+f.task)}, args...)
	}
	stdout, stderr, status := run(t, args...)
	if status == 1 { // unreadable: its code stands in the message
		if m := codeTold.FindStringSubmatch(stderr); m != nil {
			return map[string]bool{m[1]: true}
		}
	}
	if status != 0 && status != 3 {
		t.Fatalf("%s: exit status %d\n%s", f.codes, status, stderr)
	}
	return codesIn(stdout)
}

var codeTold = regexp.MustCompile(`\((SOURCE[0-9]+)\)\n`)

var codeIn = regexp.MustCompile(`"code": ?"([A-Z]+[0-9]+)"`)

func codesIn(report string) map[string]bool {
	out := map[string]bool{}
	for _, m := range codeIn.FindAllStringSubmatch(report, -1) {
		out[m[1]] = true
	}
	return out
}

func (f *told) raised(t *testing.T) map[string]bool {
	t.Helper()
	tk, err := task.Load("task.yaml", []byte("version: 1\nname: fixture\n"+f.task))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := open.Document(t.Context(), table.Source{Name: "lots.csv", Data: strings.NewReader(lotsText), Size: int64(len(lotsText))}, table.Options{Limits: table.DefaultLimits()})
	if err != nil {
		t.Fatal(err)
	}
	res, err := verify.Verify(doc, structure.Analyse(doc), tk, f.answers)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for i := range res.Findings {
		out[res.Findings[i].Code] = true
	}
	return out
}

// elsewhere are the codes that no small document here raises, each with the folder whose tests or
// vectors do.
var elsewhere = map[string]string{
	"stored_differs":           "internal/lookup",
	"calculated_cell":          "internal/lookup",
	"reread_needed":            "internal/table/xlsx",
	"not_calculated":           "internal/lookup",
	"doubtful_recognition":     "internal/lookup",
	"zero_as_dash":             "internal/lookup",
	"stored_value_given":       "internal/lookup",
	"non_terminating_fraction": "internal/conformance/vectors",
	"segment_ambiguous":        "internal/cite/exact",
	"encrypted":                "internal/table/xlsx",
	"damaged":                  "internal/table/parts",
	"unknown_format":           "internal/table/text",
	"uncached_formula":         "internal/table/xlsx",
	"undecodable_bytes":        "internal/table/csv",
	"duplicate_cell":           "internal/table/xlsx",
	"bad_reference":            "internal/table/xlsx",
	"bad_style":                "internal/table/xlsx",
	"locale_fallback":          "internal/table/xlsx",
	"macro_or_link":            "internal/table/xlsx",
	"bad_checksum":             "internal/table/parts",
	"bad_value":                "internal/table/xlsx",
	"hidden_parts":             "internal/table/xlsx",
	"unreadable_object":        "internal/table/xlsx",
	"repeated_part":            "internal/table/xlsx",
	"no_text_layer":            "internal/table/pdf",
	"thin_columns":             "internal/table/pdf",
	"pages_differ":             "internal/table/pdf",
	"hidden_text":              "internal/table/pdf",
	"ocr_layer":                "internal/table/pdf",
	"undecodable_text":         "internal/table/pdf",
	"two_values_in_cell":       "internal/table/pdf",
	"lost_pages":               "internal/table/pdf",
	"converted":                "internal/table/open",
}

// silent are the codes that no test raises. The list may only get shorter.
var silent = []string{"rows_outside_grid"}

// TestEveryCodeIsRaised holds the fixtures to the codes that they are for, and every documented code to
// a fixture here, an example, or a test elsewhere.
func TestEveryCodeIsRaised(t *testing.T) {
	raised := map[string]bool{}
	holds := func(codes string, got map[string]bool) {
		for c := range got {
			raised[c] = true
		}
		for _, name := range strings.Fields(codes) {
			if code, ok := finding.Named(name); !ok || !got[code] {
				t.Errorf("the fixture of %s does not raise it: %v", name, got)
			}
		}
	}
	for i := range fixtures {
		holds(fixtures[i].codes, fixtures[i].raised(t))
	}
	for i := range toldFixtures {
		holds(toldFixtures[i].codes, toldFixtures[i].raised(t))
	}
	for _, doc := range examples(t) {
		report, _, _ := run(t, "run", doc, "--task", taskOf(doc), "--out", t.TempDir(), "--format", "jsonl")
		holds("", codesIn(report))
	}
	count := map[string]int{}
	for _, d := range finding.Docs() {
		folder, told := elsewhere[d.Name]
		switch {
		case raised[d.Code]:
			count["raised"]++
			if slices.Contains(silent, d.Name) {
				t.Errorf("%s is raised: take it off the list of silent codes", d.Name)
			}
		case told:
			count["elsewhere"]++
			if !mentioned(t, folder, &d) {
				t.Errorf("%s: no test of %s names it", d.Name, folder)
			}
		case slices.Contains(silent, d.Name):
			count["silent"]++
		default:
			t.Errorf("%s %s: nothing raises it; give it a fixture", d.Code, d.Name)
		}
	}
	t.Logf("%v of %d codes", count, len(finding.Docs()))
	if count["raised"] < 100 {
		t.Errorf("only %d codes are raised", count["raised"])
	}
}

// mentioned reports whether a test, or its data, names the code, its constant or its name.
func mentioned(t *testing.T, folder string, d *finding.Doc) bool {
	t.Helper()
	names := regexp.MustCompile(`\b(` + d.Code + `|` + d.Name + `|finding\.` + constants(t)[d.Code] + `)\b`)
	found := false
	err := filepath.WalkDir(filepath.Join(root, folder), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || found || strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		found = names.Match(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// constants returns the name of each code's constant in package finding.
func constants(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	files(t, "internal/finding", func(_ string, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok {
				for i, name := range v.Names {
					if i < len(v.Values) {
						if lit, ok := v.Values[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
							code, _ := strconv.Unquote(lit.Value)
							out[code] = name.Name
						}
					}
				}
			}
			return true
		})
	})
	if len(out) < len(finding.Docs()) {
		t.Fatalf("%d constants for %d codes", len(out), len(finding.Docs()))
	}
	return out
}

// files parses the sources of a folder and those below it, tests aside.
func files(t *testing.T, folder string, see func(path string, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, folder), func(path string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err == nil {
			see(path, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestEveryCodeUsedIsDocumented reads the sources for codes: each must be one that explain knows.
func TestEveryCodeUsedIsDocumented(t *testing.T) {
	shape := regexp.MustCompile(`^(CITE|QUOTE|LEDGER|ARITH|WINDOW|MODEL|SOURCE)[0-9]{3}$`)
	seen := 0
	files(t, "internal", func(path string, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			code, err := strconv.Unquote(lit.Value)
			if err != nil || !shape.MatchString(code) {
				return true
			}
			seen++
			if filepath.Base(path) == "finding.go" && slices.ContainsFunc(finding.Retired(), func(g finding.Gone) bool { return g.Code == code }) {
				return true
			}
			d, ok := finding.Lookup(code)
			if !ok || d.Title == "" || d.Text == "" {
				t.Errorf("%s: %s is not documented", filepath.Base(path), code)
			}
			return true
		})
	})
	if seen < len(finding.Docs()) {
		t.Errorf("only %d codes seen", seen)
	}
	for _, d := range finding.Docs() {
		if out, _, status := run(t, "explain", d.Code); status != 0 || !strings.Contains(out, d.Text[:min(20, len(d.Text))]) {
			t.Errorf("explain %s: exit status %d", d.Code, status)
		}
	}
}
