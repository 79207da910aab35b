package verify_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/verify/verifytest"
)

func check(t *testing.T, c *verifytest.Case, answers []claim.Stored) *verdict.Result {
	t.Helper()
	res, err := verify.Verify(c.Doc, structure.WithHeadings(c.Doc, c.Headings), c.Task, answers)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func codes(res *verdict.Result) []string {
	var out []string
	for i := range res.Findings {
		out = append(out, finding.Of(res.Findings[i].Code).Name)
	}
	return out
}

// TestWindowsChangeNothing checks that the truth is sound through any window and overlap.
func TestWindowsChangeNothing(t *testing.T) {
	c := verifytest.Schedule(57)
	whole := check(t, c, c.Stored(0, 0))
	if whole.Verdict != verdict.Sound {
		t.Fatalf("the truth is %s: %v", whole.Verdict, codes(whole))
	}
	for _, window := range []int{1, 2, 3, 7, 20, 58, 59, 200} {
		for _, overlap := range []int{0, 1, 5} {
			res := check(t, c, c.Stored(window, overlap))
			if res.Verdict != verdict.Sound || res.Counts.Records.Accepted != 57 {
				t.Errorf("window %d, overlap %d: %s, %d accepted, %v", window, overlap, res.Verdict, res.Counts.Records.Accepted, codes(res))
			}
			if overlap == 5 && window == 7 && res.Counts.Claims.Agreed == 0 {
				t.Errorf("window %d, overlap %d: no copy agrees", window, overlap)
			}
		}
	}
}

// TestOrderOfAnswersChangesNothing checks that the same answers in another order give the same result.
func TestOrderOfAnswersChangesNothing(t *testing.T) {
	c := verifytest.Schedule(40)
	answers := c.Stored(9, 3)
	want, _ := json.Marshal(check(t, c, answers))
	slices.Reverse(answers)
	got, _ := json.Marshal(check(t, c, answers))
	if string(got) != string(want) {
		t.Error("the result depends on the order of the answers")
	}
	answers = append(answers, answers[2])
	if got, _ = json.Marshal(check(t, c, answers)); string(got) != string(want) {
		t.Error("an answer stored twice changes the result")
	}
}

// TestTextsReadLater checks that answers whose texts stay elsewhere give the same result, and that a
// text that cannot be read again, or is another one then, is an error and no verdict.
func TestTextsReadLater(t *testing.T) {
	c := verifytest.Schedule(200)
	answers := c.Stored(17, 4)
	want, _ := json.Marshal(check(t, c, answers))
	times := 0
	for i := range answers {
		raw := answers[i].Raw
		answers[i].Raw, answers[i].Later = "", func() (string, error) { times++; return raw, nil }
	}
	if got, _ := json.Marshal(check(t, c, answers)); string(got) != string(want) {
		t.Error("the result depends on where the texts are")
	}
	if times < len(answers) || times > 4*len(answers) {
		t.Errorf("%d texts were read %d times", len(answers), times)
	}
	whole := answers[3].Later
	for _, other := range []string{"", "{}", `{"property":[`} {
		reads := 0
		answers[3].Later = func() (string, error) {
			if reads++; reads == 1 {
				return whole()
			}
			return other, nil
		}
		if _, err := verify.Verify(c.Doc, structure.WithHeadings(c.Doc, c.Headings), c.Task, answers); err == nil {
			t.Errorf("no error for an answer that is %q when it is read again", other)
		}
	}
	fault := errors.New("no disk")
	answers[3].Later = func() (string, error) { return "", fault }
	if _, err := verify.Verify(c.Doc, structure.WithHeadings(c.Doc, c.Headings), c.Task, answers); !errors.Is(err, fault) {
		t.Errorf("error %v", err)
	}
}

// TestSilentLoss checks that no lost record goes unseen.
func TestSilentLoss(t *testing.T) {
	c := verifytest.Schedule(100)
	for _, keep := range []int{0, 1, 50, 99} {
		cut := *c
		cut.Answer.Records = c.Answer.Records[:keep]
		res := check(t, &cut, cut.Stored(0, 0))
		lost := 0
		for _, r := range res.Uncovered {
			lost += r.Last - r.First + 1
		}
		if res.Verdict != verdict.Incomplete || lost != 100-keep {
			t.Errorf("%d of 100 kept: %s, %d rows uncovered", keep, res.Verdict, lost)
		}
	}
}

// TestBytesOfRecord holds what a record of eight values takes in the result, beside the document.
func TestBytesOfRecord(t *testing.T) {
	const records, most = 5000, 60
	c := verifytest.Schedule(records)
	res := check(t, c, c.Stored(200, 2))
	if n := res.Entries.Len(); n != records+1 || res.Counts.Records.Accepted != records {
		t.Fatalf("%d entries, %d accepted", n, res.Counts.Records.Accepted)
	}
	if got := res.Entries.Bytes() / records; got > most {
		t.Errorf("%d bytes a record, want %d at most", got, most)
	}
}

func BenchmarkVerify(b *testing.B) {
	c := verifytest.Schedule(100_000)
	answers := c.Stored(0, 0)
	st := structure.WithHeadings(c.Doc, c.Headings)
	b.ReportAllocs()
	bytes := 0
	for b.Loop() {
		res, err := verify.Verify(c.Doc, st, c.Task, answers)
		if err != nil || res.Verdict != verdict.Sound {
			b.Fatal(err, res.Verdict)
		}
		bytes = res.Entries.Bytes()
	}
	b.ReportMetric(float64(bytes)/100_000, "B/record")
}
