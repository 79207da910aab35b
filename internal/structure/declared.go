package structure

import (
	"cmp"
	"slices"

	"github.com/rowproof/rowproof/internal/table"
)

// declared makes a block of each table that the file declares, and returns the strips without what these hold. List objects come
// before the range of an autofilter that overlaps one.
func (a *analysis) declared(g *grid, strips []*strip) []*strip {
	areas := slices.Clone(g.tab.Declared)
	slices.SortStableFunc(areas, func(x, y table.Declared) int {
		if x.Filter != y.Filter {
			if y.Filter {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(x.Area.FirstLine, y.Area.FirstLine), cmp.Compare(x.Area.FirstCol, y.Area.FirstCol))
	})
	var taken []table.Area
	for _, d := range areas {
		if slices.ContainsFunc(taken, func(t table.Area) bool { return overlap(t, d.Area) }) {
			continue
		}
		s := &strip{grid: g, lo: d.Area.FirstCol, hi: min(d.Area.LastCol+1, g.tab.Columns)}
		from, _ := slices.BinarySearchFunc(g.rows, d.Area.FirstLine, byLine)
		to, _ := slices.BinarySearchFunc(g.rows, d.Area.LastLine+1, byLine)
		s.add(from, to)
		if len(s.idx) < 2 {
			continue
		}
		above := groupRows(s, from)
		s.idx = append(above, s.idx...)
		end := d.Area
		end.FirstLine = s.row(0).Line
		end.LastLine = a.declaredBlock(s, d, len(above), to)
		taken = append(taken, end)
	}
	if len(taken) == 0 {
		return strips
	}
	var out []*strip
	for _, s := range strips {
		out = append(out, s.without(taken)...)
	}
	return out
}

func byLine(r table.Row, line int) int { return cmp.Compare(r.Line, line) }

func overlap(a, b table.Area) bool {
	return a.FirstLine <= b.LastLine && b.FirstLine <= a.LastLine && a.FirstCol <= b.LastCol && b.FirstCol <= a.LastCol
}

// groupRows returns up to two rows right above a declared area that head groups of its columns.
func groupRows(s *strip, from int) []int32 {
	for n := min(2, from); n > 0; n-- {
		o := &strip{grid: s.grid, lo: s.lo, hi: s.hi}
		o.add(from-n, from)
		if len(o.idx) != n {
			continue
		}
		o.idx = append(o.idx, s.idx[0])
		z := &scanner{strip: o}
		ok := true
		for r := range n {
			ok = ok && z.gap(r+1) == 0 && z.mayHead(r)
		}
		if _, groups := z.groupsAbove(0, n); ok && groups {
			return o.idx[:n:n]
		}
	}
	return nil
}

// declaredBlock reads the rows of a declared area, groups rows above its headings, and totals directly below it. It
// returns the line of its last row.
func (a *analysis) declaredBlock(s *strip, d table.Declared, groups, to int) (last int) {
	z := &scanner{strip: s, a: a, fixed: true}
	k := min(max(d.Headings, 0), len(s.idx)-groups)
	if d.Filter {
		k = min(max(k, 1), len(s.idx)-groups)
	}
	if k > 0 {
		k += groups
	}
	why := "a table that the file declares"
	if d.Filter {
		why = "the range of a filter that the file declares"
	}
	z.start(0, k, why)
	z.block.Name = d.Name
	for r := range k {
		if r < groups {
			z.setHeading(r, GroupHeading)
		} else {
			z.setHeading(r, DeclaredHeading)
		}
	}
	below := s.below(to)
	end := len(s.idx)
	s.idx = append(s.idx, below...)
	for r := k; r < end; {
		if r >= end-d.Totals {
			z.setIn(r, Total, DeclaredTotal, 1)
			r++
			continue
		}
		r = z.inside(r)
	}
	for r := end; r < len(s.idx); r++ {
		cells := z.cells(0, r)
		m, ok := z.total(r, cells)
		if !ok || z.gap(r) > 1 {
			s.idx = s.idx[:r]
			break
		}
		z.setTotal(r, cells, m)
	}
	z.finish()
	return s.row(len(s.idx) - 1).Line
}

// below returns up to three rows that print only within the strip's columns, from row index
// to of the grid on.
func (s *strip) below(to int) []int32 {
	var out []int32
	for i := to; i < len(s.rows) && i < to+3; i++ {
		within := true
		for k := range s.rows[i].Cells {
			if c := int(s.rows[i].Cells[k].Col); s.kind(i, k) != blank && (c < s.lo || c >= s.hi) {
				within = false
			}
		}
		if !within {
			break
		}
		out = append(out, int32(i))
	}
	return out
}

// without cuts areas out of a strip: what is left of it above, beside and below them.
func (s *strip) without(areas []table.Area) []*strip {
	parts := []*strip{s}
	for _, ar := range areas {
		var next []*strip
		for _, p := range parts {
			if len(p.idx) == 0 || ar.LastCol < p.lo || ar.FirstCol >= p.hi {
				next = append(next, p)
				continue
			}
			from, _ := slices.BinarySearchFunc(p.idx, ar.FirstLine, func(i int32, l int) int { return cmp.Compare(p.rows[i].Line, l) })
			to, _ := slices.BinarySearchFunc(p.idx, ar.LastLine+1, func(i int32, l int) int { return cmp.Compare(p.rows[i].Line, l) })
			if from == to {
				next = append(next, p)
				continue
			}
			above := &strip{grid: p.grid, lo: p.lo, hi: p.hi, idx: p.idx[:from:from]}
			left := &strip{grid: p.grid, lo: p.lo, hi: max(ar.FirstCol, p.lo)}
			right := &strip{grid: p.grid, lo: min(ar.LastCol+1, p.hi), hi: p.hi}
			below := &strip{grid: p.grid, lo: p.lo, hi: p.hi, idx: p.idx[to:]}
			left.addRows(p.idx[from:to])
			right.addRows(p.idx[from:to])
			next = append(next, above, left, right, below)
		}
		parts = next
	}
	return slices.DeleteFunc(parts, func(p *strip) bool { return len(p.idx) == 0 || p.lo >= p.hi })
}

func (s *strip) addRows(idx []int32) {
	for _, i := range idx {
		s.add(int(i), int(i)+1)
	}
}
