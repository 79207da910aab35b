package pipeline

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/model/modeltest"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
)

// counting counts the requests, and calls then before each.
type counting struct {
	g    model.Generator
	n    atomic.Int64
	then func(n int64) error
}

func (c *counting) Generate(ctx context.Context, req *model.Request) (*model.Response, error) {
	n := c.n.Add(1)
	if c.then != nil {
		if err := c.then(n); err != nil {
			return nil, err
		}
	}
	return c.g.Generate(ctx, req)
}

// TestResume: a run that was interrupted anywhere and resumed gives the bytes of one that was not, and
// pays for nothing twice.
func TestResume(t *testing.T) {
	r := newRoll(t, 120)
	fake := func() model.Generator { return modeltest.Lossy{Skip: 6, None: 7}.Fake(r.task, r.truth) }
	straight := r.input(t, fake())
	whole := &counting{g: fake()}
	straight.Answerer = r.input(t, whole).Answerer
	run(t, straight)
	want := reportOf(t, straight)
	for _, at := range []int64{1, 2, 5, 9} {
		cause := errors.New("interrupt")
		ctx, cancel := context.WithCancelCause(t.Context())
		cut := &counting{g: fake(), then: func(n int64) error {
			if n == at {
				cancel(cause)
			}
			return nil
		}}
		in := r.input(t, cut)
		_, err := Run(ctx, in)
		var stopped *Interrupted
		if !errors.As(err, &stopped) || !errors.Is(err, cause) {
			t.Fatalf("interrupted at request %d: %v", at, err)
		}
		if _, err := os.Stat(filepath.Join(in.Folder, ReportFile)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("an interrupted run left a report: %v", err)
		}
		kept, err := readAnswers(filepath.Join(in.Folder, AnswersFile))
		if err != nil || len(kept) != stopped.Answered {
			t.Errorf("%d answers are stored, %d said, %v", len(kept), stopped.Answered, err)
		}
		if (stopped.Hint() == "") != (len(kept) == 0) {
			t.Errorf("%d answers kept, hint %q", len(kept), stopped.Hint())
		}
		rest := &counting{g: fake()}
		resumed := r.input(t, rest)
		resumed.Folder, resumed.How = in.Folder, Resume
		run(t, resumed)
		if got := reportOf(t, resumed); got != want {
			t.Errorf("resumed after request %d: %s", at, cmp.Diff(want, got))
		}
		if total := int64(len(kept)) + rest.n.Load(); total != whole.n.Load() {
			t.Errorf("%d answers kept and %d requests after it, want %d in all", len(kept), rest.n.Load(), whole.n.Load())
		}
		// And once more: everything is there.
		none := &counting{g: fake()}
		again := r.input(t, none)
		again.Folder, again.How = in.Folder, Resume
		run(t, again)
		if none.n.Load() != 0 || reportOf(t, again) != want {
			t.Errorf("a finished run asked %d times when resumed", none.n.Load())
		}
	}
}

// TestResumeUnderOtherSettings: answers of another cut do not mix with those of this one.
func TestResumeUnderOtherSettings(t *testing.T) {
	r := newRoll(t, 40)
	in := r.input(t, modeltest.Lossy{None: 1}.Fake(r.task, r.truth))
	in.Rounds = 0
	run(t, in)
	other := r.input(t, modeltest.Oracle(r.task, r.truth))
	other.Folder, other.How, other.Windows.Rows = in.Folder, Resume, 11
	if res := run(t, other); res.Verdict != verdict.Sound || res.Counts.Claims.Superseded != 0 {
		t.Errorf("%s", describe(res))
	}
}

// TestStoredBeforeRead: answers are on the disk as they came, before anything reads them, and give
// the same result without the run.
func TestStoredBeforeRead(t *testing.T) {
	r := newRoll(t, 60)
	const odd = "Sure! Here you are:\n```json\n{\"unit\": [{\"rows\": [3], \"unit\": \"U1000\"\n```"
	in := r.input(t, &counting{g: modeltest.New(func(context.Context, *model.Request) modeltest.Reply {
		return modeltest.Reply{Response: &model.Response{Outcome: model.Complete, Text: odd}}
	})})
	res := run(t, in)
	l, err := Load(in.Folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Answers) == 0 {
		t.Fatal("no answers")
	}
	for _, a := range l.Answers {
		if a.Raw != odd {
			t.Errorf("stored as %q", a.Raw)
		}
	}
	if string(l.Task) != rentTask {
		t.Errorf("the task was stored as %q", l.Task)
	}
	if d := cmp.Diff(r.doc, l.Doc); d != "" {
		t.Errorf("the document came back differently: %s", d)
	}
	again, err := verify.Verify(l.Doc, structure.Analyse(l.Doc), loadTask(t, string(l.Task)), l.Answers)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(res, again, cmp.Transformer("list", (*verdict.Entries).List), cmp.AllowUnexported(verdict.Texts{})); d != "" {
		t.Errorf("verified from the folder: %s", d)
	}
}

