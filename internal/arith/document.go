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

// exactWord is the tolerance of an equation whose figures, where they are printed with
// decimals, must add up to the last of them.
const exactWord = "exact"

func (c *checker) evaluator(eq *task.Equation) *evaluator {
	e := &evaluator{checker: c, exactDecimals: eq.Tolerance == exactWord, summed: summedField(eq.Left)}
	if e.summed.Field == "" && eq.Right != nil {
		e.summed = summedField(eq.Right)
	}
	return e
}

// summedField returns the field of the first sum over a plain field.
func summedField(n expression.Node) (out expression.Name) {
	expression.Walk(n, func(n expression.Node) bool {
		call, ok := n.(expression.Call)
		if ok && call.Func == "sum" && out.Field == "" {
			out, _ = call.Args[0].(expression.Name)
		}
		return true
	})
	return out
}

// document evaluates an equation of the document.
func (c *checker) document(eq *task.Equation) {
	e := c.evaluator(eq)
	e.rounded = len(recordsOf(eq)) == 0 && hasProduct(eq)
	r := verdict.Equation{Text: eq.Text, Scope: "document"}
	var left, right quantity
	obstacle := e.evaluate(eq.Left, scope{}, &left)
	if obstacle == nil {
		obstacle = e.evaluate(eq.Right, scope{}, &right)
	}
	if obstacle != nil {
		c.notEvaluated(eq, &r, obstacle, e)
		return
	}
	c.judge(e, eq, &r, &left, &right)
}

func hasProduct(eq *task.Equation) bool {
	found := false
	for _, side := range []expression.Node{eq.Left, eq.Right} {
		expression.Walk(side, func(n expression.Node) bool {
			b, ok := n.(expression.Binary)
			found = found || ok && (b.Op == '*' || b.Op == '/')
			return true
		})
	}
	return found
}

// termsOf is how many figures a side sums; a declared figure that it is compared with is no term.
func termsOf(side expression.Node, q *quantity) int {
	sums := false
	expression.Walk(side, func(n expression.Node) bool {
		_, call := n.(expression.Call)
		sums = sums || call
		return true
	})
	if !sums {
		return 0
	}
	return q.terms
}

// judge compares the sides of an equation of the document or of a group, and says so.
func (c *checker) judge(e *evaluator, eq *task.Equation, r *verdict.Equation, left, right *quantity) {
	cmp := c.compare(eq, left, right)
	if o := e.unprintedOnly(); o != nil && cmp.several == nil && cmp.status == "differs" {
		c.notEvaluated(eq, r, o, e)
		return
	}
	r.Rows = e.rows()
	r.Terms = termsOf(eq.Left, left) + termsOf(eq.Right, right)
	cmp.describe(r)
	if cmp.several != nil {
		r.Status = "not evaluated"
		r.Reason = "several currencies: " + strings.Join(cmp.several, ", ")
		c.out.Equations = append(c.out.Equations, *r)
		f := e.finding(finding.SeveralCurrencies, eq, r)
		f.Detail = eq.Text + ": " + r.Reason
		c.find(f)
		return
	}
	c.coverSides(e, eq)
	for _, d := range e.declared {
		if d.read {
			c.find(finding.Finding{
				Code: finding.DeclaredRead, Rows: d.rows, Col: -1, Record: verdict.DocumentRecord, Field: d.name,
				Detail: eq.Text + ": read for this equation only",
			})
		}
	}
	f := e.finding(codeOf(eq), eq, r)
	f.Detail = detail(r)
	if out := c.leftOut(eq); out != "" {
		f.Detail += "; " + out
		r.Reason = out
	}
	switch r.Status {
	case "differs":
		if fits := c.roundings(e, eq, r, left, right); fits != "" {
			r.Status, r.Reason = "holds", fits
			f.Code = finding.RoundingRule
			f.Detail = eq.Text + ": " + fits
			break
		}
		if eq.Note {
			r.Status = "noted"
			f.Code = finding.EquationNoted
		}
		c.explain(e, eq, r, &cmp.gap)
	case "within tolerance":
		if fits := c.roundings(e, eq, r, left, right); fits != "" {
			r.Status, r.Reason = "holds", fits
			f.Code = finding.RoundingRule
			f.Detail = eq.Text + ": " + fits
			break
		}
		f.Code = finding.WithinTolerance
	default:
		f.Code = ""
	}
	if f.Code != "" {
		c.find(f)
	}
	if r.Status == "holds" || r.Status == "within tolerance" {
		c.agree(e, eq)
	}
	c.out.Equations = append(c.out.Equations, *r)
}

// codeOf returns the code of an equation of the document that does not hold.
func codeOf(eq *task.Equation) string {
	code := finding.EquationDiffers
	for _, side := range []expression.Node{eq.Left, eq.Right} {
		expression.Walk(side, func(n expression.Node) bool {
			if call, ok := n.(expression.Call); ok {
				switch {
				case call.Func == "sum":
					code = finding.SumDiffers
				case call.Func == "count" && code == finding.EquationDiffers:
					code = finding.CountDiffers
				}
			}
			return true
		})
	}
	return code
}

