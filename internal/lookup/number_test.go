package lookup

import (
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

func TestNumber(t *testing.T) {
	run(t, task.Field{Type: task.Money}, []kindTest{
		{"as printed", "lot 4|1 250,00", "1 250,00", `accepted "1250" 0/1:0-8`},
		{"sign included", "x|-250,00 €", "-250,00", `accepted "-250" € 0/1:0-11`},
		{"currencies agree", "x|250,00 €", "EUR 250", `accepted "250" € 0/1:0-10`},
		{"currencies differ", "x|250,00 €", "250 USD", `refused currency_conflict`},
		{"currency of its own column", "x|USD|250,00", "250 €", `refused currency_conflict`},
		{"currency of its own column, the same", "x|USD|250,00", "$250", `accepted "250" USD 0/2:0-6`},
		{"units differ", "x|12 kg", "12 m²", `refused not_printed`},
		{"units written differently", "x|12 m2", "12 m²", `accepted "12" m2 0/1:0-5`},
		{"a rate is no amount", "TVA 20 %|x", "20", `refused percent_conflict`},
		{"a rate is no amount, as printed", "TVA 20 %|x", "20 %", `refused percent_conflict`},
		{"a rate before its amount", "20 % 20,00|x", "20", `accepted "20" 0/0:5-10`},
		{"percent not printed", "TVA 20|x", "20 %", `refused percent_conflict`},
		{"per mille", "5 ‰|x", "5 %", `refused percent_conflict`},
		{"three cells welded", "1|358|522", "1 358 522", `held split_cells "" 0/0:0-1 0/1:0-3 0/2:0-3`},
		{"not welded over words", "lot 1|358 m2|522", "358522", `refused not_printed`},
		{"words", "x|abc", "def", `refused unreadable_value`},
		{"a text kept needs its column", "x|TBC", "TBC", `refused not_printed`},
		{"neither words nor digits", "x|abc", "–", `refused empty_value`},
	})
}

func TestRate(t *testing.T) {
	run(t, task.Field{Type: task.Percent}, []kindTest{
		{"percent not in the value", "TVA 20 %|x", "20", `accepted "20" % 0/0:4-8`},
		{"percent in the value", "TVA 20 %|x", "20 %", `accepted "20" % 0/0:4-8`},
	})
	run(t, task.Field{Type: task.Number}, []kindTest{
		{"of a number that may be a rate", "TVA 20 %|x", "20", `accepted "20" % 0/0:4-8`},
	})
}

func TestJSONNumber(t *testing.T) {
	src := Source{Doc: grid("lot|1 655|1,655"), Context: french}
	for _, tt := range []struct{ quote, want string }{
		{"1655", `accepted json_number_given "1655" 0/1:0-5`},
		{"1.655", `accepted json_number_given "1.655" 0/2:0-5`},
		{"1e99", `refused unreadable_value`},
		{"1.6e2", `refused not_printed`},
	} {
		var r Result
		New(src).Find(&Query{Rows: []int{0}, Field: &task.Field{Type: task.Number}, Claim: &claim.Value{Quote: tt.quote, Number: true}}, &r)
		if got := line(&r, AnyColumn); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.quote, got, tt.want)
		}
	}
	var r Result
	New(src).Find(&Query{Rows: []int{0}, Field: &task.Field{Type: task.Number}, Claim: &claim.Value{Quote: "true", Bool: true}}, &r)
	if got, want := line(&r, AnyColumn), "refused unreadable_value"; got != want {
		t.Errorf("a boolean: got %s, want %s", got, want)
	}
	New(src).Find(&Query{Rows: []int{0}, Field: &task.Field{Type: task.Number}, Claim: &claim.Value{Null: true}}, &r)
	if ch := r.Choose(AnyColumn); ch.Verdict != verdict.None || ch.Hit != nil {
		t.Errorf("null: %+v", ch)
	}
}

