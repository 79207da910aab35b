package layout

import (
	"slices"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

// A grid is a set of drawn lines that cross each other, with the cells between them.
type grid struct {
	content.Box
	xs, ys []float64
	cells  []content.Box
}

const (
	touch        = 3.0 // points within which two lines meet
	openSide     = 6.0 // points by which level lines stand out beyond the last upright one
	maxGridCells = 40_000
)

// lattices returns the grids that the lines of a page make, from the top.
func lattices(r rules) []grid {
	var out []grid
	for _, part := range crossing(r) {
		if len(part.level) < 2 || len(part.upright) < 2 {
			continue
		}
		part.closeSides()
		if g, ok := part.grid(); ok && len(g.cells) >= 2 {
			out = append(out, g)
		}
	}
	slices.SortStableFunc(out, func(a, b grid) int { return compare(a.Y0, b.Y0) })
	return out
}

// crossing groups lines that cross each other, directly or through others.
func crossing(r rules) []rules {
	set := newSets(len(r.level) + len(r.upright))
	for i, h := range r.level {
		for j, v := range r.upright {
			if v.pos >= h.a-touch && v.pos <= h.b+touch && h.pos >= v.a-touch && h.pos <= v.b+touch {
				set.join(i, len(r.level)+j)
			}
		}
	}
	at := map[int]int{}
	var out []rules
	for i := range set {
		root := set.find(i)
		k, ok := at[root]
		if !ok {
			k = len(out)
			at[root] = k
			out = append(out, rules{})
		}
		if i < len(r.level) {
			out[k].level = append(out[k].level, r.level[i])
		} else {
			out[k].upright = append(out[k].upright, r.upright[i-len(r.level)])
		}
	}
	return out
}

// closeSides adds the outer uprights of a table that is open at its sides: the level lines
// tell how far it reaches.
func (r *rules) closeSides() {
	left, right := r.level[0].a, r.level[0].b
	top, bottom := r.level[0].pos, r.level[0].pos
	for _, h := range r.level {
		left, right = min(left, h.a), max(right, h.b)
		top, bottom = min(top, h.pos), max(bottom, h.pos)
	}
	xs := positions(r.upright)
	first, last := xs[0], xs[len(xs)-1]
	if left < first-openSide {
		r.upright = append(r.upright, ruling{left, top, bottom})
	}
	if right > last+openSide {
		r.upright = append(r.upright, ruling{right, top, bottom})
	}
}

// grid cuts the area of the lines into cells, joined where no line stands between them.
func (r *rules) grid() (grid, bool) {
	g := grid{xs: positions(r.upright), ys: positions(r.level)}
	if len(g.xs) < 2 || len(g.ys) < 2 {
		return g, false
	}
	g.Box = content.Box{X0: g.xs[0], Y0: g.ys[0], X1: g.xs[len(g.xs)-1], Y1: g.ys[len(g.ys)-1]}
	nx, ny := len(g.xs)-1, len(g.ys)-1
	if g.Width() < 10 || g.Height() < 8 || nx*ny > maxGridCells {
		return g, false
	}
	set := newSets(nx * ny)
	for y := range ny {
		for x := range nx {
			if x+1 < nx && !covers(r.upright, g.xs[x+1], g.ys[y], g.ys[y+1]) {
				set.join(y*nx+x, y*nx+x+1)
			}
			if y+1 < ny && !covers(r.level, g.ys[y+1], g.xs[x], g.xs[x+1]) {
				set.join(y*nx+x, (y+1)*nx+x)
			}
		}
	}
	at := map[int]int{}
	for i := range set {
		b := content.Box{X0: g.xs[i%nx], Y0: g.ys[i/nx], X1: g.xs[i%nx+1], Y1: g.ys[i/nx+1]}
		root := set.find(i)
		if k, ok := at[root]; ok {
			g.cells[k] = g.cells[k].Union(b)
		} else {
			at[root] = len(g.cells)
			g.cells = append(g.cells, b)
		}
	}
	return g, true
}

// covers reports a line at pos that runs all the way from a to b.
func covers(rs []ruling, pos, a, b float64) bool {
	for _, r := range rs {
		if abs(r.pos-pos) < 0.01 && r.a <= a+touch && r.b >= b-touch {
			return true
		}
	}
	return false
}

// positions are the distinct positions of lines, ascending.
func positions(rs []ruling) []float64 {
	out := make([]float64, len(rs))
	for i, r := range rs {
		out[i] = r.pos
	}
	slices.Sort(out)
	return slices.CompactFunc(out, func(a, b float64) bool { return abs(a-b) <= 0.01 })
}

// sets are disjoint sets of numbers.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s sets) find(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

func (s sets) join(i, j int) { s[s.find(i)] = s.find(j) }
