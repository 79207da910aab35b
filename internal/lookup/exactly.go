package lookup

import (
	"github.com/rowproof/rowproof/internal/cite/exact"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// findExact looks a quote up byte for byte in single cells, with the rules of exact quotes: a
// cell that is the quote and nothing else is enough however short it is.
func (f *Finder) findExact(q *Query, r *Result) {
	code := finding.QuoteNotOnSegment
	for _, c := range f.cells {
		if c.header && !q.InHeadings || c.long || uncached(c.cell) {
			continue
		}
		start, end, why := exact.Find(c.cell.Text, q.Claim.Quote)
		if why != "" && q.Claim.Quote == c.cell.Text {
			start, end, why = 0, len(c.cell.Text), ""
		}
		if why != "" {
			if code == finding.QuoteNotOnSegment {
				code = why
			}
			continue
		}
		h := f.cellHit(r, c, start, end)
		h.Verdict, h.Value = verdict.Accepted, h.Printed
		if c.cell.Flags&table.Doubtful != 0 {
			h.Verdict, h.Code = verdict.Held, finding.DoubtfulRecognition
		}
		r.Hits = append(r.Hits, h)
	}
	if len(r.Hits) > 0 || f.unread(q, r) {
		return
	}
	r.Verdict, r.Code = verdict.Refused, code
	if q.Claim.Quote == "" {
		r.Code = finding.EmptyValue
	}
}
