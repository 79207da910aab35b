package lookup

import (
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/words"
)

// SameCurrency reports whether two currencies as printed may be the same: a sign agrees with
// every code that uses it.
func SameCurrency(a, b string) bool {
	if a == b {
		return true
	}
	x, y := currencies(a), currencies(b)
	for _, code := range x {
		if slices.Contains(y, code) {
			return true
		}
	}
	return false
}

// currencies returns the ISO codes that a printed currency may stand for.
func currencies(s string) []string {
	switch s {
	case "€":
		return []string{"EUR"}
	case "$":
		return []string{"USD", "CAD", "AUD", "NZD", "HKD", "SGD", "MXN", "TWD", "ARS", "CLP", "COP", "JMD", "BBD", "BSD", "TTD", "XCD", "FJD", "NAD"}
	case "£":
		return []string{"GBP", "EGP", "FKP", "GIP", "SHP", "LBP", "SDG", "SYP"}
	case "¥", "￥":
		return []string{"JPY", "CNY"}
	case "₹":
		return []string{"INR"}
	case "₽":
		return []string{"RUB"}
	case "₩":
		return []string{"KRW", "KPW"}
	case "₺":
		return []string{"TRY"}
	case "₪":
		return []string{"ILS"}
	case "₫":
		return []string{"VND"}
	case "฿":
		return []string{"THB"}
	case "₴":
		return []string{"UAH"}
	case "₱":
		return []string{"PHP"}
	case "₦":
		return []string{"NGN"}
	}
	switch up := strings.ToUpper(s); up {
	case "EURO", "EUROS":
		return []string{"EUR"}
	case "US$":
		return []string{"USD"}
	case "A$", "AU$":
		return []string{"AUD"}
	case "C$", "CA$":
		return []string{"CAD"}
	case "NZ$":
		return []string{"NZD"}
	case "HK$":
		return []string{"HKD"}
	case "S$", "SG$":
		return []string{"SGD"}
	case "R$":
		return []string{"BRL"}
	case "NT$":
		return []string{"TWD"}
	case "MX$", "MEX$":
		return []string{"MXN"}
	case "FR", "SFR":
		return []string{"CHF"}
	case "RS":
		return []string{"INR", "PKR", "LKR", "NPR", "MUR", "SCR"}
	case "KR":
		return []string{"SEK", "NOK", "DKK", "ISK"}
	case "FT":
		return []string{"HUF"}
	case "KČ":
		return []string{"CZK"}
	case "ZŁ":
		return []string{"PLN"}
	case "TL":
		return []string{"TRY"}
	case "DH":
		return []string{"MAD", "AED"}
	case "RMB":
		return []string{"CNY"}
	default:
		return []string{up}
	}
}

// currencyOf returns the currency that the column's heading prints, else the one that stands
// alone in a cell of the row, or "".
func (f *Finder) currencyOf(c *cellRead) string {
	if cur := f.headingCurrency(c); cur != "" {
		return cur
	}
	found := ""
	for _, o := range f.cells {
		if o == c || o.cited != c.cited || o.header {
			continue
		}
		ws := f.wordsOf(o)
		if len(ws) != 1 {
			continue
		}
		if cur := words.Visible(o.cell.Text[ws[0].Start:ws[0].End]); words.Currency(cur) {
			if found != "" && found != cur {
				return ""
			}
			found = cur
		}
	}
	return found
}

// headingCurrency returns the one currency that the heading of the cell's column prints.
func (f *Finder) headingCurrency(c *cellRead) string {
	h := f.headingOf(c)
	if h == nil {
		return ""
	}
	return h.currency
}

// headingPrints reports whether the heading of the cell's column prints a sign.
func (f *Finder) headingPrints(c *cellRead, sign rune) bool {
	h := f.headingOf(c)
	return h != nil && strings.ContainsRune(h.text, sign)
}

// A columnHeading is what the heading of a column says of its figures.
type columnHeading struct{ text, currency string }

type blockColumn struct {
	block *structure.Block
	col   int
}

// headingOf returns the heading of the cell's column, read once, or nil where it has none.
func (f *Finder) headingOf(c *cellRead) *columnHeading {
	if f.src.Structure == nil {
		return f.headingAbove(c)
	}
	b, ok := f.src.Structure.BlockAt(c.row, c.col)
	if !ok {
		return nil
	}
	key := blockColumn{b, c.col}
	if h, ok := f.headings[key]; ok {
		return h
	}
	h := &columnHeading{}
	if col, ok := b.Column(c.col); ok {
		h.text = col.Heading
		h.currency = currencyIn(col.Heading)
	}
	if f.headings == nil {
		f.headings = map[blockColumn]*columnHeading{}
	}
	f.headings[key] = h
	return h
}

// headingAbove returns what the heading rows above a cell print in its column, where no
// structure tells more.
func (f *Finder) headingAbove(c *cellRead) *columnHeading {
	if f.src.Headers == nil {
		return nil
	}
	var texts []string
	for n := range min(c.row, len(f.src.Doc.Rows)) {
		if !f.src.Headers(n) {
			continue
		}
		if cell, ok := f.src.Doc.Rows[n].Cell(c.col); ok {
			texts = append(texts, cell.Text)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	text := strings.Join(texts, " ")
	return &columnHeading{text: text, currency: currencyIn(text)}
}

// currencyIn returns the one currency that a heading prints: in brackets, as a sign, with a
// scale ("k€", "£000"). Two of them are none.
func currencyIn(heading string) string {
	found := ""
	for _, w := range words.Split(heading) {
		cur := unscaled(words.Visible(heading[w.Start:w.End]))
		if cur == "" {
			continue
		}
		if found != "" && !SameCurrency(found, cur) {
			return ""
		}
		found = cur
	}
	return found
}

// unscaled returns the currency that a word of a heading is, without its scale, or "".
func unscaled(word string) string {
	if words.Currency(word) {
		return word
	}
	if !words.Scaled(word) {
		return ""
	}
	for _, scale := range []string{"'000", "’000", "000", "k", "K", "M", "m", "T", "bn", "mn", "Mio", "Mrd", "Md", "MM"} {
		if rest := strings.TrimSuffix(strings.TrimPrefix(word, scale), scale); rest != word && words.Currency(rest) {
			return rest
		}
	}
	return ""
}

// sameUnit reports whether two printed units are the same, written differently.
func sameUnit(a, b string) bool { return unit(a) == unit(b) }

func unit(s string) string {
	switch s {
	case "m2", "sqm":
		return "m²"
	case "km2", "cm2", "mm2", "dm2":
		return s[:len(s)-1] + "²"
	case "m3", "dm3", "cm3", "mm3":
		return s[:len(s)-1] + "³"
	case "pcs", "pce", "pces", "stk", "Stk", "qté":
		return "pc"
	case "jr", "jrs", "jour", "jours":
		return "j"
	case "L":
		return "l"
	case "lbs":
		return "lb"
	}
	return s
}
