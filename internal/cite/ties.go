package cite

import "github.com/rowproof/rowproof/internal/finding"

// tiedColumns finds columns that print, whose heading ties between fields of the task, and
// which the records do not settle by taking one of these from them: what they print may be lost.
func (c *checker) tiedColumns() {
	c.columns.each(func(b *Block) {
		if b.Records == 0 {
			return
		}
		for i := range b.Columns {
			col := &b.Block.Columns[i]
			if len(b.Columns[i].Ties) == 0 || col.Filled == 0 || c.settled(b, i) {
				continue
			}
			names := ""
			for n, f := range b.Columns[i].Ties {
				if n > 0 {
					names += ", "
				}
				names += b.Record.Fields[f].Name
			}
			c.findings = append(c.findings, finding.Finding{Code: finding.ColumnTie, Rows: col.Rows, Col: col.Col,
				Record: b.Record.Name, Detail: col.Heading + ": " + names})
		}
	})
}

// settled reports whether the records take values from the column with index i.
func (c *checker) settled(b *Block, i int) bool { return b.Taken[i] > 0 }
