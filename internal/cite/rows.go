package cite

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/verdict"
)

// carryDown marks the places whose cell is carried down into another cited row.
func (c *checker) carryDown(rows []int, fields int) {
	if len(rows) < 2 {
		return
	}
	for k := range fields {
		res := &c.results[k]
		for h := range res.Hits {
			hit := &res.Hits[h]
			if hit.Carried || len(hit.Evidence) != 1 {
				continue
			}
			for at := len(rows) - 1; at >= 0 && rows[at] > hit.Row; at-- {
				if from, ok := c.carriedInto(rows[at], hit.Col); ok && from == hit.Row {
					hit.Carried, hit.Row = true, rows[at]
					break
				}
			}
		}
	}
}

// carriedRows bounds how far up a cell carried down is looked for.
const carriedRows = 500

// carriedInto returns the row whose cell is carried down into row n: the one that the structure
// says, else in a column that carries cells down the one above the blanks.
func (c *checker) carriedInto(n, col int) (from int, ok bool) {
	if from, ok = c.in.Structure.Carried(n, col); ok {
		return from, true
	}
	b, ok := c.in.Structure.BlockAt(n, col)
	if !ok || !c.isData(n) {
		return 0, false
	}
	if k, ok := b.Column(col); !ok || k.CarriedBy == 0 {
		return 0, false
	}
	for m := n; m >= b.First && m > n-carriedRows && c.isData(m); m-- {
		if cell, ok := c.in.Doc.Rows[m].Cell(col); ok && !cell.Blank() {
			return m, m < n
		}
	}
	return 0, false
}

// strayed finds the fields whose cell is carried down into a row that nothing else of the
// record stands in: it belongs to the record of that row. Such a place counts as the cell's own.
func (c *checker) strayed(fields int) (mask uint64) {
	var own []int // rows that some value stands in and nowhere else
	for k := range fields {
		if hits := c.results[k].Hits; len(hits) == 1 && !hits[0].Carried && len(hits[0].Evidence) > 0 {
			for _, ev := range hits[0].Evidence {
				if c.isData(ev.Row) {
					own = append(own, ev.Row)
				}
			}
		}
	}
	if len(own) == 0 {
		return 0
	}
	for k := range min(fields, 64) {
		hits := c.results[k].Hits
		if len(hits) == 0 || slices.ContainsFunc(hits, func(h lookup.Hit) bool { return !h.Carried || slices.Contains(own, h.Row) }) {
			continue
		}
		mask |= 1 << k
		for h := range hits {
			hits[h].Carried = false
		}
	}
	return mask
}

// borrows reports whether all that an entry takes from row n is carried down into rows below that carry it too:
// the first row under a merged cell, which is another record's own.
func (c *checker) borrows(n int, e *verdict.Entry) bool {
	if n >= e.Rows[len(e.Rows)-1] {
		return false
	}
	lent := false
	for k := range e.Fields {
		for _, ev := range e.Fields[k].Evidence {
			if ev.Row != n {
				continue
			}
			if !slices.ContainsFunc(e.Rows, func(m int) bool {
				from, ok := c.carriedInto(m, ev.Col)
				return m > n && ok && from == n
			}) {
				return false
			}
			lent = true
		}
	}
	return lent
}

// home returns the first carrying data row, -1 for none: where the record stands.
func (c *checker) home(rows []int, carrying uint64) int {
	for at, n := range rows {
		if (at >= 64 || carrying&(1<<at) != 0) && c.isData(n) {
			return n
		}
	}
	for _, n := range rows {
		if c.isData(n) {
			return n
		}
	}
	return -1
}

// maxExact is how many cited rows are searched for the smallest carrying set one by one.
const maxExact = 8

// carrying finds the smallest set of rows that prints all values that the rows print at all, the
// earlier rows of equal ones, and drops the places outside it from the results. Rows from
// the 65th are left to the limits.
func (c *checker) carrying(rows []int, fields int) uint64 {
	if len(rows) < 2 {
		return uint64(len(rows)) // one row carries what it prints
	}
	n := min(len(rows), 64)
	var full uint64 = 1<<n - 1
	if n == 64 {
		full = ^uint64(0)
	}
	masks := make([][]uint64, 0, fields)
	var need uint64
	for k := range fields {
		res := &c.results[k]
		if len(res.Hits) == 0 {
			continue
		}
		m := make([]uint64, len(res.Hits))
		common := full
		for h := range res.Hits {
			m[h] = hitMask(&res.Hits[h], rows)
			common &= m[h]
		}
		need |= common
		masks = append(masks, m)
	}
	set := smallest(masks, full, need, n)
	at := 0
	for k := range fields {
		res := &c.results[k]
		if len(res.Hits) == 0 {
			continue
		}
		kept := res.Hits[:0]
		for h := range res.Hits {
			if masks[at][h]&^set == 0 {
				kept = append(kept, res.Hits[h])
			}
		}
		res.Hits = kept
		at++
	}
	return set
}

