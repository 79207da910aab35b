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
	if !wholeNumber.MatchString(a) || !wholeNumber.MatchString(b) {
		return false
	}
	if groupOfThree.MatchString(b) && (headOfNumber.MatchString(a) || groupOfThree.MatchString(a)) {
		return false
	}
	return strings.ContainsAny(a, ".,%") || strings.ContainsAny(b, ".,%")
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
