package cite

import (
	"math/bits"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

func valueOf(r *claim.Record, name string) *claim.Value {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return &r.Fields[i]
		}
	}
	return nil
}

// blockOf returns what is known of the columns at the first data row that claim i cites; of
// blocks side by side, once the record is looked up, of the one in which it stands.
func (c *checker) blockOf(i int) *Block {
	if c.stands != nil && c.stands[i] >= 0 {
		return c.columns.Of(int(c.stands[i]), int(c.kind[i]))
	}
	r := c.in.Claims[i]
	first := -1
	see := func(rows []int) {
		for _, n := range rows {
			if c.isData(n) && (first < 0 || n < first) {
				first = n
			}
		}
	}
	see(r.Rows)
	for k := range r.Fields {
		see(r.Fields[k].Rows)
	}
	return c.columns.Row(first, int(c.kind[i]))
}

// find looks up one value of claim i in its own rows, else in the record's.
func (c *checker) find(i int, f *task.Field, v *claim.Value, res *lookup.Result) {
	cit := c.cited(i, v)
	if cit.Code != "" {
		res.Reset()
		res.Verdict, res.Code = verdict.Refused, cit.Code
		return
	}
	if f.Composed != "" {
		cit = c.withHeadings(cit)
	}
	c.finder.Find(&lookup.Query{Rows: cit.Rows, Field: f, Claim: v, InHeadings: f.Shared || f.Composed != ""}, res)
}

// cited sorts out the rows that a value of claim i cites: its own, else the record's, which
// are sorted out once.
func (c *checker) cited(i int, v *claim.Value) lookup.Citation {
	shown := func(n int) bool { return c.in.Shown(i, n) }
	if len(v.Rows) > 0 {
		return lookup.Cite(v.Rows, shown)
	}
	if c.citedBy != i {
		c.citedBy, c.citation = i, lookup.Cite(c.in.Claims[i].Rows, shown)
	}
	return c.citation
}

// withHeadings adds the heading rows of the block: they may print the year of a composed date.
func (c *checker) withHeadings(cit lookup.Citation) lookup.Citation {
	if b, ok := c.in.Structure.BlockOf(cit.Rows[0]); ok {
		return lookup.Cite(append(cit.Rows[:len(cit.Rows):len(cit.Rows)], b.Headings...), func(int) bool { return true })
	}
	return cit
}

// record decides over one record's claim.
func (c *checker) record(i int) {
	r, e := c.in.Claims[i], &c.entries[i]
	rt := &c.types[c.kind[i]]
	*e = verdict.Entry{Record: rt.Name, Window: r.Window, Round: r.Round, Order: r.Order, Fields: c.newFields(len(rt.Fields))}
	all := r.Rows
	for k := range r.Fields {
		if len(r.Fields[k].Rows) > 0 {
			all = append(all[:len(all):len(all)], r.Fields[k].Rows...)
		}
	}
	cit := c.cited(i, &claim.Value{})
	if len(all) > len(r.Rows) {
		cit = lookup.Cite(all, func(n int) bool { return c.in.Shown(i, n) })
	}
	b := c.blockOf(i)
	for k := range rt.Fields {
		f := &rt.Fields[k]
		v := valueOf(r, f.Name)
		c.results[k].Reset()
		e.Fields[k] = verdict.Field{Name: f.Name, Null: v == nil || v.Null, Hint: -1}
		if v == nil || v.Null {
			continue
		}
		e.Fields[k].Claim = v.Quote
		if f.Derive == nil {
			c.find(i, f, v, &c.results[k])
		}
	}
	if len(c.beside) > 0 {
		b = c.settleBlock(i, len(rt.Fields))
	}
	if b != nil {
		b.Records++
	}
	for k := range rt.Fields {
		c.refine(k, b, rt)
	}
	c.carryDown(cit.Rows, len(rt.Fields))
	carrying := c.carrying(cit.Rows, len(rt.Fields))
	home := c.home(cit.Rows, carrying)
	rep := c.repetition(b, rt, home)
	for k := range rt.Fields {
		f := &rt.Fields[k]
		if e.Fields[k].Null {
			continue
		}
		if f.Derive != nil {
			c.refuse(i, k, finding.UndeclaredDerivation, "")
			continue
		}
		c.choose(i, k, b, rep, home)
		if e.Fields[k].Verdict == verdict.Refused {
			c.offByN(i, k, f, valueOf(r, f.Name), cit.Rows)
		}
	}
	c.rowsOf(i, cit, carrying, rt)
	for k := range rt.Fields {
		if e.Fields[k].Null && rt.Fields[k].Derive == nil {
			c.null(i, k, b, rep, home, rt)
		}
	}
}

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

// repetition returns which repetition of side by side headings the record stands in: the one
// whose columns carry most of its values, the first unused one of equals.
func (c *checker) repetition(b *Block, rt *recordType, home int) int {
	if b == nil || b.Repeats < 2 {
		return 0
	}
	best, most := 0, -1
	for rep := range b.Repeats {
		n := 0
		for k := range rt.Fields {
			col, ok := b.Assignment.Of(k, rep)
			if !ok {
				continue
			}
			for h := range c.results[k].Hits {
				if c.results[k].Hits[h].Col == col {
					n += 2
					break
				}
			}
		}
		if n > 0 && !c.usedHalf[[2]int{home, rep}] {
			n++
		}
		if n > most {
			best, most = rep, n
		}
	}
	if c.usedHalf == nil {
		c.usedHalf = map[[2]int]bool{}
	}
	c.usedHalf[[2]int{home, best}] = true
	return best
}

