package arith

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

const (
	maxCandidates = 5
	maxListed     = 10 // rows that one candidate names
)

// explain looks for what would explain the gap of a sum or count exactly. Candidates are
// shown, never applied. The work is a few passes over the records for each of at most
// maxExplained equations.
func (c *checker) explain(e *evaluator, eq *task.Equation, r *verdict.Equation, gap *apd.Decimal) {
	if c.explains == 0 {
		return
	}
	call, sign := onlySum(eq)
	if sign == 0 || c.Doc == nil {
		return
	}
	c.explains--
	delta := new(apd.Decimal).Set(gap)
	if sign < 0 {
		delta.Neg(delta)
	}
	x := explainer{evaluator: e}
	if call.Func == "count" {
		x.count(call.Args[0].(expression.Name).Record, delta)
	} else {
		x.sum(eq, call, delta, e.declaredFigure(eq, r))
	}
	for _, cand := range x.candidates {
		r.Explanation = append(r.Explanation, cand.text)
		f := e.finding(finding.GapExplained, eq, r)
		f.Rows, f.Detail = cand.rows, eq.Text+": "+cand.text
		f.Entry, f.Field = "", ""
		c.find(f)
	}
}

// declaredFigure returns the declared side of a sum as text, or "".
func (e *evaluator) declaredFigure(eq *task.Equation, r *verdict.Equation) string {
	if _, ok := eq.Left.(expression.Call); ok && (eq.Subtotal || isName(eq.Right)) {
		return r.Right
	}
	if _, ok := eq.Right.(expression.Call); ok && isName(eq.Left) {
		return r.Left
	}
	return ""
}

func isName(n expression.Node) bool { _, ok := n.(expression.Name); return ok }

// onlySum returns the one sum or count of an equation and how the sum would have to change
// for a gap of right − left: by the gap (1) or by its negative (-1); 0 where there is no
// such one.
func onlySum(eq *task.Equation) (found expression.Call, sign int) {
	n := 0
	var walk func(node expression.Node, s int)
	walk = func(node expression.Node, s int) {
		switch node := node.(type) {
		case expression.Call:
			if node.Func == "sum" || node.Func == "count" {
				n++
				found, sign = node, s
			}
		case expression.Unary:
			walk(node.X, -s)
		case expression.Binary:
			switch node.Op {
			case '+':
				walk(node.X, s)
				walk(node.Y, s)
			case '-':
				walk(node.X, s)
				walk(node.Y, -s)
			default:
				if len(expression.Names(node)) > 0 && strings.Contains(node.String(), "(") {
					n = 2
				}
			}
		}
	}
	walk(eq.Left, 1)
	if eq.Right != nil {
		walk(eq.Right, -1)
	}
	if n != 1 {
		return expression.Call{}, 0
	}
	return found, sign
}

// An item is one record's term of a sum, at the scale of the explanation.
type item struct {
	value int64
	entry int32
}

type candidate struct {
	text string
	rows []int
}

// An explainer collects candidates for one gap.
type explainer struct {
	*evaluator
	places     int32
	delta      int64
	items      []item
	candidates []candidate
}

func (x *explainer) propose(rows []int, format string, args ...any) {
	if len(x.candidates) >= maxCandidates {
		return
	}
	slices.Sort(rows)
	x.candidates = append(x.candidates, candidate{text: fmt.Sprintf(format, args...), rows: rows})
}

func (x *explainer) rowOf(i int32) int {
	rows := x.above.Head(int(i)).Rows
	if len(rows) == 0 {
		return -1
	}
	return rows[len(rows)-1]
}

// count explains a difference in the number of records by rows that carry none.
func (x *explainer) count(record string, delta *apd.Decimal) {
	want, err := delta.Int64()
	if err != nil {
		return
	}
	var uncovered []int
	for n, class := range x.Classes {
		if class == verdict.Uncovered {
			uncovered = append(uncovered, n)
		}
	}
	if want > 0 && int64(len(uncovered)) == want {
		x.propose(listed(uncovered), "%d uncovered rows", want)
	}
	if set := x.records[record]; set != nil && want > 0 && int64(len(set.onTotals)) == want {
		var rows []int
		for _, i := range set.onTotals {
			rows = append(rows, x.rowOf(i))
		}
		x.propose(listed(rows), "%d records on total rows are left out", want)
	}
}

func listed(rows []int) []int { return slices.Clone(rows[:min(len(rows), maxListed)]) }

// sum explains the gap of a sum.
func (x *explainer) sum(eq *task.Equation, call expression.Call, delta *apd.Decimal, declared string) {
	set := x.records[recordOf(call.Args[0])]
	if set == nil || !x.load(call.Args[0], set, delta) {
		return
	}
	x.asideRows(call.Args[0], set)
	x.leftOutRecords(call.Args[0], set)
	x.countedTwice()
	x.otherSign()
	x.declaredSwapped(declared)
	x.changedFigures()
}

