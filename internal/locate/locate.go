// Package locate looks for the rows of records that were made without any: every place of a
// document that prints all the values of a record. It decides nothing. The rows it writes are claims
// like others, checked as such, and what it finds in several places is held.
//
// Whole cells are searched by an index first, then the words of cells; package lookup confirms
// each candidate. The same document, task and answer give the same places.
package locate

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Counts say what was found of the records and document values that had no rows.
type Counts struct{ One, Several, Nowhere int }

// Searched is how many had no rows.
func (c Counts) Searched() int { return c.One + c.Several + c.Nowhere }

// Rows returns the answer, of the protocol rowproof.answer/1, with the rows of records and
// document values that gave none: the rows of the place, or all the places where there are several. What was
// found nowhere stays without rows. Items that have rows, and all that is no record, keep their bytes.
func Rows(doc *table.Document, st *structure.Structure, t *task.Task, answer []byte) ([]byte, Counts, error) {
	parts, err := members(answer)
	if err != nil {
		return nil, Counts{}, err
	}
	r := &rewriter{search: newSearch(doc, st, t), t: t}
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range parts {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, Counts{}, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(r.member(m))
	}
	b.WriteByte('}')
	return b.Bytes(), r.counts, nil
}

// A member is one key of the answer's object with its value.
type member struct {
	key   string
	value json.RawMessage
}

// members returns the members of an object in their order, repetitions too.
func members(object []byte) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var out []member
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		m := member{}
		m.key, _ = key.(string)
		if err := d.Decode(&m.value); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	_, err := d.Token()
	return out, err
}

type rewriter struct {
	search *search
	t      *task.Task
	counts Counts
}

// member returns the value of a member with the rows of its items.
func (r *rewriter) member(m member) []byte {
	_, isRecord := r.t.Record(m.key)
	var items []json.RawMessage
	if !isRecord && m.key != verdict.DocumentRecord || json.Unmarshal(m.value, &items) != nil {
		return m.value
	}
	out := make([][]byte, len(items))
	for i := range items {
		out[i] = r.item(m.key, items[i])
	}
	return slices.Concat([]byte{'['}, bytes.Join(out, []byte{','}), []byte{']'})
}

// item returns one item with the rows that were found for it. One that is not whole in the protocol
// keeps its bytes: what is wrong with it is the decoder's to say.
func (r *rewriter) item(key string, raw json.RawMessage) []byte {
	a, findings := claim.Decode(slices.Concat([]byte(`{`), strconv.AppendQuote(nil, key), []byte(`:[`), raw, []byte(`]}`)), r.t)
	var places [][]int
	switch {
	case len(a.Records) == 1 && !cites(&a.Records[0]):
		places = r.search.record(&a.Records[0])
	case len(a.Document) == 1 && len(a.Document[0].Rows) == 0 && !a.Document[0].Null:
		places = r.search.documentValue(&a.Document[0])
	default:
		return raw
	}
	switch len(places) {
	case 0:
		r.counts.Nowhere++
		return raw
	case 1:
		r.counts.One++
	default:
		r.counts.Several++
	}
	if len(findings) > 0 || a.Refused > 0 {
		return splice(raw, places) // its unknown keys stay, to be noted
	}
	set := func(rows *[]int, several *[][]int) {
		*rows = places[0]
		if len(places) > 1 {
			*several = places
		}
	}
	if len(a.Records) == 1 {
		set(&a.Records[0].Rows, &a.Records[0].Places)
	} else {
		a.Places = make([][][]int, 1)
		set(&a.Document[0].Rows, &a.Places[0])
	}
	parts, err := members(claim.Encode(&a, r.t))
	if err != nil || len(parts) != 1 {
		return raw
	}
	return bytes.TrimSuffix(bytes.TrimPrefix(parts[0].value, []byte{'['}), []byte{']'})
}

// cites reports whether the record or a value of it gives rows.
func cites(r *claim.Record) bool {
	return len(r.Rows) > 0 || slices.ContainsFunc(r.Fields, func(v claim.Value) bool { return len(v.Rows) > 0 })
}

// splice writes rows into an object, in the place of empty ones where it has them.
func splice(object []byte, places [][]int) []byte {
	parts, err := members(object)
	if err != nil {
		return object
	}
	var b strings.Builder
	b.WriteString(`{"rows":`)
	if len(places) == 1 {
		writeRows(&b, places[0])
	} else {
		b.WriteByte('[')
		for i, p := range places {
			if i > 0 {
				b.WriteByte(',')
			}
			writeRows(&b, p)
		}
		b.WriteByte(']')
	}
	for _, m := range parts {
		if m.key == "rows" {
			continue
		}
		b.WriteByte(',')
		key, _ := json.Marshal(m.key)
		b.Write(key)
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
	return []byte(b.String())
}

func writeRows(b *strings.Builder, rows []int) {
	b.WriteByte('[')
	for i, n := range rows {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(n))
	}
	b.WriteByte(']')
}
