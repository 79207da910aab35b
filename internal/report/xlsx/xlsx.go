// Package xlsx writes a report as a workbook: a summary, the accepted records in the columns
// of the task's export, what was held and refused, findings, and the document's rows, with
// links between records and rows.
//
// Sheets are streamed, so that memory does not grow with the document. Nothing that the
// document or a model says becomes a formula.
package xlsx

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/export"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Options choose what is written.
type Options struct {
	Temp   string // folder for temporary files, the system's where it is empty
	Stored bool   // stored numbers in the place of printed ones
}

// The sheets, in their order.
const (
	summarySheet  = "summary"
	acceptedSheet = "accepted"
	heldSheet     = "held"
	refusedSheet  = "refused"
	findingsSheet = "findings"
	rowsSheet     = "rows"
)

// A Writer is a handler that writes a workbook when the summary comes. Close removes its
// temporary files; after Summary it does nothing.
type Writer struct {
	w        io.Writer
	opt      Options
	b        *book
	run      report.Run
	plan     export.Plan
	doc      export.Document
	fields   []string
	types    map[string]map[string]string
	accepted *sheet
	open     map[string]*sheet // held and refused
	findings *sheet
	spool    *os.File // rows, which are written once the records' lines are known
	rows     *json.Encoder
	columns  int
	lineOf   map[string]location
}

// location is the line of an entry.
type location struct {
	sheet string
	line  int
}

// New returns a handler that writes the workbook to w. The caller closes it.
func New(w io.Writer, opt Options) *Writer {
	return &Writer{w: w, opt: opt, doc: export.Document{}, types: map[string]map[string]string{},
		open: map[string]*sheet{}, lineOf: map[string]location{}}
}

var _ report.Handler = (*Writer)(nil)

// Run starts the workbook.
func (x *Writer) Run(m *report.Run) (err error) {
	printed := m.Task.Printed()
	x.run, x.plan = *m, export.NewPlan(printed)
	if x.b, err = newBook(x.opt.Temp); err != nil {
		return err
	}
	for _, t := range m.Tables {
		x.columns = max(x.columns, t.Columns)
	}
	x.columns = min(x.columns, maxColumns)
	seen := map[string]bool{}
	for _, r := range printed.Records {
		x.types[r.Name] = map[string]string{}
		for _, f := range r.Fields {
			x.types[r.Name][f.Name] = f.Type
			if !seen[f.Name] {
				seen[f.Name] = true
				x.fields = append(x.fields, f.Name)
			}
		}
	}
	if err := x.startSheets(); err != nil {
		return errors.Join(err, x.Close())
	}
	if x.spool, err = os.CreateTemp(x.b.dir, "rows-"); err != nil {
		return errors.Join(err, x.Close())
	}
	x.rows = json.NewEncoder(x.spool)
	return nil
}

func (x *Writer) startSheets() (err error) {
	if err := x.b.f.SetSheetName("Sheet1", summarySheet); err != nil {
		return err
	}
	heads := []string{"record", "rows"}
	if x.plan.Several {
		heads = append(heads, "type")
	}
	for _, c := range x.plan.Columns {
		heads = append(heads, c.Title)
	}
	if x.accepted, err = x.b.sheet(acceptedSheet, heads, widths(len(heads), 16, 10), 2); err != nil {
		return err
	}
	heads = append([]string{"record", "rows", "type", "code"}, x.fields...)
	for _, name := range []string{heldSheet, refusedSheet} {
		if x.open[name], err = x.b.sheet(name, heads, widths(len(heads), 16, 10, 12, 11), 2); err != nil {
			return err
		}
	}
	heads = []string{"code", "severity", "title", "row", "rows", "place", "record", "field", "detail", "hint"}
	x.findings, err = x.b.sheet(findingsSheet, heads, widths(len(heads), 12, 11, 34, 8, 12, 18, 16, 14, 48, 48), 1)
	return err
}

func widths(n int, first ...float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 18
		if i < len(first) {
			out[i] = first[i]
		}
	}
	return out
}

// Row keeps a row on disk until the lines of the records are known.
func (x *Writer) Row(m *report.Row) error { return x.rows.Encode(m) }

// Entry writes an entry on the sheet of its verdict.
func (x *Writer) Entry(m *report.Entry) error {
	x.doc.Add(m)
	switch {
	case m.Verdict == heldSheet || m.Verdict == refusedSheet:
		return x.openEntry(m, x.open[m.Verdict])
	case m.Record == verdict.DocumentRecord:
		return nil // stands on the summary
	}
	return x.acceptedEntry(m)
}

func (x *Writer) acceptedEntry(m *report.Entry) error {
	cells, err := x.start(m)
	if err != nil {
		return err
	}
	if x.plan.Several {
		if cells, err = x.text(cells, m.Record); err != nil {
			return err
		}
	}
	for i, v := range x.plan.Values(m, x.doc, x.opt.Stored) {
		c, err := x.b.styles.Cell(&x.plan, v)
		if err != nil {
			return named(err, x.plan.Columns[i].Field, m.ID)
		}
		cells = append(cells, c)
	}
	x.lineOf[m.ID] = location{acceptedSheet, x.accepted.next}
	return x.accepted.line(cells)
}

