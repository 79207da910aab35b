package claim

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Bounds of an answer. A deeper or longer one is no answer of the protocol.
const (
	MaxDepth = 16
	MaxBytes = 1 << 30
)

// errCut says that the text ended inside a value; errSyntax that it is no JSON there.
var (
	errCut    = errors.New("claim: cut off")
	errSyntax = errors.New("claim: no JSON")
)

type kind uint8

const (
	kNull kind = iota
	kBool
	kNumber
	kString
	kArray
	kObject
)

// A node is one JSON value. Of a number or boolean text is the literal as written.
type node struct {
	kind  kind
	twice bool // an object that gives a key twice, here or below
	text  string
	keys  []string // of an object, beside items
	items []node
}

// A scanner reads JSON from a text, and nothing else: no comments, no trailing commas, no
// single quotes.
type scanner struct {
	s     string
	i     int
	nodes []node // of arrays of the item, whose memory the next item uses again
}

func (s *scanner) blanks() {
	for s.i < len(s.s) {
		switch s.s[s.i] {
		case ' ', '\t', '\n', '\r':
			s.i++
		default:
			return
		}
	}
}

// next skips blanks and returns the byte there.
func (s *scanner) next() (byte, error) {
	s.blanks()
	if s.i >= len(s.s) {
		return 0, errCut
	}
	return s.s[s.i], nil
}

func (s *scanner) expect(c byte) error {
	got, err := s.next()
	if err != nil {
		return err
	}
	if got != c {
		return errSyntax
	}
	s.i++
	return nil
}

// value reads one value at the given depth.
func (s *scanner) value(depth int) (node, error) {
	if depth > MaxDepth {
		return node{}, errSyntax
	}
	c, err := s.next()
	if err != nil {
		return node{}, err
	}
	switch c {
	case '{':
		return s.object(depth)
	case '[':
		return s.array(depth)
	case '"':
		t, err := s.str()
		return node{kind: kString, text: t}, err
	case 't':
		return s.literal("true", kBool)
	case 'f':
		return s.literal("false", kBool)
	case 'n':
		return s.literal("null", kNull)
	}
	return s.number()
}

func (s *scanner) literal(word string, k kind) (node, error) {
	rest := s.s[s.i:]
	if strings.HasPrefix(rest, word) {
		s.i += len(word)
		return node{kind: k, text: word}, nil
	}
	if strings.HasPrefix(word, rest) {
		return node{}, errCut
	}
	return node{}, errSyntax
}

func (s *scanner) number() (node, error) {
	from := s.i
	digits := func() int {
		n := 0
		for s.i < len(s.s) && s.s[s.i] >= '0' && s.s[s.i] <= '9' {
			s.i++
			n++
		}
		return n
	}
	wrong := func() (node, error) {
		if s.i >= len(s.s) {
			return node{}, errCut
		}
		return node{}, errSyntax
	}
	if s.i < len(s.s) && s.s[s.i] == '-' {
		s.i++
	}
	first := s.i
	n := digits()
	if n == 0 || n > 1 && s.s[first] == '0' {
		return wrong()
	}
	if s.i < len(s.s) && s.s[s.i] == '.' {
		s.i++
		if digits() == 0 {
			return wrong()
		}
	}
	if s.i < len(s.s) && (s.s[s.i] == 'e' || s.s[s.i] == 'E') {
		s.i++
		if s.i < len(s.s) && (s.s[s.i] == '+' || s.s[s.i] == '-') {
			s.i++
		}
		if digits() == 0 {
			return wrong()
		}
	}
	if s.i >= len(s.s) {
		return node{}, errCut // more digits may have been cut off
	}
	return node{kind: kNumber, text: s.s[from:s.i]}, nil
}

// str reads a string. Without escapes the result shares the answer's memory.
func (s *scanner) str() (string, error) {
	s.i++
	from := s.i
	for s.i < len(s.s) {
		switch c := s.s[s.i]; {
		case c == '"':
			t := s.s[from:s.i]
			s.i++
			if !utf8.ValidString(t) {
				return "", errSyntax
			}
			return t, nil
		case c == '\\':
			return s.escaped(from)
		case c < 0x20:
			return "", errSyntax
		}
		s.i++
	}
	return "", errCut
}

// ReadString reads the JSON string at the start of a text; what follows it is of no interest.
func ReadString(text []byte) (string, error) {
	s := scanner{s: string(text)}
	if c, err := s.next(); err != nil || c != '"' {
		return "", errSyntax
	}
	s.i++
	return s.unescape(make([]byte, 0, len(text)))
}

