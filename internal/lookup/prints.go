package lookup

import (
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
)

// A Print says what a cell prints for a field.
type Print uint8

// What a cell may print.
const (
	Nothing    Print = iota // blank, a lone dash, or a word that the task calls empty
	ZeroAsDash              // stores 0 and prints a dash or its currency only: null and 0 are both right
	OtherText               // in a figure's or date's field: words that are no such value; null is right and they are kept
	Unmapped                // in a choice: a word that the task maps to no member
	Printed                 // prints something that may be a value of the field
)

// Prints says what the row prints in a column for a field, cells carried down into it too.
func (f *Finder) Prints(row, col int, field *task.Field) Print {
	rr := f.row(row, false)
	for i := range rr.cells {
		if rr.cells[i].col == col {
			return f.printOf(&rr.cells[i], field)
		}
	}
	return Nothing
}

func (f *Finder) printOf(c *cellRead, field *task.Field) Print {
	switch {
	case uncached(c.cell), c.long:
		return Printed
	case field.Type.Numeric() && f.zeroDash(c):
		return ZeroAsDash
	}
	ws := f.wordsOf(c)
	if len(ws) == 0 || f.isEmptyWord(ws) {
		return Nothing
	}
	switch field.Type {
	case task.Number, task.Money, task.Percent:
		for _, fig := range f.figuresOf(c) {
			if fig.Status != notation.NotAFigure {
				return Printed
			}
		}
		return f.otherText(c, table.Number)
	case task.Date:
		for _, d := range f.datesOf(c) {
			if !noDate(&d) || d.Reason == "not_calendar" {
				return Printed
			}
		}
		return f.otherText(c, table.Date)
	case task.Choice, task.Boolean:
		if len(f.occurrences(c, f.members(field))) == 0 {
			return Unmapped
		}
	}
	return Printed
}

// otherText tells words from digits that do not read as a value: those may be a misprint of
// one, as what a cell prints that stores one.
func (f *Finder) otherText(c *cellRead, kind table.Kind) Print {
	if c.cell.Kind == kind || strings.IndexFunc(c.cell.Text, unicode.IsLetter) < 0 {
		return Printed
	}
	return OtherText
}