func named(err error, field, entry string) error {
	var long *TooLong
	if errors.As(err, &long) {
		return &TooLong{Field: field, Entry: entry}
	}
	return err
}

// start is the id of an entry and the link to its own row.
func (x *Writer) start(m *report.Entry) ([]any, error) {
	id, err := x.b.styles.Text(m.ID)
	if err != nil {
		return nil, err
	}
	cells := []any{id, nil}
	if row, _ := m.Own(); row >= 0 {
		if cells[1], err = x.b.styles.Link(rowsSheet, row+2, report.Ranges(m.Rows)); err != nil {
			return nil, err
		}
	}
	return cells, nil
}

func (x *Writer) text(cells []any, texts ...string) ([]any, error) {
	for _, t := range texts {
		if t == "" {
			cells = append(cells, nil)
			continue
		}
		c, err := x.b.styles.Text(t)
		if err != nil {
			return nil, err
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// openEntry writes an entry that is not accepted: its accepted values as values, held ones
// with their readings, refused ones as claims.
func (x *Writer) openEntry(m *report.Entry, s *sheet) error {
	cells, err := x.start(m)
	if err != nil {
		return err
	}
	if cells, err = x.text(cells, m.Record, m.Code); err != nil {
		return err
	}
	for _, name := range x.fields {
		c, err := x.openValue(m, name)
		if err != nil {
			return err
		}
		cells = append(cells, c)
	}
	x.lineOf[m.ID] = location{s.name, s.next}
	return s.line(cells)
}

func (x *Writer) openValue(m *report.Entry, name string) (any, error) {
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Name != name {
			continue
		}
		switch f.Verdict {
		case "accepted":
			c, err := x.b.styles.Cell(&x.plan, export.ValueOf(f, x.types[m.Record][name], x.opt.Stored))
			return c, named(err, name, m.ID)
		case "held":
			style, err := x.b.styles.held()
			says := "held: " + f.Claim
			if len(f.Readings) > 0 {
				says = "held: " + f.Printed + " may be " + strings.Join(f.Readings, " or ")
			}
			return excelize.Cell{StyleID: style, Value: shown(says + " (" + f.Code + ")")}, err
		case "refused":
			style, err := x.b.styles.claim()
			return excelize.Cell{StyleID: style, Value: shown("claimed: " + f.Claim + " (" + f.Code + ")")}, err
		}
	}
	return nil, nil
}

// Finding writes one line of findings.
func (x *Writer) Finding(m *report.Finding) error {
	cells, err := x.text(nil, m.Code)
	if err != nil {
		return err
	}
	style, err := x.b.styles.verdict(m.Severity)
	if err != nil {
		return err
	}
	cells = append(cells, excelize.Cell{StyleID: style, Value: m.Severity})
	if cells, err = x.text(cells, m.Title); err != nil {
		return err
	}
	if len(m.Rows) > 0 {
		link, err := x.b.styles.Link(rowsSheet, m.Rows[0]+2, fmt.Sprint(m.Rows[0]))
		if err != nil {
			return err
		}
		cells = append(cells, link)
	} else {
		cells = append(cells, nil)
	}
	if cells, err = x.text(cells, report.Ranges(m.Every()), m.Place); err != nil {
		return err
	}
	if at, ok := x.lineOf[m.Entry]; ok {
		link, err := x.b.styles.Link(at.sheet, at.line, m.Entry)
		if err != nil {
			return err
		}
		cells = append(cells, link)
	} else if cells, err = x.text(cells, m.Entry); err != nil {
		return err
	}
	if cells, err = x.text(cells, m.Field, m.Detail, m.Hint); err != nil {
		return err
	}
	return x.findings.line(cells)
}

// Summary writes the rows and the summary, and the workbook.
func (x *Writer) Summary(m *report.Summary) (err error) {
	defer func() { err = errors.Join(err, x.Close()) }()
	if len(x.plan.Records) == 1 && x.plan.Records[0] == verdict.DocumentRecord && len(x.doc) > 0 {
		if err := x.acceptedEntry(&report.Entry{ID: verdict.DocumentRecord, Record: verdict.DocumentRecord}); err != nil {
			return err
		}
	}
	if err := x.writeRows(); err != nil {
		return err
	}
	if err := x.writeSummary(m); err != nil {
		return err
	}
	for _, s := range []*sheet{x.accepted, x.open[heldSheet], x.open[refusedSheet], x.findings} {
		if err := s.end(); err != nil {
			return err
		}
	}
	return x.b.f.Write(x.w)
}

// Close removes the temporary files.
func (x *Writer) Close() error {
	if x.b == nil {
		return nil
	}
	var err error
	if x.spool != nil {
		err = x.spool.Close()
		x.spool = nil
	}
	return errors.Join(err, x.b.close())
}
