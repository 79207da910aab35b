package structure

import (
	"slices"
	"strings"
	"unicode"
)

// A scanner reads one strip from top to bottom and gives its rows their roles.
type scanner struct {
	*strip
	a     *analysis
	given []int // numbers of the heading rows that are given; nil where they are to be found
	fixed bool  // the headings are given: nothing else starts or ends a block
	buf   [6][]cell

	block    *Block
	index    int32
	shape    profile  // of a sample of the rows below the headings, then of the data rows read
	read     profile  // of the data rows read, until there are enough to go by
	heads    [][]cell // the block's heading rows
	sections sections
	from     int   // first row of the block
	last     int   // last row of the block but for notes at its end
	tail     []int // these notes
}

func (z *scanner) number(r int) int { return z.row(r).Number }

// cells returns the printing cells of row r in buffer slot.
func (z *scanner) cells(slot, r int) []cell {
	z.buf[slot] = z.line(r, z.buf[slot])
	return z.buf[slot]
}

func (z *scanner) run() {
	if z.fixed && len(z.given) == 0 {
		z.start(0, 0, "the whole table, without a heading")
	}
	for r := 0; r < len(z.idx); {
		if z.block == nil {
			r = z.outside(r)
		} else {
			r = z.inside(r)
		}
	}
	z.finish()
}

// outside takes row r while no block is open and returns the next row.
func (z *scanner) outside(r int) int {
	cells := z.cells(0, r)
	if z.fixed {
		if k := z.givenAt(r); k > 0 {
			z.startGiven(r, k)
			return r + k
		}
		z.set(r, Outside, outsideReason(cells))
		return r + 1
	}
	if isPageNumber(cells) {
		z.set(r, Furniture, PageNumber)
		return r + 1
	}
	if n := z.labelRows(r); n > 0 {
		for i := range n {
			z.setLabels(r + i)
		}
		return r + n
	}
	if h := z.headingAt(r); h.rows > 0 {
		z.start(r, h.rows, "a heading row and the rows below it")
		for i := range h.rows {
			z.setHeading(r+i, h.reasons[i])
		}
		return r + h.rows
	}
	if z.headless(r) {
		z.start(r, 0, "rows of one shape, without a heading")
		return r
	}
	if rowOfValues(cells) {
		z.start(r, 0, "a row of figures that no heading names")
		z.data(r, cells, ByDefault)
		return r + 1
	}
	reason := outsideReason(cells)
	if reason == Marked {
		z.set(r, Note, reason)
	} else {
		z.set(r, Outside, reason)
	}
	return r + 1
}

// setLabels takes a row of labels with their values.
func (z *scanner) setLabels(r int) {
	switch cells := z.cells(0, r); {
	case isPageNumber(cells):
		z.set(r, Furniture, PageNumber)
	case isMarked(cells[0].Text):
		z.set(r, Note, Marked)
	default:
		z.set(r, Outside, LabelWithValue)
	}
}

func (z *scanner) givenAt(r int) int {
	k := 0
	for r+k < len(z.idx) {
		if _, ok := slices.BinarySearch(z.given, z.number(r+k)); !ok {
			break
		}
		k++
	}
	return k
}

func (z *scanner) startGiven(r, k int) {
	z.start(r, k, "its heading rows were given")
	for i := range k {
		z.setHeading(r+i, GivenHeading)
	}
}

// start opens a block at row r, whose first k rows are its headings.
func (z *scanner) start(r, k int, why string) {
	z.index = int32(len(z.a.st.Blocks))
	z.block = &Block{Index: int(z.index), Table: z.tab.Index, First: z.number(r), FirstCol: z.lo, EndCol: z.hi, Why: why}
	z.a.st.Blocks = append(z.a.st.Blocks, Block{}) // filled in by finish
	z.heads = nil
	for i := range k {
		z.heads = append(z.heads, z.line(r+i, nil))
	}
	z.sections = sections{}
	z.shape, z.read = z.sample(r+k), profile{}
	z.from, z.last, z.tail = r, r+k-1, nil
}

