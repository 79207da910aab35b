package arith

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// load reads a task without its first lines, which every task has.
func load(t testing.TB, body string) *task.Task {
	t.Helper()
	k, err := task.Load("test.yaml", []byte("version: 1\nname: test\nnotation: {decimal: \".\"}\n"+body))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// A sheet is a document with what the checks before arith would say of it. Each line of the
// text is "class | cell | cell": r and the record type's initial letters for a record, T for
// a total, H heading, U uncovered, N note, and "document field" for a document value.
type sheet struct {
	Input
	Entries []verdict.Entry     // to be changed before they are packed into the input
	fields  map[string][]string // of a record type, by column
}

var classOf = map[string]verdict.Class{
	"H": verdict.OfHeading, "T": verdict.OfTotal, "U": verdict.Uncovered, "N": verdict.OfNote, "S": verdict.OfSection,
}

// read makes the input. Fields gives the field of each column of a record type.
func read(t testing.TB, body, text string, fields map[string][]string) *sheet {
	t.Helper()
	k := load(t, body)
	doc := &table.Document{Tables: []table.Table{{Name: "Sheet1", Shape: table.Sheet}}}
	st := &structure.Structure{Doc: doc, Decimal: '.'}
	s := &sheet{Input: Input{Doc: doc, Structure: st, Task: k}, fields: fields}
	var documents []verdict.Entry
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		cells := strings.Split(line, "|")
		kind := strings.TrimSpace(cells[0])
		row := table.Row{Number: n, Line: n + 1}
		for col, c := range cells[1:] {
			if c = strings.TrimSpace(c); c != "" {
				row.Cells = append(row.Cells, table.Cell{Text: c, Col: int32(col)})
			}
		}
		doc.Rows = append(doc.Rows, row)
		st.Rows = append(st.Rows, structure.RowRole{Role: structure.Data, Parent: -1})
		class, known := classOf[kind]
		switch {
		case known:
			s.Classes = append(s.Classes, class)
		case fields[kind] != nil:
			s.Classes = append(s.Classes, verdict.OfRecord)
			s.Entries = append(s.Entries, s.entry(t, kind, row))
		default:
			name := strings.TrimPrefix(kind, "T ")
			s.Classes = append(s.Classes, verdict.OfTotal)
			def, ok := k.DocumentField(name)
			if !ok {
				t.Fatalf("line %d: %q is no class, record type or document field", n, kind)
			}
			last := row.Cells[len(row.Cells)-1]
			documents = append(documents, verdict.Entry{
				ID: "document-" + name, Record: verdict.DocumentRecord, Rows: []int{n},
				Fields: []verdict.Field{value(t, def, last, n)}, Verdict: verdict.Accepted,
			})
		}
	}
	doc.Tables[0].End = len(doc.Rows)
	st.Blocks = []structure.Block{{Last: len(doc.Rows) - 1, EndCol: 10, Name: "Sheet1"}}
	for record, names := range fields {
		for col, f := range names {
			if f != "" {
				s.Columns = append(s.Columns, verdict.Column{Col: col, Record: record, Field: f, Status: "field"})
			}
		}
	}
	s.Entries = append(documents, s.Entries...)
	return s
}

// input packs the entries.
func (s *sheet) input() Input {
	in := s.Input
	in.Entries = verdict.EntriesOf(s.Entries...)
	return in
}

// derive derives the fields of the entries.
func (s *sheet) derive() {
	in := s.input()
	Derive(s.Task, in.Entries)
	s.Entries = in.Entries.List()
}

func (s *sheet) entry(t testing.TB, record string, row table.Row) verdict.Entry {
	t.Helper()
	r, ok := s.Task.Record(record)
	if !ok {
		t.Fatalf("no record type %q", record)
	}
	e := verdict.Entry{ID: fmt.Sprintf("%s-%d", record, row.Number), Record: record, Rows: []int{row.Number}, Verdict: verdict.Accepted}
	for col, name := range s.fields[record] {
		if name == "" {
			continue
		}
		def, ok := r.Field(name)
		if !ok {
			t.Fatalf("no field %q", name)
		}
		cell, ok := row.Cell(col)
		if !ok || cell.Text == "-" {
			e.Fields = append(e.Fields, verdict.Field{Name: name, Null: true, Hint: -1})
			continue
		}
		e.Fields = append(e.Fields, value(t, def, *cell, row.Number))
	}
	return e
}

// value makes an accepted value of a cell.
func value(t testing.TB, def *task.Field, cell table.Cell, n int) verdict.Field {
	t.Helper()
	f := verdict.Field{
		Name: def.Name, Printed: cell.Text, Claim: cell.Text, Value: cell.Text, Stored: cell.Stored, Hint: -1, Verdict: verdict.Accepted,
		Evidence: []verdict.Evidence{{Row: n, Col: int(cell.Col), End: len(cell.Text)}},
	}
	if !def.Type.Numeric() {
		return f
	}
	text := cell.Text
	for _, sign := range []string{"€", "£", "$"} {
		if strings.Contains(text, sign) {
			f.Currency = sign
			text = strings.ReplaceAll(text, sign, "")
		}
	}
	if strings.HasSuffix(text, "%") {
		f.Unit = "%"
		text = strings.TrimSuffix(text, "%")
	}
	text = strings.TrimSpace(strings.ReplaceAll(text, ",", ""))
	if i := strings.IndexByte(text, '.'); i >= 0 {
		f.Places = len(text) - i - 1
	}
	if f.Value = notation.Canonical(text); f.Value == "" {
		t.Fatalf("%q is no figure", cell.Text)
	}
	return f
}

// field returns the field of a record for a test to change.
func (s *sheet) field(t testing.TB, id, name string) *verdict.Field {
	t.Helper()
	for i := range s.Entries {
		if s.Entries[i].ID == id {
			if f, ok := s.Entries[i].Field(name); ok {
				return f
			}
		}
	}
	t.Fatalf("no %s of %s", name, id)
	return nil
}

// codes lists the findings as "name entry.field rows", those of values that no equation
// covers aside.
func codes(out Output) []string {
	var list []string
	for _, f := range out.Findings {
		if f.Code == finding.NoEquation {
			continue
		}
		s := finding.Of(f.Code).Name
		if f.Entry != "" {
			s += " " + f.Entry
		}
		if f.Field != "" {
			s += " ." + f.Field
		}
		list = append(list, fmt.Sprint(s, " ", f.Rows))
	}
	return list
}

// statuses lists the equations as "scope group or entry: status".
func statuses(out Output) []string {
	var list []string
	for _, e := range out.Equations {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s %s%s", e.Scope, e.Group, e.Entry))+": "+e.Status)
	}
	return list
}
