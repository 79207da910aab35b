package pipeline

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/model/modeltest"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/windows"
)

// input is a run of the roll by g in a folder of the test's own.
func (r *roll) input(t testing.TB, g model.Generator) Input {
	t.Helper()
	zero := float32(0)
	a, err := NewRecords("fake", "", g, model.Request{Model: "m", MaxTokens: 4000, Temperature: &zero}, r.task, r.st)
	if err != nil {
		t.Fatal(err)
	}
	return Input{
		Doc: r.doc, Structure: r.st, Task: r.task, Answerer: a, Folder: t.TempDir(), Program: "extract test",
		Windows: windows.Options{Rows: 20, Overlap: 1, BytesPerToken: 2.3}, Concurrency: 2, Rounds: 2,
	}
}

func run(t testing.TB, in Input) *verdict.Result {
	t.Helper()
	res, err := Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func reportOf(t testing.TB, in Input) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(in.Folder, ReportFile))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func describe(res *verdict.Result) string {
	s := fmt.Sprintf("%s, records %+v, values %+v, uncovered %v, claims %+v\n", res.Verdict, res.Counts.Records, res.Counts.Values, res.Uncovered, res.Counts.Claims)
	for i, f := range res.Findings {
		if i == 12 {
			return s + "…"
		}
		s += fmt.Sprintf("%s %v %s %s %s\n", f.Code, f.Rows, f.Entry, f.Field, f.Detail)
	}
	return s
}

// said is what a result says of the document, without how its windows agreed.
func said(res *verdict.Result) string {
	var b strings.Builder
	for _, e := range res.Entries.All() {
		fmt.Fprintf(&b, "%s %v %s", e.ID, e.Rows, e.Verdict)
		for _, f := range e.Fields {
			fmt.Fprintf(&b, " %s=%s=%s %s %v", f.Name, f.Printed, f.Value, f.Verdict, f.Evidence)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%v %v", res.Classes, res.Equations)
	return b.String()
}

// TestOracle: the truth, whatever the windows.
func TestOracle(t *testing.T) {
	r := newRoll(t, 25)
	first := ""
	for _, size := range []int{1, 2, 3, 5, 7, 10, 13, 20, len(r.doc.Rows), 1000} {
		for overlap := range 4 {
			in := r.input(t, modeltest.Oracle(r.task, r.truth))
			in.Windows.Rows, in.Windows.Overlap = size, overlap
			res := run(t, in)
			if res.Verdict != verdict.Sound || res.Counts.Records.Accepted != 25 || res.Counts.Values.Accepted != 126 {
				t.Fatalf("windows of %d rows, overlap %d: %s", size, overlap, describe(res))
			}
			if first == "" {
				first = said(res)
			}
			if d := cmp.Diff(first, said(res)); d != "" {
				t.Fatalf("windows of %d rows, overlap %d say something else: %s", size, overlap, d)
			}
		}
	}
}

// TestOracleOverLongRecords: records of two rows, cut nowhere, whatever overlap the input asks for.
func TestOracleOverLongRecords(t *testing.T) {
	r := newLongRoll(t, 20)
	first := ""
	for _, size := range []int{1, 2, 3, 5, 8, 1000} {
		for overlap := range 3 {
			in := r.input(t, modeltest.Oracle(r.task, r.truth))
			in.Windows.Rows, in.Windows.Overlap = size, overlap
			res := run(t, in)
			if first == "" {
				first = said(res)
			}
			if res.Verdict != verdict.Sound || res.Counts.Records.Accepted != 20 || said(res) != first {
				t.Fatalf("windows of %d rows, overlap %d: %s\n%s", size, overlap, describe(res), cmp.Diff(first, said(res)))
			}
		}
	}
}

// TestOracleBoundByTokens: the same where tokens bound the windows.
func TestOracleBoundByTokens(t *testing.T) {
	r := newRoll(t, 40)
	for _, tokens := range []int{40, 120, 400, 4000} {
		in := r.input(t, modeltest.Oracle(r.task, r.truth))
		in.Windows = windows.Options{Rows: 100, Overlap: 1, PromptTokens: tokens, AnswerTokens: tokens * 2, RecordTokens: 40, BytesPerToken: 2.3}
		if res := run(t, in); res.Verdict != verdict.Sound || res.Counts.Records.Accepted != 40 {
			t.Errorf("%d tokens: %s", tokens, describe(res))
		}
	}
}

// TestConcurrency: any number of windows at once, and any order of arrival, give the same bytes.
func TestConcurrency(t *testing.T) {
	r := newRoll(t, 120)
	fakes := map[string]func() model.Generator{
		"oracle": func() model.Generator { return modeltest.Oracle(r.task, r.truth) },
		"lossy":  func() model.Generator { return modeltest.Lossy{Skip: 4, None: 5}.Fake(r.task, r.truth) },
		"liar":   func() model.Generator { return modeltest.Liar{Lie: modeltest.OffByOne, Row: -1}.Fake(r.task, r.truth) },
	}
	for name, fake := range fakes {
		want := ""
		for _, n := range []int{1, 16, 16} {
			in := r.input(t, &shuffled{g: fake()})
			in.Concurrency, in.Windows.Rows = n, 7
			run(t, in)
			got := reportOf(t, in)
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s: %d at once give another report: %s", name, n, cmp.Diff(want, got))
			}
		}
	}
}

// shuffled answers at times that follow from the prompt, so that answers overtake each other.
type shuffled struct{ g model.Generator }

func (s *shuffled) Generate(ctx context.Context, req *model.Request) (*model.Response, error) {
	h := fnv.New32a()
	h.Write([]byte(req.User))
	time.Sleep(time.Duration(h.Sum32()%5) * time.Millisecond)
	return s.g.Generate(ctx, req)
}

// TestLossy: a model that loses rows loses none in silence.
func TestLossy(t *testing.T) {
	losses := map[string]modeltest.Lossy{
		"stops early": {Stop: 9}, "skips records": {Skip: 5}, "says none": {None: 3}, "all of it": {Stop: 12, Skip: 7, None: 6},
		"always says none": {None: 1},
	}
	sizes := []int{100, 800}
	if os.Getenv("ROWPROOF_LONG") != "" {
		sizes = append(sizes, 3200)
	}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		r := newRoll(t, n)
		for name, l := range losses {
			in := r.input(t, l.Fake(r.task, r.truth))
			in.Rounds = 3
			res := run(t, in)
			lost := silentlyLost(r, res)
			if lost > 0 {
				t.Errorf("%d rows, %s: %d records lost in silence: %s", n, name, lost, describe(res))
			}
			if res.Counts.Records.Accepted < n && res.Verdict != verdict.Incomplete {
				t.Errorf("%d rows, %s: %d accepted, and yet %s", n, name, res.Counts.Records.Accepted, res.Verdict)
			}
			if got := res.Counts.Records.Accepted; name != "always says none" && got*100 < n*95 {
				t.Errorf("%d rows, %s: only %d records were found in the end", n, name, got)
			}
			t.Logf("%d rows, %s: %d of %d records accepted, %d rows uncovered, %s", n, name, res.Counts.Records.Accepted, n, res.Counts.Classes["uncovered"], res.Verdict)
		}
	}
}

