package structure

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/table"
)

// outsideReason says what a line outside every block is.
func outsideReason(cells []cell) Reason {
	switch {
	case len(cells) == 0:
		return PrintsNothing
	case isMarked(cells[0].Text):
		return Marked
	case len(cells) == 1:
		return SingleLine
	case len(cells) == 2, endsInColon(cells[0].Text):
		return LabelWithValue
	}
	return OutsideBlocks
}

func endsInColon(s string) bool {
	s = strings.TrimRightFunc(s, blankRune)
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：")
}

var noteStarts = []string{"*", "†", "‡", "note:", "notes:", "note :", "nb:", "n.b.", "nb :", "source:", "sources:", "source :", "quelle:", "anm.:", "anmerkung",
	"hinweis", "remarque", "nota:", "fuente:", "fonte:", "bron:", "opmerking", "remark", "(*)", "¹", "²", "³"}

// isMarked reports whether a text starts like a note.
func isMarked(s string) bool {
	s = strings.TrimLeftFunc(s, blankRune)
	if len(s) > 24 {
		s = s[:24]
	}
	s = strings.ToLower(s)
	for _, p := range noteStarts {
		if strings.HasPrefix(s, p) && len(s) > len(p) {
			return true
		}
	}
	return false
}

// isLong reports whether a text is too long for a heading.
func isLong(s string) bool {
	n := utf8.RuneCountInString(s)
	return n > 120 || n > 60 && strings.HasSuffix(strings.TrimRightFunc(s, blankRune), ".")
}

// nothings are texts that stand for a value that there is not.
var nothings = map[string]bool{"n/a": true, "na": true, "tbc": true, "tba": true, "tbd": true, "vacant": true, "void": true, "none": true, "nil": true,
	"vide": true, "vacante": true, "libre": true, "néant": true, "leer": true, "leerstand": true, "frei": true, "unbekannt": true, "unknown": true, "sfitto": true,
	"libero": true, "leeg": true, "vago": true, "nc": true, "n.c.": true, "n.a.": true, "nd": true, "n.d.": true, "?": true, "x": true, "pending": true}

func saysNothing(s string) bool {
	return nothings[strings.ToLower(strings.TrimFunc(s, blankRune))] || loneDash(s)
}

// pageWords say that a figure is a page's; the short ones only before two figures, "p. 3/12".
var (
	pageWords      = wordSet("page seite página pagina pág")
	shortPageWords = wordSet("blatt p pg folio")
)

