package locate

import (
	"strings"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/words"
)

// An index knows in which rows a whole cell, a stored value or a word stands.
type index struct {
	split *words.Splitter
	words []words.Word
	rows  map[string][]int32 // by key, ascending, once each
}

// The kinds of keys, written before them.
const (
	wholeText   = "t"
	wholeFigure = "n"
	storedValue = "s"
	oneWord     = "w"
)

func newIndex(doc *table.Document, language string) *index {
	x := &index{split: words.NewSplitter(language), rows: map[string][]int32{}}
	for n := range doc.Rows {
		for i := range doc.Rows[n].Cells {
			c := &doc.Rows[n].Cells[i]
			x.add(wholeText+x.folded(c.Text), n)
			for _, w := range x.words {
				x.add(oneWord+w.Key, n)
			}
			if k := figure(c.Text); k != "" {
				x.add(wholeFigure+k, n)
			}
			if c.Stored != "" {
				x.add(storedValue+c.Stored, n)
				if k := figure(c.Stored); k != "" {
					x.add(wholeFigure+k, n)
				}
			}
		}
	}
	return x
}

func (x *index) add(key string, row int) {
	rows := x.rows[key]
	if len(rows) == 0 || rows[len(rows)-1] != int32(row) {
		x.rows[key] = append(rows, int32(row))
	}
}

// folded returns the words of a text as they are compared, and leaves them in x.words.
func (x *index) folded(text string) string {
	x.words = x.split.Into(x.words, text)
	var b strings.Builder
	for i := range x.words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(x.words[i].Key)
	}
	return b.String()
}

// figure returns the digits of a text without the noughts at both ends, the same for a figure in
// every notation and with any number of decimals, or "" for a text without a digit.
// Different figures may share it: it finds candidates and proves nothing.
func figure(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if text[i] >= '0' && text[i] <= '9' {
			b.WriteByte(text[i])
		}
	}
	if b.Len() == 0 {
		return ""
	}
	if k := strings.Trim(b.String(), "0"); k != "" {
		return k
	}
	return "0"
}

// wholes returns the rows where a whole cell may be the quote.
func (x *index) wholes(quote string, numeric bool) []int32 {
	out := x.rows[wholeText+x.folded(quote)]
	out = union(out, x.rows[storedValue+quote])
	if numeric {
		if k := figure(quote); k != "" {
			out = union(out, x.rows[wholeFigure+k])
		}
	}
	return out
}

// rarest returns the rows of the word of the quote that stands in the fewest; of a word that a line
// end may break nothing is known.
func (x *index) rarest(quote string) []int32 {
	x.folded(quote)
	var out []int32
	for _, w := range x.words {
		if rows := x.rows[oneWord+w.Key]; len(rows) > 0 && (out == nil || len(rows) < len(out)) {
			out = rows
		}
	}
	return out
}

// union joins two ascending lists.
func union(a, b []int32) []int32 {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	out := make([]int32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}
