package arith

import (
	"github.com/cockroachdb/apd/v3"
)

// A quantity is an evaluated value with what its printing leaves open. The exact value lies
// within linear + √square + slack of x.
//
// Half units of single figures add up in linear; those of the items of a sum add up as
// squares, since n halves would let a small item go missing. Slack is what a quotient
// without an end, or the binary numbers of a spreadsheet, may be off: it is no rounding of
// the page, and is allowed whatever tolerance is stated.
type quantity struct {
	x, linear, square, slack apd.Decimal
	places                   int32 // most printed places of a figure in it
	currencies               currencies
	terms                    int
	stored                   bool
}

// quotientDigits is the precision of a division. What it cuts off goes into slack.
const quotientDigits = 60

// A calculator has the contexts of exact and rounded operations.
type calculator struct {
	exact, quotient, up apd.Context
}

func newCalculator() *calculator {
	c := &calculator{exact: exactContext(), quotient: exactContext(), up: exactContext()}
	c.quotient.Precision = quotientDigits
	c.up.Precision = 20
	c.up.Rounding = apd.RoundUp
	return c
}

// must checks what cannot fail: operands passed the gate, so that no exponent overflows.
func must(_ apd.Condition, err error) {
	if err != nil {
		panic("arith: exact operation failed: " + err.Error())
	}
}

func (c *calculator) sum(d, x, y *apd.Decimal) { must(c.exact.Add(d, x, y)) }
func (c *calculator) mul(d, x, y *apd.Decimal) { must(c.exact.Mul(d, x, y)) }

// product sets d to |x| × y without changing x.
func (c *calculator) scaled(d, x, y *apd.Decimal) {
	var a apd.Decimal
	a.Abs(x)
	must(c.exact.Mul(d, &a, y))
}

func (q *quantity) neg() { q.x.Neg(&q.x) }

// merge takes over what is not arithmetic.
func (q *quantity) merge(r *quantity) {
	q.places = max(q.places, r.places)
	q.terms += r.terms
	q.stored = q.stored || r.stored
	q.currencies.addAll(&r.currencies)
}

// add sets q to q + r.
func (c *calculator) add(q, r *quantity) {
	c.sum(&q.x, &q.x, &r.x)
	c.sum(&q.linear, &q.linear, &r.linear)
	c.sum(&q.square, &q.square, &r.square)
	c.sum(&q.slack, &q.slack, &r.slack)
	q.merge(r)
}

// width sets d to linear + √square + slack, rounded up: an upper bound of what is open.
func (c *calculator) width(d *apd.Decimal, q *quantity) {
	if !q.square.IsZero() {
		must(c.up.Sqrt(d, &q.square))
		must(c.up.Mul(d, d, apd.New(10000000000000001, -16))) // Sqrt rounds to nearest
	} else {
		d.SetInt64(0)
	}
	c.sum(d, d, &q.linear)
	c.sum(d, d, &q.slack)
}

// multiply sets q to q × r.
func (c *calculator) multiply(q, r *quantity) {
	var t, u, linear, square, slack, wq, wr apd.Decimal
	c.width(&wq, q)
	c.width(&wr, r)
	c.scaled(&linear, &q.x, &r.linear)
	c.scaled(&t, &r.x, &q.linear)
	c.sum(&linear, &linear, &t)
	c.mul(&t, &wq, &wr)
	c.sum(&linear, &linear, &t)

	c.mul(&square, &q.x, &q.x)
	c.mul(&square, &square, &r.square)
	c.mul(&t, &r.x, &r.x)
	c.mul(&u, &t, &q.square)
	c.sum(&square, &square, &u)

	c.scaled(&slack, &q.x, &r.slack)
	c.scaled(&t, &r.x, &q.slack)
	c.sum(&slack, &slack, &t)

	c.mul(&q.x, &q.x, &r.x)
	q.linear, q.square, q.slack = linear, square, slack
	q.merge(r)
}

// divide sets q to q ÷ r; false where r may be zero.
func (c *calculator) divide(q, r *quantity) bool {
	var low, wq, wr, x apd.Decimal
	c.width(&wr, r)
	low.Abs(&r.x)
	must(c.exact.Sub(&low, &low, &wr))
	if low.Sign() <= 0 {
		return false
	}
	// |q/r − q'/r'| ≤ (w_q·|r| + w_r·|q|) / (|r|·(|r|−w_r))
	c.width(&wq, q)
	var below, open, slack apd.Decimal
	c.scaled(&below, &r.x, &low)
	c.quotientWidth(&open, q, r, &wq, &wr, &below)
	c.quotientWidth(&slack, q, r, &q.slack, &r.slack, &below)

	res, err := c.quotient.Quo(&x, &q.x, &r.x)
	must(res, err)
	if res.Inexact() {
		c.sum(&slack, &slack, apd.New(1, x.Exponent))
	}
	q.x.Set(&x)
	q.slack.Set(&slack)
	q.linear.Set(&open)
	q.square.SetInt64(0)
	q.merge(r)
	return true
}

// quotientWidth sets d to (w_q·|r| + w_r·|q|) / below, rounded up.
func (c *calculator) quotientWidth(d *apd.Decimal, q, r *quantity, wq, wr, below *apd.Decimal) {
	var t, u apd.Decimal
	c.scaled(&t, &r.x, wq)
	c.scaled(&u, &q.x, wr)
	c.sum(&t, &t, &u)
	must(c.up.Quo(d, &t, below))
}

// shift sets q to q × 10^-k.
func (q *quantity) shift(k int32) {
	q.x.Exponent -= k
	q.linear.Exponent -= k
	q.square.Exponent -= 2 * k
	q.slack.Exponent -= k
}

// round sets q to q rounded half away from zero to so many places; the rounding is the
// task's, so nothing of the page's stays open but what the operands leave.
func (c *calculator) round(q *quantity, places int32) {
	roundTo(&q.x, &q.x, places)
	if !q.linear.IsZero() || !q.square.IsZero() || !q.slack.IsZero() {
		c.sum(&q.linear, &q.linear, halfUnit(places))
	}
	q.places = places
}

// roundTo sets d to x rounded half away from zero to so many places.
func roundTo(d, x *apd.Decimal, places int32) {
	if x.Exponent >= -places {
		d.Set(x)
		return
	}
	ctx := exactContext()
	ctx.Precision = uint32(x.NumDigits()) + uint32(maxExponent)
	ctx.Rounding = apd.RoundHalfUp
	must(ctx.Quantize(d, x, -places))
}

// halfUnit returns half a unit of the last of so many places.
func halfUnit(places int32) *apd.Decimal { return apd.New(5, -places-1) }
