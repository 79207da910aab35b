package notation

import (
	"unicode"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/words"
)

// A glyph is one visible rune of a text with what it is to a figure. Full-width forms stand
// as their ASCII ones and digits of every script as 0 to 9.
type glyph struct {
	r       rune
	zero    rune  // of a digit: the zero of its script
	at, end int32 // byte offsets in the text
	pair    int32 // of a round bracket: the index of its partner, -1 for none
	kind    kind
}

type kind uint8

const (
	other kind = iota
	letter
	digit
	point      // . and ,
	apostrophe // groups digits
	arabic     // U+066B and U+066C
	fraction   // ½
	blank      // one blank that may group digits
	hard       // a border that no figure crosses
	dash
	emDash
	plus
	percent // % and ‰
	currency
	opening // (
	closing // )
	raised  // superscript digits
	qualifier
	times
	slash
	labelEnd // : and =
	quote    // quotes and the brackets that never mean a sign
	number   // # and №
	degree   // ° º ª
	stop     // other punctuation and footnote marks
)

// glyphsOf gives the glyphs of a text, in the memory of a list where it is enough. Of blanks in a row, and of blanks beside a hard
// border, one hard border is left; blanks at the ends are dropped.
func glyphsOf(list []glyph, text string) []glyph {
	if list = list[:0]; cap(list) < len(text) {
		list = make([]glyph, 0, len(text))
	}
	brackets := false
	for at := 0; at < len(text); {
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[at:])
		}
		g := glyph{r: r, at: int32(at), end: int32(at + size), pair: -1}
		at += size
		if r < utf8.RuneSelf {
			g.kind = asciiKind(byte(r))
			if g.kind == digit {
				g.zero = '0'
			}
		} else {
			if words.Invisible(r) {
				continue
			}
			g.wide()
		}
		switch g.kind {
		case blank, hard:
			if len(list) == 0 {
				continue
			}
			if last := &list[len(list)-1]; last.kind == blank || last.kind == hard {
				last.kind = hard
				if g.kind == hard && !breaksLine(last.r) {
					last.r = g.r
				}
				continue
			}
		case opening, closing:
			brackets = true
		}
		list = append(list, g)
	}
	if n := len(list); n > 0 && (list[n-1].kind == blank || list[n-1].kind == hard) {
		list = list[:n-1]
	}
	if brackets {
		pairBrackets(list)
	}
	return list
}

// breaksLine says whether a blank ends a line.
func breaksLine(r rune) bool {
	return '\n' <= r && r <= '\r' || r == 0x85 || r == 0x2028 || r == 0x2029
}

func asciiKind(c byte) kind {
	switch {
	case '0' <= c && c <= '9':
		return digit
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		return letter
	}
	switch c {
	case ' ':
		return blank
	case '\t', '\n', '\v', '\f', '\r', '|':
		return hard
	case '.', ',':
		return point
	case '\'':
		return apostrophe
	case '-':
		return dash
	case '+':
		return plus
	case '%':
		return percent
	case '$':
		return currency
	case '(':
		return opening
	case ')':
		return closing
	case '<', '>', '~':
		return qualifier
	case '/':
		return slash
	case ':', '=':
		return labelEnd
	case '"', '[', ']', '{', '}':
		return quote
	case '#':
		return number
	case ';', '!', '?', '*':
		return stop
	}
	return other
}

// wide sets kind and value of a glyph beyond ASCII.
func (g *glyph) wide() {
	if 0xFF01 <= g.r && g.r <= 0xFF5E {
		g.r -= 0xFEE0
		g.kind = asciiKind(byte(g.r))
		if g.kind == digit {
			g.zero = '0'
		}
		return
	}
	if g.kind = wideKind(g.r); g.kind != other {
		return
	}
	switch {
	case unicode.IsLetter(g.r), unicode.Is(unicode.Mn, g.r):
		g.kind = letter
	case unicode.IsDigit(g.r):
		g.kind = digit
		g.zero = zeroOf(g.r)
		g.r = '0' + g.r - g.zero
	case unicode.Is(unicode.Sc, g.r):
		g.kind = currency
	case unicode.IsSpace(g.r):
		g.kind = hard
	case words.Edge(g.r):
		g.kind = stop
	}
}

func wideKind(r rune) kind {
	switch r {
	case 0xA0, 0x202F, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x205F:
		return blank
	case 0x2018, 0x2019, 0x201B, 0x02BC, 0xB4:
		return apostrophe
	case 0x066B, 0x066C:
		return arabic
	case 0x2010, 0x2011, 0x2012, 0x2013, 0x2212, 0xFE63:
		return dash
	case 0x2014, 0x2015, 0xFE58:
		return emDash
	case '‰', 0x066A:
		return percent
	case '≤', '≥', '≈', '±', '∼', '≃':
		return qualifier
	case '×', '✕':
		return times
	case '⁄', '∕':
		return slash
	case '“', '”', '„', '‟', '‚', '«', '»', '‹', '›':
		return quote
	case '№':
		return number
	case '°', 'º', 'ª':
		return degree
	case '¹', '²', '³', '⁰':
		return raised
	}
	if 0x2074 <= r && r <= 0x2079 {
		return raised
	}
	if _, _, ok := vulgar(r); ok {
		return fraction
	}
	return other
}

// zeroOf gives the zero of the script that a decimal digit belongs to. Unicode keeps the ten
// digits of a script together, from zero up.
func zeroOf(r rune) rune {
	for _, span := range unicode.Nd.R16 {
		if rune(span.Lo) <= r && r <= rune(span.Hi) {
			return r - (r-rune(span.Lo))%10
		}
	}
	for _, span := range unicode.Nd.R32 {
		if rune(span.Lo) <= r && r <= rune(span.Hi) {
			return r - (r-rune(span.Lo))%10
		}
	}
	return r
}

// vulgar gives numerator and denominator of a fraction that is one character.
func vulgar(r rune) (above, below int, ok bool) {
	switch r {
	case '½':
		return 1, 2, true
	case '¼':
		return 1, 4, true
	case '¾':
		return 3, 4, true
	case '⅐':
		return 1, 7, true
	case '⅑':
		return 1, 9, true
	case '⅒':
		return 1, 10, true
	case '⅓', '⅔':
		return int(r-'⅓') + 1, 3, true
	case '⅕', '⅖', '⅗', '⅘':
		return int(r-'⅕') + 1, 5, true
	case '⅙':
		return 1, 6, true
	case '⅚':
		return 5, 6, true
	case '⅛':
		return 1, 8, true
	case '⅜':
		return 3, 8, true
	case '⅝':
		return 5, 8, true
	case '⅞':
		return 7, 8, true
	}
	return 0, 0, false
}

// maxBrackets bounds how deep round brackets are followed. Deeper ones have no partner.
const maxBrackets = 32

// pairBrackets joins each round bracket with its partner.
func pairBrackets(list []glyph) {
	var open [maxBrackets]int32
	depth := 0
	for i := range list {
		switch list[i].kind {
		case opening:
			if depth < maxBrackets {
				open[depth] = int32(i)
				depth++
			}
		case closing:
			if depth > 0 {
				depth--
				list[i].pair = open[depth]
				list[open[depth]].pair = int32(i)
			}
		}
	}
}