// isPageNumber reports whether a row is nothing but a page number: "Page 3 of 12", "- 3 -", "3/12" beside the word.
func isPageNumber(cells []cell) bool {
	if len(cells) == 0 || len(cells) > 2 || len(cells[0].Text)+len(cells[len(cells)-1].Text) > 48 {
		return false
	}
	word, short, figures := false, false, 0
	for i := range cells {
		for _, f := range strings.FieldsFunc(strings.ToLower(cells[i].Text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			switch {
			case hasDigit(f) && onlyFigures([]string{f}) && len(f) <= 5:
				figures++
			case (pageWords[f] || shortPageWords[f]) && !word && figures == 0:
				word, short = true, shortPageWords[f]
			case figures == 1 && (f == "of" || f == "sur" || f == "von" || f == "de" || f == "di" || f == "van"):
			default:
				return false
			}
		}
	}
	if len(cells) == 1 && !word && figures == 1 {
		t := strings.TrimFunc(cells[0].Text, blankRune)
		return strings.HasPrefix(t, "- ") && strings.HasSuffix(t, " -") || strings.HasPrefix(t, "– ") && strings.HasSuffix(t, " –")
	}
	return word && (figures == 2 || figures == 1 && !short)
}

// rowOfValues reports whether a row that fits no table is still more than labels with their values:
// two figures or dates stand next to each other. It must not pass for a note.
func rowOfValues(cells []cell) bool {
	if len(cells) < 3 || endsInColon(cells[0].Text) || matchFirst(cells) == wholeTotal {
		return false
	}
	for i := 1; i < len(cells); i++ {
		if cells[i].kind.value() && cells[i-1].kind.value() {
			return true
		}
	}
	return false
}

// headless reports whether rows of a table without a heading start at row r: at least two of
// one shape, which are no labels with their values, and no heading below that names their columns.
func (z *scanner) headless(r int) bool {
	const look = 12
	first := z.line(r, nil)
	if len(first) == 1 {
		return z.list(r, first[0])
	}
	if len(first) < 2 || matchFirst(first) == wholeTotal || endsInColon(first[0].Text) {
		return false
	}
	alike, n := 0, 0
	labels := z.hi-z.lo == 2 || len(first) == 2
	t := r + 1
	for ; t < len(z.idx) && n < look && z.gap(t) == 0; t++ {
		cells := z.cells(3, t)
		if matchFirst(cells) != noTotal {
			continue
		}
		if len(cells) > len(first) && z.headingAt(t).strong {
			return false
		}
		n++
		if alikeRows(first, cells) {
			alike++
		}
		labels = labels && len(cells) == 2
	}
	if labels && n < look && (z.tab.Shape == 0 || z.headedBelow(t)) {
		return false
	}
	if n == 0 {
		return z.tab.Shape != 0 && len(z.idx) == 1 && len(first) > 2
	}
	return 2*alike >= n && (len(first) > 2 || n >= look || z.tab.Shape != 0)
}

// headedBelow reports whether a wider table with a heading starts at row t, below a blank line: the rows of
// two above it are labels with their values, in a file of delimited text too.
func (z *scanner) headedBelow(t int) bool {
	return t < len(z.idx) && z.gap(t) > 0 && len(z.cells(3, t)) > 2 && z.headingAt(t).rows > 0
}

// list reports whether a list of single values starts at row r: eight figures or dates one below the
// other, or as many short texts as no address or paragraph has lines.
func (z *scanner) list(r int, first cell) bool {
	const values, texts = 8, 20
	n := 1
	for t := r + 1; t < len(z.idx) && n < texts && z.gap(t) == 0; t++ {
		cells := z.cells(3, t)
		if len(cells) != 1 || cells[0].Col != first.Col || cells[0].kind.value() != first.kind.value() || isLong(cells[0].Text) {
			break
		}
		n++
	}
	return n >= texts || n >= values && first.kind.value()
}

// alikeRows reports whether two rows print the same kinds in most of their columns.
func alikeRows(a, b []cell) bool {
	same := 0
	for i := range a {
		for k := range b {
			if a[i].Col == b[k].Col && (a[i].kind == b[k].kind || a[i].kind.number() && b[k].kind.number()) {
				same++
			}
		}
	}
	return same >= 2 && 5*same >= 3*max(len(a), len(b))
}

// labelRows returns how many rows from r on, of a table on a page, are labels with their values: most of them print
// a text that ends in a colon before another cell, or holds one before a text. Rows with a figure and without a label end
// them, and so does a heading over columns of figures.
func (z *scanner) labelRows(r int) int {
	if z.tab.Shape != table.Grid {
		return 0
	}
	labels, n := 0, 0
	for t := r; t < len(z.idx); t++ {
		cells := z.cells(4, t)
		label := labelRow(cells)
		if !label {
			figures := false
			for i := range cells {
				figures = figures || cells[i].kind == figure
			}
			if figures || matchFirst(cells) == wholeTotal || len(cells) > 2 && z.headingAt(t).rows > 0 {
				break
			}
		}
		n++
		if label {
			labels++
		}
	}
	if 2*labels < n || labels == 0 {
		return 0
	}
	return n
}

// labelRow reports whether a row is made of labels with their values.
func labelRow(cells []cell) bool {
	if len(cells) == 0 || len(cells) > 6 {
		return false
	}
	labels := 0
	for i := range cells {
		t := strings.TrimFunc(cells[i].Text, blankRune)
		switch at := strings.IndexAny(t, ":："); {
		case at < 0 || cells[i].kind != text:
		case at == 0 && i > 0, endsInColon(t), at < 40 && at+1 < len(t) && (t[at+1] == ' ' || t[at+1] == '\n'):
			labels++
		}
	}
	return 2*labels >= len(cells)
}
