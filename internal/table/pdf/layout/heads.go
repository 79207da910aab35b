package layout

import "slices"

const (
	maxHeads   = 8    // lines of a heading
	headPitch  = 1.4  // of the height: between the lines of one heading
	headCentre = 0.4  // of the height: between the middles of two lines of one heading
	headEdge   = 0.4  // of the height: between their edges
	headWidth  = 0.7  // of a table's width: a heading over several columns is narrower
	offCentre  = 0.03 // of the table's width: a line nearer to its middle is a caption
	headAbove  = 1.0  // of the height: a heading over several columns stands so near above them
	bodyShare  = 0.5  // of a row's cells after the first that are figures, in the body of a table
	fullRow    = 0.55 // of the columns that such a row fills
)

// joinHeads joins the lines of wrapped headings above the body of a table and puts the label
// of the first column, which is often printed beside the last of them, into the first: it
// heads its column as the headings over several columns head theirs.
func joinHeads(rows []flow, columns int, level []ruling) []flow {
	body := bodyStart(rows, columns)
	if body < 2 || body > maxHeads {
		return rows
	}
	from := 0
	for from < body && len(rows[from].Cells) == 1 && rows[from].Cells[0].Col == 0 {
		from++ // a caption
	}
	for body-1 > from && len(rows[body-1].Cells) == 1 && len(rows[body-2].Cells) > 1 {
		body-- // the name of the first section
	}
	for i := from; i < body; i++ {
		if rows[i].cell(0) != nil && slices.ContainsFunc(rows[i].Cells, func(c Cell) bool { return figure(c.Text) && !year(c.Text) }) {
			body = i // a row with a label and a figure heads nothing, however few figures it has
		}
	}
	if body-from < 2 {
		return rows
	}
	extents := columnExtents(rows[body:], columns)
	heads := []flow{rows[from]}
	for i := from + 1; i < body; i++ {
		above := &heads[len(heads)-1]
		if r := rows[i]; oneHeading(above, &r, extents, level) {
			above.join(&r)
			continue
		}
		heads = append(heads, rows[i])
	}
	raiseLabel(heads)
	for i := len(heads) - 1; i > 0; i-- {
		raiseBeside(heads, i, extents, level)
	}
	heads = slices.DeleteFunc(heads, func(f flow) bool { return len(f.Cells) == 0 })
	return slices.Concat(rows[:from], heads, rows[body:])
}

// bodyStart returns the first row that is one of the body: it fills its first column and most
// others, half of them with figures.
func bodyStart(rows []flow, columns int) int {
	for i := range rows {
		r := &rows[i]
		if r.cell(0) == nil || len(r.Cells) < 2 || float64(len(r.Cells)) < fullRow*float64(columns) {
			continue
		}
		figures := 0
		for _, c := range r.Cells[1:] {
			if figure(c.Text) && !year(c.Text) {
				figures++
			}
		}
		if float64(figures) >= bodyShare*float64(len(r.Cells)-1) {
			return i
		}
	}
	return 0
}

// year reports a figure that heads columns as often as it stands in them.
func year(s string) bool {
	return len(s) == 4 && (s[:2] == "19" || s[:2] == "20")
}

// columnExtents returns from where to where the cells of each column reach.
func columnExtents(rows []flow, columns int) [][2]float64 {
	out := make([][2]float64, columns)
	seen := make([]bool, columns)
	for i := range rows {
		cells := rows[i].Cells
		for k, c := range cells {
			if k+1 < len(cells) && c.Box.X1 > cells[k+1].Box.X0 || len(cells) < 2 {
				continue
			}
			if !seen[c.Col] {
				out[c.Col], seen[c.Col] = [2]float64{c.Box.X0, c.Box.X1}, true
			}
			out[c.Col] = [2]float64{min(out[c.Col][0], c.Box.X0), max(out[c.Col][1], c.Box.X1)}
		}
	}
	return out
}

