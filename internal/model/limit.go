package model

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits bound what is asked of one provider at a time. Zero values bound nothing but
// Concurrency, where 0 counts as 1.
type Limits struct {
	Concurrency       int // requests under way at once
	RequestsPerMinute int
	TokensPerMinute   int           // of prompts and answers, as estimated before sending
	MaxPause          time.Duration // longest pause that a provider's wish may cause; 0: a minute
	BytesPerToken     float64       // 0: 2.3
}

// A Limiter is shared by all documents that ask one provider. It holds the rates, and a gate
// that narrows when the provider says that it is too much and widens again while it does not.
type Limiter struct {
	lim      Limits
	requests *rate.Limiter
	tokens   *rate.Limiter

	mu     sync.Mutex
	width  float64 // of the gate, in [1, Concurrency]
	inside int
	until  time.Time // nobody enters before
	cut    time.Time // when the gate was narrowed last
	free   chan struct{}
}

// NewLimiter returns a limiter with an open gate.
func NewLimiter(l Limits) *Limiter {
	l.Concurrency = max(l.Concurrency, 1)
	if l.MaxPause <= 0 {
		l.MaxPause = time.Minute
	}
	if l.BytesPerToken <= 0 {
		l.BytesPerToken = 2.3
	}
	x := &Limiter{lim: l, width: float64(l.Concurrency), free: make(chan struct{})}
	if l.RequestsPerMinute > 0 {
		// A burst of a second's worth, because providers enforce a minute over seconds.
		x.requests = rate.NewLimiter(rate.Limit(float64(l.RequestsPerMinute)/60), max(1, l.RequestsPerMinute/60))
	}
	if l.TokensPerMinute > 0 {
		x.tokens = rate.NewLimiter(rate.Limit(float64(l.TokensPerMinute)/60), l.TokensPerMinute)
	}
	return x
}

// Limit returns a generator that passes every request through the limiter.
func Limit(g Generator, l *Limiter) Generator { return &limited{g: g, l: l} }

type limited struct {
	g Generator
	l *Limiter
}

var _ Generator = (*limited)(nil)

func (g *limited) Generate(ctx context.Context, req *Request) (*Response, error) {
	at, err := g.l.enter(ctx, req)
	if err != nil {
		return nil, err
	}
	res, err := g.g.Generate(ctx, req)
	g.l.leave(at, err)
	return res, err
}

// enter waits for the rates, then for the gate, and returns when it was passed.
func (l *Limiter) enter(ctx context.Context, req *Request) (time.Time, error) {
	if l.requests != nil {
		if err := l.requests.Wait(ctx); err != nil {
			return time.Time{}, waiting(ctx, err)
		}
	}
	if l.tokens != nil {
		n := int(float64(len(req.System)+len(req.User)+len(req.Schema))/l.lim.BytesPerToken) + req.MaxTokens
		if err := l.tokens.WaitN(ctx, min(n, l.tokens.Burst())); err != nil {
			return time.Time{}, waiting(ctx, err)
		}
	}
	for {
		l.mu.Lock()
		pause := time.Until(l.until)
		if pause <= 0 && l.inside < int(l.width) {
			l.inside++
			l.mu.Unlock()
			return time.Now(), nil
		}
		free := l.free
		l.mu.Unlock()
		if err := l.await(ctx, free, pause); err != nil {
			return time.Time{}, err
		}
	}
}

// await waits for the end of the pause, or without one for the gate to change.
func (l *Limiter) await(ctx context.Context, free <-chan struct{}, pause time.Duration) error {
	var over <-chan time.Time
	if pause > 0 {
		t := time.NewTimer(pause)
		defer t.Stop()
		over, free = t.C, nil
	}
	select {
	case <-over:
	case <-free:
	case <-ctx.Done():
		return ended(ctx, ctx.Err())
	}
	return nil
}

// leave frees a place and sets the gate's width by what came back. Of requests that were under
// way together only the first complaint narrows the gate.
func (l *Limiter) leave(at time.Time, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.inside--
	var e *Error
	switch {
	case err == nil:
		l.width = min(float64(l.lim.Concurrency), l.width+1/l.width)
	case errors.As(err, &e) && (e.Kind == RateLimited || e.Kind == Overloaded):
		if !at.Before(l.cut) {
			l.width, l.cut = max(1, l.width/2), time.Now()
		}
		if t := time.Now().Add(min(e.RetryAfter, l.lim.MaxPause)); t.After(l.until) {
			l.until = t
		}
	}
	close(l.free)
	l.free = make(chan struct{})
}

// waiting names the end of a wait for a rate. A wait that would outlast the context's deadline
// ends at once, and counts as that deadline.
func waiting(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ended(ctx, err)
	}
	return &Error{Kind: Timeout, Err: errors.New("the rate limit would make this request wait beyond its time"), Hint: "raise the limits, or the timeout"}
}
