package verify_test

import (
	"slices"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/verify/verifytest"
)

// TestOutcomes checks what becomes of windows without a whole answer.
func TestOutcomes(t *testing.T) {
	c := verifytest.Schedule(20)
	for _, test := range []struct {
		outcome, raw string
		finding      string
		again        string // a finding that must be gone once a later round answered the rows
	}{
		{"failed", "", "not_answered", "not_answered"},
		{"declined", "I cannot do that.", "declined", ""},
		{"filtered", "", "filtered", "rows_remain_filtered"},
		{"filtered", "", "rows_remain_filtered", "rows_remain_filtered"},
		{"truncated", `{"property":[{"rows":[11],"ref":"P-000010","address":"11 H`, "truncated", ""},
		{"empty", "", "empty_answer", ""},
		{"complete", "none", "undecodable", ""},
	} {
		answers := c.Stored(10, 2)
		lost := answers[1]
		whole := lost
		whole.Round = 1
		lost.Outcome, lost.Raw = test.outcome, test.raw
		answers[1] = lost
		res := check(t, c, answers)
		if res.Verdict != verdict.Incomplete || !slices.Contains(codes(res), test.finding) {
			t.Errorf("%s: %s, %v", test.outcome, res.Verdict, codes(res))
		}
		if len(verify.Uncovered(res)) == 0 {
			t.Errorf("%s: nothing is asked for again", test.outcome)
		}
		res = check(t, c, append(answers, whole))
		if res.Verdict != verdict.Sound || res.Counts.Records.Accepted != 20 {
			t.Errorf("%s, then answered: %s, %v", test.outcome, res.Verdict, codes(res))
		}
		if test.again != "" && slices.Contains(codes(res), test.again) {
			t.Errorf("%s, then answered: %s stays", test.outcome, test.again)
		}
	}
}

// TestUncovered checks that rows of refused values are asked for again, with the row of the hint.
func TestUncovered(t *testing.T) {
	c := verifytest.Schedule(9)
	moved := c.Answer.Records[3]
	moved.Rows = []int{moved.Rows[0] + 1}
	records := slices.Clone(c.Answer.Records)
	records[3] = moved
	cut := *c
	cut.Answer.Records = slices.Delete(records, 7, 8)
	res := check(t, &cut, cut.Stored(0, 0))
	want := []verdict.Run{{First: 4, Last: 5}, {First: 8, Last: 8}}
	if got := verify.Uncovered(res); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestOwnerSaysWhatARowIs checks that the window that owns a row decides what it is called.
func TestOwnerSaysWhatARowIs(t *testing.T) {
	doc := verifytest.Table("Ref | Rent\nA1 | 10.00\nsee below\nA2 | 20.00")
	c := &verifytest.Case{Doc: doc, Headings: []int{0}, Task: verifytest.Schedule(1).Task}
	answers := []claim.Stored{
		{Window: 0, Core: [2]int{0, 2}, Shown: [2]int{0, 4}, Outcome: "complete", Raw: `{"other":[{"rows":[2],"kind":"section"}]}`},
		{Window: 1, Core: [2]int{2, 4}, Shown: [2]int{0, 4}, Outcome: "complete", Raw: `{"other":[{"rows":[2],"kind":"note"}]}`},
	}
	for range 2 {
		if got := check(t, c, answers).Classes[2]; got != verdict.OfNote {
			t.Errorf("the row is %s", got)
		}
		slices.Reverse(answers)
	}
}
