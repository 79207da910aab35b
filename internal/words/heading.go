package words

import (
	"strings"
	"unicode/utf8"
)

// Normal gives a heading as its name alone: folded words with one blank between, without
// what stands in brackets and without currencies, scales and units ("Rent (£ pcm)" is
// "rent", "Surface m²" is "surface", "Loyer en k€" is "loyer"). A heading that is nothing
// else keeps its words. It serves for keys and for containing; to compare two headings use
// EqualHeading, which also knows ß.
func Normal(heading string) string {
	list := Heading(heading)
	if len(list) == 1 {
		return list[0].Text
	}
	var b strings.Builder
	for i, w := range list {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}

// EqualHeading says whether two headings name the same: the words that Normal keeps are the
// same in the same order.
func EqualHeading(a, b string) bool { return EqualWords(Heading(a), Heading(b)) }

// Heading gives the words of a heading that Normal keeps.
func Heading(heading string) []Word {
	all := Split(heading)
	kept := make([]Word, 0, len(all))
	depth, at := 0, 0
	for _, w := range all {
		depth = bracketDepth(heading[at:w.Start], depth)
		at = w.Start
		if depth > 0 || besides(heading[w.Start:w.End]) {
			if n := len(kept); depth == 0 && n > 1 && introduces(kept[n-1].Text) {
				kept = kept[:n-1]
			}
			continue
		}
		kept = append(kept, w)
	}
	if len(kept) == 0 {
		return all
	}
	return kept
}

// bracketDepth follows brackets through a text. A closing one without its opening counts for
// nothing.
func bracketDepth(s string, depth int) int {
	for _, r := range s {
		switch r {
		case '(', '[', '{', 0xFF08:
			depth++
		case ')', ']', '}', 0xFF09:
			depth = max(depth-1, 0)
		}
	}
	return depth
}

// besides says whether a printed word of a heading is a currency, a scale of one, or a unit
// that is no word of a language.
func besides(printed string) bool {
	if Currency(printed) || Scaled(printed) {
		return true
	}
	r, n := utf8.DecodeRuneInString(printed)
	if n == len(printed) {
		return r == '%' || r == '‰'
	}
	switch printed {
	case "in", "ca", "min", "ares", "jour", "jours", "pc", "pcs", "qté":
		return false
	}
	return Unit(printed)
}

// Scaled says whether a word is a currency with a scale: £000, £'000, k€, M€, $m, kEUR, TEUR.
func Scaled(word string) bool {
	for _, zeros := range []string{"'000", "’000", "000"} {
		if head, ok := strings.CutSuffix(word, zeros); ok {
			return Currency(head)
		}
		if tail, ok := strings.CutPrefix(word, zeros); ok {
			return Currency(tail)
		}
	}
	for _, scale := range []string{"k", "K", "M", "m", "T", "bn", "mn", "Mio", "Mrd", "Md", "MM"} {
		if rest, ok := strings.CutPrefix(word, scale); ok && scale != "m" && (Currency(rest) && (len(rest) != 3 || rest == strings.ToUpper(rest))) {
			return true
		}
		if rest, ok := strings.CutSuffix(word, scale); ok && sign(rest) {
			return true
		}
	}
	return false
}

// sign says whether a word is a currency sign, not a code.
func sign(word string) bool {
	r, _ := utf8.DecodeLastRuneInString(word)
	return Currency(word) && r > 0x7F || word != "" && word[len(word)-1] == '$' && Currency(word)
}

// introduces says whether a word before a currency or unit belongs to it: "in €".
func introduces(folded string) bool {
	switch folded {
	case "in", "en", "em":
		return true
	}
	return false
}
