package layout

import (
	"slices"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

// A ruling is a drawn line along an axis: pos is its height if it is level, its distance from
// the left if it is upright; it runs from a to b.
type ruling struct{ pos, a, b float64 }

// rules are the drawn lines of a page.
type rules struct{ level, upright []ruling }

const (
	snapRules = 2.0 // points between the strokes of one line
	joinRules = 2.5 // points between the pieces of a line, as of a dashed one
	minRule   = 5.0 // points of a line
	thinFill  = 3.0 // points: a thinner rectangle is a line
	inkOnly   = 250 // luma: a lighter line is not seen
)

// rulings returns the lines of a page: strokes and thin rectangles. Fills of cells are no
// lines: measured, their edges cost more tables than they find.
func rulings(p *content.Page) rules {
	var r rules
	for _, s := range p.Segments {
		r.add(s)
	}
	for i := range p.Fills {
		f := &p.Fills[i]
		if f.Alpha == 0 || f.Luma > inkOnly {
			continue
		}
		switch {
		case f.Height() <= thinFill && f.Width() > 4:
			y := (f.Y0 + f.Y1) / 2
			r.add(content.Segment{X0: f.X0, Y0: y, X1: f.X1, Y1: y})
		case f.Width() <= thinFill && f.Height() > 4:
			x := (f.X0 + f.X1) / 2
			r.add(content.Segment{X0: x, Y0: f.Y0, X1: x, Y1: f.Y1})
		}
	}
	return rules{joined(r.level), joined(r.upright)}
}

// add keeps a segment along an axis. Short pieces are kept: a dashed line is made of them.
func (r *rules) add(s content.Segment) {
	dx, dy := abs(s.X0-s.X1), abs(s.Y0-s.Y1)
	switch {
	case dy <= 1 && dx > 1.5 && dx > dy:
		r.level = append(r.level, ruling{(s.Y0 + s.Y1) / 2, min(s.X0, s.X1), max(s.X0, s.X1)})
	case dx <= 1 && dy > 1.5 && dy > dx:
		r.upright = append(r.upright, ruling{(s.X0 + s.X1) / 2, min(s.Y0, s.Y1), max(s.Y0, s.Y1)})
	}
}

// joined brings near lines to one position, joins their pieces and drops what stays short.
func joined(rs []ruling) []ruling {
	slices.SortStableFunc(rs, func(a, b ruling) int { return compare(a.pos, b.pos) })
	for i := 0; i < len(rs); {
		j, sum := i, 0.0
		for j < len(rs) && rs[j].pos-rs[i].pos <= snapRules {
			sum += rs[j].pos
			j++
		}
		mean := sum / float64(j-i)
		for k := i; k < j; k++ {
			rs[k].pos = mean
		}
		i = j
	}
	slices.SortStableFunc(rs, func(a, b ruling) int {
		if a.pos != b.pos {
			return compare(a.pos, b.pos)
		}
		return compare(a.a, b.a)
	})
	var out []ruling
	for _, r := range rs {
		if n := len(out); n > 0 && out[n-1].pos == r.pos && r.a <= out[n-1].b+joinRules {
			out[n-1].b = max(out[n-1].b, r.b)
			continue
		}
		out = append(out, r)
	}
	return slices.DeleteFunc(out, func(r ruling) bool { return r.b-r.a < minRule })
}

// turned returns the lines as they lie when the page is turned against the text.
func (r rules) turned(turn int, p *content.Page) rules {
	if turn == 0 {
		return r
	}
	var out rules
	move := func(x0, y0, x1, y1 float64) {
		b := turnBox(content.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}, turn, p)
		out.add(content.Segment(b))
	}
	for _, l := range r.level {
		move(l.a, l.pos, l.b, l.pos)
	}
	for _, u := range r.upright {
		move(u.pos, u.a, u.pos, u.b)
	}
	return rules{joined(out.level), joined(out.upright)}
}
