package xmlscan

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

var declared = regexp.MustCompile(`^<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']`)

// Decode returns r as UTF-8: a byte order mark or the pattern of the first bytes tells
// UTF-16, the XML declaration names any other encoding.
func Decode(r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 4<<10)
	head, err := b.Peek(256)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, err := b.Discard(3)
		return b, err
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("<\x00")):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(b), nil
	case bytes.HasPrefix(head, []byte("\xfe\xff")), bytes.HasPrefix(head, []byte("\x00<")):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Reader(b), nil
	}
	m := declared.FindSubmatch(head)
	if m == nil {
		return b, nil
	}
	var e encoding.Encoding
	if e, err = htmlindex.Get(string(m[1])); err != nil {
		return nil, syntax(fmt.Sprintf("the unknown encoding %s", m[1]))
	}
	if e == unicode.UTF8 {
		return b, nil
	}
	if name, _ := htmlindex.Name(e); name == "utf-16le" || name == "utf-16be" {
		return b, nil // declared, but the bytes are plain
	}
	return e.NewDecoder().Reader(b), nil
}
