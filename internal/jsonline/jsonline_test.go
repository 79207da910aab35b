package jsonline

import (
	"bytes"
	"encoding/json"
	"testing"
)

var seeds = []string{
	"", "plain", `a "quote" and a \`, "line\nbreak\ttab\r\b\f\x00\x01\x1f\x7f", "<b>&amp;</b>", "été 25 m² – €", "\u2028x\u2029", "\xff\xc3(", "\ufffd", "😀\u0085",
}

func FuzzString(f *testing.F) {
	if len(seeds) < 10 {
		f.Fatal("too few seeds")
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(s); err != nil {
			t.Fatal(err)
		}
		if got := string(String(nil, s)) + "\n"; got != want.String() {
			t.Errorf("String(%q) = %s, encoding/json writes %s", s, got, want.String())
		}
	})
}

func TestInts(t *testing.T) {
	for _, list := range [][]int{nil, {}, {0}, {-3, 12, 1 << 40}} {
		want, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(Ints(nil, list)); got != string(want) {
			t.Errorf("Ints(%v) = %s, want %s", list, got, want)
		}
	}
}

func TestOptionalLeavesOutTheEmpty(t *testing.T) {
	if got := string(Optional([]byte("{"), `"a":`, "")); got != "{" {
		t.Errorf("an empty member was written: %s", got)
	}
	if got := string(Optional([]byte("{"), `"a":`, "x")); got != `{"a":"x"` {
		t.Errorf("got %s", got)
	}
}
