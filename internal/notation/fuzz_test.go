package notation

import (
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// seeds gives the texts of the vectors, of which a fuzz target must have enough.
func seeds(f *testing.F, fn string) []string {
	f.Helper()
	var list []string
	for _, v := range readVectors(f) {
		if v.Fn == fn {
			list = append(list, v.Text)
		}
	}
	if len(list) < 15 {
		f.Fatalf("%d seeds, want at least 15", len(list))
	}
	return list
}

var contexts = []Context{
	{},
	{Decimal: ','},
	{Decimal: '.', Group: ',', Order: MDY, Brackets: BracketsSign},
	{Decimal: ',', Group: ' ', Order: DMY, Brackets: BracketsPunctuation, Years: YearsAround(2026)},
}

func FuzzFind(f *testing.F) {
	for _, s := range append(seeds(f, "find"), "1 2½ 3", "((((1))))", "12/05/20 26", "FR76 3000 6000 0112", "١٢٣", "\xff1") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range contexts {
			checkFigures(t, s, c)
		}
		if want, ok := plainFigure(s); ok {
			if got := ParseValue(s, Context{Decimal: '.'}); got.Status != Certain || got.Value != want {
				t.Fatalf("%q: %+v, the oracle has %s", s, got, want)
			}
		}
		var m Marks
		m.Add(s)
		m.Decimal()
		Scale(s)
	})
}

func checkFigures(t *testing.T, s string, c Context) {
	t.Helper()
	if fast, ok := plainCell(s, c); ok {
		sc := scanner{text: s, c: c, g: glyphsOf(nil, s)}
		sc.scan()
		if len(sc.found) != 1 || !reflect.DeepEqual(sc.found[0], fast) {
			t.Fatalf("%q: plain cell %+v, the scanner reads %+v", s, fast, sc.found)
		}
	}
	end := 0
	for _, f := range Find(s, c) {
		if f.Start < end || f.End <= f.Start || f.End > len(s) {
			t.Fatalf("%q: %+v behind %d", s, f, end)
		}
		end = f.End
		if utf8.ValidString(s) && !utf8.ValidString(s[f.Start:f.End]) {
			t.Fatalf("%q: %+v cuts a rune", s, f)
		}
		values := slices.Concat(f.Readings, f.Possible)
		switch f.Status {
		case Certain:
			values = append(values, f.Value)
			if f.Reason != "" || f.Readings != nil || f.Possible != nil {
				t.Fatalf("%q: certain, and %+v", s, f)
			}
		case Held:
			if f.Reason == "" || f.Value != "" {
				t.Fatalf("%q: held, and %+v", s, f)
			}
		default:
			if f.Reason == "" || f.Value != "" || values != nil {
				t.Fatalf("%q: no figure, and %+v", s, f)
			}
		}
		for _, v := range values {
			checkCanonical(t, s, v)
		}
		if f.Status == Certain {
			// Its own text, alone, may be held (brackets, a code), but never reads differently.
			own := ParseValue(s[f.Start:f.End], c)
			if own.Status == Certain && own.Value != f.Value && strings.TrimPrefix(own.Value, "-") != f.Value {
				t.Fatalf("%q: %q reads %s, alone %s", s, s[f.Start:f.End], f.Value, own.Value)
			}
		}
	}
}

// checkCanonical says whether a value is canonical: math/big reads it, and Canonical gives
// it back as it is.
func checkCanonical(t *testing.T, s, v string) {
	t.Helper()
	if Canonical(v) != v || v == "" {
		t.Fatalf("%q: value %q is not canonical", s, v)
	}
	if _, ok := new(big.Rat).SetString(v); !ok {
		t.Fatalf("%q: math/big does not read %q", s, v)
	}
}

// plainFigure is an independent reading of the plainest figures: up to twelve digits without
// a leading zero, a point, up to six decimals, maybe a minus before.
func plainFigure(s string) (string, bool) {
	digits := strings.TrimPrefix(s, "-")
	whole, decimals, marked := strings.Cut(digits, ".")
	if whole == "" || len(whole) > 12 || len(decimals) > 6 || marked && decimals == "" || len(whole) > 1 && whole[0] == '0' ||
		strings.Trim(whole+decimals, "0123456789") != "" {
		return "", false
	}
	value, _ := new(big.Rat).SetString(s)
	out := value.FloatString(6)
	out = strings.TrimRight(strings.TrimRight(out, "0"), ".")
	if out == "-0" {
		out = "0"
	}
	return out, true
}

func FuzzParseDate(f *testing.F) {
	for _, s := range append(seeds(f, "date"), "12 de mayo de 2026", "May 12, 2026", "2026-05-12T09:30:00Z", "12/05/20 26", "25.01.") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range contexts {
			end := 0
			for _, d := range FindDates(s, c) {
				if d.Start < end || d.End <= d.Start || d.End > len(s) {
					t.Fatalf("%q: %+v behind %d", s, d, end)
				}
				end = d.End
				if utf8.ValidString(s) && !utf8.ValidString(s[d.Start:d.End]) {
					t.Fatalf("%q: %+v cuts a rune", s, d)
				}
				if d.Status == Held && (d.Value != "" || d.Reason == "") || d.Status == Certain && d.Value == "" {
					t.Fatalf("%q: %+v", s, d)
				}
				for _, v := range d.all() {
					checkISO(t, s, v)
				}
				if own := ParseDate(s[d.Start:d.End], c); d.Status == Certain && own.Status == Certain && own.Value != d.Value {
					t.Fatalf("%q: %q reads %s, alone %s", s, s[d.Start:d.End], d.Value, own.Value)
				}
			}
			ParseDate(s, c)
		}
		var o Orders
		o.Add(s)
		o.Order()
	})
}

// checkISO says whether a value is a day or a month as ISO 8601 writes it, and reads as itself.
func checkISO(t *testing.T, s, v string) {
	t.Helper()
	if len(v) != len("2006-01-02") && len(v) != len("2006-01") {
		t.Fatalf("%q: %q is no ISO date", s, v)
	}
	if year := v[:4]; year < "1900" || year > "2100" {
		return
	}
	if again := ParseDate(v, Context{}); again.Value != v {
		t.Fatalf("%q: %q reads as %+v", s, v, again)
	}
}
