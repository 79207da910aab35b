package numfmt

import (
	"strings"
	"unicode/utf8"
)

type tokenKind uint8

const (
	literal   tokenKind = iota // text
	blank                      // "_x": a blank as wide as x
	fill                       // "*x": a repeated character, printed as none
	digit                      // one of 0 # ?
	point                      // the decimal point
	percent                    // %
	exponent                   // E+ or E-
	slash                      // of a fraction
	general                    // the word General
	textValue                  // @
	year                       // text holds the letters of all date tokens
	month
	day
	hour
	minute
	second
	subsecond // ".000" behind seconds
	elapsed   // [h] [m] [s]
	halfDay   // AM/PM, A/P
	era       // g
	buddhist  // b
)

type token struct {
	kind  tokenKind
	text  string
	width int
	char  byte // of a digit, an exponent's sign, an elapsed unit
}

type comparison uint8

const (
	always comparison = iota
	less
	lessEqual
	greater
	greaterEqual
	equal
	different
)

type condition struct {
	op    comparison
	limit Number
}

func (c condition) holds(n Number) bool {
	d := n.compare(c.limit)
	switch c.op {
	case less:
		return d < 0
	case lessEqual:
		return d <= 0
	case greater:
		return d > 0
	case greaterEqual:
		return d >= 0
	case equal:
		return d == 0
	case different:
		return d != 0
	}
	return true
}

// onlyNegative reports whether no number of zero or above meets the condition.
func (c condition) onlyNegative() bool {
	s := c.limit.sign()
	switch c.op {
	case less:
		return s <= 0
	case lessEqual, equal:
		return s < 0
	}
	return false
}

// coversNonNegative reports whether every number of zero or above meets the condition.
func (c condition) coversNonNegative() bool {
	s := c.limit.sign()
	return c.op == greaterEqual && s <= 0 || c.op == greater && s < 0
}

// A section is one of the up to four parts of a format, split at its semicolons.
type section struct {
	cond     condition
	tokens   []token
	language *language

	date      bool // has a day, month or year, or a clock time
	day       bool // has a day, month or year
	clock     bool // has hours, minutes or seconds of a day
	elapsed   bool
	half      bool // twelve-hour clock
	decimals  int  // digits of ".000" behind seconds
	hasText   bool
	isGeneral bool
	ratio     *ratio // of a fraction, else nil

	whole, places int // digit places before and behind the point
	forced        int // places behind the point that print although zero
	group         bool
	scale         int // thousands divided off
	percents      int
	sciWidth      int
	printsDigits  bool
}

func splitSections(code string) []string {
	var parts []string
	start, quoted, bracket := 0, false, false
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case quoted:
			quoted = c != '"'
		case bracket:
			bracket = c != ']'
		case c == '"':
			quoted = true
		case c == '[':
			bracket = true
		case c == '\\' || c == '_' || c == '*':
			if i+1 < len(code) {
				_, n := utf8.DecodeRuneInString(code[i+1:])
				i += n
			}
		case c == ';':
			parts = append(parts, code[start:i])
			start = i + 1
		}
	}
	return append(parts, code[start:])
}

// A parser turns one section's code into tokens.
type parser struct {
	s       *section
	in      string
	pos     int
	unknown *string // the language that has no names here
}

func (p *parser) parse() {
	for p.pos < len(p.in) {
		p.next()
	}
	p.minutes()
	p.layout()
}

func (p *parser) add(t token) { p.s.tokens = append(p.s.tokens, t) }

func (p *parser) addLiteral(text string) {
	if k := len(p.s.tokens); k > 0 && p.s.tokens[k-1].kind == literal {
		p.s.tokens[k-1].text += text
		return
	}
	p.add(token{kind: literal, text: text})
}

func (p *parser) next() {
	rest := p.in[p.pos:]
	c := rest[0]
	switch {
	case c == '"':
		end := strings.IndexByte(rest[1:], '"')
		if end < 0 {
			p.addLiteral(rest[1:])
			p.pos = len(p.in)
			return
		}
		p.addLiteral(rest[1 : 1+end])
		p.pos += end + 2
	case c == '\\' || c == '_' || c == '*':
		p.escaped(rest)
	case c == '[':
		p.bracket(rest)
	case c == '0' || c == '#' || c == '?':
		p.add(token{kind: digit, char: c})
		p.pos++
	case c == '.':
		p.add(token{kind: point})
		p.pos++
	case c == ',':
		p.add(token{kind: digit, char: ','})
		p.pos++
	case c == '%':
		p.add(token{kind: percent})
		p.pos++
	case c == '@':
		p.add(token{kind: textValue})
		p.s.hasText = true
		p.pos++
	case c == '/':
		p.add(token{kind: slash})
		p.pos++
	case (c == 'E' || c == 'e') && len(rest) > 1 && (rest[1] == '+' || rest[1] == '-'):
		p.add(token{kind: exponent, char: rest[1], text: rest[:1]})
		p.pos += 2
	default:
		p.letters(rest)
	}
}

