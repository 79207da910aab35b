package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/verify/verifytest"
)

// FuzzVerify gives any answer to a fixed document. The run balances, never panics, and no
// value is accepted whose letters and digits are not all printed in the rows of its evidence.
func FuzzVerify(f *testing.F) {
	seeds := 0
	for i := range rules {
		for _, a := range rules[i].answers {
			f.Add(a, "")
			seeds++
		}
	}
	f.Add(`{"unit":[{"rows":[2],"unit":"H1","building":"Harbour Court","rent":"2,450.00"},{"rows":[2,3],"unit":"H1"}]}`, `{"other":[{"rows":[2,3,4],"kind":"note"}]}`)
	f.Add(`{"unit":[{"rows":[1,99,3,3,3],"unit":null,"rent":2450}],"document":[{"rows":[6],"name":"total","value":"6"}]}`, "x")
	if seeds < 9 {
		f.Fatalf("only %d seeds", seeds)
	}
	doc := verifytest.Table(`Unit | Tenant | Lease end | Rent
Harbour Court
H1 | Pemberton Dental Ltd | 31/03/2029 | 2,450.00
H2 | Oakley & Finch LLP | 24/06/2027 | 3,210.00
H3 | - | | (1,995.00)
 | note 4 | | 12
Total | | | 7,655.00
Page 1 of 2`)
	tk, err := task.Load("fuzz", []byte(head+`document:
  total: {type: money, labels: [Total]}
records:
  unit:
    rows: 1-2
    key: [unit]
    fields:
      building: {type: text, shared: true}
      unit: {type: identifier, required: true}
      tenant: {type: text}
      ready: {type: date, aliases: [Lease end]}
      rent: {type: money}
      yearly: {type: money, derive: rent * 12}
equations: [sum(unit.rent) = total]
`))
	if err != nil {
		f.Fatal(err)
	}
	st := structure.WithHeadings(doc, []int{0})
	f.Fuzz(func(t *testing.T, first, second string) {
		n := len(doc.Rows)
		answers := []claim.Stored{
			{Window: 0, Core: [2]int{0, 4}, Shown: [2]int{0, 6}, Outcome: "complete", Raw: first},
			{Window: 1, Core: [2]int{4, n}, Shown: [2]int{2, n}, Context: []int{0}, Outcome: "truncated", Raw: second},
			{Round: 1, Core: [2]int{0, n}, Shown: [2]int{0, n}, Outcome: "complete", Raw: second},
		}
		res, err := verify.Verify(doc, st, tk, answers)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range res.Entries.All() {
			for k := range e.Fields {
				v := &e.Fields[k]
				if v.Verdict != verdict.Accepted || v.Derived {
					continue
				}
				var printed strings.Builder
				for _, ev := range v.Evidence {
					cell, ok := doc.Rows[ev.Row].Cell(ev.Col)
					if !ok || ev.Start < 0 || ev.End > len(cell.Text) || ev.Start > ev.End {
						t.Fatalf("%s %s: evidence %v is outside its cell", e.ID, v.Name, ev)
					}
					printed.WriteString(cell.Text)
				}
				if left := unprinted(v.Claim, printed.String()); left != "" {
					t.Errorf("%s %s: %q accepted, %q is not printed in %q", e.ID, v.Name, v.Claim, left, printed.String())
				}
			}
		}
	})
}

// unprinted returns the digits and capital-folded letters of the claim that the text lacks.
func unprinted(claim, text string) string {
	keep := func(s string) []rune {
		return slices.DeleteFunc([]rune(strings.ToUpper(s)), func(r rune) bool { return (r < '0' || r > '9') && (r < 'A' || r > 'Z') })
	}
	have := keep(text)
	var left []rune
	for _, r := range keep(claim) {
		if i := slices.Index(have, r); i >= 0 {
			have = slices.Delete(have, i, i+1)
		} else {
			left = append(left, r)
		}
	}
	return strings.TrimRight(string(left), "0") // 12.5 and 12.50 are one figure
}
