package notation

import "slices"

// maxFactors bounds the figures of a product in one chunk.
const maxFactors = 4

// single reads a block that joins with no other and gives the chunk behind what it read.
func (s *scanner) single(i int) int {
	if s.fractionApart(i) {
		s.apart(i, i, i+1)
		return i + 2
	}
	if s.fractionBehind(i) {
		a := s.around(i, i+1)
		s.add(s.resolve(s.readBlocks(i, i+1), &a), &a)
		s.mark(i, i+1)
		return i + 2
	}
	if above, below, ok := s.slashFraction(i); ok {
		a := s.around(i, i+1)
		var buf [48]byte
		r := fractionOf(s.appendBlocks(buf[:0], i, i), above, below)
		if r.status == Certain {
			r.readings, r.value = []string{r.value}, ""
		}
		r.status, r.reason = Held, "mixed_fraction"
		s.add(s.resolve(r, &a), &a)
		s.mark(i, i+1)
		return i + 2
	}
	a := s.around(i, i)
	s.add(s.resolve(s.readBlocks(i, i), &a), &a)
	s.mark(i, i)
	return i + 1
}

// fractionBehind says whether the chunk behind a block is a fraction of one character: 2 ½.
func (s *scanner) fractionBehind(i int) bool {
	if i+1 >= len(s.chunks) {
		return false
	}
	ch, next := &s.chunks[i], &s.chunks[i+1]
	return s.plain(ch) && ch.to == ch.hi && next.gap != 0 && next.class == figure &&
		next.from == next.lo && next.to == next.from+1 && s.g[next.from].kind == fraction
}

// read reads the core between two glyphs of a compound.
func (s *scanner) read(from, to int) coreReading {
	var buf [48]byte
	return readCore(s.appendCore(buf[:0], from, to), s.c)
}

// fractionOf reads an integer and a fraction. The integer may be missing. A fraction that
// ends in decimals makes one exact value; another makes a figure that is held without a
// reading.
func fractionOf(core []byte, above, below int) coreReading {
	whole := coreReading{status: Certain, value: "0"}
	if len(core) > 0 {
		whole = readCore(core, Context{}) // before a fraction every separator groups
		if whole.reason == "ambiguous_mark" {
			whole = coreReading{status: Certain, value: whole.readings[0], grouped: true}
		}
		if whole.fraction {
			return coreReading{status: NotAFigure, reason: "malformed"}
		}
		if whole.status != Certain {
			return whole
		}
	}
	decimals, ok := terminating(above, below)
	if !ok {
		return coreReading{status: Held, reason: "non_terminating_fraction"}
	}
	return coreReading{
		status: Certain, value: Canonical(whole.value + "." + decimals), places: len(decimals),
		marked: true, fraction: true, grouped: whole.grouped,
	}
}

// terminating gives the decimals of a fraction below one, and false where they do not end
// within six digits.
func terminating(above, below int) (string, bool) {
	var out []byte
	for rest := above; rest > 0; {
		if len(out) == 6 {
			return "", false
		}
		rest *= 10
		out = append(out, byte('0'+rest/below))
		rest %= below
	}
	return string(out), true
}

// slashFraction reads the chunk behind an integer that is a fraction below one: 2 1/2.
func (s *scanner) slashFraction(block int) (above, below int, ok bool) {
	if block+1 >= len(s.chunks) || !s.plain(&s.chunks[block]) || s.chunks[block].to != s.chunks[block].hi {
		return 0, 0, false
	}
	ch := &s.chunks[block+1]
	if ch.gap == 0 || ch.class != compound && ch.class != nothing || ch.reason == "date_part" {
		return 0, 0, false
	}
	i := int(ch.lo)
	if above, i = s.small(i, int(ch.hi)); i == int(ch.hi) || s.g[i].kind != slash {
		return 0, 0, false
	}
	from := i + 1
	below, i = s.small(from, int(ch.hi))
	return above, below, i > from && i == int(ch.hi) && 0 < above && above < below
}