func (p *parser) escaped(rest string) {
	_, n := utf8.DecodeRuneInString(rest[1:])
	p.pos += 1 + n
	switch rest[0] {
	case '\\':
		p.addLiteral(rest[1 : 1+n])
	case '_':
		p.add(token{kind: blank})
	default:
		p.add(token{kind: fill})
	}
}

// bracket reads [Red], [>=100], [$€-407], [h] and the like.
func (p *parser) bracket(rest string) {
	end := strings.IndexByte(rest, ']')
	if end < 0 {
		p.addLiteral(rest)
		p.pos = len(p.in)
		return
	}
	body := rest[1:end]
	p.pos += end + 1
	if body == "" {
		return
	}
	switch c := body[0] | 0x20; {
	case body[0] == '$':
		p.currency(body[1:])
	case body[0] == '<' || body[0] == '>' || body[0] == '=':
		p.condition(body)
	case (c == 'h' || c == 'm' || c == 's') && strings.Trim(strings.ToLower(body), string(c)) == "":
		p.add(token{kind: elapsed, char: c, width: len(body)})
	}
}

func (p *parser) currency(body string) {
	sign, tag, found := strings.Cut(body, "-")
	if strings.Contains(sign, "$") && !found {
		sign = body
	}
	if sign != "" {
		p.addLiteral(sign)
	}
	if tag == "" {
		return
	}
	lang, known := languageOf(tag)
	if !known {
		*p.unknown = tag
	}
	if lang != nil {
		p.s.language = lang
	}
}

func (p *parser) condition(body string) {
	var op comparison
	n := 1
	switch {
	case strings.HasPrefix(body, "<="):
		op, n = lessEqual, 2
	case strings.HasPrefix(body, ">="):
		op, n = greaterEqual, 2
	case strings.HasPrefix(body, "<>"):
		op, n = different, 2
	case body[0] == '<':
		op = less
	case body[0] == '>':
		op = greater
	default:
		op = equal
	}
	limit, ok := ParseNumber([]byte(body[n:]))
	if ok {
		p.s.cond = condition{op: op, limit: limit}
	}
}

// letters reads date codes, General and AM/PM; any other letter stands for itself.
func (p *parser) letters(rest string) {
	for _, word := range [...]string{"General", "Standard"} {
		if len(rest) >= len(word) && strings.EqualFold(rest[:len(word)], word) {
			p.add(token{kind: general})
			p.s.isGeneral = true
			p.pos += len(word)
			return
		}
	}
	for _, word := range [...]string{"AM/PM", "A/P"} {
		if len(rest) >= len(word) && strings.EqualFold(rest[:len(word)], word) {
			p.add(token{kind: halfDay, text: rest[:len(word)]})
			p.s.half = true
			p.pos += len(word)
			return
		}
	}
	c := rest[0] | 0x20
	kind := literal
	switch c {
	case 'a':
		if len(rest) >= 3 && strings.EqualFold(rest[:3], "aaa") { // the day of the week in Japanese and Chinese codes
			kind = day
		}
	case 'y', 'e':
		kind = year
	case 'm':
		kind = month
	case 'd':
		kind = day
	case 'h':
		kind = hour
	case 's':
		kind = second
	case 'g':
		kind = era
	case 'b':
		kind = buddhist
	}
	if kind == literal || rest[0] >= utf8.RuneSelf {
		_, n := utf8.DecodeRuneInString(rest)
		p.addLiteral(rest[:n])
		p.pos += n
		return
	}
	n := 1
	for n < len(rest) && rest[n]|0x20 == c {
		n++
	}
	p.add(token{kind: kind, char: c, width: n})
	p.pos += n
}

// minutes turns an m into minutes where it follows hours or stands before seconds, and
// gathers ".00" behind seconds.
func (p *parser) minutes() {
	t := p.s.tokens
	last := tokenKind(0)
	for i := range t {
		switch t[i].kind {
		case month:
			if t[i].width <= 2 && (last == hour || nextDatePart(t[i+1:]) == second) {
				t[i].kind = minute
			}
			last = t[i].kind
		case elapsed:
			last = hour
			if t[i].char == 's' {
				last = second
			}
		case hour, second, day, year, buddhist:
			last = t[i].kind
		}
	}
	for i := 0; i < len(t); i++ {
		isSecond := t[i].kind == second || t[i].kind == elapsed && t[i].char == 's'
		if !isSecond || i+2 >= len(t) || t[i+1].kind != point || t[i+2].kind != digit || t[i+2].char != '0' {
			continue
		}
		n := 0
		for i+2+n < len(t) && t[i+2+n].kind == digit && t[i+2+n].char == '0' {
			n++
		}
		t[i+1] = token{kind: subsecond, width: n}
		t = append(t[:i+2], t[i+2+n:]...)
		p.s.decimals = max(p.s.decimals, min(n, 9))
	}
	p.s.tokens = t
}

func nextDatePart(t []token) tokenKind {
	for i := range t {
		switch t[i].kind {
		case hour, second, day, year, buddhist, minute, month:
			return t[i].kind
		case elapsed:
			if t[i].char == 's' {
				return second
			}
			return t[i].kind
		}
	}
	return literal
}
