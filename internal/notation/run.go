package notation

// maxBlocks bounds how many blocks of a crowded cell are tried as parts of a figure.
const maxBlocks = 40

// maxRun bounds the blocks that are read together. Longer runs are read in pieces.
const maxRun = 64

// run reads the figures of the blocks that start at a chunk and follow each other with
// nothing but one blank between: 2 415 065,40. It gives the chunk behind them.
func (s *scanner) run(first int) int {
	last := first
	for last-first < maxRun && s.continues(last) {
		last++
	}
	if s.labelledIdentifier(first, last) {
		s.none(first, last, "identifier")
		return last + 1
	}
	i := first
	for i <= last {
		end := i
		for end < last && s.chunks[end+1].gap != ' ' {
			end++
		}
		switch {
		case end > i && s.identifier(i, end):
			s.none(i, end, "identifier")
			i = end + 1
		case end > i && s.joined(i, end) > i:
			i = s.join(i, s.joined(i, end), false)
		default:
			i = s.spaced(i, last)
		}
	}
	return i
}

// continues says whether the chunk behind a block is a block as well.
func (s *scanner) continues(i int) bool {
	if i+1 >= len(s.chunks) {
		return false
	}
	a, b := &s.chunks[i], &s.chunks[i+1]
	return s.isBlock(b) && b.gap != 0 && a.to == a.hi && b.from == b.lo &&
		s.plain(a) && s.g[b.from].kind == digit
}

// isBlock says whether a chunk can be a block of a run: a figure, or three digits with letters
// glued to them, which spoil the whole: 1 200abc is not 1.
func (s *scanner) isBlock(ch *chunk) bool {
	return ch.class == figure || ch.class == nothing && ch.reason == "glued_letters" && s.whole(ch) == 3
}

// spaced reads the blocks from one on as far as plain blanks divide them, or no-break ones
// that join nothing, and gives the chunk behind the last one read.
func (s *scanner) spaced(first, last int) int {
	end := first
	for end < last {
		next := end + 1
		stop := next
		for stop < last && s.chunks[stop+1].gap != ' ' {
			stop++
		}
		if stop > next && s.joined(next, stop) > next {
			break
		}
		end++
	}
	if end > first && s.identifier(first, end) {
		s.none(first, end, "identifier")
		return end + 1
	}
	i := first
	for i <= end {
		join := s.joined(i, end)
		if join == i {
			i = s.single(i)
			continue
		}
		i = s.join(i, join, s.crowded(i, join))
	}
	return i
}

// joined gives the last block that joins with a first one: one to three digits without a
// leading zero, then blocks of exactly three, of which the last may carry a fraction.
func (s *scanner) joined(first, last int) int {
	if s.c.Group != 0 && !isBlank(s.c.Group) {
		return first
	}
	ch := &s.chunks[first]
	if n := s.whole(ch); n > 3 || n == 0 || s.g[ch.from].r == '0' || !s.plain(ch) {
		return first
	}
	end := first
	for end < last && s.whole(&s.chunks[end+1]) == 3 {
		end++
		if !s.plain(&s.chunks[end]) {
			break
		}
	}
	return end
}

func isBlank(r rune) bool { return r == ' ' || wideKind(r) == blank }

// whole counts the digits of a block before its first mark.
func (s *scanner) whole(ch *chunk) int {
	n := 0
	for _, g := range s.g[ch.from:ch.to] {
		if g.kind != digit {
			break
		}
		n++
	}
	return n
}

// identifier says whether a run of blocks is a number that names something: a block with a
// leading zero that continues nothing, three or more blocks of four, a plus before three or
// more.
func (s *scanner) identifier(first, last int) bool {
	n := last - first + 1
	fours, carried := true, false
	for i := first; i <= last; i++ {
		ch := &s.chunks[i]
		size := s.whole(ch)
		zero := s.g[ch.from].r == '0'
		carried = carried && size == 3
		if zero && size > 1 && !carried {
			return true
		}
		carried = carried || !zero && size <= 3
		fours = fours && size == 4 && s.plain(ch)
	}
	if n < 3 {
		return false
	}
	tail := &s.chunks[last]
	if fours {
		return true
	}
	return s.chunks[first].affix.plus > 0 && s.plain(tail) &&
		!s.chunks[first].affix.hasCurrency() && !tail.affix.hasCurrency() && !s.currencyBehind(last)
}

