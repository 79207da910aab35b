package merge

import (
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
)

// A Claim stands for one record or document value. What other copies say is kept apart: most
// claims have none, and a document may have a million claims.
type Claim struct {
	claim.Record
	copies *copies
	by     *claim.Stored // the answer that it came from
	data   []int         // cited data rows, ascending, once each
}

// copies is what the other copies of a claim add.
type copies struct {
	agreed  int
	adopted bool
	later   bool
	others  []claim.Record
	also    *claim.Stored // the later answer that filled some of the values
}

// add returns the copies to add to.
func (c *Claim) add() *copies {
	if c.copies == nil {
		c.copies = &copies{}
	}
	return c.copies
}

// Agreed returns how many copies say the same.
func (c *Claim) Agreed() int {
	if c.copies == nil {
		return 0
	}
	return c.copies.agreed
}

// Adopted reports whether the window that owns the claim did not return it.
func (c *Claim) Adopted() bool { return c.copies != nil && c.copies.adopted }

// Others returns the copies that say something else: the claim is held. Later reports
// whether one of them came in a later round.
func (c *Claim) Others() (others []claim.Record, later bool) {
	if c.copies == nil {
		return nil, false
	}
	return c.copies.others, c.copies.later
}

// Answer returns the answer that the claim came from.
func (c *Claim) Answer() *claim.Stored { return c.by }

// Shows reports whether row n was shown to who made the claim.
func (c *Claim) Shows(n int) bool {
	return c.by.Shows(n) || c.copies != nil && c.copies.also != nil && c.copies.also.Shows(n)
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
