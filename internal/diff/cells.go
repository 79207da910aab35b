package diff

import (
	"fmt"
	"strings"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/words"
)

// A pairing knows which column of the new edition is which of the old one, for each two blocks
// that share a row.
type pairing struct {
	from, to *structure.Structure
	cols     map[[2]int32]map[int]int // by the blocks: column to column, -1 where it is missing
}

func newPairing(from, to *structure.Structure) *pairing {
	return &pairing{from: from, to: to, cols: map[[2]int32]map[int]int{}}
}

// column returns the column of row j that is column col of row i: the one with the same heading, where both
// blocks have headings, else the one at the same place.
func (p *pairing) column(i, j, col int) int {
	of := [2]int32{p.from.Rows[i].Block, p.to.Rows[j].Block}
	if of[0] < 0 || of[1] < 0 {
		return col
	}
	m, ok := p.cols[of]
	if !ok {
		m = pairColumns(&p.from.Blocks[of[0]], &p.to.Blocks[of[1]])
		p.cols[of] = m
	}
	if to, ok := m[col]; ok {
		return to
	}
	return col
}

func pairColumns(from, to *structure.Block) map[int]int {
	m := map[int]int{}
	taken := map[int]bool{}
	for _, c := range from.Columns {
		if c.Heading == "" {
			continue
		}
		at := -1
		for _, d := range to.Columns {
			if !taken[d.Col] && words.Equal(c.Heading, d.Heading) {
				at = d.Col
				break
			}
		}
		if d, ok := to.Column(c.Col); at < 0 && (!ok || d.Heading == "") && !taken[c.Col] {
			at = c.Col
		}
		if at >= 0 {
			taken[at] = true
		}
		m[c.Col] = at
	}
	return m
}

// inPlace reports whether two rows with the same texts have them in the same columns.
func (p *pairing) inPlace(a, b *edition, i, j int) bool {
	x, y := a.doc.Rows[i].Cells, b.doc.Rows[j].Cells
	at := 0
	for k := range x {
		if x[k].Blank() {
			continue
		}
		for at < len(y) && y[at].Blank() {
			at++
		}
		if at == len(y) || p.column(i, j, int(x[k].Col)) != int(y[at].Col) {
			return false
		}
		at++
	}
	return true
}

// edits lists the cells in which two paired rows differ.
func (p *pairing) edits(a, b *edition, i, j int) []CellEdit {
	var out []CellEdit
	seen := map[int]bool{}
	for _, c := range a.doc.Rows[i].Cells {
		col := int(c.Col)
		to := p.column(i, j, col)
		e := CellEdit{Heading: heading(a.st, i, col), OldCol: col, NewCol: to, Old: c.Text}
		if to >= 0 {
			seen[to] = true
			if d, ok := b.doc.Rows[j].Cell(to); ok {
				e.New = d.Text
			}
		}
		if strings.TrimSpace(e.Old) != strings.TrimSpace(e.New) {
			out = append(out, e)
		}
	}
	for _, d := range b.doc.Rows[j].Cells {
		if !seen[int(d.Col)] && !d.Blank() {
			out = append(out, CellEdit{Heading: heading(b.st, j, int(d.Col)), OldCol: -1, NewCol: int(d.Col), New: d.Text})
		}
	}
	return out
}

func heading(st *structure.Structure, n, col int) string {
	if blk, ok := st.BlockOf(n); ok {
		if c, ok := blk.Column(col); ok {
			return c.Heading
		}
	}
	return ""
}

// columns says which headings came and went.
func columns(before, after *structure.Structure) []string {
	var out []string
	old, now := headings(before), headings(after)
	for _, h := range old {
		if !contains(now, h) {
			out = append(out, fmt.Sprintf("column gone: %s", h))
		}
	}
	for _, h := range now {
		if !contains(old, h) {
			out = append(out, fmt.Sprintf("column added: %s", h))
		}
	}
	return out
}

func headings(st *structure.Structure) []string {
	var out []string
	for i := range st.Blocks {
		for _, c := range st.Blocks[i].Columns {
			if c.Heading != "" && !contains(out, c.Heading) {
				out = append(out, c.Heading)
			}
		}
	}
	return out
}

func contains(list []string, h string) bool {
	for _, x := range list {
		if words.Equal(x, h) {
			return true
		}
	}
	return false
}
