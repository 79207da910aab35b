package xmlscan

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// events writes what the scanner finds: (name attributes, text, ).
func events(r io.Reader) (string, error) {
	var b strings.Builder
	sc := New(r)
	for {
		kind, err := sc.Next()
		if err != nil {
			return b.String(), err
		}
		switch kind {
		case Start:
			fmt.Fprintf(&b, "(%s", sc.Local())
			for i := range sc.Attrs() {
				k, v := sc.AttrAt(i)
				fmt.Fprintf(&b, " %s=%q", k, v)
			}
		case End:
			fmt.Fprintf(&b, ")%s", sc.Local())
		case Text:
			fmt.Fprintf(&b, "%q", sc.Text())
		case EOF:
			return b.String(), nil
		}
	}
}

func TestEvents(t *testing.T) {
	cases := []struct{ in, want string }{
		{`<a/>`, `(a)a`},
		{`<?xml version="1.0"?><!-- c --><a b="1" c='2>"'>x</a>`, `(a b="1" c="2>\"""x")a`},
		{`<x:a x:b="&lt;&#65;"><b/>&amp;<![CDATA[<&]]></x:a >`, `(a x:b="<A"(b)b"&""<&")a`},
		{"<a>\r\n é</a>\n", `(a"\r\n é")a`},
		{`<a  b = "1" />`, `(a b="1")a`},
	}
	for _, c := range cases {
		for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
			if got, err := events(r); err != nil || got != c.want {
				t.Errorf("%s gives %s (%v), want %s", c.in, got, err, c.want)
			}
		}
	}
}

func TestMalformed(t *testing.T) {
	cases := []struct {
		in   string
		want error
	}{
		{``, ErrCut}, {`<a>`, ErrCut}, {`<a`, ErrCut}, {`<a b="1`, ErrCut}, {`<a></a`, ErrCut}, {`<a><![CDATA[x`, ErrCut}, {`<a><!-- x`, ErrCut},
		{`<a></b>`, ErrSyntax}, {`<a></ab>`, ErrSyntax}, {`</a>`, ErrSyntax}, {`<a>&foo;</a>`, ErrSyntax}, {`<a>& </a>`, ErrSyntax},
		{"<a>\x01</a>", ErrSyntax}, {"<a b='\x01'/>", ErrSyntax}, {"<a>\xff</a>", ErrSyntax}, {`<a>&#1;</a>`, ErrSyntax}, {`<a>&#xD800;</a>`, ErrSyntax},
		{`<a b=1/>`, ErrSyntax}, {`<a b/>`, ErrSyntax}, {`<a b="1"c="2"/>`, ErrSyntax}, {`<a b="1" b="2"/>`, ErrSyntax}, {`<a b="<"/>`, ErrSyntax},
		{`<a/><b/>`, ErrSyntax}, {`<a/>x`, ErrSyntax}, {`x<a/>`, ErrSyntax}, {`< a/>`, ErrSyntax}, {`<a></a x>`, ErrSyntax},
		{`<!DOCTYPE a><a/>`, ErrDoctype}, {`<a><!ELEMENT b></a>`, ErrSyntax},
		{strings.Repeat("<a>", 600), ErrSyntax},
	}
	for _, c := range cases {
		for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
			if got, err := events(r); !errors.Is(err, c.want) {
				t.Errorf("%.40q gives %s and %v, want %v", c.in, got, err, c.want)
			}
		}
	}
}

// TestLongTexts checks that texts longer than the buffer come whole, characters and entities uncut.
func TestLongTexts(t *testing.T) {
	want := strings.Repeat("abcé&", 200_000)
	in := "<a>" + strings.ReplaceAll(want, "&", "&amp;") + "</a>"
	sc := New(strings.NewReader(in))
	var got strings.Builder
	for {
		kind, err := sc.Next()
		if err != nil {
			t.Fatal(err)
		}
		if kind == Text {
			got.Write(sc.Text())
		}
		if kind == EOF {
			break
		}
	}
	if got.String() != want {
		t.Fatalf("%d bytes, want %d", got.Len(), len(want))
	}
}

func TestDecode(t *testing.T) {
	utf16 := func(s string, big bool) string {
		var b strings.Builder
		for _, r := range s {
			if big {
				b.WriteByte(byte(r >> 8))
			}
			b.WriteByte(byte(r))
			if !big {
				b.WriteByte(byte(r >> 8))
			}
		}
		return b.String()
	}
	cases := map[string]string{
		"plain":      `<a>ü</a>`,
		"mark":       "\xef\xbb\xbf<a>ü</a>",
		"utf-16le":   "\xff\xfe" + utf16(`<?xml version="1.0" encoding="UTF-16"?><a>ü</a>`, false),
		"utf-16be":   "\xfe\xff" + utf16(`<a>ü</a>`, true),
		"unmarked":   utf16(`<a>ü</a>`, false),
		"latin1":     "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\xfc</a>",
		"windows":    "<?xml version='1.0' encoding='windows-1252'?><a>\xfc</a>",
		"utf-8 said": `<?xml version="1.0" encoding="utf-8"?><a>ü</a>`,
	}
	for name, in := range cases {
		r, err := Decode(strings.NewReader(in))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, err := events(r); err != nil || got != `(a"ü")a` {
			t.Errorf("%s: %s %v", name, got, err)
		}
	}
	if _, err := Decode(strings.NewReader(`<?xml version="1.0" encoding="none-such"?><a/>`)); err == nil {
		t.Error("an unknown encoding is read")
	}
}

// FuzzScanner checks that whatever the scanner accepts, the standard library's strict decoder
// accepts with the same elements, unless it is about names, which the scanner leaves alone.
func FuzzScanner(f *testing.F) {
	for _, s := range []string{`<a b="1">x&amp;<c/></a>`, `<a><![CDATA[x]]></a>`, `<?xml version="1.0"?><x:a xmlns:x="u"/>`, `<a>`, `<a b='&#65;'/>`, "<a>\x01</a>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, err := events(strings.NewReader(in))
		slow, errSlow := events(iotest.OneByteReader(strings.NewReader(in)))
		if (err == nil) != (errSlow == nil) || err == nil && joined(got) != joined(slow) {
			t.Fatalf("%q reads as %s (%v) at once and as %s (%v) byte by byte", in, got, err, slow, errSlow)
		}
		if err != nil {
			return
		}
		d := xml.NewDecoder(strings.NewReader(in))
		open := 0
		for {
			tok, err := d.RawToken()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				if strings.Contains(err.Error(), "name") || strings.Contains(err.Error(), "]]>") || strings.Contains(err.Error(), "version") || strings.Contains(err.Error(), "encoding") ||
					strings.Contains(err.Error(), "--") || strings.Contains(err.Error(), "target") || strings.Contains(err.Error(), "element") || strings.Contains(err.Error(), "attribute") {
					return
				}
				t.Fatalf("%q is read as %s; the standard decoder says %v", in, got, err)
			}
			switch tok.(type) {
			case xml.StartElement:
				open++
			case xml.EndElement:
				open--
			}
		}
		if open != 0 {
			t.Fatalf("%q leaves %d elements open", in, open)
		}
	})
}

// joined drops the borders between pieces of one text.
func joined(s string) string { return strings.ReplaceAll(s, `""`, "") }
