package notation

import "slices"

// FindDates gives the dates of a text in order: certain and held ones, days of a month
// without a year, and what looks like a date and is none, with its reason.
func FindDates(text string, c Context) []DateValue {
	if !mayHaveFigure(text) {
		return nil
	}
	ds := dateScanner{text: text, c: c, g: glyphsOf(nil, text)}
	ds.scan()
	var list []DateValue
	for _, d := range ds.found {
		list = append(list, d.DateValue)
	}
	return list
}

// ParseDate reads a text that must be exactly one date, with a time of day, a weekday or an
// article beside it or none. Anything else is no date, with the reason.
func ParseDate(text string, c Context) DateValue {
	ds := dateScanner{text: text, c: c, g: glyphsOf(nil, text)}
	ds.scan()
	return ds.value()
}

// value gives the one date that was found, if it is all of the text but for what may stand
// beside a date.
func (ds *dateScanner) value() DateValue {
	if len(ds.found) != 1 {
		return DateValue{End: len(ds.text), Reason: "unreadable_value"}
	}
	d := ds.found[0]
	if !ds.onlyBeside(0, d.lo) || !ds.onlyBeside(d.timed, len(ds.g)) {
		return DateValue{Start: d.Start, End: d.End, Reason: "words_beside"}
	}
	return d.DateValue
}

// A dateToken is a date with its place among the glyphs.
type dateToken struct {
	DateValue
	lo, hi int
	timed  int  // where its time of day ends, hi without one
	full   bool // day, month and year, though they may be held or no day of the calendar
}

// A dateScanner reads the dates of one text.
type dateScanner struct {
	text  string
	c     Context
	g     []glyph
	found []dateToken
}

func (ds *dateScanner) scan() {
	for i := 0; i < len(ds.g); {
		var end int
		switch {
		case ds.g[i].kind == digit && ds.starts(i):
			end = ds.numeric(i)
			if end == 0 {
				end = ds.dayFirst(i)
			}
			if end == 0 {
				end = ds.compact(i)
			}
			if end == 0 {
				_, _, end = ds.number(i)
			}
		case ds.g[i].kind == digit && ds.ranged(i):
			if end = ds.dayFirst(i); end == 0 {
				_, _, end = ds.number(i)
			}
		case ds.g[i].kind == letter:
			end = ds.monthFirst(i)
			if end == 0 {
				end = ds.letters(i)
			}
		default:
			end = i + 1
		}
		i = end
	}
}

// starts says whether a date may start at a digit: nothing that belongs to the same figure
// stands before it, but for a date that a range joins to it.
func (ds *dateScanner) starts(i int) bool {
	if i == 0 {
		return true
	}
	switch before := ds.g[i-1]; before.kind {
	case digit, letter, currency, apostrophe, arabic, fraction:
		return false
	case point, slash, dash, emDash, labelEnd:
		if i > 1 && ds.g[i-2].kind == digit {
			n := len(ds.found)
			return n > 0 && ds.found[n-1].timed == i-1
		}
		return !(before.kind == dash && i > 1 && ds.g[i-2].kind == letter)
	}
	return true
}

// number reads the digits at a place.
func (ds *dateScanner) number(i int) (value, size, end int) {
	for end = i; end < len(ds.g) && ds.g[end].kind == digit; end++ {
		if size < 9 {
			value = value*10 + int(ds.g[end].r-'0')
		}
		size++
	}
	return value, size, end
}

func (ds *dateScanner) letters(i int) int {
	for i < len(ds.g) && ds.g[i].kind == letter {
		i++
	}
	return i
}

func (ds *dateScanner) printed(from, to int) string {
	if from >= to {
		return ""
	}
	return seen(ds.text, ds.g[from:to])
}

func (ds *dateScanner) kindAt(i int) kind {
	if i < 0 || i >= len(ds.g) {
		return hard
	}
	return ds.g[i].kind
}

// separator reads what divides the parts of a numeric date: a dash, a point with one blank
// behind it or none, a slash with a blank on both sides or none.
func (ds *dateScanner) separator(i int) (sep kind, end int) {
	switch ds.kindAt(i) {
	case dash:
		return dash, i + 1
	case slash:
		return slash, i + 1
	case blank:
		if ds.kindAt(i+1) == slash && ds.kindAt(i+2) == blank {
			return slash, i + 3
		}
	case point:
		if ds.g[i].r != '.' {
			return other, i
		}
		if ds.kindAt(i+1) == blank {
			return point, i + 2
		}
		return point, i + 1
	}
	return other, i
}

