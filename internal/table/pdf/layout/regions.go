package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	gutterGap   = 0.8  // of the height: the least width of a gutter
	leastLines  = 4    // on either side of a gutter
	apartShare  = 0.5  // of the shorter side's lines that stand on a baseline of the other: below, they are apart
	fullShare   = 0.55 // of the lines of a paragraph that reach its right edge
	proseWords  = 4.0  // a line, on average
	proseWhole  = 0.8  // of the lines that no wide gap cuts
	proseGap    = 1.2  // of the height: such a gap, in text set to both edges
	smallShare  = 0.25 // of the lines that begin within a sentence
	proseFigure = 0.3  // of the words of a paragraph that are figures, at most
	candidates  = 4.0  // points between two positions that are tried
)

// regions cuts the lines of a page where text stands side by side without being one table:
// columns of a text, a text beside a table, tables beside each other. Regions come in the
// order of reading.
func regions(ls []Line) [][]Line {
	if len(ls) == 0 {
		return nil
	}
	cut, ok := widestCut(ls)
	if !ok {
		return [][]Line{ls}
	}
	out := regions(ls[:cut.from])
	left, right := cut.sides(ls)
	out = append(out, regions(left)...)
	out = append(out, regions(right)...)
	return append(out, regions(ls[cut.to:])...)
}

// A cut is a gutter at x through the lines from..to-1.
type cut struct {
	x        float64
	from, to int
}

// key tells cuts that part the same words from others.
func (c cut) key(ls []Line) [3]int {
	n := 0
	for _, l := range ls[c.from:c.to] {
		n += split(l, c.x)
	}
	return [3]int{c.from, c.to, n}
}

// sides parts the lines of the cut.
func (c cut) sides(ls []Line) (left, right []Line) {
	for _, l := range ls[c.from:c.to] {
		n := split(l, c.x)
		if n > 0 {
			left = append(left, lineOf(l.Words[:n]))
		}
		if n < len(l.Words) {
			right = append(right, lineOf(l.Words[n:]))
		}
	}
	return left, right
}

// split returns how many words of a line stand left of x.
func split(l Line, x float64) int {
	n := 0
	for n < len(l.Words) && (l.Words[n].X0+l.Words[n].X1)/2 < x {
		n++
	}
	return n
}

// widestCut returns the cut through the most lines that parts what does not belong together.
func widestCut(ls []Line) (best cut, ok bool) {
	tried := map[[3]int]bool{}
	for _, x := range gutters(ls) {
		for from := 0; from < len(ls); {
			if !free(ls[from], x) {
				from++
				continue
			}
			to := from
			for to < len(ls) && free(ls[to], x) {
				to++
			}
			if c := trimmed(ls, cut{x, from, to}); c.to-c.from > best.to-best.from {
				if k := c.key(ls); !tried[k] {
					tried[k] = true
					if apart(ls, c) {
						best, ok = c, true
					}
				}
			}
			from = to
		}
	}
	return best, ok
}

