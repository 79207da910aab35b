package notation

import "unicode/utf8"

// Find gives the figures of a text in order: certain and held ones, and the tokens with
// digits that are none, each with its reason. It reads one cell: joined cells would weld
// their figures.
func Find(text string, c Context) []Figure {
	if f, ok := plainCell(text, c); ok {
		return []Figure{f}
	}
	if !mayHaveFigure(text) {
		return nil
	}
	s := scanner{text: text, c: c, g: glyphsOf(nil, text)}
	s.scan()
	return s.found
}

// ParseValue reads a text that must be exactly one figure with only affixes around it.
// Anything else is no figure, with the reason.
func ParseValue(text string, c Context) Figure {
	if f, ok := plainCell(text, c); ok {
		return f
	}
	if !mayHaveFigure(text) {
		return Figure{End: len(text), Reason: "no_digit"}
	}
	s := scanner{text: text, c: c, g: glyphsOf(nil, text)}
	s.scan()
	return s.value()
}

// value gives the one figure that was found, if it is all of the text but for its affixes.
func (s *scanner) value() Figure {
	switch {
	case len(s.found) == 0:
		return Figure{End: len(s.text), Reason: "no_digit"}
	case len(s.found) > 1:
		return Figure{End: len(s.text), Reason: "several_figures"}
	}
	f := s.found[0]
	if f.Status != NotAFigure && (s.lo > 0 || s.hi < len(s.g)) {
		return Figure{Start: f.Start, End: f.End, Reason: "words_beside"}
	}
	return f
}

// Whole gives the figure that a cell is, and false where the cell is none or holds anything
// else beside it.
func Whole(text string, c Context) (Figure, bool) {
	f := ParseValue(text, c)
	return f, f.Status != NotAFigure
}

// mayHaveFigure says whether a text has a digit or a fraction in any script.
func mayHaveFigure(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			return true
		case c >= utf8.RuneSelf:
			for _, r := range text[i:] {
				g := glyph{r: r, kind: other}
				if r < utf8.RuneSelf {
					g.kind = asciiKind(byte(r))
				} else {
					g.wide()
				}
				if g.kind == digit || g.kind == fraction {
					return true
				}
			}
			return false
		}
	}
	return false
}

// A scanner reads the figures of one cell.
type scanner struct {
	text   string
	c      Context
	g      []glyph
	chunks []chunk
	spans  []span
	found  []Figure
	taken  int // the last chunk that is an affix of a figure already read
	lo, hi int // the glyphs that the figure read last takes
}

// A chunk is what stands between two blanks.
type chunk struct {
	lo, hi   int32 // its glyphs
	from, to int32 // the core of a figure
	start    int32 // where its affixes start
	gap      rune  // the blank before it, 0 for the start of a piece
	wide     bool  // the piece starts behind a wide gap of blanks, not behind a tab, bar or line
	class    class
	reason   string // of nothing
	affix    affix  // of its own glyphs
}

type class uint8

const (
	word     class = iota
	figure         // one core, with affixes
	compound       // digits, something else, digits
	nothing        // digits that are no figure
	block          // digits that continue a figure already read
	spanned        // part of a compound that joins blocks beside it
)

// divide cuts the text into chunks.
func (s *scanner) divide() {
	n := 1
	for _, g := range s.g {
		if g.kind == blank || g.kind == hard {
			n++
		}
	}
	list := s.chunks[:0]
	if cap(list) < n {
		list = make([]chunk, 0, n)
	}
	gap, wide := rune(0), false
	for i := 0; i < len(s.g); {
		switch s.g[i].kind {
		case blank:
			gap, wide = s.g[i].r, false
			i++
			continue
		case hard:
			r := s.g[i].r
			gap, wide = 0, !breaksLine(r) && r != '\t' && r != '|'
			i++
			continue
		}
		lo := i
		for i < len(s.g) && s.g[i].kind != blank && s.g[i].kind != hard {
			i++
		}
		list = append(list, chunk{lo: int32(lo), hi: int32(i), gap: gap, wide: wide})
	}
	s.chunks = list
}

// scan classes the chunks and reads the figures in them, from left to right.
func (s *scanner) scan() {
	s.divide()
	for i := range s.chunks {
		s.classify(&s.chunks[i])
	}
	s.markDates()
	s.markAccounts()
	s.markPhones()
	s.markSpans()
	s.taken = -1
	for i := 0; i < len(s.chunks); {
		ch := &s.chunks[i]
		switch ch.class {
		case figure:
			i = s.run(i)
			continue
		case spanned:
			i = s.span(i)
			continue
		case compound:
			s.compound(i)
		case nothing:
			s.refuse(int(ch.lo), int(ch.hi), ch.reason)
		}
		i++
	}
}

