package model_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rowproof/rowproof/internal/model"
)

// sequence gives one error after the other, then an answer.
type sequence struct {
	errs  []error
	calls int
	took  time.Duration // by each call
}

func (s *sequence) Generate(ctx context.Context, _ *model.Request) (*model.Response, error) {
	s.calls++
	if s.took > 0 {
		select {
		case <-time.After(s.took):
		case <-ctx.Done():
			return nil, model.AsError(ctx, ctx.Err())
		}
	}
	if s.calls <= len(s.errs) && s.errs[s.calls-1] != nil {
		return nil, s.errs[s.calls-1]
	}
	return &model.Response{Outcome: model.Complete}, nil
}

func fail(k model.Kind, after time.Duration) error { return &model.Error{Kind: k, RetryAfter: after} }

func TestRetryOfKinds(t *testing.T) {
	temporary := []model.Kind{model.RateLimited, model.Overloaded, model.Server, model.Network, model.Timeout}
	for k := model.Unknown; k <= model.Cancelled; k++ {
		g := &sequence{errs: []error{fail(k, 0)}}
		r := model.Retry(g, model.Policy{Attempts: 3, Sleep: func(context.Context, time.Duration) error { return nil }})
		_, err := r.Generate(t.Context(), &model.Request{})
		again := slices.Contains(temporary, k)
		if again != (err == nil) || again != (g.calls == 2) {
			t.Errorf("%s: %d calls, error %v", k, g.calls, err)
		}
	}
}

func TestRetryWaits(t *testing.T) {
	var waits []time.Duration
	g := &sequence{errs: []error{fail(model.Server, 0), fail(model.RateLimited, 30*time.Second), fail(model.Server, 0), fail(model.Server, 0)}}
	r := model.Retry(g, model.Policy{
		Attempts: 9, Initial: time.Second, Max: 4 * time.Second, Random: func() float64 { return 0.5 },
		Sleep: func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil },
	})
	res, err := r.Generate(t.Context(), &model.Request{})
	if err != nil || res.Attempts != 5 {
		t.Fatalf("%+v, %v, want an answer at the fifth attempt", res, err)
	}
	want := []time.Duration{500 * time.Millisecond, 30 * time.Second, 2 * time.Second, 2 * time.Second}
	if !slices.Equal(waits, want) {
		t.Errorf("waited %v, want %v", waits, want)
	}
}

func TestRetryIsJittered(t *testing.T) {
	below, above := 0, 0
	for range 200 {
		g := &sequence{errs: []error{fail(model.Server, 0)}}
		r := model.Retry(g, model.Policy{Attempts: 2, Initial: time.Second, Max: time.Second, Sleep: func(_ context.Context, d time.Duration) error {
			switch {
			case d < 0 || d > time.Second:
				t.Errorf("waited %s", d)
			case d < 500*time.Millisecond:
				below++
			default:
				above++
			}
			return nil
		}})
		if _, err := r.Generate(t.Context(), &model.Request{}); err != nil {
			t.Fatal(err)
		}
	}
	if below < 50 || above < 50 {
		t.Errorf("%d waits in the lower half, %d in the upper", below, above)
	}
}

func TestRetryBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		g := &sequence{errs: slices.Repeat([]error{fail(model.Overloaded, 10*time.Second)}, 100)}
		r := model.Retry(g, model.Policy{Attempts: 100, Budget: 35 * time.Second})
		_, err := r.Generate(t.Context(), &model.Request{})
		var e *model.Error
		if !errors.As(err, &e) || e.Kind != model.Overloaded || e.Attempts != 4 || g.calls != 4 {
			t.Errorf("%v after %d calls, want 4 attempts", err, g.calls)
		}
		if got := time.Since(start); got != 30*time.Second {
			t.Errorf("took %s", got)
		}
		// A wish beyond the budget is not waited for.
		g = &sequence{errs: []error{fail(model.RateLimited, time.Hour)}}
		start = time.Now()
		if _, err := model.Retry(g, model.Policy{Attempts: 9, Budget: time.Minute}).Generate(t.Context(), &model.Request{}); err == nil || time.Since(start) != 0 {
			t.Errorf("%v after %s", err, time.Since(start))
		}
	})
}

func TestRetryTimeoutOfAnAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &sequence{took: 2 * time.Minute}
		start := time.Now()
		_, err := model.Retry(g, model.Policy{Attempts: 3, Timeout: 90 * time.Second}).Generate(t.Context(), &model.Request{})
		var e *model.Error
		if !errors.As(err, &e) || e.Kind != model.Timeout || e.Attempts != 3 || !strings.Contains(e.Error(), "attempt timeout 1m30s") {
			t.Errorf("%v", err)
		}
		if d := time.Since(start); d < 270*time.Second || d > 271*time.Second {
			t.Errorf("took %s, want three attempts of 90 s", d)
		}
	})
}

func TestRetryEndsWithItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cause := errors.New("interrupt")
		ctx, cancel := context.WithCancelCause(t.Context())
		g := &sequence{errs: slices.Repeat([]error{fail(model.RateLimited, time.Minute)}, 9)}
		go func() { time.Sleep(90 * time.Second); cancel(cause) }()
		start := time.Now()
		_, err := model.Retry(g, model.Policy{Attempts: 9}).Generate(ctx, &model.Request{})
		var e *model.Error
		if !errors.As(err, &e) || e.Kind != model.Cancelled || !errors.Is(err, cause) || g.calls != 2 {
			t.Errorf("%v after %d calls", err, g.calls)
		}
		if d := time.Since(start); d != 90*time.Second {
			t.Errorf("took %s", d)
		}
	})
}

func TestRetryTells(t *testing.T) {
	var told []model.Attempt
	g := &sequence{errs: []error{fail(model.Server, 0), fail(model.Auth, 0)}}
	r := model.Retry(g, model.Policy{Attempts: 5, Sleep: func(context.Context, time.Duration) error { return nil }, Notify: func(a model.Attempt) { told = append(told, a) }})
	if _, err := r.Generate(t.Context(), &model.Request{}); err == nil {
		t.Fatal("no error")
	}
	if len(told) != 2 || told[0].Last || !told[1].Last || told[1].Number != 2 || told[1].Err.Kind != model.Auth {
		t.Errorf("told %+v", told)
	}
}
