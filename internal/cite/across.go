package cite

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/verdict"
)

// setCarried notes that field k of entry i stands in a cell carried down into its row.
func (c *checker) setCarried(i, k int) {
	if c.carried == nil {
		c.carried = make([]uint64, len(c.kind))
	}
	if k < 64 {
		c.carried[i] |= 1 << k
	}
}

func (c *checker) isCarried(i, k int) bool {
	return c.carried != nil && k < 64 && c.carried[i]&(1<<k) != 0
}

// A use is one cell that a value of a record stands in.
type use struct {
	row, col, entry int32
	field           int16
}

// cellsTwice holds records that share a printed cell: one cell is evidence for one record,
// unless the field is shared or the cell is carried down into the rows.
func (c *checker) cellsTwice() {
	last := make([]int32, len(c.in.Doc.Rows)) // entry seen last on the row, plus one
	several := make([]bool, len(c.in.Doc.Rows))
	c.eachUse(func(u use) {
		if l := last[u.row]; l != 0 && l != u.entry+1 {
			several[u.row] = true
		}
		last[u.row] = u.entry + 1
	})
	var uses []use
	c.eachUse(func(u use) {
		if several[u.row] {
			uses = append(uses, u)
		}
	})
	slices.SortFunc(uses, func(a, b use) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col), cmp.Compare(a.entry, b.entry), cmp.Compare(a.field, b.field))
	})
	for i := 0; i < len(uses); {
		j := i + 1
		twice := false
		for ; j < len(uses) && uses[j].row == uses[i].row && uses[j].col == uses[i].col; j++ {
			twice = twice || uses[j].entry != uses[i].entry
		}
		if twice {
			c.holdTwice(uses[i:j])
		}
		i = j
	}
}

func (c *checker) holdTwice(uses []use) {
	for _, u := range uses {
		if !c.types[c.kind[u.entry]].Fields[u.field].Shared {
			c.hold(int(u.entry), int(u.field), finding.CellTwice, "")
		}
	}
}

// eachUse visits the cells that records stand in, but for those carried down.
func (c *checker) eachUse(do func(u use)) {
	for i := range c.kind {
		if c.kind[i] < 0 {
			continue
		}
		e := c.outline(i)
		for k := range e.Fields {
			if c.isCarried(i, k) {
				continue
			}
			for _, ev := range e.Fields[k].Evidence {
				do(use{int32(ev.Row), int32(ev.Col), int32(i), int16(k)})
			}
		}
	}
}

// sharedReadings holds values that read less of a cell than another record reads of it for
// the same field: of a section heading, or a cell carried down.
func (c *checker) sharedReadings() {
	type reading struct {
		use
		start, end int32
	}
	var all []reading
	for i := range c.kind {
		if c.kind[i] < 0 {
			continue
		}
		rt := &c.types[c.kind[i]]
		e := c.outline(i)
		for k := range e.Fields {
			f := &e.Fields[k]
			if len(f.Evidence) != 1 || !textual(&rt.Fields[k]) {
				continue
			}
			ev := f.Evidence[0]
			if !c.isCarried(i, k) && !rt.Fields[k].Shared {
				continue
			}
			all = append(all, reading{use{int32(ev.Row), int32(ev.Col), int32(i), int16(k)}, int32(ev.Start), int32(ev.End)})
		}
	}
	slices.SortFunc(all, func(a, b reading) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col), cmp.Compare(a.field, b.field), cmp.Compare(a.entry, b.entry))
	})
	for i := 0; i < len(all); {
		j, start, end := i, all[i].start, all[i].end
		for ; j < len(all) && all[j].row == all[i].row && all[j].col == all[i].col && all[j].field == all[i].field; j++ {
			start, end = min(start, all[j].start), max(end, all[j].end)
		}
		for _, r := range all[i:j] {
			if r.start != start || r.end != end {
				c.hold(int(r.entry), int(r.field), finding.PartialCell, "")
			}
		}
		i = j
	}
}

// keysTwice holds the records of a type that have the same key.
func (c *checker) keysTwice() {
	seed := maphash.MakeSeed() // equal keys meet whatever the seed is; the sums decide no order
	for t := range c.types {
		rt := &c.types[t]
		if len(rt.Key) == 0 {
			continue
		}
		sums := newSums(len(c.kind))
		for i := range c.kind {
			if int(c.kind[i]) != t {
				continue
			}
			if key, ok := keyOf(c.take(i), rt.Key); ok {
				sums.add(i, maphash.String(seed, key))
			}
		}
		c.holdKeys(sums.twice(), rt)
	}
}

