package numfmt

import "math/bits"

// A Number is a stored decimal: (-1)^neg × coef × 10^exp. At most 19 significant digits are
// kept, which is more than a spreadsheet computes with.
type Number struct {
	neg  bool
	coef uint64
	exp  int
}

const maxCoef = 1_000_000_000_000_000_000 // 10^18: one more digit fits into 64 bits

var pow10 = [20]uint64{
	1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
	1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000,
	1000000000000000000, 10000000000000000000,
}

// ParseNumber reads a decimal as a workbook writes it: "1234.5", "-1E-05", blanks around it
// left aside. It reports false for anything else, NaN and infinities included, and for an
// exponent beyond ±9999.
func ParseNumber(s []byte) (n Number, ok bool) {
	for len(s) > 0 && s[0] <= ' ' {
		s = s[1:]
	}
	for len(s) > 0 && s[len(s)-1] <= ' ' {
		s = s[:len(s)-1]
	}
	if len(s) == 0 {
		return n, false
	}
	if s[0] == '-' || s[0] == '+' {
		n.neg = s[0] == '-'
		s = s[1:]
	}
	digits, point := 0, false
	i := 0
loop:
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			digits++
			if n.coef < maxCoef {
				n.coef = n.coef*10 + uint64(c-'0')
				if point {
					n.exp--
				}
			} else if !point {
				n.exp++
			}
		case c == '.' && !point:
			point = true
		default:
			break loop
		}
	}
	if digits == 0 {
		return n, false
	}
	if i < len(s) {
		e, ok := parseExponent(s[i:])
		if !ok {
			return n, false
		}
		n.exp += e
	}
	if n.coef == 0 {
		n.neg, n.exp = false, 0
	}
	return n, true
}

func parseExponent(s []byte) (e int, ok bool) {
	if s[0] != 'e' && s[0] != 'E' {
		return 0, false
	}
	s = s[1:]
	neg := false
	if len(s) > 0 && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = s[1:]
	}
	if len(s) == 0 {
		return 0, false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, false
		}
		if e = e*10 + int(c-'0'); e > 9999 {
			return 0, false
		}
	}
	if neg {
		e = -e
	}
	return e, true
}

// digitCount returns how many digits v has, 0 for 0. The number of bits times log10(2) is right or one
// too few.
func digitCount(v uint64) int {
	n := bits.Len64(v) * 1233 >> 12
	if n < len(pow10) && v >= pow10[n] {
		n++
	}
	return n
}

// significant rounds to n digits, half away from zero: a spreadsheet prints at most 15.
func (n Number) significant(digits int) Number {
	if have := digitCount(n.coef); have > digits {
		n.coef, n.exp = roundDiv(n.coef, have-digits), n.exp+have-digits
	}
	return n
}

// roundDiv returns v / 10^k, rounded half away from zero.
func roundDiv(v uint64, k int) uint64 {
	if k > 19 {
		return 0
	}
	p := pow10[k]
	q, r := v/p, v%p
	if r >= p-r {
		q++
	}
	return q
}

// places rounds to n digits behind the point, half away from zero.
func (n Number) places(dec int) Number {
	if cut := -n.exp - dec; cut > 0 {
		n.coef, n.exp = roundDiv(n.coef, cut), -dec
	}
	return n
}

// order returns the power of ten of the first digit. The number must not be zero.
func (n Number) order() int { return digitCount(n.coef) + n.exp - 1 }

// compare returns the sign of n - m; both are within a cell's range.
func (n Number) compare(m Number) int {
	sn, sm := n.sign(), m.sign()
	if sn != sm {
		if sn < sm {
			return -1
		}
		return 1
	}
	if sn == 0 {
		return 0
	}
	c := compareMagnitude(n, m)
	if sn < 0 {
		return -c
	}
	return c
}

func (n Number) sign() int {
	switch {
	case n.coef == 0:
		return 0
	case n.neg:
		return -1
	}
	return 1
}

func compareMagnitude(n, m Number) int {
	if a, b := n.order(), m.order(); a != b {
		if a < b {
			return -1
		}
		return 1
	}
	a, b := n.coef, m.coef
	for da, db := digitCount(a), digitCount(b); da != db; {
		if da < db {
			a *= 10
			da++
		} else {
			b *= 10
			db++
		}
	}
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// figures are the decimal digits of a rounded number, addressed by power of ten.
type figures struct {
	d   [20]byte
	n   int // how many digits stand in d
	exp int // power of ten of the last one
}

func (n Number) figures() (f figures) {
	v := n.coef
	f.n, f.exp = digitCount(v), n.exp
	for i := f.n - 1; i >= 0; i-- {
		f.d[i] = byte('0' + v%10)
		v /= 10
	}
	return f
}

// at returns the digit at a power of ten.
func (f *figures) at(power int) byte {
	i := f.n - 1 - (power - f.exp)
	if i < 0 || i >= f.n {
		return '0'
	}
	return f.d[i]
}

// length returns how many digits stand before the point, 0 for a number below 1.
func (f *figures) length() int {
	if f.n == 0 {
		return 0
	}
	return max(f.n+f.exp, 0)
}
