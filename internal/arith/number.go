package arith

import (
	"math/bits"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// A number is an exact decimal: coef × 10^-places, or wide where it does not fit.
type number struct {
	coef   int64
	places int32
	wide   *apd.Decimal
}

const (
	maxDigits   = 60 // of a number that is let in
	maxExponent = 400
	fastDigits  = 18 // that surely fit an int64
)

// parseNumber is the lexical gate: an optional minus, digits, an optional fraction and, as
// files store it, an optional exponent. Nothing else that a decimal library would accept
// (NaN, Infinity, a plus sign, an underscore) is a number.
func parseNumber(s string) (number, bool) {
	i, neg := 0, false
	if s != "" && s[0] == '-' {
		neg, i = true, 1
	}
	var coef int64
	digits, places, point := 0, int32(0), false
	start := i
	for ; i < len(s); i++ {
		c := s[i]
		if c == '.' && !point && i > start {
			point = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		digits++
		if digits <= fastDigits {
			coef = coef*10 + int64(c-'0')
		}
		if point {
			places++
		}
	}
	if digits == 0 || digits > maxDigits || s[i-1] == '.' {
		return number{}, false
	}
	if i == len(s) && digits <= fastDigits {
		if neg {
			coef = -coef
		}
		return number{coef: coef, places: places}, true
	}
	if i < len(s) && !isExponent(s[i:]) {
		return number{}, false
	}
	d, _, err := apd.NewFromString(s)
	if err != nil || d.Form != apd.Finite || d.Exponent > maxExponent || d.Exponent < -maxExponent {
		return number{}, false
	}
	return number{wide: d}, true
}

func isExponent(s string) bool {
	if s[0] != 'E' && s[0] != 'e' {
		return false
	}
	s = s[1:]
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	if s == "" || len(s) > 3 {
		return false
	}
	return strings.Trim(s, "0123456789") == ""
}

// decimal sets d to the number.
func (n *number) decimal(d *apd.Decimal) {
	if n.wide != nil {
		d.Set(n.wide)
		return
	}
	d.SetFinite(n.coef, -n.places)
}

// shift divides the number by 10^k.
func (n *number) shift(k int32) {
	if n.wide != nil {
		n.wide = new(apd.Decimal).Set(n.wide)
		n.wide.Exponent -= k
		return
	}
	n.places += k
}

// beyondOne reports whether the absolute value is above one.
func (n *number) beyondOne() bool {
	var d apd.Decimal
	n.decimal(&d)
	d.Negative = false
	return d.Cmp(apd.New(1, 0)) > 0
}

// significant is how many digits a spreadsheet's binary number carries without noise.
const significant = 15

// parseStored reads a number that a file stores. Files write binary numbers with up to 17
// digits, of which the last two are noise: the number is read to 15.
func parseStored(s string) (number, bool) {
	n, ok := parseNumber(s)
	if !ok {
		return n, false
	}
	var d apd.Decimal
	n.decimal(&d)
	if d.NumDigits() <= significant {
		return n, true
	}
	ctx := apd.BaseContext.WithPrecision(significant)
	ctx.Rounding = apd.RoundHalfEven
	r := new(apd.Decimal)
	if _, err := ctx.Round(r, &d); err != nil {
		return number{}, false
	}
	r.Reduce(r)
	if r.Exponent <= 0 && -r.Exponent <= fastDigits && r.Coeff.IsInt64() {
		coef := r.Coeff.Int64()
		if r.Negative {
			coef = -coef
		}
		return number{coef: coef, places: -r.Exponent}, true
	}
	return number{wide: r}, true
}

// powers of ten that fit a uint64.
func power10(k int32) uint64 {
	p := uint64(1)
	for range k {
		p *= 10
	}
	return p
}

// An accumulator adds numbers exactly: in 128 bits while they fit, and what does not fit in
// a wide decimal. It allocates nothing for a number that fits.
type accumulator struct {
	neg    bool
	hi, lo uint64 // magnitude × 10^places
	places int32
	wide   apd.Decimal
}

func exactContext() apd.Context {
	ctx := apd.BaseContext
	ctx.Precision = 0 // no rounding in add, sub and mul
	return ctx
}

func (a *accumulator) add(n number) {
	if n.wide != nil || n.places > fastDigits {
		var d apd.Decimal
		n.decimal(&d)
		a.addWide(&d)
		return
	}
	if n.places > a.places && !a.rescale(n.places) {
		a.flush()
		a.places = n.places
	}
	hi, lo := bits.Mul64(magnitude(n.coef), 1)
	if k := a.places - n.places; k > 0 {
		hi, lo = bits.Mul64(magnitude(n.coef), power10(k))
	}
	if !a.addMagnitude(n.coef < 0, hi, lo) {
		a.flush()
		a.addMagnitude(n.coef < 0, hi, lo)
	}
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return uint64(-v)
	}
	return uint64(v)
}

// addMagnitude reports false, and changes nothing, where the sum does not fit.
func (a *accumulator) addMagnitude(neg bool, hi, lo uint64) bool {
	if a.neg == neg {
		l, c := bits.Add64(a.lo, lo, 0)
		h, c := bits.Add64(a.hi, hi, c)
		if c != 0 {
			return false
		}
		a.hi, a.lo = h, l
		return true
	}
	l, b := bits.Sub64(a.lo, lo, 0)
	h, b := bits.Sub64(a.hi, hi, b)
	if b != 0 {
		l, b = bits.Sub64(lo, a.lo, 0)
		h, _ = bits.Sub64(hi, a.hi, b)
		a.neg = neg
	}
	a.hi, a.lo = h, l
	return true
}

// rescale gives the accumulator more places; false where it no longer fits.
func (a *accumulator) rescale(places int32) bool {
	p := power10(places - a.places)
	over, _ := bits.Mul64(a.hi, p)
	if over != 0 {
		return false
	}
	carry, lo := bits.Mul64(a.lo, p)
	hi, c := bits.Add64(a.hi*p, carry, 0)
	if c != 0 {
		return false
	}
	a.hi, a.lo, a.places = hi, lo, places
	return true
}

func (a *accumulator) addWide(d *apd.Decimal) {
	ctx := exactContext()
	if _, err := ctx.Add(&a.wide, &a.wide, d); err != nil {
		panic("arith: addition within the limits of parseNumber: " + err.Error())
	}
}

// flush moves the 128 bits into the wide decimal.
func (a *accumulator) flush() {
	if a.hi != 0 || a.lo != 0 {
		var d apd.Decimal
		a.narrow(&d)
		a.addWide(&d)
	}
	a.hi, a.lo, a.neg = 0, 0, false
}

func (a *accumulator) narrow(d *apd.Decimal) {
	d.Form, d.Exponent, d.Negative = apd.Finite, -a.places, a.neg
	d.Coeff.SetUint64(a.hi)
	d.Coeff.Lsh(&d.Coeff, 64)
	var lo apd.BigInt
	d.Coeff.Add(&d.Coeff, lo.SetUint64(a.lo))
}

// total sets d to the sum so far.
func (a *accumulator) total(d *apd.Decimal) {
	a.narrow(d)
	if !a.wide.IsZero() {
		ctx := exactContext()
		if _, err := ctx.Add(d, d, &a.wide); err != nil {
			panic("arith: addition within the limits of parseNumber: " + err.Error())
		}
	}
}

// plain writes a decimal without exponent, with at least so many places and no more than it
// needs beyond them; a zero has no sign.
func plain(d *apd.Decimal, places int32) string {
	var r apd.Decimal
	r.Reduce(d)
	if r.IsZero() {
		r.Negative = false
		r.Exponent = 0
	}
	s := r.Text('f')
	have := int32(0)
	if i := strings.IndexByte(s, '.'); i >= 0 {
		have = int32(len(s) - i - 1)
	}
	if have < places {
		if have == 0 {
			s += "."
		}
		s += strings.Repeat("0", int(places-have))
	}
	return s
}
