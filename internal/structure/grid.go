package structure

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/words"
)

// A grid is one table's rows with the kinds of their cells, thrown away when the table is done.
type grid struct {
	tab   *table.Table
	rows  []table.Row
	kinds []kind  // of all cells, row by row
	at    []int32 // of each row its first cell in kinds, and one more
	// merges by first line; those of one line and one column are left out
	merges []table.Area
	tall   int // lines that the tallest merge spans
	// known are the columns that the table above a band prints in, its heading included: they part no
	// tables in a band that has no heading of its own
	known []bool
}

func newGrid(doc *table.Document, t *table.Table) *grid {
	g := &grid{tab: t, rows: seenRows(doc.Rows[t.First:t.End])}
	n := 0
	for i := range g.rows {
		n += len(g.rows[i].Cells)
	}
	g.kinds = make([]kind, 0, n)
	g.at = make([]int32, 0, len(g.rows)+1)
	for i := range g.rows {
		g.at = append(g.at, int32(len(g.kinds)))
		for k := range g.rows[i].Cells {
			g.kinds = append(g.kinds, kindOf(&g.rows[i].Cells[k]))
		}
	}
	g.at = append(g.at, int32(len(g.kinds)))
	for _, m := range t.Merges {
		if m.LastLine > m.FirstLine || m.LastCol > m.FirstCol {
			g.merges = append(g.merges, m)
			g.tall = max(g.tall, m.LastLine-m.FirstLine)
		}
	}
	slices.SortFunc(g.merges, func(a, b table.Area) int {
		return cmp.Or(cmp.Compare(a.FirstLine, b.FirstLine), cmp.Compare(a.FirstCol, b.FirstCol))
	})
	return g
}

// seenRows returns rows with their texts as a reader sees them: the same rows where no cell has
// an invisible character.
func seenRows(rows []table.Row) []table.Row {
	copied := false
	for i := range rows {
		own := false
		for k := range rows[i].Cells {
			text := words.Visible(rows[i].Cells[k].Text)
			if len(text) == len(rows[i].Cells[k].Text) {
				continue
			}
			if !copied {
				rows, copied = slices.Clone(rows), true
			}
			if !own {
				rows[i].Cells, own = slices.Clone(rows[i].Cells), true
			}
			rows[i].Cells[k].Text = text
		}
	}
	return rows
}

// kind returns the kind of cell k of row i.
func (g *grid) kind(i, k int) kind { return g.kinds[int(g.at[i])+k] }

// mergeAt returns the merged area over a cell.
func (g *grid) mergeAt(line, col int) (table.Area, bool) {
	if len(g.merges) == 0 {
		return table.Area{}, false
	}
	i, _ := slices.BinarySearchFunc(g.merges, line-g.tall, func(m table.Area, l int) int { return cmp.Compare(m.FirstLine, l) })
	for ; i < len(g.merges) && g.merges[i].FirstLine <= line; i++ {
		if g.merges[i].Contains(line, col) {
			return g.merges[i], true
		}
	}
	return table.Area{}, false
}

// A strip is a run of rows within a range of columns, read from top to bottom.
type strip struct {
	*grid
	lo, hi int     // columns [lo, hi)
	idx    []int32 // rows of the grid that print in the range
}

// A cell of a strip's row.
type cell struct {
	*table.Cell
	kind kind
}

// line returns the cells of row r of the strip that print something, appended to buf.
func (s *strip) line(r int, buf []cell) []cell {
	buf = buf[:0]
	i := int(s.idx[r])
	row := &s.rows[i]
	for k := range row.Cells {
		c := &row.Cells[k]
		if int(c.Col) < s.lo || int(c.Col) >= s.hi {
			continue
		}
		if kd := s.kind(i, k); kd != blank {
			buf = append(buf, cell{c, kd})
		}
	}
	return buf
}

func (s *strip) row(r int) *table.Row { return &s.rows[s.idx[r]] }

// gap returns how many blank lines part row r from the row above it in the strip.
func (s *strip) gap(r int) int {
	if r == 0 || s.tab.Shape != table.Sheet && s.tab.Shape != table.File {
		return 0
	}
	above, here := s.row(r-1), s.row(r)
	n := here.Line - above.Line - 1
	if n <= 0 {
		return 0
	}
	if s.tab.Shape == table.File {
		for i := range above.Cells {
			n -= strings.Count(above.Cells[i].Text, "\n")
		}
		return max(n, 0)
	}
	// lines that are hidden print something, so they part nothing
	a, _ := slices.BinarySearch(s.tab.HiddenLines, above.Line+1)
	b, _ := slices.BinarySearch(s.tab.HiddenLines, here.Line)
	return max(n-(b-a), 0)
}

// strips cuts a table into strips. Where a band of rows without a blank line holds tables side by side,
// each has a strip of its own.
func (g *grid) strips() []*strip {
	whole := &strip{grid: g, lo: 0, hi: g.tab.Columns}
	whole.idx = make([]int32, len(g.rows))
	for i := range whole.idx {
		whole.idx[i] = int32(i)
	}
	if g.tab.Shape != table.Sheet {
		return []*strip{whole}
	}
	var out []*strip
	for from := 0; from < len(g.rows); {
		to := from + 1
		for to < len(g.rows) && whole.gap(to) == 0 {
			to++
		}
		out = g.addBand(out, from, to)
		from = to
	}
	return out
}

