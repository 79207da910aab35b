package arith

import (
	"strings"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// totalRows gives the total rows of a document to the groups of one equation.
type totalRows struct {
	*checker
	eq     *task.Equation
	set    *recordSet
	groups []*group
	byKey  map[string]*group
	owner  map[int32]*group // of a record
	outer  []int            // total rows below records whose group has its own
}

func (c *checker) totalRows(eq *task.Equation, set *recordSet, groups []*group) *totalRows {
	return &totalRows{checker: c, eq: eq, set: set, groups: groups}
}

// assign gives the total rows that carry no document field to the groups: to the one that
// it prints in the group's column or that its label names, else to the nearest records
// above. A second total row below the same records sums several groups, or all.
func (t *totalRows) assign() {
	if t.Doc == nil {
		return
	}
	e := t.evaluator(t.eq)
	t.owner, t.byKey = map[int32]*group{}, map[string]*group{}
	for _, g := range t.groups {
		t.byKey[g.key] = g
		for _, i := range g.members[t.set.def.Name] {
			t.owner[i] = g
		}
	}
	taken := t.documentRows()
	_, isField := t.set.position[t.eq.By]
	var unnamed []int
	for n := range t.Classes {
		if t.Classes[n] != verdict.OfTotal || taken[n] || !t.printsSummed(n, e.summed) {
			continue
		}
		g := t.named(n, isField)
		if g != nil && (len(g.totals) == 0 || !isField) {
			g.totals = append(g.totals, n)
		} else {
			unnamed = append(unnamed, n)
		}
	}
	for _, n := range unnamed {
		k := t.recordsAbove(t.set, n)
		if k == 0 {
			t.unmatched(t.eq, n)
			continue
		}
		if g := t.owner[t.set.entries[k-1]]; g != nil && len(g.totals) == 0 {
			g.totals = []int{n}
		} else {
			t.outer = append(t.outer, n)
		}
	}
}

// named returns the group whose name a total row prints, the longest, or the sheet or table
// in which it stands.
func (t *totalRows) named(n int, isField bool) *group {
	if !isField {
		key, _ := t.placeKey(t.eq.By, n)
		return t.byKey[key]
	}
	row, _ := t.Doc.Row(n)
	if col, ok := t.columnAt(n, expressionName{Record: t.set.def.Name, Field: t.eq.By}); ok {
		if cell, ok := row.Cell(col); ok && !cell.Blank() {
			if g := t.byKey[foldLabel(cell.Text)]; g != nil && g.key != "" {
				return g
			}
		}
	}
	cell := firstFilled(row)
	if cell == nil {
		return nil
	}
	const longest = 30 // words of a label that are looked at
	words := strings.Fields(foldLabel(cell.Text))
	words = words[:min(len(words), longest)]
	var best *group
	for i := range words {
		for j := i + 1; j <= len(words); j++ {
			g := t.byKey[strings.Join(words[i:j], " ")]
			if g != nil && (best == nil || len(g.key) > len(best.key)) {
				best = g
			}
		}
	}
	return best
}

// check evaluates a total row below records whose group has its total already: it must be
// the sum of the groups directly above it, or of all.
func (t *totalRows) check(n int) {
	e := t.evaluator(t.eq)
	var total, sum quantity
	k := t.recordsAbove(t.set, n)
	last := t.owner[t.set.entries[k-1]]
	if _, plain := t.eq.Left.(expression.Call); !plain || last == nil || e.subtotal(n, &total) != nil {
		t.unmatched(t.eq, n)
		return
	}
	for at := last.order; at >= 0; at-- {
		g := t.groups[at]
		members := g.members[t.set.def.Name]
		if !g.known || len(members) == 0 || members[len(members)-1] > t.set.entries[k-1] {
			break
		}
		t.calc.add(&sum, &g.left)
		cmp := t.compare(t.eq, &sum, &total)
		if cmp.several != nil {
			break
		}
		if cmp.status == "differs" && (at > 0 || k < len(t.set.entries)) {
			continue
		}
		r := verdict.Equation{Text: t.eq.Text, Scope: "group", Group: "all above"}
		if at > 0 {
			r.Group = "from " + g.name
		}
		e.subsets = map[string][]int32{}
		for _, g := range t.groups[at : last.order+1] {
			e.subsets[t.set.def.Name] = append(e.subsets[t.set.def.Name], g.members[t.set.def.Name]...)
		}
		t.judge(e, t.eq, &r, &sum, &total)
		return
	}
	t.unmatched(t.eq, n)
}
