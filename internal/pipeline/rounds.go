package pipeline

import (
	"slices"

	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
)

// again returns the rows that are asked for again, ascending: those that nothing accounts for, those
// of refused values and where such a value may stand; of held records too where the task asks for it.
func again(res *verdict.Result, held bool) []int {
	var rows []int
	for _, u := range verify.Uncovered(res) {
		for n := u.First; n <= u.Last; n++ {
			rows = append(rows, n)
		}
	}
	r := res.Entries.Reader()
	for i := range res.Entries.Len() {
		if e := r.Head(i); held && e.Verdict == verdict.Held {
			rows = append(rows, e.Rows...)
		}
	}
	slices.Sort(rows)
	return slices.DeleteFunc(slices.Compact(rows), func(n int) bool { return aside(res.Classes[n]) })
}

// aside are the classes of rows that a record may cite but that are not its own: asking for a section
// heading again would ask for no record.
func aside(c verdict.Class) bool {
	return c == verdict.OfHeading || c == verdict.OfSection || c == verdict.OfFurniture
}

// better reports whether a round gained something: fewer rows uncovered, or fewer records or
// values refused, and nothing of it paid for with the other.
func better(now, before *verdict.Result) bool {
	a, b := standing(now), standing(before)
	gained := false
	for i := range a {
		if a[i] > b[i] {
			return false
		}
		gained = gained || a[i] < b[i]
	}
	return gained
}

func standing(r *verdict.Result) [3]int {
	open := 0
	for _, u := range r.Uncovered {
		open += u.Last - u.First + 1
	}
	return [3]int{open, r.Counts.Records.Refused, r.Counts.Values.Refused}
}
