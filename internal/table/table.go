// Package table holds a document as read: its rows, numbered once from 0, the cells of
// each with what the file prints and what it stores, and the place of both in the file.
//
// Readers of one format each stand in the packages below it. A reader never numbers a row
// itself: it hands lines to an [Emitter], which gives the numbers, holds the limits and
// hashes the canonical text that the document id is made of.
package table

import "fmt"

// A Kind says what a cell stores.
type Kind uint8

// The kinds of stored values. A cell of kind Text stores nothing but its text.
const (
	Text   Kind = iota
	Number      // Stored is a decimal, exactly as the file writes it ("1234.5", "1E+20")
	Date        // Stored is ISO 8601: "2026-05-01", "2026-05-01T14:30:00", or "T14:30:00" for a time alone
	Bool        // Stored is "true" or "false"
	Error       // Stored is the error's name, "#DIV/0!"
)

// Flags mark what a check or a person has to know of a cell.
type Flags uint8

// The flags of a cell.
const (
	Formula    Flags = 1 << iota // the value is a formula's cached result
	Uncached                     // a formula without a cached value: Text is the formula, "=SUM(A1:A2)", and proves nothing
	Calculated                   // computed by this program on request, not by the one that saved the file
	HiddenCell                   // in a hidden row, column or sheet, read on request
	Recognised                   // read by optical character recognition
	Doubtful                     // recognised with a low confidence: a figure here is held
	Marked                       // the reader could not vouch for the text (an unclosed quote, a byte that is no character)
)

// A Box is a rectangle on a page in points, from the page's top left corner as displayed.
type Box struct {
	X0 float32 `json:"x0"`
	Y0 float32 `json:"y0"`
	X1 float32 `json:"x1"`
	Y1 float32 `json:"y1"`
}

// A Cell is one printed text of a row. Rows hold the cells that print or store something,
// in the order of their columns.
type Cell struct {
	Text   string // as the document prints it; line breaks inside a cell stay, as "\n"
	Stored string // see Kind; empty for Text
	Format string // the number format's code for a spreadsheet's numeric cell, else empty
	Box    *Box   // on a page, else nil
	Col    int32  // column in its table's grid, from 0
	Kind   Kind
	Flags  Flags
}

// Blank reports whether the cell prints nothing.
func (c *Cell) Blank() bool {
	for _, r := range c.Text {
		if !isBlank(r) {
			return false
		}
	}
	return true
}

// A Row is one line of the document that has text. Number is its only name.
type Row struct {
	Number int // from 0, unique and ascending in the document, given by the Emitter
	Table  int // index into Document.Tables
	Line   int // the file's own count from 1: a sheet's row, a text file's first physical line, a line of a page
	Page   int // from 1; 0 where the file has no pages
	Level  int // outline level of a spreadsheet's row, 0 for none
	Hidden bool
	Cells  []Cell // ascending by Col
}

// Cell returns the cell in column col.
func (r *Row) Cell(col int) (*Cell, bool) {
	for i := range r.Cells {
		if int(r.Cells[i].Col) == col {
			return &r.Cells[i], true
		}
		if int(r.Cells[i].Col) > col {
			break
		}
	}
	return nil, false
}

// A Shape says what kind of grid a table is.
type Shape uint8

// The shapes of a table.
const (
	Sheet Shape = iota // a spreadsheet's sheet
	File               // a delimited text file
	Grid               // a table on one or more pages
	Lines              // lines of a page outside every table
	Prose              // a titled part of a text
)

var shapeNames = [...]string{"sheet", "file", "grid", "lines", "prose"}

// String returns the shape's name.
func (s Shape) String() string { return shapeNames[s] }

// MarshalText returns the shape's name.
func (s Shape) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a shape's name.
func (s *Shape) UnmarshalText(b []byte) error {
	for i, name := range shapeNames {
		if name == string(b) {
			*s = Shape(i)
			return nil
		}
	}
	return fmt.Errorf("unknown shape %q", b)
}

// An Area is a rectangle of a sheet, all four ends included: lines from 1, columns from 0.
type Area struct {
	FirstLine int `json:"first_line"`
	FirstCol  int `json:"first_col"`
	LastLine  int `json:"last_line"`
	LastCol   int `json:"last_col"`
}

