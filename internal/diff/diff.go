// Package diff says what changed between two editions of a schedule, by content: rows that
// moved, were added or are gone, and cells that changed. Row numbers are those of each
// document; they are never carried from one edition to the other.
package diff

import (
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/words"
)

// A Kind of change.
type Kind string

// The kinds of changes.
const (
	Same    Kind = "same"    // the same text at the same relative place
	Moved   Kind = "moved"   // the same text in another order
	Changed Kind = "changed" // a row with the same key, or enough of the same cells, and other text
	Added   Kind = "added"
	Gone    Kind = "gone"
)

// A Change is what happened to one row. Old and New are row numbers, -1 where there is none.
type Change struct {
	Kind     Kind       `json:"kind"`
	Old      int        `json:"old"`
	New      int        `json:"new"`
	OldPlace string     `json:"old_place,omitempty"`
	NewPlace string     `json:"new_place,omitempty"`
	Cells    []CellEdit `json:"cells,omitempty"` // of a changed row
}

// A CellEdit is one cell that differs. Columns are those of each edition, -1 where the column is missing.
type CellEdit struct {
	Heading string `json:"heading,omitempty"`
	OldCol  int    `json:"old_col"`
	NewCol  int    `json:"new_col"`
	Old     string `json:"old"`
	New     string `json:"new"`
}

// A Result is the comparison of two editions.
type Result struct {
	Same    int      `json:"same"`
	Moved   int      `json:"moved"`
	Changed int      `json:"changed"`
	Added   int      `json:"added"`
	Gone    int      `json:"gone"`
	Changes []Change `json:"changes"`           // all but the same, in the order of the new edition, gone rows at their old place
	Columns []string `json:"columns,omitempty"` // what changed among the columns
	match   []int    // by old row number: the new row's, or -1
	equal   []int    // the same, of rows with the same text only
}

// Where returns the row of the new edition that has the text of old row n, or -1.
func (r *Result) Where(n int) int {
	if n < 0 || n >= len(r.equal) {
		return -1
	}
	return r.equal[n]
}

// An edition is one document prepared for comparison.
type edition struct {
	doc  *table.Document
	st   *structure.Structure
	text []string // by row: what the row prints, columns apart
}

// Compare compares two editions. Rows with the same text are paired in order, the longest
// common run first; what is left is paired by the first column that tells rows apart, then by
// how many cells are the same.
func Compare(before, after *structure.Structure) *Result {
	a, b := prepare(before), prepare(after)
	r := &Result{match: fill(len(a.text), -1)}
	back := fill(len(b.text), -1)
	pair := func(i, j int) { r.match[i], back[j] = j, i }

	order := commonRun(a.text, b.text)
	for _, p := range order {
		pair(p[0], p[1])
	}
	kept := slices.Clone(r.match)
	pairEqual(a.text, b.text, r.match, back, pair)
	r.equal = slices.Clone(r.match)
	pairSimilar(a, b, r.match, back, pair)
	r.collect(a, b, kept, back)
	r.Columns = columns(before, after)
	return r
}

func fill(n, v int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = v
	}
	return out
}

func prepare(st *structure.Structure) *edition {
	e := &edition{doc: st.Doc, st: st, text: make([]string, len(st.Doc.Rows))}
	var b strings.Builder
	for i := range st.Doc.Rows {
		b.Reset()
		for _, c := range st.Doc.Rows[i].Cells {
			if !c.Blank() {
				b.WriteString(strings.TrimSpace(c.Text))
				b.WriteByte(0)
			}
		}
		e.text[i] = b.String()
	}
	return e
}

// commonRun returns pairs of equal rows in ascending order on both sides: patience sorting
// over the rows that occur once on each side, with equal neighbours added.
func commonRun(a, b []string) [][2]int {
	count := map[string][2]int{}
	at := map[string]int{}
	for _, s := range a {
		c := count[s]
		c[0]++
		count[s] = c
	}
	for j, s := range b {
		c := count[s]
		c[1]++
		count[s] = c
		at[s] = j
	}
	var unique [][2]int
	for i, s := range a {
		if count[s] == [2]int{1, 1} {
			unique = append(unique, [2]int{i, at[s]})
		}
	}
	return grow(a, b, ascending(unique))
}

