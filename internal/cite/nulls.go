package cite

import (
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/verdict"
)

// null decides over a field that the record leaves null: missing where it is needed, held
// where its column prints something in a row of the record.
func (c *checker) null(i, k int, b *Block, rep, home int, rt *recordType) {
	e := c.entry
	f := &rt.Fields[k]
	if rt.needed[k] {
		if e.Verdict < verdict.Refused {
			e.Verdict, e.Code = verdict.Refused, finding.RequiredMissing
		}
		c.mark(i, k, finding.RequiredMissing, "")
	}
	col := b.Col(k, rep)
	if col < 0 {
		if f.Shared && c.unreadSection(e, home) || c.labelPrints(e, b, k, rt) {
			c.hold(i, k, finding.NullButPrinted, "")
		}
		return
	}
	for _, rows := range [][]int{e.Rows, e.Idle} {
		for _, n := range rows {
			if !c.isData(n) || c.lends(e, n) {
				continue
			}
			row, ok := c.in.Doc.Row(n)
			if !ok {
				continue
			}
			at := n
			cell, ok := row.Cell(col)
			if !ok {
				if at, ok = c.carriedInto(n, col); !ok {
					continue
				}
				if cell, ok = c.in.Doc.Rows[at].Cell(col); !ok {
					continue
				}
			}
			vf := &e.Fields[k]
			switch c.finder.Prints(at, col, f) {
			case lookup.Printed:
				vf.Printed = cell.Text
				c.hold(i, k, finding.NullButPrinted, "")
			case lookup.Unmapped:
				vf.Printed = cell.Text
				c.hold(i, k, finding.UnmappedChoice, "")
			case lookup.OtherText:
				vf.Printed = cell.Text
				c.notes.add(finding.KeptAsPrinted, e.Record, f.Name, n)
			case lookup.ZeroAsDash:
				c.notes.add(finding.ZeroAsDash, e.Record, f.Name, n)
			}
		}
	}
}

// lends reports whether row n is cited for cells that are carried down into another row of the
// record: what else it prints is of another record.
func (c *checker) lends(e *verdict.Entry, n int) bool {
	last := -1
	for _, rows := range [][]int{e.Rows, e.Idle} {
		for _, m := range rows {
			last = max(last, m)
		}
	}
	return last > n && c.in.Structure.CarriedFrom(n, last)
}

// unreadSection reports whether a section heading is open where the record stands that no
// value of the record is taken from.
func (c *checker) unreadSection(e *verdict.Entry, home int) bool {
	for _, s := range c.in.Structure.Sections(home) {
		read := false
		for k := range e.Fields {
			for _, ev := range e.Fields[k].Evidence {
				read = read || ev.Row == s
			}
		}
		if !read {
			return true
		}
	}
	return false
}
