package model_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rowproof/rowproof/internal/model"
)

// busy counts how many requests are under way.
type busy struct {
	mu          sync.Mutex
	inside, top int
	took        time.Duration
	answer      func(n int) error
	calls       int
	starts      []time.Time
}

func (b *busy) Generate(ctx context.Context, _ *model.Request) (*model.Response, error) {
	b.mu.Lock()
	b.inside++
	b.calls++
	n := b.calls
	b.top = max(b.top, b.inside)
	b.starts = append(b.starts, time.Now())
	b.mu.Unlock()
	time.Sleep(b.took)
	b.mu.Lock()
	b.inside--
	b.mu.Unlock()
	if b.answer != nil {
		if err := b.answer(n); err != nil {
			return nil, err
		}
	}
	return &model.Response{}, nil
}

func together(n int, f func()) {
	var wg sync.WaitGroup
	for range n {
		wg.Go(f)
	}
	wg.Wait()
}

func TestLimitConcurrencyOverDocuments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &busy{took: time.Second}
		l := model.NewLimiter(model.Limits{Concurrency: 3})
		one, two := model.Limit(b, l), model.Limit(b, l)
		start := time.Now()
		var wg sync.WaitGroup
		for range 12 {
			wg.Go(func() { one.Generate(t.Context(), &model.Request{}) })
			wg.Go(func() { two.Generate(t.Context(), &model.Request{}) })
		}
		wg.Wait()
		if b.top != 3 || b.calls != 24 {
			t.Errorf("%d at once of %d calls, want 3 of 24", b.top, b.calls)
		}
		if d := time.Since(start); d != 8*time.Second {
			t.Errorf("took %s, want 8 s", d)
		}
	})
}

func TestLimitRequestsPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &busy{}
		g := model.Limit(b, model.NewLimiter(model.Limits{Concurrency: 100, RequestsPerMinute: 60}))
		start := time.Now()
		together(121, func() { g.Generate(t.Context(), &model.Request{}) })
		if d := time.Since(start); d < 119*time.Second || d > 121*time.Second {
			t.Errorf("121 requests at 60 a minute took %s", d)
		}
	})
}

func TestLimitTokensPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &busy{}
		g := model.Limit(b, model.NewLimiter(model.Limits{Concurrency: 100, TokensPerMinute: 6000, BytesPerToken: 1}))
		start := time.Now()
		together(18, func() { g.Generate(t.Context(), &model.Request{User: string(make([]byte, 900)), MaxTokens: 100}) })
		if d := time.Since(start); d < 119*time.Second || d > 121*time.Second {
			t.Errorf("18000 tokens at 6000 a minute took %s", d)
		}
	})
}

func TestGateNarrowsAndPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &busy{took: time.Second, answer: func(n int) error {
			if n <= 8 {
				return &model.Error{Kind: model.RateLimited, RetryAfter: 10 * time.Second}
			}
			return nil
		}}
		g := model.Limit(b, model.NewLimiter(model.Limits{Concurrency: 8}))
		start := time.Now()
		together(8, func() { g.Generate(t.Context(), &model.Request{}) })
		b.top = 0
		together(40, func() { g.Generate(t.Context(), &model.Request{}) })
		if first := b.starts[8].Sub(start); first != 11*time.Second {
			t.Errorf("the next request started after %s, want the pause of 10 s after the first", first)
		}
		at := func(d time.Duration) int {
			n := 0
			for _, s := range b.starts[8:] {
				if s.Sub(start) == d {
					n++
				}
			}
			return n
		}
		if n := at(11 * time.Second); n != 4 {
			t.Errorf("%d requests entered the narrowed gate at once, want half of 8", n)
		}
		if b.top <= 4 || b.top > 8 {
			t.Errorf("the gate opened to %d, want it to widen again up to 8", b.top)
		}
	})
}

func TestLimitEndsWithItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cause := errors.New("interrupt")
		ctx, cancel := context.WithCancelCause(t.Context())
		b := &busy{took: time.Hour}
		var wg sync.WaitGroup
		defer wg.Wait()
		g := model.Limit(b, model.NewLimiter(model.Limits{Concurrency: 1}))
		wg.Go(func() { g.Generate(context.Background(), &model.Request{}) })
		synctest.Wait()
		go func() { time.Sleep(time.Second); cancel(cause) }()
		_, err := g.Generate(ctx, &model.Request{})
		var e *model.Error
		if !errors.As(err, &e) || e.Kind != model.Cancelled || !errors.Is(err, cause) {
			t.Errorf("%v", err)
		}
		if b.calls != 1 {
			t.Errorf("%d calls, want the one under way", b.calls)
		}
	})
}

func TestLimitNeverWaitsBeyondTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := model.Limit(&busy{}, model.NewLimiter(model.Limits{RequestsPerMinute: 1}))
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if _, err := g.Generate(ctx, &model.Request{}); err != nil {
			t.Fatal(err)
		}
		_, err := g.Generate(ctx, &model.Request{})
		var e *model.Error
		if !errors.As(err, &e) || e.Kind != model.Timeout || e.Hint == "" {
			t.Errorf("%v", err)
		}
	})
}
