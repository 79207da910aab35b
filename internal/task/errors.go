package task

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/words"
)

// An Error is one fault of a task.
type Error struct {
	Line, Column int // from 1
	Cause        string
	Hint         string // what to do, or empty
}

// Error returns "line:column: cause; hint".
func (e *Error) Error() string {
	s := fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Cause)
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// Errors are all faults of one task, sorted by line and column.
type Errors struct {
	Name string // of the file or preset
	List []Error
}

// Error returns one line for each fault, each beginning with the task's name.
func (e *Errors) Error() string {
	var b strings.Builder
	for i := range e.List {
		if i > 0 {
			b.WriteByte('\n')
		}
		if e.Name != "" {
			b.WriteString(e.Name)
			b.WriteByte(':')
		}
		b.WriteString(e.List[i].Error())
	}
	return b.String()
}

func (e *Errors) sort() {
	slices.SortStableFunc(e.List, func(a, b Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Cause, b.Cause))
	})
	e.List = slices.Compact(e.List)
}

// meant makes the hint for a word that is not among the allowed ones.
func meant(word string, allowed []string) string {
	if a := words.Near(word, allowed); a != "" {
		return fmt.Sprintf("did you mean %q?", a)
	}
	const shown = 20
	if len(allowed) == 0 || len(allowed) > shown {
		return ""
	}
	return "allowed are " + strings.Join(allowed, ", ")
}
