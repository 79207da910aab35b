package pdf

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/table/pdf/engine"
	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

// FuzzRead reads files that were changed at random: no panic, and no character
// of a page in two rows.
func FuzzRead(f *testing.F) {
	seeds := [][]byte{
		pdfFile(sheet{Content: text(60, 700, "one line")}),
		pdfFile(sheet{Content: grid(rentColumns, 700, 16, append([][]string{rentHeading}, rentRows(1, 3)...)...)}),
		pdfFile(sheet{Rotate: 90, Content: text(60, 700, "turned") + "0.5 g 50 530 200 25 re f 1 0 0 RG 10 10 m 200 10 l S"}),
		pdfFile(sheet{Content: "q 595 0 0 842 0 0 cm /Im Do Q\n3 Tr\n" + text(60, 700, "under a scan")}),
	}
	if len(seeds) < 4 {
		f.Fatal("too few seeds")
	}
	for _, s := range seeds {
		f.Add(s, uint16(40), byte(7))
	}
	e, err := engine.New(engine.Config{Cache: cacheFolder(), Memory: 256 << 20})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = e.Close() })
	f.Fuzz(func(t *testing.T, data []byte, at uint16, by byte) {
		if len(data) == 0 || len(data) > 1<<16 {
			return
		}
		data = bytes.Clone(data)
		data[int(at)%len(data)] ^= by
		d, err := e.Open(data, "")
		if err != nil {
			return
		}
		defer func() { _ = d.Close() }()
		for i := range min(d.Pages(), 5) {
			p, err := d.Page(i)
			if err != nil {
				continue
			}
			read := 0
			for _, b := range layout.Read(p).Blocks {
				for _, r := range b.Rows {
					for _, c := range r.Cells {
						read += utf8.RuneCountInString(strings.Join(strings.Fields(c.Text), ""))
					}
				}
			}
			if most := 3 * len(p.Chars); read > most { // a joined letter is up to three
				t.Errorf("page %d has %d characters and is read as %d", i+1, len(p.Chars), read)
			}
		}
	})
}
