package arith

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
)

// profile fills in what structure would say of the columns.
func (s *sheet) profile(columns ...structure.Column) *sheet {
	for i := range columns {
		columns[i].Col = i
		for n := range s.Doc.Rows {
			if c, ok := s.Doc.Rows[n].Cell(i); ok && !c.Blank() {
				columns[i].Filled++
				if _, ok := notation.Whole(c.Text, notation.Context{Decimal: '.'}); ok {
					columns[i].Figures++
				} else {
					columns[i].Texts++
				}
			}
		}
	}
	s.Structure.Blocks[0].Columns = columns
	return s
}

func TestRunningTotals(t *testing.T) {
	const body = "records: {unit: {fields: {unit: text, rent: money}}}\n"
	fields := map[string][]string{"unit": {"unit", "rent"}}
	for _, c := range []struct {
		name, rows string
		want       []RunningTotal
	}{
		{"a total without label", "unit | A | 1.50\nunit | B | 2.00\nunit | C | 3.00\nunit | D | 4.00\nU | | 10.50", []RunningTotal{{Row: 4, Col: 1, First: 0, Last: 3, Terms: 4}}},
		{"a wrong one", "unit | A | 1.50\nunit | B | 2.00\nunit | C | 3.00\nunit | D | 4.00\nU | | 10.51", nil},
		{"two rows are a coincidence", "unit | A | 1.50\nunit | B | 2.00\nU | | 3.50\nunit | C | 3.00\nunit | D | 4.00\nunit | E | 4.00", nil},
		{"zeros do not count", "unit | A | 1.50\nunit | B | 2.00\nunit | C | 0\nunit | D | 0.00\nU | | 3.50", nil},
		{"the key is printed", "unit | A | 1.50\nunit | B | 2.00\nunit | C | 3.00\nU | D | 6.50", nil},
		{
			"subtotals and the whole", "unit | A | 1\nunit | B | 2\nunit | C | 3\nU | | 6\nunit | D | 4\nunit | E | 5\nunit | F | 6\nU | | 15\nU | | 21",
			[]RunningTotal{{Row: 3, Col: 1, First: 0, Last: 2, Terms: 3}, {Row: 7, Col: 1, First: 4, Last: 6, Terms: 3}, {Row: 8, Col: 1, First: 0, Last: 7, Terms: 6}},
		},
	} {
		s := read(t, body, c.rows, fields).profile(structure.Column{}, structure.Column{})
		got := RunningTotals(s.Doc, s.Structure, notation.Context{}, func(int) []int { return nil })
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		with := RunningTotals(s.Doc, s.Structure, notation.Context{Decimal: '.'}, func(int) []int { return []int{0} })
		if diff := cmp.Diff(got, with); diff != "" {
			t.Errorf("%s with its key (-without +with):\n%s", c.name, diff)
		}
	}
	total := RunningTotal{Row: 4, Col: 1, First: 0, Last: 3, Terms: 4}
	if f := total.Finding(); f.Code != "ARITH009" || f.Rows[0] != 4 || f.Col != 1 {
		t.Errorf("finding %v", f)
	}
}
