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

// startTag reads an opening tag. If the buffer does not hold it whole, more is read and the
// tag is read again from its start.
func (s *Scanner) startTag() error {
	for {
		s.attrs = s.attrs[:0]
		whole, err := s.parseTag(s.buf[:s.end])
		if err != nil || whole {
			return err
		}
		if !s.fill(s.pos) {
			return s.cut()
		}
	}
}

// parseTag reads the tag at pos; whole is false where b ends before it.
func (s *Scanner) parseTag(b []byte) (whole bool, err error) {
	i := s.pos + 1
	start, local := i, i
	for i < len(b) && nameByte[b[i]] {
		if b[i] == ':' {
			local = i + 1
		}
		i++
	}
	if i == start && i < len(b) {
		return false, syntax("a tag without a name")
	}
	s.name, s.local = [2]int{start, i}, local
	for {
		blank := i
		for i < len(b) && isSpace(b[i]) {
			i++
		}
		if i+1 >= len(b) && (i >= len(b) || b[i] != '>') {
			return false, nil
		}
		switch b[i] {
		case '>':
			s.pos = i + 1
			return true, s.push(false)
		case '/':
			if b[i+1] != '>' {
				return false, syntax("a stray slash in a tag")
			}
			s.pos = i + 2
			return true, s.push(true)
		}
		if blank == i {
			return false, syntax("attributes without a blank between them")
		}
		if i, err = s.attribute(b, i); err != nil || i < 0 {
			return false, err
		}
	}
}

// attribute reads name="value" at i and returns the end, or -1 where b ends before it.
func (s *Scanner) attribute(b []byte, i int) (int, error) {
	a := attr{key: i}
	for i < len(b) && nameByte[b[i]] {
		i++
	}
	a.keyEnd = i
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	if i >= len(b) {
		return -1, nil
	}
	if a.keyEnd == a.key || b[i] != '=' {
		return i, syntax("an attribute without a value")
	}
	i++
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	if i >= len(b) {
		return -1, nil
	}
	q := b[i]
	if q != '"' && q != '\'' {
		return i, syntax("an attribute without quotes")
	}
	i++
	a.val = i
	var seen uint8
	for i < len(b) && b[i] != q {
		seen |= class[b[i]]
		i++
	}
	if seen&charLess != 0 {
		return i, syntax("a < in an attribute")
	}
	if i >= len(b) {
		return -1, nil
	}
	a.valEnd = i
	if seen != 0 {
		if err := s.checkValue(b[a.val:a.valEnd], seen); err != nil {
			return i, err
		}
	}
	for k := range s.attrs {
		o := &s.attrs[k]
		if o.keyEnd-o.key == a.keyEnd-a.key && string(b[o.key:o.keyEnd]) == string(b[a.key:a.keyEnd]) {
			return i, syntax("an attribute given twice")
		}
	}
	if len(s.attrs) >= maxAttrs {
		return i, syntax("too many attributes")
	}
	s.attrs = append(s.attrs, a)
	return i + 1, nil
}

func (s *Scanner) checkValue(raw []byte, seen uint8) (err error) {
	if err := legal(raw, seen); err != nil {
		return err
	}
	if seen&charEntity != 0 {
		s.val, err = unescape(s.val[:0], raw)
	}
	return err
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
	if len(s.marks) == 0 {
		return syntax("a closing tag without its opening one")
	}
	want := s.names[s.marks[len(s.marks)-1]:]
	i := s.pos + 2
	for s.end-i <= len(want) {
		if !s.fill(s.pos) {
			return s.cut()
		}
		i = s.pos + 2
	}
	if string(s.buf[i:i+len(want)]) != string(want) || nameByte[s.buf[i+len(want)]] {
		return syntax("a closing tag that does not match its opening one")
	}
	s.name, s.local = [2]int{i, i + len(want)}, i
	for k := i; k < i+len(want); k++ {
		if s.buf[k] == ':' {
			s.local = k + 1
		}
	}
	n := len(want) + 2
	for {
		if s.pos+n >= s.end {
			keep := s.pos
			if !s.fill(keep) {
				return s.cut()
			}
			s.name[0], s.name[1], s.local = s.name[0]-keep, s.name[1]-keep, s.local-keep
			continue
		}
		c := s.buf[s.pos+n]
		if c == '>' {
			break
		}
		if !isSpace(c) {
			return syntax("a closing tag with more than a name")
		}
		n++
	}
	s.pos += n + 1
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
