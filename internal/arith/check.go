// Package arith checks the verified values of a document against the task's equations:
// sums, counts, subtotals, record equations and declared totals, in exact decimals.
//
// A value is never changed for an equation: what does not add up is a finding with both
// sides, the difference and the rows, and an explanation where one is found. The rules are
// those of docs/checks.md, "Arithmetic".
package arith

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// An Input is one document with what the checks before decided of it. Derived fields are
// evaluated from their operands, whether or not [Derive] has been called.
type Input struct {
	Doc       *table.Document
	Structure *structure.Structure
	Task      *task.Task
	Entries   *verdict.Entries // document values and records, in the order of the report
	Classes   []verdict.Class  // by row number
	Columns   []verdict.Column // which column carries which field
}

// An Output is what the equations say. Where a finding stands: on an entry and its field
// where it has both (a record, or a declared value), on its rows (a subtotal, a declared
// value read by its label), else on the document.
type Output struct {
	Equations []verdict.Equation // in the order of the task; of record equations, one each that does not simply hold, after one with the count that does
	Findings  []finding.Finding  // sorted
	Covered   int                // accepted figures that an evaluated equation covers
	Figures   int                // accepted figures
}

// Check evaluates every equation of the task.
func Check(in Input) Output {
	c := newChecker(in)
	for i := range in.Task.Equations {
		eq := &in.Task.Equations[i]
		if eq.By != "" {
			c.grouped(eq)
		} else {
			c.document(eq)
		}
	}
	for i := range in.Task.Records {
		set := c.records[in.Task.Records[i].Name]
		for j := range set.def.Equations {
			c.recordEquation(set, &set.def.Equations[j])
		}
	}
	c.coverage()
	finding.Sort(c.out.Findings)
	return c.out
}

// A checker is one check in progress.
type checker struct {
	Input
	calc     *calculator
	out      Output
	records  map[string]*recordSet
	values   map[string][]int32       // entries of document fields, by field
	given    map[int32]*verdict.Entry // these entries
	above    *verdict.Reader          // for columnByEvidence
	labelled map[string][]int         // rows by their folded first filled cell, built when first needed
	readRows map[int]bool             // rows from which a declared value was read by its label
	covered  []uint64                 // words for each entry: bits of the fields that equations cover
	words    int
	agreed   map[expression.Name]*agreement
	explains int // explanations still allowed
}

// maxExplained bounds how many equations get an explanation.
const maxExplained = 20

func newChecker(in Input) *checker {
	c := &checker{
		Input: in, calc: newCalculator(), records: map[string]*recordSet{}, values: map[string][]int32{},
		given: map[int32]*verdict.Entry{}, above: in.Entries.Reader(),
		readRows: map[int]bool{},
		agreed:   map[expression.Name]*agreement{}, explains: maxExplained,
	}
	for i := range in.Task.Records {
		def := &in.Task.Records[i]
		set := &recordSet{
			def: def, position: map[string]int{}, fractions: make([]bool, len(def.Fields)), at: make([]int, len(def.Fields)),
		}
		for j := range def.Fields {
			set.position[def.Fields[j].Name] = j
			set.at[j] = j
		}
		c.records[def.Name] = set
	}
	fields := len(in.Task.Document)
	heads := in.Entries.Reader()
	for i := range in.Entries.Len() {
		c.index(int32(i), heads.Head(i))
	}
	for _, r := range in.Task.Records {
		fields = max(fields, len(r.Fields))
	}
	c.words = (fields + 63) / 64
	c.covered = make([]uint64, c.words*in.Entries.Len())
	for _, r := range in.Task.Records {
		c.records[r.Name].findFractions(in.Entries)
	}
	return c
}

func (c *checker) index(i int32, e *verdict.Entry) {
	if e.Record == verdict.DocumentRecord {
		e := c.Entries.At(int(i))
		c.given[i] = e
		for j := range e.Fields {
			c.values[e.Fields[j].Name] = append(c.values[e.Fields[j].Name], i)
		}
		return
	}
	set, ok := c.records[e.Record]
	if !ok {
		return
	}
	if c.onTotal(e) {
		set.onTotals = append(set.onTotals, i)
		return
	}
	set.entries = append(set.entries, i)
}

// onTotal reports whether a record stands on a row of class total.
func (c *checker) onTotal(e *verdict.Entry) bool {
	return slices.ContainsFunc(e.Rows, func(n int) bool { return c.class(n) == verdict.OfTotal })
}

func (c *checker) class(n int) verdict.Class {
	if n < 0 || n >= len(c.Classes) {
		return verdict.Uncovered
	}
	return c.Classes[n]
}

// findFractions decides for each percent field how a figure without a percent sign is
// meant: where none of the field's figures is above one, they are fractions.
func (s *recordSet) findFractions(entries *verdict.Entries) {
	for i := range s.def.Fields {
		if s.def.Fields[i].Type != task.Percent {
			continue
		}
		s.fractions[i] = true
		r := entries.Reader()
		for _, at := range s.entries {
			if f := s.field(r.Read(int(at)), i); f != nil && beyondOne(f.Value) {
				s.fractions[i] = false
				break
			}
		}
	}
}

func beyondOne(value string) bool {
	n, ok := parseNumber(value)
	return ok && n.beyondOne()
}

func (c *checker) find(f finding.Finding) { c.out.Findings = append(c.out.Findings, f) }

// leftOut says which records on total rows a sum leaves out.
func (c *checker) leftOut(eq *task.Equation) string {
	var ids []string
	r := c.Entries.Reader()
	for _, n := range recordsOf(eq) {
		for _, i := range c.records[n].onTotals {
			ids = append(ids, r.ID(int(i)))
		}
	}
	if len(ids) == 0 {
		return ""
	}
	const shown = 5
	if len(ids) > shown {
		return fmt.Sprintf("%s and %d more on total rows are left out", strings.Join(ids[:shown], ", "), len(ids)-shown)
	}
	return strings.Join(ids, ", ") + " on a total row is left out"
}

// recordsOf returns the record types that an equation sums or counts, each once.
func recordsOf(eq *task.Equation) []string {
	var out []string
	for _, side := range []expression.Node{eq.Left, eq.Right} {
		for _, n := range expression.Names(side) {
			if n.Record != "" && n.Record != verdict.DocumentRecord && !slices.Contains(out, n.Record) {
				out = append(out, n.Record)
			}
		}
	}
	return out
}
