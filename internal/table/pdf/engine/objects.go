package engine

import (
	"math"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

const (
	maxDepth    = 8    // of forms within forms
	maxSegments = 2000 // of one path; longer ones are drawings, not rules
)

// narrow is the width, in points, below which the parser reads no characters of a piece of text.
// Blanks have neither width nor height, but where they are turned; what is level and has a height
// is text set from top to bottom in a font without widths.
const narrow = 0.0001

// walkPage goes through the objects of the page in the order of drawing.
func (r *reading) walkPage() error {
	n, err := r.inst.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: r.page})
	if err != nil {
		return err
	}
	for i := range n.Count {
		o, err := r.inst.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: r.page, Index: i})
		if err != nil {
			continue // an object that cannot be had draws nothing
		}
		if err := r.walk(o.PageObject, r.view, 0, false); err != nil {
			return err
		}
	}
	return nil
}

// walk goes through one object; layer says that what holds it may be part of a layer.
func (r *reading) walk(o references.FPDF_PAGEOBJECT, view matrix, depth int, layer bool) error {
	if r.objects++; r.objects > maxObjects {
		return ErrTooMuch
	}
	kind, err := r.inst.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: o})
	if err != nil {
		return nil
	}
	switch kind.Type {
	case enums.FPDF_PAGEOBJ_TEXT:
		r.text(o, view, layer || r.inLayer(o))
	case enums.FPDF_PAGEOBJ_PATH:
		r.path(o, view)
	case enums.FPDF_PAGEOBJ_IMAGE:
		if m, err := r.inst.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: o}); err == nil {
			r.picture(matrixOf(m.Matrix).then(view).box(0, 0, 1, 1))
		}
	case enums.FPDF_PAGEOBJ_FORM:
		if depth < maxDepth {
			return r.form(o, view, depth)
		}
	}
	return nil
}

func (r *reading) form(o references.FPDF_PAGEOBJECT, view matrix, depth int) error {
	m, err := r.inst.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: o})
	if err != nil {
		return nil
	}
	n, err := r.inst.FPDFFormObj_CountObjects(&requests.FPDFFormObj_CountObjects{PageObject: o})
	if err != nil {
		return nil
	}
	inner := matrixOf(m.Matrix).then(view)
	for i := range n.Count {
		part, err := r.inst.FPDFFormObj_GetObject(&requests.FPDFFormObj_GetObject{PageObject: o, Index: uint64(i)})
		if err != nil {
			continue
		}
		// A form may be in a layer as a whole, which its marks do not tell.
		if err := r.walk(part.PageObject, inner, depth+1, r.layers); err != nil {
			return err
		}
	}
	return nil
}

// level reports an object that is not turned.
func (r *reading) level(o references.FPDF_PAGEOBJECT) bool {
	m, err := r.inst.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: o})
	return err == nil && math.Abs(float64(m.Matrix.B)) < 0.01 && math.Abs(float64(m.Matrix.C)) < 0.01
}

// picture keeps a picture, and when it was drawn where it covers much of the page.
func (r *reading) picture(b content.Box) {
	r.out.Pictures = append(r.out.Pictures, b)
	if b.Width()*b.Height() > scanShare*r.out.Width*r.out.Height {
		r.scans = append(r.scans, drawn{box: b, order: r.objects})
	}
}

func (r *reading) text(o references.FPDF_PAGEOBJECT, view matrix, layer bool) {
	r.out.TextObjects++
	d := drawn{order: r.objects, layer: layer}
	if d.noInk = r.noInk(o); d.noInk {
		r.invisible = true
	}
	c, err := r.inst.FPDFPageObj_GetFillColor(&requests.FPDFPageObj_GetFillColor{PageObject: o})
	if err == nil {
		d.luma, d.clear = luma(c.FillColor.R, c.FillColor.G, c.FillColor.B), c.FillColor.A < clearInk
		if d.luma > lightInk || d.clear {
			r.coloured = true
		}
	}
	b, bounds := r.inst.FPDFPageObj_GetBounds(&requests.FPDFPageObj_GetBounds{PageObject: o})
	if bounds != nil || err != nil {
		r.unplaced = true
	}
	if bounds == nil {
		if b.Right-b.Left < narrow && b.Top-b.Bottom > minHeight && r.level(o) {
			r.out.Mute++
		}
		d.box = view.box(float64(b.Left), float64(b.Bottom), float64(b.Right), float64(b.Top))
		r.texts = append(r.texts, d)
	}
}

