package columns_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/columns"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/windows"
)

// TestMadeTaskRuns makes a task from the headings of each document of testdata and runs it: nothing may be
// refused, and every row of the tables is accounted for.
func TestMadeTaskRuns(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d cases in testdata, %v", len(files), err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			s := sheet{lines: strings.Split(strings.Split(string(data), "\n---\n")[1], "\n")}
			doc := collect(t, s)
			tk, err := task.FromHeadings(columns.Outline(structure.Analyse(doc)))
			if err != nil {
				t.Fatal(err)
			}
			res := decide(t, doc, tk, windows.Options{Rows: 100, Overlap: 2})
			if res.Counts.Records.Accepted < 3 || res.Counts.Records.Refused > 0 || res.Verdict == verdict.Incomplete {
				t.Errorf("%s\n%s", tk.Marshal(), describe(res))
			}
		})
	}
}

func TestOutline(t *testing.T) {
	o := columns.Outline(structure.Analyse(collect(t, sheet{lines: []string{
		"Unit|Tenant|Share|Rent", "House A", "1|Ames|12.5 %|€ 100.00", "2|Bole|10 %|€ 110.50", "House B", "3|Ames|20 %|€ 120.00", "Total|||€ 330.50"}})))
	if len(o.Blocks) != 1 || o.Notation.Decimal != '.' {
		t.Fatalf("%+v", o)
	}
	b := o.Blocks[0]
	if b.Rows != 3 || !b.Sections || len(b.Totals) != 1 || b.Totals[0].Label != "Total" || len(b.Totals[0].Columns) != 1 || b.Totals[0].Columns[0] != 3 {
		t.Errorf("%+v", b)
	}
	if c := b.Columns[0]; c.Distinct != 3 || c.Figures != 3 || c.Decimals != 0 {
		t.Errorf("unit: %+v", c)
	}
	if c := b.Columns[1]; c.Distinct == 3 || c.Figures != 0 {
		t.Errorf("tenant: %+v", c)
	}
	if c := b.Columns[2]; c.Percents != 3 || c.Currencies != 0 {
		t.Errorf("share: %+v", c)
	}
	if c := b.Columns[3]; c.Currencies != 3 || c.Decimals != 3 {
		t.Errorf("rent: %+v", c)
	}
}
