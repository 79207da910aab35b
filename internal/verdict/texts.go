package verdict

import (
	"encoding/json"
	"slices"
)

// Texts are texts by row number, of which there are few different ones. The zero value has none.
type Texts struct {
	words []string
	of    []uint16 // by row: index into words
}

// Add gives the next row its text. There is room for 65,536 different ones; a further one is left empty.
func (t *Texts) Add(text string) {
	i := slices.Index(t.words, text)
	if i < 0 {
		if i = len(t.words); i > 1<<16-1 {
			i, text = 0, ""
		} else {
			t.words = append(t.words, text)
		}
	}
	t.of = append(t.of, uint16(i))
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
