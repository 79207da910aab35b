package arith

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyGroups holds that groups, total rows and explanations are not quadratic: 2,000
// buildings with their totals, each wrong total explained or not, and estates above them.
func TestManyGroups(t *testing.T) {
	const body = `
document: {total: {type: money, labels: [Whole]}}
records:
  unit:
    fields: {building: text, unit: identifier, rent: money}
equations: [sum(unit.rent) = total, sum(unit.rent) by building = subtotal]
`
	const buildings = 2000
	var b strings.Builder
	for i := range buildings {
		for j := range 5 {
			fmt.Fprintf(&b, "unit | B%d | %d | %d.50\n", i, j, 100+i%50)
		}
		total := 5*(100+i%50) + 2 // and 0.50
		if i%100 == 7 {
			total++
		}
		fmt.Fprintf(&b, "T | Total B%d | | %d.50\n", i, total)
	}
	b.WriteString("U | | | 1.00\ntotal | Whole | | 1.00")
	out := Check(read(t, body, b.String(), map[string][]string{"unit": {"building", "unit", "rent"}}).input())
	counts := map[string]int{}
	explained := 0
	for _, e := range out.Equations {
		counts[e.Scope+" "+e.Status]++
		if len(e.Explanation) > 0 {
			explained++
		}
	}
	if counts["group holds"] != buildings-20 || counts["group differs"] != 20 || counts["document differs"] != 1 {
		t.Errorf("%v", counts)
	}
	if explained > maxExplained || explained < 10 {
		t.Errorf("%d explained", explained)
	}
}
