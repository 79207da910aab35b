package structure

import (
	"strings"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/table"
)

// A headingGuess is how many rows from a given one on are heading rows, and why.
type headingGuess struct {
	rows    int
	reasons []Reason
	strong  bool // text stands over columns of figures or dates
}

const (
	maxHeadingRows = 6
	longestHeading = 80 // characters
)

// headingAt guesses whether a heading of columns starts at row r.
func (z *scanner) headingAt(r int) headingGuess {
	if !z.mayHead(r) {
		return headingGuess{}
	}
	// the rows that look like headings end at the first row with a figure
	end := r + 1
	for end < len(z.idx) && end < r+maxHeadingRows && z.gap(end) == 0 && z.mayHead(end) {
		end++
	}
	for main := r; main < end; main++ {
		p := z.sampleBelow(main, end)
		why, strong, ok := z.headsColumns(main, &p)
		if !ok {
			continue
		}
		reasons, ok := z.groupsAbove(r, main)
		if !ok {
			return headingGuess{}
		}
		g := headingGuess{rows: main - r + 1, reasons: append(reasons, why), strong: strong}
		for t := main + 1; t < len(z.idx) && t < r+maxHeadingRows && z.gap(t) == 0; t++ {
			why, ok := z.secondHeading(t-1, t, &p, strong)
			if !ok {
				break
			}
			g.rows++
			g.reasons = append(g.reasons, why)
		}
		return g
	}
	return headingGuess{}
}

// mayHead reports whether a row may be part of a heading: texts, perhaps years or dates, no
// label with its value.
func (z *scanner) mayHead(r int) bool {
	cells := z.cells(5, r)
	if z.tab.Shape == table.Grid && valueRow(cells) {
		return false
	}
	texts := 0
	for i := range cells {
		switch cells[i].kind {
		case figure:
			return false
		case text:
			texts++
			if utf8.RuneCountInString(cells[i].Text) > longestHeading || crowded(cells[i].Text) {
				return false
			}
		}
	}
	if len(cells) == 1 {
		m, ok := z.mergeAt(z.row(r).Line, int(cells[0].Col))
		narrow := ok && m.LastCol > m.FirstCol && 2*(m.LastCol-m.FirstCol+1) <= z.hi-z.lo
		return texts == 1 && (z.hi-z.lo == 1 || narrow || int(cells[0].Col) > z.lo && r+1 < len(z.idx) && z.gap(r+1) == 0)
	}
	return texts > 0 && !(len(cells) <= 4 && endsInColon(cells[0].Text)) && matchFirst(cells) != wholeTotal
}

// valueRow reports whether most cells of a row are labels with their values in one cell: "Due date: 04/04/2023".
func valueRow(cells []cell) bool {
	n := 0
	for i := range cells {
		t := cells[i].Text
		if at := strings.IndexByte(t, ':'); at > 0 && at < 40 && at+1 < len(t) && (t[at+1] == ' ' || t[at+1] == '\n') && hasDigit(t[at:]) {
			n++
		}
	}
	return n > 0 && 2*n >= len(cells)
}

// crowded reports whether a text prints several figures, one of them with decimals: the cells of a row that the
// reader could not part.
func crowded(s string) bool {
	figures, decimals := 0, false
	for _, w := range strings.Fields(s) {
		w = strings.Trim(w, "()€$£%")
		if w == "" || w[0] < '0' || w[0] > '9' || strings.Trim(w, "0123456789.,") != "" {
			continue
		}
		figures++
		decimals = decimals || len(w) > 3 && (w[len(w)-3] == '.' || w[len(w)-3] == ',')
	}
	return figures > 1 && decimals
}

// sampleBelow profiles the data rows below a heading that may reach to row end: from the
// first row with a figure or date on, or all of them where there is none.
func (z *scanner) sampleBelow(main, end int) profile {
	if end < len(z.idx) && end > main+1 {
		if p := z.sample(end); p.n > 0 {
			for c := range p.cols {
				if p.values(c) {
					return p
				}
			}
		}
	}
	return z.sample(main + 1)
}

