package lookup

import (
	"github.com/rowproof/rowproof/internal/words"
)

// maxBreaks is how often a text may break off and go on elsewhere.
const maxBreaks = 2

// maxSteps bounds one search; a text that needs more is held as scattered.
const maxSteps = 200_000

// A matcher finds the words of one value in the cells of the cited rows, in page order. Its
// memory is used again from value to value.
type matcher struct {
	f        *Finder
	value    []words.Word
	headings bool   // heading rows count
	path     []step // the match, one step a word of the value
	failed   map[state]bool
	steps    int
}

// A step is where one word of the value stands. Of a word that a line end broke, the first
// half; joined says so, and the second half is the first word of the cell of the next step's
// place, or the next word of the same cell.
type step struct {
	cell, word int
	joined     bool
	cell2      int // of a joined word: where its second half stands
	word2      int
}

type state struct{ value, cell, word, left int }

func (m *matcher) begin(f *Finder, value []words.Word, headings bool) {
	m.f, m.value, m.headings = f, value, headings
	m.steps = 0
	if len(m.failed) > 0 {
		clear(m.failed)
	}
}

// skip reports cells in which no match may start or go on.
func (m *matcher) skip(ci int) bool {
	c := m.f.cells[ci]
	return c.header && !m.headings || c.long || uncached(c.cell)
}

// from matches the value from one word on, with as few breaks as possible.
func (m *matcher) from(ci, wi int) bool {
	for left := 0; left <= maxBreaks; left++ {
		m.path = m.path[:0]
		if m.word(0, ci, wi, left) {
			return true
		}
		if !m.breaks(ci) {
			break
		}
	}
	return false
}

// breaks reports whether there is anywhere to break to.
func (m *matcher) breaks(ci int) bool {
	return len(m.f.cells) > 1 || len(m.f.wordsOf(m.f.cells[ci])) > len(m.value)
}

// word matches the value from its word i on at one place, with some breaks left.
func (m *matcher) word(i, ci, wi, left int) bool {
	n := len(m.path)
	for {
		if m.steps++; m.steps > maxSteps {
			m.path = m.path[:n]
			return false
		}
		c := m.f.cells[ci]
		ws := m.f.wordsOf(c)
		if !words.Same(ws[wi], m.value[i]) {
			if m.half(i, ci, wi, left) {
				return true
			}
			m.path = m.path[:n]
			return false
		}
		if m.value[i].Linked && i > 0 && !(ws[wi].Linked && len(m.path) > 0 && m.path[len(m.path)-1].next(ci, wi)) {
			m.path = m.path[:n]
			return false
		}
		m.path = append(m.path, step{cell: ci, word: wi})
		if i+1 == len(m.value) {
			return true
		}
		if left > 0 && m.jump(i+1, ci, wi, left-1) {
			return true
		}
		if wi+1 >= len(ws) {
			m.path = m.path[:n]
			return false
		}
		i, wi = i+1, wi+1
	}
}

// next reports whether a word directly follows the step in its cell.
func (s step) next(ci, wi int) bool {
	if s.joined {
		return s.cell2 == ci && s.word2+1 == wi
	}
	return s.cell == ci && s.word+1 == wi
}

// half matches a word of the value that a line end broke in two.
func (m *matcher) half(i, ci, wi, left int) bool {
	c := m.f.cells[ci]
	ws := m.f.wordsOf(c)
	if !ws[wi].LineEnd {
		return false
	}
	if wi+1 < len(ws) {
		return m.join(i, step{ci, wi, true, ci, wi + 1}, left)
	}
	if left == 0 {
		return false
	}
	below := m.below(ci, c.col)
	return below >= 0 && m.join(i, step{ci, wi, true, below, 0}, left-1)
}

func (m *matcher) join(i int, s step, left int) bool {
	first, second := m.f.wordsOf(m.f.cells[s.cell]), m.f.wordsOf(m.f.cells[s.cell2])
	if s.word2 >= len(second) {
		return false
	}
	w, ok := words.Join(first[s.word], second[s.word2])
	if !ok || !words.Same(w, m.value[i]) || m.value[i].Linked && i > 0 {
		return false
	}
	m.path = append(m.path, s)
	if i+1 == len(m.value) {
		return true
	}
	if left > 0 && m.jump(i+1, s.cell2, s.word2, left-1) {
		return true
	}
	return s.word2+1 < len(second) && m.word(i+1, s.cell2, s.word2+1, left)
}

