package pdf

import (
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/content"
	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

// A part is one table of the document to be: a grid on one or more pages, or lines of a page.
type part struct {
	shape    table.Shape
	kind     layout.Kind
	title    string
	flags    table.Flags
	turn     int
	columns  []column
	rows     []row
	warnings []table.Warning
}

// A row is a row with its page.
type row struct {
	layout.Row
	page  int
	cut   bool // the page break may have cut it
	doubt []content.Box
}

// flags marks a cell in which a recognised word is doubtful.
func (r *row) flags(c layout.Cell) table.Flags {
	for _, d := range r.doubt {
		if x, y := (d.X0+d.X1)/2, (d.Y0+d.Y1)/2; c.Box.Holds(x, y) {
			return table.Doubtful
		}
	}
	return 0
}

// A column is where the cells of a column stand.
type column struct{ x0, x1 float64 }

// assemble puts the blocks of all pages together: a table that goes on over a page break is
// one table, lines between tables are one part a page.
func assemble(pages []*layout.Page) []part {
	running := runningLines(pages)
	var out []part
	for i, p := range pages {
		if p == nil {
			continue
		}
		first := true
		at := len(out)
		for b := range p.Blocks {
			blk := &p.Blocks[b]
			rows := rowsOf(p, blk, i+1)
			if blk.Kind == layout.Loose {
				out = addLine(out, at, rows, p, blk)
				if !running[runningKey(blk)] {
					first = false
				}
				continue
			}
			if first {
				if above := lastTable(out, at, running, i); above != nil && above.takes(blk, rows) {
					first = false
					continue
				}
			}
			first = false
			out = append(out, part{shape: table.Grid, kind: blk.Kind, turn: blk.Turn, flags: flagsOf(p), columns: columnsOf(rows, blk.Columns), rows: rows})
		}
	}
	if titled, ok := prose(out, running); ok {
		return titled
	}
	for i := range out {
		out[i].examine()
	}
	return out
}

func flagsOf(p *layout.Page) table.Flags {
	if p.State == layout.Recognised {
		return table.Recognised
	}
	return 0
}

func rowsOf(p *layout.Page, b *layout.Block, page int) []row {
	rows := make([]row, len(b.Rows))
	for k := range b.Rows {
		rows[k] = row{Row: b.Rows[k], page: page, doubt: p.Doubt}
	}
	return rows
}

// addLine adds a line to the open part of lines of its page, or begins one.
func addLine(out []part, at int, rows []row, p *layout.Page, b *layout.Block) []part {
	if n := len(out); n > at && out[n-1].shape == table.Lines {
		out[n-1].rows = append(out[n-1].rows, rows...)
		return out
	}
	return append(out, part{shape: table.Lines, turn: b.Turn, flags: flagsOf(p), rows: rows})
}

// lastTable returns the table that ends the page before, when nothing but a running foot
// stands below it.
func lastTable(out []part, at int, running map[string]bool, page int) *part {
	for k := at - 1; k >= 0; k-- {
		p := &out[k]
		if p.shape == table.Grid {
			if p.rows[len(p.rows)-1].page == page {
				return p
			}
			return nil
		}
		for _, r := range p.rows {
			if r.page != page || !running[maskedRow(r.Row)] && !pageNumber(r.Row) {
				return nil
			}
		}
	}
	return nil
}

// takes adds the rows of a block of the next page to the table, when their columns stand
// where the table's do.
func (p *part) takes(b *layout.Block, rows []row) bool {
	if p.turn != b.Turn {
		return false
	}
	cols := columnsOf(rows, b.Columns)
	to, ok := sameColumns(p.columns, cols)
	repeats := repeatsHeading(p.rows, rows)
	if !ok {
		if repeats {
			p.warnings = append(p.warnings, table.Warning{Code: finding.PagesDiffer, Row: -1, Col: -1, Detail: "the next page has the same heading over other columns"})
		}
		return false
	}
	for i := range rows {
		for k := range rows[i].Cells {
			rows[i].Cells[k].Col = to[rows[i].Cells[k].Col]
		}
	}
	if !repeats && len(rows) > 0 && (len(rows[0].Cells) == 0 || rows[0].Cells[0].Col != 0) && 2*len(rows[0].Cells) <= len(p.columns) {
		rows[0].cut = true
	}
	for c, k := range to {
		if p.columns[k].x1 <= p.columns[k].x0 {
			p.columns[k] = cols[c]
		}
		p.columns[k].x0, p.columns[k].x1 = min(p.columns[k].x0, cols[c].x0), max(p.columns[k].x1, cols[c].x1)
	}
	p.rows = append(p.rows, rows...)
	return true
}

// columnsOf returns where the cells of each column stand. Cells that reach over the next
// column's cells are headings over several and count for nothing.
func columnsOf(rows []row, n int) []column {
	starts := make([][]float64, n)
	ends := make([][]float64, n)
	for _, r := range rows {
		for _, c := range r.Cells {
			starts[c.Col] = append(starts[c.Col], c.Box.X0)
			ends[c.Col] = append(ends[c.Col], c.Box.X1)
		}
	}
	out := make([]column, n)
	for c := range out {
		if len(starts[c]) == 0 {
			continue
		}
		slices.Sort(starts[c])
		slices.Sort(ends[c])
		out[c] = column{starts[c][len(starts[c])/8], ends[c][len(ends[c])*7/8]}
	}
	return out
}

// sameColumns finds for each column of a page the one of the table that it goes on with: the
// one that it overlaps, and no other.
func sameColumns(above, below []column) (to []int, ok bool) {
	if len(below) < 2 || len(below) > len(above) {
		return nil, false
	}
	to = make([]int, len(below))
	last := -1
	for i, b := range below {
		best, most := -1, 0.0
		for k, a := range above {
			if o := min(a.x1, b.x1) - max(a.x0, b.x0); o > most {
				best, most = k, o
			}
		}
		if best <= last || most < 0.3*min(b.x1-b.x0, above[best].x1-above[best].x0) {
			return nil, false
		}
		to[i], last = best, best
	}
	return to, 4*len(below) >= 3*len(above)
}

// repeatsHeading reports a page that begins with the row that the table begins with.
func repeatsHeading(above, below []row) bool {
	if len(above) == 0 || len(below) == 0 {
		return false
	}
	text := func(r row) string {
		var b strings.Builder
		for _, c := range r.Cells {
			b.WriteString(strings.Join(strings.Fields(c.Text), " "))
			b.WriteByte('\t')
		}
		return b.String()
	}
	return text(above[0]) == text(below[0])
}
