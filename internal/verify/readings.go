package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/merge"
	"github.com/rowproof/rowproof/internal/verdict"
)

func compareStored(a, b *claim.Stored) int {
	if c := cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Window, b.Window), cmp.Compare(a.Core[0], b.Core[0]),
		cmp.Compare(a.Core[1], b.Core[1]), cmp.Compare(a.Outcome, b.Outcome)); c != 0 {
		return c
	}
	return claim.CompareTexts(a, b)
}

// readings holds the claims of which other windows or rounds gave other readings, and notes
// the ones that only a neighbour found.
func (v *verifier) readings() {
	r := v.res.Entries.Reader()
	m := &v.merged
	for i := range m.Len() {
		others, later := m.Others(i)
		if m.Agreed(i) == 0 && !m.Adopted(i) && others == 0 && !v.tooLong(r.Head(i), m.Answer(i)) {
			continue
		}
		v.res.Entries.Update(i, func(e *verdict.Entry) {
			e.Agreed = m.Agreed(i)
			if m.Adopted(i) {
				v.add(about(e, finding.Adopted))
			}
			for k := range others {
				v.differ(e, m.Record(i), m.Other(i, k), later)
			}
			if v.tooLong(e, m.Answer(i)) {
				raise(e, verdict.Held, finding.RecordTooLong)
				v.add(about(e, finding.RecordTooLong))
			}
		})
	}
}

// about starts a finding on an entry. It outlives what is read of the entry.
func about(e *verdict.Entry, code string) finding.Finding {
	return finding.Finding{Code: code, Rows: slices.Clone(rowsOf(e)), Col: -1, Record: e.Record, Entry: strings.Clone(e.ID)}
}

// raise raises what stands against an entry as a whole.
func raise(e *verdict.Entry, to verdict.Verdict, code string) {
	if to > e.Verdict {
		e.Verdict, e.Code = to, code
	}
}

func rowsOf(e *verdict.Entry) []int {
	if len(e.Rows) > 0 {
		return e.Rows
	}
	return e.Idle
}

// differ holds the fields in which another copy reads something else, or the whole entry
// where it cites other rows.
func (v *verifier) differ(e *verdict.Entry, c, other *claim.Record, later bool) {
	code := finding.CopiesDiffer
	if later {
		code = finding.RoundsDiffer
	}
	names := merge.Differences(c, other)
	for _, name := range names {
		f, ok := e.Field(name)
		if !ok {
			continue
		}
		reading := quoteOf(other, name)
		for _, r := range []string{f.Claim, reading} {
			if r != "" && !slices.Contains(f.Readings, r) {
				f.Readings = append(f.Readings, r)
			}
		}
		if f.Verdict != verdict.Refused {
			if f.Verdict != verdict.Held {
				f.Code = code
			}
			f.Verdict = verdict.Held
		}
		found := about(e, code)
		found.Field, found.Detail = name, f.Claim+" / "+reading
		v.add(found)
	}
	if len(names) == 0 {
		raise(e, verdict.Held, code)
		found := about(e, code)
		found.Detail = "cites other rows"
		v.add(found)
	}
}

func quoteOf(r *claim.Record, name string) string {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return r.Fields[i].Quote
		}
	}
	return ""
}

// tooLong reports whether a record reaches the last row its window showed, where the overlap is
// shorter than the task's longest record: it may go on.
func (v *verifier) tooLong(e *verdict.Entry, s *claim.Stored) bool {
	rec, ok := v.t.Record(e.Record)
	if !ok || len(e.Rows) == 0 || rec.RowsMax < 2 {
		return false
	}
	last := e.Rows[len(e.Rows)-1]
	return last == s.Shown[1]-1 && s.Shown[1] < len(v.doc.Rows) && last >= s.Core[1] && s.Shown[1]-s.Core[1] < rec.RowsMax-1
}
