// Package merge makes one claim of the copies that overlapping windows and later rounds give
// of a record. Whose copy stands is decided by cited rows alone, never by content: two equal
// lines in two rows are two records, one line seen in two windows is one.
//
// A document value takes part as a record of type verdict.DocumentRecord with one field.
package merge

import (
	"cmp"
	"slices"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/verdict"
)

// An Answer is one decoded answer with the window that it was given for.
type Answer struct {
	*claim.Stored
	claim.Answer
}

// Differences returns the names of the fields in which two copies differ, in the order of
// the first and then of the second.
func Differences(a, b *claim.Record) []string {
	var out []string
	for i := range a.Fields {
		if v := &a.Fields[i]; !sameValue(v, valueOf(b, v.Name)) {
			out = append(out, v.Name)
		}
	}
	for i := range b.Fields {
		if v := &b.Fields[i]; valueOf(a, v.Name) == nil && !v.Null {
			out = append(out, v.Name)
		}
	}
	return out
}

// Rows is what merge has to know of a document's rows.
type Rows struct {
	Count  int
	IsData func(n int) bool // false for headings and section headings
	// Carried reports whether a cell of row from is carried down into row into. A record that cites
	// both stands on the second; the first only lends it what is printed once above. Nil for never.
	Carried func(from, into int) bool
}

// A Round is what the answers of one round claim, one claim a record.
type Round struct {
	Claims     []Claim
	Made       int            // claims that the answers made
	Superseded int            // copies that the owner's replaced: partial ones, and ones that differ
	Replaced   []claim.Record // refused claims that a later round replaced
	core       []bool
}

// Of merges the answers of one round. Their order does not matter.
func Of(answers []Answer, rows Rows) Round {
	m := &merger{rows: rows, answers: slices.Clone(answers)}
	slices.SortStableFunc(m.answers, func(a, b Answer) int {
		return cmp.Or(cmp.Compare(a.Window, b.Window), cmp.Compare(a.Core[0], b.Core[0]), cmp.Compare(a.Raw, b.Raw))
	})
	m.own()
	m.collect()
	if len(m.answers) > 1 {
		m.pair()
	}
	m.dropNulls()
	order(m.out.Claims)
	return m.out
}

// order puts claims into the order of the report.
func order(cs []Claim) {
	slices.SortStableFunc(cs, func(a, b Claim) int {
		return cmp.Or(cmp.Compare(documentLast(&a), documentLast(&b)), cmp.Compare(first(&a), first(&b)),
			cmp.Compare(a.Window, b.Window), cmp.Compare(a.Order, b.Order))
	})
}

func documentLast(c *Claim) int {
	if c.Type == verdict.DocumentRecord {
		return 0
	}
	return 1
}

// first returns the row that decides who owns the claim, or -1.
func first(c *Claim) int {
	if len(c.data) == 0 {
		return -1
	}
	return c.data[0]
}

type merger struct {
	rows    Rows
	answers []Answer
	owner   []int32 // by row: the answer whose core holds it, -1 for none
	owned   []bool  // by claim of out: its answer owns it
	from    []int32 // by claim of out: its answer
	out     Round
}

// own finds the owner of each row. Where a window was asked again in parts, the part owns.
func (m *merger) own() {
	m.owner = make([]int32, m.rows.Count)
	for i := range m.owner {
		m.owner[i] = -1
	}
	m.out.core = make([]bool, m.rows.Count)
	for _, split := range []bool{true, false} {
		for i := range m.answers {
			a := &m.answers[i]
			if a.Split != split {
				continue
			}
			for n := max(0, a.Core[0]); n < min(a.Core[1], m.rows.Count); n++ {
				if at := m.owner[n]; at < 0 || m.answers[at].Split {
					m.owner[n] = int32(i)
				}
				if len(a.Records) > 0 {
					m.out.core[n] = true
				}
			}
		}
	}
}

func (m *merger) collect() {
	total := 0
	for i := range m.answers {
		total += len(m.answers[i].Records) + len(m.answers[i].Document)
	}
	m.out.Claims = make([]Claim, 0, total)
	m.out.Made = total
	for i := range m.answers {
		a := &m.answers[i]
		for j := range a.Document {
			v := a.Document[j]
			m.add(i, claim.Record{Type: verdict.DocumentRecord, Rows: v.Rows, Fields: a.Document[j : j+1 : j+1], Places: a.PlacesOf(j), Order: j})
		}
		for j := range a.Records {
			m.add(i, a.Records[j])
		}
	}
}

func (m *merger) add(answer int, r claim.Record) {
	a := &m.answers[answer]
	r.Window, r.Round = a.Window, a.Round
	c := Claim{Record: r, data: m.dataRows(&r), by: a.Stored}
	mine := true
	if n := first(&c); n >= 0 {
		// In a later round two windows may see a row that no window owns: copies, both of them.
		mine = m.owner[n] == int32(answer)
	}
	m.out.Claims = append(m.out.Claims, c)
	m.owned = append(m.owned, mine)
	m.from = append(m.from, int32(answer))
}