// finish closes the open block. Texts at its end with no data row below them leave it.
func (z *scanner) finish() {
	if z.block == nil {
		return
	}
	for _, r := range z.tail {
		z.a.leave(z.number(r), z.index)
	}
	z.caption()
	b := z.block
	b.Last = z.number(max(z.last, 0))
	if b.Name == "" {
		b.Name = blockName(z.a.st.Doc, z.tab, b)
	}
	z.a.st.Blocks[z.index] = *b
	z.block = nil
}

func (z *scanner) set(r int, role Role, why Reason) {
	z.a.set(z.number(r), RowRole{Role: role, Reason: why, Block: -1, Parent: -1})
}

func (z *scanner) setIn(r int, role Role, why Reason, depth int) {
	z.a.set(z.number(r), RowRole{Role: role, Reason: why, Block: z.index, Parent: z.sections.open(), Depth: int8(min(depth, 127))})
	z.last, z.tail = r, nil
}

func (z *scanner) setHeading(r int, why Reason) {
	z.setIn(r, Heading, why, 0)
	z.block.Headings = append(z.block.Headings, z.number(r))
}

// inside takes row r while a block is open and returns the next row.
func (z *scanner) inside(r int) int {
	if z.fixed {
		if k := z.givenAt(r); k > 0 {
			if z.repeats(r, k) {
				for i := range k {
					z.setHeading(r+i, RepeatedHeading)
				}
			} else {
				z.finish()
				z.startGiven(r, k)
			}
			return r + k
		}
	}
	cells := z.cells(0, r)
	switch {
	case isPageNumber(cells):
		z.set(r, Furniture, PageNumber)
		return r + 1
	case !z.fixed && z.isHead(cells):
		z.setHeading(r, RepeatedHeading)
		return r + 1
	case !z.fixed && z.gap(r) > 0 && !z.continues(r), !z.fixed && z.newHeading(r):
		z.finish()
		return r
	}
	if m, ok := z.total(r, cells); ok {
		z.setTotal(r, cells, m)
		return r + 1
	}
	if len(cells) == 1 {
		return z.single(r, cells)
	}
	if z.labelOverData(r, cells) {
		z.openSection(r, cells, LabelOverData)
		return r + 1
	}
	z.data(r, cells, ByDefault)
	return r + 1
}

// repeats reports whether rows r to r+k-1 are the block's headings again.
func (z *scanner) repeats(r, k int) bool {
	for i := range k {
		if !z.isHead(z.cells(1, r+i)) {
			return false
		}
	}
	return true
}

// isHead reports whether cells repeat one of the block's heading rows.
func (z *scanner) isHead(cells []cell) bool {
	for _, h := range z.heads {
		if len(h) != len(cells) || len(h) < 2 && len(z.heads) < 2 && z.hi-z.lo > 1 {
			continue
		}
		same := true
		for i := range h {
			same = same && h[i].Col == cells[i].Col && sameText(h[i].Text, cells[i].Text)
		}
		if same {
			return true
		}
	}
	return false
}

// sameText compares two texts without regard to blanks at their edges and to case.
func sameText(a, b string) bool {
	return a == b || strings.EqualFold(strings.TrimFunc(a, blankRune), strings.TrimFunc(b, blankRune))
}

// single takes a row of one printing cell: a section heading, a note, or part of a record.
func (z *scanner) single(r int, cells []cell) int {
	c := cells[0]
	merged := z.mergedOver(r, c)
	first := z.shape.firstColumn() + z.lo
	switch {
	case c.kind != text && !merged:
		z.data(r, cells, ByDefault)
	case isMarked(c.Text):
		z.setNote(r, Marked)
	case !merged && z.goesOn(r, c):
		z.data(r, cells, ContinuesAbove)
	case !merged && int(c.Col) > first && z.shape.n > 0:
		z.data(r, cells, ByDefault)
	case !z.dataBelow(r):
		z.trailing(r, c)
	case merged && isLong(c.Text), isLong(c.Text):
		z.setNote(r, LongText)
	case merged:
		z.openSection(r, cells, MergedOverData)
	case z.hi-z.lo == 1:
		z.data(r, cells, ByDefault)
	case z.sections.any || z.last < 0 || !z.afterData(r) || z.gap(r) > 0:
		z.openSection(r, cells, SingleOverData)
	default: // in the middle of the rows of a table without sections: part of the record above
		z.data(r, cells, ContinuesAbove)
	}
	return r + 1
}

