package structure

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// besidePairwise is what Beside must find, block against block.
func besidePairwise(st *Structure) []int {
	var out []int
	for i := range st.Blocks {
		a := &st.Blocks[i]
		if slices.ContainsFunc(st.Blocks, func(b Block) bool {
			return a.Table == b.Table && a.First <= b.Last && b.First <= a.Last && (a.EndCol <= b.FirstCol || b.EndCol <= a.FirstCol)
		}) {
			out = append(out, i)
		}
	}
	return out
}

func TestBesideAgainstEveryPair(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 500 {
		st := &Structure{}
		for range 1 + r.IntN(12) {
			first, col := r.IntN(40), r.IntN(12)
			st.Blocks = append(st.Blocks, Block{Table: r.IntN(2), First: first, Last: first + r.IntN(8), FirstCol: col, EndCol: col + 1 + r.IntN(4)})
		}
		got, want := st.Beside(), besidePairwise(st)
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v, of %+v", got, want, st.Blocks)
		}
		found += len(got)
	}
	if found < 500 {
		t.Errorf("only %d blocks beside others", found)
	}
}

// BenchmarkBeside looks through a sheet of 5,000 small tables, two in a row.
func BenchmarkBeside(b *testing.B) {
	st := &Structure{}
	for i := range 2500 {
		for k := range 2 {
			st.Blocks = append(st.Blocks, Block{First: 5 * i, Last: 5*i + 2, FirstCol: 4 * k, EndCol: 4*k + 3})
		}
	}
	for b.Loop() {
		if len(st.Beside()) != 5000 {
			b.Fatal("blocks are missing")
		}
	}
}
