package parts

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

func TestNames(t *testing.T) {
	for in, want := range map[string]string{
		"xl/Workbook.xml": "xl/workbook.xml", "/xl/a.xml": "xl/a.xml", `xl\b.xml`: "xl/b.xml", "xl/../../c.xml": "c.xml", "./d.xml": "d.xml",
	} {
		if got := Name(in); got != want {
			t.Errorf("Name(%q) = %q, want %q", in, got, want)
		}
	}
	for _, c := range [][3]string{
		{"xl/workbook.xml", "worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"}, {"xl/workbook.xml", "/xl/styles.xml", "xl/styles.xml"},
		{"xl/worksheets/sheet1.xml", "../comments1.xml", "xl/comments1.xml"}, {"", "xl/workbook.xml", "xl/workbook.xml"},
		{"xl/a.xml", "my%20part.xml", "xl/my part.xml"}, {"xl/a.xml", "b.xml#here", "xl/b.xml"}, {"xl/a.xml", `sub\b.xml`, "xl/sub/b.xml"},
	} {
		if got := Resolve(c[0], c[1]); got != c[2] {
			t.Errorf("Resolve(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func archiveOf(t *testing.T, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := zw.CreateHeader(&zip.FileHeader{Name: files[i], Method: zip.Store})
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func openBytes(raw []byte, lim table.Limits) (*Archive, error) {
	return Open(table.Source{Name: "x.zip", Data: bytes.NewReader(raw), Size: int64(len(raw))}, lim)
}

func readPart(a *Archive, name string) (string, error) {
	rc, err := a.Open(name)
	if err != nil {
		return "", err
	}
	defer rc.Close()
	b, err := io.ReadAll(rc)
	return string(b), err
}

// TestParts reads parts that are whole, and checks the code and the place of those that are not.
func TestParts(t *testing.T) {
	raw := archiveOf(t, "A.xml", "<a/>", "b.xml", "one", "B.XML", "two", "c.xml", "<c>cut")
	damaged := bytes.Replace(raw, []byte("<a/>"), []byte("<A/>"), 1)
	a, err := openBytes(raw, table.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if s, err := readPart(a, "a.xml"); s != "<a/>" || err != nil || a.Title("a.xml") != "A.xml" || a.Size("a.xml") != 4 || a.Twice() != 1 {
		t.Errorf("a.xml is %q (%v), titled %q", s, err, a.Title("a.xml"))
	}
	wantCode := func(err error, code, place string) {
		t.Helper()
		var u *table.Unreadable
		if !errors.As(err, &u) || u.Code != code || u.Place != place {
			t.Errorf("%v, want %s at %q", err, code, place)
		}
	}
	_, err = readPart(a, "b.xml")
	wantCode(err, finding.Damaged, "b.xml")
	_, err = readPart(a, "none.xml")
	wantCode(err, finding.Damaged, "none.xml")
	wantCode(a.Scan("c.xml", func(*xmlscan.Scanner, xmlscan.Kind) error { return nil }), finding.Damaged, "c.xml")
	bad, err := openBytes(damaged, table.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	_, err = readPart(bad, "a.xml")
	wantCode(err, finding.BadChecksum, "A.xml")
	_, err = openBytes(raw[:len(raw)-30], table.DefaultLimits())
	wantCode(err, finding.Damaged, "")
	wantCode(Damaged("S, row 3", &table.Unreadable{Code: finding.Damaged, Place: "p.xml"}), finding.Damaged, "S, row 3 (p.xml)")
}

func TestLimits(t *testing.T) {
	raw := archiveOf(t, "a.xml", strings.Repeat("x", 1000), "b.xml", strings.Repeat("y", 1000))
	var l *table.LimitError
	if _, err := openBytes(raw, table.Limits{Entries: 1}); !errors.As(err, &l) || l.Limit != "entries" {
		t.Errorf("entries: %v", err)
	}
	a, err := openBytes(raw, table.Limits{Decompressed: 1500})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // reading a part again does not count again
		if _, err := readPart(a, "a.xml"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := readPart(a, "b.xml"); !errors.As(err, &l) || l.Limit != "decompressed" {
		t.Errorf("decompressed: %v", err)
	}
}
