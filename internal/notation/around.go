package notation

import "github.com/rowproof/rowproof/internal/words"

// maxBeside bounds how many chunks on one side of a figure may be its affixes.
const maxBeside = 4

// around gives the affixes of the figure that blocks make: those glued to it and the chunks
// beside it that are nothing else.
func (s *scanner) around(first, last int) affix {
	a := s.chunks[first].affix
	if last > first {
		s.behind(&a, &s.chunks[last].affix)
	}
	a.lo, a.hi = s.chunks[first].start, s.chunks[last].hi
	if a.minus > 0 && s.dashBehindCurrency(first) {
		// 10 €-12 € is a range as likely as a minus.
		a.minus--
		a.spacedDash = true
	}
	if !a.colon {
		s.aroundLeft(&a, first)
	}
	s.aroundRight(&a, last)
	return a
}

// dashBehindCurrency says whether a figure starts with a currency and a dash, and a figure
// to which that currency may belong stands before it.
func (s *scanner) dashBehindCurrency(first int) bool {
	ch := &s.chunks[first]
	if first == 0 || ch.gap == 0 || ch.from < ch.lo+2 || s.g[ch.from-1].kind != dash {
		return false
	}
	before, kind := s.chunks[first-1].class, s.g[ch.from-2].kind
	return (before == figure || before == block) && (kind == currency || kind == letter)
}

// dashBeforeCurrency says whether a dash is all that divides a figure from the currency that
// ends its chunk: 10-EUR.
func (s *scanner) dashBeforeCurrency(ch *chunk) bool {
	return ch.to+1 < ch.hi && s.g[ch.to].kind == dash && words.Currency(s.printed(int(ch.to)+1, int(ch.hi)))
}

// behind joins the affixes behind the last block to those before the first.
func (s *scanner) behind(a, tail *affix) {
	a.refuse(tail.reason)
	a.minus += tail.minus
	a.em += tail.em
	a.percent = a.percent || tail.percent
	a.perMille = a.perMille || tail.perMille
	a.qualified = a.qualified || tail.qualified
	a.credit = a.credit || tail.credit
	a.ordinal = a.ordinal || tail.ordinal
	a.raised = a.raised || tail.raised
	a.priceDash = a.priceDash || tail.priceDash
	a.impure = a.impure || tail.impure
	a.scale = tail.scale
	a.unitFrom, a.unitTo = tail.unitFrom, tail.unitTo
	if tail.hasCurrency() && !s.currency(a, int(tail.currencyFrom), int(tail.currencyTo)) {
		a.refuse("glued_letters")
	}
	a.closes, a.closeCount = tail.closes, tail.closeCount
}

func (s *scanner) aroundLeft(a *affix, first int) {
	for i := first - 1; i > s.taken && i >= first-maxBeside; i-- {
		ch := &s.chunks[i]
		if ch.class != word {
			return
		}
		if s.chunks[i+1].gap == 0 {
			if !s.chunks[i+1].wide {
				return
			}
			if s.loneDash(ch) {
				s.farDash(a, ch)
			} else if !s.farCurrency(a, ch) {
				return
			}
			a.lo = ch.lo
			continue
		}
		trial := *a
		if s.before(&trial, int(ch.hi), int(ch.lo), true) != int(ch.lo) || trial.reason != "" {
			return
		}
		*a = trial
		a.lo = ch.lo
	}
}

// loneDash says whether a chunk is one dash.
func (s *scanner) loneDash(ch *chunk) bool {
	k := s.g[ch.lo].kind
	return ch.hi == ch.lo+1 && (k == dash || k == emDash)
}

// farDash notes a dash that a wide gap divides from the figure, as accounts are printed.
func (s *scanner) farDash(a *affix, ch *chunk) {
	if s.g[ch.lo].kind == emDash {
		a.em++
		return
	}
	a.spacedDash = true
}

