package conformance

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/rowproof/rowproof/internal/lookup"
)

// BenchmarkCite measures one look-up of a value, on the vectors of the suite cite, with the
// documents at hand: the rate of a run whose records are checked one after the other.
func BenchmarkCite(b *testing.B) {
	raw, err := vectors.ReadFile("vectors/cite.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	var checks []*citeCheck
	for line := range bytes.Lines(raw) {
		var v citeVector
		if err := json.Unmarshal(line, &v); err != nil {
			b.Fatal(err)
		}
		c, err := newCiteCheck(&v)
		if err != nil {
			b.Fatal(err)
		}
		checks = append(checks, c)
	}
	if len(checks) == 0 {
		b.Fatal("no vectors")
	}
	var r lookup.Result
	b.ReportAllocs()
	b.ResetTimer()
	before := cpuSeconds()
	for i := range b.N {
		checks[i%len(checks)].run(&r)
	}
	if spent := cpuSeconds() - before; spent > 0 {
		b.ReportMetric(float64(b.N)/spent, "checks/cpu-s")
	}
}
