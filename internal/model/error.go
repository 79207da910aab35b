package model

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Kind says what failed, as far as the next step depends on it.
type Kind uint8

// The kinds of failures. The first group may pass by itself, the second does not.
const (
	Unknown     Kind = iota
	RateLimited      // too many requests or tokens a minute
	Overloaded       // the provider has no room at the moment
	Server           // the provider failed
	Network          // no connection, or it was cut
	Timeout          // one attempt took too long

	Auth           // the key is missing, wrong or not allowed
	Quota          // the account is used up
	BadRequest     // the request is not understood
	NotFound       // no such model or address
	ContextTooLong // the prompt does not fit
	NotJSON        // the address answers with something that is no API answer, a web page
	TooLarge       // the answer passes the limit on its bytes
	Cancelled      // the caller went away
)

// String returns the kind in words.
func (k Kind) String() string {
	return [...]string{"failed", "rate limited", "overloaded", "server error", "network error", "timed out",
		"not authorised", "quota used up", "bad request", "not found", "prompt too long", "not an API answer",
		"answer too large", "cancelled"}[k]
}

// An Error is a failure of a request. Its text names no key and repeats nothing of the
// prompt or of an answer's body.
type Error struct {
	Kind       Kind
	StatusCode int           // of HTTP, 0 for none
	RetryAfter time.Duration // the provider's own wish, 0 for none
	RequestID  string        // the provider's, for a question to its support
	Attempts   int           // made in all, 0 or 1 for one
	Hint       string        // what to do next, or empty
	Err        error         // what lies below, or nil
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Kind.String())
	if e.StatusCode > 0 {
		fmt.Fprintf(&b, " (HTTP %d)", e.StatusCode)
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	if e.Attempts > 1 {
		fmt.Fprintf(&b, " after %d attempts", e.Attempts)
	}
	if e.RequestID != "" {
		fmt.Fprintf(&b, " [request %s]", e.RequestID)
	}
	return b.String()
}

// Unwrap returns the error below.
func (e *Error) Unwrap() error { return e.Err }

// Temporary reports whether the same request may succeed later.
func (e *Error) Temporary() bool {
	switch e.Kind {
	case RateLimited, Overloaded, Server, Network, Timeout:
		return true
	default:
		return false
	}
}

// Lasting reports whether every other request of the run would fail in the same way.
func (e *Error) Lasting() bool {
	switch e.Kind {
	case Auth, Quota, NotFound, NotJSON:
		return true
	default:
		return false
	}
}

// AsError returns err as an *Error: itself if it is one, else one whose kind follows from the
// context and from err.
func AsError(ctx context.Context, err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	if ctx.Err() != nil {
		return ended(ctx, err)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &Error{Kind: Timeout, Err: err}
	}
	return &Error{Kind: Network, Err: err}
}

// errAttempt is the cause of a context whose one attempt took too long.
type errAttempt struct{ after time.Duration }

func (e errAttempt) Error() string { return fmt.Sprintf("attempt timeout %s", e.after) }

// ended turns the end of a context into an error: an attempt that took too long may be made
// again, the caller's own end may not.
func ended(ctx context.Context, err error) *Error {
	cause := context.Cause(ctx)
	var a errAttempt
	if errors.As(cause, &a) {
		return &Error{Kind: Timeout, Err: a}
	}
	if cause == nil {
		cause = err
	}
	return &Error{Kind: Cancelled, Err: cause}
}
