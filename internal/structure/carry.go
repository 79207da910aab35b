package structure

import "slices"

// carry finds the cells of block b that stand for rows below them too: merged over these, or
// printed once above blank cells.
func (st *Structure) carry(g *grid, b int) {
	blk := &st.Blocks[b]
	var runs []carriedRun
	runs = st.carryMerged(b, blk, runs)
	if cols := st.leadingColumns(g, b, blk); len(cols) > 0 {
		runs = st.carryBlank(b, blk, cols, runs)
	}
	slices.SortFunc(runs, compareRuns)
	apart := runs[:0]
	for _, r := range runs {
		if k := len(apart) - 1; k < 0 || apart[k].col != r.col || r.first >= apart[k].end {
			apart = append(apart, r)
		}
	}
	st.carried = append(st.carried, apart)
}

// carryMerged adds cells merged over several lines of the block.
func (st *Structure) carryMerged(b int, blk *Block, runs []carriedRun) []carriedRun {
	t := &st.Doc.Tables[blk.Table]
	rows := st.Doc.Rows[t.First:t.End]
	for _, m := range t.Merges {
		if m.LastLine == m.FirstLine || m.FirstCol < blk.FirstCol || m.FirstCol >= blk.EndCol {
			continue
		}
		i, ok := slices.BinarySearchFunc(rows, m.FirstLine, byLine)
		if !ok {
			continue
		}
		from := t.First + i
		if r, in := st.RoleIn(from, b); !in || r.Role == Heading {
			continue
		}
		if c, ok := st.Doc.Rows[from].Cell(m.FirstCol); !ok || c.Blank() {
			continue
		}
		end, _ := slices.BinarySearchFunc(rows, m.LastLine+1, byLine)
		if end = min(t.First+end, blk.Last+1); end > from+1 {
			runs = append(runs, carriedRun{int32(m.FirstCol), int32(from), int32(from + 1), int32(end)})
		}
	}
	return runs
}

// leadingColumns returns the first columns of the block whose cells are printed once above blank ones:
// the first data row fills them, most rows below leave them blank and are otherwise filled like the rows
// that do not.
func (st *Structure) leadingColumns(g *grid, b int, blk *Block) []int {
	width := blk.EndCol - blk.FirstCol
	var p profile
	p.cols = make([]columnCount, width)
	var buf []cell
	first := true
	var firstFilled []bool
	for n := range st.dataRows(b) {
		buf = g.cellsOf(n, blk, buf)
		p.add(buf, blk.FirstCol)
		if first {
			first = false
			firstFilled = make([]bool, width)
			for i := range buf {
				firstFilled[int(buf[i].Col)-blk.FirstCol] = true
			}
		}
	}
	if p.n < 3 {
		return nil
	}
	var cols []int
	for c := range width {
		k := p.col(c)
		if p.core(c) {
			break
		}
		if k.filled == 0 {
			continue
		}
		half := k.filled*2 <= p.n || k.texts*2 > k.filled && k.digits*2 <= k.texts
		if !firstFilled[c] || !half {
			return nil
		}
		cols = append(cols, c)
	}
	if len(cols) == 0 || len(cols) == p.used() || !st.repeatsShape(g, b, blk, cols, &p) {
		return nil
	}
	return cols
}

// repeatsShape reports whether rows that leave the leading columns blank are rows of their own and not the
// second lines of the rows that fill them: they fill nearly all of the other columns that rows nearly always
// fill, one with figures or dates among these where the block has any.
func (st *Structure) repeatsShape(g *grid, b int, blk *Block, cols []int, p *profile) bool {
	last := cols[len(cols)-1]
	var buf []cell
	without, corePresent, core, coreValues, values := 0, 0, 0, 0, 0
	for n := range st.dataRows(b) {
		buf = g.cellsOf(n, blk, buf)
		if len(buf) == 0 || int(buf[0].Col)-blk.FirstCol <= last {
			continue
		}
		without++
		for i := range buf {
			if p.core(int(buf[i].Col) - blk.FirstCol) {
				corePresent++
			}
		}
	}
	for c := last + 1; c < len(p.cols); c++ {
		if p.core(c) {
			core++
		}
		if p.values(c) && 5*p.cols[c].filled >= 2*p.n {
			if values++; p.core(c) {
				coreValues++
			}
		}
	}
	return without > 0 && core > 0 && (values == 0 || coreValues > 0) && corePresent*10 >= 9*core*without
}

// carryBlank adds runs of blank cells below the cells of the given columns. A section heading ends them; a cell of a column further
// left does so for those to its right.
func (st *Structure) carryBlank(b int, blk *Block, cols []int, runs []carriedRun) []carriedRun {
	from := make([]int32, len(cols))
	at := make([]int, len(cols)) // index of the open run, -1 for none
	reset := func(k int) {
		for ; k < len(cols); k++ {
			from[k], at[k] = -1, -1
		}
	}
	reset(0)
	for n := blk.First; n <= blk.Last; n++ {
		r, ok := st.RoleIn(n, b)
		if !ok {
			continue
		}
		switch r.Role {
		case Section:
			reset(0)
			continue
		case Data:
		default:
			continue
		}
		row := &st.Doc.Rows[n]
		for k, c := range cols {
			if cell, ok := row.Cell(c + blk.FirstCol); ok && !cell.Blank() {
				reset(k)
				from[k] = int32(n)
				continue
			}
			if from[k] < 0 {
				continue
			}
			if at[k] < 0 {
				at[k] = len(runs)
				runs = append(runs, carriedRun{int32(c + blk.FirstCol), from[k], int32(n), int32(n + 1)})
			}
			runs[at[k]].end = int32(n + 1)
		}
	}
	return runs
}