// farCurrency takes a currency that a wide gap divides from the figure.
func (s *scanner) farCurrency(a *affix, ch *chunk) bool {
	if !words.Currency(s.printed(int(ch.lo), int(ch.hi))) {
		return false
	}
	return a.setCurrency(int(ch.lo), int(ch.hi))
}

// aroundRight takes the chunks behind a figure. A dash behind a blank counts only where
// nothing but affixes follows it up to the end.
func (s *scanner) aroundRight(a *affix, last int) {
	if next := last + 1; a.minus > 0 && next < len(s.chunks) &&
		(s.g[a.hi-1].kind == dash || s.dashBeforeCurrency(&s.chunks[last])) &&
		s.chunks[next].gap != 0 && s.chunks[next].class != word {
		// 12- 15 and 12-EUR 15 are ranges as likely as a minus.
		a.minus--
		a.trailingDash = true
		return
	}
	if next := last + 1; next == len(s.chunks)-1 && s.chunks[next].wide && s.loneDash(&s.chunks[next]) {
		a.trailingDash = true
		a.hi = s.chunks[next].hi
		s.taken = next
		return
	}
	settled, end := *a, last
	for i := last + 1; i < len(s.chunks) && i <= last+maxBeside; i++ {
		ch := &s.chunks[i]
		if ch.class != word || ch.gap == 0 || s.opensNext(i) {
			break
		}
		trial := *a
		trial.oneCurrency = i+1 < len(s.chunks) && s.chunks[i+1].gap != 0 && s.chunks[i+1].class != word
		if s.after(&trial, int(ch.lo), int(ch.hi), true) != int(ch.hi) || trial.reason != "" {
			break
		}
		*a = trial
		a.hi = ch.hi
		end = i
		if !a.trailingDash {
			settled = *a
			s.taken = i
		}
	}
	if a.trailingDash && end+1 < len(s.chunks) && s.chunks[end+1].gap != 0 {
		*a = settled
		return
	}
	s.taken = max(s.taken, end)
}

// opensNext says whether a word that could be a unit or a magnitude belongs to what follows:
// "ca" before a figure, "M." before a name.
func (s *scanner) opensNext(i int) bool {
	if i+1 >= len(s.chunks) || s.chunks[i+1].gap == 0 {
		return false
	}
	ch := &s.chunks[i]
	text := s.printed(int(ch.lo), int(ch.hi))
	if s.g[ch.hi-1].r == '.' && len(text) == 2 {
		return true
	}
	return s.chunks[i+1].class != word && qualifierWord(text)
}

// labelledIdentifier says whether a label directly before blocks names an identifier: SIREN
// 732 829 320. Money and rates behind such a word are figures all the same.
func (s *scanner) labelledIdentifier(first, last int) bool {
	label, before := s.label(first)
	if label == "" {
		return false
	}
	identifier := identifierLabel(label) || before
	if !identifier {
		head := &s.chunks[first]
		if first != last || !taxLabel(label) || !s.plain(head) || s.whole(head) < 8 {
			return false
		}
	}
	tail := &s.chunks[last].affix
	if tail.percent || tail.hasCurrency() || s.chunks[first].affix.hasCurrency() || s.currencyBehind(last) {
		return false
	}
	return !readCore(s.coreOf(last, last), s.c).fraction
}