// TestSplit: truncated and filtered windows, prompts that were cut or too long are asked again in halves.
func TestSplit(t *testing.T) {
	r := newRoll(t, 40)
	oracle := modeltest.Oracle(r.task, r.truth)
	limit := func(reply func(res *model.Response) (*model.Response, error)) model.Generator {
		return generator(func(ctx context.Context, req *model.Request) (*model.Response, error) {
			res, err := oracle.Generate(ctx, req)
			if err == nil && len(res.Text) > 1000 {
				return reply(res)
			}
			return res, err
		})
	}
	for name, g := range map[string]model.Generator{
		"truncated": limit(func(res *model.Response) (*model.Response, error) {
			res.Outcome, res.Text = model.Truncated, res.Text[:1000]
			return res, nil
		}),
		"filtered": limit(func(res *model.Response) (*model.Response, error) {
			res.Outcome, res.Text = model.Filtered, ""
			return res, nil
		}),
		"prompt cut": limit(func(res *model.Response) (*model.Response, error) {
			res.Notes = []string{model.NotePromptCut}
			return res, nil
		}),
		"too long": limit(func(*model.Response) (*model.Response, error) {
			return nil, &model.Error{Kind: model.ContextTooLong}
		}),
	} {
		in := r.input(t, g)
		in.Rounds = 0
		res := run(t, in)
		if res.Verdict != verdict.Sound || res.Counts.Records.Accepted != 40 {
			t.Errorf("%s: %s", name, describe(res))
		}
		l, err := Load(in.Folder)
		if err != nil {
			t.Fatal(err)
		}
		split := 0
		for _, a := range l.Answers {
			if a.Split {
				split++
			}
		}
		if split == 0 {
			t.Errorf("%s: no window was split", name)
		}
	}
}

type generator func(ctx context.Context, req *model.Request) (*model.Response, error)

func (g generator) Generate(ctx context.Context, req *model.Request) (*model.Response, error) {
	return g(ctx, req)
}

// TestStaysFiltered: what is held back alone too is uncovered, said, and asked for a bounded number of times.
func TestStaysFiltered(t *testing.T) {
	r := newRoll(t, 40)
	c := &counting{g: modeltest.New(func(context.Context, *model.Request) modeltest.Reply {
		return modeltest.Reply{Response: &model.Response{Outcome: model.Filtered}}
	})}
	in := r.input(t, c)
	res := run(t, in)
	if res.Verdict != verdict.Incomplete || !has(res, finding.RowsRemainFiltered) {
		t.Errorf("%s", describe(res))
	}
	// Three windows, halved five times at most, and once more as nothing is gained.
	if n := c.n.Load(); n > 2*3*64 {
		t.Errorf("%d requests", n)
	}
}

func has(res *verdict.Result, code string) bool {
	for i := range res.Findings {
		if res.Findings[i].Code == code {
			return true
		}
	}
	return false
}

// TestFailures: one window that fails is a finding, a failure that lasts ends the run.
func TestFailures(t *testing.T) {
	r := newRoll(t, 120)
	oracle := modeltest.Oracle(r.task, r.truth)
	failing := func(kind model.Kind, at func(n int64) bool) *counting {
		return &counting{g: oracle, then: func(n int64) error {
			if at(n) {
				return &model.Error{Kind: kind, Hint: "do something"}
			}
			return nil
		}}
	}
	one := r.input(t, failing(model.Network, func(n int64) bool { return n == 3 }))
	one.Rounds = 0
	if res := run(t, one); res.Verdict != verdict.Incomplete || !has(res, finding.NotAnswered) || res.Counts.Records.Accepted < 80 {
		t.Errorf("%s", describe(res))
	}
	// The next round answers it.
	one = r.input(t, failing(model.Network, func(n int64) bool { return n == 3 }))
	if res := run(t, one); res.Verdict != verdict.Sound {
		t.Errorf("%s", describe(res))
	}
	for kind, most := range map[model.Kind]int64{model.Auth: 2, model.NotJSON: 2, model.Quota: 2, model.Network: 7, model.BadRequest: 7} {
		c := failing(kind, func(int64) bool { return true })
		in := r.input(t, c)
		in.Failures = 5
		_, err := Run(t.Context(), in)
		var stopped *Interrupted
		var e *model.Error
		if !errors.As(err, &stopped) || !errors.As(err, &e) || e.Kind != kind || e.Hint == "" {
			t.Errorf("%s: %v", kind, err)
		}
		if hint := stopped.Hint(); hint != "do something" {
			t.Errorf("%s: hint %q", kind, hint)
		}
		if c.n.Load() > most {
			t.Errorf("%s: %d requests", kind, c.n.Load())
		}
	}
}

