package pipeline

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/windows"
)

// A runner is one run.
type runner struct {
	in       *Input
	verify   func(*table.Document, *structure.Structure, *task.Task, []claim.Stored) (*verdict.Result, error)
	cut      cutter
	settings string // names what the windows are cut and asked with
	journal  *journal
	stored   map[string]*claim.Stored // answers of before by fingerprint
	measure  measuring

	mu       sync.Mutex
	answered int   // answers stored in this run
	inARow   int   // windows that failed since the last that did not
	last     error // of the failures
}

// newRunner checks the input and opens the folder.
func newRunner(in *Input) (*runner, error) {
	if in.Doc == nil || in.Structure == nil || in.Task == nil || in.Answerer == nil {
		return nil, errors.New("pipeline: a document, its structure, a task and an answerer are needed")
	}
	if in.Folder == "" {
		return nil, errors.New("pipeline: no run folder")
	}
	in.Concurrency = max(in.Concurrency, 1)
	for i := range in.Task.Records {
		in.Windows.Overlap = max(in.Windows.Overlap, in.Task.Records[i].RowsMax-1)
	}
	if in.Now == nil {
		in.Now = time.Now
	}
	if in.Failures <= 0 {
		in.Failures = 8
	}
	if in.Splits == 0 {
		in.Splits = 5
	}
	r := &runner{in: in, verify: verify.Verify, cut: newCutter(in), settings: settingsOf(in)}
	r.measure.out = Measurements{Format: MeasurementsFormat, Started: in.Now().UTC(), Answerer: in.Answerer.Name(), Rounds: []Round{}, Calls: []Call{}}
	before, err := openFolder(in.Folder, in.How, in.Doc, in.Task.Source)
	if err != nil {
		return nil, err
	}
	r.stored = make(map[string]*claim.Stored, len(before))
	for i := range before {
		if before[i].Outcome != Failed {
			r.stored[before[i].Fingerprint] = &before[i]
		}
	}
	if r.journal, err = openJournal(filepath.Join(in.Folder, AnswersFile)); err != nil {
		return nil, unwritable(in.Folder, err)
	}
	r.journal.lazy = in.Answerer.Fixed()
	return r, nil
}

// settingsOf names everything of the input that decides which windows there are and what is asked,
// so that answers of other settings in the same folder are told apart. How many windows are under way
// at once is not part of it.
func settingsOf(in *Input) string {
	return digest("rowproof.run/1", in.Doc.ID, string(in.Task.Source), in.Answerer.Name(), parameters(in.Answerer),
		fmt.Sprintf("%+v", in.Windows), fmt.Sprint(in.Rounds, in.Held, in.Splits))
}

// parameters names what an answerer was set to, where it says so.
func parameters(a Answerer) string {
	if p, ok := a.(interface{ Parameters() string }); ok {
		return p.Parameters()
	}
	return ""
}

// ask answers the windows, as many at once as the input allows, and returns the answers in the
// order of the windows. The windows are taken one by one, as there is room.
func (r *runner) ask(ctx context.Context, round int, ws iter.Seq[windows.Window], rows int) ([]claim.Stored, error) {
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var group errgroup.Group
	group.SetLimit(r.in.Concurrency)
	var slots []*[]claim.Stored
	count := &counter{r: r, round: round, outOf: rows}
	for w := range ws {
		if inner.Err() != nil {
			break
		}
		slot := new([]claim.Stored)
		slots = append(slots, slot)
		group.Go(func() error {
			got, err := r.window(inner, w, r.in.Splits)
			if err != nil {
				stop(err)
				return nil // the siblings see it through the context
			}
			*slot = got
			count.done(w.Core.Len())
			return nil
		})
	}
	_ = group.Wait() // a window's failure is a value in its slot
	if cause := context.Cause(inner); cause != nil {
		return nil, r.interrupted(cause)
	}
	var out []claim.Stored
	for _, s := range slots {
		out = append(out, *s...)
	}
	if err := r.nothingAnswered(out); err != nil {
		return nil, r.interrupted(err)
	}
	return out, nil
}

func (r *runner) interrupted(cause error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var f *FolderError
	if errors.As(cause, &f) {
		return cause
	}
	return &Interrupted{Folder: r.in.Folder, Answered: r.answered, Err: cause}
}

// nothingAnswered returns the last failure where there is nothing else: a report in which every row
// is unanswered would say no more.
func (r *runner) nothingAnswered(answers []claim.Stored) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil || len(answers) == 0 {
		return nil
	}
	for i := range answers {
		if answers[i].Outcome != Failed || answers[i].Round > 0 {
			return nil
		}
	}
	return r.last
}

