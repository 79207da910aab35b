package report

import (
	"slices"
	"strconv"
	"strings"
)

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
