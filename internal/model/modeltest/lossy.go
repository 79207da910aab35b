package modeltest

import (
	"hash/fnv"
	"slices"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/prompt"
	"github.com/rowproof/rowproof/internal/task"
)

// A Lossy says how answers lose rows while they end as if nothing were missing. Which rows go
// follows from the prompt alone, so that a fresh window may do better.
type Lossy struct {
	Stop int // over 0: the answer ends after so many records
	Skip int // over 0: one record in so many is left out
	None int // over 0: one answer in so many holds nothing at all
}

// Fake returns the oracle that loses.
func (l Lossy) Fake(t *task.Task, truth *Truth) *Fake {
	return answering(t, func(rows []prompt.Row, user string) *claim.Answer {
		h := fnv.New32a()
		h.Write([]byte(user))
		seed := int(h.Sum32() >> 1)
		if l.None > 0 && seed%l.None == 0 {
			return &claim.Answer{}
		}
		a := truth.seen(rows, user)
		if l.Skip > 0 {
			n := seed % l.Skip
			kept := a.Records[:0]
			for i := range a.Records {
				if i%l.Skip != n {
					kept = append(kept, a.Records[i])
				}
			}
			a.Records = kept
		}
		if l.Stop > 0 && len(a.Records) > l.Stop {
			a.Records = a.Records[:l.Stop]
			last := slices.Max(a.Records[l.Stop-1].Rows)
			a.Other = slices.DeleteFunc(a.Other, func(o claim.Other) bool { return o.Rows[0] > last })
			a.Document = slices.DeleteFunc(a.Document, func(v claim.Value) bool { return v.Rows[0] > last })
		}
		return a
	})
}
