package xlsx

import (
	"slices"

	"github.com/rowproof/rowproof/internal/table"
)

// maxKept bounds the memory of a sheet whose rows have to be sorted; no program that people
// use writes such a file.
const maxKept = 256 << 20

// A sorter keeps the rows of a sheet that gives them out of order or twice.
type sorter struct {
	lines []line
	bytes int
	name  string
}

// keep copies a row. Warnings are given at once, since their row has no number yet.
func (s *sorter) keep(l *line, tell func(number, line int) error) error {
	s.bytes += len(l.buf) + len(l.cells)*96 + 128
	if s.bytes > maxKept {
		return &table.LimitError{Limit: "unsorted_bytes", Value: maxKept, Place: sheetPlace(s.name, l.number)}
	}
	kept := *l
	kept.cells = slices.Clone(l.cells)
	kept.buf = slices.Clone(l.buf)
	s.lines = append(s.lines, kept)
	return tell(-1, l.number)
}

// each hands on the rows in their order, the parts of one row joined.
func (s *sorter) each(fn func(*line) error) error {
	slices.SortStableFunc(s.lines, func(a, b line) int { return a.number - b.number })
	for i := 0; i < len(s.lines); {
		l := s.lines[i]
		for i++; i < len(s.lines) && s.lines[i].number == l.number; i++ {
			l.join(&s.lines[i])
		}
		if err := fn(&l); err != nil {
			return err
		}
	}
	return nil
}

// join adds the cells of another piece of the same row.
func (l *line) join(more *line) {
	shift := len(l.buf)
	l.buf = append(l.buf, more.buf...)
	for _, c := range more.cells {
		c.text, c.textEnd = c.text+shift, c.textEnd+shift
		c.stored, c.storedEnd = c.stored+shift, c.storedEnd+shift
		l.cells = append(l.cells, c)
	}
	l.sorted = false
	l.hidden = l.hidden || more.hidden
	l.level = max(l.level, more.level)
}
