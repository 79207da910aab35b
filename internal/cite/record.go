package cite

import (
	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/lookup"
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

// blockOf returns what is known of the columns where entry i stands.
func (c *checker) blockOf(i int) *Block { return c.columns.Of(c.blockIndex(i), int(c.kind[i])) }

// blockIndex returns the block at the first data row that claim i cites; of blocks side by
// side, once the record is looked up, the one in which it stands; -1 for none.
func (c *checker) blockIndex(i int) int {
	if c.stands[i] != unsettled {
		return int(c.stands[i])
	}
	r := c.read(i)
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
	if first < 0 {
		return -1
	}
	return int(c.in.Structure.Rows[first].Block)
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
	shown := func(n int) bool { return c.shown(i, n) }
	if len(v.Rows) > 0 {
		return lookup.Cite(v.Rows, shown)
	}
	if c.citedBy != i {
		c.citedBy, c.citation = i, lookup.Cite(c.read(i).Rows, shown)
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
	r := c.read(i)
	rt := &c.types[c.kind[i]]
	e := c.begin(verdict.Entry{Record: rt.Name, Window: r.Window, Round: r.Round, Order: r.Order}, len(rt.Fields))
	all := r.Rows
	for k := range r.Fields {
		if len(r.Fields[k].Rows) > 0 {
			all = append(all[:len(all):len(all)], r.Fields[k].Rows...)
		}
	}
	cit := c.cited(i, &claim.Value{})
	if len(all) > len(r.Rows) {
		cit = lookup.Cite(all, func(n int) bool { return c.shown(i, n) })
	}
	c.stands[i] = int32(c.blockIndex(i))
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
	strayed := c.strayed(len(rt.Fields))
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
		if k < 64 && strayed&(1<<k) != 0 && f.Shared {
			c.hold(i, k, finding.SectionDiffers, "")
		} else if k < 64 && strayed&(1<<k) != 0 {
			c.hold(i, k, finding.CellTwice, "")
		}
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
	c.name(int(c.kind[i]))
	c.finish()
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

// write writes a choice into the field of the entry at hand. A verdict on its column comes after it.
func (c *checker) write(i, k int, ch *lookup.Choice) {
	f := &c.entry.Fields[k]
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
		c.notes.add(h.Note, c.entry.Record, f.Name, h.Row)
	}
	if v := valueOf(c.read(i), f.Name); v != nil && v.Number && h.Note != finding.JSONNumberGiven {
		c.notes.add(finding.JSONNumberGiven, c.entry.Record, f.Name, h.Row)
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
