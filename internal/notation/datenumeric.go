package notation

// numeric reads a date of digits alone at a place, and gives the place behind it or 0.
func (ds *dateScanner) numeric(i int) int {
	n1, l1, e1 := ds.number(i)
	sep, p2 := ds.separator(e1)
	if sep == other || l1 > 4 || l1 == 3 {
		return 0
	}
	n2, l2, e2 := ds.number(p2)
	if l2 == 0 {
		return 0
	}
	if again, p3 := ds.separator(e2); again == sep && l2 <= 2 && ds.kindAt(p3) == digit {
		n3, l3, e3 := ds.number(p3)
		switch {
		case l1 == 4 && l3 <= 2 && ds.ends(e3, sep):
			return ds.yearFirst(i, e3, n1, n2, n3)
		case l1 <= 2 && l3 <= 4:
			return ds.triple(i, e3, sep, [3]int{n1, n2, n3}, l3)
		}
		return 0
	}
	return ds.pair(i, e2, sep, [2]int{n1, n2}, [2]int{l1, l2})
}

func (ds *dateScanner) yearFirst(lo, hi, year, month, day int) int {
	if !calendar(year, month, day) {
		return ds.add(DateValue{Reason: "not_calendar"}, lo, hi, true)
	}
	return ds.add(DateValue{Status: Certain, Value: isoDay(year, month, day)}, lo, hi, true)
}

// triple reads day, month and year in the order that is stated or possible. The year may be
// broken by a blank: 202 6 has one reading, 20 26 two.
func (ds *dateScanner) triple(lo, hi int, sep kind, n [3]int, size int) int {
	if year, end := ds.broken(hi, n[2], size); end > 0 {
		years := []int{year}
		if size == 2 {
			both := ds.ordered(n[0], n[1], append(years, 1900+n[2], 2000+n[2]))
			d := DateValue{Status: Held, Reason: "broken_year", Readings: both.Readings}
			if both.Status == Certain {
				d.Readings = []string{both.Value}
			}
			if len(d.Readings) == 0 {
				d = DateValue{Reason: "not_calendar"}
			}
			return ds.add(d, lo, end, true)
		}
		return ds.add(ds.ordered(n[0], n[1], years), lo, end, true)
	}
	if !ds.ends(hi, sep) {
		return 0
	}
	switch size {
	case 4:
		return ds.add(ds.ordered(n[0], n[1], []int{n[2]}), lo, hi, true)
	case 2:
		if ds.c.Order == YMD {
			return ds.add(ds.dated(ds.century(n[0]), n[1], n[2]), lo, hi, true)
		}
		return ds.add(ds.ordered(n[0], n[1], ds.century(n[2])), lo, hi, true)
	}
	return 0
}

// broken reads the rest of a year that a blank divides, and gives 0 where nothing is broken.
func (ds *dateScanner) broken(at, head, size int) (year, end int) {
	if ds.kindAt(at) != blank {
		return 0, 0
	}
	n, rest, end := ds.number(at + 1)
	if rest == 0 || rest+size != 4 {
		return 0, 0
	}
	switch ds.kindAt(end) {
	case point:
		if ds.kindAt(end+1) == digit {
			return 0, 0
		}
	case blank, hard, closing, stop, quote:
	default:
		return 0, 0
	}
	year = head
	for range rest {
		year *= 10
	}
	year += n
	if year < 1900 || year > 2100 {
		return 0, 0
	}
	return year, end
}

// century gives the years that two digits may mean: one where it lies in the span that the
// context gives, else both centuries.
func (ds *dateScanner) century(two int) []int {
	span := ds.c.Years
	if span != (Years{}) {
		var inside []int
		for base := 1700; base <= 2200; base += 100 {
			if y := base + two; span.From <= y && y <= span.To {
				inside = append(inside, y)
			}
		}
		if len(inside) == 1 {
			return inside
		}
	}
	return []int{1900 + two, 2000 + two}
}

// dated reads a day and month of years.
func (ds *dateScanner) dated(years []int, month, day int) DateValue {
	var readings []string
	for _, y := range years {
		if calendar(y, month, day) {
			readings = append(readings, isoDay(y, month, day))
		}
	}
	switch {
	case len(readings) == 0:
		return DateValue{Reason: "not_calendar"}
	case len(years) == 1:
		return DateValue{Status: Certain, Value: readings[0]}
	}
	return DateValue{Status: Held, Reason: "two_digit_year", Readings: readings}
}

// ordered reads two numbers as day and month, or month and day.
func (ds *dateScanner) ordered(a, b int, years []int) DateValue {
	dmy, mdy := ds.dated(years, b, a), ds.dated(years, a, b)
	stated, contrary := dmy, mdy
	switch ds.c.Order {
	case MDY:
		stated, contrary = mdy, dmy
	case DMY:
	default:
		switch {
		case dmy.Status == NotAFigure:
			return mdy
		case mdy.Status == NotAFigure || a == b:
			return dmy
		}
		return DateValue{Status: Held, Reason: "ambiguous_order", Readings: unique(append(dmy.all(), mdy.all()...))}
	}
	if stated.Status == NotAFigure && contrary.Status != NotAFigure {
		return DateValue{Status: Held, Reason: "order_conflict", Readings: contrary.all()}
	}
	return stated
}

// all gives the readings of a date, one where it is certain.
func (d DateValue) all() []string {
	if d.Status == Certain {
		return []string{d.Value}
	}
	return d.Readings
}

// pair reads a month and a year, or a day and month without a year.
func (ds *dateScanner) pair(lo, hi int, sep kind, n, size [2]int) int {
	if !ds.ends(hi, sep) {
		return 0
	}
	switch {
	case size[0] == 4 && size[1] == 2 && sep != point:
		return ds.month(lo, hi, n[0], n[1])
	case size[0] <= 2 && size[1] == 4 && (sep != point || size[0] == 2):
		return ds.month(lo, hi, n[1], n[0])
	case size[0] <= 2 && size[1] <= 2:
		if sep == slash {
			return ds.yearless(lo, hi, n[0], n[1])
		}
		if sep == point && ds.kindAt(hi) == point && ds.g[hi].r == '.' {
			return ds.yearless(lo, hi, n[0], n[1])
		}
	}
	return 0
}

func (ds *dateScanner) month(lo, hi, year, month int) int {
	if month < 1 || month > 12 || year < 1900 || year > 2100 {
		return 0
	}
	return ds.add(DateValue{Status: Certain, Value: isoMonth(year, month)}, lo, hi, false)
}

// yearless notes a day of a month. 2000 was a leap year.
func (ds *dateScanner) yearless(lo, hi, a, b int) int {
	d := DateValue{Yearless: true, Reason: "year_not_printed"}
	dmy, mdy := calendar(2000, b, a), calendar(2000, a, b)
	switch {
	case !dmy && !mdy:
		return 0
	case ds.c.Order == DMY && dmy, !mdy, a == b:
		d.Value = isoYearless(b, a)
	case ds.c.Order == MDY && mdy, !dmy:
		d.Value = isoYearless(a, b)
	default:
		d.Readings = []string{isoYearless(b, a), isoYearless(a, b)}
	}
	return ds.add(d, lo, hi, false)
}
