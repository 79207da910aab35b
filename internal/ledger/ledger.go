// Package ledger gives every row and every column of a document exactly one class: what
// carries a record, what the shape or the answer accounts for otherwise, and what nothing
// accounts for. A row that is filled like the records and is called something else is held.
// The rules are those of docs/checks.md, "The ledger".
package ledger

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// An Input is what the classes follow from.
type Input struct {
	Doc       *table.Document
	Structure *structure.Structure
	Task      *task.Task
	Entries   *verdict.Entries
	Others    []claim.Other               // rows that answers set aside
	Carried   func(entry, field int) bool // the value stands in a cell carried down into its row
	Parts     func(block int) [][]int     // groups of columns of which each needs a record of its own, nil for none
	Sums      func(row int) bool          // the row's figure is the running sum of rows above it; nil: none is
}

// An Output is the ledger.
type Output struct {
	Classes   []verdict.Class // by row
	RowEntry  []int32         // by row: the first entry on it, -1 for none
	OnTotal   []int           // entries of records that stand on a total row
	Uncovered []verdict.Run
	Findings  []finding.Finding
	bySum     []int // rows that are totals only because they sum the rows above
}

// BySum reports whether only its figure makes the row a total.
func (o *Output) BySum(row int) bool { return slices.Contains(o.bySum, row) }

// Classify gives every row its class.
func Classify(in *Input) *Output {
	n := len(in.Doc.Rows)
	l := &ledger{Input: in, out: &Output{Classes: make([]verdict.Class, n), RowEntry: make([]int32, n)},
		said: make([]verdict.Class, n), carries: make([]carry, n), labels: labelsOf(in.Task), beside: besideOf(in.Structure),
		entries: in.Entries.Reader(), asked: make([]bool, len(in.Structure.Blocks)), groups: make([][][]int, len(in.Structure.Blocks)), totals: make([]bool, n), above: make([]bool, n),
		starts: make([]int32, in.Entries.Len()), names: map[[2]int32]bool{}}
	for i := range l.out.RowEntry {
		l.out.RowEntry[i] = -1
	}
	for n := range l.totals {
		l.totals[n] = l.isTotal(n)
	}
	for i := range l.starts {
		l.starts[i] = -1
	}
	l.hear()
	l.link()
	l.findAbove()
	l.shapes = l.findShapes()
	for n := range l.out.Classes {
		l.out.Classes[n] = l.class(n)
	}
	l.onTotals()
	l.runs()
	if len(l.out.Uncovered) == 0 && l.foundNothing() {
		l.out.Findings = append(l.out.Findings, finding.Finding{Code: finding.NothingFound, Col: -1})
	}
	return l.out
}

// foundNothing reports whether no entry answers what the task asks for: none at all, or, where the task asks for
// records, a figure of money of the document and no record. The total of lines that were lost does not make a
// document sound; one of zero says itself that there are none.
func (l *ledger) foundNothing() bool {
	if l.Entries.Len() == 0 {
		return len(l.Task.Records)+len(l.Task.Document) > 0
	}
	if len(l.Task.Records) == 0 {
		return false
	}
	declared := false
	for _, e := range l.Entries.All() {
		if e.Record != verdict.DocumentRecord {
			return false
		}
		f := &e.Fields[0]
		d, ok := l.Task.DocumentField(f.Name)
		declared = declared || ok && d.Type == task.Money && strings.Trim(f.Value, "-0.") != ""
	}
	return declared
}

// carry says what entries take from a row.
type carry uint8

const (
	ofRecord   carry = 1 << iota // a value of a record that is its own
	ofShared                     // a shared value only
	ofDocument                   // a document value
	ofCarried                    // a cell carried down into the rows of records below
)

type ledger struct {
	*Input
	out     *Output
	entries *verdict.Reader
	said    []verdict.Class // by row: what an answer called it, Uncovered for nothing
	carries []carry
	shapes  []shape
	labels  []label
	asked   []bool            // by block: groups is known
	groups  [][][]int         // by block: its Parts
	beside  []bool            // by block: it stands side by side with others
	totals  []bool            // by row: a label makes it a total
	above   []bool            // by row: a section heading that records below take a value from
	starts  []int32           // by entry: the first row of a record that its own values stand in, -1 for none
	names   map[[2]int32]bool // by block and column: identifiers stand in it
}

