// Package structure guesses the role of every row and column of a document by shape alone:
// headings, section headings, totals, notes, page furniture, data; and which cells are
// carried down into the rows below. It knows no task. Each guess has a reason.
package structure

import (
	"cmp"
	"iter"
	"slices"

	"github.com/rowproof/rowproof/internal/table"
)

// A Role is what the shape of a row says.
type Role uint8

// The roles.
const (
	Data      Role = iota // a row of a block that may carry a record
	Heading               // names columns
	Section               // heads the rows below it
	Total                 // sums rows above it
	Note                  // text beside the data, inside a block or outside
	Furniture             // page number, running head, repeated by the printing
	Outside               // a line outside every block: a title, an address, a label with its value
)

// String returns the role's name.
func (r Role) String() string {
	return [...]string{"data", "heading", "section", "total", "note", "furniture", "outside"}[r]
}

// A RowRole is the role of one row.
type RowRole struct {
	Block  int32 // index into Structure.Blocks, -1 outside
	Parent int32 // number of the innermost section heading open at the row, -1 for none; of a Section its own parent
	Role   Role
	Depth  int8 // of a Section or Total, from 1
	Reason Reason
}

// A Block is a table as people see it: heading rows and the rows below them. One sheet may
// hold several, below one another or side by side.
type Block struct {
	Index    int // in Structure.Blocks
	Table    int // index into the document's tables
	First    int // number of its first row
	Last     int // and of its last, both included
	FirstCol int // columns [FirstCol, EndCol) of the table's grid
	EndCol   int
	Headings []int // numbers of its heading rows, repetitions at print breaks too
	Columns  []Column
	Name     string // for people: the declared name, or the sheet's name and area
	Why      string // how it was found
}

// A Column of a block.
type Column struct {
	Col       int    // in the table's grid
	Heading   string // joined over heading rows and merges, blank-separated; empty for none
	Rows      []int  // heading rows that give it
	Filled    int    // data rows that print something in it
	Figures   int    // of these, whole cells that are one figure
	Dates     int    // whole cells that are one date
	Texts     int    // the rest
	Repeat    int    // which repetition of a heading that repeats side by side, from 0
	Decimal   rune   // mark that its figures settle, 0 for none
	Group     rune
	CarriedBy int // data rows that take their value from a cell above
}

// A Structure is what was found of one document.
type Structure struct {
	Doc     *table.Document
	Rows    []RowRole // by row number; of a row in several blocks side by side the role in one of them, data before others
	Blocks  []Block
	Decimal rune // mark of the whole document, 0 for not settled
	Group   rune
	Mixed   bool // figures that leave no doubt use both decimal marks

	carried [][]carriedRun // by block, in the order of columns and rows
	beside  []besideRole   // roles of rows in further blocks side by side, in the order of rows and blocks
}

// A carriedRun says that the cell of row from in a column stands for rows [first, end) too.
type carriedRun struct{ col, from, first, end int32 }

// A besideRole is the role of a row in a block that is not the one of Structure.Rows.
type besideRole struct {
	row int32
	RowRole
}

// BlockOf returns the block of row n; of a row in several blocks side by side the one of its role.
func (st *Structure) BlockOf(n int) (*Block, bool) {
	if n < 0 || n >= len(st.Rows) || st.Rows[n].Block < 0 {
		return nil, false
	}
	return &st.Blocks[st.Rows[n].Block], true
}

// BlockAt returns the block that holds the cell of row n in column col of the grid.
func (st *Structure) BlockAt(n, col int) (*Block, bool) {
	for r := range st.Roles(n) {
		if r.Block < 0 {
			continue
		}
		if b := &st.Blocks[r.Block]; col >= b.FirstCol && col < b.EndCol {
			return b, true
		}
	}
	return nil, false
}

// RoleIn returns the role of row n in a block, given by its index.
func (st *Structure) RoleIn(n, block int) (RowRole, bool) {
	for r := range st.Roles(n) {
		if int(r.Block) == block {
			return r, true
		}
	}
	return RowRole{}, false
}