// finding starts a finding on the declared value of the equation: the plain name on one of
// its sides, else the last document value that it uses.
func (e *evaluator) finding(code string, eq *task.Equation, r *verdict.Equation) finding.Finding {
	f := finding.Finding{Code: code, Rows: r.Rows, Col: -1, Record: verdict.DocumentRecord}
	want := ""
	for _, side := range []expression.Node{eq.Right, eq.Left} {
		if n, ok := side.(expression.Name); ok && want == "" && (n.Record == "" || n.Record == verdict.DocumentRecord) {
			want = n.Field
		}
	}
	for _, d := range e.declared {
		if want == "" || d.name == want {
			f.Field, f.Entry, f.Rows = d.name, d.entry, d.rows
		}
	}
	return f
}

func (e *evaluator) rows() []int {
	var rows []int
	for _, d := range e.declared {
		rows = append(rows, d.rows...)
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

func detail(r *verdict.Equation) string {
	s := r.Text + ": "
	if r.Group != "" {
		s += r.Group + ": "
	}
	s += r.Left + " against " + r.Right
	if r.Difference != "" {
		s += ", difference " + r.Difference
	}
	if r.Tolerance != "" {
		s += ", tolerance " + r.Tolerance
	}
	return s
}

// notEvaluated records an equation that proves nothing, with the reason.
func (c *checker) notEvaluated(eq *task.Equation, r *verdict.Equation, o *obstacle, e *evaluator) {
	r.Status, r.Reason, r.Rows = "not evaluated", o.String(), e.rows()
	c.out.Equations = append(c.out.Equations, *r)
	f := finding.Finding{
		Code: finding.EquationNotEvaluated, Rows: r.Rows, Col: -1, Record: verdict.DocumentRecord,
		Detail: eq.Text + ": " + r.Reason,
	}
	if o.entry != nil {
		f.Record, f.Entry, f.Rows = o.entry.Record, o.entry.ID, o.entry.Rows
	}
	if i := strings.IndexByte(o.field, '.'); i >= 0 || o.entry == nil {
		f.Field = o.field[i+1:]
	}
	if r.Group != "" {
		f.Detail = fmt.Sprintf("%s: %s: %s", eq.Text, r.Group, r.Reason)
	}
	c.find(f)
}

// A comparison is how two sides compare.
type comparison struct {
	left, right quantity
	gap         apd.Decimal // right − left
	status      string
	tolerance   string
	places      int32
	several     []string
}

// compare finds the gap of an equation and whether the tolerance explains it.
func (c *checker) compare(eq *task.Equation, left, right *quantity) *comparison {
	cmp := &comparison{left: *left, right: *right, places: max(left.places, right.places)}
	all := left.currencies
	all.addAll(&right.currencies)
	if all.n > 1 {
		cmp.several = append(cmp.several, all.names()...)
		return cmp
	}
	must(c.calc.exact.Sub(&cmp.gap, &right.x, &left.x))
	var slack, linear, square apd.Decimal
	c.calc.sum(&slack, &left.slack, &right.slack)
	if eq.Tolerance != "" && eq.Tolerance != exactWord {
		n, ok := parseNumber(eq.Tolerance)
		if !ok {
			panic("arith: the task has the tolerance " + eq.Tolerance)
		}
		n.decimal(&linear)
	} else {
		c.calc.sum(&linear, &left.linear, &right.linear)
		c.calc.sum(&square, &left.square, &right.square)
	}
	var abs apd.Decimal
	abs.Abs(&cmp.gap)
	switch {
	case abs.Cmp(&slack) <= 0:
		cmp.status = "holds"
	case c.calc.within(&abs, &slack, &linear, &square):
		cmp.status = "within tolerance"
	default:
		cmp.status = "differs"
	}
	if cmp.status != "holds" {
		cmp.tolerance = c.calc.tolerance(&linear, &square)
	}
	return cmp
}

// within reports whether gap ≤ slack + linear + √square, without taking the root.
func (c *calculator) within(gap, slack, linear, square *apd.Decimal) bool {
	var rest apd.Decimal
	must(c.exact.Sub(&rest, gap, slack))
	must(c.exact.Sub(&rest, &rest, linear))
	if rest.Sign() <= 0 {
		return true
	}
	c.mul(&rest, &rest, &rest)
	return rest.Cmp(square) <= 0
}

// tolerance writes linear + √square to four digits, for people.
func (c *calculator) tolerance(linear, square *apd.Decimal) string {
	q := quantity{}
	q.linear.Set(linear)
	q.square.Set(square)
	var w, r apd.Decimal
	c.width(&w, &q)
	ctx := exactContext()
	ctx.Precision = 4
	ctx.Rounding = apd.RoundHalfUp
	must(ctx.Round(&r, &w))
	return plain(&r, 0)
}

// shownPlaces bounds the decimals of a quotient in a report.
const shownPlaces = 12

func (cmp *comparison) describe(r *verdict.Equation) {
	r.Status = cmp.status
	r.Left, r.Right = shown(&cmp.left.x, cmp.places), shown(&cmp.right.x, cmp.places)
	if cmp.several != nil || cmp.status == "holds" {
		return
	}
	r.Tolerance = cmp.tolerance
	r.Difference = shown(&cmp.gap, cmp.places)
}

func shown(x *apd.Decimal, places int32) string {
	var d apd.Decimal
	roundTo(&d, x, max(places, shownPlaces))
	return plain(&d, places)
}
