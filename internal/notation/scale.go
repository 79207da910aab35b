package notation

// Scale reads the scale that a heading or a line declares: "in £000", "k€", "(thousands)".
// power is the power of ten that its figures stand for, printed the words that say so.
func Scale(text string) (power int, printed string, ok bool) {
	return 0, "", false
}

// RoundsTo says whether a stored decimal prints as a figure: rounded half away from zero to
// the printed places. A percent sign prints a hundredfold, a format may print divided by a
// power of ten (3 for thousands), and a printed magnitude counts. A figure that prints no
// sign prints a negative number too, since a format may show the sign by colour.
func RoundsTo(stored string, printed Figure, powers ...int) bool {
	return Canonical(stored) != "" && Canonical(stored) == printed.Value
}
