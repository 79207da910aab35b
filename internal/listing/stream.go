package listing

import (
	"bufio"
	encoding "encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/rowproof/rowproof/internal/jsonline"
	"github.com/rowproof/rowproof/internal/report/csv"
	"github.com/rowproof/rowproof/internal/report/export"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
)

// HeldRows is how many rows a Stream holds before it writes. Roles need the whole document, so that
// one with more rows is listed as it is read, without them.
const HeldRows = 10_000

// heldWarnings is how many warnings of a longer document are listed.
const heldWarnings = 200

// Streamed are the formats that can be written before the document is read to its end.
var Streamed = []string{"text", "jsonl", "csv"}

// A Stream is the handler that lists a document while it is read. Memory does not grow with
// the rows beyond HeldRows of them.
type Stream struct {
	w      *bufio.Writer
	format string
	opt    Options
	name   string

	held     *table.Document // nil once rows are written as they come
	keep     table.Handler
	tables   []*table.Table
	rows     int
	current  int // table under whose head the rows stand, -1 for none
	warnings []table.Warning
	warned   int

	line  []byte
	csv   *encoding.Writer
	rec   []string
	width int // columns of the heading of a CSV
	wider int // rows that have more
}

// NewStream returns the handler. The format is one of Streamed.
func NewStream(w io.Writer, format, name string, opt Options) *Stream {
	s := &Stream{w: bufio.NewWriterSize(w, 64<<10), format: format, opt: opt, name: name, held: &table.Document{Name: name}, current: -1}
	s.keep = table.Keep(s.held)
	return s
}

// StartTable implements table.Handler.
func (s *Stream) StartTable(t *table.Table) error {
	s.tables = append(s.tables, t)
	return s.keep.StartTable(t)
}

// EndTable implements table.Handler.
func (s *Stream) EndTable(t *table.Table) error {
	if s.held == nil {
		return nil
	}
	return s.keep.EndTable(t)
}

// Warn implements table.Handler.
func (s *Stream) Warn(w table.Warning) error {
	if s.warned++; s.held != nil || len(s.warnings) < heldWarnings {
		s.warnings = append(s.warnings, w)
	}
	return nil
}

// Row implements table.Handler.
func (s *Stream) Row(r *table.Row) error {
	s.rows++
	if s.held == nil {
		return s.write(r)
	}
	if len(s.held.Rows) < HeldRows {
		return s.keep.Row(r)
	}
	if err := s.begin(); err != nil {
		return err
	}
	return s.write(r)
}

// begin writes the head and the rows held so far.
func (s *Stream) begin() error {
	held := s.held
	s.held = nil
	s.warnings = s.warnings[:min(len(s.warnings), heldWarnings)]
	switch s.format {
	case "text":
		fmt.Fprintf(s.w, "%s  more than %d rows: listed as they are read, without roles; --roles reads all of it first\n", s.name, HeldRows)
	case "jsonl":
		s.line = append(jsonline.Member(s.line[:0], `{"type":"document","name":`, s.name), `,"streamed":true}`+"\n"...)
		if _, err := s.w.Write(s.line); err != nil {
			return err
		}
	case "csv":
		for i := range held.Rows {
			s.width = max(s.width, widthOf(&held.Rows[i]))
		}
		s.csv = csv.NewWriter(s.w, 0, ".")
		if err := s.csv.Write(titles(s.width, s.opt.Stored)); err != nil {
			return err
		}
	}
	for i := range held.Rows {
		if err := s.write(&held.Rows[i]); err != nil {
			return err
		}
	}
	if s.csv != nil {
		s.csv.Flush()
	}
	return s.w.Flush() // somebody waits for the first rows
}

// selected reports whether row r is asked for.
func (s *Stream) selected(r *table.Row) bool {
	return r.Number >= s.opt.First && (s.opt.Last < 0 || r.Number <= s.opt.Last) && s.opt.takes(s.tables[r.Table])
}

