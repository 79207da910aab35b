package notation

import (
	"strings"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/words"
)

// Scale reads the scale that a heading or a line declares for its figures: "in £000", "k€",
// "(thousands)", "Mio. EUR". power is the power of ten that they stand for, printed the words
// that say so. A magnitude behind a figure, "3 million", is no declaration; a word that means
// two magnitudes, "billions", declares none.
func Scale(text string) (power int, printed string, ok bool) {
	tokens := scaleTokens(text)
	for i := range tokens {
		if power := zeros(tokens[i].text); power > 0 {
			from, to := scaleSpan(tokens, i)
			return power, text[from:to], true
		}
		power, sure := magnitude(tokens[i].text)
		if power == 0 || i > 0 && strings.ContainsAny(tokens[i-1].text, "0123456789") {
			continue
		}
		if sure || declares(tokens, i) {
			from, to := scaleSpan(tokens, i)
			return power, text[from:to], true
		}
	}
	return 0, "", false
}

// A scaleToken is a word of a heading.
type scaleToken struct {
	text       string
	start, end int
	bracketed  bool // the word is all that its brackets hold
}

func scaleTokens(text string) []scaleToken {
	var list []scaleToken
	for at := 0; at < len(text); {
		r, n := utf8.DecodeRuneInString(text[at:])
		if words.Space(r) || scaleBorder(r) {
			at += n
			continue
		}
		start := at
		for at < len(text) {
			r, n := utf8.DecodeRuneInString(text[at:])
			if words.Space(r) || scaleBorder(r) {
				break
			}
			at += n
		}
		token := scaleToken{text: strings.Trim(text[start:at], ".,;:"), start: start, end: at}
		token.bracketed = start > 0 && at < len(text) && strings.ContainsRune("([", rune(text[start-1])) &&
			strings.ContainsRune(")]", rune(text[at]))
		if token.text != "" {
			list = append(list, token)
		}
	}
	return list
}

func scaleBorder(r rune) bool {
	switch r {
	case '(', ')', '[', ']', '|':
		return true
	}
	return false
}

// zeros reads the zeros that headings print for thousands: £000, '000s, 000€, GBP'000.
func zeros(token string) int {
	token = strings.ReplaceAll(token, "’", "'")
	token = strings.TrimSuffix(strings.TrimSuffix(token, "s"), "'")
	from := strings.IndexByte(token, '0')
	to := strings.LastIndexByte(token, '0') + 1
	if from < 0 {
		return 0
	}
	head, tail := strings.TrimSuffix(token[:from], "'"), token[to:]
	if head != "" && !words.Currency(head) || tail != "" && !words.Currency(tail) {
		return 0
	}
	power := 0
	for _, group := range strings.FieldsFunc(token[from:to], func(r rune) bool { return r == ',' || r == '.' || r == '\'' }) {
		if group != "000" {
			return 0
		}
		power += 3
	}
	return power
}

// magnitude reads a word that scales. sure says that it declares a scale wherever it stands:
// a currency with its scale, or a plural.
func magnitude(token string) (power int, sure bool) {
	if words.Scaled(token) {
		for i, r := range token {
			if s := token[:i]; i > 0 && words.Currency(token[i:]) {
				return letterPower(s), true
			}
			if rest := token[i+utf8.RuneLen(r):]; rest != "" && words.Currency(token[:len(token)-len(rest)]) {
				return letterPower(rest), true
			}
		}
	}
	var buf [keySize]byte
	switch string(keyOf(buf[:0], token)) {
	case "thousands", "milliers", "tausende", "duizenden", "miles", "migliaia", "milhares":
		return 3, true
	case "millions", "millionen", "miljoenen", "millones", "milioni", "milhoes":
		return 6, true
	case "milliards", "milliarden", "miljarden", "miliardi":
		return 9, true
	case "k":
		return 3, false
	case "m":
		return 6, false
	}
	if s := scaleOf(token); s.certain && s.powers[1] == 0 {
		return int(s.powers[0]), false
	}
	return 0, false
}

// letterPower gives the power of a scale beside a currency, where T is thousand and B is not
// known.
func letterPower(scale string) int {
	if scale == "T" {
		return 3
	}
	return int(scaleOf(scale).powers[0])
}

// declares says whether a magnitude stands as a declaration: alone, alone in brackets, behind
// "in", or beside a currency.
func declares(tokens []scaleToken, i int) bool {
	letter := len(tokens[i].text) == 1
	beside := i > 0 && words.Currency(tokens[i-1].text) || i+1 < len(tokens) && words.Currency(tokens[i+1].text)
	if letter {
		return beside
	}
	return beside || tokens[i].bracketed || len(tokens) == 1 || i > 0 && inWord(tokens[i-1].text)
}

func inWord(token string) bool {
	switch token {
	case "in", "en", "em", "In", "En", "Em", "IN", "EN", "EM":
		return true
	}
	return false
}

// scaleSpan gives the bytes of a declaration with the currency beside it.
func scaleSpan(tokens []scaleToken, i int) (from, to int) {
	from, to = tokens[i].start, tokens[i].end
	if i > 0 && words.Currency(tokens[i-1].text) {
		from = tokens[i-1].start
	}
	if i+1 < len(tokens) && words.Currency(tokens[i+1].text) {
		to = tokens[i+1].end
	}
	return from, to
}
