package lookup

import (
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/verdict"
)

// AnyColumn stands for a field whose column is not known.
const AnyColumn = -1

// A Choice is the hit that decides a value, with the verdict once the field's column is
// taken into account.
type Choice struct {
	Hit     *Hit // nil where none decides
	Verdict verdict.Verdict
	Code    string
}

// Choose takes the hit that a record means: an accepted one in the field's column, else a
// held one there, else one elsewhere, which is held as off its column. Of two equals the
// first in page order is taken, a whole cell before a part of one. With AnyColumn every
// column is the field's.
func (r *Result) Choose(col int) Choice {
	var best *Hit
	bestRank := 0
	for i := range r.Hits {
		h := &r.Hits[i]
		if k := rank(h, col); k > bestRank {
			best, bestRank = h, k
		}
	}
	if best == nil {
		if r.Verdict == verdict.None && len(r.Hits) > 0 {
			return Choice{Verdict: verdict.Refused, Code: finding.NotPrinted}
		}
		return Choice{Verdict: r.Verdict, Code: r.Code}
	}
	if col != AnyColumn && best.Col != col {
		code := finding.OffColumn
		if best.Verdict == verdict.Held {
			code = best.Code
		}
		return Choice{Hit: best, Verdict: verdict.Held, Code: code}
	}
	return Choice{Hit: best, Verdict: best.Verdict, Code: best.Code}
}

// rank orders hits for Choose; 0 is never chosen.
func rank(h *Hit, col int) int {
	k := 1
	inColumn := col == AnyColumn || h.Col == col
	switch {
	case !inColumn && proofless(h.Code), h.Null && !h.empty && h.Col != col:
		return 0
	case inColumn:
		k += 4
	}
	if h.Verdict == verdict.Accepted {
		k += 2
	}
	if h.Whole {
		k++
	}
	return k
}

// proofless reports the codes of cells that were not read: outside the field's column they
// say nothing of the value.
func proofless(code string) bool {
	return code == finding.NotCalculated || code == finding.CellTooLong
}