// hear notes what the answers call the rows. The first word stands.
func (l *ledger) hear() {
	for i := range l.Others {
		o := &l.Others[i]
		class, ok := verdict.ParseClass(o.Kind)
		if !ok {
			continue
		}
		for _, n := range o.Rows {
			if n >= 0 && n < len(l.said) && l.said[n] == verdict.Uncovered {
				l.said[n] = class
			}
		}
	}
}

// link notes on each row what entries take from it.
func (l *ledger) link() {
	for i := range l.Entries.Len() {
		e := l.entries.Outline(i)
		rec, _ := l.Task.Record(e.Record)
		for k := range e.Fields {
			for _, ev := range e.Fields[k].Evidence {
				switch {
				case rec == nil:
					l.mark(ev.Row, i, ofDocument)
				case l.Carried(i, k):
					l.mark(ev.Row, i, ofCarried)
				case rec.Fields[k].Shared:
					l.mark(ev.Row, i, ofShared)
				default:
					l.mark(ev.Row, i, ofRecord)
					l.own(i, ev, &rec.Fields[k])
				}
			}
		}
		if rec == nil {
			for _, n := range e.Rows {
				l.mark(n, i, ofDocument)
			}
		}
	}
}

func (l *ledger) mark(n, entry int, c carry) {
	if n < 0 || n >= len(l.carries) {
		return
	}
	if at := l.out.RowEntry[n]; at < 0 || c == ofRecord && l.carries[n]&ofRecord == 0 {
		l.out.RowEntry[n] = int32(entry)
	}
	l.carries[n] |= c
}

// class decides over one row.
func (l *ledger) class(n int) verdict.Class {
	role := l.Structure.Rows[n].Role
	said := l.said[n]
	c := l.carries[n]
	if l.totals[n] {
		return verdict.OfTotal
	}
	if c&ofRecord != 0 && !l.above[n] {
		if said != verdict.Uncovered {
			l.contradict(n, said, verdict.OfRecord)
		}
		if !l.halves(n) || !l.besides(n) {
			return verdict.Uncovered
		}
		return verdict.OfRecord
	}
	if role != structure.Heading && (l.shaped(n) || (said == verdict.OfNote || said == verdict.OfFurniture) && l.halfShaped(n)) {
		return l.setAside(n, said, c)
	}
	if c&ofDocument != 0 {
		if said == verdict.OfTotal {
			return said
		}
		return verdict.OfDocument
	}
	if c&(ofShared|ofRecord) != 0 || c&ofCarried != 0 && l.filled(n) == 1 {
		return verdict.OfSection
	}
	if l.Sums != nil && (said == verdict.Uncovered || said == verdict.OfTotal) && l.Sums(n) {
		l.out.bySum = append(l.out.bySum, n)
		return verdict.OfTotal
	}
	return l.byShape(n, role, said)
}

// byShape gives the class of a row that carries nothing: by its role, else by the answer's word.
func (l *ledger) byShape(n int, role structure.Role, said verdict.Class) verdict.Class {
	shape := verdict.Uncovered
	switch role {
	case structure.Heading:
		shape = verdict.OfHeading
	case structure.Section:
		shape = verdict.OfSection
	case structure.Total:
		shape = verdict.OfTotal
	case structure.Furniture:
		shape = verdict.OfFurniture
	case structure.Note:
		if said != verdict.Uncovered || l.filled(n) < 2 {
			shape = verdict.OfNote
		}
	case structure.Outside:
		if said == verdict.Uncovered && !l.asksDocument(n) {
			return verdict.OfNote
		}
	}
	switch {
	case said == verdict.Uncovered:
		return shape
	case shape != verdict.Uncovered && shape != said:
		l.contradict(n, said, shape)
	}
	return said
}

