// Package columns answers windows without a model: it maps the headings of a document to the
// fields of a task and quotes what stands below them. It cites like a model does and its answers go through
// the same checks.
//
// It never guesses. Without headings nothing is mapped; a column between whose fields a
// heading ties is left null; a text in a column of figures is null.
package columns

import (
	"sync"
	"sync/atomic"

	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/windows"
)

// An Answerer answers the windows of one document. It may be used from several goroutines.
type Answerer struct {
	st       *structure.Structure
	t        *task.Task
	plans    []plan // by block
	doc      []documentValue
	label    map[int]bool // data rows whose document label gave a value
	empty    wordLists
	part     map[int]part   // what the rows of grouped blocks are
	groups   map[int]*group // of grouped blocks, by their first row
	grouped  map[int]*group // by each of their rows
	lines    map[int]*line  // found by their figures, by their first row
	inLine   map[int]bool   // the rows of these
	product  product        // what they are records of
	party    string         // the party whose label stands nearest above the row that is read
	closed   bool           // the amounts of the records are a total that the document declares
	lastLine int            // the last row of these records
	scan     sync.Pool      // of *notation.Scanner
	longest  atomic.Int64   // length of the longest answer so far
	// labelled are the labels of document fields by the key of their first word
	labelled map[string][]labelOf
}

// New prepares the answers to a document: which block goes to which record type, which column to which
// field, and where the document fields stand.
func New(st *structure.Structure, t *task.Task) *Answerer {
	a := &Answerer{st: st, t: t, label: map[int]bool{}, grouped: map[int]*group{}, inLine: map[int]bool{}, empty: foldAll(t.Notation.Empty)}
	a.scan.New = func() any { return &notation.Scanner{} }
	a.plans = planBlocks(st, t)
	a.findDocument()
	a.groupRows()
	a.agree()
	return a
}

// Answer returns the answer to one window, protocol rowproof.answer/1: the records whose first data
// row is in its core, the document values whose row is, and what the other rows of the core are. Rows that it can
// give to nothing are left out, for the ledger to call uncovered.
func (a *Answerer) Answer(w windows.Window) []byte {
	out := encoder{b: make([]byte, 0, a.longest.Load())}
	defer func() { // the next window's answer is about as long
		if n := int64(len(out.b)); n > a.longest.Load() {
			a.longest.Store(n)
		}
	}()
	out.open()
	if len(a.t.Questions) > 0 {
		out.key("answers")
		out.raw("[]")
		return out.close()
	}
	used := make([]bool, w.Core.Len())
	a.answerDocument(&out, w, used)
	for r := range a.t.Records {
		out.key(a.t.Records[r].Name)
		out.raw("[")
		for n := w.Core.First; n < w.Core.End; n++ {
			a.answerRow(&out, w, r, n, used)
		}
		out.raw("]")
	}
	a.answerOther(&out, w, used)
	return out.close()
}

// answerDocument writes the document values whose row is in the core.
func (a *Answerer) answerDocument(out *encoder, w windows.Window, used []bool) {
	if len(a.t.Document) == 0 {
		return
	}
	out.key("document")
	out.raw("[")
	for _, v := range a.doc {
		if !w.Core.Contains(v.row) {
			continue
		}
		used[v.row-w.Core.First] = true
		out.item()
		out.open()
		out.key("rows")
		out.rows([]int{v.row})
		out.key("name")
		out.text(a.t.Document[v.field].Name)
		out.key("value")
		out.text(v.quote)
		out.end()
	}
	out.raw("]")
}

// answerRow writes the records of type r that start in row n.
func (a *Answerer) answerRow(out *encoder, w windows.Window, r, n int, used []bool) {
	for _, b := range a.blocksOf(n) {
		p := &a.plans[b]
		if p.record != r || !a.starts(p, n) {
			continue
		}
		rows := a.rowsOf(p, n, &w)
		for repeat := range p.repeats {
			rec, ok := a.record(p, rows, repeat, &w)
			if !ok {
				continue
			}
			for _, cited := range rec.own {
				if w.Core.Contains(cited) {
					used[cited-w.Core.First] = true
				}
			}
			out.item()
			rec.write(out, p.fields(a.t))
		}
	}
	if l := a.lines[n]; l != nil && a.product.record == r && w.Shows(l.rows[len(l.rows)-1]) {
		rec := a.lineRecord(l)
		for _, cited := range rec.own {
			if w.Core.Contains(cited) {
				used[cited-w.Core.First] = true
			}
		}
		out.item()
		rec.write(out, a.t.Records[r].Fields)
	}
}

