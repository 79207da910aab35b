package columns

import (
	"math/big"
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/notation"
)

// A printedFigure is one figure of a row.
type printedFigure struct {
	row, cell  int
	start, end int
	value      *big.Rat
	places     int
	percent    bool
	currency   bool
	unit       bool
}

// figuresOf returns the figures of row n that have one certain reading.
func (a *Answerer) figuresOf(n int) []*printedFigure {
	var out []*printedFigure
	row := &a.st.Doc.Rows[n]
	for i := range row.Cells {
		c := &row.Cells[i]
		if strings.IndexFunc(c.Text, unicode.IsDigit) < 0 || len(c.Text) > 400 {
			continue
		}
		for _, f := range notation.Find(c.Text, a.context()) {
			v, ok := new(big.Rat).SetString(f.Value)
			if f.Status != notation.Certain || f.Labelled || !ok {
				continue
			}
			out = append(out, &printedFigure{row: n, cell: i, start: f.Start, end: f.End, value: v, places: f.Places, percent: f.Percent,
				currency: f.Currency != "", unit: f.Unit != ""})
		}
	}
	return out
}

// money reports whether a figure is printed as an amount of money.
func (f *printedFigure) money() bool { return !f.percent && (f.places == 2 || f.currency) }

// multiply finds the last amount of money below whose value is the product of two other figures. A pair is
// taken for quantity and price where there is one alone and something tells which is which.
func multiply(figures, below []*printedFigure) *line {
	var sum *printedFigure
	for _, f := range below {
		if f.money() {
			sum = f
		}
	}
	if sum == nil || sum.value.Sign() == 0 {
		return nil
	}
	var found *line
	for i, x := range figures {
		for _, y := range figures[i+1:] {
			if x == sum || y == sum || x.percent || y.percent {
				continue
			}
			ok, loose := makes(x, y, sum, figures)
			if !ok || found != nil && loose && !found.loose {
				continue
			}
			l := &line{amount: sum, loose: loose}
			l.quantity, l.price = tell(x, y)
			switch {
			case found == nil || found.loose && !loose:
				found = l
			case !samePair(found, l):
				found.quantity, found.price = nil, nil
			}
		}
	}
	return found
}

// multiplyAndAdd is multiply for an amount that a figure printed between is taken from, as a discount.
func multiplyAndAdd(figures, between, below []*printedFigure) *line {
	if len(between) != 1 || len(below) != 1 || !between[0].money() || !below[0].money() {
		return nil
	}
	rest := *below[0]
	rest.value = new(big.Rat).Add(rest.value, new(big.Rat).Abs(between[0].value))
	l := multiply(figures, []*printedFigure{&rest})
	if l == nil || l.loose {
		return nil
	}
	l.amount = below[0]
	return l
}

func samePair(a, b *line) bool {
	return a.quantity != nil && b.quantity != nil && a.quantity.value.Cmp(b.quantity.value) == 0 && a.price.value.Cmp(b.price.value) == 0
}

// makes reports whether two figures multiply to the amount as it is printed: less a rate that is printed beside
// them, or loosely for a price by the hundred or by the thousand.
func makes(x, y, sum *printedFigure, figures []*printedFigure) (ok, loose bool) {
	exact := new(big.Rat).Mul(x.value, y.value)
	if equals(exact, sum) {
		return true, false
	}
	for _, f := range figures {
		if f.percent && f.value.Sign() > 0 {
			less := new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Quo(f.value, big.NewRat(100, 1)))
			if equals(less.Mul(less, exact), sum) {
				return true, false
			}
		}
	}
	for _, per := range []int64{100, 1000} {
		if equals(new(big.Rat).Quo(exact, big.NewRat(per, 1)), sum) {
			return true, true
		}
	}
	return false, false
}

// equals reports whether a value is the amount, rounded as that is printed and signs aside: a credit note may print
// the sign beside one of them only.
func equals(value *big.Rat, sum *printedFigure) bool {
	unit := new(big.Rat).SetInt64(1)
	for range sum.places {
		unit.Quo(unit, big.NewRat(10, 1))
	}
	gap := new(big.Rat).Sub(new(big.Rat).Abs(value), new(big.Rat).Abs(sum.value))
	gap.Abs(gap).Mul(gap, big.NewRat(2, 1))
	return gap.Cmp(unit) <= 0
}

// tell says which of two factors is the quantity: the one with a unit, or without the currency or the decimals that
// the other has. Where nothing tells, neither is taken.
func tell(x, y *printedFigure) (quantity, price *printedFigure) {
	for _, is := range []func(q, p *printedFigure) bool{
		func(q, p *printedFigure) bool { return p.currency && !q.currency },
		func(q, p *printedFigure) bool { return q.unit && !p.unit },
		func(q, p *printedFigure) bool { return q.places == 0 && p.places >= 2 },
	} {
		switch {
		case is(x, y):
			return x, y
		case is(y, x):
			return y, x
		}
	}
	return nil, nil
}
