// Package verdict holds what the checks decide: of a value, a record, a row and a document,
// and where the evidence stands. It is vocabulary only; the rules are in cite, ledger and
// arith, and verify puts them together.
package verdict

import "fmt"

// A Verdict is of a value or a record.
type Verdict uint8

// The verdicts. The zero value is of a null: nothing was claimed.
const (
	None     Verdict = iota
	Accepted         // the cited rows carry it, as printed
	Held             // there is evidence, and a reason why a person has to look
	Refused          // the evidence is not there
)

// String returns the verdict as the report writes it; of None it is empty.
func (v Verdict) String() string { return [...]string{"", "accepted", "held", "refused"}[v] }

// ParseVerdict returns the verdict with the given name; the empty name is of None.
func ParseVerdict(s string) (Verdict, bool) {
	for _, v := range [...]Verdict{None, Accepted, Held, Refused} {
		if v.String() == s {
			return v, true
		}
	}
	return None, false
}

// MarshalText writes the verdict's name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads the verdict's name.
func (v *Verdict) UnmarshalText(b []byte) error {
	p, ok := ParseVerdict(string(b))
	if !ok {
		return fmt.Errorf("no such verdict: %q", b)
	}
	*v = p
	return nil
}

// A Document verdict, from the best to the worst.
type Document uint8

// The verdicts of a document.
const (
	Sound Document = iota
	NeedsReview
	Incomplete
	Unreadable
)

// String returns the verdict as the report writes it.
func (d Document) String() string {
	return [...]string{"sound", "needs review", "incomplete", "unreadable"}[d]
}

// A Class is what the ledger says of a row. Every row has exactly one.
type Class uint8

// The classes of rows.
const (
	Uncovered   Class = iota // nothing accounts for the row
	OfRecord                 // carries a record
	OfDocument               // carries document fields only
	OfHeading                // heading of columns
	OfSection                // heading of a section of rows
	OfTotal                  // total or subtotal
	OfNote                   // note, address, terms: text beside the records
	OfFurniture              // page number, running head
)

// Classes lists all classes in the order of reports.
var Classes = [...]Class{OfRecord, OfDocument, OfHeading, OfSection, OfTotal, OfNote, OfFurniture, Uncovered}

// String returns the class as the report writes it.
func (c Class) String() string {
	return [...]string{"uncovered", "record", "document", "heading", "section", "total", "note", "furniture"}[c]
}

// ParseClass returns the class with the given name.
func ParseClass(s string) (Class, bool) {
	for _, c := range Classes {
		if c.String() == s {
			return c, true
		}
	}
	return 0, false
}

// Evidence is where a quote stands: byte offsets [Start, End) in the UTF-8 text of a cell.
type Evidence struct {
	Row   int `json:"row"`
	Col   int `json:"col"`
	Start int `json:"start"`
	End   int `json:"end"`
}

// A Field is one value of an entry with its verdict. A document has as many as it has cells, so that
// the small members stand together, where they cost one word.
type Field struct {
	Name     string
	Claim    string     // what the model or tool wrote, verbatim
	Printed  string     // the text of the evidence, as the document prints it
	Value    string     // typed, computed from the evidence: exact decimal, ISO date, text, member of a choice, "true"
	Stored   string     // the stored value of the evidence's cell, if it has one
	Currency string     // ISO code or sign of a money value, printed with it or in its heading
	Unit     string     // printed unit, "m²", "%"
	Code     string     // the finding that decided, empty where accepted without one
	Readings []string   // of a held value: the values it may have
	Evidence []Evidence // in page order
	Places   int        // printed decimal places of a figure
	Hint     int        // row that prints the value where the cited ones do not, else -1
	Null     bool       // it said that nothing is printed
	Derived  bool       // computed from other values by the task's expression
	Verdict  Verdict
}

// An Entry is one record, or one document value, with its verdict.
type Entry struct {
	ID      string // "unit-12": record type and the number of the first data row of its own, and "-2" for a second one there; "document-total_rent"
	Record  string // record type, or "document"
	Rows    []int  // cited rows that carry it, ascending
	Idle    []int  // cited rows that carry nothing of it
	Fields  []Field
	Verdict Verdict
	Code    string // the finding that decided where it is not a field's
	Window  int    // the window whose answer it came from, -1 for none
	Agreed  int    // copies of it in other windows that say the same
	Round   int    // of the answers, from 0
	Order   int    // position in its array of that answer
}

// DocumentRecord is the name under which document fields stand.
const DocumentRecord = "document"

// Field returns the named field.
func (e *Entry) Field(name string) (*Field, bool) {
	for i := range e.Fields {
		if e.Fields[i].Name == name {
			return &e.Fields[i], true
		}
	}
	return nil, false
}
