// Package numfmt prints a stored number the way a spreadsheet shows it under a number
// format. A format's code is compiled once for each style and then prints any number of
// values into a caller's buffer. All arithmetic is decimal: a value is rounded half away
// from zero on the fifteen digits that a spreadsheet shows, never on a binary fraction.
//
// Blanks that a format only adds for alignment ("_)", "?", "* ") are kept inside a text and
// cut at its ends. docs/formats.md compares the texts with those of other programs.
package numfmt

// Options are what a workbook and a run say about all formats.
type Options struct {
	Locale   string // BCP 47, for the built-in formats that follow it; empty: en-US
	Date1904 bool
}

// Class says what a format makes of a number.
type Class uint8

// The classes.
const (
	Figure   Class = iota // a number
	Day                   // a day, perhaps with a time
	Clock                 // a time of day alone
	Duration              // elapsed hours, minutes or seconds
)

// A Format is a compiled number format. It is read only and may be used by many goroutines.
type Format struct {
	Code     string
	sections []section
	text     *section // of texts, nil where they print as they are
	opt      Options
	fallback string
}

// Compile compiles a format's code. It never fails: what has no meaning in a code is
// printed as it stands, which is what spreadsheets do.
func Compile(code string, opt Options) *Format {
	f := &Format{Code: code, opt: opt}
	parts := splitSections(code)
	var unknown string
	for i, part := range parts {
		if i == 4 {
			break
		}
		s := section{}
		p := parser{s: &s, in: part, opt: opt, unknown: &unknown}
		p.parse()
		if unknown != "" && s.printsNames() && f.fallback == "" {
			f.fallback = unknown
		}
		f.sections = append(f.sections, s)
	}
	n := len(f.sections)
	switch last := &f.sections[n-1]; {
	case n == 4, last.hasText:
		f.text = last
		if n > 1 || last.hasText && len(last.tokens) > 0 {
			f.sections = f.sections[:n-1]
		}
		if n == 1 {
			f.sections = []section{{isGeneral: true, tokens: []token{{kind: general}}, printsDigits: true}}
		}
		if plainText(f.text) {
			f.text = nil
		}
	}
	return f
}

// plainText reports whether the section prints a text as it stands.
func plainText(s *section) bool {
	for i := range s.tokens {
		if k := s.tokens[i].kind; k != textValue && k != general && k != blank && k != fill {
			return false
		}
	}
	return len(s.tokens) > 0 && (s.hasText || s.isGeneral)
}

// Fallback returns the language tag of a format that asks for names in a language that is
// not built in, or "". English is used then.
func (f *Format) Fallback() string { return f.fallback }

// General reports whether the format is General alone.
func (f *Format) General() bool {
	return len(f.sections) == 1 && f.sections[0].isGeneral && len(f.sections[0].tokens) == 1 && f.text == nil
}

// choose returns the section that prints n and whether a minus sign is due.
func (f *Format) choose(n Number) (s *section, minus bool) {
	secs := f.sections
	neg := n.sign() < 0
	if len(secs) == 1 {
		s = &secs[0]
		return s, neg && !(s.cond.op != always && s.cond.holds(n) && s.cond.onlyNegative())
	}
	conditional := secs[0].cond.op != always || secs[1].cond.op != always
	if !conditional {
		switch {
		case neg:
			return &secs[1], false
		case n.sign() == 0 && len(secs) > 2:
			return &secs[2], false
		}
		return &secs[0], false
	}
	return f.chooseByCondition(n, neg)
}

func (f *Format) chooseByCondition(n Number, neg bool) (s *section, minus bool) {
	secs := f.sections
	first, second := secs[0].cond, secs[1].cond
	if first.op == always {
		first = condition{op: greater}
	}
	if first.holds(n) {
		return &secs[0], neg && !first.onlyNegative()
	}
	if len(secs) == 2 && second.op == always {
		return &secs[1], neg && !first.coversNonNegative() && secs[1].printsDigits
	}
	if second.op == always {
		second = condition{op: less}
	}
	if second.holds(n) {
		return &secs[1], neg && !second.onlyNegative()
	}
	if len(secs) == 2 {
		return nil, false
	}
	return &secs[2], neg && secs[2].printsDigits
}

// Append appends the text of a stored number.
func (f *Format) Append(dst []byte, n Number) []byte {
	start := len(dst)
	n15 := n.significant(15)
	s, minus := f.choose(n15)
	if s == nil {
		return append(dst, "########"...)
	}
	switch {
	case s.date || s.elapsed:
		out, ok := s.appendMoment(dst, n, f.opt)
		if !ok {
			return appendGeneral(dst, n)
		}
		dst = out
	case s.ratio != nil:
		dst = s.appendFraction(dst, n15, minus)
	default:
		dst = s.appendNumber(dst, n15, minus)
	}
	return trimBlanks(dst, start)
}

// trimBlanks cuts the blanks at both ends of dst[start:].
func trimBlanks(dst []byte, start int) []byte {
	for len(dst) > start && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	lead := start
	for lead < len(dst) && dst[lead] == ' ' {
		lead++
	}
	if lead > start {
		dst = append(dst[:start], dst[lead:]...)
	}
	return dst
}

// AppendText appends the text that a stored text prints.
func (f *Format) AppendText(dst, text []byte) []byte {
	if f.text == nil {
		return append(dst, text...)
	}
	for i := range f.text.tokens {
		t := &f.text.tokens[i]
		switch t.kind {
		case textValue, general:
			dst = append(dst, text...)
		case literal:
			dst = append(dst, t.text...)
		case blank:
			dst = append(dst, ' ')
		}
	}
	return dst
}

// PlainText reports whether texts print as they are stored.
func (f *Format) PlainText() bool { return f.text == nil }

// Class returns what the section that prints n makes of it.
func (f *Format) Class(n Number) Class {
	s, _ := f.choose(n)
	switch {
	case s == nil:
		return Figure
	case s.elapsed:
		return Duration
	case s.day:
		return Day
	case s.date:
		return Clock
	}
	return Figure
}

// Dated reports whether some section prints days or times.
func (f *Format) Dated() bool {
	for i := range f.sections {
		if f.sections[i].date || f.sections[i].elapsed {
			return true
		}
	}
	return false
}

// Parts returns n as whole + part/unit with 0 ≤ part < unit, whole rounded down, so that a
// serial number can be turned into a day and a time. ok is false beyond 17 digits.
func (n Number) Parts() (whole int64, part, unit uint64, ok bool) {
	w, part, unit, ok := n.parts()
	if !ok || w > 1<<60 {
		return 0, 0, 1, false
	}
	whole = int64(w)
	if n.neg {
		whole = -whole
		if part > 0 {
			whole--
			part = unit - part
		}
	}
	return whole, part, unit, true
}

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