// headsColumns reports whether row r heads columns of the profile.
func (z *scanner) headsColumns(r int, p *profile) (why Reason, strong, ok bool) {
	cells := z.cells(5, r)
	if len(cells) < 2 && z.hi-z.lo > 1 {
		return 0, false, false
	}
	over, plain, dated, keys, like := 0, 0, 0, 0, 0
	for i := range cells {
		c := int(cells[i].Col) - z.lo
		k := p.col(c)
		switch cells[i].kind {
		case text:
			digit := hasDigit(cells[i].Text)
			if p.identifiers(c) && k.digits > 0 {
				if keys++; digit {
					like++ // perhaps a value of its column
				}
			}
			if p.values(c) && !saysNothing(cells[i].Text) {
				if over++; !digit {
					plain++
				}
			}
		case year:
			if k.years*2 > k.filled {
				return 0, false, false
			}
			dated++
		case date:
			if k.dates*2 > k.filled || len(cells) < 3 {
				return 0, false, false
			}
			dated++
		}
	}
	if dated > 1 && countsOn(cells) {
		over += dated
	}
	if 2*like >= keys && like > 0 && plain < 2 {
		return 0, false, false
	}
	if p.n == 0 {
		return TextUnlikeBelow, false, len(cells) >= 3 && dated == 0 && r+1 >= len(z.idx)
	}
	if over > 0 && 3*len(cells) >= 2*p.headed() {
		return TextOverFigures, true, true
	}
	if over > 0 && len(cells) >= 2 && z.spanned(r, cells) {
		return TextOverFigures, true, true
	}
	return TextUnlikeBelow, false, dated == 0 && z.unlikeBelow(r, cells, p)
}

// countsOn reports whether the years among the cells count up or down by one: "Fare | 2023 | 2024 | 2025".
func countsOn(cells []cell) bool {
	last, step, years := 0, 0, 0
	for i := range cells {
		if cells[i].kind != year {
			continue
		}
		y := 0
		for _, r := range trimmed(cells[i].Text)[:4] {
			y = 10*y + int(r-'0')
		}
		if years++; years > 1 && (y-last != 1 && y-last != -1 || step != 0 && y-last != step) {
			return false
		} else if years > 1 {
			step = y - last
		}
		last = y
	}
	return true
}

// headed returns how many columns at least half of the data rows fill: those that a heading names.
func (p *profile) headed() int {
	n := 0
	for c := range p.cols {
		if p.cols[c].filled*2 >= p.n {
			n++
		}
	}
	return n
}

// spanned reports whether merges of a row reach over the columns that it leaves open.
func (z *scanner) spanned(r int, cells []cell) bool {
	n := 0
	for i := range cells {
		n++
		if m, ok := z.mergeAt(z.row(r).Line, int(cells[i].Col)); ok {
			n += m.LastCol - m.FirstCol
		}
	}
	return n > len(cells) && 3*n >= 2*(z.hi-z.lo)
}

// unlikeBelow reports whether a row of texts over columns of texts reads like a heading: it
// starts its run of rows, fills the columns, repeats nothing, and none of it comes again below.
func (z *scanner) unlikeBelow(r int, cells []cell, p *profile) bool {
	if r > 0 && z.gap(r) == 0 && len(z.cells(1, r-1)) > 1 && z.tab.Shape == 0 {
		return false
	}
	used := p.used()
	if 5*len(cells) < 4*used || used == 0 {
		return false
	}
	if z.hi-z.lo == 2 && z.tab.Shape == 0 && p.n < 5 {
		return false // more likely labels with their values
	}
	for i := range cells {
		if hasDigit(cells[i].Text) && !strings.ContainsAny(cells[i].Text, "()") && p.col(int(cells[i].Col)-z.lo).digits == 0 && len(cells) < 4 {
			return false
		}
		for k := range i {
			if sameText(cells[i].Text, cells[k].Text) && len(cells) < 4 {
				return false
			}
		}
	}
	for t, n := r+1, 0; t < len(z.idx) && n < sampleRows; t, n = t+1, n+1 {
		for _, c := range z.cells(4, t) {
			for i := range cells {
				if c.Col == cells[i].Col && c.kind == text && sameText(c.Text, cells[i].Text) {
					return false
				}
			}
		}
	}
	return true
}

