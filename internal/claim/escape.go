package claim

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Escape returns a cell's text as a prompt shows it: on one line, and without a bare bar, so that
// no cell can forge a row or a cell. A backslash is doubled, which makes the form reversible.
func Escape(s string) string {
	if !strings.ContainsFunc(s, escaped) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '|' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case escaped(r):
			b.WriteString(`\u`)
			h := strconv.FormatInt(int64(r), 16)
			b.WriteString("0000"[len(h):] + h)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// escaped reports the bar, the backslash, and whatever ends a line somewhere.
func escaped(r rune) bool {
	switch r {
	case '\n', '\t', '\r', '\v', '\f', '|', '\\', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		return true
	}
	return false
}

// Unescape undoes [Escape]. Answers give quotes back in either form: copied from the prompt with
// its escapes, or as the document prints them. A quote is therefore looked up as it came, and
// where it holds a backslash also as Unescape reads it. What is no escape stays as it is.
func Unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		switch c := s[i+1]; c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case '|', '\\':
			b.WriteByte(c)
		case 'u':
			if r, ok := hexRune(s[i+2:]); ok {
				b.WriteRune(r)
				i += 6
				continue
			}
			fallthrough
		default:
			b.WriteString(s[i : i+2])
		}
		i += 2
	}
	return b.String()
}

// hexRune reads the four digits of an escaped line end.
func hexRune(s string) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(s[:4], 16, 16)
	if err != nil || !escaped(rune(n)) || !utf8.ValidRune(rune(n)) {
		return 0, false
	}
	return rune(n), true
}
