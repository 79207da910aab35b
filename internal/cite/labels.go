package cite

import (
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// refine keeps of the places of field k those that can be meant: the ones in its own column
// where there are any, else the ones that no heading or label denies.
func (c *checker) refine(k int, b *Block, rt *recordType) {
	res := &c.results[k]
	if len(res.Hits) < 2 {
		return
	}
	own, allowed := 0, 0
	for i := range res.Hits {
		h := &res.Hits[i]
		if b.has(k, h.Col) && !c.inSection(h) {
			own++
		}
		if !c.deniedAt(h, b, k, rt) {
			allowed++
		}
	}
	if own == 0 && (allowed == 0 || allowed == len(res.Hits)) {
		return
	}
	kept := res.Hits[:0]
	for i := range res.Hits {
		h := &res.Hits[i]
		keep := !c.deniedAt(h, b, k, rt)
		if own > 0 {
			keep = b.has(k, h.Col) || c.inSection(h)
		}
		if keep {
			kept = append(kept, *h)
		}
	}
	res.Hits = kept
}

func (c *checker) deniedAt(h *lookup.Hit, b *Block, k int, rt *recordType) bool {
	if c.inSection(h) {
		return false
	}
	return b.denies(k, h.Col) || c.labelDenies(h, b, k, rt) != ""
}

// form reports whether the block has no column that a heading gives to a field: then rows
// may carry labels instead.
func (b *Block) form() bool {
	if b == nil {
		return true
	}
	for k := range b.Fields {
		if len(b.Fields[k]) > 0 {
			return false
		}
	}
	return true
}

// labelDenies returns the label of the row, its first cell, where it names another field and
// not this one: in a form the labels testify as headings do.
func (c *checker) labelDenies(h *lookup.Hit, b *Block, k int, rt *recordType) string {
	if !b.form() {
		return ""
	}
	for _, ev := range h.Evidence {
		label, named := c.rowLabel(ev.Row, ev.Col, rt)
		if named != 0 && k < 64 && named&(1<<k) == 0 {
			return label
		}
	}
	return ""
}

// rowLabel returns the first cell of a row, left of col, and the fields that it names.
func (c *checker) rowLabel(n, col int, rt *recordType) (label string, named uint64) {
	row, ok := c.in.Doc.Row(n)
	if !ok || len(row.Cells) < 2 || int(row.Cells[0].Col) >= col {
		return "", 0
	}
	label = row.Cells[0].Text
	ws := words.Heading(label)
	if len(ws) == 0 {
		return "", 0
	}
	for k := range rt.names {
		for _, name := range rt.names[k] {
			if k < 64 && words.EqualWords(ws, name) {
				named |= 1 << k
			}
		}
	}
	return label, named
}

// labelPrints reports whether a row of the record is labelled with the field and prints
// something beside the label.
func (c *checker) labelPrints(e *verdict.Entry, b *Block, k int, rt *recordType) bool {
	if !b.form() || k >= 64 {
		return false
	}
	for _, rows := range [][]int{e.Rows, e.Idle} {
		for _, n := range rows {
			row, ok := c.in.Doc.Row(n)
			if !ok {
				continue
			}
			for i := 1; i < len(row.Cells); i++ {
				col := int(row.Cells[i].Col)
				if _, named := c.rowLabel(n, col, rt); named&(1<<k) != 0 && c.finder.Prints(n, col, &rt.Fields[k]) == lookup.Printed {
					return true
				}
			}
		}
	}
	return false
}
