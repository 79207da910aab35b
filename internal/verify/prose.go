package verify

import (
	"fmt"
	"slices"

	"github.com/rowproof/rowproof/internal/cite/title"
	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// prose decides over the answers to the task's questions.
func (v *verifier) prose() {
	if len(v.t.Questions) == 0 {
		return
	}
	titles := title.NewDocument(v.doc)
	for _, q := range v.t.Questions {
		p := notAnswered(q)
		given := false
		for i := range v.answers.Len() {
			for _, answer := range v.answers.At(i).Answers {
				if answer.ID != q.ID {
					continue
				}
				next := titles.Check(q, answer, v.t.Notation.Empty...)
				if !given {
					p, given = next, true
				} else {
					p = better(p, next)
				}
			}
		}
		if p.Unknown && slices.Contains(v.read(q.ID), false) {
			p = notAnswered(q) // what was not read may say it
		}
		if p.Code != "" {
			v.add(finding.Finding{Code: p.Code, Col: -1, Field: q.ID, Rows: proseRows(&p)})
		}
		v.res.Prose = append(v.res.Prose, p)
	}
}

func notAnswered(q task.Question) verdict.Prose {
	return verdict.Prose{ID: q.ID, Ask: q.Ask, Row: -1, Verdict: verdict.Refused, Code: finding.QuestionNotAnswered}
}

// read reports for each row whether an answer to its window answers the question, or, of the
// empty id, any question.
func (v *verifier) read(question string) []bool {
	out := make([]bool, len(v.doc.Rows))
	for i := range v.answers.Len() {
		a := v.answers.At(i)
		if !slices.ContainsFunc(a.Answers, func(p claim.Prose) bool { return question == "" || p.ID == question }) {
			continue
		}
		for n := max(0, a.Core[0]); n < min(a.Core[1], len(out)); n++ {
			out[n] = true
		}
	}
	return out
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
// carries an answer, headings, and the rest as text beside it. A row that no answer was made from is
// uncovered.
func (v *verifier) proseClasses() {
	kept := v.res.Findings[:0]
	for _, f := range v.res.Findings {
		if f.Code != finding.Uncovered {
			kept = append(kept, f)
		}
	}
	v.res.Findings, v.res.Uncovered = kept, nil
	for n, read := range v.read("") {
		switch {
		case !read:
			v.res.Classes[n] = verdict.Uncovered
		case v.st.Rows[n].Role == structure.Heading:
			v.res.Classes[n] = verdict.OfHeading
		case v.res.Classes[n] == verdict.Uncovered:
			v.res.Classes[n] = verdict.OfNote
		}
	}
	for i := range v.res.Prose {
		for _, ev := range v.res.Prose[i].Evidence {
			v.res.Classes[ev.Row] = verdict.OfDocument
		}
	}
	v.uncoveredRuns()
}

// uncoveredRuns says the runs of rows that are uncovered.
func (v *verifier) uncoveredRuns() {
	for n := 0; n < len(v.res.Classes); n++ {
		if v.res.Classes[n] != verdict.Uncovered {
			continue
		}
		run := verdict.Run{First: n, Last: n}
		for run.Last+1 < len(v.res.Classes) && v.res.Classes[run.Last+1] == verdict.Uncovered {
			run.Last++
		}
		n = run.Last
		f := finding.Finding{Code: finding.Uncovered, Col: -1, Rows: []int{run.First}}
		if run.Last > run.First {
			f.Rows = append(f.Rows, run.Last)
			f.Detail = fmt.Sprintf("%d rows, %d to %d", run.Last-run.First+1, run.First, run.Last)
		}
		v.res.Uncovered = append(v.res.Uncovered, run)
		v.add(f)
	}
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
