package numfmt

import (
	"math/bits"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/table"
)

// A moment is a serial number taken apart at the precision that a section prints.
type moment struct {
	year, month, day int
	weekday          int // Sunday is 0
	ticks            uint64
	perSecond        uint64
	total            uint64 // ticks of an elapsed time, days included
}

// take returns the moment of n. Seconds are rounded to what is printed, everything above is
// cut, as a clock does; a time that rounds to midnight belongs to the next day.
func (s *section) take(n Number, opt Options) (m moment, neg, ok bool) {
	if s.elapsed && n.neg {
		n.neg = false
		neg = true
	}
	whole, part, unit, ok := n.Parts()
	if !ok || whole > 1<<40 || whole < -(1<<40) {
		return m, false, false
	}
	m.perSecond = pow10[s.decimals]
	dayTicks := 86400 * m.perSecond
	hi, lo := bits.Mul64(part, dayTicks)
	q, r := bits.Div64(hi, lo, unit)
	if r >= unit-r {
		q++
	}
	if s.elapsed {
		if uint64(whole) > 1<<62/dayTicks {
			return m, false, false
		}
		m.total = uint64(whole)*dayTicks + q
	}
	if q >= dayTicks {
		q -= dayTicks
		if s.clock {
			whole++
		}
	}
	m.ticks = q
	if s.elapsed && !s.day {
		return m, neg, true
	}
	if opt.Date1904 {
		whole += 1462
	}
	m.weekday = int(((whole-1)%7 + 7) % 7)
	switch {
	case whole == 0:
		m.year, m.month, m.day = 1900, 1, 0
	case whole == 60:
		m.year, m.month, m.day = 1900, 2, 29
	case whole > 0 && whole < 60:
		m.year, m.month, m.day = table.CivilFromUnixDay(whole + 1 - 25569)
	default:
		m.year, m.month, m.day = table.CivilFromUnixDay(whole - 25569)
	}
	return m, neg, true
}

// appendMoment prints a section of date and time codes.
func (s *section) appendMoment(dst []byte, n Number, opt Options) ([]byte, bool) {
	m, neg, ok := s.take(n, opt)
	if !ok {
		return dst, false
	}
	if neg {
		dst = append(dst, '-')
	}
	seconds := m.ticks / m.perSecond
	for i := range s.tokens {
		t := &s.tokens[i]
		switch t.kind {
		case year:
			if e, n := s.eraOf(&m); e != nil && t.char == 'e' {
				dst = appendPadded(dst, uint64(n), min(t.width, 2))
			} else {
				dst = m.appendYear(dst, t)
			}
		case era:
			if e, _ := s.eraOf(&m); e != nil {
				dst = append(dst, e.names[min(t.width, 3)-1]...)
			}
		case buddhist:
			y := uint64(m.year + 543)
			if t.width <= 2 {
				y %= 100
			}
			dst = appendPadded(dst, y, 2)
		case month, day:
			dst = s.appendDay(dst, &m, t)
		case hour:
			h := seconds / 3600
			if s.half {
				if h %= 12; h == 0 {
					h = 12
				}
			}
			dst = appendPadded(dst, h, min(t.width, 2))
		case minute:
			dst = appendPadded(dst, seconds/60%60, min(t.width, 2))
		case second:
			dst = appendPadded(dst, seconds%60, min(t.width, 2))
		case subsecond:
			dst = append(dst, '.')
			v := m.ticks % m.perSecond
			if s.decimals > t.width {
				v /= pow10[s.decimals-t.width]
			}
			dst = appendPadded(dst, v, min(t.width, 9))
		case elapsed:
			dst = appendPadded(dst, m.total/m.perSecond/elapsedUnit(t.char), t.width)
		case halfDay:
			dst = appendHalfDay(dst, t.text, seconds >= 43200)
		default:
			dst = appendOrnament(dst, t)
		}
	}
	return dst, true
}

func elapsedUnit(c byte) uint64 {
	switch c {
	case 'h':
		return 3600
	case 'm':
		return 60
	}
	return 1
}

func appendHalfDay(dst []byte, code string, afternoon bool) []byte {
	if len(code) == 3 {
		if afternoon {
			return append(dst, code[2])
		}
		return append(dst, code[0])
	}
	if afternoon {
		return append(dst, "PM"...)
	}
	return append(dst, "AM"...)
}

func (m *moment) appendYear(dst []byte, t *token) []byte {
	if m.year < 0 {
		return append(dst, '0')
	}
	if t.char == 'y' && t.width <= 2 {
		return appendPadded(dst, uint64(m.year%100), 2)
	}
	return appendPadded(dst, uint64(m.year), 4)
}

// appendDay prints a day or a month as a figure or by its name.
func (s *section) appendDay(dst []byte, m *moment, t *token) []byte {
	l := s.language
	if l == nil {
		l = &english
	}
	v := m.day
	if t.kind == month {
		v = m.month
	}
	if t.width <= 2 {
		return appendPadded(dst, uint64(v), t.width)
	}
	if t.kind == day {
		if t.width == 3 {
			return append(dst, l.shortDays[m.weekday]...)
		}
		return append(dst, l.days[m.weekday]...)
	}
	switch {
	case t.width == 3:
		return append(dst, l.shortMonths[m.month-1]...)
	case t.width == 5:
		r, _ := utf8.DecodeRuneInString(l.months[m.month-1])
		return utf8.AppendRune(dst, r)
	case l.withDay != nil && s.dayFigure():
		return append(dst, l.withDay[m.month-1]...)
	}
	return append(dst, l.months[m.month-1]...)
}

// dayFigure reports whether the section prints the day as a figure: some languages then
// decline the month's name.
func (s *section) dayFigure() bool {
	for i := range s.tokens {
		if s.tokens[i].kind == day && s.tokens[i].width <= 2 {
			return true
		}
	}
	return false
}
