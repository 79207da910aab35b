package engine

import (
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

// A drawn is a piece of text in the order of drawing, with its ink.
type drawn struct {
	box   content.Box
	order int
	luma  uint8
	clear bool // too transparent to be seen
	noInk bool // drawn in a mode that leaves none
	layer bool // part of a layer, which may be switched off
}

const (
	clearInk  = 8   // of 255, opacity below which ink is not seen
	band      = 8.0 // points; height of the bands in which pieces of text are looked up
	maxInBand = 300 // pieces in one band; with more, asking is quicker
)

// ink finds the colour of a character and whether it leaves any. Where all pieces of text that
// touch its box have one ink, that is the character's; else the parser is asked.
func (r *reading) ink(tp references.FPDF_TEXTPAGE, i int, c *content.Char) {
	if !r.coloured && !r.invisible {
		return
	}
	if d, ok := r.oneInk(&c.Box); ok {
		c.Luma = d.luma
		if d.clear || d.noInk {
			c.Hidden |= content.Invisible
		}
		return
	}
	if r.coloured {
		if f, err := r.inst.FPDFText_GetFillColor(&requests.FPDFText_GetFillColor{TextPage: tp, Index: i}); err == nil {
			c.Luma = luma(f.R, f.G, f.B)
			if f.A < clearInk {
				c.Hidden |= content.Invisible
			}
		}
	}
	if r.invisible {
		if t, err := r.inst.FPDFText_GetTextObject(&requests.FPDFText_GetTextObject{TextPage: tp, Index: i}); err == nil && r.noInk(t.TextObject) {
			c.Hidden |= content.Invisible
		}
	}
}

// oneInk returns a piece of text that touches the box, when all that do have the same ink.
func (r *reading) oneInk(b *content.Box) (d *drawn, ok bool) {
	if r.unplaced {
		return nil, false
	}
	if r.bands == nil {
		r.sortIntoBands()
	}
	for k := r.bandOf(b.Y0); k <= r.bandOf(b.Y1); k++ {
		if len(r.bands[k]) > maxInBand {
			return nil, false
		}
		for _, n := range r.bands[k] {
			t := &r.texts[n]
			if t.box.X0 > b.X1+1 || t.box.X1 < b.X0-1 || t.box.Y0 > b.Y1+1 || t.box.Y1 < b.Y0-1 {
				continue
			}
			if d == nil {
				d = t
			} else if d.luma != t.luma || d.clear != t.clear || d.noInk != t.noInk {
				return nil, false
			}
		}
	}
	return d, d != nil
}

func (r *reading) sortIntoBands() {
	r.bands = make([][]int, r.bandOf(r.out.Height)+1)
	for n := range r.texts {
		for k := r.bandOf(r.texts[n].box.Y0 - 1); k <= r.bandOf(r.texts[n].box.Y1+1); k++ {
			r.bands[k] = append(r.bands[k], n)
		}
	}
}

// maxBands bounds the bands of a huge page.
const maxBands = 2000

// bandOf returns the band of a height on the page. What lies outside is in the first or last,
// what is no number in the first.
func (r *reading) bandOf(y float64) int {
	most := min(maxBands*band, r.out.Height)
	if !(y > 0 && most > 0) {
		return 0
	}
	return int(min(y, most) / band)
}
