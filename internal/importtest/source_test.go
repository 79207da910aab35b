package importtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// exact are the packages in which every figure is decimal: a binary fraction cannot hold 0.1, and a
// check that rounds accepts what is not there.
var exact = []string{"notation", "words", "lookup", "cite", "arith", "claim", "ledger", "merge", "expression", "assign", "verify"}

// binary names what brings a binary fraction in.
var binary = []string{"float32", "float64", "complex64", "complex128", "ParseFloat", "Float64", "SetFloat64", "Inf", "NaN"}

func TestChecksUseNoBinaryFractions(t *testing.T) {
	for _, pkg := range exact {
		files := 0
		for _, s := range sources(t, path.Join("internal", pkg)) {
			files++
			ast.Inspect(s.file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.Ident:
					if slices.Contains(binary, n.Name) {
						t.Errorf("%s: %s", s.at(n), n.Name)
					}
				case *ast.BasicLit:
					if n.Kind == token.FLOAT {
						t.Errorf("%s: %s", s.at(n), n.Value)
					}
				}
				return true
			})
		}
		if files == 0 {
			t.Errorf("internal/%s has no source", pkg)
		}
	}
}

// process is what belongs to main: everything below it is given arguments, settings and streams.
var process = []string{"Exit", "Args", "Getenv", "LookupEnv", "Environ", "Setenv", "Unsetenv", "Stdin", "Stdout", "Stderr"}

func TestOnlyMainUsesItsProcess(t *testing.T) {
	files, mains := 0, 0
	for _, s := range sources(t, "") {
		files++
		if s.file.Name.Name == "main" {
			mains++
			continue // the commands of bench and examples are mains too
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "os" && slices.Contains(process, sel.Sel.Name) {
				t.Errorf("%s: os.%s", s.at(n), sel.Sel.Name)
			}
			return true
		})
	}
	if files < 200 || mains < 5 {
		t.Errorf("only %d files, %d of them of commands", files, mains)
	}
}

func TestNothingRunsAtInit(t *testing.T) {
	files := 0
	for _, s := range sources(t, "") {
		files++
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: init", s.at(f))
			}
		}
	}
	if files < 200 {
		t.Errorf("only %d files", files)
	}
}

func TestEveryPackageSaysItsIdea(t *testing.T) {
	said := map[string]bool{}
	for _, s := range sources(t, "") {
		dir := path.Dir(s.path)
		said[dir] = said[dir] || s.file.Doc != nil && strings.TrimSpace(s.file.Doc.Text()) != ""
	}
	if len(said) < len(allowed) {
		t.Errorf("%d packages have source, %d stand in the table", len(said), len(allowed))
	}
	for dir, ok := range said {
		if !ok {
			t.Errorf("%s has no package comment", dir)
		}
	}
}

// A source is one parsed file that is not a test's.
type source struct {
	path string // from the root, with slashes
	file *ast.File
	set  *token.FileSet
}

func (s *source) at(n ast.Node) string {
	p := s.set.Position(n.Pos())
	p.Filename = s.path
	return p.String()
}

// sources parses what the folder and those below it hold, tests aside.
func sources(t *testing.T, under string) []source {
	t.Helper()
	var out []source
	set := token.NewFileSet()
	err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(under)), func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(set, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		out = append(out, source{path: filepath.ToSlash(rel), file: f, set: set})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
