package pdf

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
)

// noCharacters draws its glyphs by their numbers, and nothing says which characters they are.
const noCharacters = "<</Type/Font/Subtype/Type0/BaseFont/Blank/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Blank/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500>>]>>"

// TestDoubts reads pages that a reader cannot vouch for: each says so.
func TestDoubts(t *testing.T) {
	letters := func(from, to int) [][]string {
		rows := rentRows(from, to)
		return append([][]string{rentHeading}, rows...)
	}
	wide := grid(rentColumns, 700, 16, letters(1, 6)...)
	cases := []struct {
		code, name string
		data       []byte
	}{
		{finding.ThinColumns, "a column that prints on the first of two pages only",
			pdfFile(sheet{Content: grid(rentColumns, 760, 16, letters(1, 14)...) + grid([]float64{520}, 760, 32, []string{"Remark"}, []string{"let"}, []string{"void"}, []string{"let"})},
				sheet{Content: grid(rentColumns, 760, 16, letters(15, 54)...)})},
		{finding.PagesDiffer, "the same heading over other columns on the next page",
			pdfFile(sheet{Content: wide}, sheet{Content: grid([]float64{60, 100, 200, 260}, 700, 16, letters(1, 6)...)})},
		{finding.TwoValuesInCell, "two amounts under one heading",
			pdfFile(sheet{Content: grid(rentColumns, 700, 16, append(letters(1, 6), []string{"A-7", "Evans", "01.07.2021", "1,200.00 35.50"})...)})},
		{finding.UndecodableText, "a font without characters",
			bytes.Replace(pdfFile(sheet{Content: text(60, 700, strings.Repeat("\xe0A\xe0B", 20))}), []byte("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"), []byte(noCharacters), 1)},
	}
	for _, c := range cases {
		doc := read(t, c.data)
		if got := strings.Fields(codes(doc)); !slices.Contains(got, c.code) {
			t.Errorf("%s: warnings %v, want %s\n%s", c.name, got, c.code, printed(doc))
		}
	}
	if got := codes(read(t, pdfFile(sheet{Content: wide}))); got != "" {
		t.Errorf("a plain table has the warnings %s", got)
	}
}
