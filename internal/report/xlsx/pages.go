package xlsx

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/export"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// maxColumns bounds the columns of the rows sheet; the cells further right are joined in the last.
const maxColumns = 1000

// writeRows writes the document, each row on the line that its number says: row 0 on line 2.
func (x *Writer) writeRows() error {
	if _, err := x.spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	heads := []string{"row", "class", "table", "place", "record", "role"}
	fixed := len(heads)
	for c := range x.columns {
		heads = append(heads, table.ColumnName(c))
	}
	s, err := x.b.sheet(rowsSheet, heads, widths(len(heads), 7, 11, 16, 16, 16, 18), 2)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bufio.NewReaderSize(x.spool, 64<<10))
	cells := make([]any, len(heads))
	for {
		var r report.Row
		if err := dec.Decode(&r); err == io.EOF {
			return s.end()
		} else if err != nil {
			return err
		}
		if err := x.rowCells(&r, cells, fixed); err != nil {
			return err
		}
		if err := s.line(cells); err != nil {
			return err
		}
	}
}

func (x *Writer) rowCells(r *report.Row, cells []any, fixed int) error {
	clear(cells)
	cells[0] = r.N
	style, err := x.b.styles.verdict(r.Class)
	if err != nil {
		return err
	}
	cells[1] = excelize.Cell{StyleID: style, Value: r.Class}
	for i, t := range []string{r.Table, r.Place.Ref, "", r.Role} {
		if t != "" {
			if cells[2+i], err = x.b.styles.Text(t); err != nil {
				return err
			}
		}
	}
	if at, ok := x.lineOf[r.Entry]; ok {
		if cells[4], err = x.b.styles.Link(at.sheet, at.line, r.Entry); err != nil {
			return err
		}
	} else if r.Entry != "" {
		if cells[4], err = x.b.styles.Text(r.Entry); err != nil {
			return err
		}
	}
	rest := ""
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Col >= x.columns-1 && x.columns == maxColumns {
			rest += " | " + c.Text
			continue
		}
		if c.Col < x.columns {
			if cells[fixed+c.Col], err = x.b.styles.Text(c.Text); err != nil {
				return err
			}
		}
	}
	if rest != "" {
		cells[len(cells)-1], err = x.b.styles.Text(rest[len(" | "):])
	}
	return err
}

// writeSummary writes the first sheet: what was read, the verdict, counts, document values,
// equations and columns.
func (x *Writer) writeSummary(m *report.Summary) error {
	s, err := x.b.sheet(summarySheet, nil, []float64{30, 22, 22, 20, 18, 60}, 0)
	if err != nil {
		return err
	}
	w := &summaryWriter{x: x, s: s}
	title, err := x.b.styles.title()
	if err != nil {
		return err
	}
	w.cells(excelize.Cell{StyleID: title, Value: shown(x.run.Document.Name)})
	style, err := x.b.styles.verdict(m.Verdict)
	if err != nil {
		return err
	}
	w.cells(w.text("verdict"), excelize.Cell{StyleID: style, Value: m.Verdict})
	w.texts("task", x.run.Task.Name)
	w.texts("answers", x.run.Model)
	w.texts("program", x.run.Program)
	w.texts("document id", x.run.Document.ID)
	w.texts("file, SHA-256", x.run.Document.SHA256)
	w.counts(m)
	w.values()
	w.answers(m.Prose)
	w.equations(m.Equations)
	w.columns(m.Columns)
	for i, h := range m.Hidden {
		if i == 0 {
			w.heading("hidden in the file")
		}
		state := "not read"
		if h.Read {
			state = "read"
		}
		w.texts(h.Table, h.Kind, fmt.Sprint(h.Count), state)
	}
	if w.err != nil {
		return w.err
	}
	if err := s.end(); err != nil {
		return err
	}
	i, err := x.b.f.GetSheetIndex(summarySheet)
	if err != nil {
		return err
	}
	x.b.f.SetActiveSheet(i)
	return nil
}

// summaryWriter writes lines and keeps the first error.
type summaryWriter struct {
	x   *Writer
	s   *sheet
	err error
}