// currencyBehind says whether the chunk behind a block starts with a currency.
func (s *scanner) currencyBehind(i int) bool {
	if i+1 >= len(s.chunks) || s.chunks[i+1].gap == 0 || s.chunks[i+1].class != word {
		return false
	}
	var a affix
	s.after(&a, int(s.chunks[i+1].lo), int(s.chunks[i+1].hi), true)
	return a.hasCurrency()
}

// crowded says whether another figure stands beside joined blocks with only a blank between:
// then nobody can say which blocks belong together.
func (s *scanner) crowded(first, last int) bool {
	if first > 0 && s.chunks[first].gap != 0 && s.chunks[first].from == s.chunks[first].lo {
		before := &s.chunks[first-1]
		if s.isFigure(first-1) && s.g[before.hi-1].kind == digit {
			return true
		}
	}
	if last+1 < len(s.chunks) && s.chunks[last].to == s.chunks[last].hi {
		behind := &s.chunks[last+1]
		return behind.gap != 0 && s.isFigure(last+1) && s.g[behind.lo].kind == digit
	}
	return false
}

// isFigure says whether a chunk has a figure, certain or held.
func (s *scanner) isFigure(i int) bool {
	switch s.chunks[i].class {
	case figure, block, spanned:
		return true
	case compound:
		return s.compoundFigures(i)[0].Status != NotAFigure
	}
	return false
}

// none adds each block of a run as no figure.
func (s *scanner) none(first, last int, reason string) {
	s.refuse(int(s.chunks[first].lo), int(s.chunks[last].hi), reason)
	for i := first; i <= last; i++ {
		s.chunks[i].class = nothing
	}
}

// join adds the figure that blocks make together and gives the chunk behind it.
func (s *scanner) join(first, last int, crowded bool) int {
	switch {
	case s.contradicts(&s.chunks[last]):
		s.apart(first, last-1, last)
		return last + 1
	case s.fractionApart(last):
		s.apart(first, last, last+1)
		return last + 2
	}
	end := last
	if s.fractionBehind(last) {
		end++
	}
	a := s.around(first, end)
	r := s.readBlocks(first, end)
	if r.status == NotAFigure && r.reason == "too_long" && !s.noBreak(first, last) && !s.fills(&a) {
		// No figure is so long, but the blocks may be the cells of a row that was not cut.
		crowded, r = true, coreReading{status: Held, reason: "merged_cell", marked: true}
	}
	f := s.resolve(r, &a)
	if crowded && f.Status != NotAFigure {
		if f.Status == Certain {
			f.Readings, f.Value = []string{f.Value}, ""
		}
		f.Status, f.Reason = Held, "merged_cell"
		f.Possible = s.parts(first, last)
	}
	s.add(f, &a)
	s.mark(first, end)
	return end + 1
}

// apart adds blocks and the chunk behind them as two figures that may be one: both are held,
// and what they make together is possible for each.
func (s *scanner) apart(first, last, behind int) {
	core := s.coreOf(first, last)
	if s.g[s.chunks[behind].from].kind == digit {
		core = append(core, groupBlank)
	}
	core = s.appendCore(core, int(s.chunks[behind].from), int(s.chunks[behind].to))
	together := appendReadings(nil, readCore(core, s.c))
	// As one figure it groups with a blank and another separator, whose last may be decimal.
	mark := -1
	for i, b := range core {
		if !isDigit(b) {
			if mark >= 0 {
				core[mark] = groupBlank
			}
			mark = i
		}
	}
	together = appendReadings(together, readCore(core, s.c))
	core[mark] = groupBlank
	together = unique(appendReadings(together, readCore(core, s.c)))
	s.part(first, last, together)
	s.part(behind, behind, together)
}

