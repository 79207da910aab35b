package engine

import "github.com/rowproof/rowproof/internal/table/pdf/content"

const (
	lightInk   = 150 // luma above which text may be lost on paper
	darkGround = 110 // luma below which ink may be lost on a fill
	contrast   = 40  // least difference of luma that a person sees
	minHeight  = 1.0 // of a character that a person sees, in points
)

// unseen says why a person cannot see a character that is drawn with ink.
func (r *reading) unseen(c *content.Char) content.Hidden {
	var h content.Hidden
	x, y := (c.Box.X0+c.Box.X1)/2, (c.Box.Y0+c.Box.Y1)/2
	if x < 0 || y < 0 || x > r.out.Width || y > r.out.Height {
		h |= content.OffPage
	}
	if c.Box.Height() < minHeight && c.Box.Width() < minHeight {
		h |= content.Tiny
	}
	order := -1
	ground := 255
	for i := len(r.out.Fills) - 1; i >= 0; i-- {
		f := &r.out.Fills[i]
		if f.Alpha < 128 || !f.Holds(x, y) {
			continue
		}
		if order < 0 {
			order = r.orderOf(x, y)
		}
		if order >= 0 && f.Order > order {
			if f.Alpha == 255 && f.X0 <= c.Box.X0+0.5 && f.X1 >= c.Box.X1-0.5 && f.Height() > 0.7*c.Box.Height() {
				h |= content.Covered
			}
			continue
		}
		ground = int(f.Luma)
		break
	}
	if r.coloured && h&content.Covered == 0 && !r.onPicture(x, y) {
		if d := ground - int(c.Luma); d < contrast && d > -contrast {
			h |= content.Faint
		}
	}
	return h
}

// scanShare is the least part of the page that a picture covers which may be that of a scan.
const scanShare = 0.4

// beneath reports a place that a large picture covers which was drawn after the text there.
func (r *reading) beneath(b *content.Box) bool {
	x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
	for i := range r.scans {
		if s := &r.scans[i]; s.box.Holds(x, y) {
			if order := r.orderOf(x, y); order >= 0 && order < s.order {
				return true
			}
		}
	}
	return false
}

// orderOf returns when the text at a point was drawn, the last where there are several, -1
// where no piece of text lies there.
func (r *reading) orderOf(x, y float64) int {
	for i := len(r.texts) - 1; i >= 0; i-- {
		if b := r.texts[i].box; x >= b.X0-1 && x <= b.X1+1 && y >= b.Y0-2 && y <= b.Y1+2 {
			return r.texts[i].order
		}
	}
	return -1
}

// onPicture reports a point over a picture, whose colours are not known.
func (r *reading) onPicture(x, y float64) bool {
	for _, p := range r.out.Pictures {
		if p.Holds(x, y) {
			return true
		}
	}
	return false
}
