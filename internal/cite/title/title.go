// Package title checks answers about a text that has titled parts: the title that an answer
// names stands once among the titles, and the clause that the answer quotes stands under that
// very title. Unknown is a right answer, without a link.
//
// The check is a pure function of the answer and the parts; the rules are those of
// docs/checks.md, section 4.
package title

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/rowproof/rowproof/internal/cite/exact"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// A Part is one titled part of a text.
type Part struct{ Title, Text string }

// An Answer is what was answered to one question.
type Answer struct {
	Text     string
	Question string
	Unknown  bool    // the answer says that it does not know
	Title    *string // nil: none was given
	Clause   *string // nil: the quoted spans of the text are its clauses
	// UnknownWords are the task's words for an answer that does not know. They count only
	// where neither a title nor a clause was given.
	UnknownWords []string
}

// A Span is where a clause stands in the text of a part.
type Span struct{ Start, End int }

// An Outcome is what was decided. Spans, one a clause, hold where Part is not -1.
type Outcome struct {
	Verdict verdict.Verdict
	Code    string
	Linked  bool // the title leads to its part
	Part    int  // index of the titled part, -1 for none
	Spans   []Span
}

// An Index is the parts of a text made ready, so that many answers can be checked.
type Index struct{ parts []part }

type part struct {
	title string // normalised for comparing; empty for an untitled part
	fold  folded
	text  string
}

// NewIndex returns the index of the parts.
func NewIndex(parts []Part) *Index {
	x := &Index{parts: make([]part, 0, len(parts))}
	for i := range parts {
		x.parts = append(x.parts, part{Normal(parts[i].Title), fold(parts[i].Text), parts[i].Text})
	}
	return x
}

// Normal returns a title as titles are compared: NFC, blanks folded and cut off at both ends.
// Case and accents count.
func Normal(title string) string {
	s := strings.Map(func(r rune) rune {
		if words.Invisible(r) {
			return -1
		}
		return r
	}, norm.NFC.String(title))
	return strings.Join(strings.FieldsFunc(s, words.Space), " ")
}

// Check decides an answer.
func (x *Index) Check(a *Answer) Outcome {
	named := ""
	if a.Title != nil {
		named = Normal(*a.Title)
	}
	if a.unknown() {
		if named != "" {
			return refuse(finding.UnknownWithTitle)
		}
		return Outcome{Verdict: verdict.Accepted, Part: -1}
	}
	if named == "" {
		return refuse(finding.TitleMissing)
	}
	at, code := x.find(named)
	if code != "" {
		return refuse(code)
	}
	clauses, code := a.clauses()
	if code != "" {
		return refuse(code)
	}
	o := Outcome{Verdict: verdict.Accepted, Linked: true, Part: at}
	for _, c := range clauses {
		s, ok := x.parts[at].fold.find(c)
		if !ok {
			return refuse(finding.ClauseNotInChunk)
		}
		o.Spans = append(o.Spans, s)
	}
	switch {
	case !anyProves(clauses):
		return refuse(finding.ClauseTooShort)
	case x.elsewhere(at, clauses):
		o.Verdict, o.Code, o.Linked = verdict.Held, finding.ClauseNotDistinctive, false
	case !x.figuresStand(at, a):
		o.Verdict, o.Code, o.Linked = verdict.Held, finding.NumberNotInChunk, false
	}
	return o
}

func refuse(code string) Outcome { return Outcome{Verdict: verdict.Refused, Code: code, Part: -1} }

// unknown reports an answer that says it does not know.
func (a *Answer) unknown() bool {
	if a.Unknown {
		return true
	}
	if a.Title != nil && Normal(*a.Title) != "" || a.Clause != nil && Normal(*a.Clause) != "" {
		return false
	}
	said := words.Split(a.Text)
	for _, w := range a.UnknownWords {
		if ws := words.Split(w); len(ws) > 0 && words.EqualWords(ws, said) {
			return true
		}
	}
	return false
}

// find returns the part with the title.
func (x *Index) find(named string) (at int, code string) {
	at = -1
	for i := range x.parts {
		if x.parts[i].title != named {
			continue
		}
		if at >= 0 {
			return -1, finding.TitleNotUnique
		}
		at = i
	}
	if at < 0 {
		return -1, finding.TitleNotInList
	}
	return at, ""
}

// clauses returns the folded clauses of the answer: the one that was given, which must be
// part of what the answer says, else every quoted span of its text.
func (a *Answer) clauses() ([]folded, string) {
	var said []string
	if a.Clause != nil {
		said = []string{*a.Clause}
	} else {
		said = Quoted(a.Text)
	}
	var out []folded
	for _, s := range said {
		c := fold(s).trim()
		if len(c.runes) == 0 {
			continue
		}
		if a.Clause != nil {
			if _, ok := fold(a.Text).find(c); !ok {
				return nil, finding.ClauseNotInAnswer
			}
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil, finding.ClauseMissing
	}
	return out, ""
}

// anyProves reports whether some clause has two words, or one with a digit, and four letters
// or digits in all.
func anyProves(clauses []folded) bool {
	for _, c := range clauses {
		n, count, digit, in := 0, 0, false, false
		for _, r := range c.runes {
			switch {
			case unicode.IsLetter(r) || unicode.IsNumber(r):
				count++
				digit = digit || unicode.IsNumber(r)
				if !in {
					n, in = n+1, true
				}
			case r == ' ':
				in = false
			}
		}
		if count >= 4 && (n >= 2 || digit) {
			return true
		}
	}
	return false
}

// elsewhere reports whether one other part has every clause too, so that its title would have
// passed as well.
func (x *Index) elsewhere(at int, clauses []folded) bool {
	for i := range x.parts {
		if i == at {
			continue
		}
		all := true
		for _, c := range clauses {
			if _, ok := x.parts[i].fold.find(c); !ok {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// figuresStand reports whether every figure of the answer stands, whole, in the part, in its
// title or in the question.
func (x *Index) figuresStand(at int, a *Answer) bool {
	printed := figures(x.parts[at].text)
	printed = append(printed, figures(x.parts[at].title)...)
	printed = append(printed, figures(a.Question)...)
	for _, f := range figures(a.Text) {
		found := false
		for _, p := range printed {
			found = found || p == f
		}
		if !found {
			return false
		}
	}
	return true
}

// figures returns the figures of a text as written, whole: with their sign and the marks
// between their digits.
func figures(s string) []string {
	s = exact.Canonical(s)
	var out []string
	for i := 0; i < len(s); {
		end := exact.FigureEnd(s, i)
		if end == i {
			i++
			continue
		}
		out = append(out, strings.Map(plainMark, s[i:end]))
		i = end
	}
	return out
}

// plainMark writes the marks of a figure in one way.
func plainMark(r rune) rune {
	switch {
	case words.Hyphen(r):
		return '-'
	case words.Apostrophe(r):
		return '\''
	case words.Space(r):
		return ' '
	}
	return r
}
