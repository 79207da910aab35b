package notation

import (
	"strings"
	"testing"
)

// dateOutcome writes dates as testdata/dates.txt does.
func dateOutcome(list []DateValue) string {
	var parts []string
	for _, d := range list {
		var part string
		switch {
		case d.Yearless && d.Value != "":
			part = "yearless " + d.Value
		case d.Yearless:
			part = "yearless [" + strings.Join(d.Readings, " ") + "]"
		case d.Status == Certain:
			part = "=" + d.Value
		case d.Status == Held:
			part = d.Reason + "[" + strings.Join(d.Readings, " ") + "]"
		default:
			part = "none:" + d.Reason
		}
		if d.Time != "" {
			part += " at " + d.Time
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

func TestDates(t *testing.T) {
	list := readTable(t, "testdata/dates.txt")
	if len(list) < 70 {
		t.Fatalf("%d cases, want at least 70", len(list))
	}
	for _, c := range list {
		if got := dateOutcome(FindDates(c.text, contextOf(t, c.context))); got != c.want {
			t.Errorf("testdata/dates.txt:%d: %q reads %s, want %s", c.line, c.text, got, c.want)
		}
	}
}

func TestParseDate(t *testing.T) {
	for _, test := range []struct {
		text, value, reason, time string
		status                    Status
	}{
		{"mardi 12 mai 2026", "2026-05-12", "", "", Certain},
		{"le 12/05/2026", "2026-05-12", "", "", Certain},
		{"Tuesday, May 12th, 2026", "2026-05-12", "", "", Certain},
		{"2026-03-01T00:00:00", "2026-03-01", "", "00:00:00", Certain},
		{"12.05.2026 um 14:30 Uhr", "2026-05-12", "", "14:30", Certain},
		{"12/05/2026 2:30 PM", "2026-05-12", "", "14:30", Certain},
		{"(12/05/2026)", "2026-05-12", "", "", Certain},
		{"12 mai 2026 payé", "", "words_beside", "", NotAFigure},
		{"12/05/2026 13/05/2026", "", "unreadable_value", "", NotAFigure},
		{"12/05/2026 340,00", "", "words_beside", "", NotAFigure},
		{"31/04/2026", "", "not_calendar", "", NotAFigure},
		{"", "", "unreadable_value", "", NotAFigure},
		{"20260512", "", "compact_date", "", Held},
	} {
		got := ParseDate(test.text, Context{Order: DMY, Years: YearsAround(2026)})
		if got.Value != test.value || got.Reason != test.reason || got.Time != test.time || got.Status != test.status {
			t.Errorf("ParseDate(%q) = %+v, want %+v", test.text, got, test)
		}
	}
}

func TestOrders(t *testing.T) {
	for _, test := range []struct {
		texts    []string
		want     Order
		conflict bool
	}{
		{[]string{"12/05/2026"}, OrderUnknown, false},
		{[]string{"12/05/2026", "25/01/2026"}, DMY, false},
		{[]string{"12/05/2026", "01/25/2026"}, MDY, false},
		{[]string{"25/01/2026", "01/25/2026"}, OrderUnknown, true},
		{[]string{"2026-01-25", "31/31/2026", "25 mai 2026"}, OrderUnknown, false},
		{[]string{"25/01/26"}, DMY, false},
		{[]string{"12.25.2026 text"}, MDY, false},
	} {
		var one, other Orders
		for _, text := range test.texts {
			one.Add(text)
		}
		other.Join(one)
		if got := other.Order(); got != test.want || other.Conflict() != test.conflict {
			t.Errorf("%q: order %d, conflict %v, want %d, %v", test.texts, got, other.Conflict(), test.want, test.conflict)
		}
	}
}

// Every month is named in full in each language, and no two months share a name.
func TestMonthNames(t *testing.T) {
	for language, names := range map[string]string{
		"en": "January February March April May June July August September October November December",
		"fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
		"de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
		"es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
		"nl": "januari februari maart april mei juni juli augustus september oktober november december",
		"pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
	} {
		list := strings.Fields(names)
		if len(list) != 12 {
			t.Fatalf("%s: %d names", language, len(list))
		}
		for i, name := range list {
			for _, written := range []string{name, strings.ToUpper(name), strings.ToLower(name)} {
				if got := monthOf(written); got != i+1 {
					t.Errorf("%s: month %q is %d, want %d", language, written, got, i+1)
				}
			}
		}
	}
	for _, word := range []string{"", "maybe", "Marché", "мая", "decembers", "monday"} {
		if got := monthOf(word); got != 0 {
			t.Errorf("%q is month %d, want none", word, got)
		}
	}
}
