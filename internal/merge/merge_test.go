package merge

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/verdict"
)

var plain = Rows{Count: 100, IsData: func(n int) bool { return n%10 != 0 }} // every tenth row is a section heading

// window returns an answer whose core is [first, end), with overlap rows shown on both sides.
func window(index, first, end, overlap int, records ...claim.Record) Answer {
	s := &claim.Stored{Window: index, Core: [2]int{first, end}, Shown: [2]int{max(0, first-overlap), min(100, end+overlap)}}
	return Answer{Stored: s, Answer: claim.Answer{Records: records}}
}

func line(quote string, rows ...int) claim.Record {
	return claim.Record{Type: "line", Rows: rows, Fields: []claim.Value{{Name: "item", Quote: quote}}}
}

func summary(r Round) string {
	var out []string
	for _, c := range r.Claims {
		s := fmt.Sprintf("%s%v", c.Fields[0].Quote, c.Rows)
		if c.Agreed() > 0 {
			s += fmt.Sprintf(" agreed %d", c.Agreed())
		}
		if c.Adopted() {
			s += " adopted"
		}
		others, _ := c.Others()
		for _, o := range others {
			s += fmt.Sprintf(" against %s%v", o.Fields[0].Quote, o.Rows)
		}
		out = append(out, s)
	}
	return fmt.Sprint(out)
}

func balanced(t *testing.T, r Round) {
	t.Helper()
	sum := r.Superseded
	for _, c := range r.Claims {
		sum += 1 + c.Agreed()
	}
	if sum != r.Made {
		t.Errorf("%d claims made, %d accounted for: %s", r.Made, sum, summary(r))
	}
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []Answer
		want    string
	}{
		{"one window", []Answer{window(0, 0, 100, 0, line("A", 1), line("B", 2))}, "[A[1] B[2]]"},
		{"equal lines in two rows are two records", []Answer{window(0, 0, 100, 0, line("A", 1), line("A", 2))}, "[A[1] A[2]]"},
		{"a copy agrees", []Answer{window(0, 0, 5, 2, line("A", 4)), window(1, 5, 10, 2, line("A", 4))}, "[A[4] agreed 1]"},
		{"blanks are no difference", []Answer{window(0, 0, 5, 2, line("A  B", 4)), window(1, 5, 10, 2, line("A B", 4))}, "[A  B[4] agreed 1]"},
		{"a copy differs", []Answer{window(0, 0, 5, 2, line("A", 4)), window(1, 5, 10, 2, line("B", 4))}, "[A[4] against B[4]]"},
		{"the owner's stands whatever the order", []Answer{window(1, 5, 10, 2, line("B", 4)), window(0, 0, 5, 2, line("A", 4))}, "[A[4] against B[4]]"},
		{"found by the neighbour only", []Answer{window(0, 0, 5, 2), window(1, 5, 10, 2, line("A", 4))}, "[A[4] adopted]"},
		{"section rows do not own", []Answer{window(0, 5, 15, 2, line("A", 10, 12)), window(1, 15, 20, 9, line("A", 12))}, "[A[10 12] agreed 1]"},
		{"side by side in order", []Answer{window(0, 0, 5, 2, line("A", 4), line("B", 4)), window(1, 5, 10, 2, line("A", 4), line("B", 4))}, "[A[4] agreed 1 B[4] agreed 1]"},
		{"side by side, one seen", []Answer{window(0, 0, 5, 2, line("A", 4), line("B", 4)), window(1, 5, 10, 2, line("B", 4))}, "[A[4] B[4] agreed 1]"},
		{"other rows", []Answer{window(0, 0, 5, 2, line("A", 3, 4)), window(1, 5, 10, 2, line("A", 4))}, "[A[3 4] against A[4]]"},
		{"the edge of what was shown is no opinion", []Answer{window(0, 0, 5, 2, line("A", 2, 4)), window(1, 5, 10, 2, line("A", 4))}, "[A[2 4]]"},
		{"two neighbours found it", []Answer{window(0, 0, 4, 9), window(1, 4, 6, 9, line("A", 2)), window(2, 6, 9, 9, line("A", 2))}, "[A[2] agreed 1 adopted]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Of(c.answers, plain)
			if got := summary(r); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			balanced(t, r)
		})
	}
}

