package verify

import (
	"fmt"
	"slices"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/verdict"
)

// The outcomes of stored answers that need a word.
const (
	outcomeTruncated = "truncated"
	outcomeDeclined  = "declined"
	outcomeFiltered  = "filtered"
	outcomeEmpty     = "empty"
	outcomeFailed    = "failed"
)

// warnings takes over what the reader could not vouch for.
func (v *verifier) warnings() {
	for _, w := range v.doc.Warnings {
		if _, ok := finding.Lookup(w.Code); !ok {
			continue
		}
		f := finding.Finding{Code: w.Code, Col: w.Col, Detail: w.Detail}
		if w.Row >= 0 {
			f.Rows = []int{w.Row}
		}
		if w.Place != "" {
			f.Detail = w.Place + ": " + f.Detail
		}
		v.add(f)
	}
}

// mixedNotation says that the document prints both decimal marks, where the task states none: each column
// is then read by its own.
func (v *verifier) mixedNotation() {
	if !v.st.Mixed || v.t.Notation.Decimal != 0 {
		return
	}
	var by [2]string
	for b := range v.st.Blocks {
		for _, c := range v.st.Blocks[b].Columns {
			name := c.Heading
			if name == "" {
				name = fmt.Sprintf("column %d", c.Col+1)
			}
			for i, mark := range [2]rune{'.', ','} {
				if c.Decimal == mark && by[i] == "" {
					by[i] = name
				}
			}
		}
	}
	detail := "both in one column"
	if by[0] != "" && by[1] != "" {
		detail = fmt.Sprintf("a point in the column %s, a comma in the column %s", by[0], by[1])
	}
	v.add(finding.Finding{Code: finding.MixedNotation, Col: -1, Detail: detail})
}

// outcomes says how the calls ended. A window without an answer counts only while a row that
// it owns is uncovered: a later round may have answered it.
func (v *verifier) outcomes() {
	fellBack := false
	for i := range v.answers.Len() {
		s := v.answers.At(i).Stored
		for _, code := range s.Notes {
			if code == finding.SchemaFallback {
				// It is of the endpoint, not of one window.
				if !fellBack {
					v.add(finding.Finding{Code: code, Col: -1})
				}
				fellBack = true
				continue
			}
			if code == finding.PromptCut && s.Split {
				continue // its rows were shown again in parts
			}
			if _, ok := finding.Lookup(code); ok {
				v.add(onCore(code, s))
			}
		}
		switch s.Outcome {
		case outcomeTruncated:
			if !v.answers.At(i).Cut { // else decoding said so
				v.add(onCore(finding.Truncated, s))
			}
		case outcomeDeclined:
			v.add(onCore(finding.Declined, s))
		case outcomeEmpty:
			if !s.HasText() {
				v.add(onCore(finding.EmptyAnswer, s))
			}
		case outcomeFiltered:
			v.add(onCore(finding.Filtered, s))
			if !s.Split && v.open(s) {
				v.add(onCore(finding.RowsRemainFiltered, s))
			}
		case outcomeFailed:
			if v.open(s) {
				v.add(onCore(finding.NotAnswered, s))
			}
		}
	}
}

func onCore(code string, s *claim.Stored) finding.Finding {
	f := finding.Finding{Code: code, Col: -1, Detail: s.Detail}
	if s.Core[1] > s.Core[0] {
		f.Rows = []int{s.Core[0]}
		if last := s.Core[1] - 1; last > s.Core[0] {
			f.Rows = append(f.Rows, last)
		}
	}
	return f
}

// open reports whether a row that the answer's window owns is uncovered.
func (v *verifier) open(s *claim.Stored) bool {
	for n := max(0, s.Core[0]); n < min(s.Core[1], len(v.res.Classes)); n++ {
		if v.res.Classes[n] == verdict.Uncovered {
			return true
		}
	}
	return false
}

