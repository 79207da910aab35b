package numfmt

import "math/bits"

// fraction recognises "# ?/?", "??/??" and "# ?/16" and rearranges the tokens' meaning:
// digits of the whole part, of the numerator and of the denominator are told by their
// width field (1, 2, 3). It reports whether the section is one.
func (s *section) fraction() bool {
	t := s.tokens
	at := -1
	for i := range t {
		if t[i].kind == slash {
			at = i
			break
		}
		if t[i].kind == point || t[i].kind == exponent {
			return false
		}
	}
	if at <= 0 || at+1 >= len(t) || t[at-1].kind != digit || t[at-1].char == ',' {
		return false
	}
	fixed := t[at+1].kind == literal && t[at+1].text != "" && t[at+1].text[0] >= '1' && t[at+1].text[0] <= '9'
	if fixed {
		end := at + 2
		for end < len(t) && t[end].kind == digit && t[end].char == '0' {
			t[at+1].text += "0"
			end++
		}
		t = append(t[:at+2], t[end:]...)
		s.tokens = t
	}
	if !fixed && (t[at+1].kind != digit || t[at+1].char == ',') {
		return false
	}
	num := at
	for num > 0 && t[num-1].kind == digit && t[num-1].char != ',' {
		num--
		t[num].width = 2
	}
	for i := 0; i < num; i++ {
		if t[i].kind == digit {
			t[i].width = 1
			s.whole++
		}
	}
	for i := at + 1; i < len(t); i++ {
		if t[i].kind != digit || t[i].char == ',' {
			break
		}
		t[i].width = 3
	}
	s.frac, s.printsDigits = true, true
	return true
}

// fixedDenominator returns the digits at the start of the literal behind the slash.
func fixedDenominator(text string) (v uint64, n int) {
	for n < len(text) && n < 9 && text[n] >= '0' && text[n] <= '9' {
		v = v*10 + uint64(text[n]-'0')
		n++
	}
	return v, n
}

// appendFraction prints a fraction section; neg tells whether a sign is due.
func (s *section) appendFraction(dst []byte, n Number, neg bool) []byte {
	n = n.significant(15)
	n.neg = false
	whole, num, den, fixed := s.split(n)
	if neg && (whole > 0 || num > 0) {
		dst = append(dst, '-')
	}
	empty := s.whole > 0 && num == 0 && !s.forcedNumerator()
	wholeLeft, numLeft, denSeen := s.whole, s.width(2), 0
	denDigits := digitCount(den)
	for i := range s.tokens {
		t := &s.tokens[i]
		switch {
		case t.kind == digit && t.width == 1:
			dst = appendPlace(dst, whole, t.char, wholeLeft, s.whole, !empty)
			wholeLeft--
		case t.kind == digit && t.width == 2:
			if empty {
				dst = append(dst, ' ')
			} else {
				dst = appendPlace(dst, num, t.char, numLeft, s.width(2), false)
			}
			numLeft--
		case t.kind == digit && t.width == 3:
			w := s.width(3)
			switch {
			case empty:
				dst = append(dst, ' ')
			case denSeen == 0 && t.char == '0':
				denDigits = max(denDigits, w)
				dst = appendPadded(dst, den, w)
			case denSeen == 0 && denDigits >= 1:
				dst = appendPadded(dst, den, 1)
			}
			denSeen++
			if !empty && denSeen == w {
				for k := denDigits; k < w; k++ {
					dst = append(dst, ' ')
				}
			}
		case t.kind == slash:
			if empty {
				dst = append(dst, ' ')
			} else {
				dst = append(dst, '/')
			}
		case t.kind == literal && fixed > 0 && i > 0 && s.tokens[i-1].kind == slash:
			if empty {
				dst = append(dst, ' ')
				dst = append(dst, t.text[fixed:]...)
			} else {
				dst = append(dst, t.text...)
			}
		default:
			dst = appendOrnament(dst, t)
		}
	}
	return dst
}

// appendPlace prints one place of an integer, counted from the right.
func appendPlace(dst []byte, v uint64, char byte, left, width int, hide bool) []byte {
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
	case char == '0' || p == 0 && v == 0 && !hide:
		return append(dst, '0')
	case char == '?':
		return append(dst, ' ')
	}
	return dst
}

func (s *section) width(part int) int {
	n := 0
	for i := range s.tokens {
		if s.tokens[i].kind == digit && s.tokens[i].width == part {
			n++
		}
	}
	return n
}

func (s *section) forcedNumerator() bool {
	for i := range s.tokens {
		if s.tokens[i].kind == digit && s.tokens[i].width == 2 && s.tokens[i].char == '0' {
			return true
		}
	}
	return false
}

// split returns the parts of |n| as the section prints them. fixed is the length of a
// denominator that the code itself gives.
func (s *section) split(n Number) (whole, num, den uint64, fixed int) {
	for i := range s.tokens {
		if s.tokens[i].kind == slash && s.tokens[i+1].kind == literal {
			den, fixed = fixedDenominator(s.tokens[i+1].text)
		}
	}
	w, part, unit, ok := n.parts()
	if !ok {
		return w, 0, max(den, 1), fixed
	}
	if fixed > 0 {
		hi, lo := bits.Mul64(part, den)
		q, r := bits.Div64(hi, lo, unit)
		if r >= unit-r {
			q++
		}
		num = q
	} else {
		num, den = closest(part, unit, pow10[min(s.width(3), 4)]-1)
	}
	if s.whole == 0 {
		return 0, w*den + num, den, fixed
	}
	if num == den {
		return w + 1, 0, den, fixed
	}
	return w, num, den, fixed
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
