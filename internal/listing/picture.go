package listing

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
)

// A Picture is one page of a document as an image. Src is a data: address; width and height
// are the page's, in points.
type Picture struct {
	Src           string
	Width, Height float64
}

// A pageView is one page with the cells that were read drawn over it.
type pageView struct {
	Page  int
	Src   template.URL
	Ratio string
	Boxes []pageBox
}

// A pageBox is one cell over a page, in percent of it. Grid cells stand in a table, the
// others in lines.
type pageBox struct {
	Left, Top, Width, Height string
	Role, Says, Href         string
	Grid, First              bool
	Row                      int
}

// pageViews returns the pages of the selected rows that have a picture.
func (l *list) pageViews() []pageView {
	if l.opt.Pictures == nil {
		return nil
	}
	var out []pageView
	for _, page := range l.pages() {
		pic, ok := l.opt.Pictures(page)
		if !ok || pic.Width <= 0 || pic.Height <= 0 || !strings.HasPrefix(pic.Src, "data:image/png;base64,") {
			continue
		}
		v := pageView{Page: page, Src: template.URL(pic.Src), Ratio: fmt.Sprintf("%.4f", pic.Width/pic.Height)} //nolint:gosec // checked above
		for _, n := range l.rows {
			if l.doc.Rows[n].Page == page {
				v.Boxes = append(v.Boxes, l.boxes(n, pic)...)
			}
		}
		out = append(out, v)
	}
	return out
}

// pages lists the pages of the selected rows, ascending.
func (l *list) pages() []int {
	var out []int
	for _, n := range l.rows {
		if p := l.doc.Rows[n].Page; p > 0 {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (l *list) boxes(n int, pic Picture) []pageBox {
	r := &l.doc.Rows[n]
	t := &l.doc.Tables[r.Table]
	role, why := l.role(n)
	percent := func(v float32, of float64) string { return fmt.Sprintf("%.3f%%", 100*float64(v)/of) }
	var out []pageBox
	for i := range r.Cells {
		b := r.Cells[i].Box
		if b == nil {
			continue
		}
		says := fmt.Sprintf("row %d, column %d of %s: %s, %s", n, r.Cells[i].Col+1, t.Name, role, why)
		out = append(out, pageBox{
			Left: percent(b.X0, pic.Width), Top: percent(b.Y0, pic.Height), Width: percent(b.X1-b.X0, pic.Width), Height: percent(b.Y1-b.Y0, pic.Height),
			Role: l.st.Rows[n].Role.String(), Says: says, Href: fmt.Sprintf("#row-%d", n), Grid: t.Shape == table.Grid, First: i == 0, Row: n,
		})
	}
	return out
}
