package lookup

import (
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/words"
)

// loose finds the words in page order with anything between them. headings lets heading rows
// count too.
func (m *matcher) loose(headings bool) bool {
	m.path = m.path[:0]
	i := 0
	for ci, c := range m.f.cells {
		if c.header && !m.headings && !headings || c.long || uncached(c.cell) {
			continue
		}
		ws := m.f.wordsOf(c)
		for wi := 0; wi < len(ws); wi++ {
			n := m.linkedRun(i)
			if !m.run(i, n, ws, wi) {
				continue
			}
			for k := range n {
				m.path = append(m.path, step{cell: ci, word: wi + k})
			}
			i, wi = i+n, wi+n-1
			if i == len(m.value) {
				return true
			}
		}
	}
	return false
}

// linkedRun returns how many words from i on are digit groups that hyphens join.
func (m *matcher) linkedRun(i int) int {
	n := 1
	for i+n < len(m.value) && m.value[i+n].Linked {
		n++
	}
	return n
}

func (m *matcher) run(i, n int, ws []words.Word, wi int) bool {
	if wi+n > len(ws) {
		return false
	}
	for k := range n {
		if !words.Same(ws[wi+k], m.value[i+k]) || k > 0 && !ws[wi+k].Linked {
			return false
		}
	}
	return true
}

// onlyHeadings reports whether the match stands in heading rows only.
func (m *matcher) onlyHeadings() bool {
	for _, s := range m.path {
		if !m.f.cells[s.cell].header {
			return false
		}
	}
	return true
}

// doubtful reports whether the match has a figure that was recognised with low confidence.
func (m *matcher) doubtful() bool {
	for _, s := range m.path {
		c := m.f.cells[s.cell]
		if c.cell.Flags&table.Doubtful != 0 && hasDigit(m.f.wordsOf(c)[s.word].Text) {
			return true
		}
	}
	return false
}

// why says what refuses a value that is not in the rows even loosely.
func (m *matcher) why() string {
	code := finding.OutOfOrder
	for i := range m.value {
		same, accents := m.printed(&m.value[i])
		switch {
		case same:
		case accents:
			code = finding.AccentDiffers
		default:
			return finding.WordMissing
		}
	}
	return code
}

// printed reports whether a word stands anywhere in the rows, or one that differs from it in
// accents only.
func (m *matcher) printed(v *words.Word) (same, accents bool) {
	bare, plain := "", ascii(v.Key)
	for ci, c := range m.f.cells {
		if m.skip(ci) {
			continue
		}
		for _, w := range m.f.wordsOf(c) {
			if words.Same(w, *v) {
				return true, true
			}
			if accents || plain && ascii(w.Key) || !mayDifferInAccents(v.Key, w.Key) {
				continue
			}
			if bare == "" {
				bare = words.Unaccented(v.Key)
			}
			accents = words.Unaccented(w.Key) == bare
		}
	}
	return false, accents
}

// mayDifferInAccents is a cheap test: letter by letter, two words are the same where both are
// ASCII.
func mayDifferInAccents(a, b string) bool {
	for a != "" && b != "" {
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if x < utf8.RuneSelf && y < utf8.RuneSelf && x != y {
			return false
		}
		a, b = a[n:], b[m:]
	}
	return a == "" && b == ""
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func hasDigit(s string) bool {
	for _, r := range s {
		if r >= '0' && r <= '9' || r > 0x80 && isDigit(r) {
			return true
		}
	}
	return false
}
