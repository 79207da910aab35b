package expression

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func num(s string) Node                { return Number{Text: s} }
func field(s string) Node              { return Name{Field: s} }
func of(record, s string) Node         { return Name{Record: record, Field: s} }
func bin(x Node, op byte, y Node) Node { return Binary{Op: op, X: x, Y: y} }
func call(f string, args ...Node) Node { return Call{Func: f, Args: args} }

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text, canonical string
		want            Node
	}{
		{"rent * 12", "rent * 12", bin(field("rent"), '*', num("12"))},
		{"a-b-c", "a - b - c", bin(bin(field("a"), '-', field("b")), '-', field("c"))},
		{"a-(b-c)", "a - (b - c)", bin(field("a"), '-', bin(field("b"), '-', field("c")))},
		{"(a+b)*0.50", "(a + b) * 0.50", bin(bin(field("a"), '+', field("b")), '*', num("0.50"))},
		{"-(a*b)", "-(a * b)", Unary{Op: '-', X: bin(field("a"), '*', field("b"))}},
		{"a - -b", "a - -b", bin(field("a"), '-', Unary{Op: '-', X: field("b")})},
		{"sum(line.quantity * line.price)", "sum(line.quantity * line.price)", call("sum", bin(of("line", "quantity"), '*', of("line", "price")))},
		{"count(unit)", "count(unit)", call("count", Name{Record: "unit"})},
		{"round(a / b, 2)", "round(a / b, 2)", call("round", bin(field("a"), '/', field("b")), num("2"))},
		{"type.range + select", "type.range + select", bin(of("type", "range"), '+', field("select"))},
		{"type\n* 2", "type * 2", bin(field("type"), '*', num("2"))},
		{"min(a, max(b, 3))", "min(a, max(b, 3))", call("min", field("a"), call("max", field("b"), num("3")))},
	} {
		got, err := Parse(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %#v, want %#v", c.text, got, c.want)
		}
		if got.String() != c.canonical {
			t.Errorf("%q: canonical %q, want %q", c.text, got.String(), c.canonical)
		}
	}
}

func TestParseEquation(t *testing.T) {
	for _, c := range []struct {
		text string
		want Equation
	}{
		{"sum(unit.rent) by building = subtotal", Equation{Left: call("sum", of("unit", "rent")), By: "building", Subtotal: true}},
		{"sum(line.net) by rate = vat.net", Equation{Left: call("sum", of("line", "net")), By: "rate", Right: of("vat", "net")}},
		{"amount = quantity * price", Equation{Left: field("amount"), Right: bin(field("quantity"), '*', field("price"))}},
		{"opening + sum(line.amount) = closing", Equation{Left: bin(field("opening"), '+', call("sum", of("line", "amount"))), Right: field("closing")}},
		{"count(unit) = units", Equation{Left: call("count", Name{Record: "unit"}), Right: field("units")}},
		{"net + vat = subtotal", Equation{Left: bin(field("net"), '+', field("vat")), Right: field("subtotal")}},
		{"bypass + by_law = standby", Equation{Left: bin(field("bypass"), '+', field("by_law")), Right: field("standby")}},
	} {
		got, err := ParseEquation(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		c.want.Text = c.text
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %#v", c.text, got)
		}
	}
}

