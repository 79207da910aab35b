package structure

// A profile counts what the data rows of a block print, column by column.
type profile struct {
	n    int
	cols []columnCount // by column, from the strip's first
}

type columnCount struct {
	filled, numbers, years, dates, texts int
	digits                               int // texts that have a digit
}

func (p *profile) add(cells []cell, lo int) {
	p.n++
	for i := range cells {
		c := int(cells[i].Col) - lo
		for len(p.cols) <= c {
			p.cols = append(p.cols, columnCount{})
		}
		k := &p.cols[c]
		switch cells[i].kind {
		case hollow:
			continue
		case figure:
			k.numbers++
		case year:
			k.numbers++
			k.years++
		case date:
			k.dates++
		default:
			k.texts++
			if hasDigit(cells[i].Text) {
				k.digits++
			}
		}
		k.filled++
	}
}

func hasDigit(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
	}
	return false
}

func (p *profile) col(c int) columnCount {
	if c < 0 || c >= len(p.cols) {
		return columnCount{}
	}
	return p.cols[c]
}

// core reports whether at least four of five rows fill the column.
func (p *profile) core(c int) bool { return p.n > 0 && p.col(c).filled*5 >= p.n*4 }

// values reports whether figures or dates fill most of the column.
func (p *profile) values(c int) bool {
	k := p.col(c)
	return k.filled > 0 && (k.numbers+k.dates)*5 >= k.filled*3
}

// identifiers reports whether most of the column's cells are texts with digits or bare figures.
func (p *profile) identifiers(c int) bool {
	k := p.col(c)
	return k.filled > 0 && (k.digits+k.numbers)*5 >= k.filled*4
}

// firstColumn returns the first column that data rows fill, 0 for none.
func (p *profile) firstColumn() int {
	for c := range p.cols {
		if p.cols[c].filled*5 >= p.n {
			return c
		}
	}
	return 0
}

// used returns how many columns data rows fill.
func (p *profile) used() int {
	n := 0
	for c := range p.cols {
		if p.cols[c].filled > 0 {
			n++
		}
	}
	return n
}

// fits reports whether cells are filled like the data rows: at least half of the columns that these
// fill nearly always, or three that they fill at all, and no texts where these have figures.
func (z *scanner) fits(cells []cell) bool {
	core, filled, wrong, agree := 0, 0, 0, 0
	for c := range z.shape.cols {
		if z.shape.core(c) {
			core++
		}
	}
	for i := range cells {
		c := int(cells[i].Col) - z.lo
		if z.shape.core(c) {
			filled++
		}
		k := z.shape.col(c)
		switch {
		case cells[i].kind == text && z.shape.values(c) && !saysNothing(cells[i].Text):
			wrong++
		case k.filled == 0 || cells[i].kind == hollow:
		case cells[i].kind == text && !z.shape.values(c), cells[i].kind.value() && z.shape.values(c):
			agree++
		}
	}
	return 2*filled >= core && filled > 0 && 2*wrong <= filled || agree >= 3 && wrong == 0 && z.shape.n > 0
}

// full reports whether cells fill every column that the data rows nearly always fill.
func (z *scanner) full(cells []cell) bool {
	for c := range z.shape.cols {
		if z.shape.core(c) && !prints(cells, c+z.lo) {
			return false
		}
	}
	return z.shape.n > 0
}

func prints(cells []cell, col int) bool {
	for i := range cells {
		if int(cells[i].Col) == col {
			return true
		}
	}
	return false
}

// sampleRows is how many data rows below a heading settle the kinds of its columns.
const sampleRows = 40

// enoughForTotal is how many rows above a total show the kinds of the columns by themselves.
const enoughForTotal = 5

// sample profiles the rows from row r on that look like data, up to the next heading-like break.
func (z *scanner) sample(r int) profile {
	var p profile
	for t := r; t < len(z.idx) && p.n < sampleRows && t < r+2*sampleRows; t++ {
		if t > r && p.n >= 2 && z.gap(t) > 0 {
			break
		}
		cells := z.cells(4, t)
		m := matchFirst(cells)
		if m == wholeTotal && p.n >= enoughForTotal {
			break // what stands below it may be another table
		}
		if len(cells) < 2 && z.hi-z.lo > 1 || m != noTotal {
			continue
		}
		p.add(cells, z.lo)
	}
	return p
}
