package words

import (
	"strings"
	"testing"
)

func TestNear(t *testing.T) {
	allowed := []string{"records", "required", "rows", "type"}
	for word, want := range map[string]string{
		"record": "records", "requierd": "required", "row": "rows", "tpye": "type", "TYPE": "type", "typ": "type",
		"": "", "model": "", "description": "", strings.Repeat("x", 100): "",
	} {
		if got := Near(word, allowed); got != want {
			t.Errorf("Near(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Near("ab", []string{"ac", "ad"}); got != "ac" {
		t.Errorf("of two that are equally near, %q", got)
	}
}
