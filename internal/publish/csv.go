package publish

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rowproof/rowproof/internal/report/export"
)

// csvTarget is a delimited file. What it held is copied byte for byte; delimiter, line ends
// and the order of columns are those that it has.
type csvTarget struct {
	plan    *export.Plan
	bytes   []byte
	comma   rune
	crlf    bool
	columns []string // titles of the file, in its order
	held    map[string]line
}

func openCSV(path string, exists bool, plan *export.Plan, names []string) (target, error) {
	t := &csvTarget{plan: plan, comma: ',', columns: names, held: map[string]line{}}
	if plan.Decimal == "," {
		t.comma = ';'
	}
	if !exists {
		return t, nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(b)) == 0 {
		return t, nil
	}
	t.bytes = b
	return t, t.read(names)
}

var bom = []byte("\ufeff")

func (t *csvTarget) read(names []string) error {
	b := bytes.TrimPrefix(t.bytes, bom)
	head, _, _ := bytes.Cut(b, []byte("\n"))
	t.crlf = bytes.HasSuffix(head, []byte("\r"))
	t.comma = 0
	for _, d := range []rune{',', ';', '\t', '|'} {
		r := csv.NewReader(bytes.NewReader(b))
		r.Comma, r.FieldsPerRecord = d, -1
		if cells, err := r.Read(); err == nil && has(cells, colKey) {
			t.comma = d
			break
		}
	}
	if t.comma == 0 {
		return fmt.Errorf("no column %s in its first line; the file was not written by publishing", colKey)
	}
	r := csv.NewReader(bytes.NewReader(b))
	r.Comma, r.FieldsPerRecord = t.comma, -1
	for first := true; ; first = false {
		cells, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w; mend the line or publish to another file", err)
		}
		for i := range cells {
			cells[i] = export.Plain(cells[i])
		}
		if first {
			if err := t.head(cells, names); err != nil {
				return err
			}
			continue
		}
		if err := t.line(cells); err != nil {
			at, _ := r.FieldPos(0)
			return fmt.Errorf("line %d: %w", at, err)
		}
	}
}

func has(cells []string, title string) bool {
	for _, c := range cells {
		if c == title {
			return true
		}
	}
	return false
}

// head takes the file's columns in its order; others than ours stay, and none may be missing.
func (t *csvTarget) head(cells, names []string) error {
	t.columns = cells
	return checkColumns(cells, names)
}

func checkColumns(have, want []string) error {
	seen := map[string]bool{}
	for _, c := range have {
		if seen[c] && c != "" {
			return fmt.Errorf("two columns %q", c)
		}
		seen[c] = true
	}
	for _, c := range want {
		if !seen[c] {
			return fmt.Errorf("no column %q; add it or publish to another file", c)
		}
	}
	return nil
}

func (t *csvTarget) line(cells []string) error {
	l := line{values: map[string]string{}}
	blank := true
	for i, c := range cells {
		blank = blank && strings.TrimSpace(c) == ""
		if i < len(t.columns) {
			l.values[t.columns[i]] = c
		}
	}
	if blank {
		return nil
	}
	key := l.values[colKey]
	if key == "" {
		return errors.New("a line without a key; remove it or give its key back")
	}
	l.document, l.file, l.reading = l.values[colDocument], l.values[colFile], l.values[colReading]
	t.held[key] = l
	return nil
}

func (t *csvTarget) lines() map[string]line { return t.held }
func (t *csvTarget) close()                 {}

func (t *csvTarget) same(l line, r *record) bool {
	for i, c := range t.plan.Columns {
		if l.values[c.Title] != t.plan.Format(r.values[i]) {
			return false
		}
	}
	return true
}

func (t *csvTarget) write(w io.Writer, fresh []record) error {
	if _, err := w.Write(t.bytes); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.Comma, out.UseCRLF = t.comma, t.crlf
	cells := make([]string, len(t.columns))
	if len(t.bytes) == 0 {
		for i, c := range t.columns {
			cells[i] = export.Safe(c)
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	} else if n := len(t.bytes); t.bytes[n-1] != '\n' {
		end := "\n"
		if t.crlf {
			end = "\r\n"
		}
		if _, err := io.WriteString(w, end); err != nil {
			return err
		}
	}
	for i := range fresh {
		r := &fresh[i]
		for k, c := range t.columns {
			cells[k] = r.cell(t.plan, c, t.plan.Cell)
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// cell is what the record writes into the column of a title; columns of others stay empty.
func (r *record) cell(p *export.Plan, title string, write func(export.Value) string) string {
	switch title {
	case colKey:
		return export.Safe(r.key)
	case colDocument:
		return export.Safe(r.document)
	case colFile:
		return r.file
	case colReading:
		return r.reading
	case colRecord:
		return export.Safe(r.typ)
	}
	for i := range p.Columns {
		if p.Columns[i].Title == title {
			return write(r.values[i])
		}
	}
	return ""
}
