package tamper

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
)

// quoteKinds are the ways in which a quote is changed.
var quoteKinds = []string{"digit", "digit lost", "digit added", "sign", "mark", "letter", "word"}

type quoteChange struct{ kind, quote string }

// quoteChanges returns the changes of a quote, each of one of the quoteKinds.
func quoteChanges(quote string, rng *rand.Rand) []quoteChange {
	out := digitChanges(quote, rng)
	if figure(quote) {
		if rest, ok := strings.CutPrefix(quote, "-"); ok {
			out = append(out, quoteChange{"sign", rest})
		} else {
			out = append(out, quoteChange{"sign", "-" + quote})
		}
		out = append(out, markChanges(quote)...)
	}
	if changed, ok := otherLetter(quote, rng); ok {
		out = append(out, quoteChange{"letter", changed})
	}
	if ws := strings.Fields(quote); len(ws) > 1 && !figure(quote) {
		at := rng.IntN(len(ws))
		out = append(out, quoteChange{"word", strings.Join(slices.Delete(slices.Clone(ws), at, at+1), " ")})
		swapped := slices.Clone(ws)
		swapped[0], swapped[1] = swapped[1], swapped[0]
		if ws[0] != ws[1] {
			out = append(out, quoteChange{"word", strings.Join(swapped, " ")})
		}
		out = append(out, quoteChange{"word", quote + " " + ws[0]})
	}
	return out
}

// digitChanges changes, drops and adds one digit.
func digitChanges(quote string, rng *rand.Rand) []quoteChange {
	var digits []int
	for i := range len(quote) {
		if quote[i] >= '0' && quote[i] <= '9' {
			digits = append(digits, i)
		}
	}
	if len(digits) == 0 {
		return nil
	}
	b := []byte(quote)
	at := digits[rng.IntN(len(digits))]
	b[at] = '0' + (b[at]-'0'+byte(1+rng.IntN(9)))%10
	out := []quoteChange{{"digit", string(b)}}
	if at = digits[rng.IntN(len(digits))]; len(digits) > 1 {
		out = append(out, quoteChange{"digit lost", quote[:at] + quote[at+1:]})
	}
	return append(out, quoteChange{"digit added", quote[:at] + string('1'+byte(rng.IntN(9))) + quote[at:]})
}

// markChanges drops all marks of a figure, exchanges points and commas, and moves the last mark.
func markChanges(quote string) []quoteChange {
	var out []quoteChange
	bare := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \u00a0\u202f'’.,", r) {
			return -1
		}
		return r
	}, quote)
	if bare != quote {
		out = append(out, quoteChange{"mark", bare})
	}
	if x := strings.NewReplacer(".", ",", ",", ".").Replace(quote); x != quote {
		out = append(out, quoteChange{"mark", x})
	}
	if at := strings.LastIndexAny(quote, ".,"); at > 0 && at < len(quote)-1 {
		out = append(out, quoteChange{"mark", quote[:at] + quote[at+1:at+2] + quote[at:at+1] + quote[at+2:]})
	}
	return out
}

// otherLetter changes one letter into the next of the alphabet.
func otherLetter(quote string, rng *rand.Rand) (string, bool) {
	var letters []int
	for i := range len(quote) {
		if c := quote[i] | 0x20; c >= 'a' && c <= 'z' {
			letters = append(letters, i)
		}
	}
	if len(letters) == 0 {
		return quote, false
	}
	b := []byte(quote)
	at := letters[rng.IntN(len(letters))]
	base := b[at] &^ 0x1f
	b[at] = base + (b[at]-base)%26 + 1
	return string(b), true
}

// figure reports whether a quote has digits and no letters.
func figure(quote string) bool {
	digit := false
	for _, r := range quote {
		if unicode.IsLetter(r) {
			return false
		}
		digit = digit || unicode.IsDigit(r)
	}
	return digit
}
