// Package pdftest writes small PDFs for tests: pages of 595 by 842 points whose content streams
// are written by hand, y upwards from the bottom.
package pdftest

import (
	"bytes"
	"fmt"
	"strings"
)

// A Sheet is one page.
type Sheet struct {
	Content string   // the content stream; fonts /F1 (Helvetica) and /F2, picture /Im, form /Endless, layers /On and /Off
	Rotate  int      // degrees
	Annots  []string // bodies of annotation dictionaries; LOOK in them is a stream that draws "drawn value"
	Entries string   // more entries of the page
	Font    string   // body of /F2, else Helvetica; TOUNICODE in it maps the codes 1 to 4 to characters
}

// Text draws a string in ten points.
func Text(x, y float64, s string) string { return Sized(x, y, 10, s) }

// Sized draws a string.
func Sized(x, y, size float64, s string) string {
	s = strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(s)
	return fmt.Sprintf("BT /F1 %g Tf %g %g Td (%s) Tj ET\n", size, x, y, s)
}

// Grid draws rows of texts at columns xs, line by line from y downwards.
func Grid(xs []float64, y, pitch float64, rows ...[]string) string {
	var b strings.Builder
	for i, r := range rows {
		for k, s := range r {
			if s != "" {
				b.WriteString(Text(xs[k], y-pitch*float64(i), s))
			}
		}
	}
	return b.String()
}

// File returns a PDF of the pages.
func File(sheets ...Sheet) []byte { return (&writer{}).file(sheets) }

// Locked returns a PDF of the pages that opens with a password. The text of annotations is not
// encrypted, so pages of it have none.
func Locked(password string, sheets ...Sheet) []byte {
	return (&writer{lock: newLock(password)}).file(sheets)
}

// A writer writes the objects of a file.
type writer struct {
	b    bytes.Buffer
	at   []int // where each object begins
	lock *lock // nil for a file that is open
}

func (w *writer) object(body string) int {
	w.at = append(w.at, w.b.Len())
	fmt.Fprintf(&w.b, "%d 0 obj\n%s\nendobj\n", len(w.at), body)
	return len(w.at)
}

func (w *writer) stream(dict, data string) int {
	if w.lock != nil {
		data = w.lock.seal(len(w.at)+1, data)
	}
	return w.object(fmt.Sprintf("<<%s /Length %d>>\nstream\n%s\nendstream", dict, len(data), data))
}

func (w *writer) file(sheets []Sheet) []byte {
	w.b.WriteString("%PDF-1.7\n")
	shared := w.shared()
	parent := len(w.at) + 1 + 2*len(sheets)
	for _, s := range sheets {
		parent += len(s.Annots)
	}
	var kids, fields []string
	for _, s := range sheets {
		var annots []string
		for _, a := range s.Annots {
			annots = append(annots, fmt.Sprintf("%d 0 R", w.object(strings.ReplaceAll(a, "LOOK", shared.look))))
		}
		fields = append(fields, annots...)
		c := w.stream("", s.Content)
		other := strings.ReplaceAll(s.Font, "TOUNICODE", shared.unicode)
		if other == "" {
			other = shared.font
		}
		page := w.object(fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 595 842]/Rotate %d/Contents %d 0 R/Annots[%s]%s"+
			"/Resources<</Font<</F1 %s/F2 %s>>/XObject<</Im %s/Endless %s>>/Properties<</On %s/Off %s>>>>>>",
			parent, s.Rotate, c, strings.Join(annots, " "), s.Entries, shared.font, other, shared.picture, shared.endless, shared.on, shared.off))
		kids = append(kids, fmt.Sprintf("%d 0 R", page))
	}
	w.object(fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", strings.Join(kids, " "), len(kids)))
	root := w.object(fmt.Sprintf("<</Type/Catalog/Pages %d 0 R/AcroForm<</Fields[%s]/DA(/F1 10 Tf)/DR<</Font<</F1 %s>>>>>>/OCProperties<</OCGs[%s %s]/D<</OFF[%s]>>>>>>",
		parent, strings.Join(fields, " "), shared.font, shared.on, shared.off, shared.off))
	return w.end(root)
}

// end writes the table of objects and the trailer.
func (w *writer) end(root int) []byte {
	more := ""
	if w.lock != nil {
		more = fmt.Sprintf("/Encrypt %d 0 R/ID[<%x><%x>]", w.object(w.lock.dictionary()), w.lock.id, w.lock.id)
	}
	start := w.b.Len()
	fmt.Fprintf(&w.b, "xref\n0 %d\n0000000000 65535 f \n", len(w.at)+1)
	for _, n := range w.at {
		fmt.Fprintf(&w.b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&w.b, "trailer\n<</Size %d/Root %d 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", len(w.at)+1, root, more, start)
	return w.b.Bytes()
}

// shared are the objects that all pages can use, as references.
type shared struct{ font, picture, look, unicode, on, off, endless string }

// nesting is how often the endless form draws the next of its depth, and its depth: a hundred
// million strings, as a page that was made to take long has them.
const nesting, depth = 100, 4

func (w *writer) shared() shared {
	ref := func(n int) string { return fmt.Sprintf("%d 0 R", n) }
	var s shared
	s.font = ref(w.object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"))
	s.picture = ref(w.stream("/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", "\xc8"))
	resources := "/Resources<</Font<</F1 " + s.font + ">>"
	s.look = ref(w.stream("/Type/XObject/Subtype/Form/BBox[0 0 120 16]"+resources+">>", "BT /F1 10 Tf 2 4 Td (drawn value) Tj ET"))
	s.unicode = ref(w.stream("", "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"+
		"1 begincodespacerange <0000> <FFFF> endcodespacerange 4 beginbfchar <0001> <5BB6> <0002> <8CC3> <0003> <5408> <0004> <8A08> endbfchar endcmap end end"))
	s.on = ref(w.object("<</Type/OCG/Name(seen)>>"))
	s.off = ref(w.object("<</Type/OCG/Name(unseen)>>"))
	s.endless = ref(w.stream("/Type/XObject/Subtype/Form/BBox[0 0 595 842]"+resources+">>", Text(0, 0, "again")))
	for range depth {
		s.endless = ref(w.stream("/Type/XObject/Subtype/Form/BBox[0 0 595 842]"+resources+"/XObject<</Next "+s.endless+">>>>", strings.Repeat("/Next Do\n", nesting)))
	}
	return s
}