// TestHints: what went wrong first, then how to go on.
func TestHints(t *testing.T) {
	r := newRoll(t, 120)
	in := r.input(t, &counting{g: modeltest.Oracle(r.task, r.truth), then: func(n int64) error {
		if n > 3 {
			return &model.Error{Kind: model.Quota, Hint: "the account has no credit left"}
		}
		return nil
	}})
	in.Concurrency = 1
	_, err := Run(t.Context(), in)
	var stopped *Interrupted
	if !errors.As(err, &stopped) || stopped.Answered != 3 {
		t.Fatalf("%v", err)
	}
	if h := stopped.Hint(); !strings.HasPrefix(h, "the account has no credit left; then run again with --resume") {
		t.Errorf("hint %q", h)
	}
}

// TestTimeout: a window that takes too long is not answered, the others are.
func TestTimeout(t *testing.T) {
	r := newRoll(t, 60)
	oracle := modeltest.Oracle(r.task, r.truth)
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var n atomic.Int64
		in := r.input(t, generator(func(ctx context.Context, req *model.Request) (*model.Response, error) {
			if n.Add(1) == 2 {
				<-ctx.Done()
				return nil, model.AsError(ctx, ctx.Err())
			}
			return oracle.Generate(ctx, req)
		}))
		in.Folder, in.Rounds, in.Timeout, in.Concurrency = dir, 0, 3*time.Minute, 1
		start := time.Now()
		res, err := Run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d != 3*time.Minute {
			t.Errorf("took %s", d)
		}
		if res.Verdict != verdict.Incomplete || !has(res, finding.NotAnswered) || !strings.Contains(describe(res), "no answer within 3m0s") {
			t.Errorf("%s", describe(res))
		}
	})
}

// TestColumns: without a model, through the same checks.
func TestColumns(t *testing.T) {
	r := newRoll(t, 60)
	in := r.input(t, nil)
	in.Answerer = NewColumns(r.task, r.st)
	res := run(t, in)
	if res.Verdict != verdict.Sound || res.Counts.Records.Accepted != 60 {
		t.Errorf("%s", describe(res))
	}
	want := reportOf(t, in)
	in.Concurrency, in.How = 16, Fresh
	run(t, in)
	if got := reportOf(t, in); got != want {
		t.Errorf("another report: %s", cmp.Diff(want, got))
	}
}

// TestAnswersInForce: order of arrival and failures before an answer do not count.
func TestAnswersInForce(t *testing.T) {
	line := func(round, window, first, end int, outcome, run string) claim.Stored {
		return claim.Stored{Round: round, Window: window, Core: [2]int{first, end}, Outcome: outcome, Run: run}
	}
	got := inForce([]claim.Stored{
		line(0, 0, 0, 9, "complete", "old"),
		line(1, 0, 3, 4, "complete", "new"),
		line(0, 1, 10, 20, Failed, "new"),
		line(0, 0, 0, 10, "truncated", "new"),
		line(0, 0, 5, 10, "complete", "new"),
		line(0, 0, 0, 5, "complete", "new"),
		line(0, 1, 10, 20, "complete", "new"),
		line(0, 2, 20, 30, Failed, "new"),
		line(0, 1, 10, 20, Failed, "new"),
	})
	want := []claim.Stored{
		line(0, 0, 0, 10, "truncated", "new"), line(0, 0, 0, 5, "complete", "new"), line(0, 0, 5, 10, "complete", "new"),
		line(0, 1, 10, 20, "complete", "new"), line(0, 2, 20, 30, Failed, "new"), line(1, 0, 3, 4, "complete", "new"),
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
