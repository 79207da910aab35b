package cite

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestSmallest compares the smallest carrying set with all sets tried one by one.
func TestSmallest(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	several := 0
	for trial := range 2000 {
		n := 2 + rng.IntN(6)
		full := uint64(1)<<n - 1
		var masks [][]uint64
		var need uint64
		for range 1 + rng.IntN(6) {
			hits := make([]uint64, 1+rng.IntN(3))
			common := full
			for i := range hits {
				hits[i] = 1 << rng.IntN(n)
				if rng.IntN(4) == 0 {
					hits[i] |= 1 << rng.IntN(n)
				}
				common &= hits[i]
			}
			need |= common
			masks = append(masks, hits)
		}
		got := smallest(masks, full, need, n)
		if !covered(masks, got) {
			t.Fatalf("trial %d: %b does not print all of %b", trial, got, masks)
		}
		least := full
		for set := uint64(0); set <= full; set++ {
			if covered(masks, set) && bits.OnesCount64(set) < bits.OnesCount64(least) {
				least = set
			}
		}
		if bits.OnesCount64(got) != bits.OnesCount64(least) {
			t.Fatalf("trial %d: %b for %b, %b is smaller", trial, got, masks, least)
		}
		if bits.OnesCount64(got) > 1 {
			several++
		}
	}
	if several < 200 {
		t.Errorf("only %d sets of several rows", several)
	}
}

// TestSmallestOfManyRows checks that many cited rows are searched in bounded time.
func TestSmallestOfManyRows(t *testing.T) {
	var masks [][]uint64
	for i := range 40 {
		masks = append(masks, []uint64{1 << i, 1 << (i / 2)})
	}
	got := smallest(masks, 1<<60-1, 1, 60)
	if !covered(masks, got) || bits.OnesCount64(got) > 40 {
		t.Errorf("%b", got)
	}
}

func TestLeadingPair(t *testing.T) {
	for _, c := range []struct {
		text string
		a, b int
		ok   bool
	}{
		{"31/12/2026", 31, 12, true}, {"1. 2. 2026", 1, 2, true}, {" 05-06-26", 5, 6, true},
		{"2026-05-06", 0, 0, false}, {"May 2026", 0, 0, false}, {"", 0, 0, false}, {"5", 0, 0, false},
	} {
		a, b, ok := leadingPair(c.text)
		if ok != c.ok || ok && (a != c.a || b != c.b) {
			t.Errorf("%q: %d, %d, %t", c.text, a, b, ok)
		}
	}
}
