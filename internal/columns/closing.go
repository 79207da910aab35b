package columns

import (
	"math/big"
	"slices"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/task"
)

// closes reports whether a declared total says that the amounts add up to the sum.
func (a *Answerer) closes(p *product, sum *big.Rat) bool {
	if sum.Sign() == 0 {
		return false
	}
	e := summing{a: a, record: a.t.Records[p.record].Name, field: a.t.Records[p.record].Fields[p.amount].Name, sum: sum}
	for _, eq := range a.t.Equations {
		if eq.By != "" {
			continue
		}
		e.used = false
		left, right := e.eval(eq.Left), e.eval(eq.Right)
		if e.used && left != nil && right != nil && left.Cmp(right) == 0 {
			return true
		}
	}
	return false
}

// explained reports whether the sum explains every figure that the document declares beside it: each stands in an
// equation that holds, what is not declared counting as nothing, or as what the equation says it is. A subtotal that
// closes while the invoice's total does not leaves lines to be found.
func (a *Answerer) explained(p *product, sum *big.Rat) bool {
	e := summing{a: a, record: a.t.Records[p.record].Name, field: a.t.Records[p.record].Fields[p.amount].Name, sum: sum, loose: true,
		derived: map[string]*big.Rat{}}
	held := map[string]bool{}
	for _, eq := range a.t.Equations {
		if eq.By != "" || eq.Right == nil {
			continue
		}
		left, right := e.eval(eq.Left), e.eval(eq.Right)
		if left == nil || right == nil {
			continue
		}
		if name, ok := eq.Right.(expression.Name); ok && a.declared(name.Field) == nil && !a.hasValue(name.Field) {
			e.derived[name.Field] = left
			continue
		}
		if left.Cmp(right) != 0 && !a.taxed(&eq, left, right) {
			return false
		}
		for _, n := range append(expression.Names(eq.Left), expression.Names(eq.Right)...) {
			held[n.Field] = true
		}
	}
	for i := range a.doc {
		f := &a.t.Document[a.doc[i].field]
		if f.Type == task.Money && !held[f.Name] && a.inEquation(f.Name) {
			return false
		}
	}
	return true
}

// taxed reports whether what an equation lacks is the tax that rows of the document print beside its rate and base,
// where one value of the equation, the tax, is not declared.
func (a *Answerer) taxed(eq *task.Equation, left, right *big.Rat) bool {
	undeclared := 0
	for _, n := range append(expression.Names(eq.Left), expression.Names(eq.Right)...) {
		if n.Record == "" && !a.hasValue(n.Field) {
			undeclared++
		}
	}
	return undeclared > 0 && new(big.Rat).Sub(right, left).Cmp(a.taxes()) == 0
}

// taxes adds up the amounts that are a printed rate of another amount in their row.
func (a *Answerer) taxes() *big.Rat {
	sum := new(big.Rat)
	for n := range a.st.Doc.Rows {
		if a.inLine[n] || a.grouped[n] != nil {
			continue
		}
		if t := tax(a.figuresOf(n)); t != nil {
			sum.Add(sum, t)
		}
	}
	return sum
}

// tax returns the last amount of a row if it is a rate of another one there, nil if it is not.
func tax(figures []*printedFigure) *big.Rat {
	var last *printedFigure
	for _, f := range figures {
		if f.money() {
			last = f
		}
	}
	for _, r := range figures {
		for _, base := range figures {
			if last == nil || !r.percent || base == last || !base.money() || last.value.Sign() == 0 {
				continue
			}
			if equals(new(big.Rat).Quo(new(big.Rat).Mul(base.value, r.value), big.NewRat(100, 1)), last) {
				return last.value
			}
		}
	}
	return nil
}

// hasValue reports whether a value was read for a document field, sure or not.
func (a *Answerer) hasValue(name string) bool {
	return slices.ContainsFunc(a.doc, func(v documentValue) bool { return a.t.Document[v.field].Name == name })
}

func (a *Answerer) inEquation(name string) bool {
	for _, eq := range a.t.Equations {
		all := expression.Names(eq.Left)
		if eq.Right != nil {
			all = append(all, expression.Names(eq.Right)...)
		}
		if slices.Contains(all, expression.Name{Field: name}) {
			return true
		}
	}
	return false
}

// A summing evaluates a side of an equation of the document with a given sum, over the document values that
// are read.
type summing struct {
	a             *Answerer
	record, field string
	sum           *big.Rat
	used          bool                // the sum stands in what was evaluated
	loose         bool                // a value that is not declared counts as nothing
	derived       map[string]*big.Rat // values that equations give
}

// eval returns the value of a node, nil where something of it is not known.
func (e *summing) eval(n expression.Node) *big.Rat {
	switch n := n.(type) {
	case expression.Name:
		v := e.a.declared(n.Field)
		switch {
		case v != nil:
			return v
		case e.derived[n.Field] != nil:
			return e.derived[n.Field]
		case e.loose && !e.a.hasValue(n.Field):
			return new(big.Rat)
		}
		return nil
	case expression.Binary:
		x, y := e.eval(n.X), e.eval(n.Y)
		if x == nil || y == nil {
			return nil
		}
		switch n.Op {
		case '+':
			return new(big.Rat).Add(x, y)
		case '-':
			return new(big.Rat).Sub(x, y)
		}
	case expression.Call:
		if len(n.Args) != 1 {
			return nil
		}
		switch n.Func {
		case "sum":
			if name, ok := n.Args[0].(expression.Name); ok && name.Record == e.record && name.Field == e.field {
				e.used = true
				return e.sum
			}
		case "optional":
			if x := e.eval(n.Args[0]); x != nil {
				return x
			}
			return new(big.Rat)
		case "abs":
			if x := e.eval(n.Args[0]); x != nil {
				return new(big.Rat).Abs(x)
			}
		}
	}
	return nil
}

// declared returns the one value read for a document field, nil for none or several.
func (a *Answerer) declared(name string) *big.Rat {
	var out *big.Rat
	for i := range a.doc {
		if a.t.Document[a.doc[i].field].Name != name {
			continue
		}
		v := a.value(a.doc[i].quote)
		if v == nil || out != nil && out.Cmp(v) != 0 {
			return nil
		}
		out = v
	}
	return out
}
