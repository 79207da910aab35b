// Package xmlscan reads the XML of office files as a stream of tags and texts. It is strict
// where a lenient reader would lose rows: every element must close, every entity must be known,
// a control character is an error, and a document type is refused, so that nothing is
// expanded and nothing is fetched. It keeps no more than its buffer in memory.
package xmlscan

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// A Kind is what [Scanner.Next] found.
type Kind uint8

// The kinds.
const (
	End   Kind = iota // an element ends; an empty element gives Start and End
	Start             // an element starts
	Text              // characters; long ones come in several pieces
	EOF               // the document is complete
)

// Limits of the scanner itself.
const (
	bufferSize = 128 << 10
	maxTag     = 1 << 20
	maxAttrs   = 1024
	maxDepth   = 512
)

// The errors of a document that is not well formed. They are wrapped with what was found.
var (
	ErrCut     = errors.New("the file ends before its last element")
	ErrSyntax  = errors.New("not well-formed XML")
	ErrDoctype = errors.New("a document type is not read")
)

// A SyntaxError says what is wrong with the XML.
type SyntaxError struct{ What string }

func (e *SyntaxError) Error() string { return e.What }

// Unwrap returns ErrSyntax.
func (e *SyntaxError) Unwrap() error { return ErrSyntax }

func syntax(what string) error { return &SyntaxError{What: what} }

type attr struct{ key, keyEnd, val, valEnd int }

// A Scanner reads one document.
type Scanner struct {
	r    io.Reader
	buf  []byte
	pos  int // of the next byte
	end  int
	rerr error // of the reader, io.EOF included

	name   [2]int
	local  int
	attrs  []attr
	text   []byte
	dec    []byte // decoded text
	val    []byte // decoded attribute value
	closed bool   // an empty element waits for its End
	cdata  bool
	rooted bool

	names []byte
	marks []int
	pop   bool // the element of the last End leaves the stack at the next call
}

// New returns a scanner of r, which gives UTF-8 (see [Decode]). A reader that knows how much is
// left gets a buffer no larger than that: a workbook may have thousands of small sheets.
func New(r io.Reader) *Scanner {
	size := bufferSize
	if l, ok := r.(interface{ Len() int }); ok {
		size = min(size, max(l.Len()+1, 512))
	}
	return &Scanner{r: r, buf: make([]byte, size)}
}

// Depth returns how many elements are open: the root has depth 1, at its Start and at its End.
func (s *Scanner) Depth() int { return len(s.marks) }

// Local returns the name of the element without its prefix, valid until the next call of Next.
func (s *Scanner) Local() []byte { return s.buf[s.local:s.name[1]] }

// Text returns the characters of a Text, entities resolved, valid until the next call of Next.
func (s *Scanner) Text() []byte { return s.text }

// Attr returns the value of the attribute with a name, prefix included ("r", "xml:space");
// valid until the next call. A name without prefix matches no prefixed one.
func (s *Scanner) Attr(name string) (value []byte, ok bool) {
	for i := range s.attrs {
		a := &s.attrs[i]
		if string(s.buf[a.key:a.keyEnd]) == name {
			return s.decodeAttr(a), true
		}
	}
	return nil, false
}

// AttrLocal returns the value of the first attribute with a prefix and this local name.
func (s *Scanner) AttrLocal(local string) (value []byte, ok bool) {
	for i := range s.attrs {
		a := &s.attrs[i]
		key := s.buf[a.key:a.keyEnd]
		if c := bytes.IndexByte(key, ':'); c >= 0 && string(key[c+1:]) == local {
			return s.decodeAttr(a), true
		}
	}
	return nil, false
}

// Attrs returns how many attributes the element has; AttrAt returns one of them.
func (s *Scanner) Attrs() int { return len(s.attrs) }

// AttrAt returns the i-th attribute; name and value are valid until the next call.
func (s *Scanner) AttrAt(i int) (name, value []byte) {
	a := &s.attrs[i]
	return s.buf[a.key:a.keyEnd], s.decodeAttr(a)
}

