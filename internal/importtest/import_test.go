package importtest

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/rowproof/rowproof/"

// leaves are vocabulary that every package may import.
const leaves = "internal/table internal/finding internal/verdict internal/words internal/notation internal/expression"

// everything marks the command line, which may import all below it.
const everything = "*"

var allowed = map[string]string{
	"cmd/extract":        "internal/cli internal/table/pdf",
	"configs":            "",
	"examples/generate":  "",
	"bench/accepted":     "internal/pipeline internal/report",
	"bench/checks":       "internal/claim internal/structure internal/verify internal/verify/verifytest internal/verdict",
	"bench/escape":       everything, // it measures the whole
	"bench/invoices":     everything, // it measures the whole
	"bench/rows":         "",
	"bench/spreadsheets": "internal/table internal/table/xlsx",
	"bench/pdf":          "internal/table/pdf/content internal/table/pdf/engine internal/table/pdf/layout",

	"internal/words":      "",
	"internal/notation":   "internal/words",
	"internal/expression": "",
	"internal/finding":    "",
	"internal/verdict":    "internal/finding",
	"internal/table":      "",
	"internal/jsonline":   "",

	"internal/table/charset": "internal/table",
	"internal/table/csv":     "internal/table internal/finding internal/table/charset",
	"internal/table/html":    "internal/table internal/finding",
	"internal/table/text":    "internal/table internal/finding internal/table/charset",
	"internal/table/numfmt":  "internal/table",
	"internal/table/xmlscan": "",
	"internal/table/parts":   "internal/table internal/finding internal/table/xmlscan",
	"internal/table/xlsx":    "internal/table internal/finding internal/table/numfmt internal/table/parts internal/table/xmlscan",
	"internal/table/ods":     "internal/table internal/finding internal/table/numfmt internal/table/parts internal/table/xmlscan",
	"internal/table/pdf":     "internal/table internal/finding internal/table/pdf/content internal/table/pdf/engine internal/table/pdf/layout",

	"internal/table/pdf/content": "",
	"internal/table/pdf/engine":  "internal/table/pdf/content",
	"internal/table/pdf/pdftest": "",
	"internal/table/pdf/layout":  "internal/table/pdf/content",
	"internal/table/office":      "internal/table internal/finding",
	"internal/table/tabletest":   "internal/table",
	"internal/table/open":        "internal/table internal/finding internal/table/csv internal/table/html internal/table/office internal/table/text internal/table/xlsx internal/table/ods internal/table/pdf",

	"internal/task":      "internal/notation internal/expression internal/words",
	"internal/structure": "internal/table internal/notation internal/words",
	"internal/windows":   "internal/structure internal/table",
	"internal/assign":    "internal/structure internal/task internal/words",
	"internal/claim":     "internal/task internal/finding",
	"internal/columns":   "internal/jsonline internal/assign internal/structure internal/windows internal/task internal/claim " + leaves,

	"internal/lookup":     "internal/cite/exact internal/task internal/structure internal/claim " + leaves,
	"internal/cite":       "internal/lookup internal/assign internal/claim internal/task internal/structure " + leaves,
	"internal/cite/exact": leaves,
	"internal/cite/title": "internal/cite/exact internal/claim internal/task " + leaves,
	"internal/merge":      "internal/claim internal/task " + leaves,
	"internal/ledger":     "internal/claim internal/task internal/structure internal/assign " + leaves,
	"internal/arith":      "internal/task internal/structure " + leaves,
	"internal/verify":     "internal/merge internal/cite internal/cite/exact internal/cite/title internal/ledger internal/arith internal/assign internal/lookup internal/claim internal/task internal/structure " + leaves,

	"internal/report":            leaves,
	"internal/report/export":     "internal/report " + leaves,
	"internal/report/jsonl":      "internal/jsonline internal/report " + leaves,
	"internal/report/json":       "internal/report " + leaves,
	"internal/report/text":       "internal/report " + leaves,
	"internal/report/csv":        "internal/report internal/report/export " + leaves,
	"internal/report/xlsx":       "internal/report internal/report/export " + leaves,
	"internal/report/html":       "internal/report " + leaves,
	"internal/report/md":         "internal/report internal/report/export " + leaves,
	"internal/report/combine":    "internal/report internal/report/export internal/report/csv internal/report/xlsx " + leaves,
	"internal/report/reporttest": "internal/report internal/report/jsonl " + leaves,
	"internal/atomicfile":        "",
	"internal/publish":           "internal/report internal/report/export internal/report/csv internal/report/xlsx internal/atomicfile " + leaves,

	"internal/model":           "",
	"internal/model/openai":    "internal/model",
	"internal/model/modeltest": "internal/model internal/prompt internal/claim internal/task internal/windows",
	"internal/prompt":          "internal/windows internal/task internal/structure internal/claim internal/cite/exact " + leaves,
	"internal/pipeline":        "internal/jsonline internal/columns internal/prompt internal/model internal/windows internal/verify internal/report internal/report/jsonl internal/structure internal/task internal/claim internal/atomicfile " + leaves,

	"internal/verify/verifytest":   "internal/verify internal/structure internal/task internal/claim " + leaves,
	"internal/verify/tamper":       "internal/verify internal/columns internal/windows internal/structure internal/task internal/claim " + leaves,
	"internal/conformance":         "internal/conformance/records internal/cite/exact internal/cite/title internal/lookup internal/structure internal/task internal/claim " + leaves,
	"internal/conformance/records": "internal/verify internal/structure internal/task internal/claim " + leaves,

	"internal/config":  "configs internal/words internal/table internal/windows",
	"internal/diff":    "internal/structure " + leaves,
	"internal/intake":  "internal/task internal/claim",
	"internal/locate":  "internal/cite internal/lookup internal/assign internal/claim internal/task internal/structure " + leaves,
	"internal/listing": "internal/jsonline internal/structure internal/report/csv internal/report/export " + leaves,
	"internal/cli":     everything,
}

