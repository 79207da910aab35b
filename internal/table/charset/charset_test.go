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
