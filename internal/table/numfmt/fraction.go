package numfmt

import (
	"math/bits"
	"unicode/utf8"
)

// A ratio says where the parts of a fraction stand among a section's tokens. All borders are
// indices; an end is exclusive.
type ratio struct {
	wholeFrom, wholeTo int // digit places of the whole part, empty for none
	numFrom, numTo     int
	denFrom, denTo     int    // digit places, or the literal of a fixed denominator
	fixed              uint64 // a denominator that the code itself gives, else 0
	fixedLen           int
	pads               bool // some place is a "?": what does not print leaves its blanks
}

// fraction recognises "# ?/?", "??/??" and "# ?/16". It reports whether the section is one.
func (s *section) fraction() bool {
	t := s.tokens
	at := -1
	for i := range t {
		if t[i].kind == point || t[i].kind == exponent {
			return false
		}
		if t[i].kind == slash && at < 0 {
			at = i
		}
	}
	if at < 0 {
		return false
	}
	var r ratio
	r.numTo = at
	for r.numTo > 0 && (t[r.numTo-1].kind == literal || t[r.numTo-1].kind == blank) {
		r.numTo--
	}
	for r.numFrom = r.numTo; r.numFrom > 0 && t[r.numFrom-1].place(); {
		r.numFrom--
	}
	if r.numFrom == r.numTo || !s.denominator(&r, at) {
		return false
	}
	t = s.tokens
	for i := range t {
		switch {
		case t[i].kind == slash && i != at:
			t[i] = token{kind: literal, text: "/"}
		case t[i].kind == digit && t[i].char == ',':
			t[i] = token{kind: blank}
		case t[i].kind == digit && t[i].char == '?':
			r.pads = true
		}
	}
	r.wholePart(t)
	s.ratio, s.printsDigits = &r, true
	return true
}

// place reports a digit place.
func (t *token) place() bool { return t.kind == digit && t.char != ',' }

// denominator finds what stands below the slash.
func (s *section) denominator(r *ratio, at int) bool {
	t := s.tokens
	if at+1 < len(t) && t[at+1].kind == literal {
		if v, n := leadingDigits(t[at+1].text); v > 0 {
			end := at + 2
			if n == len(t[at+1].text) {
				for ; end < len(t) && t[end].kind == digit && t[end].char == '0' && n < 9; end++ {
					t[at+1].text += "0"
					v, n = v*10, n+1
				}
			}
			s.tokens = append(t[:at+2], t[end:]...)
			r.denFrom, r.denTo, r.fixed, r.fixedLen = at+1, at+2, v, n
			return true
		}
	}
	r.denFrom = at + 1
	for r.denFrom < len(t) && (t[r.denFrom].kind == literal || t[r.denFrom].kind == blank) {
		r.denFrom++
	}
	for r.denTo = r.denFrom; r.denTo < len(t) && t[r.denTo].place(); {
		r.denTo++
	}
	return r.denTo > r.denFrom
}

// leadingDigits reads a number without leading zero at the start of a literal.
func leadingDigits(text string) (v uint64, n int) {
	if text == "" || text[0] == '0' {
		return 0, 0
	}
	for n < len(text) && n < 9 && text[n] >= '0' && text[n] <= '9' {
		v = v*10 + uint64(text[n]-'0')
		n++
	}
	return v, n
}

func (r *ratio) wholePart(t []token) {
	r.wholeFrom, r.wholeTo = r.numFrom, r.numFrom
	for i := r.numFrom - 1; i >= 0; i-- {
		if t[i].place() {
			if r.wholeTo == r.numFrom && r.wholeFrom == r.numFrom {
				r.wholeTo = i + 1
			}
			r.wholeFrom = i
		}
	}
	if r.wholeFrom == r.numFrom {
		r.wholeTo = r.wholeFrom
	}
}

// has reports whether one of the places from..to is the character.
func has(t []token, char byte) bool {
	for i := range t {
		if t[i].kind == digit && t[i].char == char {
			return true
		}
	}
	return false
}

func places(t []token) int {
	n := 0
	for i := range t {
		if t[i].place() {
			n++
		}
	}
	return n
}

