package cite

// unsettled is the block of an entry that was not looked up yet.
const unsettled = -2

// findBeside finds the blocks that share rows with another one.
func (c *checker) findBeside() {
	c.beside = c.in.Structure.Beside()
	c.stands = make([]int32, len(c.kind))
	for i := range c.stands {
		c.stands[i] = unsettled
	}
}

// blockAt returns the index of the block that holds a cell, -1 for none.
func (c *checker) blockAt(row, col int) int {
	for _, i := range c.beside {
		b := &c.in.Structure.Blocks[i]
		if row >= b.First && row <= b.Last && col >= b.FirstCol && col < b.EndCol {
			return i
		}
	}
	if row < 0 || row >= len(c.in.Structure.Rows) {
		return -1
	}
	return int(c.in.Structure.Rows[row].Block)
}

// settleBlock returns the block, of several side by side, in which most values of the record
// stand, and drops their places in the others.
func (c *checker) settleBlock(i, fields int) *Block {
	votes := map[int]int{}
	best := -1
	for k := range fields {
		var seen []int
		for h := range c.results[k].Hits {
			hit := &c.results[k].Hits[h]
			if b := c.blockAt(hit.Row, hit.Col); b >= 0 && !contains(seen, b) {
				seen = append(seen, b)
				votes[b]++
				if best < 0 || votes[b] > votes[best] || votes[b] == votes[best] && b < best {
					best = b
				}
			}
		}
	}
	if best < 0 {
		return c.blockOf(i)
	}
	c.stands[i] = int32(best)
	for k := range fields {
		res := &c.results[k]
		kept := 0
		for h := range res.Hits {
			if c.blockAt(res.Hits[h].Row, res.Hits[h].Col) == best {
				kept++
			}
		}
		if kept == 0 || kept == len(res.Hits) {
			continue
		}
		out := res.Hits[:0]
		for h := range res.Hits {
			if c.blockAt(res.Hits[h].Row, res.Hits[h].Col) == best {
				out = append(out, res.Hits[h])
			}
		}
		res.Hits = out
	}
	return c.columns.Of(best, int(c.kind[i]))
}
