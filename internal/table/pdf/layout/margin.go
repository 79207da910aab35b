package layout

import (
	"regexp"
	"strings"
)

const (
	margin      = 0.1 // of the page's height: where its number stands
	marginApart = 1.0 // of the height of the letters: the least distance to the next line
	headWords   = 3   // words of a running head beside a bare number: less may be a label with its value
)

// What numbers a page, alone in a piece of a line.
var (
	pageFigure = regexp.MustCompile(`^[-–—|\s]*\d{1,4}[-–—|\s]*$`)
	pageOf     = regexp.MustCompile(`(?i)^(\d{1,4}\s*/\s*\d{1,4}|(p ?a ?g ?e|p\.|seite|s\.|página|pagina|pág\.|pag\.|blatt)[\s|]*\d{1,4}(\s*(of|von|de|sur|di|van|/)\s*\d{1,4})?)$`)
)

// joinMargins makes one piece of the first and of the last line of a page where they number it:
// a running head and a number at its side are no label with its value, and no row of a table.
func (out *Page) joinMargins() {
	var first, last *Block
	for i := range out.Blocks {
		b := &out.Blocks[i]
		if b.Turn != 0 {
			continue
		}
		if first == nil || b.Box.Y0 < first.Box.Y0 {
			first = b
		}
		if last == nil || b.Box.Y1 > last.Box.Y1 {
			last = b
		}
	}
	if first == nil || first == last {
		return
	}
	if first.Box.Y1 < margin*out.Height && out.apart(first) {
		first.joinNumber(headWords)
	}
	if last.Box.Y0 > (1-margin)*out.Height && out.apart(last) {
		last.joinNumber(1)
	}
}

// apart reports a line with room above and below it.
func (out *Page) apart(b *Block) bool {
	if b.Kind != Loose {
		return false
	}
	room := marginApart * b.Rows[0].Cells[0].Size
	for i := range out.Blocks {
		if o := &out.Blocks[i]; o != b && o.Turn == 0 && o.Box.Y0 < b.Box.Y1+room && o.Box.Y1 > b.Box.Y0-room {
			return false
		}
	}
	return true
}

// joinNumber joins the pieces of a line of which the first or the last numbers the page, and a
// bare number stands beside at least so many words.
func (b *Block) joinNumber(words int) {
	r := &b.Rows[0]
	if len(r.Cells) < 2 {
		return
	}
	texts := make([]string, len(r.Cells))
	n := 0
	for i, c := range r.Cells {
		texts[i] = c.Text
		n += len(strings.Fields(c.Text))
	}
	first, last := texts[0], texts[len(texts)-1]
	bare := n > words && (pageFigure.MatchString(first) || pageFigure.MatchString(last))
	if !bare && !pageOf.MatchString(first) && !pageOf.MatchString(last) {
		return
	}
	c := &r.Cells[0]
	c.Text, c.Box, c.End = strings.Join(texts, " "), r.Box, r.Cells[len(r.Cells)-1].End
	r.Cells = r.Cells[:1]
	b.Columns = 1
}