func TestErrors(t *testing.T) {
	long := strings.Repeat("a+", MaxLength)
	for _, c := range []struct {
		text   string
		column int
		says   string
	}{
		{"a = ", 5, "missing"},
		{" = b", 2, "missing"},
		{"sum(a.b)", 9, "needs an ="},
		{"a = b = c", 7, "second ="},
		{"a == b", 4, "second ="},
		{"a = b c", 7, `unexpected "c"`},
		{"a = (b", 7, "not closed"},
		{"a = b)", 6, `unexpected ")"`},
		{"a = 0,5", 6, "with a point"},
		{"a = b ×c", 7, "write *"},
		{"é = b", 1, `unexpected "é"`},
		{"a = 'é' % 2", 5, "without quotes"},
		{"a = b % 2", 7, "fraction"},
		{"a = b // c", 8, "two operators"},
		{"a = 1e5", 6, "runs into"},
		{"a = 0x1F", 6, "runs into"},
		{"a = 010", 5, "leading zero"},
		{"a = .5", 5, "0.5"},
		{"a = 5.", 7, "no digit"},
		{"a = 1.2.3", 8, "runs into"},
		{"a = +b", 5, `only sign is -`},
		{"a = b.c.d", 8, "record.field"},
		{"a = total(b)", 5, "no function total"},
		{"a = SUM(b.c)", 5, "write sum"},
		{"a = sum()", 8, "0 arguments"},
		{"a = count(b.c)", 11, "record type"},
		{"a = round(b, c)", 14, "whole number"},
		{"a = round(b, 99)", 14, "whole number"},
		{"a = (b)(c)", 8, "written with *"},
		{"a = sum(b...)", 10, `unexpected "..."`},
		{"sum(a.b) by = subtotal", 12, "by names no group"},
		{"sum(a.b) by c.d = subtotal", 14, "one plain name"},
		{"x = sum(a.b) by c", 14, "right side"},
		{"a = b[1]", 6, "brackets are"},
		{"a = b < c", 7, "compares with ="},
		{"a = -", 6, "too early"},
		{"a = " + strings.Repeat("(", 60) + "b" + strings.Repeat(")", 60), 55, "more than 50"},
		{long, MaxLength + 1, "longer than"},
	} {
		_, err := ParseEquation(c.text)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q: no error", c.text)
			continue
		}
		if e.Column != c.column || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%.40q: column %d %v; want column %d, %q", c.text, e.Column, e, c.column, c.says)
		}
	}
	if _, err := Parse("a = b"); err == nil || !strings.Contains(err.Error(), "column 3") {
		t.Errorf("an expression with = gives %v", err)
	}
}

// random makes an expression; names that are keywords of Go are among the names.
func random(r *rand.Rand, depth int) Node {
	names := []string{"a", "rent", "type", "func", "x1", "_y", "by", "sum"}
	pick := func() string { return names[r.IntN(len(names))] }
	kind := r.IntN(7)
	if depth == 0 {
		kind = r.IntN(3)
	}
	switch kind {
	case 0:
		return num(strconv.Itoa(r.IntN(1000)) + "." + strconv.Itoa(r.IntN(100)))
	case 1:
		return field(pick())
	case 2:
		return of(pick(), pick())
	case 3:
		return Unary{Op: '-', X: random(r, depth-1)}
	case 4:
		return call("abs", random(r, depth-1))
	}
	return bin(random(r, depth-1), "+-*/"[r.IntN(4)], random(r, depth-1))
}

func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		want := random(r, 4)
		got, err := Parse(want.String())
		if err != nil {
			t.Fatalf("%s: %v", want, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s parses to %s", want, got)
		}
	}
}

func TestNames(t *testing.T) {
	n, err := Parse("a + sum(b.c * -d.e)")
	if err != nil {
		t.Fatal(err)
	}
	want := []Name{{Field: "a"}, {Record: "b", Field: "c"}, {Record: "d", Field: "e"}}
	if got := Names(n); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func FuzzExpression(f *testing.F) {
	seeds := []string{
		"sum(unit.rent) by building = subtotal", "amount = quantity * price", "opening + sum(line.amount) = closing",
		"a = b // c", "a = (((b", "type.func = range * 0.5", "a = -(-b)", "count(unit) = units", "a = round(b, 2)",
		"a by = b", "é=1", "a=0x1p4", "a.b.c=1", "a=b...", "a=func(){}", "x = y\nz = 1",
	}
	for _, s := range seeds {
		f.Add(s)
	}
	if len(seeds) < 12 {
		f.Fatal("too few seeds")
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseEquation(text)
		if err != nil {
			var ours *Error
			if !errors.As(err, &ours) || ours.Column < 1 || ours.Cause == "" {
				t.Fatalf("%q: error %v", text, err)
			}
			return
		}
		again, err := ParseEquation(e.String())
		if err != nil {
			t.Fatalf("%q: %q does not parse: %v", text, e.String(), err)
		}
		again.Text = e.Text
		if !reflect.DeepEqual(again, e) {
			t.Fatalf("%q: %q parses to another equation", text, e.String())
		}
	})
}
