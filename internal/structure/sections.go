package structure

import (
	"slices"
	"strings"
	"unicode"
)

// sections are the section headings open at a row of a block, outermost first.
type sections struct {
	stack []section
	seen  []section // one of each look that came, with its depth
	any   bool
}

// A section heading and how it looks.
type section struct {
	row    int32
	depth  int
	text   string
	word   string // its first word, or its last where the first is a number
	col    int32
	merged bool
	upper  bool
	level  int
	leaf   bool // data rows followed it directly
}

func (s *sections) open() int32 {
	if len(s.stack) == 0 {
		return -1
	}
	return s.stack[len(s.stack)-1].row
}

func (s *sections) depth() int { return len(s.stack) }

// closeBelow closes the sections that lie deeper than index i of the stack.
func (s *sections) closeBelow(i int) { s.stack = s.stack[:min(len(s.stack), i+1)] }

// named returns the index of the innermost open section whose text a label contains, -1 for none.
func (s *sections) named(label string) int {
	l := " " + strings.Join(labelWords(label), " ") + " "
	for i := len(s.stack) - 1; i >= 0; i-- {
		if t := strings.Join(labelWords(s.stack[i].text), " "); t != "" && strings.Contains(l, " "+t+" ") {
			return i
		}
	}
	return -1
}

// place returns the depth of a new section. A look that came before has its depth again; one that
// follows another section directly is deeper; above another section the shallowest fitting depth counts.
func (s *sections) place(n section, direct, parent bool) int {
	byWord := slices.IndexFunc(s.seen, func(o section) bool { return o.word != "" && o.word == n.word && o.col == n.col })
	if byWord >= 0 {
		return min(s.seen[byWord].depth, s.depth()+1)
	}
	best := 0
	for _, o := range s.seen {
		if o.col == n.col && o.merged == n.merged && o.upper == n.upper && o.level == n.level && (best == 0 || parent == (o.depth < best)) {
			if !direct || o.leaf && o.depth <= s.depth() && s.stack[s.depth()-1].leaf {
				best = o.depth
			}
		}
	}
	switch {
	case best > 0:
		return min(best, s.depth()+1)
	case direct:
		return s.depth() + 1
	case len(s.seen) == 0:
		return 1
	case parent:
		return 1
	}
	return max(s.depth(), 1)
}

// openSection takes row r as a section heading.
func (z *scanner) openSection(r int, cells []cell, why Reason) {
	c := cells[0]
	n := section{row: int32(z.number(r)), text: c.Text, word: sectionWord(c.Text), col: c.Col, level: z.row(r).Level,
		merged: z.mergedOver(r, c), upper: strings.ToUpper(c.Text) == c.Text}
	s := &z.sections
	direct := s.depth() > 0 && r > 0 && z.number(r-1) == int(s.open())
	parent := false
	if r+1 < len(z.idx) {
		below := z.cells(3, r+1)
		parent = len(below) == 1 && below[0].kind == text && !isMarked(below[0].Text) && matchFirst(below) == noTotal
	}
	n.leaf = !parent
	n.depth = s.place(n, direct, parent)
	s.closeBelow(n.depth - 2)
	z.setIn(r, Section, why, n.depth)
	s.stack = append(s.stack, n)
	s.any = true
	if len(s.seen) < 64 && !slices.ContainsFunc(s.seen, func(o section) bool {
		return o.word == n.word && o.col == n.col && o.merged == n.merged && o.upper == n.upper && o.level == n.level
	}) {
		s.seen = append(s.seen, n)
	}
}

// sectionWord returns the word that headings of one depth share: "Building" of "Building A".
func sectionWord(s string) string {
	ws := labelWords(s)
	for _, w := range ws {
		if strings.IndexFunc(w, unicode.IsDigit) < 0 && len(w) > 2 {
			return w
		}
	}
	return ""
}
