package cite

import (
	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// nearRows is how far from a cited row a value that it does not print is searched for, as a
// hint only.
const nearRows = 3

// offByN marks a refused value. Where exactly one row near the cited ones prints it, that row
// is given as a hint; it is never taken instead.
func (c *checker) offByN(i, k int, f *task.Field, v *claim.Value, rows []int) {
	vf := &c.entry.Fields[k]
	if vf.Verdict != verdict.Refused {
		return
	}
	code := vf.Code
	if code == finding.NotPrinted || code == finding.WordMissing {
		if n := c.nearRow(f, v, rows); n >= 0 {
			code = finding.RowOffByN
			vf.Hint = n
		}
	}
	c.refuse(i, k, code, "")
}

// nearRow returns the only row near the cited ones that prints the value, or -1.
func (c *checker) nearRow(f *task.Field, v *claim.Value, rows []int) int {
	if len(v.Rows) > 0 {
		rows = v.Rows
	}
	found := -1
	for at, n := range rows {
		if at >= lookup.MaxRows {
			break
		}
		for m := n - nearRows; m <= n+nearRows; m++ {
			if m == found || m < 0 || m >= len(c.in.Doc.Rows) || contains(rows, m) || c.in.Structure.Rows[m].Role == structure.Heading {
				continue
			}
			c.near.Reset()
			c.finder.Find(&lookup.Query{Rows: []int{m}, Field: f, Claim: v}, &c.near)
			for h := range c.near.Hits {
				row := c.near.Hits[h].Evidence[0].Row
				if row == found || contains(rows, row) {
					continue
				}
				if found >= 0 {
					return -1
				}
				found = row
			}
		}
	}
	return found
}

func contains(rows []int, n int) bool {
	for _, r := range rows {
		if r == n {
			return true
		}
	}
	return false
}