// dataRows returns the cited rows that are data, ascending and once each; where none is, and
// of a document value, all cited rows.
func (m *merger) dataRows(r *claim.Record) []int {
	if m.plain(r) {
		return r.Rows
	}
	out := cited(r)
	out = slices.DeleteFunc(out, func(n int) bool { return n < 0 || n >= m.rows.Count })
	if r.Type == verdict.DocumentRecord {
		return out
	}
	data := slices.DeleteFunc(slices.Clone(out), func(n int) bool { return !m.rows.IsData(n) })
	if m.rows.Carried != nil && len(data) > 1 {
		last := data[len(data)-1]
		data = slices.DeleteFunc(data, func(n int) bool { return n < last && m.rows.Carried(n, last) })
	}
	if len(data) == 0 {
		return out
	}
	return data
}

// plain reports whether the record cites one row and that is data, as most do.
func (m *merger) plain(r *claim.Record) bool {
	for i := range r.Fields {
		if len(r.Fields[i].Rows) > 0 {
			return false
		}
	}
	return len(r.Rows) == 1 && r.Rows[0] >= 0 && r.Rows[0] < m.rows.Count && m.rows.IsData(r.Rows[0])
}

func cited(r *claim.Record) []int {
	out := slices.Clone(r.Rows)
	if r.Type != verdict.DocumentRecord {
		for i := range r.Fields {
			out = append(out, r.Fields[i].Rows...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// pair finds the copies of each claim and keeps one.
func (m *merger) pair() {
	n := len(m.out.Claims)
	ix := newIndex(m.rows.Count)
	gone := make([]bool, n)
	var copies []int
	for i := range n {
		if m.owned[i] {
			ix.add(m.out.Claims, i)
		} else {
			copies = append(copies, i)
		}
	}
	paired := map[[2]int]bool{} // a claim and an answer that already has a copy of it
	for _, equalOnly := range []bool{true, false} {
		for _, i := range copies {
			if gone[i] {
				continue
			}
			c := &m.out.Claims[i]
			at := ix.find(m.out.Claims, c, func(j int) bool {
				return !paired[[2]int{j, int(m.from[i])}] && (!equalOnly || same(&m.out.Claims[j].Record, &c.Record))
			})
			if at < 0 {
				continue
			}
			paired[[2]int{at, int(m.from[i])}] = true
			gone[i] = true
			base := &m.out.Claims[at]
			if same(&base.Record, &c.Record) {
				base.add().agreed++
			} else {
				base.add().others = append(base.add().others, c.Record)
				m.out.Superseded++
			}
		}
	}
	for _, i := range copies {
		if !gone[i] {
			gone[i] = m.leftover(ix, i)
		}
	}
	m.compact(gone)
}

// leftover takes a copy that has no claim with the same rows. It reports whether the copy is
// gone; else it was adopted.
func (m *merger) leftover(ix *index, i int) bool {
	c := &m.out.Claims[i]
	for _, n := range c.data {
		for _, j := range ix.at(n) {
			base := &m.out.Claims[j]
			if m.from[j] == m.from[i] || base.Type != c.Type || base.Type == verdict.DocumentRecord && base.Fields[0].Name != c.Fields[0].Name {
				continue
			}
			a := &m.answers[m.from[i]]
			seen := !slices.ContainsFunc(base.data, func(n int) bool { return !a.Shows(n) })
			if slices.Equal(base.data, c.data) && same(&base.Record, &c.Record) {
				base.add().agreed++ // two neighbours found it, the owner did not
				return true
			}
			if seen { // else its window could not see the whole record: no second opinion
				base.add().others = append(base.add().others, c.Record)
			}
			m.out.Superseded++
			return true
		}
	}
	if m.owner[first(c)] >= 0 {
		c.add().adopted = true
	}
	ix.add(m.out.Claims, i)
	return false
}

func (m *merger) compact(gone []bool) {
	kept := m.out.Claims[:0]
	for i := range m.out.Claims {
		if !gone[i] {
			kept = append(kept, m.out.Claims[i])
		}
	}
	m.out.Claims = kept
}

// dropNulls drops the nulls of document fields that some window found, and all but one where
// none did: a window that does not show a value says so.
func (m *merger) dropNulls() {
	var found, null []string
	for i := range m.out.Claims {
		if c := &m.out.Claims[i]; c.Type == verdict.DocumentRecord && !c.Fields[0].Null {
			found = append(found, c.Fields[0].Name)
		}
	}
	m.out.Claims = slices.DeleteFunc(m.out.Claims, func(c Claim) bool {
		if c.Type != verdict.DocumentRecord || !c.Fields[0].Null {
			return false
		}
		name := c.Fields[0].Name
		if slices.Contains(found, name) || slices.Contains(null, name) {
			m.out.Superseded += 1 + c.Agreed()
			return true
		}
		null = append(null, name)
		return false
	})
}
