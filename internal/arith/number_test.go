package arith

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

func TestParseNumber(t *testing.T) {
	for _, c := range []struct {
		text, want string
	}{
		{"0", "0"}, {"-12.50", "-12.5"}, {"1E+20", "100000000000000000000"}, {"1.5e-3", "0.0015"}, {"123456789012345678901.5", "123456789012345678901.5"},
		{"999999999999999999", "999999999999999999"},
		{"", ""}, {"-", ""}, {".", ""}, {"1.", ""}, {".5", ""}, {"+1", ""}, {"NaN", ""}, {"Infinity", ""}, {"1_000", ""}, {"0x10", ""}, {"1e", ""},
		{"1e9999", ""}, {"1E+999", ""}, {"1 000", ""}, {"1,5", ""}, {"--1", ""}, {"1.2.3", ""}, {strings.Repeat("9", 61), ""},
	} {
		n, ok := parseNumber(c.text)
		got := ""
		if ok {
			var d apd.Decimal
			n.decimal(&d)
			got = plain(&d, 0)
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestParseStored(t *testing.T) {
	for text, want := range map[string]string{
		"0.30000000000000004": "0.3", "1234.5": "1234.5", "123456789.11999999": "123456789.12", "0.1": "0.1", "33.333333333333336": "33.3333333333333",
	} {
		n, ok := parseStored(text)
		var d apd.Decimal
		n.decimal(&d)
		if got := plain(&d, 0); !ok || got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func rat(t testing.TB, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is no number", s)
	}
	return r
}

// TestAccumulator adds random numbers, some of them large enough to leave 128 bits, and
// compares with rational arithmetic.
func TestAccumulator(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 300 {
		var acc accumulator
		want := new(big.Rat)
		for range 1 + r.IntN(60) {
			s := fmt.Sprint(r.Int64N(1 << uint(1+r.IntN(62))))
			if k := r.IntN(17); k > 0 {
				s += "." + strings.Repeat("0", k-1) + fmt.Sprint(r.IntN(10))
			}
			if round%5 == 0 {
				s = strings.Repeat("9", 15+r.IntN(10)) + s
			}
			if r.IntN(2) == 0 {
				s = "-" + s
			}
			n, ok := parseNumber(s)
			if !ok {
				t.Fatalf("%q is no number", s)
			}
			acc.add(n)
			want.Add(want, rat(t, s))
		}
		var d apd.Decimal
		acc.total(&d)
		if got := rat(t, plain(&d, 0)); got.Cmp(want) != 0 {
			t.Fatalf("round %d: %s, want %s", round, got.RatString(), want.RatString())
		}
	}
}

// A value that an oracle can evaluate: exact, with the interval that half units leave open.
type interval struct{ x, low, high *big.Rat }

// TestEvaluateAgainstRationals evaluates random expressions without sums. The value must be
// the exact one, and the open width must cover every corner of the operands' half units.
func TestEvaluateAgainstRationals(t *testing.T) {
	k := load(t, "records: {a: {fields: {x: money, y: money, z: number}}}\n")
	r := rand.New(rand.NewPCG(5, 6))
	def, _ := k.Record("a")
	divided := 0
	for range 2000 {
		entry := verdict.Entry{ID: "a-0", Record: "a", Rows: []int{0}}
		values := map[string]interval{}
		for i := range def.Fields {
			places := r.IntN(4)
			if i == 2 {
				places = 0
			}
			coef := r.IntN(100000) - 20000
			s := plain(apd.New(int64(coef), int32(-places)), 0)
			entry.Fields = append(entry.Fields, verdict.Field{Name: def.Fields[i].Name, Value: s, Places: places, Verdict: verdict.Accepted})
			half := new(big.Rat)
			if i != 2 {
				half = rat(t, plain(halfUnit(int32(places)), 0))
			}
			x := rat(t, s)
			values[def.Fields[i].Name] = interval{x, new(big.Rat).Sub(x, half), new(big.Rat).Add(x, half)}
		}
		n := randomNode(r, 3)
		c := newChecker(Input{Task: k, Entries: verdict.EntriesOf(entry)})
		e := c.evaluator(&task.Equation{})
		var q quantity
		if o := e.evaluate(n, scope{set: c.records["a"], entry: &entry}, &q); o != nil {
			continue
		}
		exact, ok := ratOf(t, n, func(s string) *big.Rat { return values[s].x })
		if !ok {
			continue
		}
		var width apd.Decimal
		c.calc.width(&width, &q)
		got, open := rat(t, plain(&q.x, 0)), rat(t, plain(&width, 0))
		slack := rat(t, plain(&q.slack, 0))
		if slack.Sign() > 0 {
			divided++
		}
		if new(big.Rat).Abs(new(big.Rat).Sub(got, exact)).Cmp(slack) > 0 {
			t.Fatalf("%s = %s, want %s within %s", n, got.FloatString(30), exact.FloatString(30), slack.FloatString(70))
		}
		for corner := range 8 {
			at, ok := ratOf(t, n, func(s string) *big.Rat {
				v := values[s]
				if corner>>(s[0]-'x')&1 == 0 {
					return v.low
				}
				return v.high
			})
			if ok && new(big.Rat).Abs(new(big.Rat).Sub(at, exact)).Cmp(open) > 0 {
				t.Fatalf("%s: corner %d is %s away, width %s", n, corner, new(big.Rat).Sub(at, exact).FloatString(10), open.FloatString(10))
			}
		}
	}
	if divided == 0 {
		t.Error("no quotient without an end was tried")
	}
}

func randomNode(r *rand.Rand, depth int) expression.Node {
	if depth == 0 || r.IntN(4) == 0 {
		if r.IntN(4) == 0 {
			return expression.Number{Text: fmt.Sprint(1+r.IntN(9)) + "." + fmt.Sprint(r.IntN(10))}
		}
		return expression.Name{Field: string(rune('x' + r.IntN(3)))}
	}
	if r.IntN(8) == 0 {
		return expression.Unary{Op: '-', X: randomNode(r, depth-1)}
	}
	return expression.Binary{Op: "+-*/"[r.IntN(4)], X: randomNode(r, depth-1), Y: randomNode(r, depth-1)}
}

// ratOf evaluates an expression in rational numbers; false for a division by zero.
func ratOf(t testing.TB, n expression.Node, value func(string) *big.Rat) (*big.Rat, bool) {
	switch n := n.(type) {
	case expression.Number:
		return rat(t, n.Text), true
	case expression.Name:
		return value(n.Field), true
	case expression.Unary:
		x, ok := ratOf(t, n.X, value)
		if !ok {
			return nil, false
		}
		return new(big.Rat).Neg(x), true
	case expression.Binary:
		x, ok := ratOf(t, n.X, value)
		y, ok2 := ratOf(t, n.Y, value)
		if !ok || !ok2 {
			return nil, false
		}
		switch n.Op {
		case '+':
			return new(big.Rat).Add(x, y), true
		case '-':
			return new(big.Rat).Sub(x, y), true
		case '*':
			return new(big.Rat).Mul(x, y), true
		}
		if y.Sign() == 0 {
			return nil, false
		}
		return new(big.Rat).Quo(x, y), true
	}
	return nil, false
}

// TestWithin compares the test without a root against one with squares of rationals.
func TestWithin(t *testing.T) {
	c := newCalculator()
	r := rand.New(rand.NewPCG(7, 8))
	yes := 0
	for range 2000 {
		gap, linear, n := apd.New(r.Int64N(2000), -3), apd.New(r.Int64N(1000), -3), r.Int64N(400)
		square := apd.New(25*n, -6) // n items printed with two places
		var slack apd.Decimal
		got := c.within(gap, &slack, linear, square)
		rest := new(big.Rat).Sub(rat(t, plain(gap, 0)), rat(t, plain(linear, 0)))
		want := rest.Sign() <= 0 || new(big.Rat).Mul(rest, rest).Cmp(rat(t, plain(square, 0))) <= 0
		if got != want {
			t.Fatalf("gap %s, linear %s, square %s: %v", gap, linear, square, got)
		}
		if got {
			yes++
		}
	}
	if yes == 0 || yes == 2000 {
		t.Errorf("%d of 2000 within", yes)
	}
}

// TestAccumulatorLeaves128Bits adds until neither more places nor one more number fit.
func TestAccumulatorLeaves128Bits(t *testing.T) {
	for _, c := range []struct {
		first, then string
		times       int
	}{
		{"999999999999999999", "0.00000000000000001", 5000},
		{"0.00000000000000001", "999999999999999999", 5000},
		{"-999999999999999999", "0.10000000000000001", 5000},
	} {
		var acc accumulator
		want := new(big.Rat)
		for i := range 2 * c.times {
			s := c.first
			if i >= c.times {
				s = c.then
			}
			n, ok := parseNumber(s)
			if !ok || n.wide != nil {
				t.Fatalf("%q is wide", s)
			}
			acc.add(n)
			want.Add(want, rat(t, s))
		}
		if acc.wide.IsZero() {
			t.Errorf("%s and %s fit 128 bits", c.first, c.then)
		}
		var d apd.Decimal
		acc.total(&d)
		if got := plain(&d, 0); rat(t, got).Cmp(want) != 0 {
			t.Errorf("%s and %s: %s, want %s", c.first, c.then, got, want.FloatString(20))
		}
	}
}

// A gap of exactly the tolerance is within it: four whole figures and their total, 1.5 off.
func TestWithinAtTheEdge(t *testing.T) {
	c := newCalculator()
	var slack apd.Decimal
	for gap, want := range map[int64]bool{1499: true, 1500: true, 1501: false} {
		if got := c.within(apd.New(gap, -3), &slack, apd.New(5, -1), apd.New(4*25, -2)); got != want {
			t.Errorf("gap %d thousandths: %v", gap, got)
		}
	}
}
