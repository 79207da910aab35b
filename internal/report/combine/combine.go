// Package combine puts the accepted records of many documents into one table, with the
// document as its first column: what people hand to their property or accounts system.
package combine

import (
	"fmt"
	"io"
	"slices"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/csv"
	"github.com/rowproof/rowproof/internal/report/export"
	"github.com/rowproof/rowproof/internal/report/xlsx"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A File is one combined table. It is complete once Close returned without an error.
type File struct {
	open   func(*export.Plan, []string) error
	line   func(*export.Plan, []export.Value) error
	close  func() error
	stored bool
	titles []string
	plan   export.Plan
}

// CSV returns a combined table in delimited text. With stored set, stored numbers take the
// place of printed ones.
func CSV(w io.Writer, stored bool) *File {
	c := &File{stored: stored}
	out := csv.NewWriter(w, 0, "")
	c.open = func(p *export.Plan, titles []string) error {
		out = csv.NewWriter(w, 0, p.Decimal)
		safe := make([]string, len(titles))
		for i, t := range titles {
			safe[i] = export.Safe(t)
		}
		return out.Write(safe)
	}
	c.line = func(p *export.Plan, values []export.Value) error {
		cells := make([]string, len(values))
		for i, v := range values {
			cells[i] = p.Cell(v)
		}
		return out.Write(cells)
	}
	c.close = func() error { out.Flush(); return out.Error() }
	return c
}

// XLSX returns a combined table as a workbook of one sheet. Its temporary files stand in a
// private folder below temp (empty: the system's) and are removed by Close.
func XLSX(w io.Writer, temp string, stored bool) (*File, error) {
	t, err := xlsx.NewTable(w, temp, "records")
	if err != nil {
		return nil, err
	}
	c := &File{stored: stored, close: t.Close}
	c.open = func(_ *export.Plan, titles []string) error { return t.Titles(titles) }
	c.line = func(p *export.Plan, values []export.Value) error { return t.Line(p, values) }
	return c, nil
}

// Close completes the file.
func (c *File) Close() error { return c.close() }

// A ColumnsError says that a document's columns are not those of the ones before it.
type ColumnsError struct{ Document string }

func (e *ColumnsError) Error() string {
	return fmt.Sprintf("%s has other columns than the documents before it; combine documents of one task", e.Document)
}

// Titles returns the columns of a combined table of documents of one task.
func Titles(t *report.Task) []string {
	p := export.NewPlan(t)
	return titles(&p)
}

func titles(p *export.Plan) []string { return append([]string{"document"}, csv.Titles(p)...) }

// Document returns a handler that adds one document. Its records enter together when its
// summary comes, so that a stream that ends early adds none. The columns are those of the
// first document; one with others gets a [ColumnsError] and adds nothing.
func (c *File) Document() report.Handler { return &document{file: c, doc: export.Document{}} }

type document struct {
	file  *File
	name  string
	plan  export.Plan
	doc   export.Document
	lines [][]export.Value
}

func (d *document) Run(m *report.Run) error {
	d.name, d.plan = m.Document.Name, export.NewPlan(&m.Task)
	titles := titles(&d.plan)
	if d.file.titles == nil {
		d.file.titles, d.file.plan = titles, d.plan
		return d.file.open(&d.plan, titles)
	}
	if !slices.Equal(titles, d.file.titles) {
		return &ColumnsError{Document: d.name}
	}
	return nil
}

func (d *document) Row(*report.Row) error         { return nil }
func (d *document) Finding(*report.Finding) error { return nil }

func (d *document) Entry(m *report.Entry) error {
	d.doc.Add(m)
	if m.Record != verdict.DocumentRecord && m.Verdict == verdict.Accepted.String() {
		d.add(m)
	}
	return nil
}

func (d *document) add(m *report.Entry) {
	line := []export.Value{{Kind: export.Text, Text: d.name}}
	if d.plan.Several {
		line = append(line, export.Value{Kind: export.Text, Text: m.Record})
	}
	d.lines = append(d.lines, append(line, d.plan.Values(m, d.doc, d.file.stored)...))
}

func (d *document) Summary(*report.Summary) error {
	if len(d.plan.Records) == 1 && d.plan.Records[0] == verdict.DocumentRecord && len(d.doc) > 0 {
		d.add(&report.Entry{Record: verdict.DocumentRecord})
	}
	for _, l := range d.lines {
		if err := d.file.line(&d.file.plan, l); err != nil {
			return err
		}
	}
	d.lines = nil
	return nil
}
