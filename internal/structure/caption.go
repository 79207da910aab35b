package structure

// caption takes the text right above the block's headings as the first section heading, where the next
// section heading stands right above these headings again: each group of rows then has its own
// caption and its own headings, and the first caption is no title of the sheet.
func (z *scanner) caption() {
	r := z.from - 1
	if r < 0 || z.gap(r+1) > 0 || len(z.block.Headings) == 0 {
		return
	}
	n := z.number(r)
	if role := z.a.st.Rows[n]; role.Role != Outside || role.Block >= 0 {
		return
	}
	cells := z.line(r, nil)
	if len(cells) != 1 || cells[0].kind != text || isLong(cells[0].Text) || endsInColon(cells[0].Text) {
		return
	}
	second, depth := z.captioned(cells[0])
	if second < 0 {
		return
	}
	z.block.First = n
	z.a.st.Rows[n] = RowRole{Block: z.index, Parent: -1, Role: Section, Depth: depth, Reason: SingleOverData}
	for t := r + 1; t < second; t++ {
		z.a.openAt(z.number(t), z.index, int32(n))
	}
}

// captioned returns the block's first section heading below row z.from, where it looks like the first caption
// and the headings come again right below it; -1 where it does not.
func (z *scanner) captioned(first cell) (r int, depth int8) {
	for t := z.from; t+1 <= z.last; t++ {
		role, ok := z.a.roleIn(z.number(t), z.index)
		if !ok || role.Role != Section {
			continue
		}
		below, ok := z.a.roleIn(z.number(t+1), z.index)
		cells := z.cells(4, t)
		if !ok || below.Reason != RepeatedHeading || z.gap(t+1) > 0 || len(cells) != 1 || cells[0].Col != first.Col || sameText(cells[0].Text, first.Text) {
			return -1, 0
		}
		return t, role.Depth
	}
	return -1, 0
}

// openAt makes the section heading in row section the parent of row n, which has none in the block.
func (a *analysis) openAt(n int, block, section int32) {
	if r := &a.st.Rows[n]; r.Block == block && r.Parent < 0 {
		r.Parent = section
		return
	}
	for i := range a.st.beside {
		if b := &a.st.beside[i]; int(b.row) == n && b.Block == block && b.Parent < 0 {
			b.Parent = section
		}
	}
}
