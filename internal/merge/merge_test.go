package merge

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

var plain = Rows{Count: 100, IsData: func(n int) bool { return n%10 != 0 }} // every tenth row is a section heading

var asked = &task.Task{
	Document: []task.Field{{Name: "total", Type: task.Money}},
	Records:  []task.Record{{Name: "line", Fields: []task.Field{{Name: "item"}}}},
}

// window returns an answer whose core is [first, end), with overlap rows shown on both sides.
func window(index, first, end, overlap int, records ...claim.Record) *claim.Stored {
	return answer(index, first, end, overlap, &claim.Answer{Records: records})
}

func answer(index, first, end, overlap int, a *claim.Answer) *claim.Stored {
	return &claim.Stored{Window: index, Core: [2]int{first, end}, Shown: [2]int{max(0, first-overlap), min(100, end+overlap)}, Raw: string(claim.Encode(a, asked))}
}

// of merges the answers of one round.
func of(t *testing.T, rounds ...[]*claim.Stored) []Round {
	t.Helper()
	a := NewAnswers(asked, plain)
	var out []Round
	for _, round := range rounds {
		from := a.Len()
		for _, s := range round {
			if fs := a.Add(s, true); slices.ContainsFunc(fs, func(f finding.Finding) bool { return f.Code != finding.MalformedItem }) {
				t.Fatalf("%s: %v", s.Raw, fs)
			}
		}
		out = append(out, a.Round(from, a.Len()))
	}
	return out
}

func line(quote string, rows ...int) claim.Record {
	return claim.Record{Type: "line", Rows: rows, Fields: []claim.Value{{Name: "item", Quote: quote}}}
}

func summary(r Round) string {
	var out []string
	for i := range r.Len() {
		c := r.Record(i)
		s := fmt.Sprintf("%s%v", c.Fields[0].Quote, c.Rows)
		if r.Agreed(i) > 0 {
			s += fmt.Sprintf(" agreed %d", r.Agreed(i))
		}
		if r.Adopted(i) {
			s += " adopted"
		}
		others, _ := r.Others(i)
		for k := range others {
			o := r.Other(i, k)
			s += fmt.Sprintf(" against %s%v", o.Fields[0].Quote, o.Rows)
		}
		out = append(out, s)
	}
	return fmt.Sprint(out)
}

func balanced(t *testing.T, r Round) {
	t.Helper()
	sum := r.Superseded
	for i := range r.Len() {
		sum += 1 + r.Agreed(i)
	}
	if sum != r.Made {
		t.Errorf("%d claims made, %d accounted for: %s", r.Made, sum, summary(r))
	}
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []*claim.Stored
		want    string
	}{
		{"one window", []*claim.Stored{window(0, 0, 100, 0, line("A", 1), line("B", 2))}, "[A[1] B[2]]"},
		{"equal lines in two rows are two records", []*claim.Stored{window(0, 0, 100, 0, line("A", 1), line("A", 2))}, "[A[1] A[2]]"},
		{"a copy agrees", []*claim.Stored{window(0, 0, 5, 2, line("A", 4)), window(1, 5, 10, 2, line("A", 4))}, "[A[4] agreed 1]"},
		{"blanks are no difference", []*claim.Stored{window(0, 0, 5, 2, line("A  B", 4)), window(1, 5, 10, 2, line("A B", 4))}, "[A  B[4] agreed 1]"},
		{"a copy differs", []*claim.Stored{window(0, 0, 5, 2, line("A", 4)), window(1, 5, 10, 2, line("B", 4))}, "[A[4] against B[4]]"},
		{"the owner's stands whatever the order", []*claim.Stored{window(1, 5, 10, 2, line("B", 4)), window(0, 0, 5, 2, line("A", 4))}, "[A[4] against B[4]]"},
		{"found by the neighbour only", []*claim.Stored{window(0, 0, 5, 2), window(1, 5, 10, 2, line("A", 4))}, "[A[4] adopted]"},
		{"section rows do not own", []*claim.Stored{window(0, 5, 15, 2, line("A", 10, 12)), window(1, 15, 20, 9, line("A", 12))}, "[A[10 12] agreed 1]"},
		{"side by side in order", []*claim.Stored{window(0, 0, 5, 2, line("A", 4), line("B", 4)), window(1, 5, 10, 2, line("A", 4), line("B", 4))}, "[A[4] agreed 1 B[4] agreed 1]"},
		{"side by side, one seen", []*claim.Stored{window(0, 0, 5, 2, line("A", 4), line("B", 4)), window(1, 5, 10, 2, line("B", 4))}, "[A[4] B[4] agreed 1]"},
		{"other rows", []*claim.Stored{window(0, 0, 5, 2, line("A", 3, 4)), window(1, 5, 10, 2, line("A", 4))}, "[A[3 4] against A[4]]"},
		{"the edge of what was shown is no opinion", []*claim.Stored{window(0, 0, 5, 2, line("A", 2, 4)), window(1, 5, 10, 2, line("A", 4))}, "[A[2 4]]"},
		{"two neighbours found it", []*claim.Stored{window(0, 0, 4, 9), window(1, 4, 6, 9, line("A", 2)), window(2, 6, 9, 9, line("A", 2))}, "[A[2] agreed 1 adopted]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := of(t, c.answers)[0]
			if got := summary(r); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			balanced(t, r)
		})
	}
}

func TestNullDocumentValues(t *testing.T) {
	doc := func(index, first, end int, v claim.Value) *claim.Stored {
		return answer(index, first, end, 0, &claim.Answer{Document: []claim.Value{v}})
	}
	null := claim.Value{Name: "total", Null: true}
	r := of(t, []*claim.Stored{doc(0, 0, 5, null), doc(1, 5, 10, claim.Value{Name: "total", Quote: "5", Rows: []int{9}}), doc(2, 10, 20, null)})[0]
	if got := summary(r); got != "[5[9]]" {
		t.Errorf("got %s", got)
	}
	balanced(t, r)
	r = of(t, []*claim.Stored{doc(0, 0, 5, null), doc(1, 5, 10, null)})[0]
	if r.Len() != 1 || !r.Record(0).Fields[0].Null {
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
	if v, ok := j.v[j.r.Record(i).Fields[0].Quote]; ok {
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
			rounds := of(t, []*claim.Stored{window(0, 0, 100, 0, c.before...)}, []*claim.Stored{window(0, 0, 5, 0, c.later...)})
			r := rounds[0].Then(rounds[1], testJudge{rounds[0], c.v})
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
		var answers []*claim.Stored
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
		r := of(t, answers)[0]
		balanced(t, r)
		want := summary(r)
		slices.Reverse(answers)
		if got := summary(of(t, answers)[0]); got != want {
			t.Fatalf("trial %d: the order of the answers matters:\n%s\n%s", trial, got, want)
		}
	}
}
