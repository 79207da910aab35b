package expression

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"
)

// MaxLength is the longest expression or equation, in bytes.
const MaxLength = 1000

// maxDepth bounds the nesting of brackets and signs.
const maxDepth = 50

// An Error says what is wrong in an expression, and where.
type Error struct {
	Column int // in characters of the text, from 1
	Cause  string
	Hint   string // what is allowed, or empty
}

// Error returns the cause with its column.
func (e *Error) Error() string {
	s := fmt.Sprintf("column %d: %s", e.Column, e.Cause)
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

const allowed = "allowed are names, decimals, + - * / ( ) and sum, count, min, max, abs, round, optional"

// Parse reads one expression, such as "rent * 12". The error is an *Error.
func Parse(text string) (Node, error) {
	p, err := gate(text)
	if err != nil {
		return nil, err
	}
	return p.side(0, len(text))
}

// ParseEquation reads "left = right", "left by group = subtotal" or "left by group =
// right". The error is an *Error.
func ParseEquation(text string) (Equation, error) {
	p, err := gate(text)
	if err != nil {
		return Equation{}, err
	}
	eq := strings.IndexByte(text, '=')
	if eq < 0 {
		return Equation{}, p.fail(len(text), "an equation needs an = between its sides", "as in sum(unit.rent) = total_rent")
	}
	if next := strings.IndexByte(text[eq+1:], '='); next >= 0 {
		return Equation{}, p.fail(eq+1+next, "a second =", "an equation has one =")
	}
	e := Equation{Text: text}
	end := eq
	if by, ok := findWord(text[:eq], "by"); ok {
		if e.By, err = p.group(by+len("by"), eq); err != nil {
			return Equation{}, err
		}
		end = by
	}
	if e.Left, err = p.side(0, end); err != nil {
		return Equation{}, err
	}
	if e.By != "" && strings.TrimSpace(text[eq+1:]) == "subtotal" {
		e.Subtotal = true
		return e, nil
	}
	if by, ok := findWord(text[eq+1:], "by"); ok {
		return Equation{}, p.fail(eq+1+by, "by stands on the right side", "write it before the =: sum(unit.rent) by building = subtotal")
	}
	if e.Right, err = p.side(eq+1, len(text)); err != nil {
		return Equation{}, err
	}
	return e, nil
}

// text is what is parsed. Go's parser sees code, in which keywords of Go are disguised so
// that a field may be called type or range; names are read from the original text.
type source struct {
	text string
	code []byte
}

func (s *source) fail(offset int, cause, hint string) *Error {
	offset = min(max(offset, 0), len(s.text))
	return &Error{Column: utf8.RuneCountInString(s.text[:offset]) + 1, Cause: cause, Hint: hint}
}

// gate lets through only the characters and words that the language has, so that Go's
// parser meets nothing else of Go: no string, comment, hexadecimal or exponent.
func gate(text string) (*source, error) {
	s := &source{text: text, code: []byte(text)}
	if len(text) > MaxLength {
		return nil, s.fail(MaxLength, fmt.Sprintf("longer than %d bytes", MaxLength), "")
	}
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case isLetter(c):
			i = s.word(i)
		case isDigit(c):
			end, err := s.number(i)
			if err != nil {
				return nil, err
			}
			i = end
		case c == '\n' || c == '\r' || c == '\t':
			s.code[i] = ' '
			i++
		case c == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*'):
			return nil, s.fail(i+1, "two operators in a row", allowed)
		case strings.IndexByte(" +-*/().,=", c) >= 0:
			i++
		default:
			return nil, s.unknownCharacter(i)
		}
	}
	return s, nil
}

func (s *source) word(i int) int {
	end := i
	for end < len(s.text) && (isLetter(s.text[end]) || isDigit(s.text[end])) {
		end++
	}
	if token.IsKeyword(s.text[i:end]) {
		s.code[i] -= 'a' - 'A'
	}
	return end
}

func (s *source) number(i int) (int, error) {
	end := i
	for end < len(s.text) && isDigit(s.text[end]) {
		end++
	}
	if end-i > 1 && s.text[i] == '0' {
		return 0, s.fail(i, "a number with a leading zero", "write 12, not 012")
	}
	if end < len(s.text) && s.text[end] == '.' {
		start := end + 1
		for end = start; end < len(s.text) && isDigit(s.text[end]); end++ {
		}
		if end == start {
			return 0, s.fail(end, "no digit after the decimal point", "write 0.5, not 5.")
		}
	}
	if end < len(s.text) && (isLetter(s.text[end]) || s.text[end] == '.') {
		return 0, s.fail(end, "a number runs into "+quoteRune(s.text[end:]), "write decimals as 1234.5, without exponent or unit")
	}
	return end, nil
}

func (s *source) unknownCharacter(i int) *Error {
	r, _ := utf8.DecodeRuneInString(s.text[i:])
	hint := allowed
	switch r {
	case '×', '·':
		hint = "write * to multiply"
	case '÷', ':':
		hint = "write / to divide"
	case '−', '–', '—':
		hint = "write - (hyphen) for minus"
	case '%':
		hint = "write 0.2 for 20 %; a percent field is a fraction in equations"
	case '<', '>', '≤', '≥', '≠', '!':
		hint = "an equation compares with = only"
	case '"', '\'', '`':
		hint = "names are written without quotes"
	case '[', ']', '{', '}':
		hint = "brackets are ( and )"
	}
	return s.fail(i, "unexpected "+quoteRune(s.text[i:]), hint)
}

