package tamper

import (
	"errors"
	"fmt"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/columns"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/windows"
)

// Answered makes a subject of a document whose truth is what its headings answer without a
// model. Only the records that the checks accept count as true.
func Answered(doc *table.Document, t *task.Task) (*Subject, error) {
	st := structure.Analyse(doc)
	a := columns.New(st, t)
	s := &Subject{Doc: doc, Structure: st, Task: t}
	for w := range windows.Split(st, windows.Options{Rows: len(doc.Rows) + 1}, nil) {
		answer, fs := claim.DecodeString(string(a.Answer(w)), t)
		if len(fs) > 0 {
			return nil, fmt.Errorf("%s: the answer from the headings does not decode: %s", doc.Name, fs[0].Code)
		}
		s.Answer.Document = append(s.Answer.Document, answer.Document...)
		s.Answer.Records = append(s.Answer.Records, answer.Records...)
		s.Answer.Other = append(s.Answer.Other, answer.Other...)
	}
	if len(s.Answer.Records) == 0 {
		return nil, errors.New(doc.Name + ": its headings answer no record of the task")
	}
	return s, nil
}

// Text returns what the rows of a mutant print, one row a line, cells parted by " | ".
func (s *Subject) Text(rows []int) string {
	var out []byte
	for i, n := range rows {
		r, ok := s.Doc.Row(n)
		if !ok {
			continue
		}
		if i > 0 {
			out = append(out, '\n')
		}
		out = fmt.Appendf(out, "%d", n)
		for k := range r.Cells {
			out = fmt.Appendf(out, " | %q", r.Cells[k].Text)
		}
	}
	return string(out)
}
