package layout

import (
	"math"
	"unicode"
	"unicode/utf8"
)

const (
	blockGap   = 3.2  // of the height: a wider gap between lines ends a block
	paragraph  = 0.85 // of the block's width: a longer line without gaps, of many words, ends it
	manyWords  = 9
	bridge     = 3   // lines without gaps that may stand between two with gaps
	longBridge = 16  // the same where each stands within one column
	tailGap    = 0.6 // of the height: a line that hangs on the last one
	tailWidth  = 0.5 // of the block's width
	ruledShare = 0.5 // of the lines that an upright must run along to divide columns
)

// streams reads lines that no grid holds: runs of lines whose gaps fit together become tables,
// all others stay lines.
func streams(ls []Line, r rules) []Block {
	s := stream{lines: ls, rules: r, pieces: make([][]chunk, len(ls))}
	for i, l := range ls {
		s.pieces[i] = chunks(l, chunkGap)
	}
	var out []Block
	for i := 0; i < len(ls); {
		if len(s.pieces[i]) < 2 || s.sentence(i) {
			out = append(out, s.loose(i))
			i++
			continue
		}
		end := s.end(i)
		if end-i < 2 {
			out = append(out, s.loose(i))
			i++
			continue
		}
		for from := i; i > 0 && from-i < maxHeads && len(out) > 0 && out[len(out)-1].Kind == Loose && s.headsOver(i-1, i, end); i-- {
			out = out[:len(out)-1]
		}
		out = append(out, s.block(i, end)...)
		i = end
	}
	return out
}

// headsOver reports line k, close above the first line of a block that ends before end, over
// its columns but the first: a heading over several. A line drawn between the two that reaches
// over a part of the table is its mark, one over all of it is the table's upper edge. Where
// nothing is drawn a line over the middle of the table is a caption.
func (s *stream) headsOver(k, i, end int) bool {
	l, first := s.lines[k], s.lines[i]
	if first.Y0-l.Y1 > headAbove*l.Size {
		return false
	}
	box := first.Box
	for _, o := range s.lines[i:end] {
		box = box.Union(o.Box)
	}
	if l.X1 > box.X1+l.Size || l.Width() > headWidth*box.Width() {
		return false
	}
	for _, h := range s.rules.level {
		if h.pos > l.Base-0.3*l.Size && h.pos < first.Base-0.3*first.Size && h.a < l.X1 && h.b > l.X0 {
			return h.a > box.X0+l.Size && h.a <= l.X0+1 && h.b >= l.X1-1
		}
	}
	if len(s.pieces[k]) > 1 || abs(l.X0+l.X1-box.X0-box.X1) < 2*offCentre*box.Width() {
		return false
	}
	if len(s.pieces[i]) > 2 && l.X0 > s.pieces[i][0].X1 {
		return true
	}
	seps := separators(s.pieces[i:end], box.X0-1, box.X1+1, s.drawn(i, end))
	return len(seps) > 1 && l.X0 > seps[0]
}

// A stream is the lines of a page outside its grids, from the top.
type stream struct {
	lines  []Line
	pieces [][]chunk
	rules  rules
}

// loose is one line as a block of its own.
func (s *stream) loose(i int) Block {
	var r Row
	pieces := loosePieces(s.lines[i])
	if s.sentence(i) {
		pieces = []chunk{{s.lines[i].Box, s.lines[i].Words}}
	}
	for k, c := range pieces {
		r.Cells = append(r.Cells, Cell{Col: k, Text: c.text(), Box: c.Box, Size: c.size()})
	}
	r.Box, r.Lines = s.lines[i].Box, 1
	return Block{Kind: Loose, Box: r.Box, Rows: []Row{r}, Columns: len(r.Cells)}
}

// end returns the line after the block that begins at line i.
func (s *stream) end(i int) int {
	last := i
	for j := i + 1; j < len(s.lines); j++ {
		l := s.lines[j]
		gap := l.Y0 - s.lines[last].Y1
		for k := last + 1; k < j; k++ {
			gap = min(gap, l.Y0-s.lines[k].Y1)
		}
		if gap > blockGap*max(l.Size, 4) {
			break
		}
		if len(s.pieces[j]) >= 2 {
			if s.sentence(j) || !s.fits(i, last, j) {
				break
			}
			last = j
			continue
		}
		if j-last > bridge && (j-last > longBridge || !s.inColumn(last, j)) || l.Width() > paragraph*s.width(i, last) && len(l.Words) > manyWords {
			break
		}
	}
	end := last + 1
	if end < len(s.lines) && len(s.pieces[end]) == 1 {
		l := s.lines[end]
		if l.Y0-s.lines[end-1].Y1 < tailGap*l.Size && l.Width() < tailWidth*s.width(i, last) {
			end++
		}
	}
	for end < len(s.lines) && end-last <= longBridge && len(s.pieces[end]) == 1 && s.inColumn(last, end) && s.lines[end].X0 > s.lines[last].X0+s.lines[end].Size &&
		s.lines[end].Y0-s.lines[end-1].Y1 < tailGap*s.lines[end].Size {
		end++
	}
	return end
}

