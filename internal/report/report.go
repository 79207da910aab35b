// Package report turns verdicts into a stream of messages, format rowproof.report/1. Every
// rendering is a handler over the stream, so that a stored run can be rendered in any format
// without its file or model.
package report

import (
	"slices"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Format is the name and version of the stream.
const Format = "rowproof.report/1"

// A Handler renders the stream: Run first, then rows, entries and findings, Summary last.
// The messages are valid during the call only.
type Handler interface {
	Run(*Run) error
	Row(*Row) error
	Entry(*Entry) error
	Finding(*Finding) error
	Summary(*Summary) error
}

// Run says what was run on which document.
type Run struct {
	Type        string   `json:"type"` // "run"
	Format      string   `json:"format"`
	Program     string   `json:"program"` // "extract 0.1.0"
	Document    Document `json:"document"`
	Task        Task     `json:"task"`
	Model       string   `json:"model"` // "columns" or "openai:NAME"
	Fingerprint string   `json:"fingerprint"`
	Tables      []Table  `json:"tables"`
}

// Document identifies the file.
type Document struct {
	Name   string `json:"name"`
	Format string `json:"format"`
	SHA256 string `json:"sha256"`
	ID     string `json:"id"`
	Rows   int    `json:"rows"`
}

// Task is what the report has to know of the task.
type Task struct {
	Name     string       `json:"name"`
	Made     bool         `json:"made,omitempty"` // made from headings
	SHA256   string       `json:"sha256"`
	Records  []TaskRecord `json:"records"`            // "document" first where the task has document fields
	Identity []string     `json:"identity,omitempty"` // document fields that name the document for publishing
	Export   []Column     `json:"export,omitempty"`   // empty: all fields under their names
	Dates    string       `json:"dates,omitempty"`    // layout of package time, empty for ISO 8601
	Decimal  string       `json:"decimal,omitempty"`  // "." or ",", empty for "."
}

// TaskRecord names the fields of a record type in the order of the task.
type TaskRecord struct {
	Name   string      `json:"name"`
	Key    []string    `json:"key,omitempty"` // fields that tell its records apart
	Fields []TaskField `json:"fields"`
}

// TaskField is one field of a record type.
type TaskField struct {
	Name      string `json:"name"`
	Type      string `json:"type"`
	Unprinted bool   `json:"unprinted,omitempty"` // of a task made for the document: no record of the run has a value of it
}

// Printed returns the task without the fields that no record of the run prints: a preset asks for more than
// one document has. A task that a person wrote, and one that names its export, keeps them all.
func (t *Task) Printed() *Task {
	if !t.Made || len(t.Export) > 0 {
		return t
	}
	out := *t
	out.Records = make([]TaskRecord, len(t.Records))
	for i, r := range t.Records {
		r.Fields = slices.DeleteFunc(slices.Clone(r.Fields), func(f TaskField) bool { return f.Unprinted })
		out.Records[i] = r
	}
	return &out
}

// Column is one column of an export.
type Column struct {
	Title string `json:"title"`
	Field string `json:"field"`
}

// Table is one table of the document.
type Table struct {
	Name    string       `json:"name"`
	Shape   string       `json:"shape"` // "sheet", "file", "grid", "lines", "prose"
	First   int          `json:"first"`
	End     int          `json:"end"`
	Columns int          `json:"columns"`
	Found   string       `json:"found,omitempty"`
	Merges  []table.Area `json:"merges,omitempty"`
	Labels  []string     `json:"labels,omitempty"` // of its columns in the file, "A", "B"
}

// Row is one row of the document with its class.
type Row struct {
	Type  string      `json:"type"` // "row"
	N     int         `json:"n"`
	Table string      `json:"table"`
	Place table.Place `json:"place"`
	Cells []Cell      `json:"cells"`
	Class string      `json:"class"`
	Role  string      `json:"role,omitempty"`
	Entry string      `json:"entry,omitempty"`
}

// Cell is one cell of a row.
type Cell struct {
	Col    int        `json:"col"`
	Text   string     `json:"text"`
	Stored string     `json:"stored,omitempty"`
	Box    *table.Box `json:"box,omitempty"`
}

// Entry is one record or document value.
type Entry struct {
	Type    string  `json:"type"` // "entry"
	ID      string  `json:"id"`
	Record  string  `json:"record"`
	Rows    []int   `json:"rows"`
	Idle    []int   `json:"idle,omitempty"`
	Verdict string  `json:"verdict"`
	Code    string  `json:"code,omitempty"`
	Fields  []Field `json:"fields"` // in the order of the task
}

// Clone returns a copy for a handler that keeps the entry: a message is valid during its call only.
func (e *Entry) Clone() Entry {
	c := *e
	c.Rows, c.Idle, c.Fields = slices.Clone(e.Rows), slices.Clone(e.Idle), slices.Clone(e.Fields)
	for i := range c.Fields {
		f := &c.Fields[i]
		f.Readings, f.Evidence = slices.Clone(f.Readings), slices.Clone(f.Evidence)
	}
	return c
}

// Field is one value of an entry.
type Field struct {
	Name       string             `json:"name"`
	Claim      string             `json:"claim,omitempty"`
	Null       bool               `json:"null,omitempty"`
	Printed    string             `json:"printed,omitempty"`
	Value      string             `json:"value,omitempty"`
	Places     int                `json:"places,omitempty"` // printed decimal places of a figure
	Stored     string             `json:"stored,omitempty"`
	Currency   string             `json:"currency,omitempty"`
	Unit       string             `json:"unit,omitempty"`
	Verdict    string             `json:"verdict,omitempty"`
	Code       string             `json:"code,omitempty"`
	Readings   []string           `json:"readings,omitempty"`
	Hint       *int               `json:"hint,omitempty"`
	Derived    bool               `json:"derived,omitempty"`
	Recognised bool               `json:"recognised,omitempty"` // read from a picture
	Evidence   []verdict.Evidence `json:"evidence,omitempty"`
}

// Finding is one coded reason.
type Finding struct {
	Type     string `json:"type"` // "finding"
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Title    string `json:"title"`
	Rows     []int  `json:"rows,omitempty"` // of uncovered rows the first and the last of the run
	Place    string `json:"place,omitempty"`
	Col      *int   `json:"col,omitempty"`
	Record   string `json:"record,omitempty"`
	Entry    string `json:"entry,omitempty"`
	Field    string `json:"field,omitempty"`
	Detail   string `json:"detail,omitempty"`
	Hint     string `json:"hint,omitempty"`
}

// Summary closes the stream.
type Summary struct {
	Type      string             `json:"type"` // "summary"
	Verdict   string             `json:"verdict"`
	Counts    verdict.Counts     `json:"counts"`
	Columns   []verdict.Column   `json:"columns"`
	Equations []verdict.Equation `json:"equations"`
	Uncovered []verdict.Run      `json:"uncovered"`
	Hidden    []table.HiddenPart `json:"hidden"`
	Prose     []verdict.Prose    `json:"prose,omitempty"`
	Balanced  bool               `json:"balanced"`
}