// appendFraction prints a fraction; neg tells whether a sign is due.
func (s *section) appendFraction(dst []byte, n Number, neg bool) []byte {
	r, t := s.ratio, s.tokens
	whole, num, den := s.split(n)
	if neg && (whole > 0 || num > 0) {
		dst = append(dst, '-')
	}
	hasWhole := r.wholeTo > r.wholeFrom
	wholeTokens, numTokens := t[r.wholeFrom:r.wholeTo], t[r.numFrom:r.numTo]
	// A fraction of nothing beside a whole part leaves blanks, or nothing at all; a whole
	// part of nothing beside a fraction likewise.
	noFraction := hasWhole && num == 0 && !has(numTokens, '0')
	noWhole := hasWhole && whole == 0 && !has(wholeTokens, '0') && !noFraction && (num > 0 || !has(wholeTokens, '?'))
	padsWhole := has(wholeTokens, '?') || has(numTokens, '?')
	for i := range t {
		switch {
		case i >= r.wholeFrom && i < r.wholeTo:
			switch {
			case noWhole && t[i].kind == digit && t[i].char == '#':
			case noWhole:
				dst = r.blanks(dst, &t[i], padsWhole)
			case t[i].place():
				dst = appendPlace(dst, whole, t[i].char, places(t[i:r.wholeTo]), places(wholeTokens))
			default:
				dst = appendOrnament(dst, &t[i])
			}
		case i >= r.wholeTo && i < r.numFrom && noWhole:
			dst = r.blanks(dst, &t[i], padsWhole)
		case i >= r.wholeTo && i < r.denTo && noFraction:
			dst = r.blanks(dst, &t[i], r.pads)
			if i == r.denFrom && r.fixed > 0 {
				dst = append(dst, t[i].text[r.fixedLen:]...)
			}
		case i >= r.numFrom && i < r.numTo:
			dst = appendPlace(dst, num, t[i].char, r.numTo-i, r.numTo-r.numFrom)
		case i == r.denFrom && r.fixed == 0:
			dst = r.appendDenominator(dst, t, den)
		case i > r.denFrom && i < r.denTo:
		default:
			dst = appendOrnament(dst, &t[i])
		}
	}
	return dst
}

// blanks prints a token that leaves its place empty, if its part is padded.
func (r *ratio) blanks(dst []byte, t *token, pads bool) []byte {
	if !pads {
		return dst
	}
	n := 1
	switch t.kind {
	case literal:
		if n = utf8.RuneCountInString(t.text); r.fixed > 0 && t.text != "" && t.text[0] >= '1' && t.text[0] <= '9' {
			n = r.fixedLen
		}
	case fill:
		n = 0
	}
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}

func (r *ratio) appendDenominator(dst []byte, t []token, den uint64) []byte {
	width := r.denTo - r.denFrom
	if t[r.denFrom].char == '0' {
		return appendPadded(dst, den, width)
	}
	dst = appendPadded(dst, den, 1)
	if t[r.denTo-1].char == '?' {
		for k := digitCount(den); k < width; k++ {
			dst = append(dst, ' ')
		}
	}
	return dst
}

// appendPlace prints one place of an integer; left counts the places from this one to the last.
func appendPlace(dst []byte, v uint64, char byte, left, width int) []byte {
	have := digitCount(v)
	if left == width {
		for p := have - 1; p >= width; p-- {
			dst = append(dst, byte('0'+v/pow10[p]%10))
		}
	}
	p := left - 1
	switch {
	case p < have:
		return append(dst, byte('0'+v/pow10[p]%10))
	case char == '0' || p == 0:
		return append(dst, '0')
	case char == '?':
		return append(dst, ' ')
	}
	return dst
}

// split returns the parts of |n| as the section prints them.
func (s *section) split(n Number) (whole, num, den uint64) {
	r := s.ratio
	w, part, unit, ok := n.parts()
	switch {
	case !ok:
		return w, 0, max(r.fixed, 1)
	case r.fixed > 0:
		den = r.fixed
		hi, lo := bits.Mul64(part, den)
		q, rest := bits.Div64(hi, lo, unit)
		if rest >= unit-rest {
			q++
		}
		num = q
	default:
		num, den = closest(part, unit, pow10[min(r.denTo-r.denFrom, 4)]-1)
	}
	if r.wholeTo == r.wholeFrom {
		return 0, w*den + num, den
	}
	if num == den {
		return w + 1, 0, den
	}
	return w, num, den
}

// parts returns n as whole + part/unit. It reports false for a number too large for a fraction.
func (n Number) parts() (whole, part, unit uint64, ok bool) {
	switch {
	case n.coef == 0:
		return 0, 0, 1, true
	case n.exp >= 0:
		if n.order() > 17 {
			return 0, 0, 1, false
		}
		return n.coef * pow10[n.exp], 0, 1, true
	case n.exp < -18:
		return 0, 0, 1, true
	}
	unit = pow10[-n.exp]
	return n.coef / unit, n.coef % unit, unit, true
}

// closest returns the last convergent of part/unit whose denominator is at most limit: a
// spreadsheet shows 0.14159 as 1/7, not as the nearer 14/99.
func closest(part, unit, limit uint64) (num, den uint64) {
	p0, q0, p1, q1 := uint64(0), uint64(1), uint64(1), uint64(0)
	a, b := part, unit
	for b > 0 {
		k := a / b
		if q1 > 0 && k > (limit-q0)/q1 {
			break
		}
		p0, q0, p1, q1 = p1, q1, k*p1+p0, k*q1+q0
		a, b = b, a%b
	}
	return p1, q1
}
