package verdict_test

import (
	"encoding/json"
	"testing"

	"github.com/rowproof/rowproof/internal/verdict"
)

func TestTexts(t *testing.T) {
	var texts verdict.Texts
	if texts.At(0) != "" {
		t.Error("a text of nothing")
	}
	want := []string{"data", "", "data", "heading: above figures"}
	for _, s := range want {
		texts.Add(s)
	}
	for n, s := range want {
		if got := texts.At(n); got != s {
			t.Errorf("row %d: %q, want %q", n, got, s)
		}
	}
	if texts.At(-1) != "" || texts.At(len(want)) != "" {
		t.Error("a text outside")
	}
	got, err := json.Marshal(texts)
	if string(got) != `["data","","data","heading: above figures"]` {
		t.Errorf("%s, %v", got, err)
	}
}
