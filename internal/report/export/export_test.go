package export

import (
	"testing"

	"github.com/rowproof/rowproof/internal/report"
)

func TestSafeAndPlain(t *testing.T) {
	cases := []struct{ text, safe string }{
		{"", ""}, {"Lyon", "Lyon"}, {"=1+1", "'=1+1"}, {"+33 4", "'+33 4"}, {"-", "'-"}, {"@SUM(A1)", "'@SUM(A1)"},
		{"\tx", "'\tx"}, {"\r=1", "'\r=1"}, {"  =1", "'  =1"}, {"＝1", "'＝1"}, {"'s-Gravenhage", "'s-Gravenhage"},
		{"'=1", "''=1"}, {"''=1", "'''=1"}, {"a=1", "a=1"}, {"O'Neil", "O'Neil"},
	}
	for _, c := range cases {
		if got := Safe(c.text); got != c.safe {
			t.Errorf("Safe(%q) = %q, want %q", c.text, got, c.safe)
		}
		if got := Plain(Safe(c.text)); got != c.text {
			t.Errorf("Plain(Safe(%q)) = %q", c.text, got)
		}
	}
}

func FuzzSafe(f *testing.F) {
	seeds := []string{"", "=x", "'=x", "''", " -1", "\n", "plain", "＠"}
	if len(seeds) < 8 {
		f.Fatal("too few seeds")
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		safe := Safe(s)
		if Plain(safe) != s {
			t.Fatalf("%q becomes %q and then %q", s, safe, Plain(safe))
		}
		if risky(safe) {
			t.Fatalf("%q still runs", safe)
		}
	})
}

func TestValueOf(t *testing.T) {
	const no = "refused"
	for _, c := range []struct {
		name   string
		f      report.Field
		typ    string
		stored bool
		want   Value
	}{
		{"money as printed", report.Field{Verdict: "accepted", Value: "1234.5", Places: 2, Currency: "EUR"}, "money", false, Value{Number, "1234.50", 2, "EUR"}},
		{"whole figure", report.Field{Verdict: "accepted", Value: "-12"}, "number", false, Value{Number, "-12", 0, ""}},
		{"stored figure", report.Field{Verdict: "accepted", Value: "12", Stored: "12.345"}, "number", true, Value{Number, "12.345", 3, ""}},
		{"stored in a form of its own", report.Field{Verdict: "accepted", Value: "12", Stored: "1.2E+1"}, "number", true, Value{Number, "12", 0, ""}},
		{"date", report.Field{Verdict: "accepted", Value: "2026-05-01"}, "date", false, Value{Date, "2026-05-01", 0, ""}},
		{"month", report.Field{Verdict: "accepted", Value: "2026-05"}, "date", false, Value{Text, "2026-05", 0, ""}},
		{"refused", report.Field{Verdict: no, Claim: "9", Value: "9"}, "number", false, Value{}},
		{"held", report.Field{Verdict: "held", Value: "9"}, "number", false, Value{}},
		{"null", report.Field{Null: true}, "text", false, Value{}},
	} {
		if got := ValueOf(&c.f, c.typ, c.stored); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestPlan(t *testing.T) {
	task := report.Task{Records: []report.TaskRecord{
		{Name: "document", Fields: []report.TaskField{{Name: "as_of", Type: "date"}, {Name: "net", Type: "money"}}},
		{Name: "line", Fields: []report.TaskField{{Name: "text", Type: "text"}, {Name: "net", Type: "money"}}},
	}}
	p := NewPlan(&task)
	if p.Several || len(p.Columns) != 3 || p.Columns[2].Title != "net_currency" || p.Columns[0].Field != "text" {
		t.Fatalf("without an export: %+v", p)
	}
	task.Export = []report.Column{{Title: "Net", Field: "net"}, {Title: "Stichtag", Field: "as_of"}}
	task.Dates, task.Decimal = "02.01.2006", ","
	p = NewPlan(&task)
	d := Document{}
	d.Add(&report.Entry{Record: "document", Verdict: "accepted", Fields: []report.Field{{Name: "as_of", Value: "2026-05-01", Verdict: "accepted"}}})
	d.Add(&report.Entry{Record: "document", Verdict: "accepted", Fields: []report.Field{{Name: "net", Value: "99", Verdict: "accepted"}}})
	d.Add(&report.Entry{Record: "document", Verdict: "held", Fields: []report.Field{{Name: "as_of", Value: "2026-06-30", Verdict: "accepted"}}})
	e := report.Entry{Record: "line", Fields: []report.Field{{Name: "text", Value: "x", Verdict: "accepted"}, {Name: "net", Value: "-7.5", Places: 2, Verdict: "accepted"}}}
	v := p.Values(&e, d, false)
	if len(v) != 2 || p.Cell(v[0]) != "-7,50" || p.Cell(v[1]) != "01.05.2026" {
		t.Errorf("got %+v", v)
	}
	task.Export = []report.Column{{Title: "Net", Field: "net"}, {Title: "Cur", Field: "net.currency"}}
	p = NewPlan(&task)
	e.Fields[1].Currency = "EUR"
	if v := p.Values(&e, d, false); len(v) != 2 || p.Cell(v[0]) != "-7.50" && p.Cell(v[0]) != "-7,50" || p.Cell(v[1]) != "EUR" {
		t.Errorf("with its currency: %+v", v)
	}
	only := NewPlan(&report.Task{Records: task.Records[:1]})
	if len(only.Records) != 1 || only.Records[0] != "document" || len(only.Columns) != 3 {
		t.Errorf("document fields alone: %+v", only)
	}
}