// ascending returns the longest part of pairs whose second numbers ascend.
func ascending(pairs [][2]int) [][2]int {
	var tails, prev []int
	prev = make([]int, len(pairs))
	for i, p := range pairs {
		k, _ := slices.BinarySearchFunc(tails, p[1], func(t, v int) int { return pairs[t][1] - v })
		prev[i] = -1
		if k > 0 {
			prev[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	var out [][2]int
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = prev[i] {
			out = append(out, pairs[i])
		}
	}
	slices.Reverse(out)
	return out
}

// grow adds equal rows directly before and after the pairs that are found, so that repeated
// rows inside an unchanged stretch are paired too.
func grow(a, b []string, pairs [][2]int) [][2]int {
	pairs = append([][2]int{{-1, -1}}, append(pairs, [2]int{len(a), len(b)})...)
	var out [][2]int
	for k := 1; k < len(pairs); k++ {
		lo, hi := pairs[k-1], pairs[k]
		i, j := lo[0]+1, lo[1]+1
		for i < hi[0] && j < hi[1] && a[i] == b[j] {
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		}
		var tail [][2]int
		x, y := hi[0]-1, hi[1]-1
		for x >= i && y >= j && a[x] == b[y] {
			tail = append(tail, [2]int{x, y})
			x, y = x-1, y-1
		}
		slices.Reverse(tail)
		out = append(out, tail...)
		if k < len(pairs)-1 {
			out = append(out, hi)
		}
	}
	return out
}

// pairEqual pairs rows of equal text that stand in another order.
func pairEqual(a, b []string, match, back []int, pair func(i, j int)) {
	left := map[string][]int{}
	for j, s := range b {
		if back[j] < 0 {
			left[s] = append(left[s], j)
		}
	}
	for i, s := range a {
		if js := left[s]; match[i] < 0 && len(js) > 0 {
			pair(i, js[0])
			left[s] = js[1:]
		}
	}
}

// key returns the row's key: the text of the first column of its block in which every data
// row prints something else, or empty.
func (e *edition) keys() []string {
	out := make([]string, len(e.text))
	for k := range e.st.Blocks {
		blk := &e.st.Blocks[k]
		if col, ok := e.keyColumn(k, blk); ok {
			for n := blk.First; n <= blk.Last && n < len(out); n++ {
				if c, ok := e.doc.Rows[n].Cell(col); ok && e.st.Rows[n].Role == structure.Data {
					out[n] = words.Fold(strings.TrimSpace(c.Text))
				}
			}
		}
	}
	return out
}

func (e *edition) keyColumn(index int, blk *structure.Block) (int, bool) {
	for _, col := range blk.Columns {
		seen := map[string]bool{}
		rows, twice := 0, false
		for n := blk.First; n <= blk.Last && n < len(e.doc.Rows); n++ {
			if e.st.Rows[n].Role != structure.Data || int(e.st.Rows[n].Block) != index {
				continue
			}
			rows++
			c, ok := e.doc.Rows[n].Cell(col.Col)
			if !ok || seen[c.Text] {
				twice = true
				break
			}
			seen[c.Text] = true
		}
		if rows > 0 && !twice {
			return col.Col, true
		}
	}
	return 0, false
}

// pairSimilar pairs what is left: by key, then rows in which at least half of the cells are the same, near one
// another in the order of what is left.
func pairSimilar(a, b *edition, match, back []int, pair func(i, j int)) {
	ka, kb := a.keys(), b.keys()
	byKey := map[string]int{}
	for j, k := range kb {
		if k != "" && back[j] < 0 {
			byKey[k] = j
		}
	}
	for i, k := range ka {
		if j, ok := byKey[k]; ok && k != "" && match[i] < 0 && back[j] < 0 {
			pair(i, j)
		}
	}
	left := unpaired(back)
	cells := make([][]string, len(left))
	for k, j := range left {
		cells[k] = cellsOf(b.text[j])
	}
	var used []bool
	next := 0 // row of the new edition that follows the pair above
	for i := range a.text {
		if match[i] >= 0 {
			next = match[i] + 1
			continue
		}
		mine := cellsOf(a.text[i])
		at, _ := slices.BinarySearch(left, next)
		best, most := -1, 0
		for k := max(0, at-reach); k < min(len(left), at+reach); k++ {
			if back[left[k]] >= 0 {
				continue
			}
			var n, of int
			if n, of, used = alike(mine, cells[k], used); n*2 >= of && n > most {
				best, most = left[k], n
			}
		}
		if best >= 0 {
			pair(i, best)
			next = best + 1
		}
	}
}

// reach is how many rows without a pair are looked at on each side.
const reach = 50

func unpaired(match []int) []int {
	var out []int
	for n, to := range match {
		if to < 0 {
			out = append(out, n)
		}
	}
	return out
}

// cellsOf splits what a row prints into its cells.
func cellsOf(text string) []string {
	x := strings.Split(text, "\x00")
	return x[:len(x)-1]
}

// alike counts the cells that both rows have, and the cells of the longer one. The memory of
// used is used again.
func alike(x, y []string, used []bool) (same, of int, _ []bool) {
	used = slices.Grow(used[:0], len(y))[:len(y)]
	clear(used)
	for _, s := range x {
		for k := range y {
			if !used[k] && y[k] == s {
				used[k] = true
				same++
				break
			}
		}
	}
	return same, max(len(x), len(y)), used
}

func (r *Result) collect(a, b *edition, kept, back []int) {
	cols := newPairing(a.st, b.st)
	above := -1 // old row of the last one that stands where it stood
	i := 0
	gone := func(until int) {
		for ; i < until; i++ {
			if r.match[i] < 0 {
				r.Gone++
				r.Changes = append(r.Changes, Change{Kind: Gone, Old: i, New: -1, OldPlace: a.doc.Place(i, -1).String()})
			}
		}
	}
	for j := range b.text {
		old := back[j]
		if old >= 0 && kept[old] == j {
			gone(old)
		}
		c := Change{Old: old, New: j}
		if old >= 0 && (a.text[old] != b.text[j] || !cols.inPlace(a, b, old, j)) {
			c.Cells = cols.edits(a, b, old, j)
		}
		switch {
		case old < 0:
			c.Kind = Added
			r.Added++
		case len(c.Cells) > 0:
			c.Kind = Changed
			r.Changed++
		case kept[old] == j, a.text[old] != b.text[j] && old > above: // the second: only the columns changed places
			above = old
			r.Same++
			continue
		default:
			c.Kind = Moved
			r.Moved++
		}
		c.NewPlace = b.doc.Place(j, -1).String()
		if old >= 0 {
			c.OldPlace = a.doc.Place(old, -1).String()
		}
		r.Changes = append(r.Changes, c)
	}
	gone(len(a.text))
}
