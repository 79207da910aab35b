// Package verify decides about one document: what its task and the stored answers claim
// becomes verdicts, classes of rows and outcomes of equations.
//
// Verify is one pure function that every command shares. It knows no model, prompt, clock
// or network: the same document, task and answers give the same result, byte for byte. What is
// accepted, held and refused is described in docs/checks.md.
package verify

import (
	"slices"

	"github.com/rowproof/rowproof/internal/arith"
	"github.com/rowproof/rowproof/internal/cite"
	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/ledger"
	"github.com/rowproof/rowproof/internal/merge"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Verify decides. The answers may come in any order. The error is a fault of this program, rows or
// claims that do not add up, or that of an answer whose text cannot be read.
func Verify(doc *table.Document, st *structure.Structure, t *task.Task, answers []claim.Stored) (*verdict.Result, error) {
	v := &verifier{doc: doc, st: st, t: t, stored: answers, res: &verdict.Result{}}
	v.decode()
	v.rounds()
	v.readings()
	if err := v.answers.Err(); err != nil {
		return nil, err
	}
	v.merged.Release()
	arith.Derive(t, v.res.Entries)
	v.classify()
	v.equations()
	v.settle()
	v.warnings()
	v.mixedNotation()
	v.prose()
	if v.onlyAsks() {
		v.proseClasses()
	}
	v.outcomes()
	finding.Sort(v.res.Findings)
	v.res.Verdict = v.document()
	v.count()
	return v.res, v.balance()
}

type verifier struct {
	doc     *table.Document
	st      *structure.Structure
	t       *task.Task
	stored  []claim.Stored
	answers *merge.Answers // decoded, ascending by round and window
	merged  merge.Round
	checked *cite.Output
	others  []claim.Other
	refused int // malformed items
	res     *verdict.Result
}

func (v *verifier) add(fs ...finding.Finding) { v.res.Findings = append(v.res.Findings, fs...) }

// decode reads the answers that have a text.
func (v *verifier) decode() {
	v.answers = merge.NewAnswers(v.t, merge.Rows{Count: len(v.doc.Rows), IsData: func(n int) bool {
		r := v.st.Rows[n].Role
		return r != structure.Heading && r != structure.Section
	}, Carried: v.st.CarriedFrom})
	order := make([]int, len(v.stored))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compareStored(&v.stored[a], &v.stored[b]) })
	for at, i := range order {
		s := &v.stored[i]
		if at > 0 && compareStored(s, &v.stored[order[at-1]]) == 0 {
			continue // the same answer twice: stored again by a resumed run
		}
		v.add(v.answers.Add(s, s.HasText() && s.Outcome != outcomeFailed)...)
		v.refused += v.answers.At(v.answers.Len() - 1).Refused
	}
	v.orderOthers()
}

// orderOthers puts what the owner of a row calls it before what its neighbours do, and a
// later round before an earlier one.
func (v *verifier) orderOthers() {
	var owned, rest []claim.Other
	for i := v.answers.Len() - 1; i >= 0; i-- {
		s := v.answers.At(i).Stored
		for _, o := range v.answers.At(i).Other {
			mine := claim.Other{Kind: o.Kind, Window: s.Window, Round: s.Round}
			other := mine
			for _, n := range o.Rows {
				switch {
				case !s.Shows(n):
				case n >= s.Core[0] && n < s.Core[1]:
					mine.Rows = append(mine.Rows, n)
				default:
					other.Rows = append(other.Rows, n)
				}
			}
			owned, rest = append(owned, mine), append(rest, other)
		}
	}
	v.others = append(owned, rest...)
}

// rounds merges and checks round after round, since what a later one may replace depends on
// what the checks said before.
func (v *verifier) rounds() {
	for at := 0; at < v.answers.Len() || at == 0; {
		end := at
		for end < v.answers.Len() && v.answers.At(end).Round == v.answers.At(at).Round {
			end++
		}
		round := v.answers.Round(at, end)
		if at == 0 {
			v.merged = round
		} else {
			v.merged = v.merged.Then(round, judge{v, v.checked.Entries.Reader()})
		}
		v.checked = cite.Check(&cite.Input{Doc: v.doc, Structure: v.st, Task: v.t, Claims: &v.merged})
		at = max(end, at+1)
	}
	v.res.Entries = v.checked.Entries
	v.add(v.checked.Findings...)
	for i := range v.merged.Replaced {
		r := &v.merged.Replaced[i]
		v.add(finding.Finding{Code: finding.Superseded, Rows: existing(r.Rows, len(v.doc.Rows)), Col: -1, Record: r.Type})
	}
}