// ends says whether a numeric date ends at a place: neither digits nor the same separator
// with a digit go on, and another separator only before a date of its own.
func (ds *dateScanner) ends(i int, sep kind) bool {
	switch k := ds.kindAt(i); k {
	case digit, currency, percent, fraction, arabic:
		return false
	case letter:
		return ds.g[i].r == 'T' && ds.kindAt(i+1) == digit
	case dash:
		if ds.kindAt(i+1) == letter {
			return false
		}
		return ds.kindAt(i+1) != digit || k != sep && ds.shaped(i+1)
	case point, slash, labelEnd, apostrophe:
		return ds.kindAt(i+1) != digit || k != sep && k != labelEnd && ds.shaped(i+1)
	}
	return true
}

// shaped says whether three numbers with one separator stand at a place.
func (ds *dateScanner) shaped(i int) bool {
	_, _, e := ds.number(i)
	sep, next := ds.separator(e)
	_, n, e := ds.number(next)
	again, last := ds.separator(e)
	return sep != other && n > 0 && again == sep && ds.kindAt(last) == digit
}

// add notes a date and gives the place behind it.
func (ds *dateScanner) add(d DateValue, lo, hi int, full bool) int {
	d.Start, d.End = int(ds.g[lo].at), int(ds.g[hi-1].end)
	t := dateToken{DateValue: d, lo: lo, hi: hi, timed: hi, full: full}
	if full {
		t.Time, t.timed = ds.timeAt(hi)
	}
	ds.found = append(ds.found, t)
	return t.timed
}

// onlyBeside says whether nothing but words that may stand beside a date is in a span.
func (ds *dateScanner) onlyBeside(from, to int) bool {
	for i := from; i < to; {
		switch ds.g[i].kind {
		case letter:
			end := ds.letters(i)
			if !besideDate(ds.printed(i, end)) {
				return false
			}
			i = end
		case blank, hard, point, stop, quote, opening, closing, labelEnd, dash:
			i++
		default:
			return false
		}
	}
	return true
}

// compact reads eight digits that may be a date or a code.
func (ds *dateScanner) compact(i int) int {
	n, size, end := ds.number(i)
	if size != 8 || !ds.ends(end, other) || i > 0 && ds.kindAt(i-1) != blank && ds.kindAt(i-1) != hard {
		return 0
	}
	year, month, day := n/10000, n/100%100, n%100
	if year < 1900 || year > 2100 || !calendar(year, month, day) {
		return 0
	}
	return ds.add(DateValue{
		Status: Held, Reason: "compact_date", Readings: []string{isoDay(year, month, day)},
	}, i, end, false)
}

// calendar says whether a day is in the calendar.
func calendar(year, month, day int) bool {
	return year >= 1000 && 1 <= month && month <= 12 && 1 <= day && day <= daysIn(year, month)
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

func isoDay(year, month, day int) string {
	b := appendPadded(make([]byte, 0, 10), year, 4)
	b = appendPadded(append(b, '-'), month, 2)
	return string(appendPadded(append(b, '-'), day, 2))
}

func isoMonth(year, month int) string {
	b := appendPadded(make([]byte, 0, 7), year, 4)
	return string(appendPadded(append(b, '-'), month, 2))
}

func isoYearless(month, day int) string {
	b := appendPadded([]byte("--"), month, 2)
	return string(appendPadded(append(b, '-'), day, 2))
}

func appendPadded(b []byte, n, width int) []byte {
	at := len(b)
	for range width {
		b = append(b, '0')
	}
	for i := at + width - 1; i >= at; i-- {
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return b
}

// markDates marks the chunks that a full date lies in: their digits are no figures. A month
// and a year keep the year.
func (s *scanner) markDates() {
	if !s.mayHaveDate() {
		return
	}
	ds := dateScanner{text: s.text, c: s.c, g: s.g}
	ds.scan()
	i := 0
	for _, d := range ds.found {
		for i < len(s.chunks) && int(s.chunks[i].hi) <= d.lo {
			i++
		}
		for k := i; d.full && k < len(s.chunks) && int(s.chunks[k].lo) < d.timed; k++ {
			if ch := &s.chunks[k]; ch.class != word {
				ch.class, ch.reason = nothing, "date_part"
			}
		}
	}
}

// mayHaveDate says whether a text has what a date needs: slashes, points and dashes between
// digits, or a word that may be a month's name.
func (s *scanner) mayHaveDate() bool {
	points, dashes, run := 0, 0, 0
	for _, g := range s.g {
		switch g.kind {
		case slash:
			return true
		case point:
			points++
		case dash:
			dashes++
		case letter:
			run++
			if run >= 2 {
				return true
			}
			continue
		}
		run = 0
	}
	return points > 1 || dashes > 1
}

// unique drops readings that were found before.
func unique(list []string) []string {
	var kept []string
	for _, r := range list {
		if !slices.Contains(kept, r) {
			kept = append(kept, r)
		}
	}
	return kept
}
