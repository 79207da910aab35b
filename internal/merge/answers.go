package merge

import (
	"slices"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Answers are the answers of one document. Their records and document values are kept as places in the
// answers' texts, and read again where it is asked what they say: a document may have a million.
// They are for one goroutine.
type Answers struct {
	task    *task.Task
	rows    Rows
	list    []Answer
	readers [2]reader
	texts   [keptTexts]keptText // that were read from elsewhere
	read    int                 // how many
	err     error
}

// keptTexts is how many texts are kept that the answers do not hold themselves: claims are read in the
// order of their rows, and those of neighbouring windows with them.
const keptTexts = 4

type keptText struct {
	answer int32
	text   string
}

// An Answer is one answer with the window that it was given for, without its records and document values.
type Answer struct {
	*claim.Stored
	claim.Answer
	items []item
	data  map[int32][]int // by item: its data rows, where they are not one
}

// An item is a record or document value.
type item struct {
	source
	row int32 // its first data row, -1 for none
}

// A source says where an item stands.
type source struct {
	answer, at, order int32
	kind              int32 // index of its record type in the task; of a document value -1 - its index there
}

// A reader keeps what it read last.
type reader struct {
	*claim.Reader
	last source
	rec  *claim.Record
}

// NewAnswers returns no answers to the task.
func NewAnswers(t *task.Task, rows Rows) *Answers {
	a := &Answers{task: t, rows: rows}
	for i := range a.readers {
		a.readers[i] = reader{Reader: claim.NewReader(t), last: source{answer: -1}}
	}
	for i := range a.texts {
		a.texts[i].answer = -1
	}
	return a
}

// Add adds an answer, decoded if read is set, and returns what there is to be said of it.
func (a *Answers) Add(s *claim.Stored, read bool) []finding.Finding {
	out := Answer{Stored: s}
	at := int32(len(a.list))
	var fs []finding.Finding
	if read {
		text, err := s.Text()
		a.fail(err)
		var void bool
		out.Answer, void, fs = claim.Scan(text, a.task, func(it claim.Item, r *claim.Record) {
			data := a.dataRows(r)
			i := item{source: source{answer: at, at: int32(it.At), order: int32(it.Order), kind: int32(it.Type)}, row: -1}
			if len(data) > 0 {
				i.row = int32(data[0])
			}
			if len(data) > 1 {
				if out.data == nil {
					out.data = map[int32][]int{}
				}
				out.data[int32(len(out.items))] = slices.Clone(data)
			}
			out.items = append(out.items, i)
		})
		if void {
			out.items, out.data = nil, nil
		}
		out.items = slices.Clone(out.items) // without room to grow
	}
	a.list = append(a.list, out)
	return fs
}

// Len returns how many answers there are.
func (a *Answers) Len() int { return len(a.list) }

// At returns answer i.
func (a *Answers) At(i int) *Answer { return &a.list[i] }

// text returns the text of an answer.
func (a *Answers) text(answer int32) string {
	s := a.list[answer].Stored
	if s.Raw != "" || s.Later == nil {
		return s.Raw
	}
	for i := range a.texts {
		if a.texts[i].answer == answer {
			return a.texts[i].text
		}
	}
	text, err := s.Later()
	a.fail(err)
	a.texts[a.read%keptTexts] = keptText{answer, text}
	a.read++
	return text
}

// fail keeps the first error.
func (a *Answers) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// Err returns why a text could not be read. What was said of the claims since then counts for nothing.
func (a *Answers) Err() error { return a.err }

// item reads an item into one of the two memories for it; what it returns is valid until that is used again.
func (a *Answers) item(memory int, s source) *claim.Record {
	r := &a.readers[memory]
	if r.last == s {
		return r.rec
	}
	by := a.list[s.answer].Stored
	rec, err := r.Item(a.text(s.answer), claim.Item{At: int(s.at), Order: int(s.order), Type: int(s.kind)})
	a.fail(err)
	r.rec = rec
	r.rec.Window, r.rec.Round = by.Window, by.Round
	r.last = s
	return r.rec
}

// typeName returns the record type of a kind.
func (a *Answers) typeName(kind int32) string {
	if kind < 0 {
		return verdict.DocumentRecord
	}
	return a.task.Records[kind].Name
}

// dataRows returns the cited rows that are data, ascending and once each; where none is, and
// of a document value, all cited rows.
func (a *Answers) dataRows(r *claim.Record) []int {
	if a.plain(r) {
		return r.Rows
	}
	out := cited(r)
	out = slices.DeleteFunc(out, func(n int) bool { return n < 0 || n >= a.rows.Count })
	if r.Type == verdict.DocumentRecord {
		return out
	}
	data := slices.DeleteFunc(slices.Clone(out), func(n int) bool { return !a.rows.IsData(n) })
	if a.rows.Carried != nil && len(data) > 1 {
		last := data[len(data)-1]
		data = slices.DeleteFunc(data, func(n int) bool { return n < last && a.rows.Carried(n, last) })
	}
	if len(data) == 0 {
		return out
	}
	return data
}

// plain reports whether the record cites one row and that is data, as most do.
func (a *Answers) plain(r *claim.Record) bool {
	for i := range r.Fields {
		if len(r.Fields[i].Rows) > 0 && r.Type != verdict.DocumentRecord {
			return false
		}
	}
	return len(r.Rows) == 1 && r.Rows[0] >= 0 && r.Rows[0] < a.rows.Count && a.rows.IsData(r.Rows[0])
}

func cited(r *claim.Record) []int {
	out := slices.Clone(r.Rows)
	if r.Type != verdict.DocumentRecord {
		for i := range r.Fields {
			out = append(out, r.Fields[i].Rows...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
