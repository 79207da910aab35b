package xlsx

import (
	"slices"

	"github.com/rowproof/rowproof/internal/table"
)

// A merger tells which cells of a line lie in a merged area. It follows the lines downwards.
type merger struct {
	areas  []table.Area // by first line
	next   int
	active []table.Area // that reach the current line, by first column
	until  int          // the first line that one of them does not reach
}

// at moves to a line, which must not be above the last one.
func (m *merger) at(line int) {
	if line >= m.until && len(m.active) > 0 {
		m.active = slices.DeleteFunc(m.active, func(a table.Area) bool { return a.LastLine < line })
		m.until = maxLine + 1
		for _, a := range m.active {
			m.until = min(m.until, a.LastLine+1)
		}
	}
	for m.next < len(m.areas) && m.areas[m.next].FirstLine <= line {
		if a := m.areas[m.next]; a.LastLine >= line {
			m.insert(a)
		}
		m.next++
	}
}

// insert adds an area where it overlaps no other: areas that overlap are no merge.
func (m *merger) insert(a table.Area) {
	i, _ := slices.BinarySearchFunc(m.active, a.FirstCol, func(b table.Area, col int) int { return b.FirstCol - col })
	if i < len(m.active) && m.active[i].FirstCol <= a.LastCol || i > 0 && m.active[i-1].LastCol >= a.FirstCol {
		return
	}
	if len(m.active) == 0 {
		m.until = a.LastLine + 1
	}
	m.until = min(m.until, a.LastLine+1)
	m.active = slices.Insert(m.active, i, a)
}

// covers reports whether the cell lies under a merged area without being its first cell,
// and returns the area that holds the cell, if any.
func (m *merger) covers(line, col int) (covered bool, area *table.Area) {
	if len(m.active) == 0 {
		return false, nil
	}
	i, found := slices.BinarySearchFunc(m.active, col, func(b table.Area, col int) int { return b.FirstCol - col })
	if !found {
		i--
	}
	if i < 0 || !m.active[i].Contains(line, col) {
		return false, nil
	}
	a := &m.active[i]
	return line != a.FirstLine || col != a.FirstCol, a
}
