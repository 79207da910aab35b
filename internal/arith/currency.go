package arith

import "strings"

// signs are the currency signs with the codes that use them, the first of which a sign
// alone is shown as.
var signs = []struct {
	sign  string
	codes string
}{
	{"€", "EUR"},
	{"$", "USD CAD AUD NZD SGD HKD MXN ARS CLP COP TWD"},
	{"£", "GBP EGP GIP FKP SHP"},
	{"¥", "JPY CNY"},
	{"円", "JPY"},
	{"元", "CNY"},
	{"KR", "SEK NOK DKK ISK"},
	{"FR", "CHF"},
	{"SFR", "CHF"},
	{"KČ", "CZK"},
	{"ZŁ", "PLN"},
	{"FT", "HUF"},
	{"₹", "INR"},
	{"RS", "INR PKR LKR"},
	{"₺", "TRY"},
	{"TL", "TRY"},
	{"₽", "RUB"},
	{"₴", "UAH"},
	{"₪", "ILS"},
	{"₩", "KRW"},
	{"DH", "MAD AED"},
}

func codesOf(currency string) string {
	up := strings.ToUpper(currency)
	for _, s := range signs {
		if s.sign == up {
			return s.codes
		}
	}
	return up
}

// sameCurrency reports whether two printed currencies may be one: a sign agrees with every
// code that uses it.
func sameCurrency(a, b string) bool {
	if a == b {
		return true
	}
	codes := codesOf(b)
	for _, code := range strings.Fields(codesOf(a)) {
		for _, other := range strings.Fields(codes) {
			if code == other {
				return true
			}
		}
	}
	return false
}

// currencies are those of a sum, each once. More than a few are too many anyway.
type currencies struct {
	list [3]string
	n    int
}

func (s *currencies) names() []string { return s.list[:s.n] }

// add adds a currency unless it agrees with one that is there. Of a sign and a code the code
// is kept, so that $ beside CAD does not let USD in.
func (s *currencies) add(currency string) {
	if currency == "" {
		return
	}
	for i, c := range s.names() {
		if c == currency {
			return
		}
		if sameCurrency(c, currency) {
			if len(strings.Fields(codesOf(currency))) < len(strings.Fields(codesOf(c))) {
				s.list[i] = currency
			}
			return
		}
	}
	if s.n < len(s.list) {
		s.list[s.n] = currency
		s.n++
	}
}

func (s *currencies) addAll(other *currencies) {
	for _, c := range other.names() {
		s.add(c)
	}
}
