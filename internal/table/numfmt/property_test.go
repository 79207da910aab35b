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
