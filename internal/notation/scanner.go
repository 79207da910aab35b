package notation

// A Scanner reads single values as ParseValue and ParseDate do, in memory that it uses again:
// for one who reads many. The zero value is ready. It is not safe for concurrent use.
type Scanner struct {
	number scanner
	date   dateScanner
}

// ParseValue reads a text as the function ParseValue does.
func (sc *Scanner) ParseValue(text string, c Context) Figure {
	if f, ok := plainCell(text, c); ok {
		return f
	}
	if !mayHaveFigure(text) {
		return Figure{End: len(text), Reason: "no_digit"}
	}
	s := &sc.number
	s.text, s.c, s.found = text, c, s.found[:0]
	s.g = glyphsOf(s.g, text)
	s.scan()
	return s.value()
}

// Find appends the figures of a text to a list, as the function Find gives them.
func (sc *Scanner) Find(list []Figure, text string, c Context) []Figure {
	if f, ok := plainCell(text, c); ok {
		return append(list, f)
	}
	if !mayHaveFigure(text) {
		return list
	}
	s := &sc.number
	s.text, s.c, s.found = text, c, s.found[:0]
	s.g = glyphsOf(s.g, text)
	s.scan()
	return append(list, s.found...)
}

// FindDates appends the dates of a text to a list, as the function FindDates gives them.
func (sc *Scanner) FindDates(list []DateValue, text string, c Context) []DateValue {
	if !mayHaveFigure(text) {
		return list
	}
	ds := &sc.date
	ds.text, ds.c, ds.found = text, c, ds.found[:0]
	ds.g = glyphsOf(ds.g, text)
	ds.scan()
	for i := range ds.found {
		list = append(list, ds.found[i].DateValue)
	}
	return list
}

// ParseDate reads a text as the function ParseDate does.
func (sc *Scanner) ParseDate(text string, c Context) DateValue {
	ds := &sc.date
	ds.text, ds.c, ds.found = text, c, ds.found[:0]
	ds.g = glyphsOf(ds.g, text)
	ds.scan()
	return ds.value()
}
