// Package words says when two printed words are the same word: what is folded, what is cut
// at word edges, and what stays a difference.
//
// The rules are those of CHECKS section 1; docs/checks.md has them. Offsets refer to the
// text as printed, so that a match can be marked.
package words

// A Word is one word of a text.
type Word struct {
	Text       string // folded: equal texts are the same word
	Start, End int    // byte offsets in the text as printed
}
