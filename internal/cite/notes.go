package cite

import (
	"fmt"

	"github.com/rowproof/rowproof/internal/finding"
)

// noteRows is how many rows a note lists; the rest is counted.
const noteRows = 100

// A noteBook gathers notes of one kind into one finding a field: a table of stored values is
// one remark, not a million.
type noteBook struct{ notes []note }

type note struct {
	code, record, field string
	rows                []int
	count               int
}

func (b *noteBook) add(code, record, field string, row int) {
	for i := range b.notes {
		n := &b.notes[i]
		if n.code == code && n.record == record && n.field == field {
			n.count++
			if len(n.rows) < noteRows && (len(n.rows) == 0 || n.rows[len(n.rows)-1] < row) {
				n.rows = append(n.rows, row)
			}
			return
		}
	}
	b.notes = append(b.notes, note{code, record, field, []int{row}, 1})
}

func (b *noteBook) findings() []finding.Finding {
	var out []finding.Finding
	for _, n := range b.notes {
		f := finding.Finding{Code: n.code, Rows: n.rows, Col: -1, Record: n.record, Field: n.field}
		if n.count > 1 {
			f.Detail = fmt.Sprintf("%d times", n.count)
		}
		out = append(out, f)
	}
	return out
}
