package arith

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// roundings says which rule of rounding makes a sum of products equal its declared value:
// each line's product rounded, or the sum of each rate, or the whole sum. Invoices follow
// any of them, and EN 16931 rounds once for each VAT rate. It returns "" for none, and for
// equations that have no product under their sum.
func (c *checker) roundings(e *evaluator, eq *task.Equation, r *verdict.Equation, left, right *quantity) string {
	call, ok := eq.Left.(expression.Call)
	total := right
	if !ok {
		if call, ok = eq.Right.(expression.Call); !ok {
			return ""
		}
		total = left
	}
	if call.Func != "sum" || !hasProduct(&task.Equation{Equation: expression.Equation{Left: call.Args[0], Right: expression.Number{Text: "0"}}}) {
		return ""
	}
	set := e.records[recordOf(call.Args[0])]
	if set == nil {
		return ""
	}
	places := total.places
	sums, ok := e.roundedSums(call.Args[0], set, places)
	if !ok {
		return ""
	}
	var fits []string
	var declared apd.Decimal
	roundTo(&declared, &total.x, places)
	for _, s := range sums {
		if s.known && s.sum.Cmp(&declared) == 0 {
			fits = append(fits, s.rule)
		}
	}
	if fits == nil {
		return ""
	}
	return "the declared value is rounded " + strings.Join(fits, ", or ")
}

type roundedSum struct {
	rule  string
	sum   apd.Decimal
	known bool
}

// roundedSums adds the items of a sum by each rule.
func (e *evaluator) roundedSums(n expression.Node, set *recordSet, places int32) ([3]roundedSum, bool) {
	sums := [3]roundedSum{
		{rule: "once for the document", known: true}, {rule: "once for each rate"}, {rule: "line by line", known: true},
	}
	rate := percentField(n, set)
	byRate := map[string]*apd.Decimal{}
	var rates []string
	var item quantity
	var rounded apd.Decimal
	r := e.Entries.Reader()
	for _, at := range e.members(set.def.Name) {
		s := scope{set: set, entry: r.Read(int(at)), summed: true}
		o := e.evaluate(n, s, &item)
		if o != nil && o.silent {
			continue
		}
		if o != nil {
			return sums, false
		}
		e.calc.sum(&sums[0].sum, &sums[0].sum, &item.x)
		roundTo(&rounded, &item.x, places)
		e.calc.sum(&sums[2].sum, &sums[2].sum, &rounded)
		if rate < 0 {
			continue
		}
		key := set.field(s.entry, rate).Value
		if byRate[key] == nil {
			key = strings.Clone(key)
			byRate[key] = new(apd.Decimal)
			rates = append(rates, key)
		}
		e.calc.sum(byRate[key], byRate[key], &item.x)
	}
	roundTo(&sums[0].sum, &sums[0].sum, places)
	for _, key := range rates {
		roundTo(&rounded, byRate[key], places)
		e.calc.sum(&sums[1].sum, &sums[1].sum, &rounded)
	}
	sums[1].known = len(rates) > 1
	return sums, true
}

// percentField returns the one percent field that an expression names, else -1.
func percentField(n expression.Node, set *recordSet) int {
	found := -1
	for _, name := range expression.Names(n) {
		i, ok := set.position[name.Field]
		if !ok || name.Record != set.def.Name || set.def.Fields[i].Type != task.Percent {
			continue
		}
		if found >= 0 && found != i {
			return -1
		}
		found = i
	}
	return found
}
