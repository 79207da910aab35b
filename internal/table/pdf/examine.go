package pdf

import (
	"fmt"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

const (
	manyRows  = 12 // rows from which a thin column says something
	thinShare = 12 // one filled cell in so many rows
)

// examine warns of what the shape of a table alone makes doubtful.
func (p *part) examine() {
	if p.shape != table.Grid || p.kind == layout.Ruled {
		return
	}
	filled := make([]int, len(p.columns))
	double := 0
	for _, r := range p.rows {
		for _, c := range r.Cells {
			filled[c.Col]++
			if holdsTwo(c.Text) {
				double++
			}
		}
	}
	if len(p.rows) >= manyRows {
		for c, n := range filled {
			if n*thinShare <= len(p.rows) {
				p.warnings = append(p.warnings, table.Warning{Code: finding.ThinColumns, Row: -1, Col: c,
					Detail: fmt.Sprintf("column %d prints in %d of %d rows", c+1, n, len(p.rows))})
			}
		}
	}
	if double > 0 {
		p.warnings = append(p.warnings, table.Warning{Code: finding.TwoValuesInCell, Row: -1, Col: -1, Detail: fmt.Sprintf("%d cells", double)})
	}
}

// holdsTwo reports a cell of two whole amounts on one line.
func holdsTwo(s string) bool {
	if strings.Contains(s, "\n") {
		return false
	}
	words := strings.Fields(s)
	return len(words) == 2 && layout.TwoFigures(words[0], words[1])
}
