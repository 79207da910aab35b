package lookup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// uncached reports a formula without a saved value: its text proves nothing.
func uncached(c *table.Cell) bool { return c.Flags&table.Uncached != 0 }

func isDigit(r rune) bool { return unicode.IsDigit(r) }

// cellHit returns a hit of one span of one cell.
func (f *Finder) cellHit(r *Result, c *cellRead, start, end int) Hit {
	at := len(r.spans)
	r.spans = append(r.spans, verdict.Evidence{Row: c.row, Col: c.col, Start: start, End: end})
	return Hit{
		Evidence: r.spans[at:len(r.spans):len(r.spans)],
		Row:      c.cited, Col: c.col, Printed: c.cell.Text[start:end], Stored: c.cell.Stored,
		Whole: f.whole(c, start, end), Carried: c.carried,
	}
}

// whole reports whether a span holds every word of its cell.
func (f *Finder) whole(c *cellRead, start, end int) bool {
	ws := f.wordsOf(c)
	if len(ws) == 0 {
		return start == 0 && end == len(c.cell.Text)
	}
	return start <= ws[0].Start && end >= ws[len(ws)-1].End
}

// place returns a hit of the matcher's path: one span for each run of neighbouring words in
// a cell. Printed is what stands there; Value is the same with the hyphens that broke a word
// in two taken out.
func (f *Finder) place(r *Result, m *matcher) Hit {
	at := len(r.spans)
	first := f.cells[m.path[0].cell]
	if last := m.path[len(m.path)-1]; m.inOneRun() {
		ws := f.wordsOf(first)
		start, end := f.span(first, ws[m.path[0].word].Start, ws[last.word].End, false)
		h := f.cellHit(r, first, start, end)
		h.Value = clean(h.Printed)
		return h
	}
	p := pieces{f: f, m: m, r: r, whole: true}
	for p.i < len(m.path) {
		s := m.path[p.i]
		p.span(s.cell, s.word)
		for p.i > 0 && p.brokenOff() {
			half := m.path[p.i-1]
			p.span(half.cell2, half.word2)
		}
	}
	h := Hit{
		Evidence: r.spans[at:len(r.spans):len(r.spans)], Row: first.cited, Col: first.col,
		Whole: p.whole, Carried: first.carried, Printed: p.printed, Value: p.value,
	}
	if len(h.Evidence) == 1 {
		h.Stored = first.cell.Stored
	}
	return h
}

// inOneRun reports whether the match is neighbouring whole words of one cell.
func (m *matcher) inOneRun() bool {
	for i, s := range m.path {
		if s.joined || s.cell != m.path[0].cell || s.word != m.path[0].word+i {
			return false
		}
	}
	return true
}

// pieces puts the spans of a match together.
type pieces struct {
	f              *Finder
	m              *matcher
	r              *Result
	i              int // the step that comes next
	whole          bool
	broken         bool // the span before ends in the first half of a word
	glue           bool // the span before ends in a hyphen at its line's end
	printed, value string
}

// brokenOff reports whether the span before ended in the first half of a word whose second
// half stands in another cell, and takes note of it once.
func (p *pieces) brokenOff() bool {
	b := p.broken
	p.broken = false
	return b
}

// span adds the run of neighbouring words that begins with one word: the next step's first,
// or the second half of the step before.
func (p *pieces) span(ci, first int) {
	c := p.f.cells[ci]
	ws := p.f.wordsOf(c)
	second := p.i > 0 && p.m.path[p.i-1].joined && p.m.path[p.i-1].cell2 == ci && p.m.path[p.i-1].word2 == first &&
		p.m.path[p.i-1].cell != ci
	last := first
	if !second {
		last = p.step(ci)
	}
	for !p.broken && p.i < len(p.m.path) && p.m.path[p.i-1].next(p.m.path[p.i].cell, p.m.path[p.i].word) {
		last = p.step(ci)
	}
	start, end := p.f.span(c, ws[first].Start, ws[last].End, p.i < len(p.m.path) || p.broken)
	p.r.spans = append(p.r.spans, verdict.Evidence{Row: c.row, Col: c.col, Start: start, End: end})
	p.whole = p.whole && first == 0 && last == len(ws)-1
	p.add(c.cell.Text[start:end], p.f.unbroken(c, start, end, p.m, ci), second)
	p.glue = (p.i < len(p.m.path)) && ws[last].LineEnd && last == len(ws)-1
}

// step takes the next step and returns the last word of the cell that it covers.
func (p *pieces) step(ci int) int {
	s := p.m.path[p.i]
	p.i++
	if s.joined && s.cell2 == ci {
		return s.word2
	}
	p.broken = s.joined
	return s.word
}

func (p *pieces) add(printed, value string, second bool) {
	switch {
	case p.printed == "":
		p.printed, p.value = printed, clean(value)
	case second:
		p.printed += printed
		p.value = strings.TrimRightFunc(p.value, func(r rune) bool { return words.Hyphen(r) || r == 0xad }) + clean(value)
	case p.glue:
		p.printed += printed
		p.value += clean(value)
	default:
		p.printed += " " + printed
		p.value += " " + clean(value)
	}
}

// unbroken returns a span of a cell without the hyphens and line breaks inside words that
// the match joined.
func (f *Finder) unbroken(c *cellRead, start, end int, m *matcher, ci int) string {
	out, from := "", start
	ws := f.wordsOf(c)
	for _, s := range m.path {
		if s.joined && s.cell == ci && s.cell2 == ci && ws[s.word].End >= from && ws[s.word2].Start < end {
			out += c.cell.Text[from:ws[s.word].End]
			from = ws[s.word2].Start
		}
	}
	return out + c.cell.Text[from:end]
}

// span widens the span of words to what a person would mark: the hyphen at a line's end, the
// closing bracket of one that it opens, and the marks that the value begins and ends with
// too. more says that the match goes on elsewhere.
func (f *Finder) span(c *cellRead, start, end int, more bool) (int, int) {
	text := c.cell.Text
	if end == len(text) && start == 0 {
		return start, end
	}
	ws := f.wordsOf(c)
	if n := len(ws); n > 0 && end == ws[n-1].End && ws[n-1].LineEnd && more {
		r, size := utf8.DecodeRuneInString(text[end:])
		if words.Hyphen(r) || r == 0xad {
			end += size
		}
	}
	if end < len(text) {
		open := strings.Count(text[start:end], "(") - strings.Count(text[start:end], ")")
		if open > 0 && text[end] == ')' {
			end++
		}
	}
	if tail := f.tail; tail != "" && strings.HasPrefix(text[end:], tail) {
		end += len(tail)
	}
	if lead := f.lead; lead != "" && strings.HasSuffix(text[:start], lead) {
		start -= len(lead)
	}
	return start, end
}
