package notation

// A span is a compound whose ends join blocks beside it: 1 200-1 500 is a range of two
// grouped figures, and 200-1 alone is none.
type span struct{ first, at, last int }

// ends are the first and the last core of a compound. to[1] is 0 where only the first may
// join blocks.
type ends struct{ from, to [2]int }

// markSpans marks the compounds that join blocks with only a blank between, and those blocks.
func (s *scanner) markSpans() {
	if s.c.Group != 0 && !isBlank(s.c.Group) {
		return
	}
	for i := range s.chunks {
		if s.chunks[i].class != compound {
			continue
		}
		e, ok := s.endsOf(i)
		if !ok {
			continue
		}
		sp := span{s.joinsLeft(i, e), i, s.joinsRight(i, e)}
		if sp.first == i && sp.last == i {
			continue
		}
		for k := sp.first; k <= sp.last; k++ {
			s.chunks[k].class = spanned
		}
		s.spans = append(s.spans, sp)
	}
}

// endsOf gives the ends of a range, a product, or a figure with its currency as decimal mark.
func (s *scanner) endsOf(i int) (ends, bool) {
	ch := &s.chunks[i]
	if first, at, second, ok := s.dashed(ch); ok {
		return ends{[2]int{int(ch.from), at}, [2]int{first, second}}, true
	}
	var p factors
	if s.factorsOf(i, &p) {
		return ends{[2]int{p.from[0], p.from[p.n-1]}, [2]int{p.to[0], p.to[p.n-1]}}, true
	}
	if end, cents := s.currencyCents(ch); cents > end {
		return ends{[2]int{int(ch.from), 0}, [2]int{end, 0}}, true
	}
	return ends{}, false
}

// joinsLeft gives the first block that goes on in the first core of a compound.
func (s *scanner) joinsLeft(i int, e ends) int {
	if s.chunks[i].from != s.chunks[i].lo || s.digitsFrom(e.from[0], e.to[0]) != 3 {
		return i
	}
	found := i
	for k := i; k > 0 && s.chunks[k].gap != 0; {
		k--
		ch := &s.chunks[k]
		n := s.whole(ch)
		if ch.class != figure || ch.to != ch.hi || !s.plain(ch) || n == 0 || n > 3 {
			break
		}
		if s.g[ch.from].r != '0' {
			found = k
		}
		if n < 3 || ch.from != ch.lo {
			break
		}
	}
	return found
}

// joinsRight gives the last block that the last core of a compound goes on in.
func (s *scanner) joinsRight(i int, e ends) int {
	ch := &s.chunks[i]
	n := s.digitsFrom(e.from[1], e.to[1])
	if e.to[1] != int(ch.hi) || n == 0 || n > 3 || n != e.to[1]-e.from[1] || s.g[e.from[1]].r == '0' {
		return i
	}
	last := i
	for last+1 < len(s.chunks) {
		next := &s.chunks[last+1]
		if next.gap == 0 || next.class != figure || next.from != next.lo || s.whole(next) != 3 {
			break
		}
		last++
		if next.to != next.hi || !s.plain(next) {
			break
		}
	}
	return last
}

func (s *scanner) digitsFrom(from, to int) int {
	n := 0
	for n < to-from && s.g[from+n].kind == digit {
		n++
	}
	return n
}

// span adds what a span may be, held, and gives the chunk behind it.
func (s *scanner) span(i int) int {
	sp := span{i, i, i}
	for _, known := range s.spans {
		if known.first == i {
			sp = known
		}
	}
	e, _ := s.endsOf(sp.at)
	ch := &s.chunks[sp.at]
	f := Figure{
		Start: int(s.g[s.chunks[sp.first].start].at), End: int(s.g[s.chunks[sp.last].hi-1].end),
		Status: Held, Reason: "ambiguous_join",
	}
	left, right := s.spanCores(sp, e)
	var all []coreReading
	if end, cents := s.currencyCents(ch); cents > end && e.to[1] == 0 {
		f.Reason, f.Currency = "currency_as_mark", s.printed(end, end+1)
		all = append(all, readCore(s.appendCore(append(left, '.'), end+1, cents), Context{Decimal: '.'}))
	} else {
		if _, _, _, ok := s.dashed(ch); ok {
			f.Reason = "hyphen_compound"
		}
		all = append(all, readCore(left, s.c), readCore(right, s.c))
	}
	for k, r := range all {
		if r.status == NotAFigure || r.reason == "leading_zero" {
			f = Figure{Start: f.Start, End: f.End, Reason: "compound"}
			break
		}
		for _, v := range appendReadings(nil, r) {
			if k == 0 && s.chunks[sp.first].affix.minus > 0 {
				v = Negated(v)
			}
			f.Readings = append(f.Readings, v)
		}
	}
	if f.Status == Held {
		f.Readings, f.Possible = unique(f.Readings), s.spanParts(sp, e)
	}
	s.found = append(s.found, f)
	s.reach(int(s.chunks[sp.first].start), int(s.chunks[sp.last].hi))
	return sp.last + 1
}

// spanCores gives the joined cores at both ends of a span.
func (s *scanner) spanCores(sp span, e ends) (left, right []byte) {
	if sp.first < sp.at {
		left = append(s.appendBlocks(left, sp.first, sp.at-1), groupBlank)
	}
	left = s.appendCore(left, e.from[0], e.to[0])
	right = s.appendCore(right, e.from[1], e.to[1])
	if sp.last > sp.at {
		right = s.appendBlocks(append(right, groupBlank), sp.at+1, sp.last)
	}
	return left, right
}

// spanParts gives what the blocks of a span and the ends of its compound read alone.
func (s *scanner) spanParts(sp span, e ends) []string {
	var values []string
	add := func(from, to int) {
		if r := s.read(from, to); to > from && r.reason != "leading_zero" {
			values = appendReadings(values, r)
		}
	}
	for k := sp.first; k <= min(sp.last, sp.first+maxBlocks); k++ {
		if k == sp.at {
			add(e.from[0], e.to[0])
			add(e.from[1], e.to[1])
			continue
		}
		add(int(s.chunks[k].from), int(s.chunks[k].to))
	}
	return unique(values)
}
