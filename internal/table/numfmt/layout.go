package numfmt

// layout counts what the printing needs to know beforehand.
func (p *parser) layout() {
	s := p.s
	for i := range s.tokens {
		switch s.tokens[i].kind {
		case year, month, day, buddhist:
			s.date, s.day = true, true
		case hour, minute, second, halfDay, subsecond:
			s.date, s.clock = true, true
		case elapsed:
			s.elapsed = true
		case percent:
			s.percents++
		}
	}
	if s.date || s.elapsed {
		for i := range s.tokens {
			switch t := &s.tokens[i]; t.kind {
			case digit:
				*t = token{kind: literal, text: string(rune(t.char))}
			case point:
				*t = token{kind: literal, text: "."}
			case percent:
				*t = token{kind: literal, text: "%"}
			case slash:
				*t = token{kind: literal, text: "/"}
			case exponent:
				*t = token{kind: literal, text: t.text + string(rune(t.char))}
			}
		}
		return
	}
	if s.fraction() {
		return
	}
	s.number()
}

// number resolves commas and counts digit places.
func (s *section) number() {
	t := s.tokens
	lastDigit := -1
	for i := range t {
		if t[i].kind == exponent {
			break
		}
		if t[i].kind == digit && t[i].char != ',' {
			lastDigit = i
		}
	}
	out := t[:0]
	behind, sci, seen := false, false, false
	for i := range t {
		k := t[i]
		switch {
		case k.kind == point && !behind && !sci:
			behind = true
		case k.kind == point:
			k = token{kind: literal, text: "."}
		case k.kind == slash:
			k = token{kind: literal, text: "/"}
		case k.kind == exponent && seen && !sci:
			sci = true
		case k.kind == exponent:
			k = token{kind: literal, text: k.text + string(rune(k.char))}
		case k.kind == digit && k.char == ',':
			switch {
			case !seen || sci:
				k = token{kind: literal, text: ","}
			case i > lastDigit && lastComma(t, lastDigit, i), i < lastDigit && !behind && pointFollows(t[i+1:]):
				s.scale++
				continue
			case i < lastDigit && !behind:
				s.group = true
				continue
			case i < lastDigit:
				continue
			default:
				k = token{kind: literal, text: ","}
			}
		case k.kind == digit && sci:
			s.sciWidth++
		case k.kind == digit && behind:
			s.places++
			if k.char == '0' {
				s.forced = s.places
			}
			seen = true
		case k.kind == digit:
			s.whole++
			seen = true
		}
		out = append(out, k)
	}
	s.tokens = out
	s.printsDigits = seen || s.isGeneral
}

// lastComma reports whether only commas stand between the last digit place and token i.
func lastComma(t []token, last, i int) bool {
	for k := last + 1; k < i; k++ {
		if t[k].kind != digit || t[k].char != ',' {
			return false
		}
	}
	return true
}

// pointFollows reports whether the decimal point is the next token but for commas.
func pointFollows(t []token) bool {
	for i := range t {
		if t[i].kind == digit && t[i].char == ',' {
			continue
		}
		return t[i].kind == point
	}
	return false
}
