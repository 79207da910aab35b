package arith

import (
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// cellFigure reads a cell that no answer claimed: a declared total, a subtotal, a figure of
// an uncovered row. Only a cell that is one figure with one reading counts.
func (c *checker) cellFigure(n int, cell *table.Cell, def *task.Field) (operand, state) {
	f, st := cellField(cell, c.notationAt(n, cell))
	if st != present {
		return operand{}, st
	}
	return operandOf(&f, def, !beyondOne(f.Value), false)
}

// cellField reads a cell as a verified value would be.
func cellField(cell *table.Cell, ctx notation.Context) (verdict.Field, state) {
	if cell.Blank() || !hasDigit(cell.Text) || cell.Flags&(table.Uncached|table.Doubtful|table.Marked|table.Calculated) != 0 {
		return verdict.Field{}, unread
	}
	fig, ok := notation.Whole(cell.Text, ctx)
	stored := ""
	if cell.Kind == table.Number {
		stored = cell.Stored
	}
	switch {
	case !ok:
		return verdict.Field{}, unread
	case fig.Status == notation.Held && stored != "":
		// The stored number settles what the printed figure leaves open.
		fig.Value = stored
	case fig.Status == notation.Held:
		return verdict.Field{}, ambiguous
	}
	f := verdict.Field{
		Printed: cell.Text, Value: fig.Value, Places: fig.Places, Currency: fig.Currency, Unit: fig.Unit,
		Stored: stored, Verdict: verdict.Accepted,
	}
	if fig.Percent {
		f.Unit = "%"
	}
	if fig.PerMille {
		f.Unit = "‰"
	}
	return f, present
}

func hasDigit(s string) bool {
	for _, r := range s {
		if r >= '0' && r <= '9' || r > 0x600 {
			return true
		}
	}
	return false
}

// notationAt returns how figures are written where a cell stands: as the task states, else
// as its column, else as the document shows.
func (c *checker) notationAt(n int, cell *table.Cell) notation.Context {
	t := &c.Task.Notation
	ctx := notation.Context{Decimal: t.Decimal, Group: t.Group, Brackets: t.Brackets, Order: t.Order, Language: t.Language}
	return notationOf(ctx, c.Structure, n, int(cell.Col))
}

func notationOf(ctx notation.Context, st *structure.Structure, n, col int) notation.Context {
	if ctx.Decimal != 0 || st == nil {
		return ctx
	}
	if b, ok := st.BlockOf(n); ok {
		if column, ok := b.Column(col); ok && column.Decimal != 0 {
			ctx.Decimal, ctx.Group = column.Decimal, column.Group
			return ctx
		}
	}
	ctx.Decimal, ctx.Group = st.Decimal, st.Group
	return ctx
}
