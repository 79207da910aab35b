package layout

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Each word of a page stands in one cell, none is lost and none doubled, and all come out in the
// order of reading: from the top, then from the left, whether lines are drawn or not.
func TestEachWordInOneCell(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	tables := 0
	for n := range 300 {
		s := newSheet()
		columns, rows, drawn := 2+random.IntN(4), 2+random.IntN(12), n%3 == 0
		width := 100.0
		var want []string
		for r := range rows {
			y := 100 + 20*float64(r)
			for c := range columns {
				if random.IntN(6) == 0 {
					continue
				}
				var text []string
				for w := range 1 + random.IntN(2) {
					text = append(text, fmt.Sprintf("%c%dx%dx%d", 'A'+rune(random.IntN(26)), r, c, w))
				}
				want = append(want, text...)
				s.print(50+width*float64(c)+float64(random.IntN(12)), y, strings.Join(text, " "), space)
			}
			if drawn {
				s.rule(45, y+6, 45+width*float64(columns), y+6)
			}
		}
		if drawn {
			s.rule(45, 86, 45+width*float64(columns), 86)
			for c := range columns + 1 {
				s.rule(45+width*float64(c), 86, 45+width*float64(c), 106+20*float64(rows-1))
			}
		}
		var got []string
		for _, b := range Read(&s.Page).Blocks {
			if b.Kind != Loose {
				tables++
			}
			for i, r := range b.Rows {
				if i > 0 && r.Box.Y0 < b.Rows[i-1].Box.Y0 {
					t.Errorf("page %d: row %d stands above the row before it", n, i)
				}
				for k, c := range r.Cells {
					if k > 0 && c.Col <= r.Cells[k-1].Col || c.Col >= b.Columns {
						t.Errorf("page %d: row %d has columns out of order", n, i)
					}
					got = append(got, strings.Fields(c.Text)...)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("page %d: read %q, printed %q", n, got, want)
		}
	}
	if tables < 200 {
		t.Errorf("%d tables among 300 pages: too few to prove anything", tables)
	}
}