func (s *scanner) escaped(from int) (string, error) { return s.unescape([]byte(s.s[from:s.i])) }

// unescape appends the rest of a string to b.
func (s *scanner) unescape(b []byte) (string, error) {
	for s.i < len(s.s) {
		c := s.s[s.i]
		switch {
		case c == '"':
			s.i++
			if !utf8.Valid(b) {
				return "", errSyntax
			}
			return string(b), nil
		case c < 0x20:
			return "", errSyntax
		case c != '\\':
			from := s.i
			for s.i++; s.i < len(s.s) && s.s[s.i] != '"' && s.s[s.i] != '\\' && s.s[s.i] >= 0x20; s.i++ {
			}
			b = append(b, s.s[from:s.i]...)
			continue
		}
		if s.i+1 >= len(s.s) {
			return "", errCut
		}
		c = s.s[s.i+1]
		s.i += 2
		if at := strings.IndexByte(`"\/bfnrt`, c); at >= 0 {
			b = append(b, "\"\\/\b\f\n\r\t"[at])
			continue
		}
		if c != 'u' {
			return "", errSyntax
		}
		r, err := s.hex()
		if err != nil {
			return "", err
		}
		if utf16.IsSurrogate(r) {
			if len(s.s)-s.i < 6 {
				return "", errCut
			}
			if s.s[s.i] != '\\' || s.s[s.i+1] != 'u' {
				return "", errSyntax
			}
			s.i += 2
			low, err := s.hex()
			if err != nil {
				return "", err
			}
			if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
				return "", errSyntax
			}
		}
		b = utf8.AppendRune(b, r)
	}
	return "", errCut
}

func (s *scanner) hex() (rune, error) {
	if len(s.s)-s.i < 4 {
		return 0, errCut
	}
	n, err := strconv.ParseUint(s.s[s.i:s.i+4], 16, 32)
	if err != nil {
		return 0, errSyntax
	}
	s.i += 4
	return rune(n), nil
}

func (s *scanner) object(depth int) (node, error) {
	var o node
	err := s.objectInto(&o, depth)
	return o, err
}

// objectInto reads an object into o, whose memory is used again.
func (s *scanner) objectInto(o *node, depth int) error {
	*o = node{kind: kObject, keys: o.keys[:0], items: o.items[:0]}
	return s.members(func(key string) error {
		v, err := s.value(depth + 1)
		if err != nil {
			return err
		}
		o.twice = o.twice || v.twice || contains(o.keys, key)
		o.keys = append(o.keys, key)
		o.items = append(o.items, v)
		return nil
	})
}

func (s *scanner) array(depth int) (node, error) {
	a := node{kind: kArray}
	var few [8]node
	items := few[:0]
	err := s.elements(func() error {
		v, err := s.value(depth + 1)
		if err != nil {
			return err
		}
		a.twice = a.twice || v.twice
		items = append(items, v)
		return nil
	})
	at := len(s.nodes)
	s.nodes = append(s.nodes, items...)
	a.items = s.nodes[at:len(s.nodes):len(s.nodes)]
	return a, err
}

// members reads an object, calling each at the place of each key's value.
func (s *scanner) members(each func(key string) error) error {
	if err := s.expect('{'); err != nil {
		return err
	}
	if c, err := s.next(); err != nil || c == '}' {
		s.i++
		return err
	}
	for {
		if c, err := s.next(); err != nil {
			return err
		} else if c != '"' {
			return errSyntax
		}
		key, err := s.str()
		if err != nil {
			return err
		}
		if err := s.expect(':'); err != nil {
			return err
		}
		if err := each(key); err != nil {
			return err
		}
		if end, err := s.separator('}'); err != nil || end {
			return err
		}
	}
}

// elements reads an array, calling each at the place of each element.
func (s *scanner) elements(each func() error) error {
	if err := s.expect('['); err != nil {
		return err
	}
	if c, err := s.next(); err != nil || c == ']' {
		s.i++
		return err
	}
	for {
		if err := each(); err != nil {
			return err
		}
		if end, err := s.separator(']'); err != nil || end {
			return err
		}
	}
}

func (s *scanner) separator(end byte) (bool, error) {
	c, err := s.next()
	if err != nil {
		return false, err
	}
	switch c {
	case ',', end:
		s.i++
		return c == end, nil
	}
	return false, errSyntax
}

func contains(all []string, s string) bool {
	for _, a := range all {
		if a == s {
			return true
		}
	}
	return false
}
