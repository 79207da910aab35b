package title

import (
	"sort"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A Document is the titled parts of a document made ready for the answers of one task.
type Document struct {
	index *Index
	doc   *table.Document
	table []int   // of each part, the table that it is
	lines [][]int // of each part, where each of its rows starts in the part's text
}

// NewDocument returns the titled parts of a document: its tables of the shape Prose.
func NewDocument(doc *table.Document) *Document {
	d := &Document{doc: doc}
	var parts []Part
	for i := range doc.Tables {
		t := &doc.Tables[i]
		if t.Shape != table.Prose {
			continue
		}
		text, lines := textOf(doc, t)
		parts = append(parts, Part{Title: t.Name, Text: text})
		d.table = append(d.table, i)
		d.lines = append(d.lines, lines)
	}
	d.index = NewIndex(parts)
	return d
}

// textOf returns the text of a part, a line a cell, and where each cell starts. Every row of
// a part is one cell.
func textOf(doc *table.Document, t *table.Table) (text string, starts []int) {
	var b []byte
	for n := t.First; n < t.End; n++ {
		if n > t.First {
			b = append(b, '\n')
		}
		starts = append(starts, len(b))
		if cells := doc.Rows[n].Cells; len(cells) > 0 {
			b = append(b, cells[0].Text...)
		}
	}
	return string(b), starts
}

// Titles returns the titles that an answer may name, in the order of the document. Parts
// without a title are not among them.
func (d *Document) Titles() []string {
	var out []string
	for _, i := range d.table {
		if name := d.doc.Tables[i].Name; Normal(name) != "" {
			out = append(out, name)
		}
	}
	return out
}

// Check decides the answer to one question of a task. unknown are the task's words for an
// answer that does not know.
func (d *Document) Check(q task.Question, p claim.Prose, unknown ...string) verdict.Prose {
	a := Answer{Text: p.Answer, Question: q.Ask, Unknown: p.Unknown, UnknownWords: unknown}
	if p.HasTitle {
		a.Title = &p.Title
	}
	if p.HasClause {
		a.Clause = &p.Clause
	}
	o := d.index.Check(&a)
	out := verdict.Prose{
		ID: q.ID, Ask: q.Ask, Answer: p.Answer, Title: p.Title, Clause: p.Clause,
		Unknown: o.Verdict == verdict.Accepted && o.Part < 0,
		Linked:  o.Linked, Row: -1, Code: o.Code, Verdict: o.Verdict,
	}
	if o.Part < 0 {
		return out
	}
	if t := &d.doc.Tables[d.table[o.Part]]; t.First < t.End {
		out.Row = t.First
	}
	for _, s := range o.Spans {
		out.Evidence = append(out.Evidence, d.evidence(o.Part, s)...)
	}
	return out
}

// Check decides the answer to one question against a document: NewDocument and its Check in
// one, for a single answer.
func Check(doc *table.Document, q task.Question, p claim.Prose, unknown ...string) verdict.Prose {
	return NewDocument(doc).Check(q, p, unknown...)
}

// evidence returns a span of a part as spans of its rows.
func (d *Document) evidence(part int, s Span) []verdict.Evidence {
	starts := d.lines[part]
	first := d.doc.Tables[d.table[part]].First
	var out []verdict.Evidence
	k := sort.SearchInts(starts, s.Start+1) - 1
	for ; k < len(starts) && starts[k] < s.End; k++ {
		cell := &d.doc.Rows[first+k].Cells[0]
		from, to := max(0, s.Start-starts[k]), min(len(cell.Text), s.End-starts[k])
		if from < to {
			out = append(out, verdict.Evidence{Row: first + k, Col: int(cell.Col), Start: from, End: to})
		}
	}
	return out
}
