package lookup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// findText looks the words of a text up: in order, with breaks only where printed text
// breaks.
func (f *Finder) findText(q *Query, r *Result) {
	quote := q.Claim.Quote
	value := f.valueWords(quote)
	if len(value) == 0 {
		f.empty(q, r)
		return
	}
	if f.isEmptyWord(value) && f.findKept(q, r, value) {
		return
	}
	m := &f.match
	m.begin(f, value, q.InHeadings)
	short := lettersAndDigits(value) <= 2
	for ci, c := range f.cells {
		if m.skip(ci) {
			continue
		}
		ws := f.wordsOf(c)
		for wi := range ws {
			if !words.Same(ws[wi], value[0]) && !ws[wi].LineEnd {
				continue
			}
			if m.from(ci, wi) {
				f.textHit(q, r, m, short)
			}
		}
	}
	if len(r.Hits) > 0 {
		return
	}
	f.scattered(q, r, m)
}

// valueWords splits the quote. Where a cell prints just the quote between blanks, its words
// are the value's, and nothing has to be split.
func (f *Finder) valueWords(quote string) []words.Word {
	for _, c := range f.cells {
		if c.long || len(c.cell.Text) < len(quote) || quote == "" {
			continue
		}
		at := strings.Index(c.cell.Text, quote)
		if at < 0 || !blankBefore(c.cell.Text, at) || !blankBehind(c.cell.Text, at+len(quote)) {
			continue
		}
		ws := f.wordsOf(c)
		first := 0
		for first < len(ws) && ws[first].Start < at {
			first++
		}
		last := len(ws)
		for last > first && ws[last-1].End > at+len(quote) {
			last--
		}
		f.quoteEdges(quote, ws[first:last], at)
		return ws[first:last]
	}
	f.value = f.split.Into(f.value, quote)
	f.quoteEdges(quote, f.value, 0)
	return f.value
}

func blankBefore(s string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:at])
	return at == 0 || words.Space(r)
}

func blankBehind(s string, at int) bool {
	r, _ := utf8.DecodeRuneInString(s[at:])
	return at == len(s) || words.Space(r)
}

// quoteEdges keeps the punctuation around the words of the quote, which begins at an offset
// of the text that the words were split from.
func (f *Finder) quoteEdges(quote string, value []words.Word, at int) {
	f.lead, f.tail = "", ""
	if n := len(value); n > 0 {
		f.lead = strings.TrimLeft(quote[:value[0].Start-at], " \t\n")
		f.tail = strings.TrimRight(quote[value[n-1].End-at:], " \t\n")
	}
}

// empty answers a quote without a word: a lone dash is right where a stored zero prints so.
func (f *Finder) empty(q *Query, r *Result) {
	r.Verdict, r.Code = verdict.Refused, finding.EmptyValue
	if q.Field.Type.Numeric() {
		f.findZeroDash(q, r)
	}
}

// lettersAndDigits counts what a value proves with.
func lettersAndDigits(value []words.Word) int {
	n := 0
	for i := range value {
		s := value[i].Text
		if len(s) > 2*utf8.UTFMax && n == 0 && i == 0 {
			return 3
		}
		for _, r := range s {
			if unicode.IsLetter(r) || unicode.IsNumber(r) {
				n++
			}
		}
		if n > 2 {
			break
		}
	}
	return n
}

// textHit records the match that m found. Figures written by character recognition that was
// not sure are held.
func (f *Finder) textHit(q *Query, r *Result, m *matcher, short bool) {
	h := f.place(r, m)
	h.Verdict = verdict.Accepted
	switch {
	case short && !h.Whole:
		h.Verdict, h.Code = verdict.Held, finding.TooShort
	case m.doubtful():
		h.Verdict, h.Code = verdict.Held, finding.DoubtfulRecognition
	}
	r.Hits = append(r.Hits, h)
}

// scattered answers a value of which no place holds within the breaks that are allowed.
func (f *Finder) scattered(q *Query, r *Result, m *matcher) {
	if m.loose(false) {
		f.loose(r, m, finding.WordsScattered)
		return
	}
	if f.unread(q, r) {
		return
	}
	r.Verdict = verdict.Refused
	if f.headers && m.loose(true) {
		if m.onlyHeadings() {
			r.Code = finding.HeaderOnly
			return
		}
		f.loose(r, m, finding.WordsScattered)
		return
	}
	r.Code = m.why()
}

func (f *Finder) loose(r *Result, m *matcher, code string) {
	h := f.place(r, m)
	h.Verdict, h.Code = verdict.Held, code
	r.Hits = append(r.Hits, h)
	r.Verdict, r.Code = verdict.None, ""
}

// unread records the cited cells that were not read: formulas whose value was not saved,
// and cells longer than the check reads. The value may stand there.
func (f *Finder) unread(q *Query, r *Result) bool {
	for _, c := range f.cells {
		code := ""
		switch {
		case c.header && !q.InHeadings:
		case uncached(c.cell):
			code = finding.NotCalculated
		case c.long:
			code = finding.CellTooLong
		}
		if code == "" {
			continue
		}
		start := len(r.spans)
		r.spans = append(r.spans, verdict.Evidence{Row: c.row, Col: c.col, Start: 0, End: len(c.cell.Text)})
		r.Hits = append(r.Hits, Hit{
			Evidence: r.spans[start:len(r.spans):len(r.spans)], Row: c.cited, Col: c.col, Verdict: verdict.Held,
			Code: code, Printed: c.cell.Text, Stored: c.cell.Stored, Carried: c.carried, Whole: true,
		})
	}
	if len(r.Hits) > 0 {
		r.Verdict, r.Code = verdict.None, ""
		return true
	}
	return false
}

// isEmptyWord reports a value that is one of the task's words for nothing.
func (f *Finder) isEmptyWord(value []words.Word) bool {
	for i := range f.empties {
		if words.EqualWords(f.empties[i], value) {
			return true
		}
	}
	return false
}

// findKept takes a cell whose whole text is the quote although it is no value of the field's
// type: the value is null, and the text is kept as printed.
func (f *Finder) findKept(q *Query, r *Result, value []words.Word) bool {
	for _, c := range f.cells {
		if c.header && !q.InHeadings || uncached(c.cell) || !words.EqualWords(f.wordsOf(c), value) {
			continue
		}
		if f.printOf(c, q.Field) == Printed && !f.isEmptyWord(value) {
			continue
		}
		h := f.cellHit(r, c, 0, len(c.cell.Text))
		h.Verdict, h.Note, h.Whole, h.Null = verdict.Accepted, finding.KeptAsPrinted, true, true
		h.empty = f.isEmptyWord(value)
		r.Hits = append(r.Hits, h)
	}
	return len(r.Hits) > 0
}

// clean returns a printed text as a value: blanks and line breaks folded to one blank, and
// nothing that a reader cannot see.
func clean(s string) string {
	if isClean(s) {
		return s
	}
	b := make([]byte, 0, len(s))
	pending := false
	for _, r := range s {
		switch {
		case words.Invisible(r):
		case words.Space(r):
			pending = len(b) > 0
		default:
			if pending {
				b, pending = append(b, ' '), false
			}
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}

func isClean(s string) bool {
	blank := true
	for _, r := range s {
		switch {
		case r == ' ':
			if blank {
				return false
			}
			blank = true
			continue
		case r < ' ', r >= 0x85 && (words.Invisible(r) || words.Space(r)):
			return false
		}
		blank = false
	}
	return s == "" || !blank
}
