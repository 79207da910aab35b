package layout

import (
	"slices"
	"sort"
	"strings"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

const (
	maxCrossing = 0.06 // share of words that stand across a line of the grid
	maxInner    = 0.2  // share of lines in cells that a wide gap cuts
	crossBy     = 2.5  // points
	leastRiver  = 2    // lines of a column whose gaps make another column of it
	riverShare  = 0.3  // of its lines, likewise
)

// table fills the cells of a grid. ok is false where the lines are a frame or a decoration and
// not the grid of the text: then the words go back among the others.
func (g *grid) table(ls []Line) (Block, bool) {
	nx, ny := len(g.xs)-1, len(g.ys)-1
	if nx < 2 || len(ls) == 0 {
		return Block{}, false
	}
	nx += g.cutRivers(ls)
	words := make([][]Word, len(g.cells))
	for _, l := range ls {
		for _, w := range l.Words {
			k := g.nearest(w)
			words[k] = append(words[k], w)
		}
	}
	inCell := make([][]Line, len(g.cells))
	filled := 0
	for i := range words {
		if inCell[i] = baselines(words[i]); len(inCell[i]) > 0 {
			filled++
		}
	}
	if filled < 4 || !g.fits(words, inCell) {
		return Block{}, false
	}
	b := Block{Kind: Ruled, Box: g.Box, Columns: nx, Edges: g.xs[1:nx]}
	rows := make([]Row, ny)
	for i, c := range g.cells {
		if len(inCell[i]) == 0 {
			continue
		}
		y, x := index(g.ys, c.Y0), index(g.xs, c.X0)
		if cols, ok := g.apart(c, inCell[i]); ok {
			for _, part := range cols {
				rows[y].put(part.col, part.lines)
			}
			continue
		}
		rows[y].put(x, inCell[i])
	}
	for _, r := range rows {
		if len(r.Cells) > 0 {
			slices.SortStableFunc(r.Cells, func(a, b Cell) int { return a.Col - b.Col })
			b.Rows = append(b.Rows, r)
		}
	}
	return b, true
}

// A share is what a column has of a cell over several columns.
type share struct {
	col   int
	lines []Line
}

// apart parts the text of a cell over several columns among them, where wide gaps cut it at
// their lines: grids whose uprights are drawn between the headings only.
func (g *grid) apart(c content.Box, ls []Line) ([]share, bool) {
	if index(g.xs, c.X1)-index(g.xs, c.X0) < 2 {
		return nil, false
	}
	var out []share
	several := false
	for _, l := range ls {
		pieces := chunks(l, chunkGap)
		several = several || len(pieces) > 1
		last := -1
		for _, p := range pieces {
			col := sort.SearchFloat64s(g.xs, (p.X0+p.X1)/2) - 1
			if col <= last || len(pieces) > 1 && (p.X0 < g.xs[col]-crossBy || col+1 < len(g.xs) && p.X1 > g.xs[col+1]+crossBy) {
				return nil, false
			}
			last = col
			at := slices.IndexFunc(out, func(s share) bool { return s.col == col })
			if at < 0 {
				at = len(out)
				out = append(out, share{col: col})
			}
			out[at].lines = append(out[at].lines, lineOf(p.words))
		}
	}
	return out, several
}

// cutRivers adds an upright where a column holds two: where wide gaps of several of its lines
// lie over each other and no text of it stands in between. It returns how many it added.
func (g *grid) cutRivers(ls []Line) int {
	added := 0
	for col := 0; col+1 < len(g.xs); col++ {
		x, ok := river(g.inColumn(ls, g.xs[col], g.xs[col+1]))
		if !ok {
			continue
		}
		added++
		var cells []content.Box
		for _, c := range g.cells {
			if c.X0 >= g.xs[col]-1 && c.X1 <= g.xs[col+1]+1 {
				left, right := c, c
				left.X1, right.X0 = x, x
				cells = append(cells, left, right)
				continue
			}
			cells = append(cells, c)
		}
		g.cells = cells
		g.xs = slices.Insert(g.xs, col+1, x)
	}
	return added
}

// inColumn returns the pieces of the lines of cells that are one column wide.
func (g *grid) inColumn(ls []Line, x0, x1 float64) [][]chunk {
	var out [][]chunk
	for _, c := range g.cells {
		if c.X0 < x0-1 || c.X1 > x1+1 {
			continue
		}
		for _, l := range ls {
			if l.Base < c.Y0 || l.Base > c.Y1+1 {
				continue
			}
			var ws []Word
			for _, w := range l.Words {
				if x := (w.X0 + w.X1) / 2; x > c.X0 && x < c.X1 {
					ws = append(ws, w)
				}
			}
			if len(ws) > 0 {
				out = append(out, chunks(lineOf(ws), chunkGap))
			}
		}
	}
	return out
}

// river returns the middle of the gap that most lines share and no line crosses.
func river(ls [][]chunk) (float64, bool) {
	gaps, several := gapsOf(ls)
	if several < leastRiver || float64(several) < riverShare*float64(len(ls)) {
		return 0, false
	}
	for _, first := range gaps {
		a, b, n := first.a, first.b, 0
		for _, o := range gaps {
			if lo, hi := max(a, o.a), min(b, o.b); hi > lo {
				a, b = lo, hi
				n++
			}
		}
		x := (a + b) / 2
		if n >= leastRiver && float64(n) >= riverShare*float64(len(ls)) && !crossed(ls, x) {
			return x, true
		}
	}
	return 0, false
}

func crossed(ls [][]chunk, x float64) bool {
	for _, l := range ls {
		for _, c := range l {
			if c.X0 < x && c.X1 > x {
				return true
			}
		}
	}
	return false
}

// nearest returns the cell that a word stands in, or stands nearest to.
func (g *grid) nearest(w Word) int {
	x, y := (w.X0+w.X1)/2, (w.Y0+w.Y1)/2
	best, near := 0, -1.0
	for i, c := range g.cells {
		d := max(0, c.X0-x, x-c.X1) + max(0, c.Y0-y, y-c.Y1)
		if near < 0 || d < near {
			best, near = i, d
		}
	}
	return best
}

// fits reports a grid whose cells hold the text: few words across its lines, no wide gaps
// inside cells, and no band in which the text goes on in rows that no line divides.
func (g *grid) fits(words [][]Word, inCell [][]Line) bool {
	for y := range len(g.ys) - 1 {
		var band []int
		for i, c := range g.cells {
			if c.Y0 < g.ys[y+1]-1 && c.Y1 > g.ys[y]+1 && len(inCell[i]) > 0 {
				band = append(band, i)
			}
		}
		if undivided(band, inCell) {
			return false
		}
	}
	inner, all, across, n := 0, 0, 0, 0
	for i, c := range g.cells {
		for _, l := range inCell[i] {
			all++
			if len(chunks(l, 1.4*chunkGap)) > 1 {
				if _, ok := g.apart(c, inCell[i]); !ok {
					inner++
				}
			}
		}
		for _, w := range words[i] {
			n++
			if w.X0 < c.X0-crossBy || w.X1 > c.X1+crossBy {
				across++
			}
		}
	}
	return float64(inner) <= maxInner*float64(all) && float64(across) <= maxCrossing*float64(n)
}

// undivided reports a band whose cells hold three lines or more on the same baselines.
func undivided(band []int, inCell [][]Line) bool {
	if len(band) < 2 {
		return false
	}
	longest := band[0]
	for _, i := range band {
		if len(inCell[i]) > len(inCell[longest]) {
			longest = i
		}
	}
	most := len(inCell[longest])
	if most < 3 {
		return false
	}
	same := 0
	for _, i := range band {
		n, figures := 0, 0
		for _, l := range inCell[i] {
			if slices.ContainsFunc(inCell[longest], func(r Line) bool { return abs(l.Base-r.Base) < 0.25*l.Size }) {
				n++
			}
			if figure(l.text()) {
				figures++
			}
		}
		k := float64(len(inCell[i]))
		if k >= 3 && float64(n) >= 0.8*k && (k >= 0.6*float64(most) || figures == len(inCell[i])) {
			same++
		}
	}
	return same >= 2 && float64(same) >= 0.6*float64(len(band))
}

// baselines groups the words of one cell into lines.
func baselines(ws []Word) []Line {
	slices.SortStableFunc(ws, func(a, b Word) int { return compare(a.Base, b.Base) })
	var groups [][]Word
	for _, w := range ws {
		if n := len(groups); n > 0 {
			last := groups[n-1][0]
			if abs(last.Base-w.Base) < 0.35*max(w.Size, last.Size) {
				groups[n-1] = append(groups[n-1], w)
				continue
			}
		}
		groups = append(groups, []Word{w})
	}
	out := make([]Line, len(groups))
	for i, g := range groups {
		out[i] = lineOf(g)
	}
	return out
}

// put adds lines as the cell of a column, below what stands in it already.
func (r *Row) put(col int, ls []Line) {
	texts := make([]string, len(ls))
	box, size := ls[0].Box, 0.0
	for i, l := range ls {
		texts[i] = l.text()
		box = box.Union(l.Box)
		size = max(size, l.Size)
	}
	if len(r.Cells) == 0 {
		r.Box = box
	}
	r.Box = r.Box.Union(box)
	r.Lines = max(r.Lines, len(ls))
	text := strings.Join(texts, "\n")
	for i := range r.Cells {
		if c := &r.Cells[i]; c.Col == col {
			c.Text += "\n" + text
			c.Box = c.Box.Union(box)
			return
		}
	}
	r.Cells = append(r.Cells, Cell{Col: col, Text: text, Box: box, Size: size})
}

// index returns the place of a position in an ascending list.
func index(at []float64, x float64) int {
	return min(sort.SearchFloat64s(at, x-0.5), len(at)-1)
}
