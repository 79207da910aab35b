package lookup

import "github.com/rowproof/rowproof/internal/notation"

// Marks that are no ASCII character: the no-break space and the narrow one.
const (
	noBreak = 1
	narrow  = 2
)

func blankMark(b byte) bool { return b == ' ' || b == noBreak || b == narrow }

// maxParts is how many runs of digits the plain reading takes.
const maxParts = 8

// A plainFigure is a figure as runs of digits with the marks between them.
type plainFigure struct {
	s     string
	at    [maxParts]int  // where each run starts
	n     [maxParts]int  // and how many digits it has
	marks [maxParts]byte // the mark behind each run
	parts int
}

// appendPlain appends the canonical value of a figure written in the plainest forms: digits
// with a minus or none, well-formed groups, a fraction. Whatever else it is, and whatever
// could read in two ways, is left to package notation, and ok is false. Where ok is true,
// notation.ParseValue reads the same value with certainty.
func appendPlain(dst []byte, s string, ctx notation.Context) (_ []byte, ok bool) {
	digits := s
	if s != "" && s[0] == '-' {
		digits = s[1:]
	}
	var p plainFigure
	if !p.split(digits) {
		return dst, false
	}
	fraction, ok := p.fraction(ctx)
	if !ok {
		return dst, false
	}
	begin := len(dst)
	if len(digits) < len(s) {
		dst = append(dst, '-')
	}
	at := len(dst)
	for i := range p.parts {
		if fraction && i == p.parts-1 {
			dst = append(dst, '.')
		}
		dst = append(dst, p.s[p.at[i]:p.at[i]+p.n[i]]...)
	}
	if fraction {
		for dst[len(dst)-1] == '0' {
			dst = dst[:len(dst)-1]
		}
		if dst[len(dst)-1] == '.' {
			dst = dst[:len(dst)-1]
		}
	}
	if len(dst) == at+1 && dst[at] == '0' {
		dst = append(dst[:begin], '0')
	}
	return dst, true
}

// split cuts the text into runs of digits with one mark between each two.
func (p *plainFigure) split(s string) bool {
	p.s = s
	run := 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] >= '0' && s[i] <= '9' {
			run++
			continue
		}
		if run == 0 || p.parts == maxParts {
			return false
		}
		p.at[p.parts], p.n[p.parts] = i-run, run
		if i < len(s) {
			switch {
			case s[i] == ' ' || s[i] == '.' || s[i] == ',':
				p.marks[p.parts] = s[i]
			case s[i] == 0xc2 && i+1 < len(s) && s[i+1] == 0xa0:
				p.marks[p.parts] = noBreak
				i++
			case s[i] == 0xe2 && i+2 < len(s) && s[i+1] == 0x80 && s[i+2] == 0xaf:
				p.marks[p.parts] = narrow
				i += 2
			default:
				return false
			}
		}
		p.parts++
		run = 0
	}
	return p.parts > 0
}

// The digits of a bare and of a grouped figure that are still a figure.
const (
	maxBare    = 12
	maxGrouped = 18
)

// fraction says whether the last run is a fraction. ok is false where the figure is not of a
// plain form with one reading.
func (p *plainFigure) fraction(ctx notation.Context) (fraction, ok bool) {
	first, last := p.n[0], p.n[p.parts-1]
	zero := p.s[p.at[0]] == '0'
	switch p.parts {
	case 1:
		return false, first <= maxBare && (!zero || first == 1)
	case 2:
		if mark := p.marks[0]; !blankMark(mark) {
			switch {
			case zero && first > 1 || first > maxBare || first+last > maxGrouped:
				return false, false
			case last != 3 || rune(mark) == ctx.Decimal:
				return true, true
			}
			return false, !zero && first <= 3 && ctx.Decimal != 0
		}
	}
	if zero || first > 3 {
		return false, false
	}
	group, total := p.marks[0], first+last
	for i := 1; i < p.parts-1; i++ {
		if p.n[i] != 3 || i < p.parts-2 && p.marks[i] != group {
			return false, false
		}
		total += 3
	}
	if total > maxGrouped || blankMark(group) && ctx.Group != 0 && ctx.Group != ' ' {
		return false, false
	}
	if mark := p.marks[p.parts-2]; p.parts > 2 && mark != group {
		return true, !blankMark(mark) && last != 3 && (!blankMark(group) || rune(mark) == ctx.Decimal)
	}
	if group == '.' && p.parts == 4 {
		return false, false // 1.000.000.000 may be an address
	}
	return false, last == 3
}
