package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Own returns the row that is the entry's own, and which entry there it is, from 1: what
// its id says. The first of the rows that it cites may be a section heading that many
// records share. An entry without rows has row -1.
func (e *Entry) Own() (row, ordinal int) {
	if e.Record != verdict.DocumentRecord {
		if rest, ok := strings.CutPrefix(e.ID, e.Record+"-"); ok {
			number, nth, several := strings.Cut(rest, "-")
			row, err := strconv.Atoi(number)
			ordinal = 1
			if several {
				if ordinal, _ = strconv.Atoi(nth); ordinal < 1 {
					ordinal = 1
				}
			}
			if err == nil && slices.Contains(e.Rows, row) {
				return row, ordinal
			}
		}
	}
	if len(e.Rows) == 0 {
		return -1, 1
	}
	return e.Rows[0], 1
}

// Every returns the rows of a finding one by one, those inside a run of uncovered rows too.
func (f *Finding) Every() []int {
	if f.Code != finding.Uncovered || len(f.Rows) != 2 {
		return f.Rows
	}
	out := make([]int, 0, f.Rows[1]-f.Rows[0]+1)
	for n := f.Rows[0]; n <= f.Rows[1]; n++ {
		out = append(out, n)
	}
	return out
}

// Ranges writes row numbers for people: "3–7, 9". The numbers may be in any order.
func Ranges(rows []int) string {
	sorted := slices.Clone(rows)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	var b strings.Builder
	for i := 0; i < len(sorted); {
		j := i
		for j+1 < len(sorted) && sorted[j+1] == sorted[j]+1 {
			j++
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(sorted[i]))
		switch {
		case j == i+1:
			b.WriteString(", " + strconv.Itoa(sorted[j]))
		case j > i:
			b.WriteString("–" + strconv.Itoa(sorted[j]))
		}
		i = j + 1
	}
	return b.String()
}
