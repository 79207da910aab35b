package modeltest

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/prompt"
	"github.com/rowproof/rowproof/internal/task"
)

// A Truth says what a document prints, by the numbers of its rows.
type Truth struct {
	Records  []TrueRecord  `json:"records"`
	Document []TrueValue   `json:"document,omitempty"`
	Other    []TrueOther   `json:"other,omitempty"`
	Answers  []claim.Prose `json:"answers,omitempty"`
}

// A TrueRecord is one record.
type TrueRecord struct {
	Type   string      `json:"type"`
	Rows   []int       `json:"rows"` // that carry it, and those that print its shared values
	Fields []TrueField `json:"fields"`
}

// A TrueField is one value as printed, or null.
type TrueField struct {
	Name  string  `json:"name"`
	Quote *string `json:"quote"`
}

// A TrueValue is one document value.
type TrueValue struct {
	Rows  []int  `json:"rows"`
	Name  string `json:"name"`
	Quote string `json:"quote"`
}

// A TrueOther is rows without an entry.
type TrueOther struct {
	Rows []int  `json:"rows"`
	Kind string `json:"kind"`
}

// Printed returns a value that is printed.
func Printed(name, quote string) TrueField { return TrueField{Name: name, Quote: &quote} }

// Blank returns a value that is not printed.
func Blank(name string) TrueField { return TrueField{Name: name} }

// ReadTruth reads a truth from JSON.
func ReadTruth(data []byte) (*Truth, error) {
	var t Truth
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&t); err != nil {
		return nil, err
	}
	return &t, nil
}

// An answerer makes an answer from the rows that a prompt shows.
type answerer func(rows []prompt.Row, user string) *claim.Answer

// Oracle returns a fake that gives the truth as far as the prompt shows it: what it does not
// see it does not know, so that a window or prompt that hides something shows in the result.
func Oracle(t *task.Task, truth *Truth) *Fake { return answering(t, truth.seen) }

// answering is a fake that reads the prompt's rows and gives the answer in the protocol.
func answering(t *task.Task, f answerer) *Fake {
	return New(func(_ context.Context, req *model.Request) Reply {
		rows, err := prompt.Read(req.User)
		if err != nil {
			return Reply{Status: 400, Error: ProtocolError{Code: "unreadable_prompt", Message: err.Error()}}
		}
		a := f(rows, req.User)
		return Reply{Response: &model.Response{Outcome: model.Complete, Text: string(claim.Encode(a, t))}}
	})
}

// seen is the part of the truth that the rows show.
func (t *Truth) seen(rows []prompt.Row, _ string) *claim.Answer {
	shown := map[int]*prompt.Row{}
	for i := range rows {
		shown[rows[i].Number] = &rows[i]
	}
	own := func(n int) bool { r := shown[n]; return r != nil && !r.Context }
	a := &claim.Answer{}
	carried := map[int]bool{}
	for i := range t.Records {
		r := &t.Records[i]
		for _, n := range r.Rows {
			carried[n] = true
		}
		// A record that starts above or goes on below is seen in part: somebody else's.
		if !own(r.Rows[len(r.Rows)-1]) || !slices.ContainsFunc(r.Rows, own) || cutAbove(r, shown) {
			continue
		}
		c := claim.Record{Type: r.Type}
		for _, n := range r.Rows {
			if shown[n] != nil {
				c.Rows = append(c.Rows, n)
			}
		}
		for _, f := range r.Fields {
			v := claim.Value{Name: f.Name, Null: true}
			if f.Quote != nil && prints(shown, c.Rows, *f.Quote) {
				v.Quote, v.Null = *f.Quote, false
			}
			c.Fields = append(c.Fields, v)
		}
		a.Records = append(a.Records, c)
	}
	for _, v := range t.Document {
		for _, n := range v.Rows {
			carried[n] = true
		}
		if slices.ContainsFunc(v.Rows, own) && prints(shown, v.Rows, v.Quote) {
			a.Document = append(a.Document, claim.Value{Name: v.Name, Quote: v.Quote, Rows: v.Rows})
		}
	}
	for _, o := range t.Other {
		c := claim.Other{Kind: o.Kind}
		for _, n := range o.Rows {
			carried[n] = true
			if own(n) {
				c.Rows = append(c.Rows, n)
			}
		}
		if len(c.Rows) > 0 {
			a.Other = append(a.Other, c)
		}
	}
	a.Answers = t.Answers
	return a
}

// cutAbove reports whether the record's first row that only it has is not among the rows.
func cutAbove(r *TrueRecord, shown map[int]*prompt.Row) bool {
	last := r.Rows[len(r.Rows)-1]
	for i := len(r.Rows) - 1; i >= 0 && r.Rows[i] == last-(len(r.Rows)-1-i); i-- {
		if shown[r.Rows[i]] == nil {
			return true
		}
	}
	return false
}

// prints reports whether the words of the quote stand in the cells of the rows.
func prints(shown map[int]*prompt.Row, rows []int, quote string) bool {
	var text strings.Builder
	for _, n := range rows {
		if r := shown[n]; r != nil {
			text.WriteString(" " + strings.Join(r.Cells, " "))
		}
	}
	all := text.String()
	for _, w := range strings.Fields(quote) {
		if !strings.Contains(all, w) {
			return false
		}
	}
	return true
}

// order puts the truth's records by their first row.
func (t *Truth) order() []TrueRecord {
	out := slices.Clone(t.Records)
	slices.SortStableFunc(out, func(a, b TrueRecord) int { return cmp.Compare(a.Rows[0], b.Rows[0]) })
	return out
}
