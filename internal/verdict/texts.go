package verdict

import (
	"encoding/json"
	"slices"
)

// Texts are texts by row number, of which there are few different ones. The zero value has none.
type Texts struct {
	words []string
	of    []uint32 // by row: index into words
}

// Add gives the next row its text.
func (t *Texts) Add(text string) {
	i := slices.Index(t.words, text)
	if i < 0 {
		i = len(t.words)
		t.words = append(t.words, text)
	}
	t.of = append(t.of, uint32(i))
}

// At returns the text of row n, empty outside.
func (t *Texts) At(n int) string {
	if n < 0 || n >= len(t.of) {
		return ""
	}
	return t.words[t.of[n]]
}

// MarshalJSON writes the list of the texts.
func (t Texts) MarshalJSON() ([]byte, error) {
	out := make([]string, len(t.of))
	for n := range out {
		out[n] = t.At(n)
	}
	return json.Marshal(out)
}
