// Package reporttest makes verified documents by hand, for the tests of the stream and of
// its renderings: a sound schedule, a rent roll with every verdict, an invoice with boxes, a
// text with questions.
package reporttest

import (
	"context"
	"fmt"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A Case is one verified document.
type Case struct {
	Name   string
	Run    report.Run
	Doc    *table.Document
	Result *verdict.Result
}

// SetValue gives a field of an entry another value.
func (c *Case) SetValue(entry, field int, value string) {
	c.Result.Entries.Update(entry, func(e *verdict.Entry) { e.Fields[field].Value = value })
}

// Emit sends the case through h.
func (c *Case) Emit(h report.Handler) error { return report.Emit(c.Run, c.Doc, c.Result, h) }

// Cases returns all cases, made anew.
func Cases() []Case { return []Case{Schedule(), RentRoll(), Invoice(), Prose()} }

// part is one table of a document with its lines; cells are in the order of columns and an
// empty one is left out.
type part struct {
	table table.Table
	lines []line
}

type line struct {
	at    int // the file's own count
	page  int
	cells []string
	boxes []table.Box // of the cells that print, or nil
}

// reader hands the parts to an emitter as a reader of a format does.
type reader []part

func (p reader) Read(_ context.Context, _ table.Source, _ table.Options, e *table.Emitter) error {
	for i := range p {
		t := p[i].table
		if err := e.Table(&t); err != nil {
			return err
		}
		for _, l := range p[i].lines {
			r := table.Row{Line: l.at, Page: l.page}
			for col, text := range l.cells {
				if text == "" {
					continue
				}
				c := table.Cell{Col: int32(col), Text: text}
				if l.boxes != nil {
					box := l.boxes[col]
					c.Box = &box
				}
				r.Cells = append(r.Cells, c)
			}
			if _, err := e.Row(&r); err != nil {
				return err
			}
		}
	}
	return nil
}

func read(name, format string, parts []part) *table.Document {
	var text strings.Builder
	for _, p := range parts {
		for _, l := range p.lines {
			text.WriteString(strings.Join(l.cells, "\t") + "\n")
		}
	}
	src := table.Source{Name: name, Data: strings.NewReader(text.String()), Size: int64(text.Len())}
	doc, err := table.Collect(context.Background(), reader(parts), format, src, table.Options{Limits: table.DefaultLimits()})
	if err != nil {
		panic(err)
	}
	return doc
}

// result builds a balanced result over a document.
type result struct {
	doc   *table.Document
	res   *verdict.Result
	roles []string // by row
}

func newResult(doc *table.Document) *result {
	r := &result{doc: doc, res: &verdict.Result{
		Classes:  make([]verdict.Class, len(doc.Rows)),
		RowEntry: make([]int32, len(doc.Rows)),
		Entries:  verdict.EntriesOf(),
	}, roles: make([]string, len(doc.Rows))}
	for i := range r.res.RowEntry {
		r.res.RowEntry[i] = -1
	}
	return r
}

func (r *result) class(c verdict.Class, role string, rows ...int) {
	for _, n := range rows {
		r.res.Classes[n], r.roles[n] = c, role
	}
}

// value is an accepted value that a whole cell prints.
func (r *result) value(name string, row, col int, value string) verdict.Field {
	return r.within(name, row, col, "", value)
}

// within is an accepted value that the part of a cell prints; an empty part is all of it.
func (r *result) within(name string, row, col int, part, value string) verdict.Field {
	c, ok := r.doc.Rows[row].Cell(col)
	if !ok {
		panic(fmt.Sprintf("reporttest: row %d has no column %d", row, col))
	}
	if part == "" {
		part = c.Text
	}
	at := strings.Index(c.Text, part)
	if at < 0 {
		panic(fmt.Sprintf("reporttest: row %d, column %d does not print %q", row, col, part))
	}
	f := verdict.Field{Name: name, Claim: part, Printed: part, Value: value, Hint: -1, Verdict: verdict.Accepted,
		Evidence: []verdict.Evidence{{Row: row, Col: col, Start: at, End: at + len(part)}}}
	if i := strings.LastIndexAny(value, "."); i >= 0 && strings.Trim(value, "-0123456789.") == "" {
		f.Places = len(value) - i - 1
	}
	return f
}

func null(name string) verdict.Field { return verdict.Field{Name: name, Null: true, Hint: -1} }

func refused(name, claim, code string, hint int) verdict.Field {
	return verdict.Field{Name: name, Claim: claim, Code: code, Hint: hint, Verdict: verdict.Refused}
}

func held(f verdict.Field, code string, readings ...string) verdict.Field {
	f.Verdict, f.Code, f.Readings = verdict.Held, code, readings
	if len(readings) > 0 {
		f.Value = ""
	}
	return f
}

func money(f verdict.Field, currency string, places int) verdict.Field {
	f.Currency, f.Places = currency, places
	return f
}

func (r *result) entry(v verdict.Verdict, record, id, code string, rows []int, fields ...verdict.Field) {
	at := int32(r.res.Entries.Len())
	r.res.Entries.Add(&verdict.Entry{ID: id, Record: record, Rows: rows, Fields: fields, Verdict: v, Code: code})
	for _, n := range rows {
		if c := r.res.Classes[n]; r.res.RowEntry[n] < 0 && c != verdict.OfSection {
			r.res.RowEntry[n] = at
		}
	}
}

func (r *result) finding(f finding.Finding) { r.res.Findings = append(r.res.Findings, f) }

// finish counts; agreed and superseded are claims that made no entry.
func (r *result) finish(v verdict.Document, agreed, superseded int) *verdict.Result {
	res := r.res
	res.Verdict = v
	for _, role := range r.roles {
		res.Roles.Add(role)
	}
	c := &res.Counts
	c.Rows, c.Classes, c.Columns = len(res.Classes), map[string]int{}, map[string]int{}
	for _, k := range res.Classes {
		c.Classes[k.String()]++
	}
	for _, k := range res.Columns {
		c.Columns[k.Status]++
	}
	for _, e := range res.Entries.All() {
		if e.Record != verdict.DocumentRecord {
			tally(&c.Records, e.Verdict)
		}
		for k := range e.Fields {
			f := &e.Fields[k]
			if f.Null {
				c.Nulls++
			}
			tally(&c.Values, f.Verdict)
			if f.Verdict == verdict.Accepted && f.Currency != "" {
				c.Figures++
			}
		}
		c.Claims.Made++
		switch e.Verdict {
		case verdict.Accepted:
			c.Claims.Accepted++
		case verdict.Held:
			c.Claims.Held++
		case verdict.Refused:
			c.Claims.Refused++
		}
	}
	c.Claims.Agreed, c.Claims.Superseded = agreed, superseded
	c.Claims.Made += agreed + superseded
	finding.Sort(res.Findings)
	return res
}

func tally(t *verdict.Tally, v verdict.Verdict) {
	switch v {
	case verdict.Accepted:
		t.Accepted++
	case verdict.Held:
		t.Held++
	case verdict.Refused:
		t.Refused++
	}
}

func run(task report.Task, model string) report.Run {
	return report.Run{Program: "extract 0.1.0", Task: task, Model: model,
		Fingerprint: strings.Repeat("5e", 32)}
}

func field(name, typ string) report.TaskField { return report.TaskField{Name: name, Type: typ} }
