package structure

import (
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/table"
)

// markRunningHeads marks lines outside every block that come again on at least three pages, or on
// half of at least two, digits aside: heads and feet that the printing repeats.
func markRunningHeads(st *Structure) {
	pages := 0
	for t := range st.Doc.Tables {
		pages = max(pages, st.Doc.Tables[t].EndPage)
	}
	if pages < 2 {
		return
	}
	type sighting struct{ pages, last int }
	seen := map[string]sighting{}
	candidates := func(visit func(n int, k string)) {
		for t := range st.Doc.Tables {
			tab := &st.Doc.Tables[t]
			if tab.Shape != table.Lines {
				continue
			}
			for n := tab.First; n < tab.End; n++ {
				if r := st.Rows[n]; r.Block < 0 && (r.Role == Outside || r.Role == Note) && len(st.Doc.Rows[n].Cells) <= 4 {
					if k := maskedText(&st.Doc.Rows[n]); k != "" {
						visit(n, k)
					}
				}
			}
		}
	}
	candidates(func(n int, k string) {
		s := seen[k]
		if p := st.Doc.Rows[n].Page; p != s.last {
			s.pages, s.last = s.pages+1, p
		}
		seen[k] = s
	})
	candidates(func(n int, k string) {
		if s := seen[k]; s.pages >= 3 || s.pages >= 2 && 2*s.pages >= pages {
			st.Rows[n].Role, st.Rows[n].Reason = Furniture, RunningHead
		}
	})
}

// maskedText returns a row's texts with their digits masked.
func maskedText(r *table.Row) string {
	var b strings.Builder
	for i := range r.Cells {
		for _, c := range strings.TrimFunc(r.Cells[i].Text, blankRune) {
			if unicode.IsDigit(c) {
				c = '0'
			}
			b.WriteRune(c)
		}
		b.WriteByte('\t')
	}
	if b.Len() > 400 || b.Len() < 4 {
		return ""
	}
	return b.String()
}