// path keeps straight strokes and filled upright rectangles.
func (r *reading) path(o references.FPDF_PAGEOBJECT, view matrix) {
	mode, err := r.inst.FPDFPath_GetDrawMode(&requests.FPDFPath_GetDrawMode{PageObject: o})
	if err != nil {
		return
	}
	p := trace{out: r.out, filled: mode.FillMode != enums.FPDF_FILLMODE_NONE, stroked: mode.Stroke}
	if !p.filled && !p.stroked {
		return
	}
	m, err := r.inst.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: o})
	if err != nil {
		return
	}
	n, err := r.inst.FPDFPath_CountSegments(&requests.FPDFPath_CountSegments{PageObject: o})
	if err != nil || n.Count > maxSegments {
		return
	}
	if p.filled {
		p.fill.Order = r.objects
		if c, err := r.inst.FPDFPageObj_GetFillColor(&requests.FPDFPageObj_GetFillColor{PageObject: o}); err == nil {
			p.fill.Luma, p.fill.Alpha = luma(c.FillColor.R, c.FillColor.G, c.FillColor.B), uint8(min(c.FillColor.A, 255))
			if p.fill.Luma < darkGround && p.fill.Alpha > 127 {
				r.coloured = true
			}
		}
	}
	r.follow(o, n.Count, matrixOf(m.Matrix).then(view), &p)
}

func (r *reading) follow(o references.FPDF_PAGEOBJECT, count int, m matrix, p *trace) {
	for i := range count {
		seg, err := r.inst.FPDFPath_GetPathSegment(&requests.FPDFPath_GetPathSegment{PageObject: o, Index: i})
		if err != nil {
			continue
		}
		kind, err := r.inst.FPDFPathSegment_GetType(&requests.FPDFPathSegment_GetType{PathSegment: seg.PathSegment})
		if err != nil {
			continue
		}
		at, err := r.inst.FPDFPathSegment_GetPoint(&requests.FPDFPathSegment_GetPoint{PathSegment: seg.PathSegment})
		if err != nil {
			continue
		}
		x, y := m.point(float64(at.X), float64(at.Y))
		if kind.Type == enums.FPDF_SEGMENT_MOVETO {
			p.end(false)
		}
		p.points = append(p.points, [2]float64{x, y})
		if kind.Type != enums.FPDF_SEGMENT_MOVETO && kind.Type != enums.FPDF_SEGMENT_LINETO {
			p.curved, p.bends = true, true
		}
		if c, err := r.inst.FPDFPathSegment_GetClose(&requests.FPDFPathSegment_GetClose{PathSegment: seg.PathSegment}); err == nil && c.IsClose {
			p.end(true)
		}
	}
	p.end(false)
	if p.bends {
		r.out.Drawings++
	}
}

// A trace follows one path and keeps what is straight of it.
type trace struct {
	out             *content.Page
	fill            content.Fill
	filled, stroked bool
	points          [][2]float64
	curved          bool // this subpath
	bends           bool // any subpath
}

// end ends one subpath.
func (p *trace) end(closed bool) {
	pts := p.points
	if len(pts) >= 2 && !p.curved {
		if p.filled && len(pts) >= 4 {
			p.rectangle(pts)
		}
		if p.stroked {
			if closed {
				pts = append(pts, pts[0])
			}
			for i := 1; i < len(pts); i++ {
				p.out.Segments = append(p.out.Segments, content.Segment{X0: pts[i-1][0], Y0: pts[i-1][1], X1: pts[i][0], Y1: pts[i][1]})
			}
		}
	}
	p.points, p.curved = p.points[:0], false
}

func (p *trace) rectangle(pts [][2]float64) {
	f := p.fill
	f.Box = content.Box{X0: pts[0][0], Y0: pts[0][1], X1: pts[0][0], Y1: pts[0][1]}
	for i := 1; i < len(pts); i++ {
		if math.Abs(pts[i][0]-pts[i-1][0]) > 0.05 && math.Abs(pts[i][1]-pts[i-1][1]) > 0.05 {
			return
		}
		f.Box = f.Box.Union(content.Box{X0: pts[i][0], Y0: pts[i][1], X1: pts[i][0], Y1: pts[i][1]})
	}
	p.out.Fills = append(p.out.Fills, f)
}
