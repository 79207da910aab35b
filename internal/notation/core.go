package notation

// A core is a figure without its affixes, as bytes: digits 0-9, the marks '.' and ',', and
// groupApostrophe, groupBlank, arabicDecimal and arabicGroup for the other separators.
const (
	groupApostrophe = '\''
	groupBlank      = ' '
	arabicDecimal   = 'd'
	arabicGroup     = 'g'
)

// Limits of a figure. Longer digit strings are codes.
const (
	maxBareDigits    = 12
	maxGroupedDigits = 18
	maxFraction      = 30
)

// A coreReading is what the shape of a core and the context say.
type coreReading struct {
	status   Status
	reason   string
	value    string   // where certain
	readings []string // where held
	places   int
	foreign  bool
	marked   bool // the core has a separator
	grouped  bool
	fraction bool // a certain reading has a decimal mark
}

// readCore reads a core by its shape: every separator groups, or the last mark is decimal.
// Where both readings are possible the mark of the context decides.
func readCore(core []byte, c Context) coreReading {
	core, padded := unpad(core)
	var r coreReading
	sh := shapeOf(core)
	r.marked = sh.seps > 0
	grouping := sh.groups(core)
	decimal := sh.decimal(core)
	switch {
	case !grouping && !decimal:
		return coreReading{status: NotAFigure, reason: "malformed", marked: r.marked}
	case sh.tooLong(grouping, decimal):
		return coreReading{status: NotAFigure, reason: "too_long", marked: r.marked}
	}
	r.grouped = grouping && sh.seps > 0 || sh.seps > 1
	if grouping && decimal {
		sep := rune(sh.lastKind)
		switch {
		case c.Decimal == sep:
			grouping = false
		case c.Decimal != 0 || c.Group == sep:
			decimal = false
		}
	}
	if decimal {
		r.places = sh.end - sh.last - 1
	}
	switch {
	case grouping && decimal:
		r.hold("ambiguous_mark", sh.value(core, false), sh.value(core, true))
	case padded:
		r.hold("leading_zero", sh.value(core, decimal))
	case decimal && sh.last == 0 && r.places == 3 && c.Decimal != rune(sh.lastKind):
		r.hold("leading_separator", sh.value(core, true))
	default:
		r.status = Certain
		r.value = sh.value(core, decimal)
		r.fraction = decimal
		r.foreign = sh.foreign(decimal, c)
	}
	if r.status == Held && padded {
		r.reason = "leading_zero"
	}
	return r
}

func (r *coreReading) hold(reason string, readings ...string) {
	r.status, r.reason, r.readings = Held, reason, readings
}

// unpad cuts zeros off the front of a core that another digit follows.
func unpad(core []byte) (rest []byte, padded bool) {
	for len(core) > 1 && core[0] == '0' && isDigit(core[1]) {
		core, padded = core[1:], true
	}
	return core, padded
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// A shape is what is counted of a core in one pass.
type shape struct {
	end      int
	seps     int  // separators of every kind
	kind     byte // the kind of the first one
	last     int  // the index of the last one, -1 for none
	lastKind byte
	lastSame int // separators of the last one's kind
	intLen   int // digits before the last separator
	digits   int
}

func shapeOf(core []byte) shape {
	sh := shape{end: len(core), last: -1}
	for i, b := range core {
		if isDigit(b) {
			sh.digits++
			continue
		}
		if sh.seps == 0 {
			sh.kind = b
		}
		if sh.seps == 0 || b != sh.lastKind {
			sh.lastSame = 0
		}
		sh.seps++
		sh.last, sh.lastKind, sh.intLen = i, b, sh.digits
		sh.lastSame++
	}
	return sh
}

// groups says whether every separator of a core groups digits.
func (sh shape) groups(core []byte) bool {
	if sh.seps == 0 {
		return sh.digits > 0
	}
	return sh.kind != arabicDecimal && grouped(core, sh.kind)
}

// decimal says whether the last separator of a core can be its decimal mark.
func (sh shape) decimal(core []byte) bool {
	if sh.seps == 0 || sh.last == sh.end-1 {
		return false
	}
	switch sh.lastKind {
	case '.', ',', arabicDecimal:
	default:
		return false
	}
	if sh.end-sh.last-1 > maxFraction || sh.lastSame > 1 {
		return false
	}
	return sh.seps == 1 || sh.kind != sh.lastKind && grouped(core[:sh.last], sh.kind)
}

// grouped says whether a digit string is divided by one separator into a first group of one
// to three digits that does not start with zero and others of three; with commas also the
// Indian way: a first group of one or two, then twos, then three.
func grouped(core []byte, kind byte) bool {
	if core[0] == '0' || kind == arabicDecimal {
		return false
	}
	western, indian := true, kind == ','
	groups, size := 0, 0
	for i := 0; i <= len(core); i++ {
		if i < len(core) && isDigit(core[i]) {
			size++
			continue
		}
		if i < len(core) && core[i] != kind {
			return false
		}
		last := i == len(core)
		switch {
		case groups == 0:
			western = western && 1 <= size && size <= 3 && !last
			indian = indian && 1 <= size && size <= 2 && !last
		case last:
			western, indian = western && size == 3, indian && size == 3
		default:
			western, indian = western && size == 3, indian && size == 2
		}
		groups++
		size = 0
	}
	return western || indian
}

// indian says whether a core is grouped the Indian way and no other.
func (sh shape) indian(core []byte) bool {
	head := core
	if sh.lastKind == '.' {
		head = core[:sh.last]
	}
	commas, first := 0, -1
	for i, b := range head {
		if b == ',' {
			if first < 0 {
				first = i
			}
			commas++
		}
	}
	return commas > 1 && sh.kind == ',' && grouped(head, ',') && head[first+3] == ','
}

// tooLong says whether a core has more digits than a figure has.
func (sh shape) tooLong(grouping, decimal bool) bool {
	whole := sh.digits
	separators := sh.seps
	if decimal && !grouping {
		whole, separators = sh.intLen, sh.seps-1
	}
	if separators == 0 {
		return whole > maxBareDigits
	}
	return whole > maxGroupedDigits
}

// foreign says whether the one reading of a core contradicts the decimal mark of a context.
func (sh shape) foreign(decimal bool, c Context) bool {
	if c.Decimal == 0 {
		return false
	}
	if decimal && sh.lastKind != arabicDecimal && rune(sh.lastKind) != c.Decimal {
		return true
	}
	return sh.seps > 0 && rune(sh.kind) == c.Decimal && !(decimal && sh.seps == 1)
}

// value gives the canonical decimal of a core.
func (sh shape) value(core []byte, decimal bool) string {
	var buf [64]byte
	out := buf[:0]
	whole := len(core)
	if decimal {
		whole = sh.last
	}
	for _, b := range core[:whole] {
		if isDigit(b) && (b != '0' || len(out) > 0) {
			out = append(out, b)
		}
	}
	if len(out) == 0 {
		out = append(out, '0')
	}
	if decimal {
		fraction := core[whole+1:]
		for len(fraction) > 0 && fraction[len(fraction)-1] == '0' {
			fraction = fraction[:len(fraction)-1]
		}
		if len(fraction) > 0 {
			out = append(append(out, '.'), fraction...)
		}
	}
	return string(out)
}
