package layout

import "github.com/rowproof/rowproof/internal/table/pdf/content"

// turned returns the characters that run in a direction, as if the page lay so that they run
// from left to right.
func turned(chars []content.Char, turn int, p *content.Page) []content.Char {
	var out []content.Char
	for _, c := range chars {
		if c.Turn != turn {
			continue
		}
		c.X, c.Y = turnPoint(c.X, c.Y, turn, p)
		c.Box = turnBox(c.Box, turn, p)
		out = append(out, c)
	}
	return out
}

// turnPoint turns a point of the page against the direction of the text.
func turnPoint(x, y float64, turn int, p *content.Page) (float64, float64) {
	switch turn {
	case 1:
		return y, p.Width - x
	case 2:
		return p.Width - x, p.Height - y
	case 3:
		return p.Height - y, x
	}
	return x, y
}

func turnBox(b content.Box, turn int, p *content.Page) content.Box {
	x0, y0 := turnPoint(b.X0, b.Y0, turn, p)
	x1, y1 := turnPoint(b.X1, b.Y1, turn, p)
	return content.Box{X0: min(x0, x1), Y0: min(y0, y1), X1: max(x0, x1), Y1: max(y0, y1)}
}

// backBox is the inverse of turnBox.
func backBox(b content.Box, turn int, p *content.Page) content.Box {
	back := func(x, y float64) (float64, float64) {
		switch turn {
		case 1:
			return p.Width - y, x
		case 2:
			return p.Width - x, p.Height - y
		case 3:
			return y, p.Height - x
		}
		return x, y
	}
	x0, y0 := back(b.X0, b.Y0)
	x1, y1 := back(b.X1, b.Y1)
	return content.Box{X0: min(x0, x1), Y0: min(y0, y1), X1: max(x0, x1), Y1: max(y0, y1)}
}

// turnBack puts the boxes of a block where they stand on the page.
func (b *Block) turnBack(turn int, p *content.Page) {
	if b.Turn = turn; turn == 0 {
		return
	}
	b.Box = backBox(b.Box, turn, p)
	for i := range b.Rows {
		r := &b.Rows[i]
		r.Box = backBox(r.Box, turn, p)
		for k := range r.Cells {
			r.Cells[k].Box = backBox(r.Cells[k].Box, turn, p)
		}
	}
}