// pure are the packages that decide verdicts: neither a model nor a prompt may be reached from them,
// however indirectly.
var pure = []string{"internal/verify", "internal/cite", "internal/ledger", "internal/arith", "internal/merge", "internal/lookup"}

func TestImports(t *testing.T) {
	seen := 0
	for _, p := range list(t, `{{.ImportPath}} {{join .Imports " "}}`) {
		pkg := strings.TrimPrefix(p[0], module)
		want, ok := allowed[pkg]
		if !ok {
			if pkg != "internal/importtest" {
				t.Errorf("%s is not in the table of allowed imports", pkg)
			}
			continue
		}
		seen++
		for _, imp := range p[1:] {
			imp, ours := strings.CutPrefix(imp, module)
			if ours && want != everything && !slices.Contains(strings.Fields(want), imp) {
				t.Errorf("%s must not import %s", pkg, imp)
			}
		}
	}
	if seen != len(allowed) {
		t.Errorf("the table has %d packages, %d of them exist", len(allowed), seen)
	}
}

func TestVerdictsReachNoModel(t *testing.T) {
	checked := 0
	for _, p := range list(t, `{{.ImportPath}} {{join .Deps " "}}`) {
		if !slices.Contains(pure, strings.TrimPrefix(p[0], module)) {
			continue
		}
		checked++
		for _, dep := range p[1:] {
			if d := strings.TrimPrefix(dep, module); strings.HasPrefix(d, "internal/model") || d == "internal/prompt" || dep == "net/http" {
				t.Errorf("%s reaches %s", p[0], dep)
			}
		}
	}
	if checked != len(pure) {
		t.Errorf("checked %d packages, want %d", checked, len(pure))
	}
}

func list(t *testing.T, format string) [][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", format, module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var packages [][]string
	for line := range strings.Lines(string(out)) {
		packages = append(packages, strings.Fields(line))
	}
	if len(packages) < 10 {
		t.Fatalf("only %d packages listed", len(packages))
	}
	return packages
}
