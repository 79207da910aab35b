package structure

import (
	_ "embed"
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/words"
)

//go:embed totals.txt
var totalsText string

// A totalLabel is one label of totals: its words, folded.
type totalLabel struct {
	words []string
	kind  string // "total", "sub", "tax" or "count"
}

// totalLabels by their first word.
var totalLabels = readTotals(totalsText)

func readTotals(s string) map[string][]totalLabel {
	m := map[string][]totalLabel{}
	for _, line := range strings.Split(s, "\n") {
		kind, list, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		k := strings.Fields(kind)
		for _, label := range strings.Split(list, ",") {
			w := labelWords(label)
			if len(w) > 0 {
				m[w[0]] = append(m[w[0]], totalLabel{words: w, kind: k[1]})
			}
		}
	}
	return m
}

// labelWords returns the words of a label, folded, without punctuation. Hyphens part words.
func labelWords(s string) []string {
	return strings.FieldsFunc(words.Fold(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '%' && r != '\''
	})
}

// A totalMatch says how a text is a label of totals.
type totalMatch uint8

const (
	noTotal    totalMatch = iota
	weakTotal             // a tax, a net amount, a count
	partTotal             // starts or ends with a label and has other words
	wholeTotal            // nothing but the label and figures
	subTotal              // a subtotal, whatever follows
)

// matchTotal compares the first text of a row with the labels of totals.
func matchTotal(s string) totalMatch {
	if len(s) > 120 {
		return noTotal
	}
	ws := labelWords(s)
	if len(ws) == 0 {
		return noTotal
	}
	best := noTotal
	for _, l := range totalLabels[ws[0]] {
		if !hasPrefix(ws, l.words) {
			continue
		}
		whole, m := onlyFigures(ws[len(l.words):]), noTotal
		switch {
		case l.kind == "sub":
			m = subTotal
		case l.kind == "total" && whole:
			m = wholeTotal
		case l.kind == "total":
			m = partTotal
		case l.kind == "count" || whole:
			m = weakTotal
		}
		best = max(best, m)
	}
	if best == noTotal && len(ws) > 1 { // "Harbour Court Total"
		for _, l := range totalLabels[ws[len(ws)-1]] {
			if len(l.words) == 1 && (l.kind == "total" || l.kind == "sub") {
				return partTotal
			}
		}
	}
	return best
}

// IsTotal reports whether a text is a label of totals, taxes or amounts carried over, and nothing else.
func IsTotal(label string) bool {
	switch matchTotal(label) {
	case weakTotal, wholeTotal, subTotal:
		return true
	}
	return false
}

// IsCount reports whether a label of totals counts rows and sums nothing: "Number of units".
func IsCount(label string) bool {
	ws := labelWords(label)
	if len(ws) == 0 {
		return false
	}
	for _, l := range totalLabels[ws[0]] {
		if l.kind == "count" && hasPrefix(ws, l.words) {
			return true
		}
	}
	return false
}

func hasPrefix(ws, prefix []string) bool {
	if len(ws) < len(prefix) {
		return false
	}
	for i, w := range prefix {
		if ws[i] != w {
			return false
		}
	}
	return true
}

func onlyFigures(ws []string) bool {
	for _, w := range ws {
		if strings.IndexFunc(w, unicode.IsLetter) >= 0 && !suffixes[w] {
			return false
		}
	}
	return true
}