// groupsAbove reports whether rows r to main-1 head groups of the columns of row main.
func (z *scanner) groupsAbove(r, main int) (reasons []Reason, ok bool) {
	below := z.line(main, nil)
	for t := r; t < main; t++ {
		cells := z.cells(5, t)
		if len(cells) > len(below) {
			return nil, false
		}
		if len(cells) == 1 {
			m, merged := z.mergeAt(z.row(t).Line, int(cells[0].Col))
			if !merged && int(cells[0].Col) <= int(below[0].Col) {
				return nil, false // a title
			}
			if merged && m.LastCol-m.FirstCol+1 >= len(below) {
				return nil, false
			}
		}
		reasons = append(reasons, GroupHeading)
	}
	return reasons, true
}

// secondHeading reports whether row t goes on with the heading row above it.
func (z *scanner) secondHeading(above, t int, p *profile, strong bool) (why Reason, ok bool) {
	cells := z.line(t, nil)
	if len(cells) == 0 {
		return 0, false
	}
	if columnNumbers(cells) || unitTexts(cells) {
		return UnitsRow, true
	}
	if len(cells) == 1 && int(cells[0].Col) == z.lo && z.hi-z.lo > 1 {
		return 0, false
	}
	top := z.cells(5, above)
	over, open, under, textless := 0, 0, 0, 0
	for i := range cells {
		c := int(cells[i].Col)
		if cells[i].kind == figure || cells[i].kind == date {
			return 0, false
		}
		if cells[i].kind == text && p.identifiers(c-z.lo) && hasDigit(cells[i].Text) {
			return 0, false
		}
		if cells[i].kind == text && p.values(c-z.lo) && !saysNothing(cells[i].Text) {
			over++
		}
		if !prints(top, c) {
			open++
		}
		if m, ok := z.mergeAt(z.row(above).Line, c); ok && m.LastCol > m.FirstCol && m.LastLine < z.row(t).Line {
			under++
		}
		if cells[i].kind != text {
			textless++
		}
	}
	switch {
	case textless*2 > len(cells):
		return 0, false
	case over > 0 && 2*over >= len(cells), over > 1:
		return SecondHeading, strong || over > 0
	case under > 0 && !z.full(cells), open == len(cells) && len(top) < p.headed():
		return SecondHeading, true
	}
	return 0, false
}

// columnNumbers reports whether cells count their columns: 1 2 3, (1) (2) (3), A B C.
func columnNumbers(cells []cell) bool {
	if len(cells) < 3 {
		return false
	}
	for i := range cells {
		t := strings.Trim(strings.TrimFunc(cells[i].Text, blankRune), "()[].")
		letter := len(t) == 1 && t[0] == byte('A'+i%26)
		lower := len(t) == 1 && t[0] == byte('a'+i%26)
		if !letter && !lower && t != itoa(i+1) {
			return false
		}
	}
	return true
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

var unitWords = wordSet(`m2 m² m³ m3 ha a ca km km² sqm sqft sq ft sf eur euro euros € usd $ us$ gbp £ chf % ‰ pcs stk st pce qty kwh mwh kw mw kg t g l hl
 ht ttc hc cc pcm pa p.a. pw netto brutto net gross £000 €000 $000 k€ t€ tsd mio m€ "000 '000 000 jours tage days mois monat months ans years /m² €/m² £/sqft`)

// unitTexts reports whether every cell is a unit or a currency, perhaps in brackets.
func unitTexts(cells []cell) bool {
	for i := range cells {
		t := strings.ToLower(strings.Trim(strings.TrimFunc(cells[i].Text, blankRune), "()[]"))
		for _, w := range strings.Fields(strings.TrimPrefix(strings.TrimPrefix(t, "en "), "in ")) {
			if !unitWords[w] {
				return false
			}
		}
		if t == "" {
			return false
		}
	}
	return len(cells) > 0
}
