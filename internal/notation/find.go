package notation

import "strings"

// Find gives the figures of a text in order: certain and held ones, and the tokens with
// digits that are none, each with its reason.
func Find(text string, c Context) []Figure {
	var found []Figure
	for at := 0; at < len(text); {
		start := strings.IndexFunc(text[at:], func(r rune) bool { return '0' <= r && r <= '9' })
		if start < 0 {
			break
		}
		start += at
		end := start
		for end < len(text) && (isDigit(text[end]) || strings.IndexByte(".,'", text[end]) >= 0) {
			end++
		}
		for !isDigit(text[end-1]) {
			end--
		}
		r := readCore([]byte(text[start:end]), c)
		found = append(found, Figure{
			Start: start, End: end, Status: r.status, Reason: r.reason,
			Value: r.value, Readings: r.readings, Places: r.places, Foreign: r.foreign,
		})
		at = end
	}
	return found
}

// ParseValue reads a text that must be exactly one figure with only affixes around it.
func ParseValue(text string, c Context) Figure {
	found := Find(text, c)
	if len(found) == 1 {
		return found[0]
	}
	return Figure{End: len(text), Reason: "unreadable_value"}
}

// Whole gives the figure that a cell is, and false where it holds anything else beside it.
func Whole(text string, c Context) (Figure, bool) {
	f := ParseValue(text, c)
	return f, f.Status != NotAFigure
}
