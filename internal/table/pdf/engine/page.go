package engine

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/structs"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

// The most that a page may hold. A page beyond it is no page for people, and walking it would
// take minutes.
const (
	maxChars   = 400_000
	maxObjects = 300_000
)

// ErrTooMuch is a page with more characters or objects than can be walked.
var ErrTooMuch = errors.New("the page holds more characters or objects than are read")

// ErrBroken is a page at which the parser itself ended, by a fault of its own or for want of room on its stack. The
// document is unusable after it and must be opened again.
var ErrBroken = errors.New("the parser broke at this page")

// Page returns what stands on page index, from 0. Annotations and form fields count as drawn.
func (d *Document) Page(index int) (*content.Page, error) {
	p, err := d.readPage(index)
	return p, broken(err)
}

// broken names the end of the parser and leaves its trace of addresses out, which tells a reader nothing.
func broken(err error) error {
	if err != nil && strings.Contains(err.Error(), "wasm error") {
		return ErrBroken
	}
	return err
}

func (d *Document) readPage(index int) (*content.Page, error) {
	ref, err := d.load(index)
	if err != nil {
		return nil, err
	}
	r := &reading{inst: d.inst, ref: ref, page: requests.Page{ByReference: &ref}, layers: d.layers, out: &content.Page{}}
	marks, fields, err := r.annotations()
	if err == nil && marks > 0 {
		ref, err = d.flatten(ref, index)
		r.ref, r.page = ref, requests.Page{ByReference: &ref}
	}
	if err == nil {
		err = r.read()
	}
	if err == nil {
		r.out.Marks = marks
		r.write(fields)
	}
	_, closing := d.inst.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: ref})
	if err != nil {
		return nil, err
	}
	return r.out, closing
}

func (d *Document) load(index int) (references.FPDF_PAGE, error) {
	p, err := d.inst.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: d.ref, Index: index})
	if err != nil {
		return "", fmt.Errorf("page %d cannot be read: %w", index+1, err)
	}
	return p.Page, nil
}

// flatten draws annotations into the page and loads it again. Only the open document changes.
func (d *Document) flatten(ref references.FPDF_PAGE, index int) (references.FPDF_PAGE, error) {
	if _, err := d.inst.FPDFPage_Flatten(&requests.FPDFPage_Flatten{Page: requests.Page{ByReference: &ref}}); err != nil {
		return ref, nil // a page whose annotations cannot be drawn still has its text
	}
	if _, err := d.inst.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: ref}); err != nil {
		return ref, err
	}
	return d.load(index)
}

// A reading is one page being read.
type reading struct {
	inst  pdfium.Pdfium
	ref   references.FPDF_PAGE
	page  requests.Page
	out   *content.Page
	view  matrix
	turns int

	invisible bool // some text is drawn without ink
	coloured  bool // some text or ground is not what ink and paper are
	unplaced  bool // some text has no bounds
	layers    bool // the file may switch parts of the page off
	texts     []drawn
	scans     []drawn // pictures that cover much of the page
	bands     [][]int // the texts that touch each band of the page
	run       run
	objects   int
}

func (r *reading) read() error {
	if err := r.size(); err != nil {
		return err
	}
	if err := r.walkPage(); err != nil {
		return err
	}
	if err := r.chars(); err != nil {
		return err
	}
	return r.switchedOff()
}

func (r *reading) size() error {
	w, err := r.inst.FPDF_GetPageWidthF(&requests.FPDF_GetPageWidthF{Page: r.page})
	if err != nil {
		return err
	}
	h, err := r.inst.FPDF_GetPageHeightF(&requests.FPDF_GetPageHeightF{Page: r.page})
	if err != nil {
		return err
	}
	turn, err := r.inst.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: r.page})
	if err != nil {
		return err
	}
	box, err := r.inst.FPDF_GetPageBoundingBox(&requests.FPDF_GetPageBoundingBox{Page: r.page})
	if err != nil {
		return err
	}
	r.out.Width, r.out.Height = float64(w.PageWidth), float64(h.PageHeight)
	r.turns = int(turn.PageRotation)
	r.view = display(box.Rect, r.turns)
	return nil
}

func (r *reading) chars() error {
	text, err := r.inst.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: r.page})
	if err != nil {
		return err
	}
	tp := text.TextPage
	n, err := r.inst.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: tp})
	if err == nil && n.Count > maxChars {
		err = ErrTooMuch
	}
	if err == nil {
		r.out.Chars = make([]content.Char, 0, n.Count)
		for i := range n.Count {
			if c, ok := r.char(tp, i); ok {
				r.out.Chars = append(r.out.Chars, c)
			}
		}
	}
	_, closing := r.inst.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: tp})
	return errors.Join(err, closing)
}

