package engine

import (
	"bytes"
	"fmt"
	"image/png"
	"math"

	"github.com/klippa-app/go-pdfium/requests"
)

// maxPixels bounds a picture of a page.
const maxPixels = 25_000_000

// A Picture is one page drawn.
type Picture struct {
	PNG           []byte
	Width, Height float64 // of the page, in points
}

// Picture draws page index at about dpi dots an inch, fewer for a huge page.
func (d *Document) Picture(index, dpi int) (*Picture, error) {
	size, err := d.inst.FPDF_GetPageSizeByIndex(&requests.FPDF_GetPageSizeByIndex{Document: d.ref, Index: index})
	if err != nil {
		return nil, fmt.Errorf("page %d cannot be drawn: %w", index+1, broken(err))
	}
	scale := float64(dpi) / 72
	if area := size.Width * size.Height * scale * scale; area > maxPixels {
		dpi = max(1, int(float64(dpi)*math.Sqrt(maxPixels/area)))
	}
	img, err := d.inst.RenderPageInDPI(&requests.RenderPageInDPI{
		DPI: dpi, RenderForm: true, Document: &d.ref,
		Page: requests.Page{ByIndex: &requests.PageByIndex{Document: d.ref, Index: index}},
	})
	if err != nil {
		return nil, fmt.Errorf("page %d cannot be drawn: %w", index+1, broken(err))
	}
	defer img.Cleanup()
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&b, img.Result.RenderedImage); err != nil {
		return nil, fmt.Errorf("page %d cannot be drawn: %w", index+1, err)
	}
	return &Picture{PNG: b.Bytes(), Width: size.Width, Height: size.Height}, nil
}
