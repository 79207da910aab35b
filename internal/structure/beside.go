package structure

// Beside returns the blocks that share rows with another block, ascending: tables that stand
// side by side.
func (st *Structure) Beside() []int {
	var out []int
	for i := range st.Blocks {
		a := &st.Blocks[i]
		for j := range st.Blocks {
			b := &st.Blocks[j]
			if i != j && a.Table == b.Table && a.First <= b.Last && b.First <= a.Last && (a.EndCol <= b.FirstCol || b.EndCol <= a.FirstCol) {
				out = append(out, i)
				break
			}
		}
	}
	return out
}
