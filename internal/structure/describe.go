package structure

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/words"
)

// dataRows yields the numbers of the data rows of block b, ascending.
func (st *Structure) dataRows(b int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := st.Blocks[b].First; n <= st.Blocks[b].Last; n++ {
			if r, ok := st.RoleIn(n, b); ok && r.Role == Data && !yield(n) {
				return
			}
		}
	}
}

// cellsOf returns the printing cells of row n within the block.
func (g *grid) cellsOf(n int, blk *Block, buf []cell) []cell {
	buf = buf[:0]
	i := n - g.tab.First
	row := &g.rows[i]
	for k := range row.Cells {
		c := &row.Cells[k]
		if int(c.Col) < blk.FirstCol || int(c.Col) >= blk.EndCol {
			continue
		}
		if kd := g.kind(i, k); kd != blank {
			buf = append(buf, cell{c, kd})
		}
	}
	return buf
}

// columnMarks gathers what the figures of one column say about the marks. Figures of one shape say
// the same, so that of each shape a few thousand are enough.
type columnMarks struct {
	marks notation.Marks
	seen  map[uint64]int
}

const enoughOfShape = 4096

func (m *columnMarks) add(text string) {
	k := figureShape(text)
	if n := m.seen[k]; n < enoughOfShape {
		if m.seen == nil {
			m.seen = map[uint64]int{}
		}
		m.seen[k] = n + 1
		m.marks.Add(text)
	}
}

// figureShape hashes a text with its digits masked: a leading zero stays one.
func figureShape(s string) uint64 {
	h := uint64(14695981039346656037)
	digit := false
	for i := 0; i < len(s); i++ {
		b := s[i]
		if b >= '0' && b <= '9' {
			if digit || b > '0' {
				b = '1'
			}
			digit = true
		} else {
			digit = false
		}
		h = (h ^ uint64(b)) * 1099511628211
	}
	return h
}

// documentMarks gathers what the figures of all blocks say about the marks.
type documentMarks struct{ all notation.Marks }

// describe fills in the columns of block b: headings, what their data rows print, marks.
func (st *Structure) describe(g *grid, b int, doc *documentMarks) {
	blk := &st.Blocks[b]
	width := blk.EndCol - blk.FirstCol
	cols := make([]Column, width)
	marks := make([]columnMarks, width)
	var p profile
	p.cols = make([]columnCount, width)
	var buf []cell
	for n := range st.dataRows(b) {
		buf = g.cellsOf(n, blk, buf)
		p.add(buf, blk.FirstCol)
		for i := range buf {
			if k := buf[i].kind; k == figure && strings.ContainsAny(buf[i].Text, ".,'’ \u00a0\u202f\u066b\u066c") {
				marks[int(buf[i].Col)-blk.FirstCol].add(buf[i].Text)
			}
		}
	}
	for c := range cols {
		k := p.col(c)
		cols[c] = Column{Col: blk.FirstCol + c, Filled: k.filled, Figures: k.numbers, Dates: k.dates, Texts: k.texts,
			Decimal: marks[c].marks.Decimal(), Group: marks[c].marks.Group()}
		doc.all.Join(marks[c].marks)
	}
	for _, run := range st.carried[b] {
		for n := run.first; n < run.end; n++ {
			if r, ok := st.RoleIn(int(n), b); ok && r.Role == Data {
				cols[int(run.col)-blk.FirstCol].CarriedBy++
			}
		}
	}
	st.nameColumns(blk, cols, &p)
	blk.Columns = cols
}

func (d *documentMarks) settle(st *Structure) {
	st.Decimal, st.Group, st.Mixed = d.all.Decimal(), d.all.Group(), d.all.Mixed()
}

// nameColumns joins the texts of the heading rows over each column.
func (st *Structure) nameColumns(blk *Block, cols []Column, p *profile) {
	top := st.Top(blk)
	for i := range cols {
		var parts []string
		for k, n := range top {
			text := st.headingText(blk, n, cols[i].Col)
			if text == "" && k+1 < len(top) {
				text = st.spreading(blk, n, top[k+1], cols[i].Col, p)
			}
			if text = strings.Join(strings.Fields(words.Visible(text)), " "); text == "" {
				continue
			}
			cols[i].Rows = append(cols[i].Rows, n)
			if len(parts) > 0 && parts[len(parts)-1] == text {
				continue
			}
			parts = append(parts, text)
		}
		cols[i].Heading = joinHeading(parts)
		for k := range i {
			if cols[i].Heading != "" && strings.EqualFold(cols[k].Heading, cols[i].Heading) {
				cols[i].Repeat++
			}
		}
	}
	if !sideBySide(cols) {
		for i := range cols {
			cols[i].Repeat = 0
		}
	}
}

