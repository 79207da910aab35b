package cite

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSumsTwice compares the entries that share their sum with all of them compared one by one.
func TestSumsTwice(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	shared := 0
	for trial := range 300 {
		n := rng.IntN(200)
		s := newSums(n)
		sums := make([]uint32, n) // 0 for none
		for i := range sums {
			if rng.IntN(5) == 0 {
				continue
			}
			sums[i] = uint32(1 + rng.IntN(1+n*n))
			s.add(i, uint64(rng.Uint32())<<32|uint64(sums[i]))
		}
		var want []int32
		for i := range sums {
			if sums[i] != 0 && slices.Contains(append(slices.Clone(sums[:i]), sums[i+1:]...), sums[i]) {
				want = append(want, int32(i))
			}
		}
		got := s.twice()
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("trial %d: entries %v, want %v", trial, got, want)
		}
		shared += len(want)
	}
	if shared < 100 {
		t.Errorf("only %d entries share their sum", shared)
	}
}
