package pdf

import (
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

// runningLines returns the lines that the printing repeats: the same text, digits aside, in
// the same place on three pages, or on half of them. They stay rows; they only end no table.
func runningLines(pages []*layout.Page) map[string]bool {
	seen := map[string]int{}
	n := 0
	for _, p := range pages {
		if p == nil {
			continue
		}
		n++
		here := map[string]bool{}
		for i := range p.Blocks {
			if b := &p.Blocks[i]; b.Kind == layout.Loose {
				here[runningKey(b)] = true
			}
		}
		for k := range here {
			seen[k]++
		}
	}
	out := map[string]bool{}
	for k, times := range seen {
		out[k] = times >= 3 || times >= 2 && 2*times >= n
	}
	return out
}

func runningKey(b *layout.Block) string {
	if len(b.Rows) == 0 {
		return ""
	}
	return maskedRow(b.Rows[0])
}

// maskedRow returns the text of a row with each figure masked.
func maskedRow(r layout.Row) string {
	var b strings.Builder
	digits := false
	for _, c := range r.Cells {
		for _, x := range c.Text {
			if unicode.IsDigit(x) {
				if !digits {
					b.WriteByte('0')
				}
				digits = true
				continue
			}
			digits = false
			b.WriteRune(x)
		}
		b.WriteByte('\t')
		digits = false
	}
	return b.String()
}

// pageNumber reports a line of nothing but a short figure, with dashes or without.
func pageNumber(r layout.Row) bool {
	if len(r.Cells) != 1 {
		return false
	}
	s := strings.Trim(r.Cells[0].Text, " -–—|")
	return s != "" && len(s) <= 5 && strings.Trim(s, "0123456789") == ""
}
