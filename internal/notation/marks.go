package notation

// Marks gathers what texts show of the decimal mark and the group separator. The zero value
// has seen nothing. The rules are those of docs/checks.md, section 2.1.
type Marks struct {
	strong, weak [2]int // for '.' and ','
	groups       [4]int // by blank, '.', ',' and apostrophe
}

const (
	byBlank = iota
	byPoint
	byComma
	byApostrophe
)

// Add counts the figures of a text, line by line. Dates, versions, addresses, phone numbers
// and the numbers of sections say nothing.
func (m *Marks) Add(text string) {
	if !mayHaveFigure(text) {
		return
	}
	s := scanner{text: text, g: glyphsOf(nil, text)}
	s.divide()
	for i := range s.chunks {
		s.classify(&s.chunks[i])
	}
	s.markDates()
	s.markAccounts()
	s.markPhones()
	for i := 0; i < len(s.chunks); i++ {
		if s.chunks[i].class != figure {
			continue
		}
		last := i
		for last-i < maxRun && s.continues(last) {
			last++
		}
		if s.labelledIdentifier(i, last) || last > i && s.identifier(i, last) {
			i = last
			continue
		}
		last = s.joined(i, last)
		m.count(&s, i, last)
		i = last
	}
}

// count counts one figure.
func (m *Marks) count(s *scanner, first, last int) {
	core := s.coreOf(first, last)
	sh := shapeOf(core)
	if sh.seps == 0 {
		return
	}
	grouping, decimal := sh.groups(core), sh.decimal(core)
	mark := markIndex(sh.lastKind)
	switch {
	case !grouping && !decimal, sh.tooLong(grouping, decimal), core[0] == '0' && len(core) > 1 && isDigit(core[1]):
		return
	case grouping && sh.indian(core):
		m.strong[0]++
		m.groups[byComma]++
	case decimal && sh.seps > 1 && mark >= 0:
		m.strong[mark]++
		m.group(sh.kind)
	case grouping && sh.seps > 1:
		if sh.kind == '.' && s.dottedAddress(core) {
			return
		}
		if g := markIndex(sh.kind); g >= 0 {
			m.strong[1-g]++
		}
		m.group(sh.kind)
	case grouping && !decimal:
		// One group behind a blank or an apostrophe says nothing of the mark.
		m.group(sh.kind)
	case decimal && mark >= 0 && !s.sectionNumber(first, last):
		places := sh.end - sh.last - 1
		if places != 3 || sh.last == 1 && core[0] == '0' {
			m.weak[mark]++
		}
	}
}

// markIndex gives 0 for '.', 1 for ',' and -1 for any other separator.
func markIndex(kind byte) int {
	switch kind {
	case '.':
		return 0
	case ',':
		return 1
	}
	return -1
}

func (m *Marks) group(kind byte) {
	switch kind {
	case groupBlank:
		m.groups[byBlank]++
	case '.':
		m.groups[byPoint]++
	case ',':
		m.groups[byComma]++
	case groupApostrophe:
		m.groups[byApostrophe]++
	}
}

// dottedAddress says whether a core is four dotted groups below 256.
func (s *scanner) dottedAddress(core []byte) bool {
	groups, value := 1, 0
	for _, b := range core {
		if b == '.' {
			groups++
			value = 0
			continue
		}
		if value = value*10 + int(b-'0'); value > 255 {
			return false
		}
	}
	return groups == 4
}

// sectionNumber says whether a figure is one or two digits, a point and one or two digits at
// the start of a line before a word, or stands behind a word that numbers a version.
func (s *scanner) sectionNumber(first, last int) bool {
	ch := &s.chunks[first]
	if first != last {
		return false
	}
	if first > 0 && ch.gap != 0 && s.chunks[first-1].class == word {
		var buf [keySize]byte
		switch string(keyOf(buf[:0], s.printed(int(s.chunks[first-1].lo), int(s.chunks[first-1].hi)))) {
		case "version", "v", "ver", "release", "section", "chapter", "article", "art", "figure", "fig",
			"table", "tab", "tableau", "abschnitt", "kapitel", "chapitre", "annexe", "annex", "clause":
			return true
		}
	}
	if !s.lineStart(ch) || ch.from != ch.lo || last+1 >= len(s.chunks) || s.chunks[last+1].gap == 0 {
		return false
	}
	size := ch.to - ch.from
	if size > 5 || s.whole(ch) > 2 || size-int32(s.whole(ch)) > 3 || s.g[int(ch.from)+s.whole(ch)].r != '.' {
		return false
	}
	next := &s.chunks[last+1]
	if next.class != word || s.g[next.lo].kind != letter {
		return false
	}
	var a affix
	return s.after(&a, int(next.lo), int(next.hi), true) != int(next.hi)
}

// lineStart says whether a chunk is the first of its line.
func (s *scanner) lineStart(ch *chunk) bool {
	if ch.lo == 0 {
		return true
	}
	return breaksLine(s.g[ch.lo-1].r)
}

// Decimal gives the decimal mark that the texts show, 0 where they do not settle it: strong
// evidence on one side, or weak evidence that is unopposed or at least four and four to one.
func (m *Marks) Decimal() rune {
	for i, mark := range [2]rune{'.', ','} {
		here, there := i, 1-i
		switch {
		case m.strong[here] > 0 && m.strong[there] > 0:
			return 0
		case m.strong[here] > 0:
			return mark
		case m.strong[there] > 0:
			continue
		case m.weak[here] > 0 && (m.weak[there] == 0 || m.weak[here] >= 4 && m.weak[here] >= 4*m.weak[there]):
			return mark
		}
	}
	return 0
}

// Group gives the group separator that the texts show: ' ' for every blank, '.', ',', and
// '\” for every apostrophe. It is 0 where they show none or more than one.
func (m *Marks) Group() rune {
	found := rune(0)
	for i, r := range [4]rune{' ', '.', ',', '\''} {
		if m.groups[i] == 0 {
			continue
		}
		if found != 0 {
			return 0
		}
		found = r
	}
	return found
}

// Mixed says that strong evidence stands for both marks: decide by table or column.
func (m *Marks) Mixed() bool { return m.strong[0] > 0 && m.strong[1] > 0 }

// Join adds what other marks have seen.
func (m *Marks) Join(other Marks) {
	for i := range m.strong {
		m.strong[i] += other.strong[i]
		m.weak[i] += other.weak[i]
	}
	for i := range m.groups {
		m.groups[i] += other.groups[i]
	}
}
