package notation

// dayFirst reads a date with its month's name behind the day, or behind the year, and gives
// the place behind it or 0.
func (ds *dateScanner) dayFirst(i int) int {
	n, size, p := ds.number(i)
	if size > 2 && size != 4 {
		return 0
	}
	if end := ds.letters(p); end > p && dayWord(ds.printed(p, end)) {
		p = end
	} else if ds.kindAt(p) == degree {
		p++
	}
	p = ds.between(p)
	end := ds.letters(p)
	month := monthOf(ds.printed(p, end))
	if month == 0 {
		return 0
	}
	if ds.kindAt(end) == point && ds.g[end].r == '.' {
		end++
	}
	if size == 4 {
		day, days, hi := ds.number(ds.between(end))
		if days == 0 || days > 2 || !ds.ends(hi, other) {
			return 0
		}
		return ds.yearFirst(i, hi, n, month, day)
	}
	if ds.ranged(i) {
		return ds.rangedDay(i, n, month, end)
	}
	return ds.withYear(i, end, month, n)
}

// ranged says whether a day stands behind another with a dash between: 12-14 mai 2026.
func (ds *dateScanner) ranged(i int) bool {
	return i > 1 && ds.kindAt(i-1) == dash && ds.kindAt(i-2) == digit
}

func (ds *dateScanner) rangedDay(i, day, month, end int) int {
	at := len(ds.found)
	hi := ds.withYear(i, end, month, day)
	if len(ds.found) == at {
		return hi // no month has that day
	}
	if d := &ds.found[at]; d.Status == Certain {
		d.Status, d.Reason, d.Readings, d.Value = Held, "hyphen_compound", []string{d.Value}, ""
	}
	return hi
}

// between skips what divides the parts of a date with a month's name: a blank, a dash, a
// slash, a point or comma, and "of" in the languages that say it.
func (ds *dateScanner) between(p int) int {
	switch ds.kindAt(p) {
	case point:
		p++
		if ds.kindAt(p) == blank {
			p++
		}
	case blank, dash, slash:
		p++
	}
	if end := ds.letters(p); end > p && ofWord(ds.printed(p, end)) && ds.kindAt(end) == blank {
		p = end + 1
	}
	return p
}

// withYear reads the year behind a day and its month.
func (ds *dateScanner) withYear(lo, end, month, day int) int {
	p := ds.between(end)
	if ds.kindAt(end) == blank && ds.kindAt(p) == point && ds.g[p].r == ',' {
		p = ds.between(p)
	}
	short := ds.kindAt(p) == apostrophe
	if short {
		p++
	}
	year, size, hi := ds.number(p)
	switch {
	case size == 4 && !short && ds.ends(hi, other):
		return ds.add(ds.dated([]int{year}, month, day), lo, hi, true)
	case size == 2 && p > end && ds.ends(hi, other) && !ds.loosely(end, p, hi):
		return ds.add(ds.dated(ds.century(year), month, day), lo, hi, true)
	case !calendar(2000, month, day):
		return 0
	}
	return ds.add(DateValue{Yearless: true, Reason: "year_not_printed", Value: isoYearless(month, day)}, lo, end, false)
}

// loosely says whether two digits stand apart from the month before them and may be something
// else than its year: a blank and digits go on behind them (3 mai 20 200,00), "of" stands
// before them (5 out of 10), or the month is a word of its own.
func (ds *dateScanner) loosely(month, from, to int) bool {
	if ds.kindAt(month) != blank {
		return false
	}
	if from > month+1 && ds.kindAt(from-1) != apostrophe {
		return true
	}
	start := month
	for ds.kindAt(start-1) == letter {
		start--
	}
	return ds.kindAt(to) == blank && ds.kindAt(to+1) == digit || commonWord(ds.printed(start, month))
}

