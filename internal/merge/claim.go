package merge

import (
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
)

// A place is one claim: the copy that stands, and where what else is known of it is kept. Most claims
// have one data row and no copies.
type place struct {
	item
	more int32 // index into Round.more plus one, 0 for nothing
}

// more is what further rows and the other copies of a claim add.
type more struct {
	data     []int // all data rows, where they are several
	agreed   int
	adopted  bool
	later    bool
	others   []source
	composed *claim.Record // of the values of several copies
	also     int32         // the later answer that filled some of the values, plus one
}

// Release gives the memory of the claims back. What was counted stays.
func (r *Round) Release() { r.claims, r.more, r.core = nil, nil, nil }

// Len returns how many claims there are, one a record or document value.
func (r *Round) Len() int { return len(r.claims) }

// Kind returns the index of the claim's record type in the task, -1 of a document value.
func (r *Round) Kind(i int) int { return max(int(r.claims[i].kind), -1) }

// Record returns what the claim says, valid until another claim is read.
func (r *Round) Record(i int) *claim.Record { return r.record(0, i) }

func (r *Round) record(memory, i int) *claim.Record {
	c := &r.claims[i]
	if m := r.of(c); m != nil && m.composed != nil {
		return m.composed
	}
	return r.answers.item(memory, c.source)
}

// of returns what more is known of a claim, nil for nothing.
func (r *Round) of(c *place) *more {
	if c.more == 0 {
		return nil
	}
	return &r.more[c.more-1]
}

// add returns what more is known of claim i, to add to. It is valid until the next one is added.
func (r *Round) add(i int) *more {
	c := &r.claims[i]
	if c.more == 0 {
		r.more = append(r.more, more{})
		c.more = int32(len(r.more))
	}
	return &r.more[c.more-1]
}

// Agreed returns how many copies of the claim say the same.
func (r *Round) Agreed(i int) int {
	if m := r.of(&r.claims[i]); m != nil {
		return m.agreed
	}
	return 0
}

// Adopted reports whether the window that owns the claim did not return it.
func (r *Round) Adopted(i int) bool {
	m := r.of(&r.claims[i])
	return m != nil && m.adopted
}

// Others returns how many copies say something else: the claim is held. Later reports whether one of
// them came in a later round.
func (r *Round) Others(i int) (n int, later bool) {
	m := r.of(&r.claims[i])
	if m == nil {
		return 0, false
	}
	return len(m.others), m.later
}

// Other returns copy k of those that say something else, valid until another copy is read.
func (r *Round) Other(i, k int) *claim.Record {
	return r.answers.item(1, r.of(&r.claims[i]).others[k])
}

// Answer returns the answer that the claim came from.
func (r *Round) Answer(i int) *claim.Stored { return r.answers.list[r.claims[i].answer].Stored }

// Shows reports whether row n was shown to who made the claim.
func (r *Round) Shows(i, n int) bool {
	if r.Answer(i).Shows(n) {
		return true
	}
	m := r.of(&r.claims[i])
	return m != nil && m.also > 0 && r.answers.list[m.also-1].Shows(n)
}

// dataRows returns the data rows of a claim.
func (r *Round) dataRows(c *place) []int {
	if m := r.of(c); m != nil && m.data != nil {
		return m.data
	}
	if c.row < 0 {
		return nil
	}
	return []int{int(c.row)}
}

// sameRows reports whether two claims have the same data rows.
func sameRows(a *Round, c *place, b *Round, d *place) bool {
	if c.row != d.row {
		return false
	}
	if c.more == 0 && d.more == 0 {
		return true
	}
	return slices.Equal(a.dataRows(c), b.dataRows(d))
}

// same reports whether two copies say the same: the same fields with the same quotes. Runs of
// blanks are one; a field left out is null.
func same(a, b *claim.Record) bool {
	return covers(a, b) && covers(b, a)
}

// covers reports whether each value of a stands in b as well.
func covers(a, b *claim.Record) bool {
	for i := range a.Fields {
		if v := &a.Fields[i]; !sameValue(v, valueOf(b, v.Name)) {
			return false
		}
	}
	return true
}

func valueOf(r *claim.Record, name string) *claim.Value {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return &r.Fields[i]
		}
	}
	return nil
}

func sameValue(a, b *claim.Value) bool {
	if a == nil || a.Null {
		return b == nil || b.Null
	}
	if b == nil || b.Null {
		return false
	}
	return a.Quote == b.Quote || strings.Join(strings.Fields(a.Quote), " ") == strings.Join(strings.Fields(b.Quote), " ")
}

// clone returns a copy of a record that stays as it is.
func clone(r *claim.Record) *claim.Record {
	c := *r
	c.Rows, c.Fields = slices.Clone(r.Rows), slices.Clone(r.Fields)
	for i := range c.Fields {
		c.Fields[i].Rows = slices.Clone(c.Fields[i].Rows)
	}
	c.Places = slices.Clone(r.Places)
	for i := range c.Places {
		c.Places[i] = slices.Clone(c.Places[i])
	}
	return &c
}

func isDocument(c *place) bool { return c.kind < 0 }

// documentLast orders document values before records.
func documentLast(c *place) int {
	if isDocument(c) {
		return 0
	}
	return 1
}