// Roles yields the roles of row n in all its blocks; of a row in none, what it is.
func (st *Structure) Roles(n int) iter.Seq[RowRole] {
	return func(yield func(RowRole) bool) {
		if n < 0 || n >= len(st.Rows) || !yield(st.Rows[n]) || len(st.beside) == 0 {
			return
		}
		i, _ := slices.BinarySearchFunc(st.beside, int32(n), func(b besideRole, n int32) int { return cmp.Compare(b.row, n) })
		for ; i < len(st.beside) && int(st.beside[i].row) == n; i++ {
			if !yield(st.beside[i].RowRole) {
				return
			}
		}
	}
}

// Column returns the column of the block at col of the grid.
func (b *Block) Column(col int) (*Column, bool) {
	for i := range b.Columns {
		if b.Columns[i].Col == col {
			return &b.Columns[i], true
		}
	}
	return nil, false
}

// Top returns the heading rows above the block's first other row: those that name its
// columns, without their repetitions.
func (st *Structure) Top(b *Block) []int {
	n := 0
	for n < len(b.Headings) && (n == 0 || b.Headings[n] == b.Headings[n-1]+1) && st.Rows[b.Headings[n]].Reason != RepeatedHeading {
		n++
	}
	return b.Headings[:n]
}

// Carried returns the row whose cell in column col is carried down into row n: merged over it, or
// printed once above blank cells.
func (st *Structure) Carried(n, col int) (from int, ok bool) {
	for r := range st.Roles(n) {
		if r.Block < 0 {
			continue
		}
		runs := st.carried[r.Block]
		i, found := slices.BinarySearchFunc(runs, carriedRun{col: int32(col), first: int32(n)}, compareRuns)
		if !found {
			i--
		}
		if i >= 0 && int(runs[i].col) == col && n < int(runs[i].end) {
			return int(runs[i].from), true
		}
	}
	return 0, false
}

func compareRuns(a, b carriedRun) int {
	return cmp.Or(cmp.Compare(a.col, b.col), cmp.Compare(a.first, b.first))
}

// CarriedFrom reports whether a cell of row from is carried down into row into.
func (st *Structure) CarriedFrom(from, into int) bool {
	if from < 0 || from >= len(st.Rows) || from >= into {
		return false
	}
	for i := range st.Doc.Rows[from].Cells {
		if n, ok := st.Carried(into, int(st.Doc.Rows[from].Cells[i].Col)); ok && n == from {
			return true
		}
	}
	return false
}

// CarriedInto returns the rows above first whose cells are carried down into one of the rows [first, end),
// ascending.
func (st *Structure) CarriedInto(first, end int) []int {
	var out []int
	seen := int32(-1)
	for n := first; n < min(end, len(st.Rows)); n++ {
		for r := range st.Roles(n) {
			if r.Block >= 0 && r.Block != seen {
				seen = r.Block
				out = append(out, carriedInto(st.carried[r.Block], first, end)...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func carriedInto(runs []carriedRun, first, end int) []int {
	var out []int
	for i := 0; i < len(runs); {
		col := runs[i].col
		at, _ := slices.BinarySearchFunc(runs, carriedRun{col: col, first: int32(first)}, compareRuns)
		if at > 0 && runs[at-1].col == col {
			at--
		}
		for ; at < len(runs) && runs[at].col == col && int(runs[at].first) < end; at++ {
			if int(runs[at].end) > first && int(runs[at].from) < first {
				out = append(out, int(runs[at].from))
			}
		}
		i, _ = slices.BinarySearchFunc(runs, carriedRun{col: col + 1, first: -1}, compareRuns)
	}
	return out
}

// Sections returns the section headings open at row n, outermost first.
func (st *Structure) Sections(n int) []int {
	if n < 0 || n >= len(st.Rows) {
		return nil
	}
	var out []int
	for r := st.Rows[n]; r.Parent >= 0; {
		out = append(out, int(r.Parent))
		above, ok := st.RoleIn(int(r.Parent), int(r.Block))
		if !ok {
			break
		}
		r = above
	}
	slices.Reverse(out)
	return out
}
