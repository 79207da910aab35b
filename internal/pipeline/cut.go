package pipeline

import (
	"iter"

	"github.com/rowproof/rowproof/internal/windows"
)

// cutter cuts the windows of one document.
type cutter struct{ in *Input }

func newCutter(in *Input) cutter { return cutter{in} }

func (c cutter) split() iter.Seq[windows.Window] {
	return windows.Split(c.in.Structure, c.in.Windows, nil)
}

// again makes windows of a later round over the rows, which are ascending. Each round shows more of
// the neighbours than the one before: the same rows in the same words would get the same answer.
func (c cutter) again(rows []int, round int) iter.Seq[windows.Window] {
	var runs []windows.Span
	for _, n := range rows {
		if k := len(runs) - 1; k >= 0 && runs[k].End == n {
			runs[k].End++
			continue
		}
		runs = append(runs, windows.Span{First: n, End: n + 1})
	}
	opt := c.in.Windows
	opt.Overlap += 2 * (round - 1)
	return windows.Rows(c.in.Structure, opt, nil, runs, round)
}

func (c cutter) halve(w windows.Window) []windows.Window {
	return windows.Halve(c.in.Structure, c.in.Windows, w)
}
