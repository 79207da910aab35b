package notation

import (
	"strings"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/words"
)

// An affix is what stands around a figure and belongs to it.
type affix struct {
	reason                   string // why the token is no figure
	minus, plus, em          uint8
	spacedDash               bool // a dash and a blank before the figure
	trailingDash             bool // a blank and a dash at the end
	percent, perMille        bool
	qualified, labelled      bool
	abbreviation             bool // letters and a point before the figure
	credit, ordinal, raised  bool
	priceDash                bool
	oneCurrency              bool // a second currency is another figure's
	impure                   bool // more than sign, currency, percent and unit
	colon                    bool // a label ends directly before the figure
	scale                    scale
	currencyFrom, currencyTo int32
	unitFrom, unitTo         int32
	opens, closes            [maxPairs]int32
	openCount, closeCount    uint8
	lo, hi                   int32 // the glyphs of the figure with its affixes
}

// maxPairs is how many brackets of one kind a figure may have beside it.
const maxPairs = 3

func (a *affix) refuse(reason string) {
	if a.reason == "" {
		a.reason = reason
	}
}

func (a *affix) open(at int) {
	if a.openCount == maxPairs {
		a.refuse("brackets")
		return
	}
	a.opens[a.openCount] = int32(at)
	a.openCount++
}

func (a *affix) close(at int) {
	if a.closeCount == maxPairs {
		a.refuse("brackets")
		return
	}
	a.closes[a.closeCount] = int32(at)
	a.closeCount++
}

func (a *affix) hasCurrency() bool { return a.currencyTo > 0 }

// currency notes a currency behind a figure. A sign and its code, $12 USD, are one, unless
// the second stands before another figure.
func (s *scanner) currency(a *affix, from, to int) bool {
	if a.setCurrency(from, to) {
		return true
	}
	signed := s.g[a.currencyTo-1].kind == currency
	return !a.oneCurrency && signed != (s.g[to-1].kind == currency)
}

// setCurrency notes a currency, and says false where the figure has one already.
func (a *affix) setCurrency(from, to int) bool {
	if a.hasCurrency() {
		return false
	}
	a.currencyFrom, a.currencyTo = int32(from), int32(to)
	return true
}

// printed gives the text of a span of glyphs.
func (s *scanner) printed(from, to int) string {
	if from >= to {
		return ""
	}
	return seen(s.text, s.g[from:to])
}

// seen gives the text of glyphs as a reader sees it: without invisible characters, and with
// full-width forms as plain ones.
func seen(text string, g []glyph) string {
	at, plain := g[0].at, true
	for i := range g {
		plain = plain && g[i].at == at && (text[at] < utf8.RuneSelf || g[i].r >= utf8.RuneSelf || g[i].foreign())
		at = g[i].end
	}
	if plain {
		return text[g[0].at:at]
	}
	var b strings.Builder
	for i := range g {
		if g[i].foreign() {
			b.WriteString(text[g[i].at:g[i].end])
		} else {
			b.WriteRune(g[i].r)
		}
	}
	return b.String()
}

// foreign says whether a glyph is a digit of another script.
func (g *glyph) foreign() bool { return g.kind == digit && g.zero != '0' }

// lettersBefore gives where the letters that end at a place start.
func (s *scanner) lettersBefore(pos, lo int) int {
	for pos > lo && s.g[pos-1].kind == letter {
		pos--
	}
	return pos
}

func (s *scanner) lettersAfter(pos, hi int) int {
	for pos < hi && s.g[pos].kind == letter {
		pos++
	}
	return pos
}

