// Package csv writes the records of a report as delimited text: the accepted ones in the
// columns of the task's export, or every entry with its verdicts.
//
// A cell that a spreadsheet would run as a formula gets an apostrophe in front.
package csv

import (
	"encoding/csv"
	"io"
	"strings"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/export"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Options choose what is written. The zero value writes accepted records.
type Options struct {
	All       bool // every entry, each field with its currency, stored number, verdict, code, claim and readings
	Stored    bool // stored numbers in the place of printed ones
	Delimiter rune // 0: a comma, or a semicolon where the decimal mark is a comma
	Document  bool // begin each line with the name of the document
	Continues bool // no headings: the lines go on with a table
	BOM       bool // start with a byte order mark, for spreadsheet programs that ask for one
}

// New returns a handler that writes to w one line at a time. With several record types the
// first column names the type, and a record leaves the fields of the others empty.
func New(w io.Writer, opt Options) report.Handler { return &writer{w: w, opt: opt} }

type writer struct {
	w      io.Writer
	opt    Options
	out    *csv.Writer
	plan   export.Plan
	doc    export.Document
	fields []string                     // of All
	types  map[string]map[string]string // of All: by record type and field
	line   []string
	name   string // of the document, where each line begins with it
}

func (w *writer) Run(m *report.Run) error {
	t := &m.Task
	if !w.opt.Document { // a table of several documents has one heading
		t = t.Printed()
	}
	w.plan, w.doc, w.name = export.NewPlan(t), export.Document{}, export.Safe(m.Document.Name)
	if w.opt.BOM {
		if _, err := io.WriteString(w.w, "\ufeff"); err != nil {
			return err
		}
	}
	w.out = NewWriter(w.w, w.opt.Delimiter, w.plan.Decimal)
	if len(m.Task.Records) == 0 {
		return nil // questions, whose answers come with the summary
	}
	if w.opt.All {
		return w.titles(w.allTitles(t))
	}
	return w.titles(Titles(&w.plan))
}

// NewWriter returns a writer of lines with the given delimiter; 0 is a comma, or a semicolon
// where the decimal mark is a comma.
func NewWriter(w io.Writer, delimiter rune, decimal string) *csv.Writer {
	out := csv.NewWriter(w)
	switch {
	case delimiter != 0:
		out.Comma = delimiter
	case decimal == ",":
		out.Comma = ';'
	}
	return out
}

// Titles returns the heading of the accepted records.
func Titles(p *export.Plan) []string {
	var titles []string
	if p.Several {
		titles = append(titles, "record")
	}
	for _, c := range p.Columns {
		titles = append(titles, export.Safe(c.Title))
	}
	return titles
}

// titles writes the heading, unless the lines go on with a table that has one.
func (w *writer) titles(names []string) error {
	switch {
	case w.opt.Continues:
		return nil
	case w.opt.Document:
		names = append([]string{"document"}, names...)
	}
	return w.out.Write(names)
}

func (w *writer) write(cells []string) error {
	if w.opt.Document {
		cells = append([]string{w.name}, cells...)
	}
	return w.out.Write(cells)
}

func (w *writer) Row(*report.Row) error { return nil }

func (w *writer) Entry(m *report.Entry) error {
	if w.opt.All {
		return w.write(w.all(m))
	}
	w.doc.Add(m)
	if m.Record == verdict.DocumentRecord || m.Verdict != verdict.Accepted.String() {
		return nil
	}
	return w.record(m)
}

func (w *writer) record(m *report.Entry) error {
	w.line = w.line[:0]
	if w.plan.Several {
		w.line = append(w.line, export.Safe(m.Record))
	}
	for _, v := range w.plan.Values(m, w.doc, w.opt.Stored) {
		w.line = append(w.line, w.plan.Cell(v))
	}
	return w.write(w.line)
}

func (w *writer) allTitles(t *report.Task) []string {
	titles := []string{"id", "record", "verdict", "code", "rows"}
	seen := map[string]bool{}
	w.types = map[string]map[string]string{}
	for _, r := range t.Records {
		w.types[r.Name] = map[string]string{}
		for _, f := range r.Fields {
			w.types[r.Name][f.Name] = f.Type
			if !seen[f.Name] {
				seen[f.Name] = true
				w.fields = append(w.fields, f.Name)
				n := export.Safe(f.Name)
				titles = append(titles, n, n+" currency", n+" stored", n+" verdict", n+" code", n+" claimed", n+" readings")
			}
		}
	}
	return titles
}

// all writes an entry with what was claimed; the column of a value holds accepted values only.
func (w *writer) all(m *report.Entry) []string {
	w.line = append(w.line[:0], export.Safe(m.ID), export.Safe(m.Record), m.Verdict, m.Code, report.Ranges(m.Rows))
	for _, name := range w.fields {
		cells := [7]string{}
		for i := range m.Fields {
			f := &m.Fields[i]
			if f.Name != name {
				continue
			}
			v := export.ValueOf(f, w.types[m.Record][name], w.opt.Stored)
			cells = [7]string{3: f.Verdict, 4: f.Code, 6: export.Safe(strings.Join(f.Readings, " | "))}
			if f.Verdict == verdict.Accepted.String() {
				cells[0], cells[1], cells[2] = w.plan.Cell(v), export.Safe(f.Currency), export.Safe(f.Stored)
				if n := export.ValueOf(f, w.types[m.Record][name], true); n.Kind == export.Number && n.Text == f.Stored {
					cells[2] = w.plan.Cell(n)
				}
			} else {
				cells[5] = export.Safe(f.Claim)
			}
		}
		w.line = append(w.line, cells[:]...)
	}
	return w.line
}

func (w *writer) Finding(*report.Finding) error { return nil }

func (w *writer) Summary(m *report.Summary) error {
	if err := w.answers(m.Prose); err != nil {
		return err
	}
	if !w.opt.All && len(w.plan.Records) == 1 && w.plan.Records[0] == verdict.DocumentRecord && len(w.doc) > 0 {
		if err := w.record(&report.Entry{Record: verdict.DocumentRecord}); err != nil {
			return err
		}
	}
	w.out.Flush()
	return w.out.Error()
}

// answers writes the answers to the task's questions: those that hold, or all with their verdicts.
func (w *writer) answers(prose []verdict.Prose) error {
	if len(prose) == 0 {
		return nil
	}
	titles := []string{"question", "answer", "title", "clause"}
	if w.opt.All {
		titles = append(titles, "verdict", "code")
	}
	if err := w.titles(titles); err != nil {
		return err
	}
	for i := range prose {
		a := &prose[i]
		line := []string{export.Safe(a.ID), export.Safe(a.Answer), export.Safe(a.Title), export.Safe(a.Clause)}
		if a.Unknown {
			line[1] = "unknown"
		}
		if w.opt.All {
			line = append(line, a.Verdict.String(), a.Code)
		} else if a.Verdict != verdict.Accepted {
			continue
		}
		if err := w.write(line); err != nil {
			return err
		}
	}
	return nil
}