// jump goes on with word i of the value behind a break after one word, where printed text
// may break: at the end of a cell, to a later cell of the row over empty and figure cells, or
// to the next row; and over figures in a row that is one cell.
func (m *matcher) jump(i, ci, wi, left int) bool {
	if !m.atEdge(ci, wi) {
		return false
	}
	key := state{i, ci, wi, left}
	if m.failed[key] {
		return false
	}
	if m.jumps(i, ci, wi, left) {
		return true
	}
	if m.failed == nil {
		m.failed = map[state]bool{}
	}
	m.failed[key] = true
	return false
}

// atEdge reports whether text may break behind a word: nothing but figures follows it in its
// cell, or it is followed by a figure in a row of one cell.
func (m *matcher) atEdge(ci, wi int) bool {
	ws := m.f.wordsOf(m.f.cells[ci])
	if wi+1 == len(ws) {
		return len(m.f.cells) > 1
	}
	if !figureWord(ws[wi+1].Text) {
		return false
	}
	return len(m.f.cells) > 1 || m.single(ci)
}

func (m *matcher) jumps(i, ci, wi, left int) bool {
	c := m.f.cells[ci]
	ws := m.f.wordsOf(c)
	if m.single(ci) {
		for w := wi + 1; w < len(ws) && figureWord(ws[w].Text); w++ {
			if w+1 < len(ws) && m.land(i, ci, w+1, left) {
				return true
			}
		}
	}
	for w := wi + 1; w < len(ws); w++ {
		if !figureWord(ws[w].Text) {
			return false // not at the end of its cell
		}
	}
	last := true
	for k := ci + 1; k < len(m.f.cells) && m.f.cells[k].cited == c.cited; k++ {
		last = false
		if m.start(i, k, left) {
			return true
		}
		if !m.skip(k) && !m.f.figureCell(m.f.cells[k]) {
			break
		}
	}
	if last = last || m.last(ci); last {
		if k := m.firstBelow(ci); k >= 0 && m.start(i, k, left) {
			return true
		}
	}
	k := m.below(ci, c.col)
	return k >= 0 && m.start(i, k, left)
}

// last reports whether the cell is the last one of its row.
func (m *matcher) last(ci int) bool {
	return ci+1 == len(m.f.cells) || m.f.cells[ci+1].cited != m.f.cells[ci].cited
}

// start goes on at the start of a cell, behind the figures that it may begin with.
func (m *matcher) start(i, ci, left int) bool {
	if m.skip(ci) {
		return false
	}
	ws := m.f.wordsOf(m.f.cells[ci])
	for w := range ws {
		if m.land(i, ci, w, left) {
			return true
		}
		if !figureWord(ws[w].Text) {
			return false
		}
	}
	return false
}

// land goes on at one word if the value's word i stands there, or its first half.
func (m *matcher) land(i, ci, wi, left int) bool {
	if m.value[i].Linked {
		return false
	}
	w := m.f.wordsOf(m.f.cells[ci])[wi]
	if !words.Same(w, m.value[i]) && !w.LineEnd {
		return false
	}
	n := len(m.path)
	if m.word(i, ci, wi, left) {
		return true
	}
	m.path = m.path[:n]
	return false
}

// single reports whether the cell is the only one of its row.
func (m *matcher) single(ci int) bool {
	cells := m.f.cells
	return (ci == 0 || cells[ci-1].cited != cells[ci].cited) && m.last(ci)
}

// below returns the cell of the column in the row that text goes on in, or -1 where that row
// is not cited or prints nothing there.
func (m *matcher) below(ci, col int) int {
	k := m.firstBelow(ci)
	if k < 0 {
		return -1
	}
	row := m.f.cells[k].cited
	for ; k < len(m.f.cells) && m.f.cells[k].cited == row; k++ {
		if m.f.cells[k].col == col && m.f.cells[k].row == row {
			return k
		}
	}
	return -1
}

// firstBelow returns the first cell of the row that text goes on in, or -1.
func (m *matcher) firstBelow(ci int) int {
	row := m.f.cells[ci].cited
	k := ci + 1
	for k < len(m.f.cells) && m.f.cells[k].cited == row {
		k++
	}
	if k == len(m.f.cells) {
		return -1
	}
	next := m.f.nextRow(row)
	for ; k < len(m.f.cells); k++ {
		if m.f.cells[k].cited == next && !m.f.cells[k].carried {
			return k
		}
		if m.f.cells[k].cited > next {
			break
		}
	}
	return -1
}