// sideBySide reports whether headings that come again make repetitions side by side: several of them do, or there is
// no other heading. One heading that stands over two columns among others names two columns alike.
func sideBySide(cols []Column) bool {
	var repeated []string
	others := false
	for i := range cols {
		h := strings.ToLower(cols[i].Heading)
		if h != "" && cols[i].Repeat > 0 && !slices.Contains(repeated, h) {
			repeated = append(repeated, h)
		}
	}
	for i := range cols {
		others = others || cols[i].Heading != "" && !slices.Contains(repeated, strings.ToLower(cols[i].Heading))
	}
	return len(repeated) > 1 || !others
}

// joinHeading joins parts with blanks; a part that ends in a hyphen is a word that the line
// broke, where the next goes on in lower case.
func joinHeading(parts []string) string {
	out := ""
	for _, p := range parts {
		switch {
		case out == "":
			out = p
		case endsInHyphen(out) && startsLower(p):
			out = strings.TrimRight(out, "-\u00ad\u2010\u2011") + p
		default:
			out += " " + p
		}
	}
	return out
}

// headingText returns what heading row n prints over a column, itself or merged over it.
func (st *Structure) headingText(blk *Block, n, col int) string {
	row := &st.Doc.Rows[n]
	if c, ok := row.Cell(col); ok && !c.Blank() {
		return c.Text
	}
	for _, m := range st.Doc.Tables[blk.Table].Merges {
		if m.Contains(row.Line, col) && m.FirstCol < col {
			if m.FirstLine != row.Line {
				return "" // named by the row above already
			}
			if c, ok := row.Cell(m.FirstCol); ok && m.LastCol-m.FirstCol+1 < blk.EndCol-blk.FirstCol {
				return c.Text
			}
		}
	}
	return ""
}

// spreading returns the text of heading row n that spans a column without being merged: it stands further
// left with nothing between, the row below names both columns, and both hold figures.
func (st *Structure) spreading(blk *Block, n, below, col int, p *profile) string {
	under := &st.Doc.Rows[below]
	names := func(col int) bool {
		c, ok := under.Cell(col)
		return ok && !c.Blank()
	}
	if !names(col) || !p.values(col-blk.FirstCol) {
		return ""
	}
	row := &st.Doc.Rows[n]
	if text := parted(row, under, blk, col); text != "" {
		return text
	}
	for c := col - 1; c >= blk.FirstCol; c-- {
		if !names(c) || !p.values(c-blk.FirstCol) {
			return ""
		}
		if _, merged := mergedBeside(st.Doc.Tables[blk.Table].Merges, row.Line, c); merged {
			return ""
		}
		if cell, ok := row.Cell(c); ok && !cell.Blank() {
			return cell.Text
		}
	}
	return ""
}

// parted returns the text of a heading row that the row below parts: that one prints in neighbouring columns alone, of
// which the row above names the first only. "Tax" over "Rate" and "Amount" names both.
func parted(row, under *table.Row, blk *Block, col int) string {
	first, last := -1, -1
	for i := range under.Cells {
		c := &under.Cells[i]
		if c.Blank() || int(c.Col) < blk.FirstCol || int(c.Col) >= blk.EndCol {
			continue
		}
		if first >= 0 && int(c.Col) != last+1 {
			return ""
		}
		if last = int(c.Col); first < 0 {
			first = last
		}
	}
	if first < 0 || col <= first || col > last {
		return ""
	}
	others := 0
	for i := range row.Cells {
		switch c := int(row.Cells[i].Col); {
		case row.Cells[i].Blank() || c < blk.FirstCol || c >= blk.EndCol:
		case c > first && c <= last:
			return ""
		case c != first:
			others++
		}
	}
	cell, ok := row.Cell(first)
	if !ok || cell.Blank() || others <= last-first {
		return "" // the row below names the columns
	}
	return cell.Text
}

func mergedBeside(merges []table.Area, line, col int) (table.Area, bool) {
	for _, m := range merges {
		if m.Contains(line, col) {
			return m, true
		}
	}
	return table.Area{}, false
}

// blockName names a block that the file does not name: its sheet and area.
func blockName(doc *table.Document, t *table.Table, b *Block) string {
	if t.Shape != table.Sheet {
		return t.Name
	}
	first, last := doc.Rows[b.First].Line, doc.Rows[b.Last].Line
	return fmt.Sprintf("%s!%s%d:%s%d", t.Name, table.ColumnName(b.FirstCol), first, table.ColumnName(max(b.EndCol-1, b.FirstCol)), last)
}
