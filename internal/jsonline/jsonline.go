// Package jsonline appends JSON values to a line as encoding/json writes them without HTML
// escapes, byte for byte, but without reflection: a report has a line for each row and each record.
package jsonline

import (
	"strconv"
	"unicode/utf8"
)

const hex = "0123456789abcdef"

// String appends s as a JSON string. A byte that is no character becomes U+FFFD.
func String(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			b = append(b, s[start:i]...)
			b = control(b, c)
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(b, s[start:i]...)
			b = append(b, `\ufffd`...)
			start = i + n
		case r == '\u2028' || r == '\u2029': // line breaks to JavaScript
			b = append(b, s[start:i]...)
			b = append(b, `\u202`...)
			b = append(b, hex[r&15])
			start = i + n
		}
		i += n
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}

// control appends a character that must not stand in a string as it is.
func control(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// Int appends a number.
func Int(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// Ints appends an array of numbers; a nil one is null.
func Ints(b []byte, list []int) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = Int(b, n)
	}
	return append(b, ']')
}

// Member appends a member with a string, after what is before it; key holds all up to the value: `,"name":`.
func Member(b []byte, key, s string) []byte { return String(append(b, key...), s) }

// Optional is Member, but for an empty string, which is left out.
func Optional(b []byte, key, s string) []byte {
	if s == "" {
		return b
	}
	return Member(b, key, s)
}