// char returns one character; ok is false for those that the parser made up (spaces and line
// breaks of its own) and for those that have no place. Each question to the parser costs about
// as much as the rest of a character together, so what the line has in common is asked once.
func (r *reading) char(tp references.FPDF_TEXTPAGE, i int) (c content.Char, ok bool) {
	u, err := r.inst.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: tp, Index: i})
	if err != nil {
		return c, false
	}
	if c.Rune = printed(rune(u.Unicode)); c.Rune == 0 {
		return c, false
	}
	if c.Rune == ' ' || c.Rune == '-' {
		made, err := r.inst.FPDFText_IsGenerated(&requests.FPDFText_IsGenerated{TextPage: tp, Index: i})
		if err != nil || made.IsGenerated {
			return c, false
		}
	}
	b, err := r.inst.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: tp, Index: i})
	if err != nil {
		return c, false
	}
	c.Box = r.view.box(float64(b.Rect.Left), float64(b.Rect.Bottom), float64(b.Rect.Right), float64(b.Rect.Top))
	if !r.run.goesOn(b.Rect) {
		r.run = r.newRun(tp, i, b.Rect)
	}
	r.run.end = b.Rect.Right
	c.X, c.Y = r.view.point(r.run.origin(b.Rect))
	c.Turn, c.Skewed = r.run.turn, r.run.skewed
	r.ink(tp, i, &c)
	c.Hidden |= r.unseen(&c)
	c.Beneath = r.beneath(&c.Box)
	return c, true
}

// A run is what the characters of a level line in one size have in common.
type run struct {
	known       bool
	bottom, top float32
	end         float32 // of the last character
	x, y        float64 // origin of the first, in user space
	turn        int
	skewed      bool
}

// goesOn reports a box that spans exactly what the run's boxes span, as only characters of
// one size on one baseline do, and does not reach back into the last one, as the second letter
// of joined type does.
func (r *run) goesOn(b structs.FPDF_FS_RECTF) bool {
	return r.known && b.Bottom == r.bottom && b.Top == r.top && b.Left > r.end-0.01
}

// origin returns where a character of the run stands on the baseline: its box begins there.
func (r *run) origin(b structs.FPDF_FS_RECTF) (x, y float64) {
	if !r.known {
		return r.x, r.y
	}
	return float64(b.Left), r.y
}

// newRun asks for the origin and the angle of a character. Only where the character is level
// and its box begins at its origin do others share them.
func (r *reading) newRun(tp references.FPDF_TEXTPAGE, i int, b structs.FPDF_FS_RECTF) run {
	out := run{bottom: b.Bottom, top: b.Top, x: float64(b.Left), y: float64(b.Bottom)}
	o, err := r.inst.FPDFText_GetCharOrigin(&requests.FPDFText_GetCharOrigin{TextPage: tp, Index: i})
	if err == nil {
		out.x, out.y = o.X, o.Y
	}
	a, angle := r.inst.FPDFText_GetCharAngle(&requests.FPDFText_GetCharAngle{TextPage: tp, Index: i})
	if angle == nil {
		quarter := float64(a.CharAngle) / (math.Pi / 2)
		out.turn = ((int(math.Round(quarter))+r.turns)%4 + 4) % 4
		out.skewed = math.Abs(quarter-math.Round(quarter)) > 0.08
		level := math.Abs(quarter) < 0.001 || math.Abs(quarter-4) < 0.001
		out.known = err == nil && level && math.Abs(out.x-float64(b.Left)) < 0.01 && b.Top > b.Bottom
	}
	return out
}

func (r *reading) noInk(o references.FPDF_PAGEOBJECT) bool {
	m, err := r.inst.FPDFTextObj_GetTextRenderMode(&requests.FPDFTextObj_GetTextRenderMode{PageObject: o})
	return err == nil && (m.TextRenderMode == enums.FPDF_TEXTRENDERMODE_INVISIBLE || m.TextRenderMode == enums.FPDF_TEXTRENDERMODE_CLIP)
}

// printed returns the character that a reader sees for a code of the text layer, 0 for none.
// The parser marks a hyphen at the end of a line by U+0002 or U+FFFE.
func printed(c rune) rune {
	switch {
	case c == 0x02, c == 0xFFFE, c == 0xAD:
		return '-'
	case c == '\t', c == 0xA0, c == 0x2007, c == 0x202F, c == 0x3000:
		return ' '
	case c < 0x20, c == 0xFFFF, c >= 0x7F && c < 0xA0, c > 0x10FFFF, c >= 0xD800 && c < 0xE000, c == 0xFEFF, c >= 0x200B && c <= 0x200D:
		return 0
	}
	return c
}

// luma is the lightness of a colour, by the weights of ITU-R BT.601.
func luma(red, green, blue uint) uint8 {
	return uint8((299*min(red, 255) + 587*min(green, 255) + 114*min(blue, 255)) / 1000)
}
