// Package windows splits a document into overlapping windows: consecutive rows that are
// shown to a model in one prompt. Cores partition the rows, so that every row is owned by
// exactly one window; a record of at most overlap+1 rows lies whole in the window that owns
// its first row. Numbers are the reader's and never change.
package windows

import "slices"

// A Span is the rows [First, End).
type Span struct{ First, End int }

// Contains reports whether row n is in the span.
func (s Span) Contains(n int) bool { return n >= s.First && n < s.End }

// Len returns how many rows the span has.
func (s Span) Len() int { return s.End - s.First }

// A Window is one prompt's rows. Its round, index and core name it: the parts of a halved window keep
// its index.
type Window struct {
	Index   int
	Core    Span  // the rows it owns
	Shown   Span  // core and overlap
	Context []int // rows shown besides, ascending: headings, open section headings, rows whose cells are carried down; never in Shown
	Round   int   // 0, or the round in which uncovered rows were asked for again
}

// Shows reports whether row n is shown in the window.
func (w *Window) Shows(n int) bool {
	if w.Shown.Contains(n) {
		return true
	}
	_, ok := slices.BinarySearch(w.Context, n)
	return ok
}

// Options bound the windows. They come from configuration only, never from what an answer said.
type Options struct {
	Rows          int     // core rows at most
	Overlap       int     // rows shown on both sides; at least the longest record less one
	PromptTokens  int     // of the rows shown, at most
	AnswerTokens  int     // of the answer, at most: the model's output limit
	RecordTokens  int     // of one record in an answer
	BytesPerToken float64 // 2.3 for tables
}
