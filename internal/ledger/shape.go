package ledger

import (
	"slices"

	"github.com/rowproof/rowproof/internal/assign"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// A kind is what a whole cell is.
type kind uint8

const (
	blank kind = iota
	text
	figure
	date
)

// kindOf returns the kind of a cell. A lone dash prints nothing.
func kindOf(c *table.Cell) kind {
	switch {
	case c.Blank():
		return blank
	case c.Kind == table.Number:
		return figure
	case c.Kind == table.Date:
		return date
	}
	if hollow(c) {
		return blank
	}
	if d := notation.ParseDate(c.Text, notation.Context{}); d.Status != notation.NotAFigure {
		return date
	}
	if f, ok := notation.Whole(c.Text, notation.Context{}); ok && f.Reason != "ambiguous_scale" {
		return figure // "1B" may be a flat beside "1A"
	}
	return text
}

// hollow reports a cell that prints nothing: blank, or a lone dash.
func hollow(c *table.Cell) bool {
	for _, r := range c.Text {
		if !words.Hyphen(r) && !words.Space(r) && !words.Invisible(r) {
			return false
		}
	}
	return true
}

// filledPercent is the share of record rows that must fill a column for it to belong to
// their shape; sample bounds how many rows are looked at.
const (
	filledPercent = 80
	sample        = 2000
)

// A shape is what the rows of the records of one block look like.
type shape struct {
	block   int
	columns []shapeColumn
}

type shapeColumn struct {
	col  int
	kind kind
	name bool // of identifiers, which may look like anything
}

// findShapes looks at the rows that carry the records of each block.
func (l *ledger) findShapes() []shape {
	type counts struct {
		rows, step int
		kinds      map[int]*[4]int
	}
	per := make([]counts, len(l.Structure.Blocks))
	eachRow := func(do func(n, b int)) {
		for n, c := range l.carries {
			if b := int(l.Structure.Rows[n].Block); c&ofRecord != 0 && b >= 0 && !l.totals[n] && !l.above[n] && l.first(n) {
				do(n, b)
			}
		}
	}
	eachRow(func(n, b int) { per[b].rows++ })
	for i := range per {
		per[i].step = per[i].rows/sample + 1
		per[i].rows = 0
		per[i].kinds = map[int]*[4]int{}
	}
	seen := make([]int, len(per))
	eachRow(func(n, b int) {
		if seen[b]++; (seen[b]-1)%per[b].step != 0 {
			return
		}
		per[b].rows++
		row := &l.Doc.Rows[n]
		for i := range row.Cells {
			col := int(row.Cells[i].Col)
			k := per[b].kinds[col]
			if k == nil {
				k = new([4]int)
				per[b].kinds[col] = k
			}
			k[kindOf(&row.Cells[i])]++
		}
	})
	out := make([]shape, len(per))
	for b := range per {
		out[b].block = b
		for _, c := range l.Structure.Blocks[b].Columns {
			k := per[b].kinds[c.Col]
			if k == nil {
				continue
			}
			filled := k[text] + k[figure] + k[date]
			if filled*100 < per[b].rows*filledPercent {
				continue
			}
			best := text
			for _, x := range []kind{figure, date} {
				if k[x] > k[best] {
					best = x
				}
			}
			out[b].columns = append(out[b].columns, shapeColumn{c.Col, best, l.names[[2]int32{int32(b), int32(c.Col)}]})
		}
	}
	return out
}

// findAbove notes the section headings that records below take a value from.
func (l *ledger) findAbove() {
	for n, c := range l.carries {
		l.above[n] = c&ofRecord != 0 && l.Structure.Rows[n].Role == structure.Section && !l.alone(n)
	}
}

// own notes where the record of an entry starts, and which columns its identifiers stand in.
func (l *ledger) own(entry int, ev verdict.Evidence, f *task.Field) {
	if ev.Row < 0 || ev.Row >= len(l.carries) {
		return
	}
	at := &l.starts[entry]
	section := l.Structure.Rows[ev.Row].Role == structure.Section
	switch {
	case *at < 0, !section && l.Structure.Rows[*at].Role == structure.Section:
		*at = int32(ev.Row)
	case !section:
		*at = min(*at, int32(ev.Row))
	}
	if f.Type == task.Identifier {
		l.names[[2]int32{l.Structure.Rows[ev.Row].Block, int32(ev.Col)}] = true
	}
}

// first reports whether the first record on row n starts there: continuation rows have another
// shape.
func (l *ledger) first(n int) bool { return int(l.starts[l.out.RowEntry[n]]) == n }

// shaped reports whether row n is filled like the rows of the records around it: all their
// columns but one in five, and at least half of those with figures or dates, and half of those with texts, of the same
// kind. A record may print "holding over" for a date; a row of column numbers is all figures.
func (l *ledger) shaped(n int) bool {
	b := int(l.Structure.Rows[n].Block)
	if b < 0 {
		return false
	}
	if len(l.shapes[b].columns) == 0 {
		return l.headed(n, b)
	}
	columns := l.shapes[b].columns
	if fits(&l.Doc.Rows[n], columns, mostBlank) {
		return true
	}
	return slices.ContainsFunc(l.partsOf(b), func(part []int) bool { // side by side, one part may print alone
		own := slices.DeleteFunc(slices.Clone(columns), func(c shapeColumn) bool { return !slices.Contains(part, c.col) })
		return len(own) > 1 && fits(&l.Doc.Rows[n], own, mostBlank)
	})
}

// Of the columns of a shape one in so many may be blank: in a row of that shape, and in one that an answer calls
// a note or page furniture. A total prints half of them, a note does not.
const (
	mostBlank   = 5
	mostOfANote = 2
)

// halfShaped reports whether a data row that an answer calls a note or page furniture prints half of what the records
// print, the first text among it: no line that is about the table does.
func (l *ledger) halfShaped(n int) bool {
	b := int(l.Structure.Rows[n].Block)
	if b < 0 || l.Structure.Rows[n].Role != structure.Data {
		return false
	}
	columns := l.shapes[b].columns
	lead := slices.IndexFunc(columns, func(c shapeColumn) bool { return c.kind == text })
	if len(columns) < 3 || lead < 0 {
		return false
	}
	cell, ok := l.Doc.Rows[n].Cell(columns[lead].col)
	return ok && kindOf(cell) == text && l.filled(n) > 2 && fits(&l.Doc.Rows[n], columns, mostOfANote)
}

// fits reports whether the row fills the columns with mostly the same kinds; one in so many may be blank.
func fits(row *table.Row, columns []shapeColumn, one int) bool {
	var of, same [2]int // texts, and figures with dates
	blanks := 0
	for _, c := range columns {
		cell, ok := row.Cell(c.col)
		k := blank
		if ok {
			k = kindOf(cell)
		}
		if k == blank {
			if blanks++; blanks*one > len(columns) {
				return false
			}
			continue
		}
		if c.name {
			continue
		}
		at := 0
		if c.kind != text {
			at = 1
		}
		of[at]++
		if k == c.kind {
			same[at]++
		}
	}
	return 2*same[0] >= of[0] && 2*same[1] >= of[1]
}

// headed reports whether a data row of a block without records is one by its headings: it prints
// what the required fields of a type, and at least two of its fields, take from there.
func (l *ledger) headed(n, block int) bool {
	if l.Structure.Rows[n].Role != structure.Data {
		return false
	}
	row := &l.Doc.Rows[n]
	for i := range l.Task.Records {
		fields := l.Task.Records[i].Fields
		a := assign.Assign(&l.Structure.Blocks[block], fields)
		given, read, fits := 0, 0, true
		for k := range fields {
			col, ok := a.Of(k, 0)
			if !ok {
				fits = fits && !(fields[k].Required && !fields[k].Shared)
				continue
			}
			given++
			cell, ok := row.Cell(col)
			if !ok || hollow(cell) {
				fits = fits && !fields[k].Required
				continue
			}
			switch kind := kindOf(cell); fields[k].Type {
			case task.Number, task.Money, task.Percent:
				fits = fits && kind == figure
			case task.Date:
				fits = fits && kind == date
			}
			read++
		}
		if fits && read >= 2 && 2*read > given {
			return true
		}
	}
	return false
}
