package conformance

import (
	"strings"
	"testing"
)

func TestBuiltinVectorsPass(t *testing.T) {
	var out strings.Builder
	counts, err := Builtin(&out)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(counts)
	if counts.Differ() > 0 {
		t.Errorf("%d vectors differ:\n%s", counts.Differ(), out.String())
	}
}
