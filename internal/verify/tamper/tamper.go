// Package tamper measures what the checks let through: it takes a document with a true
// answer, changes the answer in every way a model may be wrong, one record and everywhere,
// and reports the mutants that are accepted all the same.
package tamper

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
)

// Kinds are the ways in which a true answer is changed, in the order of a report.
var Kinds = []string{"digit", "digit lost", "digit added", "sign", "mark", "letter", "word", "neighbour", "swap", "null",
	"row", "cite less", "cite more", "left out", "set aside", "twice"}

// A Subject is a document with its task and a true answer.
type Subject struct {
	Doc       *table.Document
	Structure *structure.Structure
	Task      *task.Task
	Answer    claim.Answer
}

// Options bound a run. The same seed makes the same mutants.
type Options struct {
	Seed uint64
	Most int // mutants, 0 for all
}

// A Mutant is one changed answer that was accepted.
type Mutant struct {
	Kind   string // see Kinds
	Wide   bool   // in every record, not in one
	Record string // record type, or "document"
	Index  int    // of the record in the answer, of the first one where Wide
	Field  string
	Was    string
	Is     string
	Rows   []int // cited by the mutant
	Sound  bool  // the document is sound as well: nothing points at the mutant
}

// A Count is the outcome of one kind of mutants.
type Count struct {
	Kind     string
	Wide     bool
	Made     int
	Harmless int // accepted, and every value and row is the true one
	Accepted int // accepted with another value or row
}

// A Report is the outcome of a run.
type Report struct {
	Records   int // true records
	Accepted  int // of these, accepted unchanged
	Held      int
	Refused   int
	Truth     verdict.Document
	Counts    []Count // in the order of kinds, one record before everywhere
	Survivors []Mutant
}

// Made returns how many mutants were made and how many of them were accepted with a value
// or row that is not the true one.
func (r *Report) Made() (made, accepted int) {
	for _, c := range r.Counts {
		made += c.Made
		accepted += c.Accepted
	}
	return made, accepted
}

// Run changes the answer in every way and reports what is accepted.
func Run(s *Subject, opt Options) (*Report, error) {
	r := &runner{Subject: s, report: &Report{}}
	truth, err := r.verify(&s.Answer)
	if err != nil {
		return nil, err
	}
	r.truth = truth
	r.report.Truth = truth.Verdict
	c := truth.Counts.Records
	r.report.Records, r.report.Accepted, r.report.Held, r.report.Refused = c.Accepted+c.Held+c.Refused, c.Accepted, c.Held, c.Refused
	changes := r.changes(rand.New(rand.NewPCG(opt.Seed, 1)))
	if opt.Most > 0 && len(changes) > opt.Most {
		pick := rand.New(rand.NewPCG(opt.Seed, 2))
		pick.Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
		changes = changes[:opt.Most]
		slices.SortFunc(changes, func(a, b change) int { return a.number - b.number })
	}
	if err := r.tryAll(changes); err != nil {
		return nil, err
	}
	return r.report, nil
}

