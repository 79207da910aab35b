package verify

import (
	"fmt"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// TestUnknownOfAnUnreadPart: an answer of unknown passes only where every part of the text was
// read for it, and a part that no answer was made from is uncovered.
func TestUnknownOfAnUnreadPart(t *testing.T) {
	tk, err := task.Load("t.yaml", []byte("version: 1\nname: lease\nquestions:\n  - {id: notice, ask: How long is the notice?}\n  - {id: pets, ask: Are pets allowed?}\n"))
	if err != nil {
		t.Fatal(err)
	}
	doc := &table.Document{Name: "lease.md", Format: "text", Tables: []table.Table{
		{Name: "Notice", Shape: table.Prose, First: 0, End: 2, Columns: 1}, {Name: "Pets", Index: 1, Shape: table.Prose, First: 2, End: 4, Columns: 1},
	}}
	for n, text := range []string{"Either side may end the lease.", "The notice is three months, in writing.", "Cats may be kept.", "Dogs may not be kept."} {
		doc.Rows = append(doc.Rows, table.Row{Number: n, Line: n + 1, Table: n / 2, Cells: []table.Cell{{Text: text}}})
	}
	const proven = `{"id":"notice","answer":"“The notice is three months”","title":"Notice","clause":"The notice is three months"}`
	const knowsNot = `{"id":"pets","unknown":true}`
	for _, c := range []struct {
		what, first, second string
		want                verdict.Document
		notice, pets        string
	}{
		{"both parts read", proven + "," + knowsNot, `{"id":"notice","unknown":true},` + knowsNot, verdict.Sound, "", ""},
		{"the second part failed", proven + "," + knowsNot, "", verdict.Incomplete, "", finding.QuestionNotAnswered},
		{"the question left out of the second part", proven + "," + knowsNot, proven, verdict.NeedsReview, "", finding.QuestionNotAnswered},
		{"found in the second part", `{"id":"notice","unknown":true}`, proven + `,{"id":"pets","answer":"“Dogs may not be kept”","title":"Pets","clause":"Dogs may not be kept"}`, verdict.Sound, "", ""},
		{"nothing answered", "", "", verdict.Incomplete, finding.QuestionNotAnswered, finding.QuestionNotAnswered},
	} {
		var stored []claim.Stored
		for i, answers := range []string{c.first, c.second} {
			s := claim.Stored{Window: i, Core: [2]int{2 * i, 2*i + 2}, Shown: [2]int{2 * i, 2*i + 2}, Outcome: "complete", Raw: fmt.Sprintf(`{"answers":[%s]}`, answers)}
			if answers == "" {
				s.Outcome, s.Raw = outcomeFailed, ""
			}
			stored = append(stored, s)
		}
		res, err := Verify(doc, structure.Analyse(doc), tk, stored)
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict != c.want || res.Prose[0].Code != c.notice || res.Prose[1].Code != c.pets {
			t.Errorf("%s: %s, notice %q, pets %q", c.what, res.Verdict, res.Prose[0].Code, res.Prose[1].Code)
		}
		if failed := c.second == ""; failed != (res.Classes[3] == verdict.Uncovered) || failed != (len(res.Uncovered) > 0) {
			t.Errorf("%s: row 3 is %s, uncovered %v", c.what, res.Classes[3], res.Uncovered)
		}
	}
}