func (z *scanner) data(r int, cells []cell, why Reason) {
	z.setIn(r, Data, why, 0)
	if z.read.n >= enoughRows {
		z.shape.add(cells, z.lo)
		return
	}
	if z.read.add(cells, z.lo); z.read.n == enoughRows {
		z.shape = z.read
	}
}

// enoughRows is how many data rows of a block show its shape better than a sample that may
// reach into the next block.
const enoughRows = 3

// setNote marks a note inside the block without moving the block's end.
func (z *scanner) setNote(r int, why Reason) {
	last, tail := z.last, z.tail
	z.setIn(r, Note, why, 0)
	z.last, z.tail = last, append(tail, r)
}

// trailing takes a single text with no data row below it.
func (z *scanner) trailing(r int, c cell) {
	if z.hi-z.lo == 1 {
		z.data(r, []cell{c}, ByDefault)
		return
	}
	z.setNote(r, TrailingText)
}

// afterData reports whether the row above r is a data row of the block.
func (z *scanner) afterData(r int) bool {
	if r == 0 {
		return false
	}
	role, ok := z.a.roleIn(z.number(r-1), z.index)
	return ok && role.Role == Data
}

// goesOn reports whether a text continues the cell above it in its column: that one ends in a
// hyphen, or the text starts in lower case.
func (z *scanner) goesOn(r int, c cell) bool {
	if !z.afterData(r) || z.gap(r) > 0 {
		return false
	}
	for _, above := range z.cells(2, r-1) {
		if above.Col == c.Col {
			t := strings.TrimRightFunc(above.Text, blankRune)
			return endsInHyphen(t) || startsLower(c.Text)
		}
	}
	return false
}

func endsInHyphen(s string) bool {
	for _, h := range []string{"-", "\u00ad", "\u2010", "\u2011"} {
		if strings.HasSuffix(s, h) && len(s) > len(h) {
			return true
		}
	}
	return false
}

func startsLower(s string) bool {
	for _, r := range s {
		if unicode.IsLetter(r) {
			return unicode.IsLower(r)
		}
		if unicode.IsDigit(r) {
			return false
		}
	}
	return false
}

// mergedOver reports whether a cell is merged over at least half of the block's columns.
func (z *scanner) mergedOver(r int, c cell) bool {
	m, ok := z.mergeAt(z.row(r).Line, int(c.Col))
	return ok && m.LastCol > m.FirstCol && 2*(m.LastCol-m.FirstCol+1) >= z.hi-z.lo
}

// dataBelow reports whether rows of the block follow row r, single texts between them aside.
func (z *scanner) dataBelow(r int) bool {
	for t, singles := r+1, 0; t < len(z.idx) && singles < 6; t++ {
		cells := z.cells(3, t)
		if !z.fixed && (z.isHead(cells)) {
			continue
		}
		if z.fixed && z.givenAt(t) > 0 {
			continue
		}
		if len(cells) == 1 && z.hi-z.lo > 1 || isPageNumber(cells) {
			singles++
			continue
		}
		if !z.fixed && z.gap(t) > 0 && z.headingAt(t).strong && !z.fits(cells) {
			return false
		}
		return z.fixed || z.fits(cells) || matchFirst(cells) != noTotal
	}
	return false
}

// labelOverData reports whether a row of two texts at its left heads the rows below it: "Building:", "Harbour Court".
func (z *scanner) labelOverData(r int, cells []cell) bool {
	if len(cells) != 2 || z.hi-z.lo < 4 || !endsInColon(cells[0].Text) || z.fits(cells) {
		return false
	}
	return (z.gap(r) > 0 || !z.afterData(r) || z.sections.any) && z.dataBelow(r)
}
