package structure

// matchFirst compares the first text of a row with the labels of totals.
func matchFirst(cells []cell) totalMatch {
	for i := range cells {
		if cells[i].kind == text {
			if i > 0 && cells[0].kind.value() && i > 1 {
				return noTotal
			}
			return matchTotal(cells[i].Text)
		}
		if cells[i].kind.value() {
			return noTotal
		}
	}
	return noTotal
}

// total reports whether row r sums rows above it.
func (z *scanner) total(r int, cells []cell) (m totalMatch, ok bool) {
	m = matchFirst(cells)
	values := 0
	for i := range cells {
		if cells[i].kind.value() {
			values++
		}
	}
	if values == 0 && len(cells) == 1 && m >= partTotal {
		return m, m >= wholeTotal || hasDigit(cells[0].Text) && !z.dataBelow(r)
	}
	switch m {
	case noTotal:
		return m, z.outlineTotal(r, cells, values)
	case wholeTotal, subTotal:
		return m, true
	}
	if values == 0 || z.shape.n == 0 {
		return m, false
	}
	if !z.full(cells) {
		return m, true
	}
	return m, z.amongTotals(r)
}

// amongTotals reports whether a row stands where totals do: next to one, or at the end of its run
// of rows.
func (z *scanner) amongTotals(r int) bool {
	if r > 0 {
		if role, ok := z.a.roleIn(z.number(r-1), z.index); ok && role.Role == Total {
			return true
		}
	}
	if r+1 == len(z.idx) || z.gap(r+1) > 0 {
		return true
	}
	below := z.cells(3, r+1)
	return len(below) == 1 || matchFirst(below) >= weakTotal
}

// outlineTotal reports whether the outline says that row r sums the rows above it.
func (z *scanner) outlineTotal(r int, cells []cell, values int) bool {
	if r == 0 || values == 0 || cells[0].kind != text || z.full(cells) {
		return false
	}
	above, here := z.row(r-1), z.row(r)
	return here.Level < above.Level && z.afterData(r) && (r+1 == len(z.idx) || z.row(r+1).Level >= here.Level)
}

// setTotal gives a total its depth: that of the section that it names, or the innermost one
// open; 1 where none is.
func (z *scanner) setTotal(r int, cells []cell, m totalMatch) {
	why := TotalLabel
	if m == noTotal {
		why = OutlineTotal
	}
	var label string
	for i := range cells {
		if cells[i].kind == text {
			label = cells[i].Text
			break
		}
	}
	if named := z.sections.named(label); named >= 0 {
		z.sections.closeBelow(named)
		z.setIn(r, Total, why, z.sections.depth())
		z.sections.closeBelow(named - 1)
		return
	}
	if m == wholeTotal && r > 0 {
		if role, ok := z.a.roleIn(z.number(r-1), z.index); ok && role.Role == Total {
			z.sections.closeBelow(-1)
		}
	}
	z.setIn(r, Total, why, max(z.sections.depth(), 1))
}
