package engine

import (
	"strings"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/requests"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

// A field is a form field that has a value and draws none.
type field struct {
	box  content.Box
	text string
}

// maxAnnotations is how many annotations of a page are looked at.
const maxAnnotations = 5000

// annotations counts what the page prints beside its own content, and returns the fields whose
// value is stored and drawn by the viewer only. Links print nothing.
func (r *reading) annotations() (marks int, fields []field, err error) {
	n, err := r.inst.FPDFPage_GetAnnotCount(&requests.FPDFPage_GetAnnotCount{Page: r.page})
	if err != nil || n.Count == 0 {
		return 0, nil, nil
	}
	if err := r.size(); err != nil {
		return 0, nil, err
	}
	for i := range min(n.Count, maxAnnotations) {
		a, err := r.inst.FPDFPage_GetAnnot(&requests.FPDFPage_GetAnnot{Page: r.page, Index: i})
		if err != nil {
			continue
		}
		kind, err := r.inst.FPDFAnnot_GetSubtype(&requests.FPDFAnnot_GetSubtype{Annotation: a.Annotation})
		if err == nil && kind.Subtype != enums.FPDF_ANNOT_SUBTYPE_LINK && kind.Subtype != enums.FPDF_ANNOT_SUBTYPE_POPUP {
			marks++
			if kind.Subtype == enums.FPDF_ANNOT_SUBTYPE_WIDGET {
				if f, ok := r.undrawn(requests.FPDFAnnot_GetRect{Annotation: a.Annotation}); ok {
					fields = append(fields, f)
				}
			}
		}
		if _, err := r.inst.FPDFPage_CloseAnnot(&requests.FPDFPage_CloseAnnot{Annotation: a.Annotation}); err != nil {
			return marks, fields, nil
		}
	}
	return marks, fields, nil
}

// undrawn returns the value of a visible field that has no appearance of its own.
func (r *reading) undrawn(at requests.FPDFAnnot_GetRect) (field, bool) {
	ap, err := r.inst.FPDFAnnot_GetAP(&requests.FPDFAnnot_GetAP{Annotation: at.Annotation, AppearanceMode: enums.FPDF_ANNOT_APPEARANCEMODE_NORMAL})
	if err == nil && strings.TrimSpace(ap.Value) != "" {
		return field{}, false
	}
	flags, err := r.inst.FPDFAnnot_GetFlags(&requests.FPDFAnnot_GetFlags{Annotation: at.Annotation})
	const hidden, noView = 1 << 1, 1 << 5
	if err == nil && int(flags.Flags)&(hidden|noView) != 0 {
		return field{}, false
	}
	v, err := r.inst.FPDFAnnot_GetStringValue(&requests.FPDFAnnot_GetStringValue{Annotation: at.Annotation, Key: "V"})
	if err != nil || strings.TrimSpace(v.Value) == "" || v.Value == "Off" {
		return field{}, false
	}
	box, err := r.inst.FPDFAnnot_GetRect(&at)
	if err != nil {
		return field{}, false
	}
	return field{r.view.box(float64(box.Rect.Left), float64(box.Rect.Bottom), float64(box.Rect.Right), float64(box.Rect.Top)), v.Value}, true
}

// write puts the values of fields among the characters, set on one line across the field's box.
func (r *reading) write(fields []field) {
	for _, f := range fields {
		lines := strings.FieldsFunc(f.text, func(c rune) bool { return c == '\n' || c == '\r' })
		for n, line := range lines {
			height := min(f.box.Height()/float64(len(lines)), 12)
			top := f.box.Y0 + (f.box.Height()-height*float64(len(lines)))/2 + float64(n)*height
			width := min(height*0.5, f.box.Width()/float64(max(1, len([]rune(line)))))
			for i, c := range []rune(line) {
				if c = printed(c); c == 0 {
					continue
				}
				x := f.box.X0 + float64(i)*width
				r.out.Chars = append(r.out.Chars, content.Char{Rune: c, X: x, Y: top + 0.8*height,
					Box: content.Box{X0: x, Y0: top, X1: x + width, Y1: top + height}})
			}
		}
	}
}
