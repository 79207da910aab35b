package layout

import (
	"regexp"
	"strings"
)

// The shapes of figures, as far as columns need them: what a figure means is for others to say.
var (
	wholeNumber  = regexp.MustCompile(`^[-–−+(]?[$€£]?\d[\d.,'’]*%?\)?$`)
	groupOfThree = regexp.MustCompile(`^\d{3}([.,]\d+)?%?\)?$`)
	headOfNumber = regexp.MustCompile(`^[-–−+(]?[$€£]?\d{1,3}$`)
	startsNumber = regexp.MustCompile(`^[-–−+(]?\s*[$€£]?\s*\d[\d.,'’ ]*%?\)?(\s|$)`)
	endsNumber   = regexp.MustCompile(`(^|\s)[-–−+(]?[$€£]?\s*\d[\d.,'’]*%?\)?$`)
	leaders      = regexp.MustCompile(`(?:\s*[.…_·]){4,}\s*$|^(?:[.…_·]\s*){4,}`)
)

// twoNumbers reports two figures side by side, not one figure with a space between its groups.
func twoNumbers(a, b string) bool {
	if !hasDigit(a) || !hasDigit(b) || !wholeNumber.MatchString(a) || !wholeNumber.MatchString(b) {
		return false
	}
	if groupOfThree.MatchString(b) && (headOfNumber.MatchString(a) || groupOfThree.MatchString(a)) {
		return false
	}
	return strings.ContainsAny(a, ".,%") || strings.ContainsAny(b, ".,%")
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// figure reports a text that is a number, with a sign, a mark of percent or currency or none, or a
// dash in the place of one.
func figure(s string) bool {
	return s == "-" || s == "–" || s == "—" || hasDigit(s) && wholeNumber.MatchString(strings.ReplaceAll(strings.Trim(s, " $€£%*"), " ", ""))
}

// leastLead is how many dots make a line that leads from a label to its figure.
const leastLead = 4

// withoutLead returns the length of a word without such a line at its end.
func withoutLead(text []rune) int {
	n := len(text)
	for n > 0 && strings.ContainsRune(".…_·", text[n-1]) {
		n--
	}
	if len(text)-n < leastLead {
		return len(text)
	}
	return n
}

// withoutLeaders drops the dots or lines that lead the eye from a label to its figure.
func withoutLeaders(s string) string {
	if !strings.ContainsAny(s, ".…_·") {
		return s
	}
	return strings.TrimSpace(leaders.ReplaceAllString(s, ""))
}

// TwoFigures reports two figures side by side, not one with a space between its groups.
func TwoFigures(a, b string) bool { return twoNumbers(a, b) }
