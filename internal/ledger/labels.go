package ledger

import (
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/words"
)

// isTotal reports whether a label makes the row a total: the first filled cell is a label that
// the structure knows for its language, or one that the task gives to a figure of the document.
func (l *ledger) isTotal(n int) bool {
	if l.Structure.Rows[n].Role == structure.Total {
		return true
	}
	row := &l.Doc.Rows[n]
	for i := range row.Cells {
		if kindOf(&row.Cells[i]) == blank {
			continue
		}
		printed := words.Split(row.Cells[i].Text)
		for k := range l.Task.Document {
			f := &l.Task.Document[k]
			if !f.Type.Numeric() {
				continue
			}
			for _, label := range f.Labels {
				if want := words.Split(label); len(want) > 0 && words.EqualWords(printed, want) {
					return l.filled(n) > 1
				}
			}
		}
		return false
	}
	return false
}

// asksDocument reports whether the row prints the label of a document field that no entry
// answers.
func (l *ledger) asksDocument(n int) bool {
	row := &l.Doc.Rows[n]
	for k := range l.Task.Document {
		f := &l.Task.Document[k]
		if len(f.Labels) == 0 || f.Derive != nil || l.answered(f.Name) {
			continue
		}
		for i := range row.Cells {
			printed := words.Split(row.Cells[i].Text)
			for _, label := range f.Labels {
				want := words.Split(label)
				if len(want) > 0 && len(printed) >= len(want) && words.EqualWords(printed[:len(want)], want) {
					return true
				}
			}
		}
	}
	return false
}

// answered reports whether some entry gives the document field a value.
func (l *ledger) answered(name string) bool {
	for i := range l.Entries {
		e := &l.Entries[i]
		if _, ok := l.Task.Record(e.Record); ok {
			return false // document values come first
		}
		if e.Fields[0].Name == name && !e.Fields[0].Null {
			return true
		}
	}
	return false
}
