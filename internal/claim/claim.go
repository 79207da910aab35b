// Package claim holds what an answer says, protocol rowproof.answer/1: records with quotes
// and cited rows. Decoding is strict; what is not of the protocol becomes a finding and
// nothing of it enters.
package claim

import "strings"

// An Answer is one decoded answer.
type Answer struct {
	Document []Value // document fields
	Records  []Record
	Other    []Other
	Answers  []Prose   // of a task with questions
	Places   [][][]int // of document values, by their index, see Record.Places; may be shorter than Document
	Refused  int       // items that do not have the form of the protocol; a finding stands for each
	Cut      bool      // the text ended inside the object; what was whole is here
}

// PlacesOf returns the places of document value i, nil where it has not several.
func (a *Answer) PlacesOf(i int) [][]int {
	if i >= len(a.Places) {
		return nil
	}
	return a.Places[i]
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
	Places [][]int // two or more, ascending: where a search found the record; Rows is the first of them
	Window int     // index of the window it was answered from, -1 for none
	Round  int     // of the answers, from 0
	Order  int     // position in its array of the answer
}

// MaxPlaces is how many places a record may have.
const MaxPlaces = 200

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

// A Stored answer is one line of answers.jsonl: what came back for one window, raw, with
// the rows that the window showed. It is written before it is parsed, and verification needs
// nothing else of the run.
type Stored struct {
	Window      int      `json:"window"`
	Round       int      `json:"round"`
	Core        [2]int   `json:"core"`  // [first, end)
	Shown       [2]int   `json:"shown"` // [first, end)
	Context     []int    `json:"context,omitempty"`
	Outcome     string   `json:"outcome"`          // "complete", "truncated", "declined", "filtered", "empty", "failed"
	Answerer    string   `json:"answerer"`         // "columns", "openai:gpt-4.1-mini", the name of another tool
	Fingerprint string   `json:"fingerprint"`      // of everything that changes the answer
	Raw         string   `json:"raw"`              // the answer's text, as it came
	Detail      string   `json:"detail,omitempty"` // of a failure
	Notes       []string `json:"notes,omitempty"`  // finding codes of the call, such as the schema's fall-back
	Run         string   `json:"run,omitempty"`    // of the settings that the window was cut and asked with
	Split       bool     `json:"split,omitempty"`  // it was cut off or filtered, and its rows were asked for again in parts
	// Later reads the text where Raw does not hold it: the answers of a long run stay on the disk. It
	// gives the same text each time, and not an empty one. Nil where Raw is all there is.
	Later func() (string, error) `json:"-"`
}

// Text returns the answer's text, wherever it is.
func (s *Stored) Text() (string, error) {
	if s.Raw == "" && s.Later != nil {
		return s.Later()
	}
	return s.Raw, nil
}

// HasText reports whether the answer's text is not empty.
func (s *Stored) HasText() bool { return s.Raw != "" || s.Later != nil }

// CompareTexts orders answers by their texts. One that cannot be read counts as empty.
func CompareTexts(a, b *Stored) int {
	s, _ := a.Text()
	t, _ := b.Text()
	return strings.Compare(s, t)
}

// Shows reports whether the window of the answer showed row n.
func (s *Stored) Shows(n int) bool {
	if n >= s.Shown[0] && n < s.Shown[1] {
		return true
	}
	for _, c := range s.Context {
		if c == n {
			return true
		}
	}
	return false
}