// monthFirst reads a date that starts with its month's name: May 12, 2026 and mai 2026.
func (ds *dateScanner) monthFirst(i int) int {
	end := ds.letters(i)
	month := monthOf(ds.printed(i, end))
	if month == 0 || i > 0 && (ds.kindAt(i-1) == digit || ds.kindAt(i-1) == dash && ds.kindAt(i-2) == letter) {
		return 0
	}
	p := end
	if ds.kindAt(p) == point && ds.g[p].r == '.' {
		p++
	}
	start := ds.between(p)
	short := ds.kindAt(start) == apostrophe
	if short {
		start++
	}
	n, size, hi := ds.number(start)
	if size == 0 || start == end {
		return 0
	}
	if size == 4 {
		if short || !ds.ends(hi, other) || n < 1900 || n > 2100 {
			return 0
		}
		return ds.add(DateValue{Status: Certain, Value: isoMonth(n, month)}, i, hi, false)
	}
	if size > 2 {
		return 0
	}
	dashed := ds.kindAt(start-1) == dash
	day := hi
	if e := ds.letters(hi); e > hi && dayWord(ds.printed(hi, e)) {
		day = e
	}
	p = ds.between(day)
	if p > day && !short {
		year, digits, last := ds.number(p)
		if digits == 4 && ds.ends(last, other) {
			return ds.add(ds.dated([]int{year}, month, n), i, last, true)
		}
	}
	if !ds.ends(day, other) {
		return 0
	}
	if short || dashed {
		return ds.shortYear(i, hi, month, n)
	}
	if !calendar(2000, month, n) {
		return 0
	}
	return ds.add(DateValue{Yearless: true, Reason: "year_not_printed", Value: isoYearless(month, n)}, i, day, false)
}

// shortYear reads May-26 and May '26: a month of one year or the other.
func (ds *dateScanner) shortYear(lo, hi, month, two int) int {
	d := DateValue{Status: Held, Reason: "two_digit_year"}
	for _, y := range ds.century(two) {
		d.Readings = append(d.Readings, isoMonth(y, month))
	}
	return ds.add(d, lo, hi, false)
}

// timeAt reads a time of day behind a date: T09:30:00Z, 14:30, 2:30 PM and 14h30. Without
// one it gives the place itself.
func (ds *dateScanner) timeAt(at int) (printed string, end int) {
	p := at
	switch ds.kindAt(p) {
	case letter:
		if ds.g[p].r != 'T' {
			return "", at
		}
		p++
	case point:
		if ds.g[p].r != ',' || ds.kindAt(p+1) != blank {
			return "", at
		}
		p += 2
	case blank:
		p++
		if e := ds.letters(p); e > p && atWord(ds.printed(p, e)) && ds.kindAt(e) == blank {
			p = e + 1
		}
	default:
		return "", at
	}
	hour, size, p := ds.number(p)
	if size == 0 || size > 2 || hour > 24 {
		return "", at
	}
	colon := ds.kindAt(p) == labelEnd && ds.g[p].r == ':'
	if !colon && !(ds.kindAt(p) == letter && ds.g[p].r == 'h' && ds.letters(p) == p+1) {
		return "", at
	}
	minute, size, p := ds.number(p + 1)
	if size != 2 || minute > 59 {
		return "", at
	}
	out := []byte{}
	second := -1
	if ds.kindAt(p) == labelEnd && ds.kindAt(p+1) == digit {
		var e int
		if second, size, e = ds.number(p + 1); size != 2 || second > 60 {
			return "", at
		}
		p = e
		if ds.kindAt(p) == point && ds.kindAt(p+1) == digit {
			_, _, p = ds.number(p + 1)
		}
	}
	hour, p = ds.halfDay(hour, p)
	out = appendPadded(out, hour, 2)
	out = appendPadded(append(out, ':'), minute, 2)
	if second >= 0 {
		out = appendPadded(append(out, ':'), second, 2)
	}
	return string(out), ds.zone(p)
}

func atWord(word string) bool {
	switch word {
	case "à", "at", "um", "alle", "om", "às":
		return true
	}
	return false
}

// halfDay reads AM or PM behind an hour.
func (ds *dateScanner) halfDay(hour, p int) (int, int) {
	from := p
	if ds.kindAt(from) == blank {
		from++
	}
	end := ds.letters(from)
	switch ds.printed(from, end) {
	case "AM", "am":
		return hour % 12, end
	case "PM", "pm":
		return hour%12 + 12, end
	}
	return hour, p
}

// zone skips the time zone of an ISO time.
func (ds *dateScanner) zone(p int) int {
	if ds.kindAt(p) == letter && ds.g[p].r == 'Z' && ds.letters(p) == p+1 {
		return p + 1
	}
	if k := ds.kindAt(p); (k == plus || k == dash) && ds.kindAt(p+1) == digit {
		_, hours, e := ds.number(p + 1)
		if hours == 2 && ds.kindAt(e) == labelEnd {
			if _, minutes, e := ds.number(e + 1); minutes == 2 {
				return e
			}
		}
	}
	return p
}
