package model

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// A Policy says how often and how long a request is tried. The zero value tries once.
type Policy struct {
	Attempts int           // at most; 0 counts as 1
	Initial  time.Duration // the first wait is random below it, each further below twice as much
	Max      time.Duration // and never below more than this
	Budget   time.Duration // of one request, all its attempts and waits; 0 for none
	Timeout  time.Duration // of one attempt; 0 for none

	Sleep  func(ctx context.Context, d time.Duration) error // nil: a timer
	Now    func() time.Time                                 // nil: time.Now
	Random func() float64                                   // in [0, 1); nil: math/rand
	Notify func(Attempt)                                    // told of each failed attempt; nil for none
}

// An Attempt is one that failed.
type Attempt struct {
	Number int // from 1
	Err    *Error
	Wait   time.Duration // before the next, 0 if there is none
	Last   bool
}

// Retry returns a generator that asks g again after temporary errors, with full jitter and
// at least as late as the provider asks. The errors of g decide by their kind alone.
func Retry(g Generator, p Policy) Generator {
	p.Attempts = max(p.Attempts, 1)
	if p.Sleep == nil {
		p.Sleep = sleep
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	if p.Random == nil {
		p.Random = rand.Float64
	}
	return &retrier{g: g, p: p}
}

type retrier struct {
	g Generator
	p Policy
}

var _ Generator = (*retrier)(nil)

func (r *retrier) Generate(ctx context.Context, req *Request) (*Response, error) {
	ceiling := &backoff.ExponentialBackOff{
		InitialInterval: max(r.p.Initial, time.Millisecond), Multiplier: 2, MaxInterval: max(r.p.Max, r.p.Initial, time.Millisecond),
	}
	ceiling.Reset()
	start := r.p.Now()
	for n := 1; ; n++ {
		res, err := r.attempt(ctx, req)
		if err == nil {
			res.Attempts = n
			return res, nil
		}
		e := *AsError(ctx, err)
		e.Attempts = n
		wait, again := r.wait(ctx, &e, n, ceiling.NextBackOff(), r.p.Now().Sub(start))
		if r.p.Notify != nil {
			r.p.Notify(Attempt{Number: n, Err: &e, Wait: wait, Last: !again})
		}
		if !again {
			return nil, &e
		}
		if err := r.p.Sleep(ctx, wait); err != nil {
			stop := ended(ctx, err)
			stop.Attempts = n
			return nil, stop
		}
	}
}

// attempt asks once, within the time of one attempt.
func (r *retrier) attempt(ctx context.Context, req *Request) (*Response, error) {
	if ctx.Err() != nil {
		return nil, ended(ctx, ctx.Err())
	}
	one := ctx
	if r.p.Timeout > 0 {
		var cancel context.CancelFunc
		one, cancel = context.WithTimeoutCause(ctx, r.p.Timeout, errAttempt{r.p.Timeout})
		defer cancel()
	}
	res, err := r.g.Generate(one, req)
	if err == nil {
		return res, nil
	}
	if ctx.Err() != nil {
		return nil, ended(ctx, err)
	}
	if one.Err() != nil {
		return nil, ended(one, err)
	}
	return nil, AsError(one, err)
}

// wait says how long to wait before the next attempt, and whether there is one.
func (r *retrier) wait(ctx context.Context, e *Error, n int, ceiling, spent time.Duration) (time.Duration, bool) {
	if !e.Temporary() || n >= r.p.Attempts || ctx.Err() != nil {
		return 0, false
	}
	d := max(time.Duration(r.p.Random()*float64(ceiling)), e.RetryAfter)
	if r.p.Budget > 0 && spent+d >= r.p.Budget {
		return 0, false
	}
	return d, true
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return errors.Join(ctx.Err(), context.Cause(ctx))
	}
}
