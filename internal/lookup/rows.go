package lookup

import (
	"slices"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/verdict"
)

// The limits on the rows of one record, where its task does not allow more.
const (
	MaxRows  = 6  // distinct data rows; more are refused
	MaxApart = 20 // rows between the first and the last of them; more are held
)

// A Citation is the rows that a record or value cites, in page order.
type Citation struct {
	Rows    []int  // sorted, distinct, existing and shown
	Outside []int  // cited, but not existing or not shown; sorted, distinct
	Code    string // why nothing can be looked up at all, or empty
}

// Cite sorts out cited row numbers. Cited order and repetitions carry no meaning. shown
// reports whether a row exists and was shown.
func Cite(cited []int, shown func(row int) bool) Citation {
	var c Citation
	for _, n := range cited {
		if shown(n) {
			c.Rows = append(c.Rows, n)
		} else {
			c.Outside = append(c.Outside, n)
		}
	}
	slices.Sort(c.Rows)
	slices.Sort(c.Outside)
	c.Rows = slices.Compact(c.Rows)
	c.Outside = slices.Compact(c.Outside)
	switch {
	case len(cited) == 0:
		c.Code = finding.NoRowsCited
	case len(c.Rows) == 0:
		c.Code = finding.RowOutOfRange
	}
	return c
}

// Limits bound the data rows of one record.
type Limits struct {
	Task  int // rows that the task allows; 0 for no such limit
	Rows  int // 0 for MaxRows
	Apart int // 0 for MaxApart, or for Task where that is more
}

// Check says whether a record's data rows pass the limits. Rows are sorted and distinct;
// heading and section rows, and rows whose cells are all carried down, are not among them.
// The verdict is None where they pass.
func (l Limits) Check(rows []int) (verdict.Verdict, string) {
	most, apart := l.Rows, l.Apart
	if most == 0 {
		most = MaxRows
	}
	if apart == 0 {
		apart = max(MaxApart, l.Task)
	}
	n := len(rows)
	switch {
	case n > max(most, l.Task):
		return verdict.Refused, finding.TooManyRows
	case l.Task > 0 && n > l.Task:
		return verdict.Held, finding.MoreRowsThanTask
	case n > 1 && rows[n-1]-rows[0] > apart:
		return verdict.Held, finding.RowsFarApart
	}
	return verdict.None, ""
}

// Bound applies to a chosen hit what the citation itself is worth: an accepted value is held
// if the citation names rows outside what was shown, or if its limits hold it, and nothing is
// carried by a citation that its limits refuse. verdict and code are those of Limits.Check.
func (c *Citation) Bound(ch Choice, v verdict.Verdict, code string) Choice {
	switch {
	case ch.Verdict == verdict.Refused || ch.Verdict == verdict.None:
	case v == verdict.Refused:
		ch.Verdict, ch.Code = v, code
	case ch.Verdict == verdict.Held:
	case len(c.Outside) > 0:
		ch.Verdict, ch.Code = verdict.Held, finding.RowOutOfRange
	case v == verdict.Held:
		ch.Verdict, ch.Code = v, code
	}
	return ch
}
