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
		p := parser{s: &s, in: part, unknown: &unknown}
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
	s, _ := f.choose(n.significant(15))
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
