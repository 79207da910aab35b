package diff

import (
	"fmt"
	"strings"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/words"
)

// edits lists the cells in which two paired rows differ. Columns are paired by their
// headings where both blocks have them, else by position.
func edits(a, b *edition, i, j int) []CellEdit {
	var out []CellEdit
	seen := map[int]bool{}
	for _, c := range a.doc.Rows[i].Cells {
		col := int(c.Col)
		to := columnIn(a.st, b.st, i, j, col)
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

func columnIn(from, to *structure.Structure, i, j, col int) int {
	h := heading(from, i, col)
	blk, ok := to.BlockOf(j)
	if h == "" || !ok {
		return col
	}
	for _, c := range blk.Columns {
		if words.Equal(c.Heading, h) {
			return c.Col
		}
	}
	if c, ok := blk.Column(col); ok && c.Heading == "" {
		return col
	}
	return -1
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
