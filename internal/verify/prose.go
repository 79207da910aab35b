package verify

import (
	"github.com/rowproof/rowproof/internal/cite/title"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// prose decides over the answers to the task's questions.
func (v *verifier) prose() {
	if len(v.t.Questions) == 0 {
		return
	}
	titles := title.NewDocument(v.doc)
	for _, q := range v.t.Questions {
		p := verdict.Prose{ID: q.ID, Ask: q.Ask, Row: -1, Verdict: verdict.Refused, Code: finding.NotAnswered}
		given := false
		for i := range v.answers {
			for k := range v.answers[i].Answers {
				if v.answers[i].Answers[k].ID != q.ID {
					continue
				}
				next := titles.Check(q, v.answers[i].Answers[k], v.t.Notation.Empty...)
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

// better joins two answers to one question: a proven one stands before one that knows
// nothing, and both before a refused one. Two proven ones under different titles are held.
func better(a, b verdict.Prose) verdict.Prose {
	rank := func(p *verdict.Prose) int {
		switch {
		case p.Verdict == verdict.Refused:
			return 0
		case p.Unknown:
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
