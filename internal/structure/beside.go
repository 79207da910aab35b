package structure

import (
	"cmp"
	"slices"
)

// Beside returns the blocks that share rows with another block, ascending: tables that stand
// side by side.
func (st *Structure) Beside() []int {
	order := make([]int, len(st.Blocks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &st.Blocks[i], &st.Blocks[j]
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.First, b.First))
	})
	beside := make([]bool, len(st.Blocks))
	var open []int // blocks that may reach into the rows of the next one
	for _, i := range order {
		b := &st.Blocks[i]
		open = slices.DeleteFunc(open, func(k int) bool { return st.Blocks[k].Table != b.Table || st.Blocks[k].Last < b.First })
		for _, k := range open {
			if a := &st.Blocks[k]; a.EndCol <= b.FirstCol || b.EndCol <= a.FirstCol {
				beside[i], beside[k] = true, true
			}
		}
		open = append(open, i)
	}
	var out []int
	for i := range beside {
		if beside[i] {
			out = append(out, i)
		}
	}
	return out
}
