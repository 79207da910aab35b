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
// a cell.
func (f *Finder) place(r *Result, m *matcher) Hit {
	at := len(r.spans)
	whole := true
	var pieces [8]string
	printed := pieces[:0]
	glue := false
	for i := 0; i < len(m.path); {
		s := m.path[i]
		c := f.cells[s.cell]
		ws := f.wordsOf(c)
		first, last := s.word, s.word
		for {
			p := m.path[i]
			i++
			last = p.word
			if p.joined && p.cell2 == p.cell {
				last = p.word2
			} else if p.joined {
				break
			}
			if i == len(m.path) || !p.next(m.path[i].cell, m.path[i].word) {
				break
			}
		}
		start, end := f.span(c, ws[first].Start, ws[last].End, i < len(m.path) || m.path[i-1].joined)
		whole = whole && first == 0 && last == len(ws)-1
		r.spans = append(r.spans, verdict.Evidence{Row: c.row, Col: c.col, Start: start, End: end})
		printed = appendPiece(printed, c.cell.Text[start:end], glue)
		glue = i < len(m.path) && ws[last].LineEnd && last == len(ws)-1
		if p := m.path[i-1]; p.joined && p.cell2 != p.cell {
			c, last, printed = f.secondHalf(r, m, &i, printed)
			whole = whole && last == len(f.wordsOf(c))-1
			glue = false
		}
	}
	first := f.cells[m.path[0].cell]
	h := Hit{Evidence: r.spans[at:len(r.spans):len(r.spans)], Row: first.cited, Col: first.col, Whole: whole, Carried: first.carried}
	if len(h.Evidence) == 1 {
		h.Stored = first.cell.Stored
		h.Printed = printed[0]
	} else {
		h.Printed = strings.Join(printed, "")
	}
	return h
}

// secondHalf adds the span that starts with the second half of a broken word. The hyphen
// that broke it is no part of the value.
func (f *Finder) secondHalf(r *Result, m *matcher, i *int, printed []string) (*cellRead, int, []string) {
	p := m.path[*i-1]
	c := f.cells[p.cell2]
	ws := f.wordsOf(c)
	last := p.word2
	for *i < len(m.path) && m.path[*i].cell == p.cell2 && m.path[*i].word == last+1 && !m.path[*i].joined {
		last++
		*i++
	}
	start, end := f.span(c, ws[p.word2].Start, ws[last].End, *i < len(m.path))
	r.spans = append(r.spans, verdict.Evidence{Row: c.row, Col: c.col, Start: start, End: end})
	if n := len(printed); n > 0 {
		printed[n-1] = strings.TrimRightFunc(printed[n-1], func(r rune) bool { return words.Hyphen(r) || r == 0xad })
	}
	return c, last, append(printed, c.cell.Text[start:end])
}

func appendPiece(printed []string, piece string, glue bool) []string {
	if len(printed) > 0 && !glue {
		piece = " " + piece
	}
	return append(printed, piece)
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
