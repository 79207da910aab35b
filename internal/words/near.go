package words

import "strings"

// Near returns the one of the allowed words that a misspelt one most likely means, "" if none is near:
// at most a third of its letters differ, and one letter always may. The first of equally near ones is
// returned; capitals do not count.
func Near(word string, allowed []string) string {
	best, least := "", 1+max(1, len(word)/3)
	for _, a := range allowed {
		if d := distance(strings.ToLower(word), strings.ToLower(a)); d < least {
			best, least = a, d
		}
	}
	return best
}

// distance counts the letters to insert, delete, replace or change round with the next.
func distance(a, b string) int {
	const longest = 64 // a longer text is no misspelt word
	if len(a) > longest || len(b) > longest {
		return max(len(a), len(b))
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
