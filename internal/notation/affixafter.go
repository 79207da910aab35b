package notation

import "github.com/rowproof/rowproof/internal/words"

// after reads the affixes that start at pos, rightwards up to hi, and gives where it
// stopped. alone says that they stand in a chunk of their own with a blank before it: then
// it stops at a word that is no affix, where glued letters refuse the figure.
func (s *scanner) after(a *affix, pos, hi int, alone bool) int {
	lo := pos
	if !alone {
		pos = s.priceDash(a, pos, hi)
	}
	for pos < hi && a.reason == "" {
		switch s.g[pos].kind {
		case dash, emDash:
			s.dashAfter(a, pos, alone && pos == lo)
			pos++
		case plus:
			a.qualified, a.impure = true, true
			pos++
		case percent:
			if s.g[pos].r == '‰' {
				a.perMille = true
			} else {
				a.percent = true
			}
			pos++
		case currency:
			if !s.currency(a, pos, pos+1) {
				if !alone {
					a.refuse("glued_letters")
				}
				return pos
			}
			pos++
		case closing:
			a.close(pos)
			pos++
		case raised:
			if alone && pos == lo {
				return pos
			}
			a.raised = true
			pos++
		case degree:
			pos = s.degreeAfter(a, pos, hi)
		case letter:
			to := s.wordAfter(a, pos, hi, alone)
			if to == pos {
				return pos
			}
			pos = to
		case slash:
			to := s.rateAfter(a, pos, hi)
			if to == pos {
				if !alone {
					a.refuse("slash")
				}
				return pos
			}
			pos = to
		case times:
			if alone {
				return pos
			}
			a.impure = true
			pos++
		case point, stop, quote, labelEnd, apostrophe:
			if alone && pos == lo && s.g[pos].kind != quote {
				return pos
			}
			pos++
		default:
			if !alone {
				a.refuse("glued_letters")
			}
			return pos
		}
	}
	return pos
}

// dashAfter notes a dash behind a figure, with a blank between or none.
func (s *scanner) dashAfter(a *affix, pos int, spaced bool) {
	switch {
	case spaced:
		a.trailingDash = true
	case s.g[pos].kind == emDash:
		a.em++
	default:
		a.minus++
	}
}

// degreeAfter reads ° and °C as units and the raised letters as ordinals.
func (s *scanner) degreeAfter(a *affix, pos, hi int) int {
	to := pos + 1
	if s.g[pos].r != '°' {
		a.ordinal = true
		return to
	}
	if to < hi && s.g[to].r == 'C' && s.lettersAfter(to, hi) == to+1 {
		to++
	}
	a.unitFrom, a.unitTo = int32(pos), int32(to)
	return to
}

// priceDash reads the dash that stands for no cents: 20,- and 20.-- and 500/-
func (s *scanner) priceDash(a *affix, pos, hi int) int {
	if pos+1 >= hi || !(s.g[pos].kind == point || s.g[pos].kind == slash) {
		return pos
	}
	to := pos + 1
	for to < hi && to < pos+4 && (s.g[to].kind == dash || s.g[to].kind == emDash) {
		to++
	}
	if to == pos+1 {
		return pos
	}
	a.priceDash = true
	return to
}

// wordAfter reads the letters behind a figure and gives where they end, or their start where
// they are no affix.
func (s *scanner) wordAfter(a *affix, pos, hi int, alone bool) int {
	to := s.lettersAfter(pos, hi)
	if to < hi && isPower(s.g[to]) && words.Unit(s.printed(pos, to+1)) {
		to++
	}
	word := s.printed(pos, to)
	if sc, n := scaledCode(word); sc.set() && !a.scale.set() && words.Currency(word[n:]) && s.currency(a, pos+n, to) {
		a.scale = sc
		return to
	}
	if sc := scaleOf(word); sc.set() && !a.scale.set() {
		money := to < hi && s.g[to].kind == currency
		if s.hyphened(a, pos, alone) && to == pos+1 && word != "m" && !money {
			a.refuse("identifier") // 12-B
			return pos
		}
		a.scale = sc
		if word == "m" {
			a.unitFrom, a.unitTo = int32(pos), int32(to)
		}
		return to
	}
	switch {
	case words.Unit(word):
		if a.unitTo == 0 {
			s.hyphened(a, pos, alone)
			a.unitFrom, a.unitTo = int32(pos), int32(to)
			return to
		}
	case words.Currency(word):
		if s.currency(a, pos, to) {
			return to
		}
	case to < hi && s.g[to].kind == currency && words.Currency(s.printed(pos, to+1)):
		if s.currency(a, pos, to+1) {
			return to + 1
		}
	case creditWord(word):
		a.credit = true
		return to
	case !alone && ordinalWord(word):
		a.ordinal = true
		return to
	case !alone && word == "x":
		a.impure = true
		return to
	}
	if !alone {
		a.refuse("glued_letters")
	}
	return pos
}

// hyphened notes that a dash joins a figure to a word, 25-kg: it may be no sign.
func (s *scanner) hyphened(a *affix, pos int, alone bool) bool {
	if alone || a.minus == 0 || s.g[pos-1].kind != dash {
		return false
	}
	a.minus--
	a.em++
	return true
}

// isPower says whether a glyph makes an area or a volume of a length.
func isPower(g glyph) bool { return g.r == '2' || g.r == '3' || g.r == '²' || g.r == '³' }

// rateAfter reads "/word" behind a figure or its currency and gives where it ends.
func (s *scanner) rateAfter(a *affix, pos, hi int) int {
	to := s.lettersAfter(pos+1, hi)
	if to == pos+1 {
		return pos
	}
	if to < hi && isPower(s.g[to]) {
		to++
	}
	a.impure = true
	return to
}
