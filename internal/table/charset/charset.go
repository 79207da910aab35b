// Package charset finds the character encoding of a text file and decodes it. It reads the
// whole file once to be sure of UTF-8, because one byte near the end decides.
package charset

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	utf "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/rowproof/rowproof/internal/table"
)

// A Choice is the encoding of a file and how it was found.
type Choice struct {
	Name    string // of the WHATWG standard, "utf-8"
	Guessed bool   // by the frequency of bytes: a person may have to overrule it
	Bad     bool   // UTF-8 with bytes that are no character
	skip    int64  // of a byte order mark
	enc     encoding.Encoding
}

// sample is how much of a file the detector looks at.
const sample = 256 << 10

// confident is the least confidence with which the detector's word is taken.
const confident = 0.5

// Find finds the encoding of src, or takes the named one.
func Find(src table.Source, name string) (Choice, error) {
	head := make([]byte, min(sample, src.Size))
	if _, err := src.Data.ReadAt(head, 0); err != nil && err != io.EOF {
		return Choice{}, fmt.Errorf("read %s: %w", src.Name, err)
	}
	mark := byteOrderMark(head)
	if name != "" {
		return named(src.Name, name, mark)
	}
	if mark.Name != "" {
		return mark, nil
	}
	if c, ok := zeroParity(head); ok {
		return c, nil
	}
	n, err := countUTF8(src)
	if err != nil {
		return Choice{}, err
	}
	switch {
	case n.bad == 0:
		return Choice{Name: "utf-8"}, nil
	case n.good >= 3*n.bad, n.usual >= n.bad:
		return Choice{Name: "utf-8", Bad: true}, nil
	}
	return detect(head)
}

// Known reports whether there is an encoding of the name.
func Known(name string) bool {
	enc, _ := charset.Lookup(name)
	return enc != nil
}

func named(file, name string, mark Choice) (Choice, error) {
	enc, canonical := charset.Lookup(name)
	if enc == nil {
		return Choice{}, &table.Unreadable{
			Code:  "SOURCE004",
			Cause: fmt.Sprintf("there is no encoding %q", name),
			Hint:  "use a name such as utf-8, windows-1252, iso-8859-15, utf-16le, shift_jis",
			Place: file,
		}
	}
	c := Choice{Name: canonical, enc: enc}
	if mark.Name == canonical {
		c.skip = mark.skip
	}
	if canonical == "utf-8" {
		c.enc = nil
		c.Bad = true
	}
	return c, nil
}

func byteOrderMark(b []byte) Choice {
	switch {
	case bytes.HasPrefix(b, []byte{0xEF, 0xBB, 0xBF}):
		return Choice{Name: "utf-8", skip: 3, Bad: true}
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}):
		return utf16(utf.LittleEndian, "utf-16le", 2)
	case bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		return utf16(utf.BigEndian, "utf-16be", 2)
	}
	return Choice{}
}

func utf16(e utf.Endianness, name string, skip int64) Choice {
	return Choice{Name: name, skip: skip, enc: utf.UTF16(e, utf.IgnoreBOM)}
}

// zeroParity knows UTF-16 without a mark: the high bytes of Latin text are zero.
func zeroParity(b []byte) (Choice, bool) {
	b = b[:min(len(b), 4096)]
	var zero [2]int
	for i, c := range b {
		if c == 0 {
			zero[i&1]++
		}
	}
	switch n := len(b); {
	case zero[1] > n/4 && zero[0] <= n/50:
		return utf16(utf.LittleEndian, "utf-16le", 0), true
	case zero[0] > n/4 && zero[1] <= n/50:
		return utf16(utf.BigEndian, "utf-16be", 0), true
	}
	return Choice{}, false
}

// counts says how well a file is UTF-8: the characters beyond ASCII that are well-formed, those
// of them that are usual in Latin text, and the bytes that are part of none. Bytes of another
// encoding hardly ever make a usual character: they would read as é and the like.
type counts struct{ good, usual, bad int }

