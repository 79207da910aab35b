package xlsx

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
)

var update = flag.Bool("update", false, "print the rows of cases that differ in the form of testdata/cases.txt")

// wantCases reads testdata/cases.txt: a "## file options" line, then what describe says.
func wantCases(t *testing.T) (names []string, want map[string]string) {
	t.Helper()
	raw, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	want = map[string]string{}
	for _, part := range strings.Split("\n"+string(raw), "\n## ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		names = append(names, head)
		if body != "" && !strings.HasSuffix(body, "\n") {
			body += "\n"
		}
		want[head] = body
	}
	return names, want
}

// TestCases reads each workbook of testdata/cases and compares rows, places, flags, tables,
// warnings and hidden parts, or the error, with what the case is made to show.
func TestCases(t *testing.T) {
	names, want := wantCases(t)
	covered := map[string]bool{}
	for _, head := range names {
		file, options, _ := strings.Cut(head, " ")
		covered[file] = true
		opt := table.Options{Hidden: strings.Contains(options, "hidden"), Calculate: strings.Contains(options, "calculate")}
		doc, err := readFile(t, filepath.Join("testdata", "cases", file), opt)
		if got := describe(doc, err); got != want[head] {
			if *update {
				fmt.Printf("## %s\n%s", head, got)
				continue
			}
			t.Errorf("%s reads as\n%swant\n%s", head, got, want[head])
		}
	}
	for file := range largeCases {
		covered[file] = true
	}
	files, err := filepath.Glob("testdata/cases/*.xlsx")
	if err != nil || len(files) != 87 {
		t.Fatalf("%d workbooks, want 87 (%v)", len(files), err)
	}
	for _, f := range files {
		if !covered[filepath.Base(f)] {
			t.Errorf("%s has no expected rows", f)
		}
	}
}

// largeCases are the workbooks whose expected rows follow a rule.
var largeCases = map[string]func(t *testing.T, doc *table.Document){
	"many_formats.xlsx": func(t *testing.T, doc *table.Document) {
		wantRows(t, doc, 20000)
		for i, r := range doc.Rows {
			if want := fmt.Sprintf("%d u%d", i+1, i+1); len(r.Cells) != 1 || r.Cells[0].Text != want {
				t.Fatalf("row %d prints %v, want %s", i, r.Cells, want)
			}
		}
	},
	"wide_rows_100k.xlsx": func(t *testing.T, doc *table.Document) {
		wantRows(t, doc, 20000)
		for i, r := range doc.Rows {
			want := fmt.Sprint(i + 1)
			if len(r.Cells) != 2 || r.Cells[0].Text != want || r.Cells[1].Text != want || r.Cells[1].Col != maxCol-1 {
				t.Fatalf("row %d has %v", i, r.Cells)
			}
		}
	},
	"many_sheets.xlsx": func(t *testing.T, doc *table.Document) {
		if len(doc.Tables) != 3000 {
			t.Fatalf("%d sheets, want 3000", len(doc.Tables))
		}
	},
	"formats.xlsx": func(t *testing.T, doc *table.Document) {
		wantRows(t, doc, 1251)
		raw, err := os.ReadFile("../numfmt/testdata/formats.tsv")
		if err != nil {
			t.Fatal(err)
		}
		agreed := 0
		for i, l := range strings.Split(strings.TrimSpace(string(raw)), "\n")[1:] {
			c := strings.Split(l, "\t")
			var want string
			if c[9] != "ok" || json.Unmarshal([]byte(c[10]), &want) != nil {
				continue
			}
			agreed++
			got := ""
			if cell, ok := doc.Rows[i].Cell(1); ok {
				got = strings.TrimSpace(cell.Text)
			}
			if got != strings.TrimSpace(want) {
				t.Errorf("row %d: %s under %s prints %q, want %q", i+1, c[3], c[2], got, want)
			}
		}
		if agreed != 926 {
			t.Errorf("%d pairs on which the judges agree, want 926", agreed)
		}
	},
}

func wantRows(t *testing.T, doc *table.Document, n int) {
	t.Helper()
	if len(doc.Rows) != n {
		t.Fatalf("%d rows, want %d", len(doc.Rows), n)
	}
}

func TestLargeCases(t *testing.T) {
	for file, check := range largeCases {
		t.Run(file, func(t *testing.T) {
			opt := table.Options{Limits: table.DefaultLimits()}
			opt.Limits.Sheets = 4000
			doc, err := readFile(t, filepath.Join("testdata", "cases", file), opt)
			if err != nil {
				t.Fatal(err)
			}
			check(t, doc)
		})
	}
	if _, err := readFile(t, "testdata/cases/many_sheets.xlsx", table.Options{}); err == nil || !strings.Contains(err.Error(), "sheets = 1000") {
		t.Errorf("3000 sheets under a limit of 1000: %v", err)
	}
}
