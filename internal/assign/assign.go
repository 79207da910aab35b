// Package assign gives the columns of a block to the fields of a task by their headings
// alone. Whoever asks which column belongs to which field asks here, so that the answerer
// without a model, the checks and the ledger cannot disagree.
//
// The rules are those of docs/checks.md, "Columns and headings": equality first, else the
// longest alias that the heading contains as whole words; a tie gives nothing. Between fields
// that a heading equals the one counts whose alias has the same signs too.
package assign

import (
	"slices"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/words"
)

// None is the field of a column that is given to none.
const None = -1

// A Column says what the heading of one column of the block says.
type Column struct {
	Col    int   // in the table's grid
	Field  int   // index of the field it is given to, or None
	Equal  bool  // given because its heading equals the field's name or an alias, not because it contains one
	Names  []int // all fields whose name or an alias the heading equals, ascending: these deny it to every other field
	Ties   []int // fields between which the heading ties, ascending; it is given to none of them
	Repeat int   // which repetition of a heading that repeats side by side, from 0
}

// Denies reports whether the heading equals the name or an alias of another field and not
// of this one, so that the column cannot carry it.
func (c *Column) Denies(field int) bool {
	return len(c.Names) > 0 && !slices.Contains(c.Names, field)
}

// An Assignment is what the headings of one block say.
type Assignment struct {
	Columns []Column // one for each column of the block, in their order
	Fields  [][]int  // for each field the columns of the grid that are given to it, ascending
}

// Column returns what the heading of the column at col of the grid says.
func (a *Assignment) Column(col int) (*Column, bool) {
	i, ok := slices.BinarySearchFunc(a.Columns, col, func(c Column, col int) int { return c.Col - col })
	if !ok {
		return nil, false
	}
	return &a.Columns[i], true
}

// Of returns the column given to the field in the repetition of the headings, from 0.
func (a *Assignment) Of(field, repeat int) (col int, ok bool) {
	for _, c := range a.Columns {
		if c.Field == field && c.Repeat == repeat {
			return c.Col, true
		}
	}
	return 0, false
}

// Repeats returns how many times the headings repeat side by side, at least 1.
func (a *Assignment) Repeats() int {
	n := 1
	for _, c := range a.Columns {
		if c.Field != None {
			n = max(n, c.Repeat+1)
		}
	}
	return n
}

// Given returns how many fields have a column, and how many of these by equality.
func (a *Assignment) Given() (fields, equal int) {
	for f, cols := range a.Fields {
		if len(cols) == 0 {
			continue
		}
		fields++
		if c, ok := a.Column(cols[0]); ok && c.Field == f && c.Equal {
			equal++
		}
	}
	return fields, equal
}

// Assign gives the columns of a block to fields by their headings. Fields that are derived are given nothing,
// yet their names and aliases still deny.
func Assign(b *structure.Block, fields []task.Field) Assignment {
	a := Assignment{Columns: make([]Column, len(b.Columns)), Fields: make([][]int, len(fields))}
	names := foldFields(fields)
	heads := make([][]words.Word, len(b.Columns))
	byText := map[string]int{} // heading to the first column that has it
	first := make([]int, len(b.Columns))
	taken := make([]bool, len(fields)) // some heading equals the field
	for i := range b.Columns {
		c := &b.Columns[i]
		a.Columns[i] = Column{Col: c.Col, Field: None, Repeat: c.Repeat}
		heads[i] = normal(c.Heading)
		if len(heads[i]) == 0 {
			first[i] = i
			continue
		}
		k := key(heads[i])
		if j, ok := byText[k]; ok {
			first[i] = j
		} else {
			byText[k], first[i] = i, i
		}
		a.Columns[i].Names = printedSo(c.Heading, equals(heads[i], names), fields)
		for _, f := range a.Columns[i].Names {
			taken[f] = true
		}
	}
	for i := range a.Columns {
		c := &a.Columns[i]
		asked := slices.DeleteFunc(slices.Clone(c.Names), func(f int) bool { return fields[f].Derive != nil })
		switch {
		case len(c.Names) == 1 && len(asked) == 1:
			c.Field, c.Equal = asked[0], true
		case len(c.Names) > 1:
			c.Ties = c.Names
		}
	}
	giveContained(&a, b, fields, names, heads, first, taken)
	for i := range a.Columns {
		if f := a.Columns[i].Field; f != None {
			a.Fields[f] = append(a.Fields[f], a.Columns[i].Col)
		}
	}
	return a
}
