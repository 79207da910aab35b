package pipeline

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/rowproof/rowproof/internal/jsonline"
	"github.com/rowproof/rowproof/internal/table"
)

// RowsFormat is the name and version of rows.jsonl: the document as read, a line for the file
// and its tables, then one for each row.
const RowsFormat = "rowproof.rows/1"

// maxRow bounds one line of rows.jsonl.
const maxRow = 1 << 30

type storedDocument struct {
	Format    string             `json:"format"`
	Canonical string             `json:"canonical"`
	Name      string             `json:"name"`
	Kind      string             `json:"kind"`
	SHA256    string             `json:"sha256"`
	ID        string             `json:"id"`
	Bytes     int64              `json:"bytes"`
	Rows      int                `json:"rows"`
	Locale    string             `json:"locale,omitempty"`
	Tables    []table.Table      `json:"tables"`
	Warnings  []table.Warning    `json:"warnings,omitempty"`
	Hidden    []table.HiddenPart `json:"hidden,omitempty"`
}

type storedRow struct {
	N      int          `json:"n"`
	Table  int          `json:"table"`
	Line   int          `json:"line"`
	Page   int          `json:"page,omitempty"`
	Level  int          `json:"level,omitempty"`
	Hidden bool         `json:"hidden,omitempty"`
	Cells  []storedCell `json:"cells"`
}

type storedCell struct {
	Col    int32      `json:"col"`
	Text   string     `json:"text"`
	Kind   string     `json:"kind,omitempty"` // empty for text
	Stored string     `json:"stored,omitempty"`
	Format string     `json:"format,omitempty"`
	Flags  []string   `json:"flags,omitempty"`
	Box    *table.Box `json:"box,omitempty"`
}

// The names of kinds and flags in their order in package table.
var (
	kindNames = [...]string{"", "number", "date", "bool", "error"}
	flagNames = [...]string{"formula", "uncached", "calculated", "hidden", "recognised", "doubtful", "marked"}
)

