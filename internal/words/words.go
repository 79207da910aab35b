// Package words says when two printed words are the same word: what is folded, what is cut
// at word edges, and what stays a difference.
//
// The rules are those of docs/checks.md, section 1. Offsets refer to the text as printed, so
// that a match can be marked.
package words

// A Word is one word of a text.
type Word struct {
	Text       string // folded: equal texts are the same word
	Start, End int    // byte offsets in the text as printed, edges excluded
	// Key is Text with ß written ss: words that are the Same have equal keys, so it serves
	// for an index. Equal keys alone do not make two words the same: Masse is not Maße.
	Key string
	// Capitals says that the word as printed has at least two letters and no lower-case one:
	// only such a word may write ß as SS.
	Capitals bool
	// Lower says that the word as printed starts with a lower-case letter: the second half of
	// a word that a line end broke does.
	Lower bool
	// LineEnd says that a hyphen or a soft hyphen stands between the word and the end of its
	// line: the word may go on in the next one.
	LineEnd bool
	// Linked says that the word and the one before it are digit groups with one hyphen
	// between them: 2018-2024. They are found only as neighbours that are linked too.
	Linked bool
}

// Same says whether two words are the same: equal when folded, or one of them written in
// capitals with SS for the other's ß.
func Same(a, b Word) bool {
	if a.Text == b.Text {
		return true
	}
	return (a.Capitals || b.Capitals) && a.Key == b.Key
}

// Equal says whether two texts have the same words in the same order. Two texts without any
// word are equal.
func Equal(a, b string) bool {
	return EqualWords(Split(a), Split(b))
}

// EqualWords says whether two lists hold the same words in the same order.
func EqualWords(a, b []Word) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Same(a[i], b[i]) || a[i].Linked != b[i].Linked {
			return false
		}
	}
	return true
}

// Join makes one word of the two halves of a word that a line end broke: "garde-" and
// "corps". ok is false unless the first half stands at a line end with its hyphen and the
// second starts in lower case. The offsets are those of the first half.
func Join(first, second Word) (joined Word, ok bool) {
	if !first.LineEnd || !second.Lower {
		return Word{}, false
	}
	joined = first
	joined.Text = first.Text + second.Text
	joined.Key = first.Key + second.Key
	joined.Capitals = false
	joined.LineEnd = second.LineEnd
	return joined, true
}
