package report

import (
	"fmt"
	"slices"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Emit sends a verified document through h: the run, every row with its class, entries,
// findings and the summary. The caller gives what run says of the program, task and model;
// format, document and tables are filled in here. A result that does not balance is an
// error before its summary is sent: nothing that was counted wrongly may look finished.
func Emit(run Run, doc *table.Document, res *verdict.Result, h Handler) error {
	run.Type, run.Format = "run", Format
	run.Document = Document{Name: doc.Name, Format: doc.Format, SHA256: doc.SHA256, ID: doc.ID, Rows: len(doc.Rows)}
	run.Tables = tables(doc)
	if run.Task.Records == nil {
		run.Task.Records = []TaskRecord{}
	}
	if run.Task.Made {
		run.Task.Records = markUnprinted(run.Task.Records, res.Entries)
	}
	if err := h.Run(&run); err != nil {
		return err
	}
	if err := emitRows(doc, res, h); err != nil {
		return err
	}
	var e Entry
	entries := res.Entries.Reader()
	for i := range res.Entries.Len() {
		e = entry(doc, entries.Read(i), e.Fields[:0])
		if err := h.Entry(&e); err != nil {
			return err
		}
	}
	for i := range res.Findings {
		f, err := findingOf(doc, &res.Findings[i])
		if err != nil {
			return err
		}
		if err := h.Finding(&f); err != nil {
			return err
		}
	}
	if err := recount(doc, res); err != nil {
		return err
	}
	s := summary(doc, res)
	return h.Summary(&s)
}

// markUnprinted returns the record types with their fields marked of which no record has a value, where there are records.
func markUnprinted(records []TaskRecord, entries *verdict.Entries) []TaskRecord {
	printed := map[string]map[string]bool{}
	for _, e := range entries.All() {
		of := printed[e.Record]
		if of == nil {
			of = map[string]bool{}
			printed[e.Record] = of
		}
		for i := range e.Fields {
			if f := &e.Fields[i]; !of[f.Name] && (!f.Null || f.Value != "" || f.Code != "") {
				of[f.Name] = true
			}
		}
	}
	delete(printed, verdict.DocumentRecord)
	if len(printed) == 0 {
		return records
	}
	out := make([]TaskRecord, len(records))
	for i, r := range records {
		out[i] = r
		if r.Name == verdict.DocumentRecord {
			continue
		}
		out[i].Fields = slices.Clone(r.Fields)
		for k := range out[i].Fields {
			out[i].Fields[k].Unprinted = !printed[r.Name][r.Fields[k].Name]
		}
	}
	return out
}

func tables(doc *table.Document) []Table {
	out := make([]Table, 0, len(doc.Tables))
	for i := range doc.Tables {
		t := &doc.Tables[i]
		out = append(out, Table{Name: t.Name, Shape: shapeName(t.Shape), First: t.First, End: t.End,
			Columns: t.Columns, Found: t.Found, Merges: t.Merges, Labels: t.Labels})
	}
	return out
}

func shapeName(s table.Shape) string {
	return [...]string{"sheet", "file", "grid", "lines", "prose"}[s]
}

func emitRows(doc *table.Document, res *verdict.Result, h Handler) error {
	if len(res.Classes) != len(doc.Rows) {
		return fmt.Errorf("the report does not balance: %d rows, %d with a class", len(doc.Rows), len(res.Classes))
	}
	var cells []Cell
	entries := res.Entries.Reader()
	for i := range doc.Rows {
		r := &doc.Rows[i]
		cells = cells[:0]
		for k := range r.Cells {
			c := &r.Cells[k]
			cells = append(cells, Cell{Col: int(c.Col), Text: c.Text, Stored: c.Stored, Box: c.Box})
		}
		t := &doc.Tables[r.Table]
		row := Row{Type: "row", N: r.Number, Table: t.Name, Place: t.Place(r, -1), Cells: cells,
			Class: res.Classes[i].String(), Role: res.Roles.At(i)}
		if i < len(res.RowEntry) && res.RowEntry[i] >= 0 {
			row.Entry = entries.ID(int(res.RowEntry[i]))
		}
		if err := h.Row(&row); err != nil {
			return err
		}
	}
	return nil
}

// entry makes the message of an entry, its fields in the memory of an earlier one's.
func entry(doc *table.Document, e *verdict.Entry, fields []Field) Entry {
	if fields == nil {
		fields = make([]Field, 0, len(e.Fields))
	}
	out := Entry{Type: "entry", ID: e.ID, Record: e.Record, Rows: e.Rows, Idle: e.Idle,
		Verdict: e.Verdict.String(), Code: e.Code, Fields: fields}
	if out.Rows == nil {
		out.Rows = []int{}
	}
	for i := range e.Fields {
		f := &e.Fields[i]
		v := Field{Name: f.Name, Claim: f.Claim, Null: f.Null, Printed: f.Printed, Value: f.Value, Places: f.Places,
			Stored: f.Stored, Currency: f.Currency, Unit: f.Unit, Verdict: f.Verdict.String(), Code: f.Code,
			Readings: f.Readings, Derived: f.Derived, Recognised: recognised(doc, f.Evidence), Evidence: f.Evidence}
		if f.Hint >= 0 && f.Verdict == verdict.Refused {
			hint := f.Hint
			v.Hint = &hint
		}
		out.Fields = append(out.Fields, v)
	}
	return out
}

// recognised reports evidence in a cell that was read from a picture.
func recognised(doc *table.Document, evidence []verdict.Evidence) bool {
	for i := range evidence {
		if r, ok := doc.Row(evidence[i].Row); ok {
			if c, ok := r.Cell(evidence[i].Col); ok && c.Flags&table.Recognised != 0 {
				return true
			}
		}
	}
	return false
}

func findingOf(doc *table.Document, f *finding.Finding) (Finding, error) {
	d, ok := finding.Lookup(f.Code)
	if !ok {
		return Finding{}, fmt.Errorf("a finding with the code %q, which is not documented", f.Code)
	}
	out := Finding{Type: "finding", Code: f.Code, Severity: d.Severity.String(), Title: d.Title, Rows: f.Rows,
		Record: f.Record, Entry: f.Entry, Field: f.Field, Detail: f.Detail, Hint: f.Hint}
	if out.Hint == "" {
		out.Hint = d.Hint
	}
	if f.Col >= 0 {
		col := f.Col
		out.Col = &col
	}
	if len(f.Rows) > 0 {
		out.Place = doc.Place(f.Rows[0], f.Col).String()
	}
	return out, nil
}

func summary(doc *table.Document, res *verdict.Result) Summary {
	s := Summary{Type: "summary", Verdict: res.Verdict.String(), Counts: res.Counts, Columns: res.Columns,
		Equations: res.Equations, Uncovered: res.Uncovered, Hidden: doc.Hidden, Prose: res.Prose, Balanced: true}
	if s.Columns == nil {
		s.Columns = []verdict.Column{}
	}
	if s.Equations == nil {
		s.Equations = []verdict.Equation{}
	}
	if s.Uncovered == nil {
		s.Uncovered = []verdict.Run{}
	}
	if s.Hidden == nil {
		s.Hidden = []table.HiddenPart{}
	}
	return s
}

// recount compares the counts of the summary with the rows themselves.
func recount(doc *table.Document, res *verdict.Result) error {
	var classes [len(verdict.Classes)]int
	for _, c := range res.Classes {
		classes[c]++
	}
	for _, c := range verdict.Classes {
		if got := res.Counts.Classes[c.String()]; got != classes[c] {
			return fmt.Errorf("the report does not balance: %d rows of class %s, counted as %d", classes[c], c, got)
		}
	}
	return Balance(len(doc.Rows), &res.Counts)
}

// Balance returns an error unless every one of the rows has one class and every claim made
// was accepted, held, refused, an agreed copy or superseded.
func Balance(rows int, c *verdict.Counts) error {
	sum := 0
	for _, class := range verdict.Classes {
		sum += c.Classes[class.String()]
	}
	if rows != c.Rows || rows != sum {
		return fmt.Errorf("the report does not balance: %d rows, counted as %d, with a class %d", rows, c.Rows, sum)
	}
	if ended := c.Claims.Accepted + c.Claims.Held + c.Claims.Refused + c.Claims.Agreed + c.Claims.Superseded; c.Claims.Made != ended {
		return fmt.Errorf("the report does not balance: %d claims made, %d accounted for", c.Claims.Made, ended)
	}
	return nil
}
