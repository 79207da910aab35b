package layout

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

// A Word is a run of characters without a gap.
type Word struct {
	content.Box
	Text string
	Size float64 // height of its characters
	Base float64 // of its baseline
}

// A Line is what stands on one baseline.
type Line struct {
	content.Box
	Words      []Word
	Base, Size float64
}

const (
	sameLine = 0.3  // of the height, between the baselines of one line
	wordGap  = 0.10 // of the height, between two words
)

// lines groups characters by baseline, and those of a line into words.
func lines(chars []content.Char) []Line {
	type group struct {
		chars      []content.Char
		base, size float64
	}
	chars = slices.Clone(chars)
	slices.SortStableFunc(chars, func(a, b content.Char) int { return compare(a.Y, b.Y) })
	var groups []*group
	for _, c := range chars {
		h := c.Box.Height()
		var best *group
		near := 0.0
		for k := len(groups) - 1; k >= 0 && k >= len(groups)-6; k-- {
			g := groups[k]
			d := abs(c.Y - g.base)
			if d <= sameLine*min(max(h, 3), max(g.size, 3)) && (best == nil || d < near) {
				best, near = g, d
			}
		}
		if best == nil {
			groups = append(groups, &group{chars: []content.Char{c}, base: c.Y, size: h})
			continue
		}
		best.chars = append(best.chars, c)
		if c.Rune != ' ' && h > best.size {
			best.size = h
		}
	}
	var out []Line
	for _, g := range groups {
		if ws := words(g.chars); len(ws) > 0 {
			l := lineOf(ws)
			l.Base = g.base
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b Line) int { return compare(a.Base, b.Base) })
	return out
}

// words cuts the characters of one line at gaps and at drawn spaces.
func words(chars []content.Char) []Word {
	slices.SortStableFunc(chars, func(a, b content.Char) int { return compare(a.Box.X0, b.Box.X0) })
	var out []Word
	var text []rune
	var ends []float64
	var w Word
	flush := func() {
		n := withoutLead(text)
		if n < len(text) && n > 0 {
			w.X1 = ends[n-1]
		}
		if n > 0 {
			w.Text = spelled(text[:n])
			out = append(out, w)
		}
		text, ends = text[:0], ends[:0]
	}
	for _, c := range chars {
		h := c.Box.Height()
		if unicode.IsSpace(c.Rune) {
			if len(text) > 0 && c.Box.X0 >= w.X1-0.3*w.Height() {
				flush()
			}
			continue
		}
		if len(text) > 0 && !unicode.Is(unicode.Mn, c.Rune) && (c.Box.X0-w.X1 > wordGap*min(h, w.Height()) || c.Box.X0 < w.X0-1 && w.X1-c.Box.X0 > 0.6*h) {
			flush()
		}
		if len(text) == 0 {
			w = Word{Box: c.Box, Size: h, Base: c.Y}
		}
		w.Box = w.Box.Union(c.Box)
		text, ends = append(text, c.Rune), append(ends, w.X1)
	}
	flush()
	return out
}

// ligatures are letters joined in print.
var ligatures = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st")

// spelled returns the canonical text of a word: joined letters apart, accents composed.
func spelled(text []rune) string {
	s := string(text)
	for i := range len(s) {
		if s[i] >= 0x80 {
			return norm.NFC.String(ligatures.Replace(s))
		}
	}
	return s
}

// lineOf makes a line of words that stand on one baseline, from left to right.
func lineOf(ws []Word) Line {
	ws = slices.Clone(ws)
	slices.SortStableFunc(ws, func(a, b Word) int { return compare(a.X0, b.X0) })
	l := Line{Box: ws[0].Box, Words: ws, Base: ws[0].Base}
	for _, w := range ws {
		l.Box = l.Box.Union(w.Box)
		if w.Size > l.Size {
			l.Size, l.Base = w.Size, w.Base
		}
	}
	return l
}

// joinLines joins lines that stand on one baseline, and sorts them from the top.
func joinLines(ls []Line) []Line {
	slices.SortStableFunc(ls, func(a, b Line) int { return compare(a.Base, b.Base) })
	var out []Line
	for _, l := range ls {
		if n := len(out); n > 0 && abs(out[n-1].Base-l.Base) < sameLine*min(l.Size, out[n-1].Size) {
			out[n-1] = lineOf(append(out[n-1].Words, l.Words...))
			continue
		}
		out = append(out, l)
	}
	return out
}

// text joins the words of a line.
func (l Line) text() string {
	var b strings.Builder
	for i, w := range l.Words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}

// A chunk is a piece of a line without a wide gap: what may be one cell.
type chunk struct {
	content.Box
	words []Word
}

const chunkGap = 0.65 // of the height, between two cells

// chunks cuts a line at wide gaps, and between two whole numbers.
func chunks(l Line, gap float64) []chunk {
	var out []chunk
	for i, w := range l.Words {
		if i > 0 {
			c := &out[len(out)-1]
			if last := l.Words[i-1]; w.X0-c.X1 <= gap*min(w.Size, last.Size) && !twoNumbers(last.Text, w.Text) {
				c.Box = c.Box.Union(w.Box)
				c.words = append(c.words, w)
				continue
			}
		}
		out = append(out, chunk{w.Box, []Word{w}})
	}
	return out
}

func (c chunk) text() string { return Line{Words: c.words}.text() }

// size is the height of the letters.
func (c chunk) size() float64 {
	s := 0.0
	for _, w := range c.words {
		s = max(s, w.Size)
	}
	return s
}
