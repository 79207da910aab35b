package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/cli"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/model/modeltest"
)

var update = flag.Bool("update", false, "rewrite generated pages")

// TestCommandsOfTheDocs runs every line of the sh blocks of README and docs that calls
// extract, in a folder with the examples. A comment "# exits N" states a status but 0.
func TestCommandsOfTheDocs(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, filepath.Join(root, "README.md"))
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	script, err := modeltest.Scripted(strings.Repeat("200 {}\n", 50), os.DirFS(dir), nil)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(script)
	defer srv.Close()
	t.Chdir(dir)
	ran := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range commands(string(text)) {
			ran++
			runLine(t, filepath.Base(page), line, srv.URL+"/v1")
		}
	}
	if ran < 10 {
		t.Errorf("only %d commands in the docs", ran)
	}
}

// root is the folder of the project, wherever a test stands.
var root, _ = filepath.Abs("../..")

// commands returns the lines of sh blocks that call extract.
func commands(text string) []string {
	var out []string
	in := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			in = line == "```sh"
		case in && (strings.HasPrefix(line, "extract ") || strings.HasPrefix(line, "go run ./cmd/extract ")):
			out = append(out, strings.TrimPrefix(line, "go run ./cmd/"))
		}
	}
	return out
}

var exitsComment = regexp.MustCompile(`\s*# exits ([0-9])$`)

func runLine(t *testing.T, page, line, modelURL string) {
	t.Helper()
	want := 0
	if m := exitsComment.FindStringSubmatch(line); m != nil {
		want, _ = strconv.Atoi(m[1])
		line = strings.TrimSuffix(line, m[0])
	}
	command, into, redirected := strings.Cut(line, " > ")
	args := strings.Fields(command)[1:]
	for i, arg := range args {
		if arg == "--base-url" {
			args[i+1] = modelURL
		}
	}
	environ := []string{"HOME=" + t.TempDir()}
	if strings.Contains(line, "--model") {
		// The fake model answers nothing: what matters here is that the command is one.
		want = 3
		environ = append(environ, "OPENAI_API_KEY=none", "EXTRACT_MODEL_BASE_URL="+modelURL)
	}
	var stdout, stderr bytes.Buffer
	got := cli.Run(context.Background(), cli.System{Args: args, Environ: environ, Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr})
	if got != want {
		t.Errorf("%s: %s exited %d, want %d\n%s", page, line, got, want, stderr.String())
	}
	if redirected {
		if err := os.WriteFile(strings.TrimSpace(into), stdout.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCodesPage holds docs/codes.md, which is generated from the codes' documentation.
func TestCodesPage(t *testing.T) {
	var b bytes.Buffer
	codesPage(&b)
	path := filepath.Join(root, "docs", "codes.md")
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(page, b.Bytes()) {
		t.Error("docs/codes.md is not what the codes say; run go test ./cmd/extract -run TestCodesPage -update")
	}
}

func codesPage(w io.Writer) {
	fmt.Fprint(w, "# Findings\n\nGenerated from the documentation of the codes; `extract explain CODE` prints the same.\n\n",
		"*Refused*: the evidence is not there. *Held*: there is evidence, and a reason why a person has to look. *Incomplete*: rows or\n",
		"pages are not accounted for. *Note*: shown, changes no verdict.\n")
	family := ""
	for _, d := range finding.Docs() {
		if f := strings.TrimRight(d.Code, "0123456789"); f != family {
			family = f
			fmt.Fprintf(w, "\n## %s\n\n| code | name | does | what |\n| --- | --- | --- | --- |\n", family)
		}
		text := d.Title + ". " + d.Text
		if d.Hint != "" {
			text += " *" + d.Hint + "*"
		}
		fmt.Fprintf(w, "| `%s` | %s | %s | %s |\n", d.Code, d.Name, d.Severity, strings.ReplaceAll(text, "|", `\|`))
	}
	fmt.Fprint(w, "\n## Retired\n\nNothing raises these any more, and nothing else takes their numbers.\n\n| code | name | why |\n| --- | --- | --- |\n")
	for _, g := range finding.Retired() {
		fmt.Fprintf(w, "| `%s` | %s | %s |\n", g.Code, g.Name, g.Why)
	}
}

// TestChecksPage holds the names of findings in docs/checks.md.
func TestChecksPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "checks.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`([a-z]+(?:_[a-z]+)+)`").FindAllStringSubmatch(string(page), -1)
	if len(names) < 60 {
		t.Fatalf("only %d names", len(names))
	}
	for _, m := range names {
		if _, ok := finding.Named(m[1]); !ok {
			t.Errorf("no finding is named %s", m[1])
		}
	}
}
