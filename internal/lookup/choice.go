package lookup

import (
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// A member of a choice with the words that are printed for it, split once.
type member struct {
	name  string
	words [][]words.Word
}

// members returns the choices of a field, split. They are kept from call to call.
func (f *Finder) members(field *task.Field) []member {
	if ms, ok := f.choices[field]; ok {
		return ms
	}
	ms := make([]member, 0, len(field.Choices))
	for i := range field.Choices {
		c := &field.Choices[i]
		m := member{name: c.Name, words: [][]words.Word{words.SplitIn(c.Name, f.src.Language)}}
		for _, w := range c.Words {
			m.words = append(m.words, words.SplitIn(w, f.src.Language))
		}
		ms = append(ms, m)
	}
	if field.Type == task.Boolean && len(ms) == 0 {
		for _, name := range []string{"true", "false"} {
			ms = append(ms, member{name: name, words: [][]words.Word{words.Split(name)}})
		}
	}
	if f.choices == nil {
		f.choices = map[*task.Field][]member{}
	}
	f.choices[field] = ms
	return ms
}

// An occurrence is where the words of a member stand in a cell.
type occurrence struct{ member, first, end int }

// occurrences returns the members whose words a cell prints. Words inside a longer run of
// another member's count for the longer one: "not let" is not "let".
func (f *Finder) occurrences(c *cellRead, ms []member) []occurrence {
	out := f.found[:0]
	ws := f.wordsOf(c)
	for at := range ws {
		for mi := range ms {
			longest := 0
			for _, w := range ms[mi].words {
				if len(w) > longest && at+len(w) <= len(ws) && words.EqualWords(ws[at:at+len(w)], w) {
					longest = len(w)
				}
			}
			if longest > 0 {
				out = append(out, occurrence{mi, at, at + longest})
			}
		}
	}
	kept := out[:0]
	for i, o := range out {
		inside := false
		for k, p := range out {
			if k != i && p.first <= o.first && o.end <= p.end && p.end-p.first > o.end-o.first {
				inside = true
			}
		}
		if !inside {
			kept = append(kept, o)
		}
	}
	f.found = out
	return kept
}

// findChoice looks for a printed word that the task maps to the claimed member. The claim is
// the member's name, or a word for it; which word is printed decides.
func (f *Finder) findChoice(q *Query, r *Result) {
	value := f.valueWords(q.Claim.Quote)
	if len(value) == 0 {
		f.empty(q, r)
		return
	}
	if f.isEmptyWord(value) && f.findKept(q, r, value) {
		return
	}
	ms := f.members(q.Field)
	claimed := memberOf(ms, value)
	if claimed < 0 {
		f.unmapped(q, r, value)
		return
	}
	for _, c := range f.cells {
		if c.header && !q.InHeadings || c.long || uncached(c.cell) {
			continue
		}
		f.choiceIn(r, c, ms, claimed)
	}
	if len(r.Hits) > 0 || f.unread(q, r) {
		return
	}
	r.Verdict, r.Code = verdict.Refused, finding.NotPrinted
	if f.headerCarries(q, func(c *cellRead) { f.choiceIn(r, c, ms, claimed) }, r) {
		r.Code = finding.HeaderOnly
	}
}

// choiceIn records where a cell prints the claimed member. Another member in the same cell
// holds it.
func (f *Finder) choiceIn(r *Result, c *cellRead, ms []member, claimed int) {
	ws := f.wordsOf(c)
	found := f.occurrences(c, ms)
	other := false
	for _, o := range found {
		other = other || o.member != claimed
	}
	for _, o := range found {
		if o.member != claimed {
			continue
		}
		h := f.cellHit(r, c, ws[o.first].Start, ws[o.end-1].End)
		h.Verdict, h.Value = verdict.Accepted, ms[claimed].name
		switch {
		case other:
			h.Verdict, h.Code = verdict.Held, finding.AmbiguousValue
			for _, p := range found {
				h.Readings = append(h.Readings, ms[p.member].name)
			}
		case c.cell.Flags&table.Doubtful != 0:
			h.Verdict, h.Code = verdict.Held, finding.DoubtfulRecognition
		}
		r.Hits = append(r.Hits, h)
	}
}

// memberOf returns the member that the words name, or -1. A word that names two names none.
func memberOf(ms []member, value []words.Word) int {
	found := -1
	for i := range ms {
		for _, w := range ms[i].words {
			if words.EqualWords(w, value) {
				if found >= 0 && found != i {
					return -1
				}
				found = i
			}
		}
	}
	return found
}

// unmapped answers a claim that names no member: held where it is printed so, because the
// task may lack the word.
func (f *Finder) unmapped(q *Query, r *Result, value []words.Word) {
	for _, c := range f.cells {
		if c.header && !q.InHeadings || uncached(c.cell) || !words.EqualWords(f.wordsOf(c), value) {
			continue
		}
		h := f.cellHit(r, c, 0, len(c.cell.Text))
		h.Verdict, h.Code = verdict.Held, finding.UnmappedChoice
		r.Hits = append(r.Hits, h)
	}
	if len(r.Hits) == 0 && !f.unread(q, r) {
		r.Verdict, r.Code = verdict.Refused, finding.NotPrinted
	}
}
