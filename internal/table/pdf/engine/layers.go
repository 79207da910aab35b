package engine

import (
	"bytes"
	"image"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

const (
	layerMark = "OC" // the name of the mark of what belongs to a layer
	layerDPI  = 144  // of the picture that shows which layers are seen
	someInk   = 16   // difference of luma, of 255, that is ink
)

// mayHaveLayers reports a file that may switch parts of its pages off. Where the file packs its
// objects it cannot be known, and the marks on the pages say.
func mayHaveLayers(data []byte) bool {
	return bytes.Contains(data, []byte("/OCProperties")) || bytes.Contains(data, []byte("/ObjStm"))
}

// inLayer reports an object that is marked as part of a layer.
func (r *reading) inLayer(o references.FPDF_PAGEOBJECT) bool {
	if !r.layers {
		return false
	}
	n, err := r.inst.FPDFPageObj_CountMarks(&requests.FPDFPageObj_CountMarks{PageObject: o})
	if err != nil {
		return false
	}
	for i := range n.Count {
		m, err := r.inst.FPDFPageObj_GetMark(&requests.FPDFPageObj_GetMark{PageObject: o, Index: uint64(i)})
		if err != nil {
			continue
		}
		if name, err := r.inst.FPDFPageObjMark_GetName(&requests.FPDFPageObjMark_GetName{PageObjectMark: m.Mark}); err == nil && name.Name == layerMark {
			return true
		}
	}
	return false
}

// switchedOff finds the characters of layers that the page does not show. The parser reads the
// text of all layers and says of none whether it is shown, but it draws only those that are: a
// character without ink in the picture is in no layer that a person sees.
func (r *reading) switchedOff() error {
	var layered []content.Box
	for i := range r.texts {
		if r.texts[i].layer {
			layered = append(layered, r.texts[i].box)
		}
	}
	if len(layered) == 0 {
		return nil
	}
	scale, dpi := layerDPI/72.0, layerDPI
	if area := r.out.Width * r.out.Height * scale * scale; area > maxPixels {
		return nil // of a page as large as a wall no letter would be seen in the picture
	}
	img, err := r.inst.RenderPageInDPI(&requests.RenderPageInDPI{Page: r.page, DPI: dpi, ImageFormat: requests.RenderImageFormatGrayscale})
	if err != nil {
		return err
	}
	defer img.Cleanup()
	picture, ok := img.Result.RenderedImage.(*image.Gray)
	if !ok {
		return nil
	}
	for i := range r.out.Chars {
		c := &r.out.Chars[i]
		if c.Rune != ' ' && touchesAny(layered, &c.Box) && !inked(picture, &c.Box, scale) {
			c.Hidden |= content.SwitchedOff
		}
	}
	return nil
}

func touchesAny(boxes []content.Box, b *content.Box) bool {
	x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
	for i := range boxes {
		if o := &boxes[i]; x >= o.X0-1 && x <= o.X1+1 && y >= o.Y0-b.Height()/2 && y <= o.Y1+b.Height()/2 {
			return true
		}
	}
	return false
}

// inked reports a box in which the picture is not of one colour. The edges are left out, where
// ink of the neighbours may stand.
func inked(picture *image.Gray, b *content.Box, scale float64) bool {
	edge := 0.12 * b.Width()
	area := image.Rect(int((b.X0+edge)*scale), int(b.Y0*scale), int((b.X1-edge)*scale)+1, int(b.Y1*scale)+1).Intersect(picture.Rect)
	least, most := uint8(255), uint8(0)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := picture.Pix[picture.PixOffset(area.Min.X, y) : picture.PixOffset(area.Max.X-1, y)+1]
		for _, v := range row {
			least, most = min(least, v), max(most, v)
		}
	}
	return most > least && most-least >= someInk
}