func (s *Stream) write(r *table.Row) error {
	if !s.selected(r) {
		return nil
	}
	t := s.tables[r.Table]
	switch s.format {
	case "text":
		if r.Table != s.current {
			s.current = r.Table
			tableLine(s.w, t)
		}
		s.line = textStart(s.line[:0], r.Number, t.Place(r, -1).Ref, "")
		if _, err := s.w.Write(s.line); err != nil {
			return err
		}
		WriteCells(s.w, r, s.opt.Stored)
		return s.w.WriteByte('\n')
	case "jsonl":
		place := t.Place(r, -1)
		var err error
		if s.line, err = appendRow(s.line[:0], r, &place, nil); err != nil {
			return err
		}
		_, err = s.w.Write(s.line)
		return err
	}
	if widthOf(r) > s.width {
		s.wider++
	}
	s.rec = record(s.rec, max(s.width, widthOf(r)), r, t, "", s.opt.Stored)
	return s.csv.Write(s.rec)
}

// Rows returns how many rows came.
func (s *Stream) Rows() int { return s.rows }

// Wider returns how many rows of a CSV have more columns than its heading, which is written
// before they are read.
func (s *Stream) Wider() int { return s.wider }

// Close ends the listing. The caller gives what is known of the document: its name, format,
// digest, id, size and hidden parts.
func (s *Stream) Close(doc table.Document) error {
	if s.held != nil {
		doc.Tables, doc.Rows, doc.Warnings = s.held.Tables, s.held.Rows, s.warnings
		return Write(s.w, s.format, structure.Analyse(&doc), s.opt)
	}
	if s.opt.Table != "" && !slices.ContainsFunc(s.tables, s.opt.takes) {
		for _, t := range s.tables {
			doc.Tables = append(doc.Tables, *t)
		}
		return noTable(&doc, s.opt.Table)
	}
	switch s.format {
	case "text":
		fmt.Fprintf(s.w, "\n%s, %d rows, document id %s\n", doc.Format, s.rows, short(doc.ID))
		doc.Warnings = s.warnings
		remarks(s.w, &doc)
		if more := s.warned - len(s.warnings); more > 0 {
			fmt.Fprintf(s.w, "  and %d more warnings\n", more)
		}
	case "jsonl":
		if err := s.end(&doc); err != nil {
			return err
		}
	case "csv":
		s.csv.Flush()
		if err := s.csv.Error(); err != nil {
			return err
		}
	}
	return s.w.Flush()
}

// end writes the last line of the JSON Lines, with what the first line of a short document says.
func (s *Stream) end(doc *table.Document) error {
	for _, t := range s.tables {
		doc.Tables = append(doc.Tables, *t)
	}
	doc.Warnings = s.warnings
	h := headOf(doc)
	h.Type, h.Rows = "end", s.rows
	e := json.NewEncoder(s.w)
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		head
		MoreWarnings int `json:"more_warnings,omitempty"`
	}{h, s.warned - len(s.warnings)})
}

// textStart appends the number, place and role that start a line of text.
func textStart(b []byte, n int, ref, role string) []byte {
	number := strconv.Itoa(n)
	b = pad(b, 6-len(number))
	b = append(append(b, number...), ' ', ' ')
	b = pad(append(b, ref...), 12-len(ref))
	b = append(b, ' ')
	b = pad(append(b, role...), 9-len(role))
	return append(b, ' ')
}

func pad(b []byte, n int) []byte {
	for ; n > 0; n-- {
		b = append(b, ' ')
	}
	return b
}

func widthOf(r *table.Row) int {
	if len(r.Cells) == 0 {
		return 0
	}
	return int(r.Cells[len(r.Cells)-1].Col) + 1
}

// record fills the fields of one line of a CSV.
func record(rec []string, width int, r *table.Row, t *table.Table, role string, withStored bool) []string {
	step := 1
	if withStored {
		step = 2
	}
	n := 4 + width*step
	rec = slices.Grow(rec[:0], n)[:n]
	clear(rec)
	rec[0], rec[1], rec[2], rec[3] = strconv.Itoa(r.Number), export.Safe(t.Name), t.Place(r, -1).Ref, role
	for i := range r.Cells {
		at := 4 + int(r.Cells[i].Col)*step
		rec[at] = export.Safe(r.Cells[i].Text)
		if withStored {
			rec[at+1] = export.Safe(stored(&r.Cells[i]))
		}
	}
	return rec
}

// titles are the headings of a CSV.
func titles(width int, withStored bool) []string {
	out := []string{"row", "table", "place", "role"}
	for c := range width {
		out = append(out, table.ColumnName(c))
		if withStored {
			out = append(out, table.ColumnName(c)+" stored")
		}
	}
	return out
}
