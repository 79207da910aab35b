package columns

import (
	"math/big"
	"slices"

	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
)

// settleTwins decides between columns that one heading names alike, as "Tax: rate, amount" and "Amount" may read
// "Amount" twice. The one in which the figures agree with the record's product is the field's; where none does, or both,
// the field has no column. It reports whether every required field still has one.
func settleTwins(st *structure.Structure, t *task.Task, p *plan) bool {
	fields := t.Records[p.record].Fields
	for f, cols := range p.assigned.Fields {
		if len(cols) < 2 || p.repeats > 1 {
			continue
		}
		right := twin(st, t, p, f, cols)
		for i := range p.assigned.Columns {
			if c := &p.assigned.Columns[i]; c.Field == f && c.Col != right {
				c.Field = -1
			}
		}
		p.assigned.Fields[f] = nil
		if right >= 0 {
			p.assigned.Fields[f] = []int{right}
		} else if fields[f].Required && !fields[f].Shared {
			return false
		}
	}
	return true
}

// twin returns the one column of several in which most rows print the product of the record's factors, -1 for none.
func twin(st *structure.Structure, t *task.Task, p *plan, f int, cols []int) int {
	prod, ok := findProduct(t)
	if !ok || prod.record != p.record || prod.amount != f {
		return -1
	}
	quantity, price := p.assigned.Fields[prod.quantity], p.assigned.Fields[prod.price]
	if len(quantity) != 1 || len(price) != 1 {
		return -1
	}
	agree := make([]int, len(cols))
	rows := 0
	for n := st.Blocks[p.block].First; n <= st.Blocks[p.block].Last; n++ {
		if r, in := st.RoleIn(n, p.block); !in || r.Role != structure.Data {
			continue
		}
		x, y := onlyFigure(st, n, quantity[0]), onlyFigure(st, n, price[0])
		if x == nil || y == nil {
			continue
		}
		rows++
		for i, col := range cols {
			if sum := onlyFigure(st, n, col); sum != nil && sum.value.Sign() != 0 && equals(new(big.Rat).Mul(x.value, y.value), sum) {
				agree[i]++
			}
		}
	}
	best := slices.Index(agree, slices.Max(agree))
	for i := range agree {
		if i != best && 2*agree[i] >= agree[best] {
			return -1
		}
	}
	if 2*agree[best] <= rows {
		return -1
	}
	return cols[best]
}

// onlyFigure returns the one figure of a cell that is no rate, nil for none or several.
func onlyFigure(st *structure.Structure, n, col int) *printedFigure {
	c, ok := st.Doc.Rows[n].Cell(col)
	if !ok {
		return nil
	}
	var found *printedFigure
	for _, f := range notation.Find(c.Text, notation.Context{Decimal: st.Decimal}) {
		v, ok := new(big.Rat).SetString(f.Value)
		if f.Status != notation.Certain || f.Percent || !ok {
			continue
		}
		if found != nil {
			return nil
		}
		found = &printedFigure{row: n, value: v, places: f.Places}
	}
	return found
}
