// Package structure guesses the role of every row and column of a document by shape alone:
// headings, section headings, totals, notes, page furniture, data; and which cells are
// carried down into the rows below. It knows no task. Each guess has a reason.
package structure

import "github.com/rowproof/rowproof/internal/table"

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
	Role   Role
	Block  int32 // index into Structure.Blocks, -1 outside
	Depth  int8  // of a Section or Total, from 1
	Reason Reason
	Parent int32 // number of the innermost section heading open at the row, -1 for none; of a Section its own parent
}

// A Reason says why; Text gives it to a person.
type Reason uint8

// A Block is a table as people see it: heading rows and the rows below them. One sheet may
// hold several, below one another or side by side.
type Block struct {
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
	Rows    []RowRole // by row number
	Blocks  []Block
	Decimal rune // mark of the whole document, 0 for not settled
	Group   rune

	carried map[[2]int32]int32 // (row, col) to the row whose cell is carried down into it
}

// BlockOf returns the block of row n.
func (s *Structure) BlockOf(n int) (*Block, bool) {
	if n < 0 || n >= len(s.Rows) || s.Rows[n].Block < 0 {
		return nil, false
	}
	return &s.Blocks[s.Rows[n].Block], true
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

// Carried returns the row whose cell in column col is carried down into row n: merged over it, or
// printed once above blank cells.
func (s *Structure) Carried(n, col int) (from int, ok bool) {
	f, ok := s.carried[[2]int32{int32(n), int32(col)}]
	return int(f), ok
}

// Sections returns the section headings open at row n, outermost first.
func (s *Structure) Sections(n int) []int {
	var out []int
	if n < 0 || n >= len(s.Rows) {
		return nil
	}
	for p := s.Rows[n].Parent; p >= 0; p = s.Rows[p].Parent {
		out = append(out, int(p))
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}