// document gives the verdict of the document.
func (v *verifier) document() verdict.Document {
	out := verdict.Sound
	r := v.res.Entries.Reader()
	for i := range v.res.Entries.Len() {
		if r.Head(i).Verdict != verdict.Accepted {
			out = verdict.NeedsReview
			break
		}
	}
	for i := range v.res.Prose {
		if v.res.Prose[i].Verdict != verdict.Accepted {
			out = max(out, verdict.NeedsReview)
		}
	}
	if len(v.res.Uncovered) > 0 {
		return verdict.Incomplete
	}
	for i := range v.res.Findings {
		switch v.res.Findings[i].Severity() {
		case finding.Lose:
			return verdict.Incomplete
		case finding.Hold, finding.Refuse:
			out = verdict.NeedsReview
		}
	}
	return out
}

// count fills the figures of the summary.
func (v *verifier) count() {
	c := &v.res.Counts
	c.Rows = len(v.doc.Rows)
	c.Classes = map[string]int{}
	for _, class := range v.res.Classes {
		c.Classes[class.String()]++
	}
	c.Columns = map[string]int{}
	for i := range v.res.Columns {
		c.Columns[v.res.Columns[i].Status]++
	}
	var values verdict.Tally
	r := v.res.Entries.Reader()
	for i := range v.res.Entries.Len() {
		e := r.Outline(i)
		if e.Record != verdict.DocumentRecord {
			tally(&c.Records, e.Verdict)
		}
		var claims verdict.Tally
		tally(&claims, e.Verdict)
		c.Claims.Accepted += claims.Accepted
		c.Claims.Held += claims.Held
		c.Claims.Refused += claims.Refused
		c.Claims.Agreed += e.Agreed
		for k := range e.Fields {
			if e.Fields[k].Null && !e.Fields[k].Derived {
				c.Nulls++
			}
			tally(&values, e.Fields[k].Verdict)
		}
	}
	c.Values = values
	c.Claims.Made = v.merged.Made + v.refused
	c.Claims.Refused += v.refused
	c.Claims.Superseded = v.merged.Superseded
}

func tally(t *verdict.Tally, v verdict.Verdict) {
	switch v {
	case verdict.Accepted:
		t.Accepted++
	case verdict.Held:
		t.Held++
	case verdict.Refused:
		t.Refused++
	}
}

// balance checks that every row has a class and that every claim went somewhere.
func (v *verifier) balance() error {
	c := &v.res.Counts
	rows := 0
	for _, class := range verdict.Classes {
		rows += c.Classes[class.String()]
	}
	if rows != c.Rows || len(v.res.Classes) != c.Rows {
		return fmt.Errorf("the run does not balance: %d rows, %d with a class; this is a fault of the program, please report it", c.Rows, rows)
	}
	k := c.Claims
	if sum := k.Accepted + k.Held + k.Refused + k.Agreed + k.Superseded; sum != k.Made {
		return fmt.Errorf("the run does not balance: %d claims made, %d accounted for; this is a fault of the program, please report it", k.Made, sum)
	}
	return nil
}

// Uncovered returns the runs of rows that have to be asked for again: uncovered ones, and
// those of refused values with the row that a hint names.
func Uncovered(res *verdict.Result) []verdict.Run {
	need := make([]bool, len(res.Classes))
	want := func(n int) {
		if n >= 0 && n < len(need) {
			need[n] = true
		}
	}
	for _, r := range res.Uncovered {
		for n := r.First; n <= r.Last; n++ {
			want(n)
		}
	}
	r := res.Entries.Reader()
	for i := range res.Entries.Len() {
		e := r.Outline(i)
		again := e.Verdict == verdict.Refused
		for k := range e.Fields {
			if f := &e.Fields[k]; f.Verdict == verdict.Refused {
				again = true
				want(f.Hint)
			}
		}
		if again {
			for _, n := range slices.Concat(e.Rows, e.Idle) {
				want(n)
			}
		}
	}
	var out []verdict.Run
	for n := range need {
		switch {
		case !need[n]:
		case len(out) > 0 && out[len(out)-1].Last == n-1:
			out[len(out)-1].Last = n
		default:
			out = append(out, verdict.Run{First: n, Last: n})
		}
	}
	return out
}
