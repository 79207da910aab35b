package structure

// continues reports whether the block goes on at row r, below a blank line.
func (z *scanner) continues(r int) bool {
	for t, singles := r, 0; t < len(z.idx) && singles < 6; t++ {
		cells := z.cells(3, t)
		if isPageNumber(cells) {
			singles++
			continue
		}
		if z.isHead(cells) {
			return true
		}
		m := matchFirst(cells)
		if len(cells) == 1 && z.hi-z.lo > 1 {
			if m == wholeTotal || m == subTotal {
				return true
			}
			if endsInColon(cells[0].Text) && t == r && z.gap(t+1) == 0 && t+1 < len(z.idx) && len(z.cells(1, t+1)) == 1 {
				return false
			}
			singles++
			continue
		}
		if m != noTotal && z.valuesFit(cells) {
			return true
		}
		if z.newTable(t) {
			return false
		}
		return z.fits(z.cells(3, t))
	}
	return false
}

// valuesFit reports whether a row's figures stand in columns of figures.
func (z *scanner) valuesFit(cells []cell) bool {
	n := 0
	for i := range cells {
		if cells[i].kind.value() {
			if c := int(cells[i].Col) - z.lo; z.shape.col(c).filled > 0 && !z.shape.values(c) {
				return false
			}
			n++
		}
	}
	return n > 0
}

// newTable reports whether row t heads another table than the open block's.
func (z *scanner) newTable(t int) bool {
	g := z.headingAt(t)
	if g.rows == 0 {
		return false
	}
	return g.strong || !z.fits(z.cells(3, t))
}

// newHeading reports whether row r, with no blank line above it, heads another table. The rows below it must be
// filled in other columns, or the heading share a word with the open one.
func (z *scanner) newHeading(r int) bool {
	cells := z.cells(3, r)
	if len(cells) < 2 || z.shape.n == 0 || len(z.heads) == 0 {
		return false
	}
	if z.labelled() {
		for i := range cells {
			if hasDigit(cells[i].Text) {
				return false // another label with its value
			}
		}
		g := z.headingAt(r)
		return g.strong && z.names(r, &g)
	}
	over := false
	for i := range cells {
		if cells[i].kind == figure {
			return false
		}
		over = over || cells[i].kind == text && z.shape.values(int(cells[i].Col)-z.lo) && !saysNothing(cells[i].Text)
	}
	if !over || matchFirst(cells) != noTotal {
		return false
	}
	g := z.headingAt(r)
	if !g.strong || !z.names(r, &g) {
		return false
	}
	below := z.sample(r + g.rows)
	for c := range max(len(below.cols), len(z.shape.cols)) {
		if below.core(c) != z.shape.core(c) {
			return true
		}
	}
	return z.sharesWord(z.cells(3, r))
}

// names reports whether the heading rows from r on fill most of the columns that the row below them fills.
func (z *scanner) names(r int, g *headingGuess) bool {
	if r+g.rows >= len(z.idx) {
		return true
	}
	below := len(z.cells(1, r+g.rows))
	most := 0
	for i := range g.rows {
		most = max(most, len(z.cells(5, r+i)))
	}
	return 3*most >= 2*below
}

// labelled reports whether the open block's headings are labels with their values rather than names of
// columns: one ends in a colon, or one alone is a date.
func (z *scanner) labelled() bool {
	for _, h := range z.heads {
		dated := 0
		for i := range h {
			if i < len(h)-1 && endsInColon(h[i].Text) {
				return true
			}
			if h[i].kind >= year {
				dated++
			}
		}
		if dated == 1 && len(h) < 5 {
			return true
		}
	}
	return false
}

func (z *scanner) sharesWord(cells []cell) bool {
	for _, h := range z.heads {
		for i := range h {
			for k := range cells {
				if sameText(h[i].Text, cells[k].Text) {
					return true
				}
			}
		}
	}
	return false
}
