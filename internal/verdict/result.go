package verdict

import "github.com/rowproof/rowproof/internal/finding"

// A Result is everything that the checks decided about one document. It is a pure function
// of the document, the task and the stored answers, and is in the order of the report.
type Result struct {
	Verdict   Document
	Entries   *Entries          // document values first, then records in (first row, ordinal) order
	Findings  []finding.Finding // sorted
	Classes   []Class           // by row number
	RowEntry  []int32           // by row number: index into Entries of the first entry on the row, -1 for none
	Roles     Texts             // by row number: what the row's shape says, and why
	Columns   []Column
	Equations []Equation
	Prose     []Prose // answers to the task's questions
	Uncovered []Run   // runs of uncovered rows
	Counts    Counts
}

// A Run is the rows First to Last, both included.
type Run struct {
	First int `json:"first"`
	Last  int `json:"last"`
}

// A Column is what the ledger says of one column of a block.
type Column struct {
	Table   int    `json:"table"`
	Block   int    `json:"block"`
	Col     int    `json:"col"`
	Heading string `json:"heading"`
	Record  string `json:"record,omitempty"` // with Field: the field that the column carries
	Field   string `json:"field,omitempty"`
	Status  string `json:"status"`          // "field", "not asked", "unused", "empty"
	By      string `json:"by"`              // "heading", "vote", or empty
	Scale   string `json:"scale,omitempty"` // one that the heading declares, "in £000"
}

// An Equation is the outcome of one equation, once or once a group or record.
type Equation struct {
	Text        string   `json:"text"`
	Scope       string   `json:"scope"`           // "document", "group", "record"
	Group       string   `json:"group,omitempty"` // the group's name
	Entry       string   `json:"entry,omitempty"`
	Status      string   `json:"status"` // "holds", "within tolerance", "differs", "noted", "not evaluated"
	Left        string   `json:"left,omitempty"`
	Right       string   `json:"right,omitempty"`
	Difference  string   `json:"difference,omitempty"`
	Tolerance   string   `json:"tolerance,omitempty"`
	Rows        []int    `json:"rows,omitempty"` // of the declared value
	Terms       int      `json:"terms,omitempty"`
	Reason      string   `json:"reason,omitempty"` // why it was not evaluated
	Explanation []string `json:"explanation,omitempty"`
}

// Prose is the answer to one question of the task with its verdict.
type Prose struct {
	ID       string     `json:"id"`
	Ask      string     `json:"ask"`
	Answer   string     `json:"answer,omitempty"`
	Title    string     `json:"title,omitempty"`
	Clause   string     `json:"clause,omitempty"`
	Unknown  bool       `json:"unknown,omitempty"`
	Linked   bool       `json:"linked"` // the title is a link that opens its part of the document
	Row      int        `json:"row"`    // first row of the titled part, -1 for none
	Evidence []Evidence `json:"evidence,omitempty"`
	Code     string     `json:"code,omitempty"`
	Verdict  Verdict    `json:"verdict"`
}

// Counts are the figures of the summary. Values count the fields of records and document
// values; Balanced says that rows and claims add up, and a run that does not balance fails.
type Counts struct {
	Rows    int            `json:"rows"`
	Classes map[string]int `json:"classes"`
	Records Tally          `json:"records"`
	Values  Tally          `json:"values"`
	Nulls   int            `json:"nulls"`
	Claims  Claims         `json:"claims"`
	Covered int            `json:"covered"` // accepted figures that an evaluated equation covers
	Figures int            `json:"figures"` // accepted figures
	Columns map[string]int `json:"columns"`
}

// A Tally counts verdicts.
type Tally struct {
	Accepted int `json:"accepted"`
	Held     int `json:"held"`
	Refused  int `json:"refused"`
}

// Claims balances the records and document values that the answers made: Made is the sum of the others.
type Claims struct {
	Made       int `json:"made"`
	Accepted   int `json:"accepted"`
	Held       int `json:"held"`
	Refused    int `json:"refused"`
	Agreed     int `json:"agreed"`     // copies in neighbouring windows that say the same
	Superseded int `json:"superseded"` // replaced by a later round or by the owner's copy
}
