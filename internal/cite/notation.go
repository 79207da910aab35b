package cite

import (
	"strings"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
)

// Two-digit years are read into the span from so many years before the year of the document
// to so many after.
const (
	yearsBefore = 20
	yearsAfter  = 10
)

// A contexts knows the notation at each cell: what the task states, else what the column
// settles, else what the document does.
type contexts struct {
	doc    *table.Document
	st     *structure.Structure
	asked  task.Notation
	year   int // of the document, 0 for not known
	orders [][]int8
}

// Notation returns what is known of the notation at each cell before any date of the document
// is accepted, as the checks read it.
func Notation(doc *table.Document, st *structure.Structure, t *task.Task) func(row, col int) notation.Context {
	x := newContexts(&Input{Doc: doc, Structure: st, Task: t})
	return x.at
}

func newContexts(in *Input) contexts {
	return contexts{doc: in.Doc, st: in.Structure, asked: in.Task.Notation, orders: make([][]int8, len(in.Structure.Blocks))}
}

func (x *contexts) at(row, col int) notation.Context {
	out := notation.Context{Decimal: x.asked.Decimal, Group: x.asked.Group, Brackets: x.asked.Brackets, Order: x.asked.Order, Language: x.asked.Language}
	if x.year > 0 {
		out.Years = notation.Years{From: x.year - yearsBefore, To: x.year + yearsAfter}
	}
	if out.Decimal != 0 && out.Order != notation.OrderUnknown {
		return out
	}
	b := int32(-1)
	if row >= 0 && row < len(x.st.Rows) {
		b = x.st.Rows[row].Block
	}
	if out.Decimal == 0 {
		if b >= 0 {
			if c, ok := x.st.Blocks[b].Column(col); ok && c.Decimal != 0 {
				out.Decimal, out.Group = c.Decimal, c.Group
			}
		}
		if out.Decimal == 0 {
			out.Decimal, out.Group = x.st.Decimal, x.st.Group
		}
	}
	if out.Order == notation.OrderUnknown && b >= 0 {
		out.Order = x.order(int(b), col)
	}
	return out
}

// order returns the order of day and month that some date of the column allows alone.
func (x *contexts) order(b, col int) notation.Order {
	blk := &x.st.Blocks[b]
	at := -1
	for i := range blk.Columns {
		if blk.Columns[i].Col == col {
			at = i
		}
	}
	if at < 0 {
		return notation.OrderUnknown
	}
	if x.orders[b] == nil {
		x.orders[b] = make([]int8, len(blk.Columns))
		for i := range x.orders[b] {
			x.orders[b][i] = -1
		}
	}
	if x.orders[b][at] >= 0 {
		return notation.Order(x.orders[b][at])
	}
	dmy, mdy := false, false
	for n := blk.First; n <= blk.Last && n < len(x.doc.Rows); n++ {
		if cell, ok := x.doc.Rows[n].Cell(col); ok {
			o := orderOf(cell)
			dmy, mdy = dmy || o == notation.DMY, mdy || o == notation.MDY
		}
	}
	out := notation.OrderUnknown
	switch {
	case dmy && !mdy:
		out = notation.DMY
	case mdy && !dmy:
		out = notation.MDY
	}
	x.orders[b][at] = int8(out)
	return out
}

// orderOf returns the only order that a cell's numeric date allows: by a day over twelve, or
// by the date that the cell stores.
func orderOf(cell *table.Cell) notation.Order {
	a, b, ok := leadingPair(cell.Text)
	if !ok {
		return orderOfOthers(cell.Text)
	}
	switch {
	case a > 12 && a <= 31 && b >= 1 && b <= 12:
		return notation.DMY
	case b > 12 && b <= 31 && a >= 1 && a <= 12:
		return notation.MDY
	}
	if cell.Kind == table.Date && len(cell.Stored) >= 10 && a != b {
		month, day, ok := leadingPair(cell.Stored[5:10])
		switch {
		case ok && a == day && b == month:
			return notation.DMY
		case ok && a == month && b == day:
			return notation.MDY
		}
	}
	return notation.OrderUnknown
}

// orderOfOthers reads a date in other digits, with other dashes, or with something unseen in it.
func orderOfOthers(text string) notation.Order {
	if strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 || len(text) > 100 {
		return notation.OrderUnknown
	}
	var o notation.Orders
	o.Add(text)
	return o.Order()
}

// leadingPair reads two numbers of one or two digits joined by a slash, dash or dot at the
// start of a text.
func leadingPair(text string) (a, b int, ok bool) {
	text = strings.TrimSpace(text)
	number := func() (n int, ok bool) {
		i := 0
		for i < len(text) && i < 3 && text[i] >= '0' && text[i] <= '9' {
			n = n*10 + int(text[i]-'0')
			i++
		}
		text = text[i:]
		return n, i == 1 || i == 2
	}
	if a, ok = number(); !ok || text == "" || !strings.ContainsRune("/-.", rune(text[0])) {
		return 0, 0, false
	}
	text = strings.TrimLeft(text[1:], " ")
	b, ok = number()
	return a, b, ok
}