// Contains reports whether the area holds the cell.
func (a Area) Contains(line, col int) bool {
	return line >= a.FirstLine && line <= a.LastLine && col >= a.FirstCol && col <= a.LastCol
}

// A Declared is a table that the file itself declares on a sheet: a list object or an
// autofilter's range.
type Declared struct {
	Name     string `json:"name"`
	Area     Area   `json:"area"`
	Headings int    `json:"headings"`         // heading rows at the top of the area
	Totals   int    `json:"totals,omitempty"` // totals rows at its end
	Filter   bool   `json:"filter,omitempty"` // an autofilter, not a list object
}

// A Note is a comment or a hyperlink that the file keeps beside a cell: never part of a
// row's text.
type Note struct {
	Line int    `json:"line"`
	Col  int    `json:"col"`
	Kind string `json:"kind"` // "comment" or "link"
	Text string `json:"text"`
}

// A Table is one grid of the document. Rows first to end-1 of the document are its own.
type Table struct {
	Index         int        `json:"index"`
	Name          string     `json:"name"` // the sheet's or file's name, "page 3, table 1"; a titled part's title
	Shape         Shape      `json:"shape"`
	First         int        `json:"first"`              // number of its first row
	End           int        `json:"end"`                // and of the first row after it
	Columns       int        `json:"columns"`            // one more than the last column that prints
	Page          int        `json:"page,omitempty"`     // first page, 0 where the file has none
	EndPage       int        `json:"end_page,omitempty"` // last page
	Hidden        bool       `json:"hidden,omitempty"`
	Merges        []Area     `json:"merges,omitempty"`
	Declared      []Declared `json:"declared,omitempty"`
	Notes         []Note     `json:"notes,omitempty"`
	HiddenColumns []int      `json:"hidden_columns,omitempty"` // known whether or not they were read
	HiddenLines   []int      `json:"hidden_lines,omitempty"`   // hidden lines that print something
	Headings      []int      `json:"headings,omitempty"`       // numbers of rows that the file itself declares as headings
	Found         string     `json:"found,omitempty"`          // how its columns were found, for a reader that had to find them
	Labels        []string   `json:"labels,omitempty"`         // the columns' letters or names in the file, where it has them
}

// A Warning is what a reader cannot vouch for. Codes are those of package finding (SOURCE…).
type Warning struct {
	Code   string `json:"code"`
	Row    int    `json:"row"`              // a row's number, or -1
	Col    int    `json:"col"`              // or -1
	Place  string `json:"place,omitempty"`  // where in the file, "Rent Roll!B17"; never a cell's text
	Detail string `json:"detail,omitempty"` // what was seen, without a cell's text
}

// A HiddenPart counts what a person does not see in the file.
type HiddenPart struct {
	Kind  string `json:"kind"` // "sheet", "rows", "columns", "text"
	Table string `json:"table"`
	Count int    `json:"count"`
	Read  bool   `json:"read"`
}

// A Document is one file as read.
type Document struct {
	Name     string // base name of the file
	Format   string // "xlsx", "csv", "ods", "pdf", "text", "html"
	SHA256   string // of the file's bytes, lower-case hexadecimal
	ID       string // of the canonical text, see Emitter
	Bytes    int64
	Tables   []Table
	Rows     []Row // Rows[n].Number == n
	Warnings []Warning
	Hidden   []HiddenPart
	Locale   string // the one that built-in formats were printed in, if it mattered
}

// Row returns the row with number n.
func (d *Document) Row(n int) (*Row, bool) {
	if n < 0 || n >= len(d.Rows) {
		return nil, false
	}
	return &d.Rows[n], true
}

// CellText returns what the cell of row n in column col prints and what it stores; false where there
// is no such cell.
func (d *Document) CellText(n, col int) (text, stored string, ok bool) {
	row, ok := d.Row(n)
	if !ok {
		return "", "", false
	}
	c, ok := row.Cell(col)
	if !ok {
		return "", "", false
	}
	return c.Text, c.Stored, true
}
