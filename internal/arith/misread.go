package arith

import (
	"slices"
	"strconv"

	"github.com/cockroachdb/apd/v3"
)

// otherSign proposes figures that explain the gap with the other sign.
func (x *explainer) otherSign() {
	for _, it := range x.items {
		if it.value != 0 && -2*it.value == x.delta {
			x.propose([]int{x.rowOf(it.entry)}, "with the other sign of %s in row %d the sides agree", x.text(it.value), x.rowOf(it.entry))
		}
	}
}

// declaredSwapped proposes the declared value with two neighbouring digits changed round.
func (x *explainer) declaredSwapped(declared string) {
	n, ok := parseNumber(declared)
	if !ok {
		return
	}
	var d apd.Decimal
	n.decimal(&d)
	v, ok := scaledInt(&d, x.places)
	if !ok {
		return
	}
	// The sum must change by delta to reach the declared value: the declared one by -delta.
	if w, ok := swapped(v, -x.delta); ok {
		x.propose(slices.Clone(x.rows()), "with two digits changed round the declared value is %s, and the sides agree", x.text(w))
	}
}

// changedFigures proposes figures that explain the gap with two neighbouring digits changed
// round, or with the decimal mark elsewhere.
func (x *explainer) changedFigures() {
	for _, it := range x.items {
		if len(x.candidates) >= maxCandidates {
			return
		}
		row := x.rowOf(it.entry)
		if w, ok := swapped(it.value, x.delta); ok {
			x.propose([]int{row}, "with two digits of %s in row %d changed round, %s, the sides agree", x.text(it.value), row, x.text(w))
		}
		for power := int64(10); power <= 1000; power *= 10 {
			if it.value*power-it.value == x.delta {
				x.propose([]int{row}, "with the decimal mark of %s in row %d elsewhere, %s, the sides agree", x.text(it.value), row, x.text(it.value*power))
			}
			if it.value != 0 && it.value%power == 0 && it.value/power-it.value == x.delta {
				x.propose([]int{row}, "with the decimal mark of %s in row %d elsewhere, %s, the sides agree", x.text(it.value), row, x.text(it.value/power))
			}
		}
	}
}

// swapped returns v with two neighbouring digits changed round so that it differs by delta.
// Such a difference is a multiple of nine times a power of ten.
func swapped(v, delta int64) (int64, bool) {
	if delta == 0 || delta%9 != 0 {
		return 0, false
	}
	neg := v < 0
	digits := []byte(strconv.FormatInt(v, 10))
	if neg {
		digits = digits[1:]
	}
	for i := 0; i+1 < len(digits); i++ {
		digits[i], digits[i+1] = digits[i+1], digits[i]
		w, err := strconv.ParseInt(string(digits), 10, 64)
		digits[i], digits[i+1] = digits[i+1], digits[i]
		if neg {
			w = -w
		}
		if err == nil && w-v == delta {
			return w, true
		}
	}
	return 0, false
}
