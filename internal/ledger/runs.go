package ledger

import (
	"fmt"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/verdict"
)

// onTotals names the records that stand on a total row.
func (l *ledger) onTotals() {
	ids := l.Entries.Reader()
	for i := range l.Entries.Len() {
		e := l.entries.Outline(i)
		rec, ok := l.Task.Record(e.Record)
		if !ok {
			continue
		}
		total := -1
		for k := range e.Fields {
			if rec.Fields[k].Shared || l.Carried(i, k) {
				continue
			}
			for _, ev := range e.Fields[k].Evidence {
				if l.out.Classes[ev.Row] == verdict.OfTotal {
					total = ev.Row
				}
			}
		}
		if total >= 0 {
			l.out.OnTotal = append(l.out.OnTotal, i)
			l.out.Findings = append(l.out.Findings, finding.Finding{Code: finding.RecordOnTotalRow, Rows: []int{total}, Col: -1, Record: e.Record, Entry: strings.Clone(ids.ID(i))})
		}
	}
}

// runs joins uncovered rows into runs.
func (l *ledger) runs() {
	for n := 0; n < len(l.out.Classes); n++ {
		if l.out.Classes[n] != verdict.Uncovered {
			continue
		}
		first := n
		for n+1 < len(l.out.Classes) && l.out.Classes[n+1] == verdict.Uncovered {
			n++
		}
		l.out.Uncovered = append(l.out.Uncovered, verdict.Run{First: first, Last: n})
		f := finding.Finding{Code: finding.Uncovered, Col: -1, Rows: []int{first}}
		if n > first {
			f.Rows = append(f.Rows, n)
			f.Detail = fmt.Sprintf("%d rows, %d to %d", n-first+1, first, n)
		}
		l.out.Findings = append(l.out.Findings, f)
	}
}
