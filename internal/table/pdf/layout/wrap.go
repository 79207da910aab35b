package layout

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A flow is a row while lines are joined to it.
type flow struct {
	Row
	base, size float64 // of its last line
}

const (
	ruleWidth  = 0.5  // of a block's width: a level line that divides rows
	ruledRows  = 0.3  // of the gaps between lines that a line must divide for all to count
	tightPitch = 0.92 // of the usual distance between lines: closer than that
	tightLines = 1.35 // of the height: lines set close
	closeLines = 1.3
	outdent    = 0.3 // of the height: text that begins so far to the left does not go on
	itemLines  = 1.9 // of the height: lines that describe one item
)

// joinWrapped joins the lines that go on in a row to that row. Where lines are drawn between
// the rows they decide; elsewhere a line goes on when it begins after an empty first column,
// adds to cells that the row has, and stands close.
func joinWrapped(rows []flow, level []ruling, x0, x1 float64) []Row {
	var ys []float64
	for _, h := range level {
		if h.b-h.a > ruleWidth*(x1-x0) && h.a < x1 && h.b > x0 {
			ys = append(ys, h.pos)
		}
	}
	divided := func(a, b *flow) bool {
		return slices.ContainsFunc(ys, func(y float64) bool { return y > a.base-0.35*a.size && y < b.base-0.35*b.size })
	}
	n := 0
	var pitches []float64
	for i := 1; i < len(rows); i++ {
		if divided(&rows[i-1], &rows[i]) {
			n++
		}
		pitches = append(pitches, rows[i].base-rows[i-1].base)
	}
	slices.Sort(pitches)
	ruled := n >= 3 && float64(n) >= ruledRows*float64(len(rows)-1)
	reach := reaches(rows)
	var out []flow
	for i := range rows {
		r := &rows[i]
		if i == 0 {
			out = append(out, *r)
			continue
		}
		above := &out[len(out)-1]
		var goesOn bool
		if ruled {
			goesOn = !divided(&rows[i-1], r)
		} else {
			goesOn = continues(above, r, pitches[len(pitches)/2], reach)
		}
		if goesOn && !above.weldsFigures(r) {
			above.join(r)
			continue
		}
		out = append(out, *r)
	}
	done := make([]Row, len(out))
	for i := range out {
		done[i] = out[i].Row
	}
	return done
}

// continues reports a line that reads as the end of the row above it.
func continues(above, r *flow, pitch float64, reach []float64) bool {
	if labelBelow(above, r) {
		return true
	}
	for _, c := range r.Cells {
		if above.cell(c.Col) == nil {
			return false
		}
	}
	n, m := len(r.Cells), len(above.Cells)
	d := r.base - above.base
	if d <= itemLines*r.size && describes(above, r) {
		return true
	}
	if r.cell(0) == nil && above.cell(0) != nil && n <= (m+1)/2 && d <= closeLines*r.size {
		return true
	}
	if d >= tightPitch*pitch || d >= tightLines*r.size || n >= m || n > 2 {
		return false
	}
	return r.cell(0) == nil || !outdented(above.cell(0), r.cell(0)) && wraps(above.cell(0), r.cell(0), reach[0])
}

// describes reports a line of text only, behind the first column, below a row that bears
// figures: more words about an item.
func describes(above, r *flow) bool {
	if r.cell(0) != nil || above.cell(0) == nil || len(r.Cells) > 2 || len(above.Cells) < 4 {
		return false
	}
	figures := 0
	for _, c := range above.Cells {
		if figure(c.Text) {
			figures++
		}
	}
	for _, c := range r.Cells {
		if o := above.cell(c.Col); o == nil || figure(c.Text) || figure(o.Text) {
			return false
		}
	}
	return figures >= 2
}

// outdented reports text that begins left of the text above it: a label of a higher level,
// never the end of that text.
func outdented(above, c *Cell) bool { return c.Box.X0 < above.Box.X0-outdent*c.Size }

// wraps reports a line whose first word had no room at the end of the line above: text that
// was broken because it had to be.
func wraps(above, c *Cell, reach float64) bool {
	word, _, _ := strings.Cut(c.Text, " ")
	letters := utf8.RuneCountInString(c.Text)
	width := c.Box.Width() * float64(utf8.RuneCountInString(word)) / float64(max(1, letters))
	return above.End+width+0.2*c.Size > reach-0.5*c.Size
}

// labelBelow reports the number of a row that stands beside its second line: set in the
// middle of a row of several lines.
func labelBelow(above, r *flow) bool {
	first := r.cell(0)
	if above.cell(0) != nil || first == nil || len(above.Cells) < 3 || len(r.Cells) != 2 || utf8.RuneCountInString(first.Text) > 6 {
		return false
	}
	second := above.cell(r.Cells[1].Col)
	return second != nil && !figure(second.Text) && !figure(r.Cells[1].Text) && r.base-above.base <= 1.6*r.size
}

// reaches returns how far to the right the text of each column reaches.
func reaches(rows []flow) []float64 {
	var out []float64
	for i := range rows {
		for k, c := range rows[i].Cells {
			for len(out) <= c.Col {
				out = append(out, 0)
			}
			if k+1 == len(rows[i].Cells) || c.Box.X1 < rows[i].Cells[k+1].Box.X0 {
				if len(rows[i].Cells) > 1 {
					out[c.Col] = max(out[c.Col], c.Box.X1)
				}
			}
		}
	}
	if len(out) == 0 {
		out = append(out, 0)
	}
	return out
}

// weldsFigures reports a join that would put two figures into one cell: a row of its own,
// however close it stands.
func (f *flow) weldsFigures(r *flow) bool {
	for _, c := range r.Cells {
		if a := f.cell(c.Col); a != nil && startsNumber.MatchString(c.Text) && endsNumber.MatchString(a.Text) {
			return true
		}
	}
	return false
}

// join adds the cells of a line below those of the row.
func (f *flow) join(r *flow) {
	for _, c := range r.Cells {
		f.add(c)
	}
	f.Lines += r.Lines
	f.base, f.size = r.base, r.size
}

// add adds a cell, below what stands in its column already.
func (r *Row) add(c Cell) {
	r.Box = r.Box.Union(c.Box)
	if a := r.cell(c.Col); a != nil {
		a.Text += "\n" + c.Text
		a.Box = a.Box.Union(c.Box)
		a.End = c.End
		return
	}
	r.Cells = append(r.Cells, c)
	slices.SortStableFunc(r.Cells, func(a, b Cell) int { return a.Col - b.Col })
}

// cell returns the cell of a column, nil where it has none.
func (r *Row) cell(col int) *Cell {
	for i := range r.Cells {
		if r.Cells[i].Col == col {
			return &r.Cells[i]
		}
	}
	return nil
}