func countUTF8(src table.Source) (n counts, err error) {
	r := io.NewSectionReader(src.Data, 0, src.Size)
	buf := make([]byte, 64<<10)
	keep := 0
	for {
		read, err := io.ReadFull(r, buf[keep:])
		last := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !last {
			return n, fmt.Errorf("read %s: %w", src.Name, err)
		}
		b := buf[:keep+read]
		i := 0
		for i < len(b) {
			if b[i] < utf8.RuneSelf {
				i++
				continue
			}
			if !last && !utf8.FullRune(b[i:]) {
				break
			}
			r, size := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && size == 1 {
				n.bad++
			} else {
				n.good++
				if r >= 0xa0 && r < 0x180 || r >= 0x2010 && r < 0x20d0 {
					n.usual++
				}
			}
			i += size
		}
		keep = copy(buf, b[i:])
		if last {
			return n, nil
		}
	}
}

// detect names a single-byte or East Asian encoding. The detector is not to be trusted among
// the Latin ones, which are told apart by the words that they make.
func detect(head []byte) (Choice, error) {
	r := chardet.Detect(head)
	if r.Confidence >= confident {
		if enc, name := charset.Lookup(r.Encoding); enc != nil && !latin[name] && name != "utf-8" {
			return Choice{Name: name, Guessed: true, enc: enc}, nil
		}
	}
	best, least := Choice{}, -1
	for _, name := range []string{"windows-1252", "windows-1250", "macintosh"} {
		enc, _ := charset.Lookup(name)
		text, err := enc.NewDecoder().Bytes(head)
		if err != nil {
			continue
		}
		if n := unlikely(string(text)); least < 0 || n < least {
			best, least = Choice{Name: name, Guessed: true, enc: enc}, n
		}
	}
	if least > 0 {
		if enc, name := charset.Lookup("shift_jis"); japanese(head, enc) {
			return Choice{Name: name, Guessed: true, enc: enc}, nil
		}
	}
	return best, nil
}

// japanese reports whether all that is beyond ASCII decodes to full-width Japanese. The
// detector knows Shift-JIS by frequencies, which a short file does not have.
func japanese(b []byte, enc encoding.Encoding) bool {
	text, err := enc.NewDecoder().Bytes(b)
	if err != nil {
		return false
	}
	n := 0
	for _, r := range string(text) {
		switch {
		case r < utf8.RuneSelf:
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) && (r < 0xff61 || r > 0xff9f), r >= 0x3000 && r < 0x3040, r >= 0xff01 && r <= 0xff5e, r == 0xffe5:
			n++
		default:
			return false
		}
	}
	return n >= 4
}

var latin = map[string]bool{
	"windows-1252": true, "windows-1250": true, "windows-1254": true, "windows-1257": true, "windows-1258": true,
	"iso-8859-2": true, "iso-8859-3": true, "iso-8859-4": true, "iso-8859-10": true, "iso-8859-13": true,
	"iso-8859-14": true, "iso-8859-15": true, "iso-8859-16": true, "macintosh": true,
}

// unlikely counts what words do not have: a symbol before or between letters, a capital
// beyond ASCII after a small letter, a control character.
func unlikely(s string) int {
	n := 0
	prev := ' '
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		switch {
		case r < utf8.RuneSelf:
		case r < 0xa0 || r == utf8.RuneError:
			n += 2
		case unicode.IsUpper(r) && unicode.IsLower(prev):
			n++
		case !unicode.IsLetter(r) && !unicode.Is(unicode.Quotation_Mark, r) && unicode.IsLetter(next) && unicode.IsLower(next):
			n++
		}
		prev = r
	}
	return n
}

// Reader returns the file's text as UTF-8, without a byte order mark. Bytes that are no
// character come as U+FFFD.
func (c Choice) Reader(src table.Source) io.Reader {
	r := io.NewSectionReader(src.Data, c.skip, src.Size-c.skip)
	switch {
	case c.enc != nil:
		return transform.NewReader(r, c.enc.NewDecoder())
	case c.Bad:
		return transform.NewReader(r, utf.UTF8.NewDecoder())
	}
	return r
}
