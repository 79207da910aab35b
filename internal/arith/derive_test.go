package arith

import (
	"testing"

	"github.com/rowproof/rowproof/internal/verdict"
)

func TestDerive(t *testing.T) {
	const body = `
document: {annual: money}
records:
  unit:
    fields:
      unit: identifier
      rent: {type: money}
      area: {type: number}
      yearly: {type: money, derive: rent * 12}
      each: {type: money, derive: yearly / area}
      share: {type: percent, derive: rent / 1000}
equations: [sum(unit.yearly) = annual]
`
	s := read(t, body, "unit | A | €100.50 | 7\nunit | B | - | 5\nunit | C | €50.25 | 3\nannual | Total | 1,809.00", map[string][]string{"unit": {"unit", "rent", "area"}})
	s.field(t, "unit-2", "rent").Verdict = verdict.Held
	s.field(t, "unit-0", "rent").Stored = "100.504"
	s.derive()
	for _, c := range []struct {
		id, field, value, stored string
		places                   int
		verdict                  verdict.Verdict
	}{
		{"unit-0", "yearly", "1206", "1206.048", 0, verdict.Accepted},
		{"unit-0", "each", "172.29", "172.292571428571", 2, verdict.Accepted},
		{"unit-0", "share", "10.05", "0.100504", 2, verdict.Accepted},
		{"unit-1", "yearly", "", "", 0, verdict.None},
		{"unit-2", "yearly", "603", "", 0, verdict.Held},
	} {
		f := s.field(t, c.id, c.field)
		if !f.Derived || f.Value != c.value || f.Stored != c.stored || f.Places != c.places || f.Verdict != c.verdict || f.Null != (c.value == "") || f.Hint != -1 {
			t.Errorf("%s of %s: %+v", c.field, c.id, *f)
		}
	}
	if f := s.field(t, "unit-0", "yearly"); f.Currency != "€" {
		t.Errorf("currency %q", f.Currency)
	}
	out := Check(s.input())
	if got := out.Equations[0]; got.Status != "within tolerance" || got.Left != "1809.048" {
		t.Errorf("sum of derived values: %s, %s against %s", got.Status, got.Left, got.Right)
	}
	before := len(s.Entries[1].Fields)
	s.derive()
	if len(s.Entries[1].Fields) != before {
		t.Error("deriving twice adds fields")
	}
	// An answer's own derivation stays as it was judged.
	f := s.field(t, "unit-1", "yearly")
	*f = verdict.Field{Name: "yearly", Claim: "9", Verdict: verdict.Refused}
	s.derive()
	if f = s.field(t, "unit-1", "yearly"); f.Verdict != verdict.Refused || f.Derived {
		t.Errorf("own derivation: %+v", *f)
	}
}
