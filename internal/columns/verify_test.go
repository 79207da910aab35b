package columns_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/columns"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/windows"
)

// decide answers a document in windows and verifies the answers.
func decide(t testing.TB, doc *table.Document, tk *task.Task, opt windows.Options) *verdict.Result {
	t.Helper()
	st := structure.Analyse(doc)
	a := columns.New(st, tk)
	var stored []claim.Stored
	for w := range windows.Split(st, opt, nil) {
		stored = append(stored, claim.Stored{Window: w.Index, Core: [2]int{w.Core.First, w.Core.End}, Shown: [2]int{w.Shown.First, w.Shown.End},
			Context: w.Context, Outcome: "complete", Answerer: "columns", Raw: string(a.Answer(w))})
	}
	res, err := verify.Verify(doc, st, tk, stored)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// describe says what a result holds against a document, one finding a line.
func describe(res *verdict.Result) string {
	var b strings.Builder
	n := map[verdict.Verdict]int{}
	for _, e := range res.Entries.All() {
		n[e.Verdict]++
	}
	fmt.Fprintf(&b, "%s: %d accepted, %d held, %d refused\n", res.Verdict, n[verdict.Accepted], n[verdict.Held], n[verdict.Refused])
	for _, f := range res.Findings {
		if f.Severity() > 0 {
			fmt.Fprintf(&b, "%s %v col %d %s %s %s\n", f.Code, f.Rows, f.Col, f.Entry, f.Field, f.Detail)
		}
	}
	return b.String()
}

// TestDocumentsAreSound runs the documents of testdata through the checks: every record is accepted.
func TestDocumentsAreSound(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d cases in testdata, %v", len(files), err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			parts := strings.Split(string(data), "\n---\n")
			s := sheet{lines: strings.Split(parts[1], "\n")}
			if strings.Contains(f, "csv") {
				s.shape = table.File
			}
			for _, rows := range []int{3, 500} {
				res := decide(t, collect(t, s), load(t, parts[0]), windows.Options{Rows: rows, Overlap: 2})
				if res.Entries.Len() < 3 || res.Verdict != verdict.Sound {
					t.Errorf("in windows of %d rows: %s", rows, describe(res))
				}
			}
		})
	}
}

// TestTiesAreSaid proves that a column between whose fields its heading ties is left null, and that the document says so.
func TestTiesAreSaid(t *testing.T) {
	tk := load(t, `
version: 1
name: tie
records:
  line:
    key: [no]
    fields:
      no: {type: identifier, required: true, aliases: [No]}
      paid: {type: money, aliases: [Paid]}
      open: {type: money, aliases: [Open]}
`)
	doc := collect(t, sheet{lines: []string{"No|Paid open|Remark", "A1|100.00|x", "A2|120.00|", "A3|130.00|"}})
	if got := answers(t, doc, tk, windows.Options{Rows: 50}); !strings.Contains(got, `{"rows":[1],"no":"A1","paid":null,"open":null}`) {
		t.Errorf("answers\n%s", got)
	}
	res := decide(t, doc, tk, windows.Options{Rows: 50})
	said := 0
	for _, f := range res.Findings {
		if f.Code == finding.ColumnTie && f.Col == 1 {
			said++
		}
	}
	if said != 1 || res.Verdict != verdict.NeedsReview {
		t.Errorf("%d findings; %s", said, describe(res))
	}
}

// TestNothingWithoutHeadings proves that a table without headings is never guessed at.
func TestNothingWithoutHeadings(t *testing.T) {
	tk := load(t, `
version: 1
name: plain
records:
  line:
    fields:
      no: {type: identifier, required: true, aliases: [No]}
      paid: {type: money, aliases: [Paid]}
`)
	doc := collect(t, sheet{shape: table.File, lines: []string{"A1|100.00", "A2|120.00", "A3|130.00"}})
	res := decide(t, doc, tk, windows.Options{Rows: 50})
	if res.Entries.Len() != 0 || res.Verdict != verdict.Incomplete || res.Counts.Classes["uncovered"] != 3 {
		t.Errorf("%d entries, %v: %s", res.Entries.Len(), res.Counts.Classes, describe(res))
	}
}
