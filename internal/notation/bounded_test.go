package notation

import (
	"strings"
	"testing"
)

// The work grows with the text and not with its square, whatever the text: these are the
// shapes that each rule looks around in. One that outgrew the text twice over would outlast the time that a test has.
func TestWorkIsBounded(t *testing.T) {
	for _, unit := range []string{
		"1 ", "123 ", "12\u00a0", "123\u00a0", "1.", "1,2,", "1'", "(", "1)", "(1", "-", "1-", "12/", "12/05/2026 ",
		"12/05/2026-", "a.", "a-", "ca ", "€", "€ ", "AB12 ", "FR76 1234 ", "mai ", "12 mai ", "1x", "½", "1 ½ ", "1 1/2 ",
		"200 ,50 ", "SIREN ", "RCS A ", "- ", "1 - ", "\u0661", "x1x", "1e", "1€", "1 €", "12 Mio ", "%", "0 ", "01 ",
		"1 234,5 ", "(0)1 ", ": ", "n° ", "'", "\u200b1",
	} {
		text := strings.Repeat(unit, 1<<13)
		figures, dates := Find(text, Context{Decimal: ','}), FindDates(text, Context{})
		var m Marks
		m.Add(text)
		var o Orders
		o.Add(text)
		Scale(text)
		if n := len(figures) + len(dates); n > 2*len(text) {
			t.Errorf("%d times %q gives %d figures and dates", 1<<13, unit, n)
		}
	}
}
