package verdict

import "strconv"

// A decimal is digits × 10^-places.
type decimal struct {
	digits int64
	places int
}

// Bounds of a decimal that is kept as one.
const (
	maxPlaces = 15
	maxDigits = 18 // that surely fit
)

// decimalOf reads what may be written as a decimal. Whether its text is the canonical one is for
// append to say.
func decimalOf(s string) (decimal, bool) {
	var d decimal
	negative, digits, point := false, 0, -1
	for i := range len(s) {
		switch c := s[i]; {
		case c == '-' && i == 0:
			negative = true
		case c == '.' && point < 0:
			point = i
		case c >= '0' && c <= '9':
			d.digits = d.digits*10 + int64(c-'0')
			digits++
		default:
			return decimal{}, false
		}
		if digits > maxDigits {
			return decimal{}, false
		}
	}
	if point >= 0 {
		d.places = len(s) - point - 1
	}
	if negative {
		d.digits = -d.digits
	}
	return d, digits > 0 && d.places <= maxPlaces
}

// append writes the decimal: a minus, digits without a leading zero, the places behind a point.
func (d decimal) append(b []byte) []byte {
	digits := d.digits
	if digits < 0 {
		b, digits = append(b, '-'), -digits
	}
	from := len(b)
	b = strconv.AppendInt(b, digits, 10)
	if d.places == 0 {
		return b
	}
	for len(b)-from <= d.places {
		b = append(b, 0)
		copy(b[from+1:], b[from:])
		b[from] = '0'
	}
	b = append(b, 0)
	at := len(b) - 1 - d.places
	copy(b[at+1:], b[at:])
	b[at] = '.'
	return b
}

// A date is kept as days of months of 31 days.
const (
	monthDays = 31
	yearDays  = 12 * monthDays
	dateBytes = len("2006-01-02")
)

// daysOf reads a date YYYY-MM-DD.
func daysOf(s string) (int64, bool) {
	if len(s) != dateBytes || s[4] != '-' || s[7] != '-' {
		return 0, false
	}
	year, y := figures(s[:4])
	month, m := figures(s[5:7])
	day, d := figures(s[8:])
	if !y || !m || !d || month < 1 || month > 12 || day < 1 || day > monthDays {
		return 0, false
	}
	return year*yearDays + (month-1)*monthDays + day - 1, true
}

func figures(s string) (int64, bool) {
	n := int64(0)
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(s[i]-'0')
	}
	return n, true
}

// appendDate writes a date that daysOf read.
func appendDate(b []byte, days int64) []byte {
	year, month, day := days/yearDays, days%yearDays/monthDays+1, days%monthDays+1
	return append(b, byte('0'+year/1000), byte('0'+year/100%10), byte('0'+year/10%10), byte('0'+year%10), '-',
		byte('0'+month/10), byte('0'+month%10), '-', byte('0'+day/10), byte('0'+day%10))
}