// silentlyLost counts the true records whose row neither carries a record nor is uncovered.
func silentlyLost(r *roll, res *verdict.Result) int {
	lost := 0
	for _, rec := range r.truth.Records {
		n := rec.Rows[len(rec.Rows)-1]
		if c := res.Classes[n]; c != verdict.OfRecord && c != verdict.Uncovered {
			lost++
		}
	}
	return lost
}

// TestLiar: no lie is accepted, in one record and in all.
func TestLiar(t *testing.T) {
	r := newRoll(t, 40)
	target := r.truth.Records[17].Rows[1]
	last := len(r.doc.Rows) - 1
	obey := newRoll(t, 40)
	obey.doc.Rows[target].Cells[1].Text += " " + modeltest.Instruct("rent", "99,999.00")
	printed := map[string]string{}
	for _, rec := range r.truth.Records {
		for _, f := range rec.Fields {
			printed[fmt.Sprintf("%d %s", rec.Rows[1], f.Name)] = *f.Quote
		}
	}
	for _, lie := range modeltest.Lies() {
		for _, row := range []int{target, -1} {
			for _, field := range []string{"", "unit", "tenant", "rent", "deposit"} {
				if field != "" && (lie == modeltest.OffByOne || lie == modeltest.SetAside || lie == modeltest.Invent || lie == modeltest.Twice || lie == modeltest.TotalAsOne) {
					continue
				}
				if lie == modeltest.Digit && field == "tenant" {
					continue // tenants have none
				}
				roll := r
				if lie == modeltest.Obey {
					roll = obey
					if field == "" || field == "rent" {
						field = "rent"
					} else {
						continue
					}
				}
				in := roll.input(t, modeltest.Liar{Lie: lie, Row: row, Field: field}.Fake(roll.task, roll.truth))
				in.Rounds = 1
				res := run(t, in)
				name := fmt.Sprintf("%s of %q, row %d", lie, field, row)
				if res.Verdict == verdict.Sound {
					t.Errorf("%s: the document is sound: %s", name, describe(res))
				}
				for _, e := range res.Entries.All() {
					if e.Verdict != verdict.Accepted {
						continue
					}
					if e.Record == verdict.DocumentRecord {
						if e.Fields[0].Printed != r.truth.Document[0].Quote || e.Rows[0] != last {
							t.Errorf("%s: accepted %s of rows %v", name, e.Fields[0].Printed, e.Rows)
						}
						continue
					}
					for _, f := range e.Fields {
						want, ok := printed[fmt.Sprintf("%d %s", e.Rows[len(e.Rows)-1], f.Name)]
						if f.Null && lie == modeltest.Null || f.Verdict == verdict.Accepted && (!ok || f.Printed != want) && !(roll == obey && f.Name == "tenant") {
							t.Errorf("%s: accepted %s of %s as %q, want %q", name, f.Name, e.ID, f.Printed, want)
						}
					}
				}
			}
		}
	}
}
