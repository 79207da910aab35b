package charset

import (
	"bytes"
	"io"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
)

func TestFind(t *testing.T) {
	long := bytes.Repeat([]byte("plain text, "), 40000)
	for _, c := range []struct {
		what string
		data []byte
		name string
		text string
	}{
		{"ASCII", []byte("abc"), "utf-8", "abc"},
		{"empty", nil, "utf-8", ""},
		{"a mark is no text", []byte("\xef\xbb\xbfabc"), "utf-8", "abc"},
		{"UTF-16 by its mark", []byte("\xff\xfea\x00\xfc\x00"), "utf-16le", "aü"},
		{"UTF-16 by its zeros", []byte("\x00a\x00b\x00c\x00d"), "utf-16be", "abcd"},
		{"one byte far behind the sample decides", append(bytes.Clone(long), "M\xfcller"...), "windows-1252", string(long) + "Müller"},
		{"UTF-8 with one byte of something else", []byte("caf\xc3\xa9,1\nx\xff,2\n"), "utf-8", "café,1\nx\ufffd,2\n"},
		{"capitals that happen to be UTF-8", []byte("\xab CAF\xc9\xbb, tr\xe8s p\xe8re\n"), "windows-1252", "« CAFÉ», très père\n"},
		{"a few words of Japanese", []byte("\x95i\x96\xda,\x8b\xe0\x8az\n\x88\xd6\x8eq,12000\n"), "shift_jis", "品目,金額\n椅子,12000\n"},
		{"Polish", []byte("\xa3\xf3d\x9f"), "windows-1250", "Łódź"},
	} {
		src := table.Source{Name: "x", Data: bytes.NewReader(c.data), Size: int64(len(c.data))}
		got, err := Find(src, "")
		if err != nil || got.Name != c.name {
			t.Errorf("%s: %q, %v; want %q", c.what, got.Name, err, c.name)
			continue
		}
		if text, err := io.ReadAll(got.Reader(src)); err != nil || string(text) != c.text {
			t.Errorf("%s: text of %d bytes, %v; want %d", c.what, len(text), err, len(c.text))
		}
	}
}
