// Package claim holds what an answer says, protocol rowproof.answer/1: records with quotes
// and cited rows. Decoding is strict; what is not of the protocol becomes a finding and
// nothing of it enters.
package claim

// An Answer is one decoded answer.
type Answer struct {
	Document []Value // document fields
	Records  []Record
	Other    []Other
	Answers  []Prose // of a task with questions
}

// A Value is a claim about one field.
type Value struct {
	Name   string
	Quote  string // verbatim; of a JSON number or boolean its literal
	Null   bool
	Number bool  // given as a JSON number
	Bool   bool  // given as a JSON boolean
	Rows   []int // rows cited for this value; of a record's field empty where the record's count
}

// A Record is a claim of one record.
type Record struct {
	Type   string
	Rows   []int // as cited, in their order, with repetitions
	Fields []Value
	Window int // index of the window it was answered from, -1 for none
	Round  int // of the answers, from 0
	Order  int // position in its array of the answer
}

// Other is a row set aside.
type Other struct {
	Rows   []int
	Kind   string // "heading", "section", "total", "note", "furniture"
	Window int
	Round  int
}

// Prose is the answer to one question.
type Prose struct {
	ID                  string
	Answer              string
	Title               string
	Clause              string
	Unknown             bool
	HasTitle, HasClause bool
}