func TestStoredNumber(t *testing.T) {
	none := func(int, int) notation.Context { return notation.Context{} }
	for _, tt := range []struct{ name, cell, quote, want string }{
		{"the mark is the stored number's", "1,234{1234}", "1,234", `accepted "1234" 0/0:0-5`},
		{"or the other mark", "1,234{1.234}", "1,234", `accepted "1.234" 0/0:0-5`},
		{"written otherwise", "1,234{1234}", "1234", `accepted "1234" 0/0:0-5`},
		{"the other reading", "1,234{1234}", "1.234", `refused not_printed`},
		{"rounded", "1,235{1234.56}", "1,235", `accepted "1235" 0/0:0-5`},
		{"the stored number given", "1,235{1234.56}", "1234.56", `accepted stored_value_given "1235" 0/0:0-5`},
		{"differs", "1,236{1234.56}", "1,236", `held stored_differs "" 0/0:0-5`},
		{"differs, the stored number given", "1,236{1234.56}", "1234.56", `held stored_differs stored_value_given "" 0/0:0-5`},
		{"brackets", "(1,200){-1200}", "(1,200)", `accepted "-1200" 0/0:0-7`},
		{"brackets, claimed negative", "(1,200){-1200}", "-1200", `accepted "-1200" 0/0:0-7`},
		{"percent", "5%{0.05}", "5%", `accepted "5" % 0/0:0-2`},
		{"percent, the stored number given", "5%{0.05}", "0.05", `accepted stored_value_given "5" % 0/0:0-2`},
		{"a dash for zero", "-{0}", "-", `accepted zero_as_dash "0" 0/0:0-1`},
		{"zero for a dash", "-{0}", "0", `accepted stored_value_given "0" 0/0:0-1`},
		{"a currency for zero", "€{0}", "€", `accepted zero_as_dash "0" 0/0:0-3`},
		{"a dash that stores something", "-{5}", "-", `refused empty_value`},
		{"a dash that stores nothing", "-", "-", `refused empty_value`},
		{"nothing for a dash", "-{0}", "", `refused empty_value`},
		{"leading zeros of a format", "00123{123}", "00123", `accepted "123" 0/0:0-5`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := find(Source{Doc: grid(tt.cell), Context: none}, []int{0}, task.Field{Type: task.Number}, tt.quote)
			if got := line(&r, AnyColumn); got != tt.want {
				t.Errorf("%q in %q\ngot  %s\nwant %s", tt.quote, tt.cell, got, tt.want)
			}
		})
	}
}

// A format may divide by thousands, and show a negative number by its colour alone.
func TestStoredByFormat(t *testing.T) {
	doc := grid("1,235{1234567}", "1,235{-1235}")
	doc.Rows[0].Cells[0].Format = `#,##0,`
	doc.Rows[1].Cells[0].Format = `#,##0;[Red]#,##0`
	r := find(Source{Doc: doc}, []int{0}, task.Field{Type: task.Number}, "1,235")
	if got, want := line(&r, AnyColumn), `accepted "1235" 0/0:0-5`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	r = find(Source{Doc: doc}, []int{1}, task.Field{Type: task.Number}, "1,235")
	if got, want := line(&r, AnyColumn), `accepted "-1235" 1/0:0-5`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	r = find(Source{Doc: doc}, []int{1}, task.Field{Type: task.Number}, "-1235")
	if got, want := line(&r, AnyColumn), `accepted stored_value_given "-1235" 1/0:0-5`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestHeadingSpeaksForItsColumn(t *testing.T) {
	doc := grid("Lot|Rent (£)|Share %|Area", "A1|1,200.00|20|80", "A2|1,300.00|30|90", "A3|1,400.00|50|95")
	src := Source{Doc: doc, Structure: structure.WithHeadings(doc, []int{0}), Context: func(int, int) notation.Context {
		return notation.Context{Decimal: '.'}
	}}
	for _, tt := range []struct{ quote, want string }{
		{"£1,200", `accepted "1200" £ 1/1:0-8`},
		{"GBP 1,200", `accepted "1200" £ 1/1:0-8`},
		{"€1,200", `refused currency_conflict`},
		{"20%", `accepted "20" 1/2:0-2`},
		{"80%", `refused percent_conflict`},
		{"Lot", `refused unreadable_value`},
	} {
		r := find(src, []int{1}, task.Field{Type: task.Number}, tt.quote)
		if got := line(&r, AnyColumn); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.quote, got, tt.want)
		}
	}
}

