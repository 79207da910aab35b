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
)

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

// A Round is what the answers of one round claim, one claim a record, in the order of the report.
type Round struct {
	Made       int        // claims that the answers made
	Superseded int        // copies that the owner's replaced: partial ones, and ones that differ
	Replaced   []Replaced // refused claims that a later round replaced

	answers *Answers
	claims  []place
	more    []more
	core    []bool
}

// A Replaced claim was refused and gave way to one of a later round.
type Replaced struct {
	Type string
	Rows []int // as cited
}

// Round merges the answers from, included, to end, excluded, which are of one round. Their order does
// not matter. It is asked for once: the claims take the place of the answers' items.
func (a *Answers) Round(from, end int) Round {
	m := &merger{Answers: a, out: Round{answers: a}}
	for i := from; i < end; i++ {
		m.order = append(m.order, int32(i))
	}
	slices.SortStableFunc(m.order, func(i, j int32) int {
		x, y := a.list[i].Stored, a.list[j].Stored
		if c := cmp.Or(cmp.Compare(x.Window, y.Window), cmp.Compare(x.Core[0], y.Core[0])); c != 0 {
			return c
		}
		return claim.CompareTexts(x, y)
	})
	m.own()
	m.collect()
	if len(m.order) > 1 {
		m.pair()
	}
	m.dropNulls()
	m.out.sort()
	return m.out
}

// sort puts claims into the order of the report.
func (r *Round) sort() {
	compare := func(a, b place) int {
		return cmp.Or(cmp.Compare(documentLast(&a), documentLast(&b)), cmp.Compare(a.row, b.row),
			cmp.Compare(r.answers.list[a.answer].Window, r.answers.list[b.answer].Window), cmp.Compare(a.order, b.order))
	}
	if !slices.IsSortedFunc(r.claims, compare) {
		slices.SortStableFunc(r.claims, compare)
	}
}

type merger struct {
	*Answers
	order []int32 // the answers, by their windows
	owner []int32 // by row: the answer whose core holds it, -1 for none
	owned []bool  // by claim: its answer owns it
	out   Round
}

// own finds the owner of each row. Where a window was asked again in parts, the part owns.
func (m *merger) own() {
	m.owner = make([]int32, m.rows.Count)
	for i := range m.owner {
		m.owner[i] = -1
	}
	m.out.core = make([]bool, m.rows.Count)
	for _, split := range []bool{true, false} {
		for _, i := range m.order {
			a := &m.list[i]
			if a.Split != split {
				continue
			}
			records := slices.ContainsFunc(a.items, func(it item) bool { return it.kind >= 0 })
			for n := max(0, a.Core[0]); n < min(a.Core[1], m.rows.Count); n++ {
				if at := m.owner[n]; at < 0 || m.list[at].Split {
					m.owner[n] = i
				}
				if records {
					m.out.core[n] = true
				}
			}
		}
	}
}

// collect makes claims of the items of the answers.
func (m *merger) collect() {
	for _, i := range m.order {
		m.out.Made += len(m.list[i].items)
	}
	m.out.claims = make([]place, 0, m.out.Made)
	m.owned = make([]bool, 0, m.out.Made)
	for _, i := range m.order {
		a := &m.list[i]
		for k, it := range a.items {
			m.out.claims = append(m.out.claims, place{item: it})
			if data := a.data[int32(k)]; data != nil {
				m.out.add(len(m.out.claims) - 1).data = data
			}
			// In a later round two windows may see a row that no window owns: copies, both of them.
			m.owned = append(m.owned, it.row < 0 || m.owner[it.row] == i)
		}
		a.items, a.data = nil, nil
	}
}

// pair finds the copies of each claim and keeps one.
func (m *merger) pair() {
	out := &m.out
	ix := newIndex(out, m.rows.Count)
	gone := make([]bool, len(out.claims))
	var copies []int
	for i := range out.claims {
		if m.owned[i] {
			ix.add(i)
		} else {
			copies = append(copies, i)
		}
	}
	m.owned = nil
	type pairing struct{ claim, answer int32 }
	paired := map[pairing]bool{} // a claim and an answer that already has a copy of it
	for _, equalOnly := range []bool{true, false} {
		for _, i := range copies {
			if gone[i] {
				continue
			}
			c := &out.claims[i]
			at := ix.find(out, c, func(j int) bool {
				return !paired[pairing{int32(j), c.answer}] && (!equalOnly || m.same(i, j))
			})
			if at < 0 {
				continue
			}
			paired[pairing{int32(at), c.answer}] = true
			gone[i] = true
			if m.same(i, at) {
				out.add(at).agreed++
			} else {
				m.differs(at, i)
				out.Superseded++
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

// same reports whether claims i and j say the same.
func (m *merger) same(i, j int) bool { return same(m.out.record(0, i), m.out.record(1, j)) }

// differs notes that copy i of a claim says something else.
func (m *merger) differs(claim, i int) {
	more := m.out.add(claim)
	more.others = append(more.others, m.out.claims[i].source)
}

// leftover takes a copy that has no claim with the same rows. It reports whether the copy is
// gone; else it was adopted.
func (m *merger) leftover(ix *index, i int) bool {
	out := &m.out
	c := out.claims[i]
	for _, n := range out.dataRows(&c) {
		for _, j := range ix.at(n) {
			base := &out.claims[j]
			if base.answer == c.answer || base.kind != c.kind {
				continue
			}
			a := &m.list[c.answer]
			seen := !slices.ContainsFunc(out.dataRows(base), func(n int) bool { return !a.Shows(n) })
			if sameRows(out, base, out, &c) && m.same(i, j) {
				out.add(j).agreed++ // two neighbours found it, the owner did not
				return true
			}
			if seen { // else its window could not see the whole record: no second opinion
				m.differs(j, i)
			}
			out.Superseded++
			return true
		}
	}
	if m.owner[c.row] >= 0 {
		out.add(i).adopted = true
	}
	ix.add(i)
	return false
}

func (m *merger) compact(gone []bool) {
	kept := m.out.claims[:0]
	for i := range m.out.claims {
		if !gone[i] {
			kept = append(kept, m.out.claims[i])
		}
	}
	m.out.claims = kept
}

// dropNulls drops the nulls of document fields that some window found, and all but one where
// none did: a window that does not show a value says so.
func (m *merger) dropNulls() {
	out := &m.out
	var found, null []int32
	empty := map[source]bool{}
	for i := range out.claims {
		c := &out.claims[i]
		switch {
		case !isDocument(c):
		case out.Record(i).Fields[0].Null:
			empty[c.source] = true
		case !slices.Contains(found, c.kind):
			found = append(found, c.kind)
		}
	}
	kept := out.claims[:0]
	for i := range out.claims {
		c := out.claims[i]
		if empty[c.source] {
			if slices.Contains(found, c.kind) || slices.Contains(null, c.kind) {
				out.Superseded++
				if more := out.of(&c); more != nil {
					out.Superseded += more.agreed
				}
				continue
			}
			null = append(null, c.kind)
		}
		kept = append(kept, c)
	}
	out.claims = kept
}
