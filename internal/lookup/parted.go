package lookup

import (
	"slices"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/verdict"
)

// findParted answers a quote that may be one figure or two, as printed: 5 120.00 where the
// decimal mark is a comma. Both are parts of one figure in the cell too, and a person looks.
func (f *Finder) findParted(q *Query, r *Result) bool {
	for _, c := range f.cells {
		if c.header && !q.InHeadings || c.long || uncached(c.cell) {
			continue
		}
		figs := f.figuresOf(c)
		together := partedReadings(notation.Find(q.Claim.Quote, f.contexts[c.ctx]))
		for i := 0; i+1 < len(figs) && len(together) > 0; i++ {
			if !slices.Equal(partedReadings(figs[i:i+2]), together) {
				continue
			}
			h := f.cellHit(r, c, figs[i].Start, figs[i+1].End)
			h.Verdict, h.Code, h.Readings = verdict.Held, finding.AmbiguousJoin, together
			r.Hits = append(r.Hits, h)
			i++
		}
	}
	return len(r.Hits) > 0
}

// partedReadings are what two figures make together that may be the parts of one.
func partedReadings(figs []notation.Figure) []string {
	if len(figs) != 2 || figs[0].Reason != "ambiguous_join" || figs[1].Reason != "ambiguous_join" ||
		!slices.Equal(figs[0].Possible, figs[1].Possible) {
		return nil
	}
	return figs[0].Possible
}
