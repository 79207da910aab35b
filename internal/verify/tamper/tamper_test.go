package tamper

import (
	"testing"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify/verifytest"
)

// TestNoMutantIsAccepted changes every value of a schedule in every way.
func TestNoMutantIsAccepted(t *testing.T) {
	c := verifytest.Schedule(12)
	s := &Subject{Doc: c.Doc, Structure: structure.WithHeadings(c.Doc, c.Headings), Task: c.Task, Answer: c.Answer}
	report, err := Run(s, Options{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	if report.Truth != verdict.Sound || report.Accepted != 12 {
		t.Fatalf("the truth is %s, %d of 12 accepted", report.Truth, report.Accepted)
	}
	made, accepted := report.Made()
	if made < 500 {
		t.Fatalf("only %d mutants", made)
	}
	if accepted > 0 {
		t.Errorf("%d of %d mutants accepted", accepted, made)
		for _, m := range report.Survivors {
			t.Logf("%+v", m)
		}
	}
	if len(report.Counts) < 25 {
		t.Errorf("only %d ways", len(report.Counts))
	}
}

// TestSameSeedSameMutants checks that a run can be repeated.
func TestSameSeedSameMutants(t *testing.T) {
	c := verifytest.Schedule(5)
	s := &Subject{Doc: c.Doc, Structure: structure.WithHeadings(c.Doc, c.Headings), Task: c.Task, Answer: c.Answer}
	a, err := Run(s, Options{Seed: 3, Most: 60})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Run(s, Options{Seed: 3, Most: 60})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Counts) == 0 || len(a.Counts) != len(b.Counts) {
		t.Fatalf("%d and %d kinds", len(a.Counts), len(b.Counts))
	}
	for i := range a.Counts {
		if a.Counts[i] != b.Counts[i] {
			t.Errorf("%+v, then %+v", a.Counts[i], b.Counts[i])
		}
	}
}