// blocksOf returns the blocks in which row n is a data row, ascending.
func (a *Answerer) blocksOf(n int) []int {
	var out []int
	last := -1
	for _, c := range a.st.Doc.Rows[n].Cells {
		for _, b := range a.blockAt(n, int(c.Col)) {
			if b != last && (len(out) == 0 || out[len(out)-1] != b) {
				out, last = append(out, b), b
			}
		}
	}
	return out
}

func (a *Answerer) blockAt(n, col int) []int {
	blk, ok := a.st.BlockAt(n, col)
	if !ok {
		return nil
	}
	b := blk.Index
	if r, ok := a.st.RoleIn(n, b); !ok || r.Role != structure.Data || a.plans[b].record < 0 {
		return nil
	}
	return []int{b}
}

var otherKinds = [...]string{structure.Heading: "heading", structure.Section: "section", structure.Total: "total",
	structure.Note: "note", structure.Furniture: "furniture", structure.Outside: "note"}

// answerOther writes what the rows of the core are that carry no record: runs of one kind together.
func (a *Answerer) answerOther(out *encoder, w windows.Window, used []bool) {
	out.key("other")
	out.raw("[")
	var rows []int
	kind := ""
	flush := func() {
		if len(rows) > 0 {
			out.item()
			out.open()
			out.key("rows")
			out.rows(rows)
			out.key("kind")
			out.text(kind)
			out.end()
		}
		rows = nil
	}
	for n := w.Core.First; n < w.Core.End; n++ {
		k := ""
		if !used[n-w.Core.First] {
			k = a.otherKind(n, &w)
		}
		if k != kind {
			flush()
		}
		if kind = k; k != "" {
			rows = append(rows, n)
		}
	}
	flush()
	out.raw("]")
}

// otherKind says what a row is that carries no record, empty for a data row that something is
// asked of.
func (a *Answerer) otherKind(n int, w *windows.Window) string {
	r := a.st.Rows[n]
	if r.Role != structure.Data {
		return otherKinds[r.Role]
	}
	if a.label[n] {
		return "total"
	}
	if r.Block >= 0 && a.plans[r.Block].record < 0 && a.notAsked(n) {
		return "note"
	}
	if r.Block < 0 || a.plans[r.Block].record < 0 || a.continuesAbove(n) {
		return ""
	}
	if a.part[n] != ofNone {
		return a.otherPart(n)
	}
	switch asked, own := a.printsAsked(n); {
	case own:
		return ""
	case asked:
		return "section"
	}
	return "note"
}

// printsAsked reports whether row n prints in a column that is given to a field, or between whose
// fields a heading ties; own whether one of these fields is not shared.
func (a *Answerer) printsAsked(n int) (asked, own bool) {
	for _, c := range a.st.Doc.Rows[n].Cells {
		if c.Blank() {
			continue
		}
		blk, ok := a.st.BlockAt(n, int(c.Col))
		if !ok {
			continue
		}
		p := &a.plans[blk.Index]
		if p.record < 0 {
			return true, true
		}
		k, ok := p.assigned.Column(int(c.Col))
		switch {
		case !ok:
		case k.Field >= 0:
			asked = true
			own = own || !p.fields(a.t)[k.Field].Shared
		case len(k.Ties) > 0 || len(k.Names) > 0:
			return true, true
		}
	}
	return asked, own
}

// continuesAbove reports whether row n belongs to the record above it.
func (a *Answerer) continuesAbove(n int) bool {
	b := a.st.Rows[n].Block
	return b >= 0 && a.plans[b].record >= 0 && !a.plans[b].grouped && a.continues(&a.plans[b], n)
}
