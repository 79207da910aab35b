package arith

import (
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/verdict"
)

func TestExplanations(t *testing.T) {
	const body = `
document: {total: {type: money, labels: [Total]}, units: {type: number}}
records: {unit: {fields: {unit: identifier, rent: money}}}
equations: [sum(unit.rent) = total, count(unit) = units]
`
	rows := `
unit | A | 123.40
unit | B | 55.00
unit | C | 55.00
unit | D | 17.30
U | E | 31.07
total | Total | #
units | Units | $
`
	// The records add up to 250.70.
	for _, c := range []struct{ total, says string }{
		{"281.77", "row 4 prints 31.07 and is of class uncovered"},
		{"195.70", "55 stands in 2 records"},
		{"127.30", "without the record of row 0, 123.4"},
		{"216.10", "with the other sign of 17.3 in row 3"},
		{"205.70", "with two digits changed round the declared value is 250.7"},
		{"259.70", "with two digits of 123.4 in row 0 changed round, 132.4"},
		{"406.40", "with the decimal mark of 17.3 in row 3 elsewhere, 173"},
		{"745.70", "with the decimal mark of 55 in row 1 elsewhere, 550"},
	} {
		s := read(t, body, strings.NewReplacer("#", c.total, "$", "4").Replace(rows), map[string][]string{"unit": {"unit", "rent"}})
		out := Check(s.input())
		eq := out.Equations[0]
		if eq.Status != "differs" || !strings.Contains(strings.Join(eq.Explanation, "; "), c.says) {
			t.Errorf("total %s: %s, explanations %q, want %q", c.total, eq.Status, eq.Explanation, c.says)
		}
		if len(eq.Explanation) > maxCandidates {
			t.Errorf("total %s: %d explanations", c.total, len(eq.Explanation))
		}
		found := 0
		for _, f := range out.Findings {
			if f.Code == finding.GapExplained {
				found++
			}
		}
		if found != len(eq.Explanation) {
			t.Errorf("total %s: %d findings for %d explanations", c.total, found, len(eq.Explanation))
		}
	}
	s := read(t, body, strings.NewReplacer("#", "250.70", "$", "5").Replace(rows), map[string][]string{"unit": {"unit", "rent"}})
	if eq := Check(s.input()).Equations[1]; eq.Status != "differs" || len(eq.Explanation) != 1 || eq.Explanation[0] != "1 uncovered rows" {
		t.Errorf("count: %s %q", eq.Status, eq.Explanation)
	}
	// A row set aside as a note explains too.
	s = read(t, body, strings.NewReplacer("#", "281.77", "$", "4").Replace(rows), map[string][]string{"unit": {"unit", "rent"}})
	s.Classes[4] = verdict.OfNote
	if eq := Check(s.input()).Equations[0]; len(eq.Explanation) != 1 || !strings.Contains(eq.Explanation[0], "class note") {
		t.Errorf("note: %q", eq.Explanation)
	}
}

func TestExplainSubtotalAddedAsLine(t *testing.T) {
	const body = `
document: {total: {type: money}}
records: {line: {fields: {text: text, amount: money}}}
equations: [opening + sum(line.amount) = total]
`
	rows := "line | a | 10.10\nline | b | 20.20\nline | c | 30.30\nline | Carried | 60.60\nline | d | 5.00\ntotal | | 165.60\nopening | | 100.00"
	s := read(t, strings.Replace(body, "{total:", "{opening: money, total:", 1), rows, map[string][]string{"line": {"text", "amount"}})
	eq := Check(s.input()).Equations[0]
	if eq.Status != "differs" || len(eq.Explanation) == 0 || !strings.Contains(eq.Explanation[0], "the sum of the 3 records above it") {
		t.Errorf("%s %q", eq.Status, eq.Explanation)
	}
}

func TestSwapped(t *testing.T) {
	for _, c := range []struct{ v, delta, want int64 }{{1234, 90, 1324}, {-1234, -90, -1324}, {1234, 9, 1243}, {1234, 8, 0}, {5, 9, 0}, {10, -9, 1}} {
		got, ok := swapped(c.v, c.delta)
		if got != c.want || ok != (c.want != 0) {
			t.Errorf("swapped(%d, %d) = %d, %v; want %d", c.v, c.delta, got, ok, c.want)
		}
	}
}