// tryAll tries the changes side by side and counts them in their order.
func (r *runner) tryAll(changes []change) error {
	outcomes := make([]outcome, len(changes))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range changes {
		g.Go(func() (err error) {
			outcomes[i], err = r.try(&changes[i])
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, wide := range []bool{false, true} {
		for _, kind := range Kinds {
			c := Count{Kind: kind, Wide: wide}
			for i := range changes {
				if changes[i].Kind == kind && changes[i].Wide == wide {
					c.add(&outcomes[i])
				}
			}
			if c.Made > 0 {
				r.report.Counts = append(r.report.Counts, c)
			}
		}
	}
	for i := range outcomes {
		if outcomes[i].accepted {
			r.report.Survivors = append(r.report.Survivors, outcomes[i].mutant)
		}
	}
	return nil
}

// An outcome is of one mutant.
type outcome struct {
	made, harmless, accepted bool
	mutant                   Mutant
}

func (c *Count) add(o *outcome) {
	if o.made {
		c.Made++
	}
	if o.harmless {
		c.Harmless++
	}
	if o.accepted {
		c.Accepted++
	}
}

type runner struct {
	*Subject
	truth  *verdict.Result
	report *Report
}

func (r *runner) verify(a *claim.Answer) (*verdict.Result, error) {
	n := len(r.Doc.Rows)
	stored := claim.Stored{Core: [2]int{0, n}, Shown: [2]int{0, n}, Outcome: "complete", Answerer: "tamper", Raw: string(claim.Encode(a, r.Task))}
	res, err := verify.Verify(r.Doc, r.Structure, r.Task, []claim.Stored{stored})
	if err != nil {
		return nil, fmt.Errorf("tamper: %w", err)
	}
	return res, nil
}

// try verifies one mutant.
func (r *runner) try(c *change) (outcome, error) {
	a := r.clone()
	targets := c.apply(a)
	if len(targets) == 0 {
		return outcome{}, nil
	}
	res, err := r.verify(a)
	if err != nil {
		return outcome{}, err
	}
	o := outcome{made: true, mutant: c.Mutant}
	o.mutant.Sound = res.Verdict == verdict.Sound
	for _, t := range targets {
		if t.whole {
			o.accepted = against(res) <= against(r.truth)
			return o, nil
		}
		got, ok := entryOf(res, t, a)
		if !ok || got.Verdict != verdict.Accepted {
			continue
		}
		if was, ok := entryOf(r.truth, t, &r.Answer); ok && sameEntry(was, got) {
			o.harmless = true
			continue
		}
		o.accepted, o.harmless = true, false
		o.mutant.Index, o.mutant.Rows = t.index, got.Rows
		return o, nil
	}
	return o, nil
}

// against counts what is said against a document.
func against(res *verdict.Result) int {
	n := len(res.Uncovered)
	for i := range res.Findings {
		if res.Findings[i].Severity() > finding.Note {
			n++
		}
	}
	return n
}

func (r *runner) clone() *claim.Answer {
	a := r.Answer
	a.Document = slices.Clone(a.Document)
	for i := range a.Document {
		a.Document[i].Rows = slices.Clone(a.Document[i].Rows)
	}
	a.Records = slices.Clone(a.Records)
	for i := range a.Records {
		rec := &a.Records[i]
		rec.Rows = slices.Clone(rec.Rows)
		rec.Fields = slices.Clone(rec.Fields)
		for k := range rec.Fields {
			rec.Fields[k].Rows = slices.Clone(rec.Fields[k].Rows)
		}
	}
	return &a
}

// A target is one record or document value of the answer, or the document as a whole.
type target struct {
	document bool
	whole    bool
	index    int
}

// entryOf returns the entry of a target: the one with its place among the claims of its type.
func entryOf(res *verdict.Result, t target, a *claim.Answer) (*verdict.Entry, bool) {
	name, order := verdict.DocumentRecord, t.index
	if !t.document {
		name, order = a.Records[t.index].Type, 0
		for i := range t.index {
			if a.Records[i].Type == name {
				order++
			}
		}
	}
	r := res.Entries.Reader()
	for i := range res.Entries.Len() {
		if e := r.Head(i); e.Record == name && e.Order == order {
			return res.Entries.At(i), true
		}
	}
	return nil, false
}

// sameEntry reports whether two entries carry the same values from the same cells.
func sameEntry(a, b *verdict.Entry) bool {
	if len(a.Fields) != len(b.Fields) {
		return false
	}
	for i := range a.Fields {
		f, g := &a.Fields[i], &b.Fields[i]
		if f.Value == "" && g.Value == "" && (f.Null || g.Null) {
			continue // null, or a text that is no value and was kept as printed
		}
		if f.Null != g.Null || f.Value != g.Value || !slices.Equal(f.Evidence, g.Evidence) {
			return false
		}
	}
	return true
}