// part adds blocks as a held part of a figure.
func (s *scanner) part(first, last int, together []string) {
	a := s.around(first, last)
	f := s.resolve(readCore(s.coreOf(first, last), s.c), &a)
	if f.Status == Certain {
		f.Readings, f.Value = []string{f.Value}, ""
	}
	if f.Status != NotAFigure {
		f.Status, f.Reason, f.Possible = Held, "ambiguous_join", together
	}
	s.add(f, &a)
	s.mark(first, last)
}

func appendReadings(list []string, r coreReading) []string {
	if r.status == Certain {
		return append(list, r.value)
	}
	return append(list, r.readings...)
}

func (s *scanner) noBreak(first, last int) bool {
	for i := first + 1; i <= last; i++ {
		if s.chunks[i].gap == ' ' {
			return false
		}
	}
	return true
}

// mark makes blocks that are read into one that only neighbours see.
func (s *scanner) mark(first, last int) {
	for i := first; i <= last; i++ {
		s.chunks[i].class = block
	}
}

// contradicts says whether the last block of a join groups with another separator, or has
// a fraction with another mark than the context's.
func (s *scanner) contradicts(tail *chunk) bool {
	seps, mark := 0, rune(0)
	for _, g := range s.g[tail.from:tail.to] {
		if g.kind != digit && g.kind != fraction {
			seps++
			mark = g.r
		}
	}
	switch {
	case seps == 0:
		return false
	case seps > 1:
		return true
	case mark == '.' || mark == ',':
		return s.c.Decimal != 0 && s.c.Decimal != mark
	}
	return mark != 0x066B
}

// fractionApart says whether the chunk behind a block is a fraction that a blank splits from
// it: 1 200 ,50.
func (s *scanner) fractionApart(i int) bool {
	if i+1 >= len(s.chunks) {
		return false
	}
	a, b := &s.chunks[i], &s.chunks[i+1]
	return b.class == figure && b.gap != 0 && a.to == a.hi && b.from == b.lo && s.plain(a) && s.g[b.from].kind == point
}

// parts gives every well-formed figure that some blocks of a join are together.
func (s *scanner) parts(first, last int) []string {
	last = min(last, first+maxBlocks-1)
	var values []string
	for i := first; i <= last; i++ {
		for j := i; j <= min(last, i+maxGroupedDigits/3); j++ {
			if s.joined(i, j) != j {
				break
			}
			r := readCore(s.coreOf(i, j), s.c)
			if r.reason != "leading_zero" {
				values = appendReadings(values, r)
			}
		}
	}
	return unique(values)
}

// coreOf writes the blocks of a join as one core.
func (s *scanner) coreOf(first, last int) []byte {
	return s.appendBlocks(make([]byte, 0, 32), first, last)
}

func (s *scanner) appendBlocks(core []byte, first, last int) []byte {
	for i := first; i <= last; i++ {
		if i > first {
			core = append(core, groupBlank)
		}
		core = s.appendCore(core, int(s.chunks[i].from), int(s.chunks[i].to))
	}
	return core
}

// readBlocks reads blocks as one figure, a fraction at their end included.
func (s *scanner) readBlocks(first, last int) coreReading {
	var buf [48]byte
	to := int(s.chunks[last].to)
	if s.g[to-1].kind != fraction {
		return readCore(s.appendBlocks(buf[:0], first, last), s.c)
	}
	core := buf[:0]
	if from := int(s.chunks[last].from); from < to-1 {
		core = s.appendBlocks(core, first, last-1)
		if last > first {
			core = append(core, groupBlank)
		}
		core = s.appendCore(core, from, to-1)
	} else if last > first {
		core = s.appendBlocks(core, first, last-1)
	}
	above, below, _ := vulgar(s.g[to-1].r)
	return fractionOf(core, above, below)
}

func (s *scanner) appendCore(core []byte, from, to int) []byte {
	for _, g := range s.g[from:to] {
		switch {
		case g.kind == apostrophe:
			core = append(core, groupApostrophe)
		case g.r == 0x066B:
			core = append(core, arabicDecimal)
		case g.r == 0x066C:
			core = append(core, arabicGroup)
		case g.kind == fraction:
			core = append(core, '?')
		default:
			core = append(core, byte(g.r))
		}
	}
	return core
}
