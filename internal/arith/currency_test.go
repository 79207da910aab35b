package arith

import (
	"slices"
	"testing"
)

func TestCurrencies(t *testing.T) {
	for _, c := range []struct{ given, want []string }{
		{[]string{"€", "EUR", ""}, []string{"€"}},
		{[]string{"$", "CAD", "$"}, []string{"CAD"}},
		{[]string{"$", "CAD", "USD"}, []string{"CAD", "USD"}},
		{[]string{"£", "€"}, []string{"£", "€"}},
		{[]string{"kr", "SEK"}, []string{"SEK"}},
		{[]string{"eur", "EUR"}, []string{"eur"}},
		{[]string{"a", "b", "c", "d"}, []string{"a", "b", "c"}},
	} {
		var s currencies
		for _, cur := range c.given {
			s.add(cur)
		}
		if !slices.Equal(s.names(), c.want) {
			t.Errorf("%q: %q, want %q", c.given, s.names(), c.want)
		}
	}
}