func quoteRune(text string) string {
	r, _ := utf8.DecodeRuneInString(text)
	return fmt.Sprintf("%q", string(r))
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// findWord finds a word that stands apart from names and dots.
func findWord(text, word string) (int, bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return 0, false
		}
		i += from
		end := i + len(word)
		if (i == 0 || !inName(text[i-1])) && (end == len(text) || !inName(text[end])) {
			return i, true
		}
		from = end
	}
}

// inName reports a byte that a name, or a name of a type and a field, may hold.
func inName(b byte) bool { return isLetter(b) || isDigit(b) || b == '.' || b >= 0x80 }

func (s *source) group(from, to int) (string, error) {
	name := strings.TrimSpace(s.text[from:to])
	at := from + strings.Index(s.text[from:to], name)
	if name == "" {
		return "", s.fail(at, "by names no group", "write by and a field of the record type, sheet or table")
	}
	for i := range len(name) {
		if !isLetter(name[i]) && (i == 0 || !isDigit(name[i])) {
			return "", s.fail(at+i, "by takes one plain name", "write by and a field of the record type, sheet or table")
		}
	}
	return name, nil
}

// side parses text[from:to] as one expression.
func (s *source) side(from, to int) (Node, error) {
	if strings.TrimSpace(s.text[from:to]) == "" {
		return nil, s.fail(to, "an expression is missing here", allowed)
	}
	if i := strings.IndexByte(s.text[from:to], '='); i >= 0 {
		return nil, s.fail(from+i, "unexpected \"=\"", "only an equation has an =")
	}
	depth := 0
	for i := from; i < to; i++ {
		switch s.text[i] {
		case '(', '-', '+':
			if depth++; depth > maxDepth {
				return nil, s.fail(i, fmt.Sprintf("more than %d brackets and signs", maxDepth), "")
			}
		}
	}
	fset := token.NewFileSet()
	expr, err := parser.ParseExprFrom(fset, "", s.code[from:to], parser.SkipObjectResolution)
	if err != nil {
		return nil, s.syntax(err, from, to)
	}
	c := converter{source: s, from: from, base: fset.File(expr.Pos()).Base()}
	return c.node(expr)
}

// syntax turns an error of Go's parser into one of this language.
func (s *source) syntax(err error, from, to int) *Error {
	offset := to
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		offset = min(from+list[0].Pos.Offset, to)
	}
	rest := strings.TrimLeft(s.text[offset:to], " \t\r\n")
	if rest == "" {
		if strings.Count(s.text[from:to], "(") > strings.Count(s.text[from:to], ")") {
			return s.fail(to, "a bracket is not closed", "add )")
		}
		return s.fail(to, "the expression ends too early", "a name, a number or ( is missing")
	}
	if rest[0] == ',' {
		return s.fail(to-len(rest), "unexpected \",\"", "decimals are written with a point: 0.5")
	}
	return s.fail(to-len(rest), "unexpected "+quoteRune(rest), allowed)
}

type converter struct {
	*source
	from, base int
}

// at returns the offset of a position in the text.
func (c *converter) at(p token.Pos) int { return c.from + int(p) - c.base }

// name returns an identifier as it is written in the text, undisguised.
func (c *converter) name(id *ast.Ident) string {
	return c.text[c.at(id.Pos()):c.at(id.End())]
}

func (c *converter) refuse(n ast.Node) *Error {
	return c.fail(c.at(n.Pos()), "not a part of an expression", allowed)
}

func (c *converter) node(e ast.Expr) (Node, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.node(e.X)
	case *ast.BasicLit:
		if e.Kind != token.INT && e.Kind != token.FLOAT || !isDigit(e.Value[0]) {
			return nil, c.fail(c.at(e.Pos()), "not a decimal", "write 0.5, not .5")
		}
		return Number{Text: e.Value}, nil
	case *ast.Ident:
		return Name{Field: c.name(e)}, nil
	case *ast.SelectorExpr:
		record, ok := e.X.(*ast.Ident)
		if !ok {
			return nil, c.fail(c.at(e.Sel.Pos())-1, "unexpected \".\"", "a field is record.field, as in unit.rent")
		}
		return Name{Record: c.name(record), Field: c.name(e.Sel)}, nil
	case *ast.UnaryExpr:
		if e.Op != token.SUB {
			return nil, c.fail(c.at(e.Pos()), "unexpected \""+e.Op.String()+"\"", "the only sign is -")
		}
		x, err := c.node(e.X)
		if err != nil {
			return nil, err
		}
		return Unary{Op: '-', X: x}, nil
	case *ast.StarExpr:
		return nil, c.fail(c.at(e.Star), "unexpected \"*\"", "an operand is missing before it")
	case *ast.BinaryExpr:
		return c.binary(e)
	case *ast.CallExpr:
		return c.call(e)
	}
	return nil, c.refuse(e)
}

func (c *converter) binary(e *ast.BinaryExpr) (Node, error) {
	ops := map[token.Token]byte{token.ADD: '+', token.SUB: '-', token.MUL: '*', token.QUO: '/'}
	op, ok := ops[e.Op]
	if !ok {
		return nil, c.fail(c.at(e.OpPos), "unexpected \""+e.Op.String()+"\"", allowed)
	}
	x, err := c.node(e.X)
	if err != nil {
		return nil, err
	}
	y, err := c.node(e.Y)
	if err != nil {
		return nil, err
	}
	return Binary{Op: op, X: x, Y: y}, nil
}
