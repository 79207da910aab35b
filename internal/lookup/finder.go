package lookup

import (
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A Finder looks values up in one document. It keeps what it read of the rows it saw last,
// in bounded memory, and is not safe for concurrent use: each goroutine makes its own.
type Finder struct {
	src Source
}

// New returns a finder for a document.
func New(src Source) *Finder { return &Finder{src: src} }

// Find writes into r where the value stands in the rows of the query.
func (f *Finder) Find(q *Query, r *Result) {
	r.Reset()
	switch {
	case q.Claim.Null:
		return
	case len(q.Rows) == 0:
		r.Verdict, r.Code = verdict.Refused, finding.NoRowsCited
		return
	}
	r.Verdict, r.Code = verdict.Refused, finding.NotPrinted
}

// A Print says what a cell prints for a field.
type Print uint8

// What a cell may print.
const (
	Nothing    Print = iota // blank, a lone dash, or a word that the task calls empty
	ZeroAsDash              // stores 0 and prints a dash or its currency only: null and 0 are both right
	OtherText               // in a figure's or date's field: text that is no such value; null is right and the text is kept
	Unmapped                // in a choice: a word that the task maps to no member
	Printed                 // prints something that may be a value of the field
)