func TestPrints(t *testing.T) {
	doc := grid("-|-{0}|TBC|12,50|M8|n/a|01/05/2026|31/04/2026|Squatted|let", "|=A1|9007199254740993|1,23,4")
	doc.Rows[1].Cells[0].Flags = table.Uncached
	f := New(Source{Doc: doc, Context: french, Empty: []string{"n/a"}})
	money, date, text := task.Field{Type: task.Money}, task.Field{Type: task.Date}, task.Field{}
	for _, tt := range []struct {
		row, col int
		field    *task.Field
		want     Print
	}{
		{0, 0, &money, Nothing}, {0, 0, &text, Nothing}, {0, 1, &money, ZeroAsDash}, {0, 1, &text, Nothing},
		{0, 2, &money, OtherText}, {0, 2, &text, Printed}, {0, 3, &money, Printed}, {0, 4, &money, OtherText},
		{0, 5, &money, Nothing}, {0, 5, &text, Nothing}, {0, 6, &date, Printed}, {0, 7, &date, Printed},
		{0, 2, &date, OtherText}, {0, 8, &status, Unmapped}, {0, 9, &status, Printed}, {1, 0, &money, Nothing},
		{1, 1, &money, Printed}, {1, 2, &money, Printed}, {1, 3, &money, Printed}, {0, 99, &money, Nothing},
	} {
		if got := f.Prints(tt.row, tt.col, tt.field); got != tt.want {
			t.Errorf("row %d, column %d, %v: got %d, want %d", tt.row, tt.col, tt.field.Type, got, tt.want)
		}
	}
}

func TestKeptAsPrinted(t *testing.T) {
	r := find(Source{Doc: grid("lot 3|TBC|TBC", "lot 4|31/04/2026")}, []int{0, 1}, task.Field{Type: task.Money}, "TBC")
	ch := r.Choose(1)
	if ch.Verdict != verdict.Accepted || ch.Hit.Note != finding.KeptAsPrinted || !ch.Hit.Null || ch.Hit.Value != "" || ch.Hit.Printed != "TBC" {
		t.Errorf("in its column: %+v", ch)
	}
	if ch := r.Choose(0); ch.Verdict != verdict.Refused {
		t.Errorf("in another column: %+v", ch)
	}
	r = find(Source{Doc: grid("lot 4|31/04/2026")}, []int{0}, task.Field{Type: task.Date}, "31/04/2026")
	if got, want := line(&r, 1), "refused not_calendar"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSameCurrency(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"$", "CAD", true}, {"$", "AUD", true}, {"kr", "SEK", true}, {"kr", "DKK", true}, {"¥", "CNY", true},
		{"£", "EGP", true}, {"€", "eur", true}, {"Fr", "CHF", true}, {"€", "USD", false}, {"US$", "CAD", false},
		{"GBP", "EGP", false}, {"$", "£", false},
	} {
		if SameCurrency(tt.a, tt.b) != tt.want || SameCurrency(tt.b, tt.a) != tt.want {
			t.Errorf("%s and %s: want %v", tt.a, tt.b, tt.want)
		}
	}
}

// A quote that is one figure or two, as its cell is, is held.
func TestPartedNumber(t *testing.T) {
	run(t, task.Field{Type: task.Money}, []kindTest{
		{"one figure or two", "x|5 120.00", "5 120.00", `held ambiguous_join "" 0/1:0-8`},
		{"beside others", "x|12 kg, 1 234.567,89 €", "1 234.567,89", `held ambiguous_join "" 0/1:7-23`},
		{"another figure", "x|5 121.00", "5 120.00", `refused unreadable_value`},
		{"two figures that are not one", "x|5 120", "5, 120", `refused unreadable_value`},
	})
}

// Without a structure the heading rows above say what a column is in.
func TestHeadingAbove(t *testing.T) {
	src := Source{Doc: grid("Lot|Rate %|Price (EUR)", "4|12|250"), Context: french, Headers: func(n int) bool { return n == 0 }}
	for _, tt := range []struct{ quote, want string }{
		{"12 %", `accepted "12" 1/1:0-2`},
		{"250 %", `refused percent_conflict`},
		{"250 €", `accepted "250" EUR 1/2:0-3`},
		{"$250", `refused currency_conflict`},
	} {
		var r Result
		New(src).Find(&Query{Rows: []int{1}, Field: &task.Field{Type: task.Number}, Claim: &claim.Value{Quote: tt.quote}}, &r)
		if got := line(&r, AnyColumn); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.quote, got, tt.want)
		}
	}
}
