package numfmt

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRounding checks fixed places against exact fractions: half away from zero on at most
// fifteen digits.
func TestRounding(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		digits := 1 + r.IntN(15)
		coef := r.Int64N(int64(pow10[digits]))
		exp := -r.IntN(12)
		places := r.IntN(6)
		text := fmt.Sprintf("%dE%d", coef, exp)
		if r.IntN(2) == 0 {
			text = "-" + text
		}
		n, ok := ParseNumber([]byte(text))
		if !ok {
			t.Fatal(text)
		}
		got := string(Compile("0."+strings.Repeat("0", places+1), Options{}).Append(nil, n))
		if want := roundedRat(t, text, places+1); got != want {
			t.Fatalf("%s to %d places is %s, want %s", text, places+1, got, want)
		}
	}
}

// roundedRat rounds with rational numbers.
func roundedRat(t *testing.T, text string, places int) string {
	t.Helper()
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatal(text)
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	neg := v.Sign() < 0
	v.Abs(v).Mul(v, new(big.Rat).SetInt(scale)).Add(v, big.NewRat(1, 2))
	n := new(big.Int).Quo(v.Num(), v.Denom())
	s := n.String()
	for len(s) <= places {
		s = "0" + s
	}
	s = s[:len(s)-places] + "." + s[len(s)-places:]
	if neg && n.Sign() != 0 {
		s = "-" + s
	}
	return s
}

// TestGeneralKeepsDigits checks that General never loses a digit that it has room for.
func TestGeneralKeepsDigits(t *testing.T) {
	for _, text := range []string{"0", "1", "-7", "1234567890", "123456789012345", "0.5", "-0.000000001", "12345.6789", "1234567.89", "99999999999"} {
		n, _ := ParseNumber([]byte(text))
		if got := string(Compile("General", Options{}).Append(nil, n)); got != text {
			t.Errorf("%s prints %s", text, got)
		}
	}
}

// TestNames prints names of days, months and eras.
func TestNames(t *testing.T) {
	for _, c := range [][3]string{
		{"[$-411]ge.m.d", "45123", "R5.7.16"}, {"[$-411]ggge\"年\"m\"月\"d\"日\"", "43585", "平成31年4月30日"}, {"[$-411]gge", "43586", "令1"},
		{"[$-411]aaaa", "45123", "日曜日"}, {"aaa", "45123", "Sun"}, {"e", "45123", "2023"},
		{"[$-FC19]d mmmm yyyy", "45123", "16 июля 2023"}, {"[$-419]mmmm yyyy", "45123", "Июль 2023"}, {"[$-415]d mmmm yyyy", "45123", "16 lipca 2023"}, {"[$-415]mmmm yyyy", "45123", "lipiec 2023"},
		{"[$-C0A]d \"de\" mmmm \"de\" yyyy", "45123", "16 de julio de 2023"}, {"[$-816]dddd", "45123", "domingo"}, {"[$-40C]ddd d mmm", "45123", "dim. 16 juil."},
		{"[$-407]ddd, d. mmm", "45123", "So, 16. Jul"}, {"[$-410]dddd d mmmm", "45123", "domenica 16 luglio"}, {"[$-413]ddd d mmm", "45123", "zo 16 jul"}, {"[$-de-DE]mmmm", "45352", "März"},
	} {
		f := Compile(c[0], Options{})
		n, _ := ParseNumber([]byte(c[1]))
		if got := string(f.Append(nil, n)); got != c[2] || f.Fallback() != "" {
			t.Errorf("%s of %s prints %q, want %q (fallback %q)", c[0], c[1], got, c[2], f.Fallback())
		}
	}
	if f := Compile("[$-41E]d mmmm", Options{}); f.Fallback() != "41E" {
		t.Errorf("names in Thai fall back to %q", f.Fallback())
	}
	if f := Compile("[$-41E]0.00", Options{}); f.Fallback() != "" {
		t.Error("a format without names falls back")
	}
}

func TestDigitCount(t *testing.T) {
	if digitCount(0) != 0 {
		t.Error("0 has digits")
	}
	for n, p := range pow10 {
		if digitCount(p) != n+1 || p > 1 && digitCount(p-1) != n || digitCount(p+1) != n+1 {
			t.Errorf("around %d: %d %d %d", p, digitCount(p-1), digitCount(p), digitCount(p+1))
		}
	}
	if digitCount(1<<64-1) != 20 {
		t.Error("the largest number has 20 digits")
	}
}

func TestParseNumber(t *testing.T) {
	for _, bad := range []string{"", " ", "-", ".", "1e", "1e+", "NaN", "INF", "1,5", "0x10", "1 2", "1.2.3", "1e99999", "--1", "1-"} {
		if _, ok := ParseNumber([]byte(bad)); ok {
			t.Errorf("%q is a number", bad)
		}
	}
	for text, want := range map[string]string{" 1.50 ": "1.5", "+2": "2", "1E3": "1000", "1e-7": "0.0000001", ".5": "0.5", "5.": "5", "-0": "0", "00012": "12"} {
		n, ok := ParseNumber([]byte(text))
		if got := string(appendGeneral(nil, n)); !ok || got != want {
			t.Errorf("%q is %s (%v), want %s", text, got, ok, want)
		}
	}
}

func BenchmarkFormat(b *testing.B) {
	for _, code := range []string{"General", "#,##0.00", "yyyy-mm-dd hh:mm", `_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)`} {
		b.Run(code, func(b *testing.B) {
			f := Compile(code, Options{})
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				n, _ := ParseNumber([]byte("45123.756789"))
				dst = f.Append(dst[:0], n)
			}
		})
	}
}
