package structure

// Beside returns the blocks that share rows with another block, ascending: tables that stand
// side by side.
func (s *Structure) Beside() []int {
	var out []int
	for i := range s.Blocks {
		a := &s.Blocks[i]
		for j := range s.Blocks {
			b := &s.Blocks[j]
			if i != j && a.Table == b.Table && a.First <= b.Last && b.First <= a.Last && (a.EndCol <= b.FirstCol || b.EndCol <= a.FirstCol) {
				out = append(out, i)
				break
			}
		}
	}
	return out
}
