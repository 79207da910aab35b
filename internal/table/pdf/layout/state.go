package layout

import (
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

// A State says what kind of text a page has.
type State uint8

// The states of a page.
const (
	HasText    State = iota // drawn as text
	Empty                   // nothing is printed
	Scan                    // a picture and no text
	Recognised              // text that a recognition put under a picture
	Unmapped                // text in fonts that do not say which characters they print
)

// scanShare is the part of a page that a picture covers when the page is a scan.
const scanShare = 0.4

// maxDrawings is how many outlines a page without text may have before they are taken for one.
const maxDrawings = 20

// state judges a page by its characters and pictures.
func state(p *content.Page, visible []content.Char) State {
	covered := 0.0
	for _, b := range p.Pictures {
		w := min(b.X1, p.Width) - max(b.X0, 0)
		h := min(b.Y1, p.Height) - max(b.Y0, 0)
		if w > 0 && h > 0 {
			covered += w * h
		}
	}
	scan := covered > scanShare*p.Width*p.Height
	invisible, letters, lost := 0, 0, 0
	for _, c := range p.Chars {
		if c.Rune == ' ' {
			continue
		}
		letters++
		if c.Hidden&content.Invisible != 0 || c.Beneath {
			invisible++
		}
		if c.Rune == unicode.ReplacementChar || c.Rune >= 0xE000 && c.Rune < 0xF900 {
			lost++
		}
	}
	switch {
	case p.Recognised:
		return Recognised
	case letters == 0 && p.TextObjects == 0 && (scan || len(p.Pictures) > 0 || p.Drawings > maxDrawings):
		return Scan
	case letters > 0 && scan && 2*invisible > letters:
		return Recognised
	case letters == 0 && p.Mute > 0, 5*letters < 4*p.TextObjects && p.TextObjects > 4, 4*lost > letters && lost > 20:
		return Unmapped
	case len(visible) == 0:
		return Empty
	}
	return HasText
}

// see returns the characters that a person sees, each once, and counts the others. The text
// that a recognition put under a scan counts as seen: the picture shows it.
func (out *Page) see(p *content.Page) []content.Char {
	under := state(p, nil) == Recognised
	seen := map[[3]int][]content.Char{}
	visible := make([]content.Char, 0, len(p.Chars))
	for i, c := range p.Chars {
		if under {
			c.Hidden &^= content.Invisible | content.Faint | content.Covered
		}
		if c.Hidden != 0 {
			if c.Rune != ' ' {
				out.Hidden |= c.Hidden
				out.HiddenChars++
			}
			continue
		}
		if c.Box.Width() <= 0 && c.Rune != ' ' {
			c.Box.X1 = c.Box.X0 + 0.1
		}
		if c.Rune != ' ' && !joinedType(p.Chars, i) && drawnBefore(seen, c) || secondHyphen(p.Chars, i) {
			continue
		}
		visible = append(visible, c)
	}
	return visible
}

// joinedType reports the second letter of a joined piece of type such as ff or tt, which stands
// where the first does.
func joinedType(chars []content.Char, i int) bool {
	c := &chars[i]
	if i == 0 || c.Rune != 'f' && c.Rune != 't' {
		return false
	}
	b := &chars[i-1]
	return b.Rune == c.Rune && b.X == c.X && b.Y == c.Y
}

// secondHyphen reports one of two hyphens for one sign, as fonts map it that know a soft and a
// hard one.
func secondHyphen(chars []content.Char, i int) bool {
	const hyphens = "-\u2010\u2011"
	c := &chars[i]
	if i == 0 || !strings.ContainsRune(hyphens, c.Rune) {
		return false
	}
	b := &chars[i-1]
	return strings.ContainsRune(hyphens, b.Rune) && b.X == c.X && b.Y == c.Y
}

// drawnBefore reports the same character at the same place: bold type made by drawing twice.
func drawnBefore(seen map[[3]int][]content.Char, c content.Char) bool {
	const cell = 2
	near := min(0.15*c.Box.Height(), 0.6*c.Box.Width()) // below the advance: a letter may stand twice in a word
	at := [3]int{int(c.Rune), int(c.X / cell), int(c.Y / cell)}
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			for _, o := range seen[[3]int{at[0], at[1] + dx, at[2] + dy}] {
				if abs(o.X-c.X) < near && abs(o.Y-c.Y) < near && o.Turn == c.Turn {
					return true
				}
			}
		}
	}
	seen[at] = append(seen[at], c)
	return false
}

// backwards reports text of a script that runs from right to left.
func backwards(chars []content.Char) bool {
	n := 0
	for _, c := range chars {
		if unicode.In(c.Rune, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana) {
			n++
		}
	}
	return n > 8
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
