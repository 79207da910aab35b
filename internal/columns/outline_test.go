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

// TestNumbering parts item numbers from amounts: 1.1 and 1.10 are two items.
func TestNumbering(t *testing.T) {
	o := columns.Outline(structure.Analyse(collect(t, sheet{lines: []string{
		"Works|Description|Cost|Share", "1.1|Roof|100.50|2.5", "1.2|Lift|100.00|2.25", "1.9|Drains|120.10|3.5", "1.10|Paint|130.00|1"}})))
	if len(o.Blocks) != 1 || len(o.Blocks[0].Columns) != 4 {
		t.Fatalf("%+v", o)
	}
	for i, want := range []bool{true, false, false, false} {
		if c := o.Blocks[0].Columns[i]; c.Numbering != want {
			t.Errorf("%s: numbering %v, want %v", c.Heading, c.Numbering, want)
		}
	}
	tk, err := task.FromHeadings(o)
	if err != nil {
		t.Fatal(err)
	}
	if f := tk.Records[0].Fields[0]; f.Type != task.Identifier {
		t.Errorf("item numbers are %v, want an identifier", f.Type)
	}
}

// TestDistinctOverTables counts a text that an earlier table with the same headings has once only.
func TestDistinctOverTables(t *testing.T) {
	o := columns.Outline(structure.Analyse(collect(t, sheet{lines: []string{
		"Supplier|Net", "Ames|100.00", "Bole|110.00", "Cole|120.00", "", "", "Other|Count|Price", "Ames|1|3.00", "Dora|2|4.00", "", "", "Supplier|Net", "Ames|101.00", "Bole|111.00", "Cole|121.00"}})))
	if len(o.Blocks) != 3 {
		t.Fatalf("%d tables, want 3: %+v", len(o.Blocks), o)
	}
	for i, want := range []int{3, 2, 0} {
		if got := o.Blocks[i].Columns[0].Distinct; got != want {
			t.Errorf("table %d: %d new texts in its first column, want %d", i, got, want)
		}
	}
}
