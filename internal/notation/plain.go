package notation

// maxPlain is the length of the longest cell that plainCell reads.
const maxPlain = 26

// plainCell reads the figures that fill most cells without the scanner: ASCII digits with one
// mark or groups, a minus before them or none, alone in the cell and with one reading. It
// leaves everything else to the scanner, which reads these the same.
func plainCell(text string, c Context) (Figure, bool) {
	if text == "" || len(text) > maxPlain {
		return Figure{}, false
	}
	digits := text
	minus := text[0] == '-'
	if minus {
		digits = text[1:]
	}
	if digits == "" || !isDigit(digits[0]) || !isDigit(digits[len(digits)-1]) {
		return Figure{}, false
	}
	var buf [maxPlain]byte
	core := buf[:len(digits)]
	points, commas, blanks := 0, 0, 0
	for i := 0; i < len(digits); i++ {
		b := digits[i]
		core[i] = b
		switch {
		case isDigit(b):
		case b == '.':
			points++
		case b == ',':
			commas++
		case b == ' ' && points+commas == 0 && i+3 < len(digits):
			blanks++
		default:
			return Figure{}, false
		}
	}
	if points > 1 || blanks > 0 && !plainJoin(core, points+commas, c) {
		return Figure{}, false
	}
	r := readCore(core, c)
	if r.status != Certain {
		return Figure{}, false
	}
	f := Figure{End: len(text), Value: r.value, Places: r.places, Foreign: r.foreign, Status: Certain}
	if minus {
		f.Value = Negated(f.Value)
	}
	return f, true
}

// plainJoin says whether blocks with blanks between make one figure: one to three digits
// without a leading zero, then threes, and at most one mark, which the context does not
// contradict.
func plainJoin(core []byte, marks int, c Context) bool {
	if marks > 1 || core[0] == '0' || c.Group != 0 && !isBlank(c.Group) {
		return false
	}
	size, first := 0, true
	for _, b := range core {
		switch {
		case isDigit(b):
			size++
			continue
		case b == groupBlank:
			if first && (size == 0 || size > 3) || !first && size != 3 {
				return false
			}
			first, size = false, 0
			continue
		}
		// The mark: three digits stand before it, anything behind it.
		return size == 3 && (c.Decimal == 0 || rune(b) == c.Decimal)
	}
	return size == 3
}
