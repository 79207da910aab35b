package ledger

import (
	"unicode"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/words"
)

// A label is one that the task gives to a field of the document.
type label struct {
	words []words.Word
	first rune // of its first word, folded: most cells are told apart by it
	field *task.Field
}

func labelsOf(t *task.Task) []label {
	var out []label
	for k := range t.Document {
		f := &t.Document[k]
		if f.Derive != nil {
			continue
		}
		for _, text := range f.Labels {
			if ws := words.Split(text); len(ws) > 0 {
				first, _ := utf8.DecodeRuneInString(ws[0].Text)
				out = append(out, label{ws, first, f})
			}
		}
	}
	return out
}

// begins reports whether the text may begin with the label: a cheap test before its words
// are split.
func (l *label) begins(text string) bool {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r == l.first || unicode.ToLower(r) == unicode.ToLower(l.first) || r >= utf8.RuneSelf || l.first >= utf8.RuneSelf
		}
	}
	return false
}

// isTotal reports whether a label makes the row a total: the first filled cell is a label that
// the structure knows for its language, or one that the task gives to a figure of the document.
func (l *ledger) isTotal(n int) bool {
	if l.Structure.Rows[n].Role == structure.Total {
		return true
	}
	row := &l.Doc.Rows[n]
	for i := range row.Cells {
		c := &row.Cells[i]
		if hollow(c) {
			continue
		}
		var printed []words.Word
		for k := range l.labels {
			if la := &l.labels[k]; la.field.Type.Numeric() && la.begins(c.Text) {
				if printed == nil {
					printed = words.Split(c.Text)
				}
				if words.EqualWords(printed, la.words) {
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
	for i := range row.Cells {
		var printed []words.Word
		for k := range l.labels {
			la := &l.labels[k]
			if !la.begins(row.Cells[i].Text) || l.answered(la.field.Name) {
				continue
			}
			if printed == nil {
				printed = words.Split(row.Cells[i].Text)
			}
			if m := len(la.words); len(printed) >= m && words.EqualWords(printed[:m], la.words) {
				return true
			}
		}
	}
	return false
}

// answered reports whether some entry gives the document field a value.
func (l *ledger) answered(name string) bool {
	for i := range l.Entries.Len() {
		e := l.entries.Outline(i)
		if _, ok := l.Task.Record(e.Record); ok {
			return false // document values come first
		}
		if e.Fields[0].Name == name && !e.Fields[0].Null {
			return true
		}
	}
	return false
}
