package html

import (
	"fmt"
	"html/template"
	"strings"
)

// A Picture is one page as an image, with the cells of its evidence marked over it.
type Picture struct {
	Page  int
	Src   template.URL
	Ratio string // width / height, for the style sheet
	Marks []PictureMark
}

// A PictureMark is one cell over the image, in percent of the page.
type PictureMark struct {
	Left, Top, Width, Height string
	Held                     bool
	ID, Href, Says           string
}

// checkImages makes sure that the report loads nothing from elsewhere.
func (s *site) checkImages() error {
	for _, page := range s.pages(0, len(s.h.rows)) {
		img, ok := s.h.opt.Images(page)
		if !ok {
			continue
		}
		if !local(img.Src) {
			return fmt.Errorf("the image of page %d: neither a data: address nor a file beside the report", page)
		}
		if img.Width <= 0 || img.Height <= 0 {
			return fmt.Errorf("the image of page %d has no size", page)
		}
	}
	return nil
}

// pages are the pages that start in the rows [first, end), ascending; none where no images are given.
func (s *site) pages(first, end int) []int {
	if s.h.opt.Images == nil {
		return nil
	}
	var out []int
	for i := first; i < end; i++ {
		if i > 0 && s.h.rows[i-1].Place.Page == s.h.rows[i].Place.Page {
			continue
		}
		if p := s.h.rows[i].Place.Page; p > 0 && (len(out) == 0 || p > out[len(out)-1]) {
			out = append(out, p)
		}
	}
	return out
}

// pictured finds the pages that have an image, each with the row that it stands beside.
func (s *site) pictured() map[int]int {
	out := map[int]int{}
	first := 0
	for _, page := range s.pages(0, len(s.h.rows)) {
		for s.h.rows[first].Place.Page != page {
			first++
		}
		if _, ok := s.h.opt.Images(page); ok {
			out[page] = first
		}
	}
	return out
}

// onPicture is the address of a cell on the image of its page.
func (s *site) onPicture(row, col int, from place) (string, bool) {
	beside, ok := s.images[s.h.rows[row].Place.Page]
	if !ok {
		return "", false
	}
	for _, c := range s.h.rows[row].Cells {
		if c.Col == col && c.Box != nil {
			return s.onRowPage(beside, from) + "#" + pictureID(row, col), true
		}
	}
	return "", false
}

func pictureID(row, col int) string { return fmt.Sprintf("p-%d-%d", row, col) }

// pictures are the pages that start in the rows [first, end), with their marks.
func (s *site) pictures(first, end int, from place) []Picture {
	var out []Picture
	for _, page := range s.pages(first, end) {
		img, ok := s.h.opt.Images(page)
		if !ok {
			continue
		}
		src := img.Src
		if !strings.HasPrefix(src, "data:") {
			src = path(src, from)
		}
		p := Picture{Page: page, Src: template.URL(src), Ratio: fmt.Sprintf("%.4f", img.Width/img.Height)}
		for n := range s.h.rows {
			if s.h.rows[n].Place.Page == page {
				p.Marks = append(p.Marks, s.pictureMarks(n, img, from)...)
			}
		}
		out = append(out, p)
	}
	return out
}

func (s *site) pictureMarks(n int, img Image, from place) []PictureMark {
	var out []PictureMark
	percent := func(v float32, of float64) string { return fmt.Sprintf("%.3f%%", 100*float64(v)/of) }
	for _, c := range s.h.rows[n].Cells {
		spans := s.marks[[2]int{n, c.Col}]
		if c.Box == nil || len(spans) == 0 {
			continue
		}
		held := true
		for _, m := range spans {
			held = held && m.held
		}
		out = append(out, PictureMark{Left: percent(c.Box.X0, img.Width), Top: percent(c.Box.Y0, img.Height),
			Width: percent(c.Box.X1-c.Box.X0, img.Width), Height: percent(c.Box.Y1-c.Box.Y0, img.Height), Held: held,
			ID: pictureID(n, c.Col), Href: s.onRowPage(n, from) + "#" + markID(n, c.Col, spans[0].start), Says: fmt.Sprintf("row %d, column %d", n, c.Col+1)})
	}
	return out
}
