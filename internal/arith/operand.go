package arith

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A state says whether a value can stand in an equation.
type state uint8

const (
	present   state = iota
	null            // nothing is printed, and nothing need be
	missing         // nothing is printed where the task requires a value
	refused         // the evidence is not there
	ambiguous       // two readings
	unread          // no figure
)

func (s state) String() string {
	return [...]string{"present", "null", "missing", "refused", "has two readings", "has no figure"}[s]
}

// An operand is one figure with what its printing leaves open.
type operand struct {
	number
	half     int32 // places of whose unit half is open, noHalf where the figure is exact
	printed  int32 // printed places
	whole    bool  // printed without decimals
	currency string
	stored   bool
}

const noHalf = -1 << 20

// operandOf reads a verified value. With fractions a percent printed without its sign is a
// fraction already. With printed the stored number is not looked at.
func operandOf(f *verdict.Field, def *task.Field, fractions, printed bool) (operand, state) {
	if f == nil || f.Verdict == verdict.None || f.Null && f.Value == "" {
		return operand{}, nothing(def)
	}
	if f.Verdict == verdict.Refused {
		return operand{}, refused
	}
	value := f.Value
	if f.Verdict == verdict.Held {
		switch readings := distinct(f.Readings); {
		case len(readings) > 1:
			return operand{}, ambiguous
		case value == "" && len(readings) == 1:
			value = readings[0]
		case value == "":
			return operand{}, unread
		}
	}
	if value == "" {
		return operand{}, nothing(def)
	}
	n, ok := parseNumber(value)
	if !ok {
		return operand{}, unread
	}
	o := operand{number: n, half: halfOf(def.Type, int32(f.Places)), printed: int32(f.Places), whole: f.Places == 0, currency: f.Currency}
	stored, ok := number{}, false
	if f.Stored != "" && !printed {
		stored, ok = parseStored(f.Stored)
	}
	if def.Type == task.Percent {
		o.percent(f, stored, ok, fractions)
		return o, present
	}
	if ok {
		o.number, o.half, o.stored = stored, noHalf, true
	}
	return o, present
}

func nothing(def *task.Field) state {
	if def.Required {
		return missing
	}
	return null
}

// halfOf gives the places of the open half unit: a number without decimals is counted, not
// rounded.
func halfOf(t task.Type, places int32) int32 {
	if t == task.Number && places == 0 {
		return noHalf
	}
	return places
}

// percent turns a percentage into a fraction.
func (o *operand) percent(f *verdict.Field, stored number, isStored, fractions bool) {
	shift := int32(2)
	switch {
	case f.Unit == "‰" || strings.Contains(f.Printed, "‰"):
		shift = 3
	case f.Unit == "%" || strings.Contains(f.Printed, "%"):
	case fractions:
		shift = 0
	}
	if !isStored {
		o.shift(shift)
		if o.half != noHalf {
			o.half += shift
		}
		o.printed += shift
		return
	}
	// A cell that prints a percent sign by its format stores the fraction.
	points := roundsTo(&stored, &o.number, int32(f.Places))
	o.number, o.half, o.stored = stored, noHalf, true
	o.printed += shift
	if points {
		o.shift(shift)
	}
}

// roundsTo reports whether n rounded to so many places is the figure printed.
func roundsTo(n, printed *number, places int32) bool {
	var x, p apd.Decimal
	n.decimal(&x)
	printed.decimal(&p)
	roundTo(&x, &x, places)
	return x.Cmp(&p) == 0
}

func distinct(list []string) []string {
	var out []string
	for _, s := range list {
		seen := false
		for _, t := range out {
			seen = seen || s == t
		}
		if !seen {
			out = append(out, s)
		}
	}
	return out
}

// quantity sets q to the operand alone. With exactDecimals a figure printed with decimals
// is exact. With rounded a stored figure without more decimals than its cell prints counts
// as rounded to its unit, as it is in the result of a product.
func (o *operand) quantity(q *quantity, calc *calculator, exactDecimals, rounded bool) {
	*q = quantity{places: o.printed, terms: 1, stored: o.stored}
	o.decimal(&q.x)
	half := o.half
	if rounded && o.stored && -q.x.Exponent <= o.printed {
		half = o.printed
	}
	if half != noHalf && (o.whole || !exactDecimals) {
		q.linear.Set(halfUnit(half))
	}
	if o.stored {
		calc.binarySlack(&q.slack, &q.x, 1)
	}
	q.currencies.add(o.currency)
}

// binarySlack sets d to what n additions of binary numbers with the sum x may be off. A
// number of few digits is stored without noise.
func (c *calculator) binarySlack(d, x *apd.Decimal, n int) {
	const fewDigits = 11
	if n == 1 && x.NumDigits() <= fewDigits {
		d.SetInt64(0)
		return
	}
	root := int64(1)
	for root*root < int64(n) {
		root++
	}
	c.scaled(d, x, apd.New(root, -14))
	if n > 1 {
		d.Exponent--
	}
}
