// Package cite decides whether the rows that an answer cites carry its values, record by
// record and over all records together: one printed cell is evidence for one record, a
// field's values come from one column, and a heading denies a column to other fields.
//
// Where a value stands is package lookup's answer; which of its places a record means, and
// what speaks against it, is decided here. The rules are those of docs/checks.md, "Record
// rules". Checking is a pure function of its input.
package cite

import (
	"slices"
	"strconv"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// An Input is what is checked. Claims of type verdict.DocumentRecord have one field and come
// first.
type Input struct {
	Doc       *table.Document
	Structure *structure.Structure
	Task      *task.Task
	Claims    Claims
}

// Claims are what is checked.
type Claims interface {
	Len() int
	Kind(i int) int             // index of the record type in the task, -1 of a document value
	Record(i int) *claim.Record // valid until another one is asked for
	Shows(i, row int) bool      // whether the row, which may be any number, was shown to who made the claim
}

// An Output has one entry for each claim, in their order. An entry's verdict and code are what stands
// against the record as a whole; Settle joins them with its values.
type Output struct {
	Entries  *verdict.Entries
	Findings []finding.Finding
	Columns  *Columns
	carried  []uint64
}

// Carried reports whether field k of entry i stands in a cell carried down into its row.
func (o *Output) Carried(i, k int) bool {
	return o.carried != nil && k < 64 && o.carried[i]&(1<<k) != 0
}

// Check decides over all claims of one document.
func Check(in *Input) *Output {
	c := newChecker(in)
	for i, kind := range c.kind {
		if kind < 0 {
			c.documentValue(i)
		}
	}
	c.settleYear()
	c.vote()
	for i, kind := range c.kind {
		if kind >= 0 {
			c.record(i)
		}
	}
	c.documentValuesTwice()
	c.documentPartial()
	c.cellsTwice()
	c.keysTwice()
	c.unusedColumns()
	c.partialCells()
	c.sharedReadings()
	c.putBack()
	c.report()
	return &Output{Entries: c.store, Findings: c.findings, Columns: c.columns, carried: c.carried}
}

// Settle returns the verdict of an entry, of which its outline is enough: refused if a required or key field is refused or
// missing or something refuses the record as a whole, held if one of its values is refused
// or held or something holds it, else accepted.
func Settle(e *verdict.Entry, t *task.Task) verdict.Verdict {
	rec, _ := t.Record(e.Record)
	v := max(e.Verdict, verdict.Accepted)
	for i := range e.Fields {
		f := &e.Fields[i]
		fv := f.Verdict
		if fv == verdict.Refused && e.Record != verdict.DocumentRecord && !needed(rec, f.Name) {
			fv = verdict.Held
		}
		v = max(v, fv)
	}
	return v
}

// needed reports whether a record without the field is refused.
func needed(rec *task.Record, name string) bool {
	if rec == nil {
		return false
	}
	f, ok := rec.Field(name)
	return ok && f.Required || slices.Contains(rec.Key, name)
}

type checker struct {
	in      *Input
	finder  *lookup.Finder
	columns *Columns
	types   []recordType
	hand
	names    naming
	kind     []int8 // by entry: index of its record type, -1 for a document value
	partial  []bool // by entry: one of its cells is quoted in part, or it has several rows
	marks    []mark
	findings []finding.Finding
	notes    noteBook

	results []lookup.Result
	near    lookup.Result

	beside []int   // blocks that stand side by side with others
	stands []int32 // by entry, once it is looked up: the block in which it stands, -1 for none; before that unsettled

	reading  int // the claim that was read last
	claim    *claim.Record
	citedBy  int // the claim whose rows citation sorts out
	citation lookup.Citation

	labels   []labelText
	notation contexts
	usedHalf map[[2]int]bool // row and repetition of side by side headings that a record took
	carried  []uint64        // by entry: fields that stand in a cell carried down, nil for none
}

// A recordType is a record type of the task with what checking needs of it at hand.
type recordType struct {
	*task.Record
	index  int
	needed []bool
	names  [][][]words.Word // by field: its name and aliases, as headings are compared
	limits lookup.Limits
}

func newChecker(in *Input) *checker {
	n := in.Claims.Len()
	c := &checker{in: in, reading: -1, citedBy: -1, hand: newHand(verdict.NewEntries(types(in.Task), in.Doc)), kind: make([]int8, n), partial: make([]bool, n)}
	c.labels = c.labelTexts()
	most := 1
	for i := range in.Task.Records {
		r := &in.Task.Records[i]
		rt := recordType{Record: r, index: i, limits: lookup.Limits{Task: max(1, r.RowsMax)}}
		for k := range r.Fields {
			rt.needed = append(rt.needed, needed(r, r.Fields[k].Name))
			var names [][]words.Word
			for _, h := range r.Fields[k].Headings() {
				names = append(names, words.Heading(h))
			}
			rt.names = append(rt.names, names)
		}
		c.types = append(c.types, rt)
		most = max(most, len(r.Fields))
	}
	for i := range c.kind {
		c.kind[i] = int8(in.Claims.Kind(i))
	}
	c.names = newNaming(len(c.types), len(in.Doc.Rows))
	c.results = make([]lookup.Result, most)
	c.columns = newColumns(in.Structure, in.Task)
	c.notation = newContexts(in)
	c.newFinder()
	c.findBeside()
	return c
}

// read returns what claim i says, valid until another one is read.
func (c *checker) read(i int) *claim.Record {
	if c.reading != i {
		c.claim, c.reading, c.citedBy = c.in.Claims.Record(i), i, -1
	}
	return c.claim
}

// shown reports whether a row exists and was shown to who made claim i.
func (c *checker) shown(i, row int) bool {
	return row >= 0 && row < len(c.in.Doc.Rows) && c.in.Claims.Shows(i, row)
}

// types are the record types of a task for the store of entries.
func types(t *task.Task) []verdict.Type {
	names := func(fields []task.Field) []string {
		var out []string
		for i := range fields {
			out = append(out, fields[i].Name)
		}
		return out
	}
	out := []verdict.Type{{Name: verdict.DocumentRecord, Fields: names(t.Document)}}
	for i := range t.Records {
		out = append(out, verdict.Type{Name: t.Records[i].Name, Fields: names(t.Records[i].Fields)})
	}
	return out
}

func (c *checker) newFinder() {
	c.finder = lookup.New(lookup.Source{
		Doc: c.in.Doc, Structure: c.in.Structure, Empty: c.in.Task.Notation.Empty,
		Language: c.in.Task.Notation.Language, Context: c.notation.at,
	})
}

// A mark is a finding against a field or an entry, kept short until the entries have names.
type mark struct {
	code   string
	entry  int32
	field  int16 // -1 for the entry
	row    int32 // -1: the entry's rows
	col    int32
	detail string
}

// hold raises a field to held, or leaves a worse verdict, and marks the finding.
func (c *checker) hold(entry, field int, code, detail string) {
	f := &c.take(entry).Fields[field]
	if f.Verdict == verdict.Accepted || f.Verdict == verdict.None {
		f.Verdict, f.Code = verdict.Held, code
		c.changed = true
	}
	c.mark(entry, field, code, detail)
}

func (c *checker) refuse(entry, field int, code, detail string) {
	f := &c.take(entry).Fields[field]
	f.Verdict, f.Code = verdict.Refused, code
	c.changed = true
	c.mark(entry, field, code, detail)
}

// against raises the verdict of an entry as a whole.
func (c *checker) against(entry int, v verdict.Verdict, code, detail string) {
	e := c.take(entry)
	if v > e.Verdict {
		e.Verdict, e.Code = v, code
		c.changed = true
	}
	c.mark(entry, -1, code, detail)
}

func (c *checker) mark(entry, field int, code, detail string) {
	m := mark{code: code, entry: int32(entry), field: int16(field), row: -1, col: -1, detail: detail}
	if field >= 0 {
		if ev := c.take(entry).Fields[field].Evidence; len(ev) > 0 {
			m.row, m.col = int32(ev[0].Row), int32(ev[0].Col)
		}
	}
	for i := len(c.marks) - 1; i >= 0 && c.marks[i].entry == m.entry; i-- {
		if c.marks[i] == m {
			return
		}
	}
	c.marks = append(c.marks, m)
}

// report turns marks into findings.
func (c *checker) report() {
	for _, m := range c.marks {
		e := c.take(int(m.entry))
		f := finding.Finding{Code: m.code, Col: int(m.col), Record: e.Record, Entry: e.ID, Detail: m.detail}
		switch {
		case m.code == finding.FoundInSeveral:
			f.Rows = c.placeRows(int(m.entry))
		case m.row >= 0:
			f.Rows = []int{int(m.row)}
		case len(e.Rows) > 0:
			f.Rows = slices.Clone(e.Rows)
		default:
			f.Rows = slices.Clone(e.Idle)
		}
		if m.field >= 0 {
			f.Field = e.Fields[m.field].Name
			if h := e.Fields[m.field].Hint; m.code == finding.RowOffByN && h >= 0 {
				f.Hint = "row " + strconv.Itoa(h)
			}
		}
		c.findings = append(c.findings, f)
	}
	c.findings = append(c.findings, c.notes.findings()...)
}

// isData reports whether a row counts as a row of a record: headings and section headings
// do not.
func (c *checker) isData(n int) bool {
	if n < 0 || n >= len(c.in.Structure.Rows) {
		return false
	}
	r := c.in.Structure.Rows[n].Role
	return r != structure.Heading && r != structure.Section
}
