package notation

// resolve makes the figure of what its core and its affixes say.
func (s *scanner) resolve(r coreReading, a *affix) Figure {
	f := Figure{
		Start: int(s.g[a.lo].at), End: int(s.g[a.hi-1].end),
		Places: r.places, Foreign: r.foreign,
		Percent: a.percent, PerMille: a.perMille, Labelled: a.labelled,
		Currency: s.printed(int(a.currencyFrom), int(a.currencyTo)),
	}
	reason := a.reason
	if reason == "" && r.status == NotAFigure {
		reason = r.reason
	}
	if reason == "" && a.priceDash && r.fraction {
		reason = "malformed"
	}
	if reason != "" {
		return Figure{Start: f.Start, End: f.End, Reason: reason}
	}
	b := s.brackets(a, r)
	minus, signReason := s.sign(a, b)
	powers, certainScale := s.scaling(a, &f)
	f.Reason = r.reason
	hold := func(reason string, when bool) {
		if when && f.Reason == "" {
			f.Reason = reason
		}
	}
	hold("ip_like", r.status == Certain && s.addressLike(a, r))
	hold(signReason, signReason != "")
	hold("qualified", a.qualified)
	hold("abbreviation_label", a.abbreviation)
	hold("credit_marker", a.credit)
	hold("ordinal", a.ordinal)
	hold("superscript", a.raised)
	hold("ambiguous_scale", !certainScale)
	values := r.readings
	if r.status == Certain {
		if f.Reason == "" {
			f.Status = Certain
			f.Value = r.value
			if certainScale && powers[0] != 0 {
				f.Exponent = int(powers[0])
				f.Value = Shifted(f.Value, f.Exponent)
			}
			if minus {
				f.Value = Negated(f.Value)
			}
			return f
		}
		values = []string{r.value}
	}
	f.Status = Held
	both := signReason != "" || a.credit
	if certainScale {
		f.Exponent = int(powers[0])
	}
	f.Readings = spread(values, powers, certainScale, both, minus)
	return f
}

// spread gives every reading of values under the scales and signs that they may have.
func spread(values []string, powers [2]int8, certainScale, both, minus bool) []string {
	list := make([]string, 0, 2*len(values)+2)
	add := func(v string) {
		if minus && !both {
			v = Negated(v)
		}
		list = append(list, v)
		if both && v != "0" {
			list = append(list, Negated(v))
		}
	}
	for _, v := range values {
		if !certainScale || powers[0] == 0 {
			add(v)
		}
		for _, p := range powers {
			if p != 0 {
				add(Shifted(v, int(p)))
			}
		}
	}
	return list
}

// scaling gives the powers of ten of a printed magnitude and whether it has one meaning. A
// lone m is metres, unless a currency stands with the figure.
func (s *scanner) scaling(a *affix, f *Figure) (powers [2]int8, certain bool) {
	money := a.hasCurrency()
	sc := a.scale
	metres := sc.letter && !money && a.unitTo > 0 && s.printed(int(a.unitFrom), int(a.unitTo)) == "m"
	if a.unitTo > 0 && (!sc.set() || metres) {
		f.Unit = s.printed(int(a.unitFrom), int(a.unitTo))
	}
	switch {
	case !sc.set() || metres:
		return [2]int8{}, true
	case sc.certain:
		return sc.powers, true
	case sc.letter && money:
		return [2]int8{sc.powers[0], 0}, true
	}
	return sc.powers, false
}

// addressLike says whether a bare figure is four dotted groups below 256, as a network
// address is written.
func (s *scanner) addressLike(a *affix, r coreReading) bool {
	if !r.grouped || a.hasCurrency() {
		return false
	}
	groups, value := 1, 0
	for _, g := range s.g[a.lo:a.hi] {
		switch {
		case g.kind == digit:
			value = value*10 + int(g.r-'0')
			if value > 255 {
				return false
			}
		case g.r == '.' && g.kind == point:
			groups++
			value = 0
		case g.kind == point, g.kind == apostrophe, g.kind == blank:
			return false
		}
	}
	return groups == 4
}

// A bracketing is what the round brackets around a figure say.
type bracketing uint8

const (
	bracketsNone bracketing = iota
	bracketsMinus
	bracketsEither
	bracketsBroken
)

// brackets reads the round brackets around a figure. A pair that encloses nothing but sign,
// currency, percent, unit and the figure may be its sign; any other is punctuation.
func (s *scanner) brackets(a *affix, r coreReading) bracketing {
	pairs := 0
	for _, at := range a.opens[:a.openCount] {
		switch p := s.g[at].pair; {
		case p < 0:
			return bracketsBroken
		case p < a.hi:
			pairs++
		}
	}
	for _, at := range a.closes[:a.closeCount] {
		if s.g[at].pair < 0 {
			return bracketsBroken
		}
	}
	if pairs == 0 || a.impure {
		return bracketsNone
	}
	if pairs > 1 {
		return bracketsEither
	}
	switch s.c.Brackets {
	case BracketsSign:
		return bracketsMinus
	case BracketsPunctuation:
		return bracketsNone
	}
	money := r.marked || a.hasCurrency() || a.percent || a.perMille
	alone := s.fills(a)
	switch {
	case alone && money:
		return bracketsMinus
	case !alone && !money && s.wordsBeside(a):
		return bracketsNone
	}
	return bracketsEither
}

// fills says whether a figure with its affixes is all that the cell holds.
func (s *scanner) fills(a *affix) bool { return a.lo == 0 && int(a.hi) == len(s.g) }

// wordsBeside says whether letters stand beside a figure in its cell.
func (s *scanner) wordsBeside(a *affix) bool {
	for i, g := range s.g {
		if g.kind == letter && (int32(i) < a.lo || int32(i) >= a.hi) {
			return true
		}
	}
	return false
}

// sign says whether a figure is negative, and why that is not sure.
func (s *scanner) sign(a *affix, b bracketing) (minus bool, reason string) {
	signs := int(a.minus) + int(a.plus) + int(a.em)
	if a.spacedDash {
		signs++
	}
	if a.trailingDash {
		signs++
	}
	switch {
	case b == bracketsBroken:
		return false, "unbalanced_bracket"
	case b == bracketsEither:
		return false, "brackets"
	case signs > 1, signs == 1 && b == bracketsMinus:
		return false, "malformed_sign"
	case b == bracketsMinus:
		return true, ""
	case a.em > 0:
		return false, "dash_sign"
	case a.trailingDash, a.spacedDash && !s.fills(a):
		return false, "spaced_dash"
	}
	return a.minus > 0 || a.spacedDash, ""
}
