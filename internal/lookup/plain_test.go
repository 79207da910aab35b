package lookup

import (
	"testing"

	"github.com/rowproof/rowproof/internal/notation"
)

var plainContexts = []notation.Context{
	{}, {Decimal: ','}, {Decimal: '.'}, {Decimal: ',', Group: ' '}, {Decimal: ',', Group: '.'}, {Decimal: '.', Group: '\''},
	{Decimal: '.', Group: ','}, {Group: ' '}, {Group: ','},
}

// The short way reads nothing but what the long way reads with certainty, to the same value.
func checkPlain(t *testing.T, s string) (taken int) {
	t.Helper()
	for _, ctx := range plainContexts {
		got, ok := appendPlain(nil, s, ctx)
		if !ok {
			continue
		}
		taken++
		want := notation.ParseValue(s, ctx)
		if want.Status != notation.Certain || want.Value != string(got) || want.Currency != "" || want.Unit != "" || want.Percent {
			t.Errorf("%q with mark %q, group %q: got %s, notation reads %+v", s, ctx.Decimal, ctx.Group, got, want)
		}
	}
	return taken
}

// Every text of up to seven characters of a small alphabet.
func TestPlainAgreesWithNotation(t *testing.T) {
	alphabet := []string{"0", "1", "23", ".", ",", " ", "-", "\u00a0", "456"}
	taken := 0
	var build func(s string, left int)
	build = func(s string, left int) {
		taken += checkPlain(t, s)
		if left == 0 || t.Failed() {
			return
		}
		for _, a := range alphabet {
			build(s+a, left-1)
		}
	}
	build("", 6)
	if taken < 10_000 {
		t.Errorf("the short way was taken %d times only", taken)
	}
}

func FuzzPlain(f *testing.F) {
	seeds := []string{"1 655", "182 400,00", "1.234.567", "0,280", "-12.50", "1\u202f358\u202f522", "123456789012", "1234567890123", "00", "1,23,456"}
	if len(seeds) < 8 {
		f.Fatal("too few seeds")
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkPlain(t, s) })
}
