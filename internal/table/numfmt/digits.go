package numfmt

// appendOrnament prints a token that is no digit.
func appendOrnament(dst []byte, t *token) []byte {
	switch t.kind {
	case literal:
		return append(dst, t.text...)
	case blank:
		return append(dst, ' ')
	case percent:
		return append(dst, '%')
	case slash:
		return append(dst, '/')
	}
	return dst
}

// appendNumber prints a section of digits.
func (s *section) appendNumber(dst []byte, n Number, minus bool) []byte {
	if n.coef != 0 {
		n.exp += 2*s.percents - 3*s.scale
	}
	if s.sciWidth > 0 {
		return s.appendScientific(dst, n, minus)
	}
	r := n
	if !s.isGeneral {
		r = n.places(s.places)
	}
	f := r.figures()
	if r.coef == 0 && s.printsDigits {
		minus = false
	}
	place, behind := 0, 0
	for i := range s.tokens {
		t := &s.tokens[i]
		if minus && t.kind != blank && t.kind != fill {
			dst = append(dst, '-')
			minus = false
		}
		switch t.kind {
		case general:
			g := n
			g.neg = false
			dst = appendGeneral(dst, g)
		case digit:
			if t.char == ',' {
				continue
			}
			if behind > 0 {
				dst = s.appendBehind(dst, &f, t.char, behind)
				behind++
				continue
			}
			dst = s.appendWhole(dst, &f, t.char, place)
			place++
		case point:
			if s.whole == 0 {
				dst = s.appendLeading(dst, &f, f.length(), 0)
			}
			dst = append(dst, '.')
			behind = 1
		default:
			dst = appendOrnament(dst, t)
		}
	}
	return dst
}

// appendWhole prints the place-th of the digit places before the point.
func (s *section) appendWhole(dst []byte, f *figures, char byte, place int) []byte {
	length := f.length()
	if place == 0 && length > s.whole {
		dst = s.appendLeading(dst, f, length, s.whole)
	}
	power := s.whole - 1 - place
	switch {
	case power < length:
		dst = append(dst, f.at(power))
	case char == '0' || s.zeroBefore(place):
		dst = append(dst, '0')
	case char == '?':
		dst = append(dst, ' ')
		if s.group && power > 0 && power%3 == 0 {
			dst = append(dst, ' ')
		}
		return dst
	default:
		return dst
	}
	return s.appendGroup(dst, power)
}

// zeroBefore reports whether a 0 stands among the places before the given one: all that
// follow print then.
func (s *section) zeroBefore(place int) bool {
	k := 0
	for i := range s.tokens {
		if s.tokens[i].kind != digit || s.tokens[i].char == ',' {
			continue
		}
		if k == place {
			return false
		}
		if s.tokens[i].char == '0' {
			return true
		}
		k++
	}
	return false
}

func (s *section) appendLeading(dst []byte, f *figures, from, to int) []byte {
	for p := from - 1; p >= to; p-- {
		dst = append(dst, f.at(p))
		dst = s.appendGroup(dst, p)
	}
	return dst
}

func (s *section) appendGroup(dst []byte, power int) []byte {
	if s.group && power > 0 && power%3 == 0 {
		return append(dst, ',')
	}
	return dst
}

// appendBehind prints the k-th place behind the point, from 1.
func (s *section) appendBehind(dst []byte, f *figures, char byte, k int) []byte {
	d := f.at(-k)
	if d != '0' || k <= s.forced || f.more(-k) {
		return append(dst, d)
	}
	if char == '?' {
		return append(dst, ' ')
	}
	return dst
}

// more reports whether a digit other than zero stands below the power.
func (f *figures) more(power int) bool {
	for p := power - 1; p >= f.exp; p-- {
		if f.at(p) != '0' {
			return true
		}
	}
	return false
}

// appendScientific prints a section with an exponent; several places before the point make
// the exponent a multiple of their number.
func (s *section) appendScientific(dst []byte, n Number, minus bool) []byte {
	exp := 0
	m := n
	if n.coef != 0 {
		step := max(s.whole, 1)
		order := n.order()
		exp = floorMultiple(order, step)
		m.exp -= exp
		m = m.places(s.places)
		if m.order() >= step {
			exp += step
			m = n
			m.exp -= exp
			m = m.places(s.places)
		}
	} else {
		minus = false
	}
	f := m.figures()
	place, behind, expDone := 0, 0, false
	for i := range s.tokens {
		t := &s.tokens[i]
		if minus && t.kind != blank && t.kind != fill {
			dst = append(dst, '-')
			minus = false
		}
		switch {
		case t.kind == exponent:
			dst = append(dst, 'E')
			if exp < 0 {
				dst = append(dst, '-')
			} else if t.char == '+' {
				dst = append(dst, '+')
			}
			behind = -1
		case t.kind == digit && t.char != ',' && behind < 0:
			if !expDone {
				dst = appendPadded(dst, uint64(max(exp, -exp)), s.exponentWidth())
				expDone = true
			}
		case t.kind == digit && t.char != ',' && behind > 0:
			dst = s.appendBehind(dst, &f, t.char, behind)
			behind++
		case t.kind == digit && t.char != ',':
			dst = s.appendWhole(dst, &f, t.char, place)
			place++
		case t.kind == point:
			dst = append(dst, '.')
			behind = 1
		default:
			dst = appendOrnament(dst, t)
		}
	}
	return dst
}

// exponentWidth returns how many digits of the exponent always print.
func (s *section) exponentWidth() int {
	n, seen := 0, false
	for i := range s.tokens {
		if s.tokens[i].kind == exponent {
			seen = true
		}
		if seen && s.tokens[i].kind == digit && s.tokens[i].char == '0' {
			n++
		}
	}
	return n
}

func floorMultiple(v, step int) int {
	q := v / step
	if v%step < 0 {
		q--
	}
	return q * step
}

// printsNames reports whether the section prints names of days or months.
func (s *section) printsNames() bool {
	for i := range s.tokens {
		if t := &s.tokens[i]; (t.kind == month || t.kind == day) && t.width >= 3 {
			return true
		}
	}
	return false
}