func (w *summaryWriter) cells(cells ...any) {
	if w.err == nil {
		w.err = w.s.line(cells)
	}
}

func (w *summaryWriter) text(s string) any {
	if s == "" {
		return nil
	}
	c, err := w.x.b.styles.Text(s)
	if w.err == nil {
		w.err = err
	}
	return c
}

func (w *summaryWriter) texts(texts ...string) {
	cells := make([]any, len(texts))
	for i, t := range texts {
		cells[i] = w.text(t)
	}
	w.cells(cells...)
}

func (w *summaryWriter) heading(heads ...string) {
	w.cells()
	style, err := w.x.b.styles.head()
	if w.err == nil {
		w.err = err
	}
	cells := make([]any, len(heads))
	for i, h := range heads {
		cells[i] = excelize.Cell{StyleID: style, Value: h}
	}
	w.cells(cells...)
}

func (w *summaryWriter) counts(m *report.Summary) {
	c := &m.Counts
	w.heading("rows", "of class")
	for _, class := range verdict.Classes {
		if n := c.Classes[class.String()]; n > 0 {
			w.cells(n, w.text(class.String()))
		}
	}
	if len(w.x.run.Task.Records) > 0 {
		w.heading("", "accepted", "held", "refused")
		w.cells(w.text("records"), c.Records.Accepted, c.Records.Held, c.Records.Refused)
		w.cells(w.text("values"), c.Values.Accepted, c.Values.Held, c.Values.Refused)
	}
	for i, r := range m.Uncovered {
		if i == 0 {
			w.heading("uncovered rows")
		}
		shows := fmt.Sprint(r.First)
		if r.Last > r.First {
			shows = fmt.Sprintf("%d–%d", r.First, r.Last)
		}
		link, err := w.x.b.styles.Link(rowsSheet, r.First+2, shows)
		if w.err == nil {
			w.err = err
		}
		w.cells(link)
	}
}

// values are the accepted values of the document, in the order of the task.
func (w *summaryWriter) values() {
	started := false
	for _, t := range w.x.run.Task.Records {
		if t.Name != verdict.DocumentRecord {
			continue
		}
		for _, f := range t.Fields {
			v, ok := w.x.doc[f.Name]
			if !ok {
				continue
			}
			if !started {
				w.heading("document value", "value", "printed")
				started = true
			}
			c, err := w.x.b.styles.Cell(&w.x.plan, export.ValueOf(&v, f.Type, w.x.opt.Stored))
			if w.err == nil {
				w.err = named(err, f.Name, verdict.DocumentRecord)
			}
			w.cells(w.text(f.Name), c, w.text(v.Printed))
		}
	}
}

func (w *summaryWriter) answers(prose []verdict.Prose) {
	for i := range prose {
		a := &prose[i]
		if i == 0 {
			w.heading("question", "verdict", "title", "code", "", "answer")
		}
		answer, title := a.Answer, a.Title
		switch {
		case a.Unknown:
			answer, title = "unknown", ""
		case a.Verdict != verdict.Accepted:
			answer, title = "", ""
		}
		w.texts(a.Ask, a.Verdict.String(), title, a.Code, "", answer)
	}
}

func (w *summaryWriter) equations(equations []verdict.Equation) {
	for i := range equations {
		e := &equations[i]
		if i == 0 {
			w.heading("equation", "computed", "declared", "difference", "status", "explanation")
		}
		says := e.Reason
		for _, x := range e.Explanation {
			if says != "" {
				says += "; "
			}
			says += x
		}
		of := e.Text
		if e.Group != "" {
			of += ", " + e.Group
		}
		if e.Entry != "" {
			of += ", " + e.Entry
		}
		w.texts(of, e.Left, e.Right, e.Difference, e.Status, says)
	}
}

func (w *summaryWriter) columns(columns []verdict.Column) {
	for i := range columns {
		c := &columns[i]
		if i == 0 {
			w.heading("column", "field", "status", "found by", "scale")
		}
		w.texts(c.Heading, c.Field, c.Status, c.By, c.Scale)
	}
}