// label gives the word directly before a figure, aside from "n°" and a colon. registered says
// that it is the town of a register that numbers companies: RCS Lyon 732 829 320.
func (s *scanner) label(first int) (text string, registered bool) {
	head := &s.chunks[first]
	if head.affix.colon {
		colon := int(head.start) - 1
		return s.printed(int(head.lo), colon), false
	}
	i := first - 1
	for i >= 0 && i >= first-2 && s.chunks[i+1].gap != 0 && s.chunks[i].class == word && s.itemOrColon(&s.chunks[i]) {
		i--
	}
	if i < 0 || s.chunks[i+1].gap == 0 || s.chunks[i].class != word {
		return "", false
	}
	text = s.printed(int(s.chunks[i].lo), int(s.chunks[i].hi))
	for k := i - 1; k >= 0 && k >= i-2; k-- {
		if s.chunks[k+1].gap == 0 || s.chunks[k].class != word || !capital(s.g[s.chunks[k+1].lo].r) {
			break
		}
		var buf [keySize]byte
		if string(keyOf(buf[:0], s.printed(int(s.chunks[k].lo), int(s.chunks[k].hi)))) == "rcs" {
			return text, true
		}
	}
	return text, false
}

func capital(r rune) bool { return 'A' <= r && r <= 'Z' || 0xC0 <= r && r <= 0xDE }

// itemOrColon says whether a chunk is a colon, or a short form of "number".
func (s *scanner) itemOrColon(ch *chunk) bool {
	if ch.hi == ch.lo+1 && s.g[ch.lo].kind == labelEnd {
		return true
	}
	var a affix
	return s.before(&a, int(ch.hi), int(ch.lo), true) == int(ch.lo) && a.labelled
}

// maxAccountGroups is how many groups follow the first of an account number of 34 characters.
const maxAccountGroups = 8

// markAccounts marks the groups of an account number that starts with two capitals and two
// digits, and is printed in fours: none of them is a figure.
func (s *scanner) markAccounts() {
	for i := 0; i < len(s.chunks); i++ {
		if !s.accountHead(&s.chunks[i]) {
			continue
		}
		end, fours := i, 0
		for end-i <= maxAccountGroups && end+1 < len(s.chunks) && s.chunks[end+1].gap != 0 && s.accountGroup(&s.chunks[end+1]) {
			end++
			if s.chunks[end].hi-s.chunks[end].lo < 4 {
				break
			}
			fours++
		}
		if fours < 2 || end-i > maxAccountGroups {
			continue
		}
		for k := i + 1; k <= end; k++ {
			if s.chunks[k].class != word {
				s.chunks[k].class, s.chunks[k].reason = nothing, "identifier"
			}
		}
		i = end
	}
}

// markPhones marks the blocks around a trunk zero in brackets, +49 (0)30 123456.
func (s *scanner) markPhones() {
	for i := range s.chunks {
		g := s.g[s.chunks[i].lo:s.chunks[i].hi]
		if len(g) < 3 || g[0].kind != opening || g[1].r != '0' || g[2].kind != closing {
			continue
		}
		from, to := i, i
		for from > 0 && i-from < maxAccountGroups && s.chunks[from].gap != 0 && s.phoneGroup(from-1) {
			from--
		}
		for to+1 < len(s.chunks) && to-i < maxAccountGroups && s.chunks[to+1].gap != 0 && s.phoneGroup(to+1) {
			to++
		}
		for k := from; k <= to && to > from; k++ {
			s.chunks[k].class, s.chunks[k].reason = nothing, "identifier"
		}
	}
}

// phoneGroup says whether a chunk is digits, a plus before them or none.
func (s *scanner) phoneGroup(i int) bool {
	ch := &s.chunks[i]
	return ch.class == figure && ch.to == ch.hi && s.plain(ch) &&
		(ch.from == ch.lo || ch.from == ch.lo+1 && s.g[ch.lo].kind == plus)
}

func (s *scanner) accountHead(ch *chunk) bool {
	g := s.g[ch.lo:ch.hi]
	return ch.class != word && len(g) == 4 && capital(g[0].r) && capital(g[1].r) && g[2].kind == digit && g[3].kind == digit
}

func (s *scanner) accountGroup(ch *chunk) bool {
	if ch.hi-ch.lo > 4 {
		return false
	}
	for _, g := range s.g[ch.lo:ch.hi] {
		if g.kind != digit && !capital(g.r) {
			return false
		}
	}
	return true
}
