package structure

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/table"
)

// A kind is what the shape of a whole cell says. It is a guess for roles and profiles, cheap enough for
// fifty million cells; what a value is, package notation reads.
type kind uint8

const (
	blank  kind = iota
	hollow      // a lone dash, or an error value: neither a figure nor a text
	text
	figure
	year // a figure that may be a calendar year
	date
)

func (k kind) number() bool { return k == figure || k == year }
func (k kind) value() bool  { return k >= figure }

// kindOf returns the kind of a cell.
func kindOf(c *table.Cell) kind {
	s := trimmed(c.Text)
	if s == "" {
		return blank
	}
	switch c.Kind {
	case table.Number:
		if c.Flags&table.Uncached != 0 {
			return hollow
		}
		if isYear(s) {
			return year
		}
		return figure
	case table.Date:
		return date
	case table.Error:
		return hollow
	case table.Bool:
		return text
	}
	return kindOfText(s)
}

// trimmed is the text without blanks at its edges; most texts have none.
func trimmed(s string) string {
	if n := len(s); n > 0 && s[0] > ' ' && s[0] < utf8.RuneSelf && s[n-1] > ' ' && s[n-1] < utf8.RuneSelf {
		return s
	}
	return strings.TrimFunc(s, blankRune)
}

func blankRune(r rune) bool {
	return unicode.IsSpace(r) || r == 0xfeff || r == 0xad || r >= 0x200b && r <= 0x200f || r >= 0x2060 && r <= 0x2064
}

// kindOfText returns the kind of a trimmed text that is not empty.
func kindOfText(s string) kind {
	digits, letters, parts := 0, 0, 0
	for i := 0; i < len(s); {
		b := s[i]
		if b < utf8.RuneSelf {
			switch {
			case b >= '0' && b <= '9':
				digits++
			case b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z':
				letters++
			case b == '.' || b == ',':
				parts++
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if unicode.IsDigit(r) {
			digits++
		} else if unicode.IsLetter(r) {
			letters++
		}
		i += n
	}
	switch {
	case digits == 0 && letters == 0:
		if loneDash(s) {
			return hollow
		}
		return text
	case digits == 0 || letters > 24 || len(s) > 60:
		return text
	}
	if isYear(strings.TrimRight(s, " *†‡¹²³")) {
		return year
	}
	if digits+parts == len(s) && (parts == 0 || parts == 1 || strings.IndexByte(s, '.') < 0) {
		if isNumber(s) {
			return figure
		}
		return text
	}
	if isDate(s, letters) {
		return date
	}
	if isFigure(s, letters) {
		return figure
	}
	return text
}

func loneDash(s string) bool {
	for _, r := range s {
		switch {
		case r == '-' || r == 0x2212 || r >= 0x2010 && r <= 0x2015:
		case blankRune(r) || isCurrencySign(r):
		default:
			return false
		}
	}
	return true
}

func isYear(s string) bool {
	return len(s) == 4 && (s[0] == '1' && s[1] == '9' || s[0] == '2' && s[1] == '0') &&
		s[2] >= '0' && s[2] <= '9' && s[3] >= '0' && s[3] <= '9'
}

func isCurrencySign(r rune) bool { return r == '$' || r > 0x7f && unicode.Is(unicode.Sc, r) }

// isFigure reports whether s is one figure with only affixes around it.
func isFigure(s string, letters int) bool {
	if letters > 0 {
		var ok bool
		if s, ok = cutAffixes(s); !ok {
			return false
		}
	}
	s = strings.TrimFunc(s, func(r rune) bool {
		return blankRune(r) || isCurrencySign(r) || strings.ContainsRune("+-()%‰−–'\"*²³°~<>≤≥±=", r)
	})
	return isNumber(s)
}

// isNumber reports whether s is digits in well-formed groups with at most one fraction.
func isNumber(s string) bool {
	run, runs, total := 0, 0, 0
	var last, group rune // the last separator, and the last mark among them
	first := rune(0)
	for _, r := range s {
		if unicode.IsDigit(r) {
			if run == 0 && runs == 0 && total == 0 {
				first = r
			}
			run++
			total++
			continue
		}
		switch {
		case r == '.' || r == ',' || r == '\'' || r == 0x2019 || r == 0x66b || r == 0x66c || r == 0xbd || r == 0xbc || r == 0xbe:
			if group != 0 && run != 3 && run != 2 {
				return false
			}
			group = r
		case blankRune(r):
			if runs > 0 && run != 3 && (blankRune(last) || run == 0) {
				return false
			}
			if run == 0 || runs == 0 && run > 3 {
				return false
			}
		default:
			return false
		}
		runs++
		last, run = r, 0
	}
	if total == 0 || runs == 0 && total > 12 || total > 18 {
		return false
	}
	if runs > 0 && blankRune(last) && run != 3 {
		return false
	}
	return !(first == '0' && runs == 0 && total > 1)
}

// prefixes are the words that may stand before a figure, suffixes those behind it, folded.
var (
	prefixes = wordSet(`eur usd gbp chf jpy cny cad aud nok sek dkk pln czk huf inr brl zar fr rs kr kč zł tl dh ft
 ca circa env approx about etwa rd unos`)
	suffixes = wordSet(`eur usd gbp chf jpy cny cad aud nok sek dkk pln czk huf inr brl zar fr rs kr ft kč zł tl dh
 cr dr ht ttc hc cc pcm pa pw mio mrd million millions md tsd k m mm bn mn kwh mwh gwh kw mw kva kg mg g t km
 cm dm ha a ca ares ml cl dl hl l min h j jrs jour jours pc pcs pce stk st qté c w v hz sqm sqft ft in lb lbs oz
 sq sf m2 m3 km2 cm2 net brut gross`)
)

func wordSet(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// cutAffixes takes known currencies, units and qualifiers from both ends of s.
func cutAffixes(s string) (rest string, ok bool) {
	for {
		s = strings.TrimFunc(s, func(r rune) bool { return blankRune(r) || isCurrencySign(r) || r == '/' })
		if s == "" {
			return "", false
		}
		end := strings.LastIndexFunc(s, func(r rune) bool { return unicode.IsDigit(r) || blankRune(r) || isCurrencySign(r) || r == '/' })
		if end >= 0 {
			_, n := utf8.DecodeRuneInString(s[end:])
			tail := s[end+n:]
			if hasLetter(tail) {
				if !suffixes[strings.ToLower(strings.Trim(tail, ".,)²³"))] {
					return "", false
				}
				s = s[:end+n]
				continue
			}
			if unicode.IsDigit(rune(s[len(s)-1])) && len(tail) == 0 { // "m2", "m3" end in a digit
				if at := strings.LastIndexFunc(s, blankRune); at > 0 && suffixes[strings.ToLower(s[at+1:])] {
					s = s[:at]
					continue
				}
			}
		}
		start := strings.IndexFunc(s, func(r rune) bool { return unicode.IsDigit(r) || blankRune(r) || isCurrencySign(r) })
		if start > 0 && hasLetter(s[:start]) {
			if !prefixes[strings.ToLower(strings.Trim(s[:start], ".-("))] {
				return "", false
			}
			s = s[start:]
			continue
		}
		return s, !hasLetter(s)
	}
}

func hasLetter(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 }

// IsFigure reports whether a whole cell looks like one figure. It is the guess that profiles count by;
// what the figure is, package notation reads.
func IsFigure(c *table.Cell) bool { return kindOf(c).number() }
