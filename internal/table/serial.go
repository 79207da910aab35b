package table

import (
	"math/bits"
	"strconv"
	"strings"
)

// MaxSerial is the last day that spreadsheets know, 9999-12-31.
const MaxSerial = 2958465

// epoch1904 is the difference in days between the two date systems.
const epoch1904 = 1462

// Civil returns the calendar day of a spreadsheet's day number. ok is false for numbers
// that are no day: below 1 and, in the system that starts in 1900, the 29th of February
// 1900, which spreadsheets count and no calendar has.
func Civil(day int64, date1904 bool) (y, m, d int, ok bool) {
	if date1904 {
		if day < 0 {
			return 0, 0, 0, false
		}
		day += epoch1904
	}
	if day < 1 || day > MaxSerial || day == 60 {
		return 0, 0, 0, false
	}
	if day < 60 {
		day++
	}
	y, m, d = civilFromEpoch(day - 25569)
	return y, m, d, true
}

// CivilFromUnixDay returns the proleptic Gregorian day that lies n days after 1970-01-01.
func CivilFromUnixDay(n int64) (y, m, d int) { return civilFromEpoch(n) }

func civilFromEpoch(n int64) (y, m, d int) {
	n += 719468
	era := n / 146097
	if n < 0 {
		era = (n - 146096) / 146097
	}
	doe := n - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d = int(doy - (153*mp+2)/5 + 1)
	m = int(mp + 3)
	if m > 12 {
		m -= 12
	}
	y = int(yoe + era*400)
	if m <= 2 {
		y++
	}
	return y, m, d
}

// SerialDay returns the day number of a calendar day. ok is false for no day of the
// calendar and for one before the system's first.
func SerialDay(y, m, d int, date1904 bool) (day int64, ok bool) {
	if m < 1 || m > 12 || d < 1 || y < 1900 || y > 9999 {
		return 0, false
	}
	yy, mm := int64(y), int64(m)
	if mm <= 2 {
		yy--
	}
	era := yy / 400
	yoe := yy - era*400
	mp := (mm + 9) % 12
	doy := (153*mp+2)/5 + int64(d) - 1
	doe := yoe*365 + yoe/4 - yoe/100 + doy
	n := era*146097 + doe - 719468
	if ry, rm, rd := civilFromEpoch(n); ry != y || rm != m || rd != d {
		return 0, false
	}
	n += 25569
	if n < 61 {
		n--
	}
	if date1904 {
		n -= epoch1904
	}
	return n, n >= 0
}

// AppendSerialISO appends the day and time of whole + part/unit days as ISO 8601: the day
// alone where the time is midnight, "T14:30:00" where timeOnly asks for no day. Times are
// rounded to the millisecond, which the stored fractions of a day carry with room to spare. ok is
// false, and nothing appended, where the number is no day.
func AppendSerialISO(dst []byte, whole int64, part, unit uint64, date1904, timeOnly bool) (out []byte, ok bool) {
	const dayMillis = 86400000
	hi, lo := bits.Mul64(part, dayMillis)
	ms, rest := bits.Div64(hi, lo, unit)
	if rest >= unit-rest {
		ms++
	}
	if ms >= dayMillis {
		ms -= dayMillis
		whole++
	}
	if timeOnly && whole == 0 {
		return appendClock(dst, ms), true
	}
	y, m, d, ok := Civil(whole, date1904)
	if !ok {
		return dst, false
	}
	dst = append4(dst, y)
	dst = append(dst, '-')
	dst = append2(dst, m)
	dst = append(dst, '-')
	dst = append2(dst, d)
	if ms == 0 {
		return dst, true
	}
	return appendClock(dst, ms), true
}

func appendClock(dst []byte, ms uint64) []byte {
	dst = append(dst, 'T')
	dst = append2(dst, int(ms/3600000))
	dst = append(dst, ':')
	dst = append2(dst, int(ms/60000%60))
	dst = append(dst, ':')
	dst = append2(dst, int(ms/1000%60))
	if ms %= 1000; ms != 0 {
		dst = append(dst, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
	}
	return dst
}

func append2(dst []byte, v int) []byte { return append(dst, byte('0'+v/10%10), byte('0'+v%10)) }

func append4(dst []byte, v int) []byte {
	return append(dst, byte('0'+v/1000%10), byte('0'+v/100%10), byte('0'+v/10%10), byte('0'+v%10))
}

// ISOSerial returns the serial number of an ISO 8601 day, time, or both, as a decimal with
// the digits that a spreadsheet would store, and whether the text has a day. An offset is
// left aside: the cell prints the local time that it was given.
func ISOSerial(iso string, date1904 bool) (serial string, hasDay, ok bool) {
	s := strings.TrimSpace(iso)
	if strings.HasPrefix(s, "-") || s == "" {
		return "", false, false
	}
	day, clock := s, ""
	if i := strings.IndexAny(s, "T "); i >= 0 {
		day, clock = s[:i], s[i+1:]
		if clock == "" {
			return "", false, false
		}
	} else if strings.Contains(s, ":") {
		day, clock = "", s
	}
	var n int64
	if day != "" {
		y, m, d, good := isoDay(day)
		if !good {
			return "", false, false
		}
		if n, ok = SerialDay(y, m, d, date1904); !ok {
			return "", false, false
		}
	}
	if clock == "" {
		return strconv.FormatInt(n, 10), true, true
	}
	ms, good := isoClock(clock)
	if !good {
		return "", false, false
	}
	return appendDayFraction(n, ms), day != "", true
}

func isoDay(s string) (y, m, d int, ok bool) {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return 0, 0, 0, false
	}
	y, okY := digits(s[:4])
	m, okM := digits(s[5:7])
	d, okD := digits(s[8:])
	return y, m, d, okY && okM && okD
}

func digits(s string) (v int, ok bool) {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		v = v*10 + int(s[i]-'0')
	}
	return v, s != "" && len(s) < 10
}

// isoClock returns the milliseconds of "14:30", "14:30:00.5" or either with an offset.
func isoClock(s string) (ms int64, ok bool) {
	if i := strings.IndexAny(s, "Z+-"); i >= 0 {
		s = s[:i]
	}
	parts := strings.Split(s, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	h, okH := digits(parts[0])
	m, okM := digits(parts[1])
	if !okH || !okM || h > 24 || m > 59 {
		return 0, false
	}
	ms = int64(h)*3600000 + int64(m)*60000
	if len(parts) == 3 {
		sec, frac, _ := strings.Cut(strings.Replace(parts[2], ",", ".", 1), ".")
		v, good := digits(sec)
		if !good || v > 60 {
			return 0, false
		}
		ms += int64(v) * 1000
		frac = (frac + "000")[:3]
		f, good := digits(frac)
		if !good {
			return 0, false
		}
		ms += int64(f)
	}
	return ms, true
}

// appendDayFraction prints n + ms/86400000 with 15 decimals at most, rounded half up.
func appendDayFraction(n, ms int64) string {
	const dayMillis, scale = 86400000, 1_000_000_000_000_000
	n += ms / dayMillis
	ms %= dayMillis
	if ms == 0 {
		return strconv.FormatInt(n, 10)
	}
	hi, lo := bits.Mul64(uint64(ms), scale)
	q, r := bits.Div64(hi, lo, dayMillis)
	if r*2 >= dayMillis {
		q++
	}
	frac := strconv.FormatUint(q, 10)
	frac = strings.Repeat("0", 15-len(frac)) + frac
	return strconv.FormatInt(n, 10) + "." + strings.TrimRight(frac, "0")
}
