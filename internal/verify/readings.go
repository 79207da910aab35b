package verify

import (
	"cmp"
	"slices"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/merge"
	"github.com/rowproof/rowproof/internal/verdict"
)

func compareStored(a, b *claim.Stored) int {
	return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Window, b.Window), cmp.Compare(a.Core[0], b.Core[0]),
		cmp.Compare(a.Core[1], b.Core[1]), cmp.Compare(a.Outcome, b.Outcome), cmp.Compare(a.Raw, b.Raw))
}

// readings holds the claims of which other windows or rounds gave other readings, and notes
// the ones that only a neighbour found.
func (v *verifier) readings() {
	for i := range v.merged.Claims {
		c := &v.merged.Claims[i]
		e := &v.res.Entries[i]
		e.Agreed = c.Agreed()
		if c.Adopted() {
			v.add(finding.Finding{Code: finding.Adopted, Rows: rowsOf(e), Col: -1, Record: e.Record, Entry: e.ID})
		}
		others, later := c.Others()
		for k := range others {
			v.differ(e, &c.Record, &others[k], later)
		}
		v.tooLong(e, c)
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
		v.add(finding.Finding{Code: code, Rows: rowsOf(e), Col: -1, Record: e.Record, Entry: e.ID, Field: name, Detail: f.Claim + " / " + reading})
	}
	if len(names) == 0 {
		raise(e, verdict.Held, code)
		v.add(finding.Finding{Code: code, Rows: rowsOf(e), Col: -1, Record: e.Record, Entry: e.ID, Detail: "cites other rows"})
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

// tooLong holds a record that reaches the last row its window showed, where the overlap is
// shorter than the task's longest record: it may go on.
func (v *verifier) tooLong(e *verdict.Entry, c *merge.Claim) {
	rec, ok := v.t.Record(e.Record)
	if !ok || len(e.Rows) == 0 || rec.RowsMax < 2 {
		return
	}
	s := c.Answer()
	last := e.Rows[len(e.Rows)-1]
	if s == nil || last != s.Shown[1]-1 || s.Shown[1] >= len(v.doc.Rows) || last < s.Core[1] || s.Shown[1]-s.Core[1] >= rec.RowsMax-1 {
		return
	}
	raise(e, verdict.Held, finding.RecordTooLong)
	v.add(finding.Finding{Code: finding.RecordTooLong, Rows: e.Rows, Col: -1, Record: e.Record, Entry: e.ID})
}
