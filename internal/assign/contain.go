package assign

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/words"
)

// A fieldNames holds the folded name and aliases of a field.
type fieldNames struct {
	name    []words.Word
	aliases [][]words.Word
}

func foldFields(fields []task.Field) []fieldNames {
	out := make([]fieldNames, len(fields))
	for i := range fields {
		for k, h := range fields[i].Headings() {
			w := normal(h)
			if k == 0 {
				out[i].name = w
			} else if len(w) > 0 {
				out[i].aliases = append(out[i].aliases, w)
			}
		}
	}
	return out
}

func normal(heading string) []words.Word { return words.Heading(heading) }

func key(ws []words.Word) string {
	var b strings.Builder
	for _, w := range ws {
		b.WriteString(w.Text)
		b.WriteByte(' ')
	}
	return b.String()
}

func equals(heading []words.Word, names []fieldNames) []int {
	var out []int
	for f := range names {
		same := words.EqualWords(heading, names[f].name)
		for _, al := range names[f].aliases {
			same = same || words.EqualWords(heading, al)
		}
		if same {
			out = append(out, f)
		}
	}
	return out
}

// printedSo narrows the fields that a heading equals to the one whose name or alias is printed
// so, currencies, units and brackets included: "Variance £" and "Variance %" are the same words.
func printedSo(heading string, equal []int, fields []task.Field) []int {
	if len(equal) < 2 {
		return equal
	}
	printed := asPrinted(heading)
	var out []int
	for _, f := range equal {
		for _, h := range fields[f].Headings() {
			if asPrinted(h) == printed {
				out = append(out, f)
				break
			}
		}
	}
	if len(out) != 1 {
		return equal
	}
	return out
}

// asPrinted folds case and blanks of a heading and nothing else.
func asPrinted(heading string) string {
	return strings.ToLower(strings.Join(strings.Fields(heading), " "))
}

// contained returns the most characters of an alias that the heading holds as whole words
// next to each other, 0 for none.
func contained(heading []words.Word, n *fieldNames) int {
	best := 0
	for _, al := range n.aliases {
		if len(al) >= len(heading) {
			continue
		}
		for i := 0; i+len(al) <= len(heading); i++ {
			if words.EqualWords(heading[i:i+len(al)], al) {
				best = max(best, characters(al))
				break
			}
		}
	}
	return best
}

func characters(ws []words.Word) int {
	n := len(ws) - 1
	for _, w := range ws {
		n += len([]rune(w.Text))
	}
	return n
}

// welded returns the fields between which a heading ties that names a text and a figure, over a column of texts:
// the reader could not part two columns, and neither field can have both.
func welded(c *structure.Column, heading []words.Word, fields []task.Field, names []fieldNames) []int {
	if 2*(c.Figures+c.Dates) >= c.Filled {
		return nil
	}
	var out []int
	texts, figures := false, false
	covered := make([]bool, len(heading))
	for f := range names {
		if fields[f].Derive != nil {
			continue
		}
		if at, n := place(heading, &names[f], covered); n > 0 {
			for k := at; k < at+n; k++ {
				covered[k] = true
			}
			out = append(out, f)
			texts = texts || fields[f].Type == task.Text
			figures = figures || fields[f].Type.Numeric()
		}
	}
	if !texts || !figures {
		return nil
	}
	return out
}

// numberedText reports whether a heading names a number and a text beside it: "# Description", "Pos. Artikel". What
// stands below is the text with its number, and no number alone.
func numberedText(heading []words.Word, fields []task.Field, names []fieldNames, taken []bool) bool {
	number, text := false, false
	covered := make([]bool, len(heading))
	for _, t := range []task.Type{task.Text, task.Identifier} {
		for f := range names {
			if fields[f].Type != t || fields[f].Derive != nil || taken[f] && t == task.Text {
				continue
			}
			at, n := place(heading, &names[f], covered)
			for k := at; k < at+n; k++ {
				covered[k] = true
			}
			number, text = number || n > 0 && t == task.Identifier, text || n > 0 && t == task.Text
		}
	}
	return number && text
}

// place returns where the longest alias stands in the heading that covers no word which another field has.
func place(heading []words.Word, n *fieldNames, covered []bool) (at, length int) {
	for _, al := range n.aliases {
		if len(al) <= length || len(al) >= len(heading) {
			continue
		}
		for i := 0; i+len(al) <= len(heading); i++ {
			if words.EqualWords(heading[i:i+len(al)], al) && !slices.Contains(covered[i:i+len(al)], true) {
				at, length = i, len(al)
				break
			}
		}
	}
	return at, length
}

// A claim of a field on a column whose heading contains one of its aliases.
type claim struct{ chars, col, field int }

// giveContained gives the columns that no heading equals, longest alias first. Columns with one
// heading side by side count as one. Where one column ties between fields, or one field between
// columns, nobody gets it and shorter aliases do not step in.
func giveContained(a *Assignment, b *structure.Block, fields []task.Field, names []fieldNames, heads [][]words.Word, first []int, taken []bool) {
	var claims []claim
	for i := range a.Columns {
		if len(heads[i]) == 0 || first[i] != i || len(a.Columns[i].Names) > 0 {
			continue
		}
		if a.Columns[i].Ties = welded(&b.Columns[i], heads[i], fields, names); len(a.Columns[i].Ties) > 0 {
			continue
		}
		text := numberedText(heads[i], fields, names, taken)
		for f := range names {
			if taken[f] || fields[f].Derive != nil || text && fields[f].Type == task.Identifier {
				continue
			}
			if n := contained(heads[i], &names[f]); n > 0 {
				claims = append(claims, claim{n, i, f})
			}
		}
	}
	slices.SortStableFunc(claims, func(x, y claim) int { return cmp.Compare(y.chars, x.chars) })
	closedCol, closedField := map[int]bool{}, map[int]bool{}
	for len(claims) > 0 {
		n := 1
		for n < len(claims) && claims[n].chars == claims[0].chars {
			n++
		}
		level := slices.DeleteFunc(slices.Clone(claims[:n]), func(c claim) bool { return closedCol[c.col] || closedField[c.field] })
		claims = claims[n:]
		perCol, perField := map[int]int{}, map[int]int{}
		for _, c := range level {
			perCol[c.col]++
			perField[c.field]++
		}
		for _, c := range level {
			closedCol[c.col], closedField[c.field] = true, true
			if perCol[c.col] == 1 && perField[c.field] == 1 {
				a.Columns[c.col].Field = c.field
				continue
			}
			a.Columns[c.col].Ties = append(a.Columns[c.col].Ties, c.field)
		}
	}
	for i := range a.Columns {
		if j := first[i]; j != i && len(a.Columns[i].Names) == 0 {
			a.Columns[i].Field, a.Columns[i].Ties = a.Columns[j].Field, slices.Clone(a.Columns[j].Ties)
		}
	}
}