// small reads an integer of at most three digits.
func (s *scanner) small(i, hi int) (n, end int) {
	for k := 0; i < hi && k < 3 && s.g[i].kind == digit; k++ {
		n = n*10 + int(s.g[i].r-'0')
		i++
	}
	return n, i
}

// compound adds the figures of a chunk with something else than core characters between its
// digits.
func (s *scanner) compound(i int) {
	for _, f := range s.compoundFigures(i) {
		s.found = append(s.found, f)
		if f.Status == NotAFigure {
			s.chunks[i].class = nothing
		}
	}
	s.reach(int(s.chunks[i].start), int(s.chunks[i].hi))
}

// compoundFigures reads a compound. Only a product has figures; a range, scientific notation
// and a currency as decimal mark are held; all others are none.
func (s *scanner) compoundFigures(i int) []Figure {
	if list := s.product(i); list != nil {
		return list
	}
	f, ok := s.rangeOf(i)
	if !ok {
		f, ok = s.scientific(i)
	}
	if !ok {
		f, ok = s.currencyMark(i)
	}
	if !ok {
		ch := &s.chunks[i]
		f = Figure{Start: int(s.g[ch.lo].at), End: int(s.g[ch.hi-1].end), Reason: "compound"}
	}
	return []Figure{f}
}

// factors are the cores of a product, and the affixes behind the last one.
type factors struct {
	from, to [maxFactors]int
	n        int
	behind   affix
}

// factorsOf reads the factors of 3x4 and 120×80, and says false of any other chunk.
func (s *scanner) factorsOf(i int, p *factors) bool {
	ch := &s.chunks[i]
	at, hi := int(ch.from), int(ch.hi)
	for {
		end := s.coreEnd(at, hi)
		if end == at || p.n == maxFactors {
			return false
		}
		p.from[p.n], p.to[p.n] = at, end
		p.n++
		next := s.timesSign(end, hi)
		if next == end {
			at = end
			break
		}
		at = next
	}
	return p.n >= 2 && s.after(&p.behind, at, hi, false) == hi && p.behind.reason == ""
}

// product gives the figures of a product, and none for any other chunk.
func (s *scanner) product(i int) []Figure {
	var p factors
	if !s.factorsOf(i, &p) {
		return nil
	}
	ch := &s.chunks[i]
	var list []Figure
	for k := range p.n {
		var a affix
		switch k {
		case 0:
			a = ch.affix
			a.lo, a.hi = ch.start, int32(p.to[0])
		case p.n - 1:
			a = p.behind
			a.lo, a.hi = int32(p.from[k]), ch.hi
		default:
			a.lo, a.hi = int32(p.from[k]), int32(p.to[k])
		}
		list = append(list, s.resolve(s.read(p.from[k], p.to[k]), &a))
	}
	return list
}

// timesSign gives where the digits behind a multiplication sign start, a unit before it
// aside, and the same place where there is none. A capital X is a letter.
func (s *scanner) timesSign(at, hi int) int {
	end := s.lettersAfter(at, hi)
	switch {
	case end > at && s.g[end-1].r == 'x' && (end == at+1 || s.unitBetween(at, end-1)):
	case end < hi && s.g[end].kind == times && (end == at || s.unitBetween(at, end)):
		end++
	default:
		return at
	}
	if end < hi && s.g[end].kind == digit {
		return end
	}
	return at
}

func (s *scanner) unitBetween(from, to int) bool {
	var a affix
	return s.after(&a, from, to, true) == to && a.unitTo == int32(to) && a.reason == ""
}

// rangeOf reads two figures that a dash joins, each with its own percent or currency.
func (s *scanner) rangeOf(i int) (Figure, bool) {
	ch := &s.chunks[i]
	first, at, second, ok := s.dashed(ch)
	if !ok {
		return Figure{}, false
	}
	a, b := s.read(int(ch.from), first), s.read(at, second)
	if a.status == NotAFigure || b.status == NotAFigure || a.reason == "leading_zero" || b.reason == "leading_zero" {
		return Figure{}, false
	}
	readings := appendReadings(appendReadings(nil, a), b)
	if ch.affix.minus > 0 {
		readings[0] = Negated(readings[0])
	}
	return s.held(ch, "hyphen_compound", readings), true
}