// sentence reports a line of running text whose words are set wide, to reach both edges: no gap
// is much wider than the others, and most pieces begin within a sentence.
func (s *stream) sentence(i int) bool {
	l, pieces := s.lines[i], s.pieces[i]
	if len(l.Words) <= manyWords {
		return false
	}
	small := 0
	for k, c := range pieces[1:] {
		if c.X0-pieces[k].X1 > proseGap*l.Size {
			return false
		}
		if first, _ := utf8.DecodeRuneInString(c.words[0].Text); unicode.IsLower(first) {
			small++
		}
	}
	return 2*small >= len(pieces)-1
}

// inColumn reports line j, without gaps, between two gaps of line i: text that goes on in one
// column of a row. Under a row of many cells a text may run over the next columns, which are
// empty beside it; it only begins behind the first.
func (s *stream) inColumn(i, j int) bool {
	l := s.lines[j]
	if len(s.pieces[i]) > 3 && l.X0 > s.pieces[i][0].X1 {
		return true
	}
	for k := 1; k < len(s.pieces[i]); k++ {
		if a, b := s.pieces[i][k-1].X1, s.pieces[i][k].X0; l.X0 < a && l.X1 > b {
			return false
		}
	}
	return true
}

// fits reports a line whose gaps fit one of the last lines of the block.
func (s *stream) fits(i, last, j int) bool {
	for k := last; k >= i && k > last-6; k-- {
		if len(s.pieces[k]) > 1 && compatible(s.pieces[k], s.pieces[j]) {
			return true
		}
	}
	return false
}

// compatible reports two lines of which about half of the gaps lie over each other.
func compatible(a, b []chunk) bool {
	n := 0
	for i := 1; i < len(a); i++ {
		for j := 1; j < len(b); j++ {
			if min(a[i].X0, b[j].X0)-max(a[i-1].X1, b[j-1].X1) > 1 {
				n++
				break
			}
		}
	}
	return n >= 1 && 2*n >= min(len(a), len(b))-1
}

func (s *stream) width(i, j int) float64 {
	x0, x1 := math.Inf(1), math.Inf(-1)
	for k := i; k <= j; k++ {
		x0, x1 = min(x0, s.lines[k].X0), max(x1, s.lines[k].X1)
	}
	return x1 - x0
}

// block makes a table of the lines from i to end-1, or leaves them lines.
func (s *stream) block(i, end int) []Block {
	box := s.lines[i].Box
	for _, l := range s.lines[i:end] {
		box = box.Union(l.Box)
	}
	seps := separators(s.pieces[i:end], box.X0-1, box.X1+1, s.drawn(i, end))
	b := Block{Kind: Edges, Box: box, Columns: len(seps) + 1, Edges: seps}
	rows := make([]flow, 0, end-i)
	for k := i; k < end; k++ {
		l := s.lines[k]
		rows = append(rows, flow{Row: rowOf(cutAt(s.pieces[k], seps), seps), base: l.Base, size: l.Size})
	}
	rows = joinHeads(rows, b.Columns, s.rules.level)
	b.Rows = joinWrapped(rows, s.rules.level, box.X0, box.X1)
	if b.tabular() {
		return []Block{b}
	}
	var out []Block
	for k := i; k < end; k++ {
		out = append(out, s.loose(k))
	}
	return out
}

// drawn returns the uprights that run along at least half of the lines.
func (s *stream) drawn(i, end int) []float64 {
	var out []float64
	for _, u := range s.rules.upright {
		n := 0
		for _, l := range s.lines[i:end] {
			if u.a <= l.Base && u.b >= l.Base-l.Size/2 {
				n++
			}
		}
		if float64(n) >= ruledShare*float64(end-i) {
			out = append(out, u.pos)
		}
	}
	return out
}