// window answers one window, from what is stored or by asking, and its halves where the answer
// was cut off or held back. An error ends the run.
func (r *runner) window(ctx context.Context, w windows.Window, splits int) ([]claim.Stored, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	s, err := r.answer(ctx, w, splits)
	if err != nil {
		return nil, err
	}
	out := []claim.Stored{s}
	if !s.Split {
		return out, nil
	}
	for _, half := range r.cut.halve(w) {
		more, err := r.window(ctx, half, splits-1)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

func (r *runner) answer(ctx context.Context, w windows.Window, splits int) (claim.Stored, error) {
	fingerprint, err := r.in.Answerer.Fingerprint(w)
	if err != nil {
		return claim.Stored{}, err
	}
	if old, ok := r.stored[fingerprint]; ok {
		return r.reuse(old, w)
	}
	one, cancel := ctx, context.CancelFunc(func() {})
	if r.in.Timeout > 0 {
		one, cancel = context.WithTimeoutCause(ctx, r.in.Timeout, fmt.Errorf("window %d: no answer within %s", w.Index, r.in.Timeout))
	}
	defer cancel()
	start := r.in.Now()
	s, m := r.in.Answerer.Answer(one, w)
	m.Duration = r.in.Now().Sub(start)
	if ctx.Err() != nil && s.Outcome == Failed {
		return s, context.Cause(ctx) // not the window's fault: nothing is stored
	}
	s.Run = r.settings
	s.Split = splits > 0 && divides(&s, m.Err) && len(r.cut.halve(w)) > 0
	if err := r.journal.add(&s); err != nil {
		return s, unwritable(r.in.Folder, err)
	}
	r.measure.call(&s, m)
	r.in.Log.Debug().Int("round", w.Round).Int("window", w.Index).Int("first", w.Core.First).Int("end", w.Core.End).
		Str("outcome", s.Outcome).Int("attempts", m.Attempts).Int("gen_ai.usage.input_tokens", m.InputTokens).
		Int("gen_ai.usage.output_tokens", m.OutputTokens).Dur("took", m.Duration).Msg("window answered")
	return s, r.judge(&s, m.Err)
}

// reuse takes a stored answer for the window. One that was stored under other settings is stored
// again under these.
func (r *runner) reuse(old *claim.Stored, w windows.Window) (claim.Stored, error) {
	s := stored(w, old.Answerer)
	s.Fingerprint, s.Outcome, s.Raw, s.Detail, s.Notes, s.Run = old.Fingerprint, old.Outcome, old.Raw, old.Detail, old.Notes, r.settings
	s.Split = old.Split
	r.measure.reused()
	if old.Run == s.Run && old.Core == s.Core && old.Round == s.Round {
		return s, nil
	}
	if err := r.journal.add(&s); err != nil {
		return s, unwritable(r.in.Folder, err)
	}
	return s, nil
}

// divides reports whether smaller windows may be answered where this one was not: it was cut off,
// held back, or too long to be read whole.
func divides(s *claim.Stored, err *model.Error) bool {
	switch s.Outcome {
	case string(model.Truncated), string(model.Filtered):
		return true
	case Failed:
		return err != nil && err.Kind == model.ContextTooLong
	}
	for _, n := range s.Notes {
		if n == finding.PromptCut {
			return true
		}
	}
	return false
}

// judge returns the error that ends the run: a failure that every other window would meet too, or too
// many failures in a row.
func (r *runner) judge(s *claim.Stored, failure *model.Error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s.Outcome != Failed {
		r.answered++
		r.inARow = 0
		return nil
	}
	if s.Split || failure == nil {
		return nil
	}
	r.last = failure
	r.inARow++
	switch {
	case failure.Lasting():
		return failure
	case r.inARow >= r.in.Failures:
		return fmt.Errorf("%d windows failed one after the other: %w", r.inARow, failure)
	}
	return nil
}

// counter counts the windows of a round for Progress.
type counter struct {
	r            *runner
	round, outOf int

	mu            sync.Mutex
	windows, rows int
}

func (c *counter) done(rows int) {
	if c.r.in.Progress == nil {
		return
	}
	c.mu.Lock()
	c.windows++
	c.rows += rows
	p := Progress{Round: c.round, Windows: c.windows, Rows: c.rows, OutOf: c.outOf}
	c.mu.Unlock()
	c.r.measure.mu.Lock()
	p.Attempts = c.r.measure.out.Attempts
	c.r.measure.mu.Unlock()
	c.r.in.Progress(p)
}
