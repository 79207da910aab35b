package layout

import (
	"math"
	"slices"
)

const (
	crossCost  = 0.7  // of a word that a separator would cut, in votes
	innerGap   = 0.25 // the same of a wide gap inside a piece of text
	wideInner  = 0.28 // of the height: such a gap
	voteShare  = 0.12 // of the lines with gaps that a separator needs
	maxColumns = 60
)

// A span is a gap between two pieces of a line.
type span struct {
	a, b float64
	done bool
}

// separators returns the positions between columns from x0 to x1. Each gap votes for the
// positions inside it, text votes against those that would cut it; the best position is taken,
// the gaps that it runs through are done, and so on. Drawn uprights are taken first.
func separators(ls [][]chunk, x0, x1 float64, drawn []float64) []float64 {
	n := int(x1-x0) + 2
	if n <= 2 || n > 20_000 {
		return nil
	}
	gaps, several := gapsOf(ls)
	cost := costs(ls, x0, n)
	var out []float64
	take := func(x float64) {
		out = append(out, x)
		for i := range gaps {
			if gaps[i].a-0.5 <= x && x <= gaps[i].b+0.5 {
				gaps[i].done = true
			}
		}
	}
	for _, x := range drawn {
		if x > x0+2 && x < x1-2 {
			take(x)
		}
	}
	need := max(1.5, voteShare*float64(several))
	if several <= 3 {
		need = 0.9
	}
	votes := make([]float64, n)
	for range maxColumns {
		count(votes, gaps, x0)
		best, score := -1, 0.0
		for k := range votes {
			if s := votes[k] - crossCost*cost[k]; s > score+1e-9 {
				best, score = k, s
			}
		}
		if best < 0 || score < need {
			break
		}
		end := best
		for end+1 < n && votes[end+1]-crossCost*cost[end+1] >= score-1e-9 {
			end++
		}
		take(x0 + float64(best+end)/2)
	}
	slices.Sort(out)
	return out
}

func gapsOf(ls [][]chunk) (gaps []span, several int) {
	for _, l := range ls {
		if len(l) > 1 {
			several++
		}
		for k := 1; k < len(l); k++ {
			gaps = append(gaps, span{a: l[k-1].X1, b: l[k].X0})
		}
	}
	return gaps, several
}

// costs counts the words, and the gaps between words of one piece, over each position.
func costs(ls [][]chunk, x0 float64, n int) []float64 {
	cost := make([]float64, n)
	add := func(a, b, c float64) {
		for k := max(0, int(math.Ceil(a-x0))); k <= int(b-x0) && k < n; k++ {
			cost[k] += c
		}
	}
	for _, l := range ls {
		for _, c := range l {
			for i, w := range c.words {
				add(w.X0+0.4, w.X1-0.4, 1)
				if i == 0 {
					continue
				}
				last := c.words[i-1]
				price := 1.0
				if w.X0-last.X1 > wideInner*min(w.Size, last.Size) {
					price = innerGap
				}
				add(last.X1, w.X0, price)
			}
		}
	}
	return cost
}

func count(votes []float64, gaps []span, x0 float64) {
	clear(votes)
	for _, g := range gaps {
		if g.done {
			continue
		}
		a := int(math.Ceil(g.a - x0))
		for k := max(0, a); k <= max(a, int(g.b-x0)) && k < len(votes); k++ {
			votes[k]++
		}
	}
}

// cutAt cuts pieces at the wide gaps that a separator runs through.
func cutAt(ls []chunk, seps []float64) []chunk {
	var out []chunk
	for _, c := range ls {
		cur := chunk{c.words[0].Box, c.words[:1:1]}
		for k := 1; k < len(c.words); k++ {
			w, last := c.words[k], c.words[k-1]
			wide := w.X0-cur.X1 > wideInner*min(w.Size, last.Size)
			if wide && slices.ContainsFunc(seps, func(s float64) bool { return s >= cur.X1-0.5 && s <= w.X0+0.5 }) {
				out = append(out, cur)
				cur = chunk{w.Box, []Word{w}}
				continue
			}
			cur.Box = cur.Box.Union(w.Box)
			cur.words = append(cur.words, w)
		}
		out = append(out, cur)
	}
	return out
}

// rowOf puts the pieces of a line into columns. A piece that runs over a separator stays whole,
// in the column where it begins: a heading over several columns.
func rowOf(ls []chunk, seps []float64) Row {
	var r Row
	for i, c := range ls {
		col, _ := slices.BinarySearch(seps, c.X0+0.5)
		if n := len(r.Cells); n > 0 && r.Cells[n-1].Col == col && figure(c.text()) && figure(r.Cells[n-1].Text) {
			col = r.makeRoom(ls, i, seps)
		}
		if n := len(r.Cells); n > 0 && r.Cells[n-1].Col == col {
			last := &r.Cells[n-1]
			last.Text += " " + c.text()
			last.Box = last.Box.Union(c.Box)
			last.End = last.Box.X1
		} else {
			r.Cells = append(r.Cells, Cell{Col: col, Text: c.text(), Box: c.Box, Size: c.size(), End: c.X1})
		}
		if len(r.Cells) == 1 {
			r.Box = r.Cells[0].Box
		}
		r.Box = r.Box.Union(c.Box)
	}
	r.Lines = 1
	return r
}

// makeRoom parts two figures that fall into one column, the second of them piece i: a column
// beside that is empty in this line takes one of them. It returns the column of the second.
func (r *Row) makeRoom(ls []chunk, i int, seps []float64) int {
	last := len(r.Cells) - 1
	col := r.Cells[last].Col
	next := len(seps) + 1
	if i+1 < len(ls) {
		next, _ = slices.BinarySearch(seps, ls[i+1].X0+0.5)
	}
	if col+1 < next && ls[i].X1 > seps[col] {
		return col + 1
	}
	if before := col - 1; before >= 0 && (last == 0 || r.Cells[last-1].Col < before) && r.Cells[last].Box.X0 < seps[before]+r.Cells[last].Size {
		r.Cells[last].Col = before
	}
	return col
}