// before reads the affixes that end at pos, leftwards down to lo, and gives where it
// stopped. alone says that they stand in a chunk of their own with a blank behind it: then
// it stops at a word that is no affix, where glued letters refuse the figure.
func (s *scanner) before(a *affix, pos, lo int, alone bool) int {
	hi := pos
	for pos > lo && a.reason == "" {
		at := pos - 1
		switch s.g[at].kind {
		case dash, emDash, plus:
			if !s.signBefore(a, at, lo, alone && pos == hi) {
				return pos
			}
			pos = at
		case currency:
			from := s.signedCurrency(at, lo)
			if !a.setCurrency(from, pos) {
				if alone {
					return pos
				}
				a.refuse("identifier")
			}
			pos = from
		case letter:
			from := s.lettersBefore(pos, lo)
			if !s.wordBefore(a, from, pos, hi, alone) {
				return pos
			}
			pos = from
		case point:
			from := s.pointBefore(a, at, lo, alone)
			if from == at {
				return pos
			}
			pos = from
		case degree:
			if !s.itemSignBefore(a, at, lo, alone) {
				return pos
			}
			pos -= 2
		case number:
			a.labelled, a.impure = true, true
			pos--
		case opening:
			a.open(at)
			pos--
		case quote, apostrophe, stop:
			pos--
		case qualifier:
			a.qualified, a.impure = true, true
			pos--
		case times:
			if alone {
				return pos
			}
			a.impure = true
			pos--
		case labelEnd:
			if s.g[at].r == '=' && at > lo && s.g[at-1].kind == qualifier {
				pos-- // <=
				continue
			}
			if !alone {
				a.colon, a.impure = true, true
			}
			return pos
		default:
			if !alone {
				a.refuse("identifier")
			}
			return pos
		}
	}
	return pos
}

// itemSignBefore reads n° at a place where the ring stands.
func (s *scanner) itemSignBefore(a *affix, at, lo int, alone bool) bool {
	if at == lo || !isItemLetter(s.g[at-1].r) || s.lettersBefore(at, lo) != at-1 {
		if !alone {
			a.refuse("identifier")
		}
		return false
	}
	a.labelled, a.impure = true, true
	return true
}

// pointBefore reads letters and the point at a place, and gives where they start or the place.
func (s *scanner) pointBefore(a *affix, at, lo int, alone bool) int {
	from := s.lettersBefore(at, lo)
	if from == at || s.g[at].r != '.' {
		if !alone {
			a.refuse("malformed")
		}
		return at
	}
	if !s.abbreviationBefore(a, from, at, alone) {
		return at
	}
	return from
}

func isItemLetter(r rune) bool { return r == 'n' || r == 'N' }

// signBefore notes a sign at a place. Glued to letters it is a hyphen, unless they are a
// currency.
func (s *scanner) signBefore(a *affix, at, lo int, spaced bool) bool {
	if at > lo && s.g[at-1].kind == letter {
		from := s.lettersBefore(at, lo)
		if !words.Currency(s.printed(from, at)) {
			if !spaced {
				a.refuse("identifier")
			}
			return false
		}
	}
	switch {
	case s.g[at].kind == emDash:
		a.em++
	case s.g[at].kind == plus:
		a.plus++
	case spaced:
		if a.spacedDash {
			a.minus++
		}
		a.spacedDash = true
	default:
		a.minus++
	}
	return true
}

// signedCurrency gives where a currency sign starts with the letters that belong to it: US$.
func (s *scanner) signedCurrency(at, lo int) int {
	from := s.lettersBefore(at, lo)
	if from < at && words.Currency(s.printed(from, at+1)) {
		return from
	}
	return at
}

// wordBefore reads the letters before a figure. Where they are no affix it says false, and
// refuses the figure that they are glued to.
func (s *scanner) wordBefore(a *affix, from, to, figure int, alone bool) bool {
	word := s.printed(from, to)
	switch {
	case !alone && to == figure && word == "x":
		a.impure = true
		return true
	case words.Currency(word):
		if a.setCurrency(from, to) {
			return true
		}
		// A sign and its code together, USD $12, are one currency.
		if s.g[a.currencyFrom].kind == currency && int(a.currencyFrom) == to {
			a.currencyFrom = int32(from)
			return true
		}
	case alone && word != "c" && qualifierWord(word):
		a.qualified, a.impure = true, true
		return true
	case alone && itemWord(word):
		a.labelled, a.impure = true, true
		return true
	}
	if !alone {
		a.refuse("identifier")
	}
	return false
}

// abbreviationBefore reads letters and a point before a figure: Fr.180, No.12, Art.12.
func (s *scanner) abbreviationBefore(a *affix, from, to int, alone bool) bool {
	word := s.printed(from, to)
	switch {
	case words.Currency(word):
		if !a.setCurrency(from, to) {
			if !alone {
				a.refuse("identifier")
			}
			return false
		}
	case itemWord(word):
		a.labelled, a.impure = true, true
	case qualifierWord(word):
		a.qualified, a.impure = true, true
	case alone:
		return false
	case identifierLabel(word):
		a.refuse("identifier")
	default:
		a.abbreviation, a.impure = true, true
	}
	return true
}
