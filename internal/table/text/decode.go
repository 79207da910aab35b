package text

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

var (
	bomUTF8 = []byte{0xef, 0xbb, 0xbf}
	bomLE   = []byte{0xff, 0xfe}
	bomBE   = []byte{0xfe, 0xff}
)

// sampleBytes is how much of a file tells UTF-16 and binary files from others.
const sampleBytes = 64 << 10

// decode returns the file as UTF-8 without a byte order mark. The encoding is the one asked
// for, else the one that a byte order mark says, UTF-16 where every other byte is zero, UTF-8
// where the whole file is valid, and Windows-1252 for the rest, with a warning.
func decode(src table.Source, name string) (io.Reader, *table.Warning, error) {
	body := io.NewSectionReader(src.Data, 0, src.Size)
	head := make([]byte, min(int64(sampleBytes), src.Size))
	if _, err := io.ReadFull(io.NewSectionReader(src.Data, 0, src.Size), head); err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", src.Name, err)
	}
	if name != "" {
		enc, err := htmlindex.Get(name)
		if err != nil {
			return nil, nil, &table.Unreadable{
				Code: finding.UnknownFormat, Cause: fmt.Sprintf("no such encoding: %q", name),
				Hint: "use a name of the WHATWG Encoding Standard, such as utf-8, utf-16le or windows-1252",
			}
		}
		return skipMark(enc.NewDecoder().Reader(body)), nil, nil
	}
	switch {
	case bytes.HasPrefix(head, bomUTF8):
		return io.NewSectionReader(src.Data, 3, src.Size-3), nil, nil
	case bytes.HasPrefix(head, bomLE):
		return utf16(unicode.LittleEndian, src, 2), nil, nil
	case bytes.HasPrefix(head, bomBE):
		return utf16(unicode.BigEndian, src, 2), nil, nil
	}
	if order, ok := zeroParity(head); ok {
		return utf16(order, src, 0), guessed("UTF-16 without a byte order mark"), nil
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return nil, nil, &table.Unreadable{
			Code: finding.UnknownFormat, Cause: "the file is no text: it has zero bytes",
			Hint: "name its encoding if it is one",
		}
	}
	valid, err := validUTF8(body)
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", src.Name, err)
	}
	again := io.NewSectionReader(src.Data, 0, src.Size)
	if valid {
		return again, nil, nil
	}
	return charmap.Windows1252.NewDecoder().Reader(again), guessed("not valid UTF-8, read as Windows-1252"), nil
}

func utf16(order unicode.Endianness, src table.Source, skip int64) io.Reader {
	dec := unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder()
	return dec.Reader(io.NewSectionReader(src.Data, skip, src.Size-skip))
}

func guessed(what string) *table.Warning {
	return &table.Warning{Code: finding.EncodingGuessed, Row: -1, Col: -1, Detail: what}
}

// zeroParity reports UTF-16 without a mark: of the byte pairs nearly all have a zero on the
// same side.
func zeroParity(head []byte) (unicode.Endianness, bool) {
	pairs, even, odd := len(head)/2, 0, 0
	for i := 0; i+1 < len(head); i += 2 {
		if head[i] == 0 {
			even++
		}
		if head[i+1] == 0 {
			odd++
		}
	}
	switch {
	case pairs == 0:
		return unicode.LittleEndian, false
	case odd*2 > pairs && even*10 < pairs:
		return unicode.LittleEndian, true
	case even*2 > pairs && odd*10 < pairs:
		return unicode.BigEndian, true
	}
	return unicode.LittleEndian, false
}

// validUTF8 reports whether everything that r has is valid UTF-8.
func validUTF8(r io.Reader) (bool, error) {
	buf := make([]byte, 64<<10)
	kept := 0
	for {
		n, err := r.Read(buf[kept:])
		chunk := buf[:kept+n]
		whole := chunk
		if err == nil {
			whole = chunk[:len(chunk)-tail(chunk)]
		}
		if !utf8.Valid(whole) {
			return false, nil
		}
		if err == io.EOF {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		kept = copy(buf, chunk[len(whole):])
	}
}

// tail returns how many bytes at the end begin a character that is not whole.
func tail(b []byte) int {
	for n := 1; n <= min(utf8.UTFMax-1, len(b)); n++ {
		if c := b[len(b)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(b[len(b)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}

// skipMark drops a byte order mark that the named encoding left in place.
func skipMark(r io.Reader) io.Reader {
	head := make([]byte, len(bomUTF8))
	n, err := io.ReadFull(r, head)
	head = head[:n]
	if bytes.Equal(head, bomUTF8) {
		return r
	}
	if err != nil {
		return bytes.NewReader(head)
	}
	return io.MultiReader(bytes.NewReader(head), r)
}
