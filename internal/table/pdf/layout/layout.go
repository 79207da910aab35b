// Package layout reads one page of a PDF: characters become words, words lines, lines rows of
// cells. Ruled lines are believed where they make a whole grid; elsewhere columns are where the
// gaps of many lines meet. Each visible character ends in exactly one row.
package layout

import (
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

// A Kind says how the rows of a block were found.
type Kind uint8

// The kinds of blocks.
const (
	Loose Kind = iota // a line outside every table
	Edges             // columns by the gaps that its lines share
	Ruled             // cells by the lines that are drawn around them
)

// A Cell is one printed text of a row. Lines that wrap inside the cell are joined by "\n".
type Cell struct {
	Col  int
	Text string
	Box  content.Box
	Size float64 // height of its letters
	End  float64 // where its last line ends
}

// A Row is one row, its cells ascending by column.
type Row struct {
	Cells []Cell
	Box   content.Box
	Lines int // printed lines that it was joined of
}

// A Block is a table, or a line outside every table.
type Block struct {
	Kind    Kind
	Box     content.Box
	Rows    []Row
	Columns int
	Edges   []float64 // between the columns, in the direction of reading
	Turn    int       // quarter turns clockwise in which its text runs

	placed bool // its place in the order of reading is settled
}

// A Page is a page as read.
type Page struct {
	Width, Height float64
	Blocks        []Block
	State         State
	Hidden        content.Hidden // every reason that hid something
	HiddenChars   int
	Marks         int
	Backwards     bool // some text runs from right to left
	Mute          int  // drawn pieces of text without characters
	Doubt         []content.Box
}

// Read reads a page.
func Read(p *content.Page) *Page {
	out := &Page{Width: p.Width, Height: p.Height, Marks: p.Marks, Mute: p.Mute, Doubt: p.Doubt}
	visible := out.see(p)
	out.State = state(p, visible)
	out.Backwards = backwards(visible)
	for turn := range 4 {
		chars := turned(visible, turn, p)
		if len(chars) == 0 {
			continue
		}
		rules := rulings(p).turned(turn, p)
		blocks := readUpright(lines(chars), rules)
		for i := range blocks {
			blocks[i].turnBack(turn, p)
		}
		out.Blocks = append(out.Blocks, blocks...)
	}
	out.joinMargins()
	return out
}

// readUpright reads lines that run from left to right.
func readUpright(all []Line, r rules) []Block {
	grids := lattices(r)
	inside, rest := sortInto(all, grids)
	var out []Block
	for i := range grids {
		if b, ok := grids[i].table(inside[i]); ok {
			out = append(out, b)
		} else {
			rest = append(rest, inside[i]...)
		}
	}
	for _, region := range regions(joinLines(rest)) {
		out = inOrder(out, streams(region, r))
	}
	for i := range out {
		out[i].tidy()
	}
	return slices.DeleteFunc(out, func(b Block) bool { return len(b.Rows) == 0 })
}

// inOrder puts the blocks of a region behind those of the regions before it. Ruled tables,
// which belong to no region, go before the first block that begins below them and beside
// which they do not stand.
func inOrder(out, region []Block) []Block {
	if len(region) == 0 {
		return out
	}
	box := region[0].Box
	for _, b := range region {
		box = box.Union(b.Box)
	}
	at := len(out)
	for at > 0 && out[at-1].Kind == Ruled && !out[at-1].placed && out[at-1].Box.Y0 > box.Y0 {
		at--
	}
	tail := slices.Clone(out[at:])
	out = out[:at]
	for i := range out {
		out[i].placed = true
	}
	for _, b := range region {
		for len(tail) > 0 && tail[0].Box.Y0 <= b.Box.Y0 && tail[0].Box.X0 < box.X1 && tail[0].Box.X1 > box.X0 {
			out = append(out, tail[0])
			tail = tail[1:]
		}
		out = append(out, b)
	}
	for i := range out {
		out[i].placed = true
	}
	return append(out, tail...)
}

// sortInto gives each word to the smallest grid that holds it, the others back.
func sortInto(all []Line, grids []grid) (inside [][]Line, rest []Line) {
	inside = make([][]Line, len(grids))
	for _, l := range all {
		var left []Word
		per := map[int][]Word{}
		var order []int
		for _, w := range l.Words {
			k := holder(grids, w)
			if k < 0 {
				left = append(left, w)
				continue
			}
			if per[k] == nil {
				order = append(order, k)
			}
			per[k] = append(per[k], w)
		}
		for _, k := range order {
			inside[k] = append(inside[k], lineOf(per[k]))
		}
		if len(left) > 0 {
			rest = append(rest, lineOf(left))
		}
	}
	return inside, rest
}

func holder(grids []grid, w Word) int {
	x, y := (w.X0+w.X1)/2, (w.Y0+w.Y1)/2
	best, area := -1, 0.0
	for i := range grids {
		b := grids[i].Box
		if x < b.X0-1 || x > b.X1+1 || y < b.Y0-1 || y > b.Y1+1 {
			continue
		}
		if a := b.Width() * b.Height(); best < 0 || a < area {
			best, area = i, a
		}
	}
	return best
}

// tidy drops leaders and columns without text.
func (b *Block) tidy() {
	used := map[int]bool{}
	for i := range b.Rows {
		r := &b.Rows[i]
		for k := range r.Cells {
			r.Cells[k].Text = withoutLeaders(r.Cells[k].Text)
		}
		r.Cells = slices.DeleteFunc(r.Cells, func(c Cell) bool { return strings.TrimSpace(c.Text) == "" })
		for _, c := range r.Cells {
			used[c.Col] = true
		}
	}
	b.Rows = slices.DeleteFunc(b.Rows, func(r Row) bool { return len(r.Cells) == 0 })
	at := make([]int, b.Columns)
	n := 0
	for c := range at {
		at[c] = n
		if used[c] {
			n++
		}
	}
	b.Columns = n
	for i := range b.Rows {
		for k := range b.Rows[i].Cells {
			b.Rows[i].Cells[k].Col = at[b.Rows[i].Cells[k].Col]
		}
	}
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