func TestNullDocumentValues(t *testing.T) {
	doc := func(index, first, end int, v claim.Value) Answer {
		a := window(index, first, end, 0)
		a.Document = []claim.Value{v}
		return a
	}
	null := claim.Value{Name: "total", Null: true}
	r := Of([]Answer{doc(0, 0, 5, null), doc(1, 5, 10, claim.Value{Name: "total", Quote: "5", Rows: []int{9}}), doc(2, 10, 20, null)}, plain)
	if got := summary(r); got != "[5[9]]" {
		t.Errorf("got %s", got)
	}
	balanced(t, r)
	r = Of([]Answer{doc(0, 0, 5, null), doc(1, 5, 10, null)}, plain)
	if len(r.Claims) != 1 || !r.Claims[0].Fields[0].Null {
		t.Errorf("got %s", summary(r))
	}
	balanced(t, r)
}

type judged map[string]verdict.Verdict

type testJudge struct {
	r Round
	v judged // by quote
}

func (j testJudge) Record(i int) (verdict.Verdict, bool) { return j.Field(i, ""), false }
func (j testJudge) Field(i int, _ string) verdict.Verdict {
	if v, ok := j.v[j.r.Claims[i].Fields[0].Quote]; ok {
		return v
	}
	return verdict.Accepted
}

func TestThen(t *testing.T) {
	for _, c := range []struct {
		name   string
		before []claim.Record
		v      judged
		later  []claim.Record
		want   string
	}{
		{"uncovered rows are filled", []claim.Record{line("A", 1)}, nil, []claim.Record{line("B", 2)}, "[A[1] B[2]]"},
		{"a refused value is replaced", []claim.Record{line("bad", 1)}, judged{"bad": verdict.Refused}, []claim.Record{line("A", 1)}, "[A[1]]"},
		{"a held one is not", []claim.Record{line("odd", 1)}, judged{"odd": verdict.Held}, []claim.Record{line("A", 1)}, "[odd[1] against A[1]]"},
		{"nor an accepted one", []claim.Record{line("A", 1)}, nil, []claim.Record{line("B", 1)}, "[A[1] against B[1]]"},
		{"saying the same again agrees", []claim.Record{line("odd", 1)}, judged{"odd": verdict.Held}, []claim.Record{line("odd", 1)}, "[odd[1] agreed 1]"},
		{"a refused record that is gone is gone", []claim.Record{line("bad", 2)}, judged{"bad": verdict.Refused}, []claim.Record{line("A", 1)}, "[A[1]]"},
		{"a refused one with other rows gives way", []claim.Record{line("bad", 1, 2)}, judged{"bad": verdict.Refused}, []claim.Record{line("A", 1)}, "[A[1]]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := Of([]Answer{window(0, 0, 100, 0, c.before...)}, plain)
			r := before.Then(Of([]Answer{window(0, 0, 5, 0, c.later...)}, plain), testJudge{before, c.v}, plain)
			if got := summary(r); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			balanced(t, r)
		})
	}
}

// TestAnyWindowsBalance checks on random answers that each claim goes somewhere, whatever
// the order of the answers.
func TestAnyWindowsBalance(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 4))
	for trial := range 300 {
		var answers []Answer
		size := 1 + rng.IntN(20)
		for first, i := 0, 0; first < 100; first, i = first+size, i+1 {
			var rs []claim.Record
			for range rng.IntN(6) {
				n := first + rng.IntN(size+4) - 2
				rows := []int{n}
				if rng.IntN(3) == 0 {
					rows = append(rows, n+1)
				}
				rs = append(rs, line(string(rune('A'+rng.IntN(3))), rows...))
			}
			answers = append(answers, window(i, first, min(100, first+size), rng.IntN(5), rs...))
		}
		r := Of(answers, plain)
		balanced(t, r)
		want := summary(r)
		slices.Reverse(answers)
		if got := summary(Of(answers, plain)); got != want {
			t.Fatalf("trial %d: the order of the answers matters:\n%s\n%s", trial, got, want)
		}
	}
}
