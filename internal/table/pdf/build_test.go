package pdf

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
)

// TestMain lets the test binary be the parser's child, as the program is.
func TestMain(m *testing.M) {
	if IsChild(os.Environ()) {
		os.Exit(Serve(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// A sheet is one page of a small PDF: its content stream is written by hand, y upwards from
// the bottom of a page of 595 by 842 points.
type sheet struct {
	content string
	rotate  int
	annots  []string // bodies of annotation dictionaries
	picture bool     // a grey picture, named /Im, is among its resources
	entries string   // more entries of the page
	font    string   // body of another font, named /F2
}

// text draws a string.
func text(x, y float64, s string) string { return sized(x, y, 10, s) }

func sized(x, y, size float64, s string) string {
	s = strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(s)
	return fmt.Sprintf("BT /F1 %g Tf %g %g Td (%s) Tj ET\n", size, x, y, s)
}

// grid draws rows of texts at columns xs, line by line from y downwards.
func grid(xs []float64, y, pitch float64, rows ...[]string) string {
	var b strings.Builder
	for i, r := range rows {
		for k, s := range r {
			if s != "" {
				b.WriteString(text(xs[k], y-pitch*float64(i), s))
			}
		}
	}
	return b.String()
}

// pdfFile writes a PDF of the pages.
func pdfFile(sheets ...sheet) []byte {
	var b bytes.Buffer
	var at []int
	object := func(body string) int {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(at), body)
		return len(at)
	}
	stream := func(dict, data string) int {
		return object(fmt.Sprintf("<<%s /Length %d>>\nstream\n%s\nendstream", dict, len(data), data))
	}
	b.WriteString("%PDF-1.7\n")
	font := object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
	picture := stream("/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", "\xc8")
	look := stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 120 16]/Resources<</Font<</F1 %d 0 R>>>>", font), "BT /F1 10 Tf 2 4 Td (drawn value) Tj ET")
	unicodes := stream("", "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"+
		"1 begincodespacerange <0000> <FFFF> endcodespacerange 4 beginbfchar <0001> <5BB6> <0002> <8CC3> <0003> <5408> <0004> <8A08> endbfchar endcmap end end")
	layers := object("<</Type/OCG/Name(seen)>>")
	object("<</Type/OCG/Name(unseen)>>")
	parent := len(at) + 1 + 2*len(sheets)
	annotations := 0
	for _, s := range sheets {
		annotations += len(s.annots)
	}
	parent += annotations
	var kids, fields []string
	for _, s := range sheets {
		var annots []string
		for _, a := range s.annots {
			n := object(strings.ReplaceAll(a, "LOOK", fmt.Sprintf("%d 0 R", look)))
			annots = append(annots, fmt.Sprintf("%d 0 R", n))
		}
		fields = append(fields, annots...)
		c := stream("", s.content)
		other := strings.ReplaceAll(s.font, "TOUNICODE", fmt.Sprintf("%d 0 R", unicodes))
		if other == "" {
			other = fmt.Sprintf("%d 0 R", font)
		}
		page := object(fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 595 842]/Rotate %d/Contents %d 0 R/Annots[%s]%s/Resources<</Font<</F1 %d 0 R/F2 %s>>/XObject<</Im %d 0 R>>/Properties<</On %d 0 R/Off %d 0 R>>>>>>",
			parent, s.rotate, c, strings.Join(annots, " "), s.entries, font, other, picture, layers, layers+1))
		kids = append(kids, fmt.Sprintf("%d 0 R", page))
	}
	object(fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", strings.Join(kids, " "), len(kids)))
	root := object(fmt.Sprintf("<</Type/Catalog/Pages %d 0 R/AcroForm<</Fields[%s]/DA(/F1 10 Tf)/DR<</Font<</F1 %d 0 R>>>>>>/OCProperties<</OCGs[%d 0 R %d 0 R]/D<</OFF[%d 0 R]>>>>>>",
		parent, strings.Join(fields, " "), font, layers, layers+1, layers+1))
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, root, start)
	return b.Bytes()
}

// read reads a file as the program does, in this process.
func read(t *testing.T, data []byte, change ...func(*table.Options)) *table.Document {
	t.Helper()
	doc, err := tryRead(data, change...)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func tryRead(data []byte, change ...func(*table.Options)) (*table.Document, error) {
	opt := table.Options{Limits: table.DefaultLimits()}
	for _, c := range change {
		c(&opt)
	}
	src := table.Source{Name: "test.pdf", Data: bytes.NewReader(data), Size: int64(len(data))}
	return table.Collect(context.Background(), Reader{}, Format, src, opt)
}

// printed returns the tables of a document as text: a line a table with its shape, a line a
// row, cells parted by bars.
func printed(doc *table.Document) string {
	var b strings.Builder
	for i := range doc.Tables {
		tab := &doc.Tables[i]
		fmt.Fprintf(&b, "%s\n", tab.Shape)
		for n := tab.First; n < tab.End; n++ {
			r := &doc.Rows[n]
			cells := make([]string, tab.Columns)
			for _, c := range r.Cells {
				cells[c.Col] = strings.ReplaceAll(c.Text, "\n", "/")
			}
			fmt.Fprintf(&b, "%d: %s\n", r.Page, strings.Join(cells, "|"))
		}
	}
	return b.String()
}

// codes lists the codes of the warnings, each once, in their order.
func codes(doc *table.Document) string {
	var out []string
	seen := map[string]bool{}
	for _, w := range doc.Warnings {
		if !seen[w.Code] {
			seen[w.Code] = true
			out = append(out, w.Code)
		}
	}
	return strings.Join(out, " ")
}