// oneHeading reports two lines of which one only goes on where the other stands: each cell of
// the shorter line stands over or under one of the other, near and in line with it.
func oneHeading(above, r *flow, extents [][2]float64, level []ruling) bool {
	if r.base-above.base > headPitch*r.size {
		return false
	}
	for _, c := range above.Cells {
		if spans(c, extents) {
			return false
		}
	}
	short, long := &above.Row, &r.Row
	if len(long.Cells) < len(short.Cells) {
		short, long = long, short
	}
	for _, c := range short.Cells {
		o := long.cell(c.Col)
		if o == nil || !inLine(c, *o) || ruledBetween(above, r, c, level) {
			return false
		}
	}
	return len(short.Cells) > 1 || len(long.Cells) > 1
}

// spans reports a cell that reaches over the cells of two columns.
func spans(c Cell, extents [][2]float64) bool {
	n := 0
	for _, e := range extents {
		if min(e[1], c.Box.X1)-max(e[0], c.Box.X0) > 1 {
			n++
		}
	}
	return n > 1
}

func inLine(a, b Cell) bool {
	h := max(a.Size, b.Size)
	return abs(a.Box.X0+a.Box.X1-b.Box.X0-b.Box.X1) < 2*headCentre*h || abs(a.Box.X0-b.Box.X0) < headEdge*h || abs(a.Box.X1-b.Box.X1) < headEdge*h
}

func ruledBetween(above, r *flow, c Cell, level []ruling) bool {
	for _, h := range level {
		if h.pos > above.base-0.3*above.size && h.pos < r.base-0.3*r.size && h.a < c.Box.X1 && h.b > c.Box.X0 {
			return true
		}
	}
	return false
}

// raiseLabel moves the only label of the first column up to the first line of the heading.
func raiseLabel(heads []flow) {
	at := -1
	for i := range heads {
		if heads[i].cell(0) != nil {
			if at >= 0 {
				return
			}
			at = i
		}
	}
	if at < 1 || len(heads[at].Cells) < 2 {
		return
	}
	label := *heads[at].cell(0)
	if first := heads[0].Cells[0]; first.Box.X0 < label.Box.X1 {
		return
	}
	heads[at].Cells = slices.DeleteFunc(slices.Clone(heads[at].Cells), func(c Cell) bool { return c.Col == 0 })
	heads[0].Cells = append([]Cell{label}, heads[0].Cells...)
	heads[0].Box = heads[0].Box.Union(label.Box)
}

// raiseBeside moves labels that stand beside a heading over several columns, not below it, up
// into its row, i-1: the line drawn under such a heading tells how far it reaches.
func raiseBeside(heads []flow, i int, extents [][2]float64, level []ruling) {
	upper := &heads[i-1]
	spans := spanRules(upper, &heads[i], extents, level)
	if len(spans) == 0 {
		return
	}
	for k := i; k < len(heads); k++ {
		var below []Cell
		for _, c := range heads[k].Cells {
			x := (c.Box.X0 + c.Box.X1) / 2
			if slices.ContainsFunc(spans, func(s ruling) bool { return s.a <= x && x <= s.b }) {
				below = append(below, c)
				continue
			}
			upper.add(c)
		}
		heads[k].Cells = below
	}
}

// spanRules returns the lines drawn between two lines of a heading, each under a cell of the
// upper one, over two columns or more but not over all.
func spanRules(upper, lower *flow, extents [][2]float64, level []ruling) []ruling {
	var out []ruling
	for _, h := range level {
		if h.pos < upper.base-0.3*upper.size || h.pos > lower.base-0.3*lower.size {
			continue
		}
		n, all := 0, 0
		for _, e := range extents {
			if e[1] <= e[0] {
				continue
			}
			all++
			if x := (e[0] + e[1]) / 2; h.a <= x && x <= h.b {
				n++
			}
		}
		if n > 1 && n < all && slices.ContainsFunc(upper.Cells, func(c Cell) bool { return h.a <= c.Box.X0+1 && c.Box.X1-1 <= h.b }) {
			out = append(out, h)
		}
	}
	return out
}
