package arith

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// shownRows bounds the rows of a finding that stands on many.
const shownRows = 50

// A recordTally counts the outcomes of one equation over the records of its type.
type recordTally struct {
	holds, nulls, others int
	first                *obstacle
	rows                 []int
}

// recordEquation evaluates an equation in every record of its type.
func (c *checker) recordEquation(set *recordSet, eq *task.Equation) {
	e := c.evaluator(eq)
	e.rounded = hasProduct(eq)
	var tally recordTally
	at := len(c.out.Equations)
	c.out.Equations = append(c.out.Equations, verdict.Equation{Text: eq.Text, Scope: "record", Status: "holds"})
	r := c.Entries.Reader()
	for _, i := range set.entries {
		c.inRecord(e, set, eq, i, r.Read(int(i)), &tally)
	}
	c.out.Equations[at].Terms = tally.holds
	if tally.holds == 0 {
		c.out.Equations = append(c.out.Equations[:at], c.out.Equations[at+1:]...)
	}
	if n := tally.nulls + tally.others; n > 0 {
		reason := fmt.Sprintf("%d records without a value in it", tally.nulls)
		if tally.others > 0 {
			reason = fmt.Sprintf("%d records, in %d of which a value is null; %s", n, tally.nulls, tally.first)
		}
		c.out.Equations = append(c.out.Equations, verdict.Equation{Text: eq.Text, Scope: "record", Status: "not evaluated", Terms: n, Reason: reason})
		if tally.others > 0 {
			c.find(finding.Finding{
				Code: finding.EquationNotEvaluated, Rows: tally.rows, Col: -1, Record: set.def.Name,
				Detail: fmt.Sprintf("%s: not evaluated in %s", eq.Text, reason),
			})
		}
	}
}

func (c *checker) inRecord(e *evaluator, set *recordSet, eq *task.Equation, i int32, entry *verdict.Entry, tally *recordTally) {
	s := scope{set: set, entry: entry}
	e.declared = e.declared[:0]
	var left, right quantity
	o := e.evaluate(eq.Left, s, &left)
	if o == nil {
		o = e.evaluate(eq.Right, s, &right)
	}
	if o != nil {
		if o.silent {
			tally.nulls++
			return
		}
		tally.others++
		if tally.first == nil {
			tally.first = o
		}
		if len(entry.Rows) > 0 && len(tally.rows) < shownRows {
			tally.rows = append(tally.rows, entry.Rows[len(entry.Rows)-1])
		}
		return
	}
	cmp := c.compare(eq, &left, &right)
	if cmp.several == nil {
		c.coverRecord(set, i, eq.Left)
		c.coverRecord(set, i, eq.Right)
		if cmp.status == "holds" {
			tally.holds++
			return
		}
	}
	r := verdict.Equation{Text: eq.Text, Scope: "record", Entry: strings.Clone(entry.ID), Rows: slices.Clone(entry.Rows)}
	cmp.describe(&r)
	c.judgeRecord(set, eq, i, &r, cmp)
	c.out.Equations = append(c.out.Equations, r)
}

// judgeRecord makes the finding of a record whose equation does not simply hold.
func (c *checker) judgeRecord(set *recordSet, eq *task.Equation, i int32, r *verdict.Equation, cmp *comparison) {
	f := finding.Finding{Rows: r.Rows, Col: -1, Record: set.def.Name, Entry: r.Entry, Field: resultOf(eq), Detail: detail(r)}
	switch {
	case cmp.several != nil:
		r.Status, r.Reason = "not evaluated", fmt.Sprint("several currencies: ", cmp.several)
		f.Code, f.Detail = finding.SeveralCurrencies, eq.Text+": "+r.Reason
	case r.Status == "within tolerance":
		f.Code = finding.WithinTolerance
	case eq.Note:
		r.Status = "noted"
		f.Code = finding.EquationNoted
		if !c.resultAgrees(set, eq, i) {
			f.Code = finding.EquationDiffers
			f.Detail += "; no declared total that it enters agrees"
			r.Reason = "no declared total that the result enters was evaluated and agrees"
		}
	default:
		f.Code = finding.EquationDiffers
	}
	c.find(f)
}

// resultOf returns the field that a record equation computes: the plain name on one side.
func resultOf(eq *task.Equation) string {
	for _, side := range []expression.Node{eq.Left, eq.Right} {
		if n, ok := side.(expression.Name); ok {
			return n.Field
		}
	}
	return ""
}

// resultAgrees reports whether a declared total that the equation's result enters for this
// record was evaluated and agrees.
func (c *checker) resultAgrees(set *recordSet, eq *task.Equation, i int32) bool {
	result := resultOf(eq)
	if result == "" {
		return false
	}
	a := c.agreed[expression.Name{Record: set.def.Name, Field: result}]
	return a != nil && (a.all || a.entries[i])
}
