package xmlscan

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// nameByte reports a byte that can stand in a name; what exactly XML allows there does not
// matter to any reader of these files.
var nameByte = func() (t [256]bool) {
	for c := range 256 {
		t[c] = c > ' ' && c != '<' && c != '>' && c != '/' && c != '=' && c != '"' && c != '\'' && c != '&'
	}
	return t
}()

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (s *Scanner) startTag() error {
	if !s.complete() {
		return s.cut()
	}
	b := s.buf
	i := s.pos + 1
	start := i
	for nameByte[b[i]] {
		i++
	}
	if i == start {
		return syntax("a tag without a name")
	}
	s.setName(start, i)
	for {
		blank := false
		for isSpace(b[i]) {
			blank = true
			i++
		}
		switch b[i] {
		case '>':
			s.pos = i + 1
			return s.push(false)
		case '/':
			if b[i+1] != '>' {
				return syntax("a stray slash in a tag")
			}
			s.pos = i + 2
			return s.push(true)
		}
		if !blank {
			return syntax("attributes without a blank between them")
		}
		var err error
		if i, err = s.attribute(i); err != nil {
			return err
		}
	}
}

// complete makes the whole tag at pos present in the buffer: up to the first > that is in
// no quotes.
func (s *Scanner) complete() bool {
	i := s.pos + 1
	quote := byte(0)
	for {
		b := s.buf[i:s.end]
		for _, c := range b {
			if quote != 0 {
				if c == quote {
					quote = 0
				}
				continue
			}
			switch c {
			case '>':
				return true
			case '"', '\'':
				quote = c
			case '<':
				return true // reported where the tag is read
			}
		}
		n := s.end - s.pos
		if !s.fill(s.pos) {
			return false
		}
		i = s.pos + n
	}
}

// attribute reads name="value" at i and returns the end. The whole tag is in the buffer, so that
// every loop meets its closing bracket.
func (s *Scanner) attribute(i int) (int, error) {
	b := s.buf
	a := attr{key: i}
	for nameByte[b[i]] {
		i++
	}
	a.keyEnd = i
	for isSpace(b[i]) {
		i++
	}
	if a.keyEnd == a.key || b[i] != '=' {
		return i, syntax("an attribute without a value")
	}
	i++
	for isSpace(b[i]) {
		i++
	}
	q := b[i]
	if q != '"' && q != '\'' {
		return i, syntax("an attribute without quotes")
	}
	i++
	n := bytes.IndexByte(b[i:s.end], q)
	if n < 0 {
		return i, s.cut()
	}
	a.val, a.valEnd = i, i+n
	raw := b[a.val:a.valEnd]
	entity, err := check(raw)
	if err != nil {
		return i, err
	}
	if entity {
		if s.val, err = unescape(s.val[:0], raw); err != nil {
			return i, err
		}
	}
	if bytes.IndexByte(raw, '<') >= 0 {
		return i, syntax("a < in an attribute")
	}
	for k := range s.attrs {
		if bytes.Equal(b[s.attrs[k].key:s.attrs[k].keyEnd], b[a.key:a.keyEnd]) {
			return i, syntax("an attribute given twice")
		}
	}
	if len(s.attrs) >= maxAttrs {
		return i, syntax("too many attributes")
	}
	s.attrs = append(s.attrs, a)
	return i + n + 1, nil
}

func (s *Scanner) setName(from, to int) {
	s.name = [2]int{from, to}
	s.local = from
	if c := bytes.IndexByte(s.buf[from:to], ':'); c >= 0 {
		s.local = from + c + 1
	}
}

// push opens the element whose tag was read.
func (s *Scanner) push(empty bool) error {
	if len(s.marks) == 0 && s.rooted {
		return syntax("a second root element")
	}
	if len(s.marks) >= maxDepth {
		return syntax(fmt.Sprintf("elements nested deeper than %d", maxDepth))
	}
	s.rooted = true
	s.marks = append(s.marks, len(s.names))
	s.names = append(s.names, s.buf[s.name[0]:s.name[1]]...)
	s.closed = empty
	return nil
}

func (s *Scanner) endTag() error {
	if !s.complete() {
		return s.cut()
	}
	b := s.buf
	i := s.pos + 2
	start := i
	for nameByte[b[i]] {
		i++
	}
	s.setName(start, i)
	for isSpace(b[i]) {
		i++
	}
	if b[i] != '>' {
		return syntax("a closing tag with more than a name")
	}
	if len(s.marks) == 0 {
		return syntax("a closing tag without its opening one")
	}
	if !bytes.Equal(s.names[s.marks[len(s.marks)-1]:], b[start:s.name[1]]) {
		return syntax("a closing tag that does not match its opening one")
	}
	s.pos = i + 1
	s.pop = true
	return nil
}

// unescape appends raw with its entities resolved.
func unescape(dst, raw []byte) ([]byte, error) {
	for {
		i := bytes.IndexByte(raw, '&')
		if i < 0 {
			return append(dst, raw...), nil
		}
		dst = append(dst, raw[:i]...)
		raw = raw[i+1:]
		n := bytes.IndexByte(raw[:min(len(raw), 12)], ';')
		if n <= 0 {
			return dst, syntax("an & that starts no entity")
		}
		name := raw[:n]
		raw = raw[n+1:]
		switch string(name) {
		case "amp":
			dst = append(dst, '&')
		case "lt":
			dst = append(dst, '<')
		case "gt":
			dst = append(dst, '>')
		case "quot":
			dst = append(dst, '"')
		case "apos":
			dst = append(dst, '\'')
		default:
			r, err := reference(name)
			if err != nil {
				return dst, err
			}
			dst = utf8.AppendRune(dst, r)
		}
	}
}

// reference resolves "#65" and "#x41".
func reference(name []byte) (rune, error) {
	if len(name) < 2 || name[0] != '#' {
		return 0, syntax("an unknown entity")
	}
	base, digits := 10, name[1:]
	if digits[0] == 'x' {
		base, digits = 16, digits[1:]
	}
	v, err := strconv.ParseUint(string(digits), base, 32)
	r := rune(v)
	if err != nil || v > utf8.MaxRune || !utf8.ValidRune(r) || r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
		return 0, syntax("a reference to no character")
	}
	return r, nil
}