// A judge tells merge what the checks said of the claims so far.
type judge struct {
	v       *verifier
	entries *verdict.Reader
}

func (j judge) Record(i int) (verdict.Verdict, bool) {
	e := j.entries.Outline(i)
	whole := e.Verdict == verdict.Refused && e.Code != finding.RequiredMissing
	return cite.Settle(e, j.v.t), whole
}

func (j judge) Field(i int, name string) verdict.Verdict {
	f, ok := j.entries.Outline(i).Field(name)
	if !ok {
		return verdict.None
	}
	return f.Verdict
}

// classify makes the ledger and holds the records that stand on totals.
func (v *verifier) classify() {
	cols := v.checked.Columns
	sums := arith.RunningTotals(v.doc, v.st, v.notation(), cols.Keys)
	out := ledger.Classify(&ledger.Input{
		Doc: v.doc, Structure: v.st, Task: v.t, Entries: v.res.Entries, Others: v.others,
		Carried: v.checked.Carried, Parts: cols.Parts,
		Sums: func(n int) bool {
			return slices.ContainsFunc(sums, func(s arith.RunningTotal) bool { return s.Row == n })
		},
	})
	for i := range sums {
		if out.BySum(sums[i].Row) {
			v.add(sums[i].Finding())
		}
	}
	v.res.Classes, v.res.RowEntry, v.res.Uncovered = out.Classes, out.RowEntry, out.Uncovered
	v.add(out.Findings...)
	for _, i := range out.OnTotal {
		v.raise(i, verdict.Held, finding.RecordOnTotalRow)
	}
	v.res.Columns = ledger.Columns(v.st, func(block, col int) []ledger.Bearer {
		var bs []ledger.Bearer
		for _, b := range cols.Bearers(block, col) {
			bs = append(bs, ledger.Bearer(b))
		}
		return bs
	})
	v.res.Roles = roles(v.st)
}

// notation is what the task states of it.
func (v *verifier) notation() notation.Context {
	n := &v.t.Notation
	return notation.Context{Decimal: n.Decimal, Group: n.Group, Brackets: n.Brackets, Order: n.Order, Language: n.Language}
}

// raise raises what stands against an entry as a whole.
func (v *verifier) raise(i int, to verdict.Verdict, code string) {
	v.res.Entries.Update(i, func(e *verdict.Entry) { raise(e, to, code) })
}

// settle gives the entries their verdicts.
func (v *verifier) settle() {
	r := v.res.Entries.Reader()
	for i := range v.res.Entries.Len() {
		v.res.Entries.SetVerdict(i, cite.Settle(r.Outline(i), v.t))
	}
}

// equations evaluates what the task equates and holds what does not add up.
func (v *verifier) equations() {
	out := arith.Check(arith.Input{Doc: v.doc, Structure: v.st, Task: v.t, Entries: v.res.Entries, Classes: v.res.Classes, Columns: v.res.Columns})
	v.res.Equations = out.Equations
	v.res.Counts.Covered, v.res.Counts.Figures = out.Covered, out.Figures
	v.add(out.Findings...)
	var byID map[string]int
	for i := range out.Findings {
		f := &out.Findings[i]
		if f.Entry == "" || f.Severity() != finding.Hold {
			continue
		}
		if byID == nil {
			byID = make(map[string]int, v.res.Entries.Len())
			r := v.res.Entries.Reader()
			for k := range v.res.Entries.Len() {
				byID[r.ID(k)] = k
			}
		}
		if k, ok := byID[f.Entry]; ok {
			v.raise(k, verdict.Held, f.Code)
		}
	}
}

// roles says for each row what its shape is and why.
func roles(st *structure.Structure) verdict.Texts {
	type key struct {
		role   structure.Role
		reason structure.Reason
	}
	known := map[key]string{}
	var out verdict.Texts
	for n := range st.Rows {
		k := key{st.Rows[n].Role, st.Rows[n].Reason}
		s, ok := known[k]
		if !ok {
			s = k.role.String()
			if why := k.reason.Text(); why != "" {
				s += ": " + why
			}
			known[k] = s
		}
		out.Add(s)
	}
	return out
}

func existing(rows []int, count int) []int {
	out := slices.DeleteFunc(slices.Clone(rows), func(n int) bool { return n < 0 || n >= count })
	slices.Sort(out)
	return slices.Compact(out)
}