// hitMask returns which of the cited rows a place needs.
func hitMask(h *lookup.Hit, rows []int) uint64 {
	var m uint64
	bit := func(row int) {
		for at, n := range rows {
			if n == row && at < 64 {
				m |= 1 << at
			}
		}
	}
	bit(h.Row)
	if !h.Carried {
		for _, ev := range h.Evidence {
			bit(ev.Row)
		}
	}
	return m
}

func covered(masks [][]uint64, set uint64) bool {
	for _, m := range masks {
		ok := false
		for _, h := range m {
			if h&^set == 0 {
				ok = true
				break
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

func smallest(masks [][]uint64, full, need uint64, n int) uint64 {
	if covered(masks, need) {
		return need
	}
	if n > maxExact {
		set := full
		for at := n - 1; at >= 0; at-- {
			if without := set &^ (1 << at); covered(masks, without) {
				set = without
			}
		}
		return set
	}
	best := full
	for set := need; ; set = (set + 1) | need {
		if k, b := bits.OnesCount64(set), bits.OnesCount64(best); k < b && covered(masks, set) {
			best = set
		}
		if set&full == full {
			return best
		}
	}
}

// rowsOf sorts the cited rows into those that carry the record and idle ones, and holds the
// limits on their number.
func (c *checker) rowsOf(i int, cit lookup.Citation, carrying uint64, rt *recordType) {
	e := c.entry
	var counted []int
	for at, n := range cit.Rows {
		stands := false
		for k := range e.Fields {
			for _, ev := range e.Fields[k].Evidence {
				stands = stands || ev.Row == n
			}
		}
		in := at < 64 && carrying&(1<<at) != 0
		switch {
		case stands || in:
			e.Rows = append(e.Rows, n)
		default:
			e.Idle = append(e.Idle, n)
			if c.isData(n) {
				c.notes.add(finding.IdleCitation, e.Record, "", n)
			}
		}
		if c.isData(n) && (in || !stands) {
			counted = append(counted, n)
		}
	}
	if len(e.Rows) > 1 {
		c.partial[i] = true
	}
	if len(cit.Outside) > 0 {
		for k := range e.Fields {
			if f := &e.Fields[k]; f.Verdict == verdict.Accepted {
				f.Verdict, f.Code = verdict.Held, finding.RowOutOfRange
			}
		}
		c.against(i, verdict.Refused, finding.RowOutOfRange, rowList(cit.Outside))
	}
	if cit.Code == finding.NoRowsCited {
		c.against(i, verdict.Refused, cit.Code, "")
	}
	if v, code := rt.limits.Check(counted); v != verdict.None {
		c.against(i, v, code, rowList(counted))
	}
	c.several(i)
}

// several holds what a search for its rows found in more than one place.
func (c *checker) several(i int) {
	places := c.read(i).Places
	if len(places) < 2 {
		return
	}
	var b strings.Builder
	for at, place := range places {
		if at == placesShown {
			fmt.Fprintf(&b, "; and %d more", len(places)-at)
			break
		}
		if at > 0 {
			b.WriteString("; ")
		}
		b.WriteString("row")
		if len(place) > 1 {
			b.WriteByte('s')
		}
		b.WriteByte(' ')
		b.WriteString(rowList(place))
	}
	c.against(i, verdict.Held, finding.FoundInSeveral, b.String())
}

// placesShown is how many places the detail of a finding names; its rows are those of all.
const placesShown = 20

// placeRows returns the rows of all places that a claim gives, ascending.
func (c *checker) placeRows(i int) []int {
	out := slices.Concat(c.read(i).Places...)
	out = slices.DeleteFunc(out, func(n int) bool { return n < 0 || n >= len(c.in.Doc.Rows) })
	slices.Sort(out)
	return slices.Compact(out)
}
