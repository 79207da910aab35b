package notation

import "strings"

// storedDigits is how many significant digits a spreadsheet shows of the number it stores.
const storedDigits = 15

// RoundsTo says whether a stored decimal prints as a figure: rounded half away from zero to
// the printed places. A percent sign prints a hundredfold, a format may print divided by a
// power of ten (3 for thousands), and a printed magnitude counts. A figure that prints no
// sign prints a negative number too, since a format may show the sign by colour; one that
// prints a minus prints no positive number. Of a held figure any reading may be the one.
func RoundsTo(stored string, printed Figure, powers ...int) bool {
	value := Canonical(stored)
	if value == "" || printed.Status == NotAFigure {
		return false
	}
	switch {
	case printed.Percent:
		value = Shifted(value, 2)
	case printed.PerMille:
		value = Shifted(value, 3)
	}
	if roundsToReading(value, printed) {
		return true
	}
	for _, p := range powers {
		if p != 0 && roundsToReading(Shifted(value, -p), printed) {
			return true
		}
	}
	return false
}

func roundsToReading(value string, printed Figure) bool {
	readings := printed.Readings
	if printed.Status == Certain {
		readings = []string{printed.Value}
	}
	longest := 0
	for _, r := range readings {
		longest = max(longest, wholeDigits(r))
	}
	for _, r := range readings {
		places := printed.Places - printed.Exponent
		if printed.Reason == "ambiguous_mark" && wholeDigits(r) == longest {
			places -= printed.Places // read as grouped, it has no decimals
		}
		if sameOrNegated(Rounded(value, places), r) || sameOrNegated(Rounded(significant(value), places), r) {
			return true
		}
	}
	return false
}

func sameOrNegated(rounded, reading string) bool {
	return rounded == reading || !strings.HasPrefix(reading, "-") && Negated(rounded) == reading
}

func wholeDigits(value string) int {
	whole, _, _ := strings.Cut(strings.TrimPrefix(value, "-"), ".")
	return len(whole)
}

// significant gives a canonical decimal rounded to the digits that a spreadsheet shows.
func significant(value string) string {
	digits, _ := strings.CutPrefix(value, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if whole != "0" {
		return Rounded(value, storedDigits-len(whole))
	}
	zeros := len(fraction) - len(strings.TrimLeft(fraction, "0"))
	return Rounded(value, storedDigits+zeros)
}

// Rounded gives a canonical decimal rounded half away from zero to a number of places. Fewer
// than none rounds to tens, hundreds and so on.
func Rounded(value string, places int) string {
	digits, negative := strings.CutPrefix(value, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	all := whole + fraction
	keep := len(whole) + places
	switch {
	case keep >= len(all):
		return value
	case keep < 0:
		return "0"
	}
	up := all[keep] >= '5'
	kept := []byte("0" + all[:keep])
	for i := len(kept) - 1; up && i >= 0; i-- {
		if kept[i] == '9' {
			kept[i] = '0'
			continue
		}
		kept[i]++
		up = false
	}
	return placed(negative, string(kept), 1+len(whole))
}
