package verify

import (
	"sort"
	"strings"

	"github.com/rowproof/rowproof/internal/cite/title"
	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A titled is one titled part of a prose document, with where its text came from.
type titled struct {
	title.Part
	row    int // first row
	pieces []piece
}

// A piece is one cell's text within the part's text, from offset at.
type piece struct{ at, row, col, length int }

// prose decides over the answers to the task's questions.
func (v *verifier) prose() {
	if len(v.t.Questions) == 0 {
		return
	}
	parts := v.parts()
	list := make([]title.Part, len(parts))
	for i := range parts {
		list[i] = parts[i].Part
	}
	index := title.NewIndex(list)
	for _, q := range v.t.Questions {
		p := verdict.Prose{ID: q.ID, Ask: q.Ask, Row: -1, Verdict: verdict.Refused, Code: finding.NotAnswered}
		given := false
		for i := range v.answers {
			for k := range v.answers[i].Answers {
				a := &v.answers[i].Answers[k]
				if a.ID != q.ID {
					continue
				}
				next := decide(index, parts, a, p.Ask)
				if !given {
					p, given = next, true
				} else {
					p = better(p, next)
				}
			}
		}
		if p.Code != "" {
			v.add(finding.Finding{Code: p.Code, Col: -1, Field: q.ID, Rows: proseRows(&p)})
		}
		v.res.Prose = append(v.res.Prose, p)
	}
}

func proseRows(p *verdict.Prose) []int {
	if p.Row < 0 {
		return nil
	}
	return []int{p.Row}
}

// parts returns the titled parts of the document.
func (v *verifier) parts() []titled {
	var out []titled
	for i := range v.doc.Tables {
		t := &v.doc.Tables[i]
		p := titled{Part: title.Part{Title: t.Name}, row: t.First}
		var b strings.Builder
		for n := t.First; n < t.End; n++ {
			for k := range v.doc.Rows[n].Cells {
				c := &v.doc.Rows[n].Cells[k]
				if b.Len() > 0 {
					b.WriteByte('\n')
				}
				p.pieces = append(p.pieces, piece{at: b.Len(), row: n, col: int(c.Col), length: len(c.Text)})
				b.WriteString(c.Text)
			}
		}
		p.Text = b.String()
		out = append(out, p)
	}
	return out
}

func decide(index *title.Index, parts []titled, a *claim.Prose, ask string) verdict.Prose {
	q := title.Answer{Text: a.Answer, Question: ask, Unknown: a.Unknown}
	if a.HasTitle {
		q.Title = &a.Title
	}
	if a.HasClause {
		q.Clause = &a.Clause
	}
	o := index.Check(&q)
	p := verdict.Prose{ID: a.ID, Ask: ask, Answer: a.Answer, Title: a.Title, Clause: a.Clause, Unknown: a.Unknown,
		Linked: o.Linked, Row: -1, Code: o.Code, Verdict: o.Verdict}
	if o.Part < 0 {
		return p
	}
	part := &parts[o.Part]
	p.Row = part.row
	for _, s := range o.Spans {
		p.Evidence = append(p.Evidence, part.evidence(s)...)
	}
	return p
}

// evidence returns where a span of the part's text stands in its cells.
func (p *titled) evidence(s title.Span) []verdict.Evidence {
	var out []verdict.Evidence
	i := sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].at+p.pieces[i].length > s.Start })
	for ; i < len(p.pieces) && p.pieces[i].at < s.End; i++ {
		c := p.pieces[i]
		out = append(out, verdict.Evidence{Row: c.row, Col: c.col, Start: max(0, s.Start-c.at), End: min(c.length, s.End-c.at)})
	}
	return out
}

// better joins two answers to one question: a proven one stands before one that knows
// nothing, and both before a refused one. Two proven ones under different titles are held.
func better(a, b verdict.Prose) verdict.Prose {
	rank := func(p *verdict.Prose) int {
		switch {
		case p.Verdict == verdict.Refused:
			return 0
		case p.Unknown || p.Title == "":
			return 1
		case p.Verdict == verdict.Held:
			return 2
		}
		return 3
	}
	ra, rb := rank(&a), rank(&b)
	switch {
	case rb > ra:
		return b
	case ra == 3 && rb == 3 && title.Normal(a.Title) != title.Normal(b.Title):
		a.Verdict, a.Code, a.Linked = verdict.Held, finding.CopiesDiffer, false
	}
	return a
}

// proseClasses gives the rows of a document that was only asked questions their classes: what
// carries an answer, headings, and the rest as text beside it.
func (v *verifier) proseClasses() {
	for n := range v.res.Classes {
		if v.res.Classes[n] != verdict.Uncovered {
			continue
		}
		v.res.Classes[n] = verdict.OfNote
		if v.st.Rows[n].Role == structure.Heading {
			v.res.Classes[n] = verdict.OfHeading
		}
	}
	for i := range v.res.Prose {
		for _, ev := range v.res.Prose[i].Evidence {
			v.res.Classes[ev.Row] = verdict.OfDocument
		}
	}
	v.res.Uncovered = nil
	kept := v.res.Findings[:0]
	for _, f := range v.res.Findings {
		if f.Code != finding.Uncovered {
			kept = append(kept, f)
		}
	}
	v.res.Findings = kept
}

// onlyAsks reports whether the task asks questions of a prose document and nothing else.
func (v *verifier) onlyAsks() bool {
	if len(v.t.Questions) == 0 || len(v.t.Records) > 0 || len(v.t.Document) > 0 {
		return false
	}
	for i := range v.doc.Tables {
		if v.doc.Tables[i].Shape != table.Prose {
			return false
		}
	}
	return true
}