// writeRows writes the document.
func writeRows(w io.Writer, doc *table.Document) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	err := enc.Encode(&storedDocument{
		Format: RowsFormat, Canonical: table.CanonicalVersion, Name: doc.Name, Kind: doc.Format, SHA256: doc.SHA256, ID: doc.ID,
		Bytes: doc.Bytes, Rows: len(doc.Rows), Locale: doc.Locale, Tables: doc.Tables, Warnings: doc.Warnings, Hidden: doc.Hidden,
	})
	if err != nil {
		return err
	}
	var line []byte
	for i := range doc.Rows {
		if line, err = appendStored(line[:0], &doc.Rows[i]); err != nil {
			return err
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// appendStored appends a row as encoding/json writes a storedRow.
func appendStored(b []byte, r *table.Row) ([]byte, error) {
	b = jsonline.Int(append(b, `{"n":`...), r.Number)
	b = jsonline.Int(append(b, `,"table":`...), r.Table)
	b = jsonline.Int(append(b, `,"line":`...), r.Line)
	if r.Page != 0 {
		b = jsonline.Int(append(b, `,"page":`...), r.Page)
	}
	if r.Level != 0 {
		b = jsonline.Int(append(b, `,"level":`...), r.Level)
	}
	if r.Hidden {
		b = append(b, `,"hidden":true`...)
	}
	b = append(b, `,"cells":[`...)
	for i := range r.Cells {
		c := &r.Cells[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonline.Int(append(b, `{"col":`...), int(c.Col))
		b = jsonline.Member(b, `,"text":`, c.Text)
		b = jsonline.Optional(b, `,"kind":`, kindNames[c.Kind])
		b = jsonline.Optional(b, `,"stored":`, c.Stored)
		b = jsonline.Optional(b, `,"format":`, c.Format)
		key := `,"flags":[`
		for f, name := range flagNames {
			if c.Flags&(1<<f) != 0 {
				b = jsonline.Member(b, key, name)
				key = ","
			}
		}
		if key == "," {
			b = append(b, ']')
		}
		if c.Box != nil {
			box, err := json.Marshal(c.Box)
			if err != nil {
				return b, err
			}
			b = append(append(b, `,"box":`...), box...)
		}
		b = append(b, '}')
	}
	return append(b, "]}\n"...), nil
}

func flagsOf(names []string) (table.Flags, error) {
	var f table.Flags
next:
	for _, n := range names {
		for i, name := range flagNames {
			if n == name {
				f |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("unknown flag %q", n)
	}
	return f, nil
}

func kindOf(name string) (table.Kind, error) {
	for i, k := range kindNames {
		if k == name {
			return table.Kind(i), nil
		}
	}
	return 0, fmt.Errorf("unknown kind %q", name)
}

// readHead reads the first line of a rows.jsonl.
func readHead(br *bufio.Reader) (*storedDocument, error) {
	line, err := readLine(br, maxRow)
	if err != nil {
		return nil, cut(err)
	}
	var head storedDocument
	if err := strictly(line, &head); err != nil {
		return nil, err
	}
	if head.Format != RowsFormat {
		return nil, fmt.Errorf("format %q, this program reads %q", head.Format, RowsFormat)
	}
	return &head, nil
}

func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("the file is cut off")
	}
	return err
}

func strictly(line []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}

// readRows reads a document back. The rows are numbered and hashed again, so that a file that
// was changed is not taken for the document that the answers cite.
func readRows(r io.Reader) (*table.Document, error) {
	br := bufio.NewReaderSize(r, 256<<10)
	head, err := readHead(br)
	if err != nil {
		return nil, fmt.Errorf("%s, line 1: %w", RowsFile, err)
	}
	if head.Canonical != table.CanonicalVersion {
		return nil, fmt.Errorf("%s: the document was read in the form %q, this program reads %q: run it again on the file", RowsFile, head.Canonical, table.CanonicalVersion)
	}
	doc := &table.Document{
		Name: head.Name, Format: head.Kind, SHA256: head.SHA256, ID: head.ID, Bytes: head.Bytes, Locale: head.Locale,
		Warnings: head.Warnings, Hidden: head.Hidden,
	}
	e := table.NewEmitter(&rebuilding{doc: doc}, table.Limits{})
	next := 0 // table to be started
	start := func(upTo int) error {
		for ; next <= upTo && next < len(head.Tables); next++ {
			t := head.Tables[next]
			if err := e.Table(&t); err != nil {
				return err
			}
		}
		return nil
	}
	for n := range head.Rows {
		row, err := readRow(br)
		if err == nil && (row.Table < next-1 || row.Table >= len(head.Tables)) {
			err = errors.New("a row of no table")
		}
		if err == nil {
			err = start(row.Table)
		}
		got := -1
		if err == nil {
			got, err = e.Row(row)
		}
		if err == nil && got != n {
			err = errors.New("a row without text")
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", RowsFile, n+2, err)
		}
	}
	if err := start(len(head.Tables) - 1); err != nil {
		return nil, err
	}
	id, _, err := e.Close()
	if err != nil {
		return nil, err
	}
	if id != head.ID {
		return nil, fmt.Errorf("%s was changed: its rows are not those of the document id it names", RowsFile)
	}
	return doc, nil
}

func readRow(br *bufio.Reader) (*table.Row, error) {
	line, err := readLine(br, maxRow)
	if err != nil {
		return nil, cut(err)
	}
	var s storedRow
	if err := strictly(line, &s); err != nil {
		return nil, err
	}
	row := &table.Row{Table: s.Table, Line: s.Line, Page: s.Page, Level: s.Level, Hidden: s.Hidden, Cells: make([]table.Cell, len(s.Cells))}
	for i, c := range s.Cells {
		kind, err := kindOf(c.Kind)
		if err != nil {
			return nil, err
		}
		flags, err := flagsOf(c.Flags)
		if err != nil {
			return nil, err
		}
		row.Cells[i] = table.Cell{Text: c.Text, Stored: c.Stored, Format: c.Format, Box: c.Box, Col: c.Col, Kind: kind, Flags: flags}
	}
	return row, nil
}

// rebuilding keeps the rows as they are.
type rebuilding struct{ doc *table.Document }

func (b *rebuilding) StartTable(*table.Table) error { return nil }
func (b *rebuilding) Row(r *table.Row) error        { b.doc.Rows = append(b.doc.Rows, *r); return nil }
func (b *rebuilding) EndTable(t *table.Table) error {
	b.doc.Tables = append(b.doc.Tables, *t)
	return nil
}
func (b *rebuilding) Warn(table.Warning) error { return errors.New("a cell that no reader gives") }