// sums tell which entries may have equal keys, in few bytes an entry: the sum of a key gives its
// entries a slot, and only those with others in their slot are compared.
type sums struct {
	of        []uint32 // by entry, 0 for no key
	once, two []uint64 // bits of the slots that one entry has, and several
}

// slotsOf is how many slots there are for an entry.
const slotsOf = 8

func newSums(n int) *sums {
	words := n*slotsOf/64 + 1
	return &sums{of: make([]uint32, n), once: make([]uint64, words), two: make([]uint64, words)}
}

func (s *sums) slot(sum uint32) (word int, bit uint64) {
	at := uint64(sum) % uint64(len(s.once)*64)
	return int(at / 64), 1 << (at % 64)
}

func (s *sums) add(i int, sum uint64) {
	s.of[i] = max(uint32(sum), 1)
	word, bit := s.slot(s.of[i])
	s.two[word] |= s.once[word] & bit
	s.once[word] |= bit
}

// twice returns the entries that have their sum with others.
func (s *sums) twice() []int32 {
	var all []int32
	for i, sum := range s.of {
		if word, bit := s.slot(sum); sum != 0 && s.two[word]&bit != 0 {
			all = append(all, int32(i))
		}
	}
	slices.SortFunc(all, func(a, b int32) int { return cmp.Or(cmp.Compare(s.of[a], s.of[b]), cmp.Compare(a, b)) })
	out := all[:0]
	for i := 0; i < len(all); {
		j := i + 1
		for j < len(all) && s.of[all[j]] == s.of[all[i]] {
			j++
		}
		if j > i+1 {
			out = append(out, all[i:j]...)
		}
		i = j
	}
	return out
}

// holdKeys holds the entries whose key is that of another one in the list.
func (c *checker) holdKeys(entries []int32, rt *recordType) {
	first := map[string]int32{}
	held := map[int32]bool{}
	for _, i := range entries {
		key, _ := keyOf(c.take(int(i)), rt.Key)
		j, ok := first[key]
		if !ok {
			first[key] = i
			continue
		}
		held[i], held[j] = true, true
	}
	slices.Sort(entries)
	for _, i := range entries {
		if held[i] {
			c.against(int(i), verdict.Held, finding.KeyTwice, "")
		}
	}
}

// keyOf joins the values of the key's fields; ok is false where one of them is null or refused.
func keyOf(e *verdict.Entry, key []string) (string, bool) {
	var b strings.Builder
	for _, name := range key {
		f, ok := e.Field(name)
		if !ok || f.Null || f.Verdict == verdict.Refused {
			return "", false
		}
		v := f.Value
		if v == "" {
			v = f.Printed
		}
		b.WriteString(v)
		b.WriteByte(0)
	}
	return b.String(), true
}

// unusedColumns finds columns whose heading equals a field, that print, and from which no
// record takes the field: null everywhere, or taken from elsewhere everywhere.
func (c *checker) unusedColumns() {
	c.tiedColumns()
	type unused struct {
		b *Block
		k int
	}
	var found []unused
	for blk := range c.columns.blocks {
		for t, b := range c.columns.blocks[blk] {
			if b == nil || b.Records == 0 {
				continue
			}
			for k := range b.Record.Fields {
				if b.own[k] > 0 || !b.Given(k) {
					continue
				}
				at := b.at(b.Fields[k][0])
				if !b.Columns[at].Equal || !c.columnPrints(b, t, k) {
					continue
				}
				found = append(found, unused{b, k})
				b.unused |= 1 << min(k, 63)
				col := &b.Block.Columns[at]
				c.findings = append(c.findings, finding.Finding{Code: finding.ColumnUnused, Rows: col.Rows, Col: col.Col,
					Record: b.Record.Name, Field: b.Record.Fields[k].Name, Detail: col.Heading})
			}
		}
	}
	if len(found) == 0 {
		return
	}
	for i := range c.kind {
		if c.kind[i] < 0 {
			continue
		}
		b := c.blockOf(i)
		for _, u := range found {
			if u.b != b {
				continue
			}
			if f := &c.take(i).Fields[u.k]; !f.Null && f.Verdict != verdict.Refused {
				c.hold(i, u.k, finding.ColumnUnused, "")
			}
		}
	}
}

// columnPrints reports whether a column of the field prints something in a row of the records.
func (c *checker) columnPrints(b *Block, t, k int) bool {
	for i := range c.kind {
		if int(c.kind[i]) != t || c.blockOf(i) != b {
			continue
		}
		for _, n := range c.outlines.Head(i).Rows {
			if !c.isData(n) {
				continue
			}
			for _, col := range b.Fields[k] {
				if p := c.finder.Prints(n, col, &b.Record.Fields[k]); p == lookup.Printed || p == lookup.Unmapped {
					return true
				}
			}
		}
	}
	return false
}