// add notes a figure, its span without punctuation at the ends and without brackets that
// enclose more than the figure.
func (s *scanner) add(f Figure, a *affix) {
	s.reach(int(a.lo), int(a.hi))
	lo, hi := a.lo, a.hi
	for lo < hi && s.loose(lo, a) {
		lo++
	}
	for lo < hi && s.loose(hi-1, a) {
		hi--
	}
	f.Start, f.End = int(s.g[lo].at), int(s.g[hi-1].end)
	if s.found == nil {
		s.found = make([]Figure, 0, 1)
	}
	s.found = append(s.found, f)
}

// loose says whether a glyph at an end of a figure is no part of it.
func (s *scanner) loose(at int32, a *affix) bool {
	switch g := s.g[at]; g.kind {
	case stop, quote, labelEnd, blank:
		return true
	case point:
		return at+1 == a.hi || s.g[at+1].kind != digit && s.g[at+1].kind != dash && s.g[at+1].kind != emDash
	case opening, closing:
		return g.pair < a.lo || g.pair >= a.hi
	}
	return false
}

// refuse notes a token with digits that is no figure.
func (s *scanner) refuse(lo, hi int, reason string) {
	s.reach(lo, hi)
	s.found = append(s.found, Figure{Start: int(s.g[lo].at), End: int(s.g[hi-1].end), Reason: reason})
}

// reach notes which glyphs the figure read last takes, punctuation included.
func (s *scanner) reach(lo, hi int) { s.lo, s.hi = lo, hi }

// classify finds the core of a chunk and reads the affixes in it.
func (s *scanner) classify(ch *chunk) {
	lo, hi := int(ch.lo), int(ch.hi)
	first := lo
	for first < hi && s.g[first].kind != digit && s.g[first].kind != fraction {
		first++
	}
	if first == hi {
		return
	}
	if first > lo && s.g[first-1].kind == letter && s.unitAlone(lo, hi) {
		return
	}
	from := s.coreStart(first, lo)
	to := s.coreEnd(first, hi)
	ch.from, ch.to = int32(from), int32(to)
	if s.mixedDigits(from, to) {
		ch.class, ch.reason = nothing, "mixed_digits"
		return
	}
	ch.class = figure
	ch.start = int32(s.before(&ch.affix, from, lo, false))
	if ch.affix.reason == "" {
		left := ch.affix
		end := s.after(&ch.affix, to, hi, false)
		if end < hi && s.digitsIn(end, hi) || ch.affix.reason != "" && s.digitsIn(to, hi) {
			ch.class = compound
			ch.affix = left
			return
		}
	}
	if ch.affix.reason != "" {
		ch.class, ch.reason = nothing, ch.affix.reason
	}
}

// unitAlone says whether a chunk is a unit or a rate that has a digit in it: m2, €/m2.
func (s *scanner) unitAlone(lo, hi int) bool {
	var a affix
	return s.after(&a, lo, hi, true) == hi && a.reason == "" && (a.unitTo > 0 || a.impure)
}

func (s *scanner) digitsIn(from, to int) bool {
	for _, g := range s.g[from:to] {
		if g.kind == digit || g.kind == fraction {
			return true
		}
	}
	return false
}

// coreStart takes the mark before the first digit into the core, where nothing, a sign, a
// currency or an opening bracket stands before it: .50 and €.99.
func (s *scanner) coreStart(first, lo int) int {
	if first == lo || s.g[first].kind != digit || s.g[first-1].kind != point && s.g[first-1].r != 0x066B {
		return first
	}
	if first-1 == lo {
		return first - 1
	}
	switch s.g[first-2].kind {
	case dash, emDash, plus, currency, opening:
		return first - 1
	}
	return first
}

// coreEnd gives where the core that starts before a digit ends: behind the last digit that
// only core characters lead to.
func (s *scanner) coreEnd(first, hi int) int {
	end := first
	for i := first; i < hi; i++ {
		switch s.g[i].kind {
		case digit, fraction:
			end = i + 1
		case point, apostrophe, arabic:
		default:
			return end
		}
	}
	return end
}

func (s *scanner) mixedDigits(from, to int) bool {
	zero := rune(0)
	for _, g := range s.g[from:to] {
		if g.kind != digit {
			continue
		}
		if zero != 0 && g.zero != zero {
			return true
		}
		zero = g.zero
	}
	return false
}

// plain says whether the core of a chunk is digits only.
func (s *scanner) plain(ch *chunk) bool {
	for _, g := range s.g[ch.from:ch.to] {
		if g.kind != digit {
			return false
		}
	}
	return true
}
