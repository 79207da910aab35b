package layout

import "testing"

func TestJoinNumber(t *testing.T) {
	for _, c := range []struct {
		texts []string
		words int
		want  int
	}{
		{[]string{"Annual report of the company", "12"}, headWords, 1},
		{[]string{"Total", "12"}, headWords, 2},
		{[]string{"Lease", "Page 3 of 9"}, headWords, 1},
		{[]string{"Lease", "of the house"}, headWords, 2},
	} {
		b := Block{Rows: []Row{{}}, Columns: len(c.texts)}
		for i, s := range c.texts {
			b.Rows[0].Cells = append(b.Rows[0].Cells, Cell{Col: i, Text: s})
		}
		b.joinNumber(c.words)
		if got := len(b.Rows[0].Cells); got != c.want || b.Columns != c.want {
			t.Errorf("%q: %d cells in %d columns, want %d", c.texts, got, b.Columns, c.want)
		}
	}
}
