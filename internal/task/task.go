// Package task holds what to extract from a document: document fields, record types with
// their fields, equations and notation, as a person wrote them in YAML or JSON Schema.
//
// A wrong task gives every error at once, each with its line, cause and a hint.
package task

import (
	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/notation"
)

// A Task is one task, valid once Load returned it.
type Task struct {
	Version   int
	Name      string
	Notation  Notation
	Document  []Field // in the order as written
	Records   []Record
	Equations []Equation
	Identity  []string // names of document fields
	Export    Export
	Questions []Question
	Examples  []Example
	Source    []byte // as written
	Made      bool   // made from headings or a preset, not written by a person
}

// A Notation is how the document writes figures and dates; zero values are to be found.
type Notation struct {
	Decimal  rune
	Group    rune
	Order    notation.Order
	Brackets notation.Brackets
	Language string
	Empty    []string // words that print nothing, "n/a"
}

// A Type is the type of a field.
type Type uint8

// The types of fields.
const (
	Text Type = iota
	Number
	Money
	Percent
	Date
	Choice
	Boolean
	Identifier
	Exact
)

// String returns the type as tasks write it.
func (t Type) String() string {
	return [...]string{"text", "number", "money", "percent", "date", "choice", "boolean", "identifier", "exact"}[t]
}

// Numeric reports whether values of the type are figures.
func (t Type) Numeric() bool { return t == Number || t == Money || t == Percent }

// A Field is one value of a record or of the document.
type Field struct {
	Name        string
	Type        Type
	Description string
	Aliases     []string // headings of its column
	Labels      []string // labels of a document field
	Required    bool
	Shared      bool   // printed once for several records: a section heading, a carried-down cell
	Composed    string // name of what gives the missing year: "heading"; empty for none
	Years       notation.Years
	Choices     []Member
	Derive      expression.Node // computed from verified values, never asked
	DeriveText  string
	CheckDigits string // "iban", "luhn", or empty
	Line        int    // where it is written
}

// Headings returns the name, with underscores as blanks, and the aliases: what a heading is compared with.
func (f *Field) Headings() []string {
	out := make([]string, 0, len(f.Aliases)+1)
	b := []byte(f.Name)
	for i := range b {
		if b[i] == '_' {
			b[i] = ' '
		}
	}
	return append(append(out, string(b)), f.Aliases...)
}

// A Member of a choice, with the words that are printed for it.
type Member struct {
	Name  string
	Words []string
}

// A Record is one record type.
type Record struct {
	Name             string
	RowsMin, RowsMax int // rows of one record; 1 and 1 where the task says nothing
	Key              []string
	Fields           []Field
	Equations        []Equation
	Line             int
}

// Field returns the named field.
func (r *Record) Field(name string) (*Field, bool) {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return &r.Fields[i], true
		}
	}
	return nil, false
}

// An Equation with what the task says of it.
type Equation struct {
	expression.Equation
	Note      bool   // severity: note
	Tolerance string // decimal, or empty for what the printed precision gives
	Line      int
}

// Export names the columns of what is handed on, their order and formats.
type Export struct {
	Columns []ExportColumn // empty: all fields under their names
	Dates   string         // layout of package time, empty for ISO 8601
	Decimal string         // "." or ",", empty for "."
}

// An ExportColumn is one column of an export.
type ExportColumn struct{ Title, Field string }

// A Question of a prose task.
type Question struct{ ID, Ask string }

// An Example of a record in the prompt, checked when the task is loaded.
type Example struct {
	Rows   [][]string // cells of the example's rows, numbered from 0
	Answer string     // the answer to them, protocol rowproof.answer/1
	Line   int
}

// Record returns the named record type.
func (t *Task) Record(name string) (*Record, bool) {
	for i := range t.Records {
		if t.Records[i].Name == name {
			return &t.Records[i], true
		}
	}
	return nil, false
}

// DocumentField returns the named document field.
func (t *Task) DocumentField(name string) (*Field, bool) {
	for i := range t.Document {
		if t.Document[i].Name == name {
			return &t.Document[i], true
		}
	}
	return nil, false
}

// Reserved are the names that neither a record type nor a field may have.
var Reserved = []string{"document", "other", "answers", "rows"}
