package lookup

import (
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// FuzzLookup: a value is accepted only if its words, or its digits, are all found in the
// cited rows by a plain search. The search is necessary, not sufficient, and knows nothing of
// the rules.
func FuzzLookup(f *testing.F) {
	seeds := []struct {
		rows, quote string
		kind        byte
	}{
		{"14 avenue Berthelot|1 655|182 400,00\n8 rue|410|48 600,00", "14 avenue Berthelot", 0},
		{"lot 4|12|500", "12500", 1}, {"3 quai Saint-|96|Malo", "Saint-Malo", 0}, {"un appar-|1\ntement|2", "appartement", 0},
		{"($1,200.00)|x", "-1200", 1}, {"12/05/26|mai 2026", "2026-05-12", 2}, {"FR76 3000 6000", "FR7630006000", 3},
		{"1,234{1234}", "1,234", 1}, {"-{0}", "-", 1}, {"1,5 Mio|2 000 k", "1500000", 1}, {"a|b|c|d\n|||e", "a b c d e", 0},
		{"31/04/2026|20260512", "31/04/2026", 2}, {"Let|Not let", "let", 4}, {"2018-2024", "2018", 1}, {"5%|5 %{0.05}", "5 %", 1},
	}
	if len(seeds) < 12 {
		f.Fatal("too few seeds")
	}
	for _, s := range seeds {
		f.Add(s.rows, s.quote, s.kind)
	}
	kinds := []task.Type{task.Text, task.Number, task.Date, task.Identifier, task.Choice, task.Exact, task.Money}
	f.Fuzz(func(t *testing.T, rows, quote string, kind byte) {
		if len(rows) > 400 || len(quote) > 100 || !printable(rows) || !printable(quote) {
			return
		}
		doc := grid(strings.Split(rows, "\n")...)
		cited := make([]int, len(doc.Rows))
		for i := range cited {
			cited[i] = i
		}
		field := status
		field.Type = kinds[int(kind)%len(kinds)]
		var r Result
		New(Source{Doc: doc, Context: french}).Find(&Query{Rows: cited, Field: &field, Claim: &claim.Value{Quote: quote}}, &r)
		for i := range r.Hits {
			h := &r.Hits[i]
			for _, e := range h.Evidence {
				c, ok := doc.Rows[e.Row].Cell(e.Col)
				if !ok || e.Start < 0 || e.Start > e.End || e.End > len(c.Text) {
					t.Fatalf("evidence %+v is outside its cell", e)
				}
			}
			if len(h.Evidence) == 0 || h.Verdict != verdict.Accepted && h.Verdict != verdict.Held {
				t.Fatalf("a hit without evidence or verdict: %+v", h)
			}
		}
		ch := r.Choose(AnyColumn)
		if ch.Verdict == verdict.Held && ch.Code == "" || ch.Verdict == verdict.Refused && ch.Code == "" || ch.Verdict == verdict.None {
			t.Fatalf("no reason: %+v", ch)
		}
		if ch.Verdict != verdict.Accepted || ch.Hit.Stored != "" {
			return
		}
		page := squeeze(rows)
		switch field.Type {
		case task.Number, task.Money:
			if d := significant(quote); !strings.Contains(significant(rows), d) && !strings.Contains(significant(dropMarks(rows)), d) {
				t.Fatalf("%q was accepted in %q", quote, rows)
			}
		case task.Date:
			if v := notation.ParseDate(quote, french(0, 0)); len(v.Value) >= 4 && !strings.Contains(rows, v.Value[2:4]) {
				t.Fatalf("%q was accepted in %q", quote, rows)
			}
		case task.Choice:
		default:
			for _, w := range strings.FieldsFunc(strings.ToLower(quote), func(r rune) bool { return !alnum(r) }) {
				if !strings.Contains(page, w) && !inHalves(page, w) {
					t.Fatalf("%q was accepted in %q", quote, rows)
				}
			}
		}
	})
}

// inHalves reports whether a word stands in a text in two pieces, the first before the second.
func inHalves(page, w string) bool {
	for k := 1; k < len(w); k++ {
		if at := strings.Index(page, w[:k]); at >= 0 && strings.Contains(page[at+k:], w[k:]) {
			return true
		}
	}
	return false
}

// printable leaves the oracle texts that it can judge: ASCII without control characters.
func printable(s string) bool {
	for _, r := range s {
		if r >= 0x7f || r < ' ' && r != '\n' {
			return false
		}
	}
	return true
}

func alnum(r rune) bool { return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' }

func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if !alnum(r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

func dropMarks(s string) string { return strings.NewReplacer(".", "", ",", "").Replace(s) }

// significant returns the digits of a text in a row, without zeros at either end.
func significant(s string) string {
	d := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
	return strings.Trim(d, "0")
}