// gutters returns the positions of wide gaps, a few points apart.
func gutters(ls []Line) []float64 {
	var out []float64
	for _, l := range ls {
		for k := 1; k < len(l.Words); k++ {
			a, b := l.Words[k-1].X1, l.Words[k].X0
			if b-a >= gutterGap*l.Size {
				for x := a + gutterGap*l.Size/2; x <= b-gutterGap*l.Size/2+0.01; x += candidates {
					out = append(out, x)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.CompactFunc(out, func(a, b float64) bool { return int(a/candidates) == int(b/candidates) })
}

// free reports a line that leaves room around x.
func free(l Line, x float64) bool {
	room := gutterGap * l.Size / 2
	if l.X1 <= x+0.5 || l.X0 >= x-0.5 {
		return true
	}
	for _, w := range l.Words {
		if w.X0 < x+room && w.X1 > x-room {
			return false
		}
	}
	return true
}

// trimmed leaves out the lines at both ends that stand on one side only and far from the rest.
func trimmed(ls []Line, c cut) cut {
	both := func(i int) bool { n := split(ls[i], c.x); return n > 0 && n < len(ls[i].Words) }
	near := func(i, k int) bool { return abs(ls[i].Base-ls[k].Base) < 2.2*ls[i].Size }
	first, last := -1, -1
	for i := c.from; i < c.to; i++ {
		if both(i) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return cut{c.x, c.from, c.from}
	}
	for first > c.from && near(first-1, first) {
		first--
	}
	for last+1 < c.to && near(last+1, last) {
		last++
	}
	return cut{c.x, first, last + 1}
}

// apart reports two sides that are no parts of one table.
func apart(ls []Line, c cut) bool {
	left, right := c.sides(ls)
	if len(left) < leastLines || len(right) < leastLines {
		return false
	}
	both := len(left) + len(right) - (c.to - c.from)
	aligned := float64(both) / float64(min(len(left), len(right)))
	l, r := paragraphs(left), paragraphs(right)
	switch {
	case aligned < apartShare && (l || r):
		return true
	case aligned < 0.25 && differ(left, right):
		return true
	case l && r:
		return true
	case l:
		return pieces(right) >= 1.6 || aligned < 0.6
	case r:
		return pieces(left) >= 1.6 || aligned < 0.6
	}
	return repeated(ls[c.from:c.to], c.x)
}

// pieces is the mean number of pieces of the lines.
func pieces(ls []Line) float64 {
	n := 0
	for _, l := range ls {
		n += len(chunks(l, chunkGap))
	}
	return float64(n) / float64(len(ls))
}

// paragraphs reports running text: whole lines of several words, most of which reach the
// right edge.
func paragraphs(ls []Line) bool {
	if len(ls) < leastLines {
		return false
	}
	x0, x1 := ls[0].X0, ls[0].X1
	for _, l := range ls {
		x0, x1 = min(x0, l.X0), max(x1, l.X1)
	}
	whole, full, small, words, figures := 0, 0, 0, 0, 0
	for _, l := range ls {
		if first, _ := utf8.DecodeRuneInString(l.Words[0].Text); !unicode.IsUpper(first) && !unicode.IsDigit(first) {
			small++
		}
		if len(chunks(l, proseGap)) == 1 {
			whole++
		}
		if l.X1 >= x1-0.12*(x1-x0) {
			full++
		}
		for _, w := range l.Words {
			if words++; figure(w.Text) {
				figures++
			}
		}
	}
	n := float64(len(ls))
	return float64(whole) >= proseWhole*n && float64(full) >= fullShare*n && float64(words) >= proseWords*n &&
		float64(small) >= smallShare*n && float64(figures) <= proseFigure*float64(words)
}

// repeated reports tables side by side: the heading of the left one stands over the right one
// too and their rows have as many cells, or both are lists of labels with figures at the same
// distances.
func repeated(ls []Line, x float64) bool {
	titles, other, alike, rows := 0, 0, 0, 0
	for _, l := range ls {
		n := split(l, x)
		if n == 0 || n == len(l.Words) {
			continue
		}
		a, b := chunks(lineOf(l.Words[:n]), chunkGap), chunks(lineOf(l.Words[n:]), chunkGap)
		if rows == 0 && !slices.ContainsFunc(append(slices.Clone(a), b...), func(c chunk) bool { return figure(c.text()) }) {
			if repeats(a, b) {
				titles++
			} else {
				other++
			}
			continue
		}
		rows++
		if sameKinds(a, b) {
			alike++
		}
	}
	if rows < leastLines-1 || 10*alike < 7*rows {
		return false
	}
	return titles > 0 && other == 0 || lists(ls, x) || shifted(ls, x)
}

// repeats reports pieces b that are the pieces a once or several times again.
func repeats(a, b []chunk) bool {
	if len(a) == 0 || len(b)%len(a) != 0 {
		return false
	}
	for i, c := range b {
		t := c.text()
		if t != a[i%len(a)].text() || strings.IndexFunc(t, unicode.IsLetter) < 0 {
			return false
		}
	}
	return true
}

// sameKinds reports pieces b that are, once or several times, of the kinds of the pieces a.
func sameKinds(a, b []chunk) bool {
	if len(a) == 0 || len(b)%len(a) != 0 {
		return false
	}
	for i, c := range b {
		if figure(c.text()) != figure(a[i%len(a)].text()) {
			return false
		}
	}
	return true
}

// lists reports two lists of different labels, each with a figure at one distance.
func lists(ls []Line, x float64) bool {
	var labels [2]map[string]bool
	labels[0], labels[1] = map[string]bool{}, map[string]bool{}
	var reach [2][]float64
	both := 0
	for _, l := range ls {
		n := split(l, x)
		if n == 0 || n == len(l.Words) {
			continue
		}
		both++
		for side, ws := range [2][]Word{l.Words[:n], l.Words[n:]} {
			c := chunks(lineOf(ws), chunkGap)
			if len(c) < 2 || len(c)%2 != 0 {
				continue
			}
			if side == 0 {
				c = c[len(c)-2:]
			}
			if !figure(c[1].text()) || figure(c[0].text()) {
				continue
			}
			labels[side][c[0].text()] = true
			reach[side] = append(reach[side], c[1].X1-c[0].X0)
		}
	}
	for side := range reach {
		n := len(reach[side])
		if n < leastLines+2 || 10*n < 7*both || 10*len(labels[side]) < 9*n {
			return false
		}
		slices.Sort(reach[side])
	}
	a, b := reach[0][len(reach[0])/2], reach[1][len(reach[1])/2]
	return abs(a-b) < 0.1*max(a, b)
}

// shifted reports columns that stand on the right as they stand on the left, beyond a gutter
// that is wider than any gap between them.
func shifted(ls []Line, x float64) bool {
	firsts := map[string]bool{}
	rows, same := 0, 0
	for _, l := range ls {
		n := split(l, x)
		if n == 0 || n == len(l.Words) {
			continue
		}
		rows++
		a, b := chunks(lineOf(l.Words[:n]), chunkGap), chunks(lineOf(l.Words[n:]), chunkGap)
		if len(a) != len(b) || len(a) < 2 {
			continue
		}
		by, inner, alike := b[0].X0-a[0].X0, 0.0, true
		for k := range a {
			alike = alike && (abs(b[k].X0-a[k].X0-by) < 2 || abs(b[k].X1-a[k].X1-by) < 2)
			if k > 0 {
				inner = max(inner, a[k].X0-a[k-1].X1, b[k].X0-b[k-1].X1)
			}
		}
		if alike && b[0].X0-a[len(a)-1].X1 > 1.8*inner {
			same++
			firsts[a[0].text()] = true
			firsts[b[0].text()] = true
		}
	}
	return same >= 2*leastLines && 10*same >= 8*rows && 10*len(firsts) >= 18*same
}

// differ reports two sides set in different sizes.
func differ(a, b []Line) bool {
	x, y := median(a), median(b)
	return abs(x-y) > 0.05*max(x, y)
}

// median is the usual height of the lines.
func median(ls []Line) float64 {
	sizes := make([]float64, len(ls))
	for i, l := range ls {
		sizes[i] = l.Size
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}
