package task

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
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

// near returns the one of the allowed words that a misspelt one most likely means, or "".
func near(word string, allowed []string) string {
	best, least := "", 1+max(1, len(word)/3)
	for _, a := range allowed {
		if d := distance(strings.ToLower(word), strings.ToLower(a)); d < least {
			best, least = a, d
		}
	}
	return best
}

// distance counts the letters to insert, delete, replace or change round with the next.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return max(len(a), len(b))
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}

// meant makes the hint for a word that is not among the allowed ones.
func meant(word string, allowed []string) string {
	if a := near(word, allowed); a != "" {
		return fmt.Sprintf("did you mean %q?", a)
	}
	const shown = 20
	if len(allowed) > shown {
		return ""
	}
	if len(allowed) == 0 {
		return ""
	}
	return "allowed are " + strings.Join(allowed, ", ")
}