func (s *Scanner) decodeAttr(a *attr) []byte {
	raw := s.buf[a.val:a.valEnd]
	if bytes.IndexByte(raw, '&') < 0 {
		return raw
	}
	v, err := unescape(s.val[:0], raw)
	s.val = v
	if err != nil {
		return raw // was checked when the tag was read
	}
	return v
}

// fill reads more, keeping everything from byte keep on. It reports whether it got any.
func (s *Scanner) fill(keep int) bool {
	if s.rerr != nil {
		return false
	}
	if keep > 0 {
		copy(s.buf, s.buf[keep:s.end])
		s.pos -= keep
		s.end -= keep
	}
	if s.end == len(s.buf) {
		if len(s.buf) >= maxTag {
			s.rerr = syntax("a tag is too long")
			return false
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	for range 100 {
		n, err := s.r.Read(s.buf[s.end:])
		s.end += n
		if err != nil {
			s.rerr = err
		}
		if n > 0 || err != nil {
			return n > 0
		}
	}
	s.rerr = io.ErrNoProgress
	return false
}

// cut is the error where more was expected.
func (s *Scanner) cut() error {
	if s.rerr == nil || errors.Is(s.rerr, io.EOF) {
		return ErrCut
	}
	return s.rerr
}

// Next moves to the next tag or text. After an error it must not be called again.
func (s *Scanner) Next() (Kind, error) {
	if s.pop {
		s.pop = false
		s.names = s.names[:s.marks[len(s.marks)-1]]
		s.marks = s.marks[:len(s.marks)-1]
	}
	if s.closed {
		s.closed = false
		s.pop = true
		return End, nil
	}
	s.attrs = s.attrs[:0]
	for {
		if s.cdata {
			if ok, err := s.nextCDATA(); ok || err != nil {
				return Text, err
			}
			continue
		}
		if s.pos == s.end && !s.fill(s.pos) {
			return s.finish()
		}
		if s.buf[s.pos] != '<' {
			if err := s.nextText(); err != nil {
				return Text, err
			}
			if len(s.marks) == 0 {
				if len(bytes.TrimSpace(s.text)) != 0 {
					return Text, syntax("text outside the root element")
				}
				continue
			}
			return Text, nil
		}
		for s.end-s.pos < 2 {
			if !s.fill(s.pos) {
				return End, s.cut()
			}
		}
		switch s.buf[s.pos+1] {
		case '/':
			return End, s.endTag()
		case '?':
			if err := s.skip(2, "?>"); err != nil {
				return End, err
			}
		case '!':
			if err := s.declaration(); err != nil {
				return End, err
			}
		default:
			return Start, s.startTag()
		}
	}
}

func (s *Scanner) finish() (Kind, error) {
	if !errors.Is(s.rerr, io.EOF) {
		return EOF, s.rerr
	}
	if len(s.marks) > 0 || !s.rooted {
		return EOF, ErrCut
	}
	return EOF, nil
}

// nextText reads characters up to the next tag, or as many as the buffer holds.
func (s *Scanner) nextText() error {
	i := s.pos
	var seen uint8
	for {
		b := s.buf[:s.end]
		for i < len(b) {
			if k := class[b[i]]; k != 0 {
				if k == charLess {
					return s.takeText(i, seen)
				}
				seen |= k
			}
			i++
		}
		if s.rerr != nil {
			if errors.Is(s.rerr, io.EOF) {
				return s.takeText(s.end, seen)
			}
			return s.rerr
		}
		if s.end-s.pos > bufferSize/2 {
			return s.takeText(safeEnd(s.buf[s.pos:s.end])+s.pos, seen)
		}
		n := i - s.pos
		s.fill(s.pos)
		i = s.pos + n
	}
}

// safeEnd returns where b can be cut without cutting an entity or a character.
func safeEnd(b []byte) int {
	n := len(b)
	if i := bytes.LastIndexByte(b[max(n-16, 0):], '&'); i >= 0 {
		n = max(n-16, 0) + i
	}
	for k := n - 1; k >= 0 && k >= n-utf8.UTFMax; k-- {
		if utf8.RuneStart(b[k]) {
			if !utf8.FullRune(b[k:n]) {
				n = k
			}
			break
		}
	}
	if n == 0 {
		return len(b)
	}
	return n
}

func (s *Scanner) takeText(end int, seen uint8) error {
	raw := s.buf[s.pos:end]
	s.pos = end
	s.text = raw
	if seen == 0 {
		return nil
	}
	if err := legal(raw, seen); err != nil {
		return err
	}
	if seen&charEntity == 0 {
		return nil
	}
	var err error
	s.dec, err = unescape(s.dec[:0], raw)
	s.text = s.dec
	return err
}

// legal reports an illegal character among those seen.
func legal(raw []byte, seen uint8) error {
	if seen&charControl != 0 {
		for _, c := range raw {
			if class[c] == charControl {
				return syntax(fmt.Sprintf("control character U+%04X", c))
			}
		}
	}
	if seen&charWide != 0 && !utf8.Valid(raw) {
		return syntax("bytes that are not UTF-8")
	}
	return nil
}

// What a byte means in a text or a value, as bits.
const (
	charLess uint8 = 1 << iota
	charEntity
	charWide
	charControl
)

var class = func() (t [256]uint8) {
	for c := range 256 {
		switch {
		case c == '<':
			t[c] = charLess
		case c == '&':
			t[c] = charEntity
		case c >= 0x80:
			t[c] = charWide
		case c < 0x20 && c != '\t' && c != '\n' && c != '\r':
			t[c] = charControl
		}
	}
	return t
}()

// skip drops everything through the terminator, which may lie far away.
func (s *Scanner) skip(from int, terminator string) error {
	s.pos += from
	for {
		if i := bytes.Index(s.buf[s.pos:s.end], []byte(terminator)); i >= 0 {
			s.pos += i + len(terminator)
			return nil
		}
		s.pos = max(s.end-len(terminator)+1, s.pos)
		if !s.fill(s.pos) {
			return s.cut()
		}
	}
}

func (s *Scanner) declaration() error {
	const doctype, comment, cdata = "<!DOCTYPE", "<!--", "<![CDATA["
	for s.end-s.pos < len(cdata) && s.fill(s.pos) {
	}
	b := s.buf[s.pos:s.end]
	switch {
	case bytes.HasPrefix(b, []byte(comment)):
		return s.skip(len(comment), "-->")
	case bytes.HasPrefix(b, []byte(cdata)) && len(s.marks) > 0:
		s.pos += len(cdata)
		s.cdata = true
		return nil
	case bytes.HasPrefix(b, []byte(doctype)):
		return ErrDoctype
	case len(b) < len(cdata):
		return s.cut()
	}
	return syntax("an unknown declaration")
}

// nextCDATA reads a piece of a CDATA section; ok is false where it is empty.
func (s *Scanner) nextCDATA() (ok bool, err error) {
	for {
		if i := bytes.Index(s.buf[s.pos:s.end], []byte("]]>")); i >= 0 {
			s.text = s.buf[s.pos : s.pos+i]
			s.pos += i + 3
			s.cdata = false
			return i > 0, s.checkCDATA()
		}
		if n := s.end - s.pos; n > bufferSize/2 {
			keep := safeEnd(s.buf[s.pos : s.end-2])
			s.text = s.buf[s.pos : s.pos+keep]
			s.pos += keep
			return true, s.checkCDATA()
		}
		if !s.fill(s.pos) {
			return false, s.cut()
		}
	}
}

func (s *Scanner) checkCDATA() error {
	var seen uint8
	for _, c := range s.text {
		seen |= class[c]
	}
	return legal(s.text, seen)
}
