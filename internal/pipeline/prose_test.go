package pipeline

import (
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/model/modeltest"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/windows"
)

// TestQuestions: prose, by title and clause.
func TestQuestions(t *testing.T) {
	doc := &table.Document{Name: "lease.txt", Format: "text"}
	e := table.NewEmitter(&collector{doc}, table.Limits{})
	line := 0
	for _, part := range [][]string{
		{"1. Notice", "Either party may end the lease.", "The notice is three months, in writing."},
		{"2. Deposit", "The tenant pays a deposit of two rents.", "It is returned within six weeks."},
	} {
		if err := e.Table(&table.Table{Name: part[0], Shape: table.Prose}); err != nil {
			t.Fatal(err)
		}
		for _, text := range part[1:] {
			line++
			if _, err := e.Row(&table.Row{Line: line, Cells: []table.Cell{{Text: text}}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	doc.ID, _, _ = e.Close()
	r := &roll{doc: doc, st: structure.Analyse(doc), task: loadTask(t, `version: 1
name: lease
questions:
  - {id: notice, ask: How long is the notice?}
  - {id: deposit, ask: How high is the deposit?}
  - {id: pets, ask: Are pets allowed?}
`)}
	yes := []claim.Prose{
		{ID: "notice", Answer: `The notice is "three months, in writing".`, Title: "1. Notice", Clause: "three months, in writing", HasTitle: true, HasClause: true},
		{ID: "deposit", Answer: `A "deposit of two rents" is owed.`, Title: "2. Deposit", Clause: "deposit of two rents", HasTitle: true, HasClause: true},
		{ID: "pets", Unknown: true},
	}
	r.truth = &modeltest.Truth{Answers: yes}
	in := r.input(t, modeltest.Oracle(r.task, r.truth))
	in.Windows = windows.Options{Rows: 100, Overlap: 1, BytesPerToken: 2.3}
	res := run(t, in)
	if len(res.Prose) != 3 || res.Verdict != verdict.Sound || !res.Prose[0].Linked || !res.Prose[2].Unknown {
		t.Errorf("%+v\n%s", res.Prose, describe(res))
	}
	// The right clause under another title is no answer.
	swapped := append([]claim.Prose(nil), yes...)
	swapped[0].Title = "2. Deposit"
	r.truth = &modeltest.Truth{Answers: swapped}
	if res := run(t, r.input(t, modeltest.Oracle(r.task, r.truth))); res.Verdict == verdict.Sound || res.Prose[0].Verdict == verdict.Accepted {
		t.Errorf("%+v\n%s", res.Prose, describe(res))
	}
}