// dashed gives where the first of two cores that a dash joins ends, and the second.
func (s *scanner) dashed(ch *chunk) (first, at, second int, ok bool) {
	hi := int(ch.hi)
	first = s.coreEnd(int(ch.from), hi)
	at = first
	for at < hi && (s.g[at].kind == percent || s.g[at].kind == currency) {
		at++
	}
	if at >= hi || s.g[at].kind != dash && s.g[at].kind != emDash {
		return 0, 0, 0, false
	}
	at++
	for at < hi && s.g[at].kind == currency {
		at++
	}
	if at >= hi || s.g[at].kind != digit {
		return 0, 0, 0, false
	}
	var left affix
	second = s.coreEnd(at, hi)
	ok = s.after(&left, second, hi, false) == hi && left.reason == "" && left.minus == 0
	return first, at, second, ok
}

func (s *scanner) held(ch *chunk, reason string, readings []string) Figure {
	return Figure{
		Start: int(s.g[ch.start].at), End: int(s.g[ch.hi-1].end),
		Status: Held, Reason: reason, Readings: slices.Compact(readings),
	}
}

// scientific reads 1e5 and 4.41E+15, as a spreadsheet displays them.
func (s *scanner) scientific(i int) (Figure, bool) {
	ch := &s.chunks[i]
	hi := int(ch.hi)
	end := s.coreEnd(int(ch.from), hi)
	if end >= hi || s.g[end].r != 'e' && s.g[end].r != 'E' {
		return Figure{}, false
	}
	at := end + 1
	negative := false
	if at < hi && (s.g[at].kind == dash || s.g[at].kind == plus) {
		negative = s.g[at].kind == dash
		at++
	}
	power, stop := s.small(at, hi)
	var behind affix
	if stop == at || s.after(&behind, stop, hi, false) != hi || behind.reason != "" {
		return Figure{}, false
	}
	r := s.read(int(ch.from), end)
	if r.status == NotAFigure {
		return Figure{}, false
	}
	if negative {
		power = -power
	}
	var readings []string
	if -maxShift <= power && power <= maxShift {
		for _, v := range appendReadings(nil, r) {
			v = Shifted(v, power)
			if ch.affix.minus > 0 {
				v = Negated(v)
			}
			readings = append(readings, v)
		}
	}
	return s.held(ch, "scientific", readings), true
}

// currencyMark reads 12€50, where the currency stands for the decimal mark.
func (s *scanner) currencyMark(i int) (Figure, bool) {
	ch := &s.chunks[i]
	end, cents := s.currencyCents(ch)
	if cents == end {
		return Figure{}, false
	}
	r := s.read(int(ch.from), end)
	if r.status == NotAFigure || r.fraction {
		return Figure{}, false
	}
	var readings []string
	for _, v := range appendReadings(nil, r) {
		v = Canonical(v + "." + string([]byte{byte(s.g[end+1].r), byte(s.g[end+2].r)}))
		if ch.affix.minus > 0 {
			v = Negated(v)
		}
		readings = append(readings, v)
	}
	f := s.held(ch, "currency_as_mark", slices.DeleteFunc(readings, func(v string) bool { return v == "" }))
	f.Currency = s.printed(end, end+1)
	return f, true
}

// currencyCents gives where the currency stands that two digits follow, and where these end;
// twice the same place where there is none.
func (s *scanner) currencyCents(ch *chunk) (end, cents int) {
	hi := int(ch.hi)
	end = s.coreEnd(int(ch.from), hi)
	if end >= hi || s.g[end].kind != currency {
		return end, end
	}
	cents = s.coreEnd(end+1, hi)
	var behind affix
	if cents != end+3 || s.after(&behind, cents, hi, false) != hi || behind.reason != "" {
		return end, end
	}
	return end, cents
}
