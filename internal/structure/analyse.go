package structure

import (
	"cmp"
	"slices"

	"github.com/rowproof/rowproof/internal/table"
)

// Analyse finds the structure of a document. It takes time in proportion to the document, and memory
// of a few bytes a row beside it.
func Analyse(doc *table.Document) *Structure { return analyse(doc, nil, false) }

// WithHeadings is Analyse with the heading rows given: each run of them starts a block, which only the next
// run ends; a run that repeats the block's headings goes on with it. A table without any of them is one block without a heading.
func WithHeadings(doc *table.Document, headingRows []int) *Structure {
	given := slices.Clone(headingRows)
	slices.Sort(given)
	return analyse(doc, given, true)
}

// An analysis is in progress.
type analysis struct {
	st   *Structure
	seen []bool // rows of the table that have a role, where it has more than one strip
	from int    // number of the table's first row
}

func analyse(doc *table.Document, given []int, fixed bool) *Structure {
	st := &Structure{Doc: doc, Rows: make([]RowRole, len(doc.Rows))}
	for n := range st.Rows {
		st.Rows[n] = RowRole{Role: Furniture, Reason: PrintsNothing, Block: -1, Parent: -1}
	}
	var marks documentMarks
	for t := range doc.Tables {
		a := &analysis{st: st}
		a.table(&doc.Tables[t], given, fixed, &marks)
	}
	markRunningHeads(st)
	marks.settle(st)
	return st
}

// table gives the rows of one table their roles and describes its blocks.
func (a *analysis) table(t *table.Table, given []int, fixed bool, marks *documentMarks) {
	doc := a.st.Doc
	a.from = t.First
	if t.First >= t.End {
		return
	}
	switch {
	case t.Shape == table.Lines && !fixed:
		a.lines(t, LineOfPage)
		return
	case t.Shape == table.Prose && !fixed:
		a.lines(t, Prose)
		return
	}
	g := newGrid(doc, t)
	if len(t.Headings) > 0 && len(t.Declared) == 0 && !fixed {
		given, fixed = slices.Clone(t.Headings), true
		slices.Sort(given)
	}
	var strips []*strip
	if fixed {
		s := &strip{grid: g, hi: t.Columns}
		s.add(0, len(g.rows))
		strips = []*strip{s}
	} else {
		strips = g.strips()
	}
	if len(strips) > 1 || len(t.Declared) > 0 {
		a.seen = make([]bool, len(g.rows))
	}
	if !fixed {
		strips = a.declared(g, strips)
	}
	for _, s := range strips {
		z := &scanner{strip: s, a: a}
		if fixed {
			z.fixed = true
			lo, _ := slices.BinarySearch(given, t.First)
			hi, _ := slices.BinarySearch(given, t.End)
			z.given = given[lo:hi]
		}
		z.run()
	}
	st := a.st
	slices.SortStableFunc(st.beside, func(a, b besideRole) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.Block, b.Block)) })
	for b := len(st.carried); b < len(st.Blocks); b++ {
		st.carry(g, b)
		st.describe(g, b, marks)
	}
}

// lines marks rows that the reader found outside every table.
func (a *analysis) lines(t *table.Table, why Reason) {
	var buf []cell
	for n := t.First; n < t.End; n++ {
		row := &a.st.Doc.Rows[n]
		buf = buf[:0]
		for k := range row.Cells {
			if kd := kindOf(&row.Cells[k]); kd != blank {
				buf = append(buf, cell{&row.Cells[k], kd})
			}
		}
		r := RowRole{Role: Outside, Reason: why, Block: -1, Parent: -1}
		switch {
		case len(buf) == 0:
			continue
		case why == LineOfPage && isPageNumber(buf):
			r.Role, r.Reason = Furniture, PageNumber
		case why == LineOfPage && isMarked(buf[0].Text):
			r.Role, r.Reason = Note, Marked
		case why == LineOfPage && len(buf) == 2:
			r.Reason = LabelWithValue
		}
		a.st.Rows[n] = r
	}
}

// set gives row n a role. Of a row in several strips data comes before the others, and what
// another block says of it stands beside.
func (a *analysis) set(n int, r RowRole) {
	if a.seen == nil {
		a.st.Rows[n] = r
		return
	}
	if !a.seen[n-a.from] {
		a.seen[n-a.from] = true
		a.st.Rows[n] = r
		return
	}
	if old := a.st.Rows[n]; before(r, old) {
		a.st.Rows[n], r = r, old
	}
	if r.Block >= 0 {
		a.st.beside = append(a.st.beside, besideRole{int32(n), r})
	}
}

// leave takes row n, a note, out of a block.
func (a *analysis) leave(n int, block int32) {
	if r := &a.st.Rows[n]; r.Block == block {
		r.Block, r.Parent = -1, -1
	}
	a.st.beside = slices.DeleteFunc(a.st.beside, func(b besideRole) bool { return int(b.row) == n && b.Block == block })
}

func before(a, b RowRole) bool {
	rank := func(r RowRole) int {
		switch {
		case r.Block >= 0 && r.Role == Data:
			return 0
		case r.Block >= 0:
			return 1
		}
		return 2
	}
	return rank(a) < rank(b)
}

// roleIn returns the role of row n in a block while the analysis runs.
func (a *analysis) roleIn(n int, block int32) (RowRole, bool) {
	if r := a.st.Rows[n]; r.Block == block {
		return r, true
	}
	for i := len(a.st.beside) - 1; i >= 0 && i >= len(a.st.beside)-64; i-- {
		if b := a.st.beside[i]; int(b.row) == n && b.Block == block {
			return b.RowRole, true
		}
	}
	return RowRole{}, false
}