// load brings the gap and the items to one scale of 64-bit integers; items that do not fit
// are left out. It reports false where the gap itself does not fit.
func (x *explainer) load(n expression.Node, set *recordSet, delta *apd.Decimal) bool {
	var d apd.Decimal
	d.Reduce(delta)
	x.places = max(-d.Exponent, 0)
	members := x.members(set.def.Name)
	x.terms(n, set, members, func(_ int32, v *apd.Decimal) {
		if -v.Exponent <= shownPlaces {
			x.places = max(x.places, -v.Exponent)
		}
	})
	var ok bool
	if x.delta, ok = scaledInt(&d, x.places); !ok || x.delta == 0 {
		return false
	}
	x.items = make([]item, 0, len(members))
	x.terms(n, set, members, func(entry int32, v *apd.Decimal) {
		if -v.Exponent > x.places {
			return
		}
		if value, ok := scaledInt(v, x.places); ok {
			x.items = append(x.items, item{value: value, entry: entry})
		}
	})
	return true
}

// terms calls f with the term of each record that has one, reduced.
func (x *explainer) terms(n expression.Node, set *recordSet, members []int32, f func(entry int32, v *apd.Decimal)) {
	var q quantity
	var v apd.Decimal
	r := x.Entries.Reader()
	for _, at := range members {
		if o := x.evaluate(n, scope{set: set, entry: r.Read(int(at)), summed: true}, &q); o != nil {
			continue
		}
		v.Reduce(&q.x)
		f(at, &v)
	}
}

// scaledInt returns d × 10^places as an integer that leaves room to be multiplied by ten a
// few times; false where it does not fit.
func scaledInt(d *apd.Decimal, places int32) (int64, bool) {
	const room = 15
	var t apd.Decimal
	t.Set(d)
	t.Exponent += places
	if t.NumDigits()+int64(max(t.Exponent, 0)) > room {
		return 0, false
	}
	v, err := t.Int64()
	return v, err == nil
}

func (x *explainer) text(v int64) string { return plain(apd.New(v, -x.places), 0) }

// asideRows proposes rows that carry no record and print the gap in the column summed, one
// alone or all uncovered ones together.
func (x *explainer) asideRows(n expression.Node, set *recordSet) {
	name, ok := n.(expression.Name)
	if !ok {
		return
	}
	def := &set.def.Fields[set.position[name.Field]]
	var uncovered []int
	var together int64
	for row, class := range x.Classes {
		switch class {
		case verdict.OfRecord, verdict.OfDocument, verdict.OfTotal, verdict.OfFurniture:
			continue
		}
		v, ok := x.figureAt(row, name, def)
		if !ok {
			continue
		}
		if v == x.delta {
			x.propose([]int{row}, "row %d prints %s and is of class %s: with it the sides agree", row, x.text(v), class)
		}
		if class == verdict.Uncovered && v != 0 {
			uncovered = append(uncovered, row)
			together += v
		}
	}
	if len(uncovered) > 1 && together == x.delta {
		x.propose(listed(uncovered), "the %d uncovered rows with a figure add up to %s: with them the sides agree", len(uncovered), x.text(together))
	}
}

// figureAt reads the figure of a row in the column summed.
func (x *explainer) figureAt(n int, name expressionName, def *task.Field) (int64, bool) {
	row, ok := x.Doc.Row(n)
	if !ok || len(row.Cells) == 0 {
		return 0, false
	}
	col, ok := x.columnAt(n, name)
	if !ok {
		return 0, false
	}
	cell, ok := row.Cell(col)
	if !ok {
		return 0, false
	}
	op, st := x.cellFigure(n, cell, def)
	if st != present {
		return 0, false
	}
	var d apd.Decimal
	op.decimal(&d)
	d.Reduce(&d)
	if -d.Exponent > x.places {
		return 0, false
	}
	return scaledInt(&d, x.places)
}

func (x *explainer) leftOutRecords(n expression.Node, set *recordSet) {
	var q quantity
	r := x.Entries.Reader()
	for _, i := range set.onTotals {
		if o := x.evaluate(n, scope{set: set, entry: r.Read(int(i)), summed: true}, &q); o != nil {
			continue
		}
		var d apd.Decimal
		d.Reduce(&q.x)
		if v, ok := scaledInt(&d, x.places); ok && v == x.delta {
			x.propose([]int{x.rowOf(i)}, "%s stands on a total row and is left out: with it the sides agree", r.ID(int(i)))
		}
	}
}

// countedTwice proposes records without which the sides agree: one that another record
// repeats, or whose figure is the sum of the records above it.
func (x *explainer) countedTwice() {
	var rows []int
	for at, it := range x.items {
		if it.value != -x.delta {
			continue
		}
		rows = append(rows, x.rowOf(it.entry))
		if terms := x.runAbove(at); terms > 0 {
			x.propose([]int{x.rowOf(it.entry)}, "row %d prints the sum of the %d records above it: a subtotal added as a line", x.rowOf(it.entry), terms)
		}
	}
	switch {
	case len(rows) > 1:
		x.propose(listed(rows), "%s stands in %d records: with one of them counted once less the sides agree", x.text(-x.delta), len(rows))
	case len(rows) == 1:
		x.propose(rows, "without the record of row %d, %s, the sides agree", rows[0], x.text(-x.delta))
	}
}

// runAbove returns how many items directly above add up to the item, at least two, or 0.
func (x *explainer) runAbove(at int) int {
	const longest = 10_000
	var sum int64
	for i := at - 1; i >= 0 && at-i <= longest; i-- {
		sum += x.items[i].value
		if sum == x.items[at].value && at-i >= 2 {
			return at - i
		}
	}
	return 0
}