// setAside decides over a row that is filled like the records and carries none.
func (l *ledger) setAside(n int, said verdict.Class, c carry) verdict.Class {
	switch {
	case said != verdict.Uncovered:
	case c&ofDocument != 0:
		said = verdict.OfDocument
	case c&ofShared != 0:
		said = verdict.OfSection
	default:
		return verdict.Uncovered
	}
	l.out.Findings = append(l.out.Findings, finding.Finding{Code: finding.SetAside, Rows: []int{n}, Col: -1, Detail: said.String()})
	return said
}

func (l *ledger) contradict(n int, said, is verdict.Class) {
	l.out.Findings = append(l.out.Findings, finding.Finding{Code: finding.ClassContradicted, Rows: []int{n}, Col: -1,
		Detail: fmt.Sprintf("called %s, %s by its shape or its record", said, is)})
}

// alone reports whether a record stands on row n alone: then the row is no section heading,
// whatever its shape says.
func (l *ledger) alone(n int) bool {
	for _, r := range l.entries.Head(int(l.out.RowEntry[n])).Rows {
		if r != n && l.Structure.Rows[r].Role != structure.Section && l.Structure.Rows[r].Role != structure.Heading {
			return false
		}
	}
	return true
}

// filled returns how many cells of the row print something.
func (l *ledger) filled(n int) int {
	k := 0
	row := &l.Doc.Rows[n]
	for i := range row.Cells {
		if !hollow(&row.Cells[i]) {
			k++
		}
	}
	return k
}

// taken visits the columns of row n that records take values from.
func (l *ledger) taken(n int, do func(col int)) {
	for i := int(l.out.RowEntry[n]); i >= 0 && i < l.Entries.Len(); i++ {
		e := l.entries.Outline(i)
		if !slices.Contains(e.Rows, n) {
			if len(e.Rows) > 0 && e.Rows[0] > n {
				return
			}
			continue
		}
		for k := range e.Fields {
			for _, ev := range e.Fields[k].Evidence {
				if ev.Row == n {
					do(ev.Col)
				}
			}
		}
	}
}

// besideOf says of each block whether it stands side by side with others.
func besideOf(st *structure.Structure) []bool {
	out := make([]bool, len(st.Blocks))
	for _, b := range st.Beside() {
		out[b] = true
	}
	return out
}

// besides reports whether each block side by side that has a data row here carries a record.
func (l *ledger) besides(n int) bool {
	for r := range l.Structure.Roles(n) {
		if r.Role != structure.Data || r.Block < 0 || !l.beside[r.Block] {
			continue
		}
		b := &l.Structure.Blocks[r.Block]
		within := func(col int) bool { return col >= b.FirstCol && col < b.EndCol }
		prints, carried := false, false
		row := &l.Doc.Rows[n]
		for i := range row.Cells {
			prints = prints || within(int(row.Cells[i].Col)) && !hollow(&row.Cells[i])
		}
		l.taken(n, func(col int) { carried = carried || within(col) })
		if prints && !carried {
			return false
		}
	}
	return true
}

// halves reports whether each part of the row that prints carries a record of its own.
func (l *ledger) halves(n int) bool {
	at := int(l.Structure.Rows[n].Block)
	if at < 0 || len(l.partsOf(at)) == 0 {
		return true
	}
	parts := l.partsOf(at)
	carried := make([]bool, len(parts))
	l.taken(n, func(col int) {
		for i := range parts {
			carried[i] = carried[i] || slices.Contains(parts[i], col)
		}
	})
	row := &l.Doc.Rows[n]
	for i := range row.Cells {
		for k := range parts {
			if !carried[k] && slices.Contains(parts[k], int(row.Cells[i].Col)) && !hollow(&row.Cells[i]) {
				return false
			}
		}
	}
	return true
}

// partsOf asks for the parts of a block once.
func (l *ledger) partsOf(block int) [][]int {
	if !l.asked[block] {
		l.asked[block], l.groups[block] = true, l.Parts(block)
	}
	return l.groups[block]
}