// addBand adds rows [from, to) to the strips that are open, or opens new ones.
func (g *grid) addBand(out []*strip, from, to int) []*strip {
	groups := g.sideBySide(from, to)
	if len(groups) == 0 { // one table, or part of one of those side by side above
		lo, hi := g.extent(from, to)
		var open []*strip
		for k := len(out) - 1; k >= 0 && (len(open) == 0 || open[0].sibling(out[k])); k-- {
			open = append(open, out[k])
		}
		for _, s := range open {
			if len(open) == 1 || lo >= s.lo && hi <= s.hi {
				if len(open) == 1 {
					s.lo, s.hi = min(s.lo, lo), max(s.hi, hi)
				}
				s.add(from, to)
				return out
			}
		}
		s := &strip{grid: g, lo: lo, hi: hi}
		s.add(from, to)
		return append(out, s)
	}
	if k := len(out) - len(groups); k >= 0 {
		same := true
		for i, gr := range groups {
			same = same && out[k+i].lo <= gr[0] && out[k+i].hi >= gr[1]
		}
		if same {
			for i := range groups {
				out[k+i].add(from, to)
			}
			return out
		}
	}
	for _, gr := range groups {
		s := &strip{grid: g, lo: gr[0], hi: gr[1]}
		s.add(from, to)
		out = append(out, s)
	}
	return out
}

// sibling reports whether two strips stand side by side.
func (s *strip) sibling(o *strip) bool {
	return (o.hi <= s.lo || s.hi <= o.lo) && len(s.idx) > 0 && len(o.idx) > 0 &&
		s.idx[0] <= o.idx[len(o.idx)-1] && o.idx[0] <= s.idx[len(s.idx)-1]
}

func (s *strip) add(from, to int) {
	for i := from; i < to; i++ {
		for k := range s.rows[i].Cells {
			c := int(s.rows[i].Cells[k].Col)
			if c >= s.lo && c < s.hi && s.kind(i, k) != blank {
				s.idx = append(s.idx, int32(i))
				break
			}
		}
	}
}

// extent returns the columns [lo, hi) in which rows [from, to) print.
func (g *grid) extent(from, to int) (lo, hi int) {
	lo = g.tab.Columns
	for i := from; i < to; i++ {
		for k := range g.rows[i].Cells {
			if g.kind(i, k) != blank {
				lo, hi = min(lo, int(g.rows[i].Cells[k].Col)), max(hi, int(g.rows[i].Cells[k].Col)+1)
			}
		}
	}
	return min(lo, hi), hi
}

// sideBySide returns the column ranges of the tables that rows [from, to) hold side by side,
// nothing for one table. Blank columns part two tables only where they are filled in different rows:
// a spacer column within a table has the same rows on both sides.
func (g *grid) sideBySide(from, to int) [][2]int {
	if to-from < 2 && g.known == nil {
		return nil
	}
	lo, hi := g.extent(from, to)
	used := g.usedColumns(from, to)
	if g.headed(from) || g.known == nil {
		g.known = make([]bool, len(used))
	}
	for c := range used {
		used[c] = used[c] || g.known[c]
		g.known[c] = used[c]
	}
	used = used[lo:hi]
	var groups [][2]int
	for c := 0; c < len(used); c++ {
		if used[c] && (c == 0 || !used[c-1]) {
			groups = append(groups, [2]int{lo + c, lo + c + 1})
		} else if used[c] {
			groups[len(groups)-1][1] = lo + c + 1
		}
	}
	if len(groups) < 2 {
		return nil
	}
	out := groups[:1]
	for _, gr := range groups[1:] {
		last := &out[len(out)-1]
		if g.together(from, to, *last, gr) {
			last[1] = gr[1]
		} else {
			out = append(out, gr)
		}
	}
	if len(out) < 2 {
		return nil
	}
	g.known = nil
	return out
}

// usedColumns returns the columns in which rows [from, to) print, merges included.
func (g *grid) usedColumns(from, to int) []bool {
	used := make([]bool, g.tab.Columns)
	for i := from; i < to; i++ {
		for k := range g.rows[i].Cells {
			if g.kind(i, k) == blank {
				continue
			}
			c := int(g.rows[i].Cells[k].Col)
			used[c] = true
			if m, ok := g.mergeAt(g.rows[i].Line, c); ok {
				for ; c <= m.LastCol && c < len(used); c++ {
					used[c] = true
				}
			}
		}
	}
	return used
}

// headed reports whether row i may be a heading: texts only, at least two.
func (g *grid) headed(i int) bool {
	n := 0
	for k := range g.rows[i].Cells {
		switch g.kind(i, k) {
		case blank:
		case text:
			n++
		default:
			return false
		}
	}
	return n >= 2
}

// together reports whether two column ranges are parts of one table in rows [from, to).
func (g *grid) together(from, to int, a, b [2]int) bool {
	if a[1]-a[0] < 2 || b[1]-b[0] < 2 {
		return true
	}
	both, onlyA, onlyB := 0, 0, 0
	for i := from; i < to; i++ {
		na, nb := 0, 0
		for k := range g.rows[i].Cells {
			if g.kind(i, k) == blank {
				continue
			}
			switch c := int(g.rows[i].Cells[k].Col); {
			case c >= a[0] && c < a[1]:
				na++
			case c >= b[0] && c < b[1]:
				nb++
			}
		}
		switch {
		case na >= 2 && nb >= 2:
			both++
		case na >= 2:
			onlyA++
		case nb >= 2:
			onlyB++
		}
	}
	return both+onlyA < 2 || both+onlyB < 2 || 4*both >= 3*(both+onlyA+onlyB)
}
