// Package lookup answers one question: does a value stand in given rows of a document, as
// printed, for one field? It gives every place where it stands, with the typed value that
// the place prints, or the reason why it stands nowhere. It knows nothing of other records:
// which of several places a record means is its caller's choice, by column.
//
// The rules are those of docs/checks.md, sections 1, 2.2, 2.3 and the kinds of value of 2.4.
package lookup

import (
	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A Source is a document and what is known of it. Everything but Doc may be left zero.
type Source struct {
	Doc       *table.Document
	Structure *structure.Structure // nil: no row is a heading, nothing is carried down
	Empty     []string             // words that print nothing, "n/a"
	Language  string               // BCP 47, empty for not known
	// Context is what is known of the notation at a cell; nil: nothing. It must give the
	// same answer each time it is asked.
	Context func(row, col int) notation.Context
	// Headers says whether a row names columns and so proves nothing of a record; nil: the
	// rows that Structure calls headings.
	Headers func(row int) bool
	// CellRunes is the length from which a cell is held instead of read, in runes; 0 for the
	// 10,000 of the rules.
	CellRunes int
}

// A Query asks for one value.
type Query struct {
	Rows  []int // sorted, distinct, existing and shown: see Cite
	Field *task.Field
	Claim *claim.Value
	// InHeadings lets heading rows carry the value: for shared, composed and document fields.
	InHeadings bool
}

// A Hit is one place where the value stands.
type Hit struct {
	Evidence []verdict.Evidence // in page order, never empty
	Row      int                // the cited row that carries it; a carried-down cell's evidence stands in a row above
	Col      int                // of the first evidence
	Verdict  verdict.Verdict    // Accepted or Held
	Code     string             // of a held hit, the finding that holds it
	Note     string             // a note's code such as finding.StoredValueGiven, or empty
	Value    string             // typed, as in verdict.Field; empty where held without a certain reading
	Printed  string             // the text of the evidence, pieces joined by a blank
	Stored   string             // what the cell stores, empty for a cell of text
	Currency string             // ISO code or sign, printed with the figure, in its heading or in its row
	Unit     string             // as printed, "%" too
	Places   int                // printed decimal places
	Readings []string           // of a held hit: the values that it may have
	Whole    bool               // the evidence is all that its cell prints
	Carried  bool               // the cell is carried down into the cited row
	Null     bool               // what is printed is no value of the field: the value is null, the text is kept
	empty    bool               // it is one of the task's words for nothing
}

// A Result is what was found of one value. Hits are in page order. Where there is none,
// Verdict is Refused with its Code, or Held where something keeps the value from being
// refused; a null has verdict.None and no code.
type Result struct {
	Hits    []Hit
	Verdict verdict.Verdict
	Code    string
	spans   []verdict.Evidence
}

// Reset empties the result and keeps its memory. Hits taken from it before stay as they are
// only if they were copied with Clone.
func (r *Result) Reset() {
	r.Hits, r.spans = r.Hits[:0], r.spans[:0]
	r.Verdict, r.Code = verdict.None, ""
}

// Clone returns a copy of the hit that a Reset of its result leaves alone.
func (h *Hit) Clone() Hit {
	c := *h
	c.Evidence = append([]verdict.Evidence(nil), h.Evidence...)
	c.Readings = append([]string(nil), h.Readings...)
	return c
}
