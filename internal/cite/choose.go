package cite

import (
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
)

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
		c.write(i, k, &lookup.Choice{Hit: h, Verdict: h.Verdict, Code: h.Code})
		if !c.open(h.Evidence[0].Row, home) {
			c.hold(i, k, finding.SectionDiffers, "")
		}
		return
	}
	ch := res.Choose(col)
	c.write(i, k, &ch)
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
		c.entry.Fields[k].Code = finding.HeadingDiffers
	case col < 0 || ch.Hit.Col == col:
	case b.has(k, ch.Hit.Col):
		c.hold(i, k, finding.MixedRepetitions, "")
		c.entry.Fields[k].Code = finding.MixedRepetitions
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