// inSection reports whether a place stands in a section heading.
func (c *checker) inSection(h *lookup.Hit) bool {
	n := h.Evidence[0].Row
	return n < len(c.in.Structure.Rows) && c.in.Structure.Rows[n].Role == structure.Section
}

// choose takes the place that the record means for field k.
func (c *checker) choose(i, k int, b *Block, rep, home int) {
	res := &c.results[k]
	f := &c.types[c.kind[i]].Fields[k]
	col := b.Col(k, rep)
	if h := c.sectionHit(res, f, col); h != nil {
		c.take(i, k, &lookup.Choice{Hit: h, Verdict: h.Verdict, Code: h.Code})
		if !c.open(h.Evidence[0].Row, home) {
			c.hold(i, k, finding.SectionDiffers, "")
		}
		return
	}
	ch := res.Choose(col)
	c.take(i, k, &ch)
	if ch.Hit == nil {
		return
	}
	denied := ""
	for _, ev := range ch.Hit.Evidence {
		if b.denies(k, ev.Col) && c.in.Structure.Rows[ev.Row].Role != structure.Section {
			denied = b.Block.Columns[b.at(ev.Col)].Heading
			break
		}
	}
	if col < 0 && denied == "" {
		denied = c.labelDenies(ch.Hit, b, k, &c.types[c.kind[i]])
	}
	switch {
	case denied != "":
		c.hold(i, k, finding.HeadingDiffers, denied)
		c.entries[i].Fields[k].Code = finding.HeadingDiffers
	case col < 0 || ch.Hit.Col == col:
	case b.has(k, ch.Hit.Col):
		c.hold(i, k, finding.MixedRepetitions, "")
		c.entries[i].Fields[k].Code = finding.MixedRepetitions
	default:
		c.hold(i, k, finding.OffColumn, "")
	}
	c.use(i, k, b, ch.Hit)
}

// sectionHit returns the place in a section heading that a field is taken from: one that has no
// place in its own column. A field with a column is taken from a section only if it is shared.
func (c *checker) sectionHit(res *lookup.Result, f *task.Field, col int) *lookup.Hit {
	var best *lookup.Hit
	for k := range res.Hits {
		h := &res.Hits[k]
		switch {
		case !c.inSection(h):
			if col >= 0 && h.Col == col {
				return nil
			}
		case best == nil || h.Verdict < best.Verdict || h.Verdict == best.Verdict && h.Whole && !best.Whole:
			best = h
		}
	}
	if best != nil && (f.Shared || col < 0) {
		return best
	}
	return nil
}

// open reports whether the section heading at row n is open where the record stands.
func (c *checker) open(n, home int) bool {
	for _, s := range c.in.Structure.Sections(home) {
		if s == n {
			return true
		}
	}
	return false
}

// take writes a choice into the entry's field. A verdict on its column comes after it.
func (c *checker) take(i, k int, ch *lookup.Choice) {
	f := &c.entries[i].Fields[k]
	if ch.Hit == nil {
		f.Verdict, f.Code = max(ch.Verdict, verdict.Held), ch.Code
		if f.Verdict == verdict.Held {
			c.mark(i, k, f.Code, "")
		}
		return // a refusal is marked once near rows were searched
	}
	h := ch.Hit
	f.Verdict, f.Code = h.Verdict, h.Code
	f.Printed, f.Value, f.Stored = h.Printed, h.Value, h.Stored
	f.Currency, f.Unit, f.Places = h.Currency, h.Unit, h.Places
	f.Evidence = c.newSpans(h.Evidence)
	if len(h.Readings) > 0 {
		f.Readings = append([]string(nil), h.Readings...)
	}
	if h.Carried {
		c.setCarried(i, k)
	}
	if f.Verdict == verdict.Held {
		c.mark(i, k, f.Code, "")
	}
	if h.Note != "" {
		c.notes.add(h.Note, c.entries[i].Record, f.Name, h.Row)
	}
	if v := valueOf(c.in.Claims[i], f.Name); v != nil && v.Number && h.Note != finding.JSONNumberGiven {
		c.notes.add(finding.JSONNumberGiven, c.entries[i].Record, f.Name, h.Row)
	}
}

// use counts a value of the record for its column.
func (c *checker) use(i, k int, b *Block, h *lookup.Hit) {
	if b == nil {
		return
	}
	f := &c.types[c.kind[i]].Fields[k]
	if b.has(k, h.Col) {
		b.own[k]++
	}
	for _, ev := range h.Evidence {
		at := b.at(ev.Col)
		if at < 0 {
			continue
		}
		b.Taken[at]++
		if !textual(f) {
			continue
		}
		b.quotes[at]++
		if len(h.Evidence) == 1 && h.Whole || len(h.Evidence) > 1 && c.whole(ev) {
			b.wholes[at]++
		} else {
			c.partial[i] = true
		}
	}
}

func textual(f *task.Field) bool {
	return f.Type == task.Text || f.Type == task.Identifier || f.Type == task.Exact
}

func isDate(f *task.Field) bool { return f.Type == task.Date }

// rowsOf sorts the cited rows into those that carry the record and idle ones, and holds the
// limits on their number.
func (c *checker) rowsOf(i int, cit lookup.Citation, carrying uint64, rt *recordType) {
	e := &c.entries[i]
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
}
