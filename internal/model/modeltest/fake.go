// Package modeltest holds honest fakes of language models: scripted, oracle, liar, lossy and
// replay. Each is a [model.Generator] and an [http.Handler] that speaks the protocol of
// chat completions, so that the same fake serves a unit test and a whole program.
package modeltest

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rowproof/rowproof/internal/model"
)

// A Reply is what a fake does with one request.
type Reply struct {
	Response   *model.Response // rendered in the protocol
	Status     int             // 0: 200
	Error      ProtocolError   // rendered where Response is nil
	RetryAfter string          // header values as written
	RetryMS    string
	Body       string // sent as it is, instead of both
	Type       string // content type of Body; empty: JSON
	Hang       bool   // until the caller goes away
	Reset      bool   // close the connection before any byte
	Cut        int    // over 0: close the connection after so many bytes of the body
}

// A ProtocolError is the error object of the protocol.
type ProtocolError struct{ Code, Type, Param, Message string }

// A Fake is a model that is none.
type Fake struct {
	answer func(ctx context.Context, req *model.Request) Reply

	mu       sync.Mutex
	requests []model.Request
}

var (
	_ model.Generator = (*Fake)(nil)
	_ http.Handler    = (*Fake)(nil)
)

// New returns a fake that answers with f, which may be called from many goroutines.
func New(f func(ctx context.Context, req *model.Request) Reply) *Fake { return &Fake{answer: f} }

// Requests returns copies of the requests so far, in the order of their arrival.
func (f *Fake) Requests() []model.Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.requests)
}

func (f *Fake) note(req *model.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := *req
	r.Schema = slices.Clone(req.Schema)
	f.requests = append(f.requests, r)
}

// Generate answers without a network, with the errors that the network would have caused.
func (f *Fake) Generate(ctx context.Context, req *model.Request) (*model.Response, error) {
	f.note(req)
	if ctx.Err() != nil {
		return nil, model.AsError(ctx, ctx.Err())
	}
	r := f.answer(ctx, req)
	switch {
	case r.Hang:
		<-ctx.Done()
		return nil, model.AsError(ctx, ctx.Err())
	case r.Reset, r.Cut > 0:
		return nil, &model.Error{Kind: model.Network, Err: errors.New("the connection was cut")}
	case r.Body != "" || r.Type != "":
		return nil, &model.Error{Kind: bodyKind(&r), StatusCode: r.status(), Err: errors.New("the endpoint answers with something else"), Hint: "name the API's address"}
	case r.Response == nil:
		if r.Error.Code == "content_filter" {
			return &model.Response{Outcome: model.Filtered, FinishReason: "content_filter", Model: req.Model, Mode: model.ModeSchema}, nil
		}
		return nil, &model.Error{Kind: errorKind(&r), StatusCode: r.status(), RetryAfter: r.wish(), Err: errors.New(r.Error.Code)}
	}
	out := *r.Response
	if out.Model == "" {
		out.Model = req.Model
	}
	if out.Mode == "" {
		out.Mode = model.ModeSchema
	}
	return &out, nil
}

func (r *Reply) status() int {
	if r.Status == 0 {
		return http.StatusOK
	}
	return r.Status
}

// wish is what the headers ask to wait.
func (r *Reply) wish() time.Duration {
	if d, err := time.ParseDuration(r.RetryMS + "ms"); err == nil {
		return d
	}
	if d, err := time.ParseDuration(r.RetryAfter + "s"); err == nil {
		return d
	}
	return 0
}

func bodyKind(r *Reply) model.Kind {
	if r.status() < 400 {
		return model.NotJSON
	}
	return errorKind(r)
}

// errorKind is the expected kind of a failure, written down apart from the adapters' own table,
// which it tests.
func errorKind(r *Reply) model.Kind {
	switch {
	case r.Error.Code == "insufficient_quota" || r.status() == 402:
		return model.Quota
	case r.Error.Code == "context_length_exceeded" || r.status() == 413:
		return model.ContextTooLong
	}
	switch r.status() {
	case 401, 403:
		return model.Auth
	case 404:
		return model.NotFound
	case 408:
		return model.Timeout
	case 429:
		return model.RateLimited
	case 503, 529:
		return model.Overloaded
	case 500, 502, 504:
		return model.Server
	}
	return model.BadRequest
}

// Serve runs the handler on loopback until the test ends and returns the base URL of its API.
func Serve(t testing.TB, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s.URL + "/v1"
}
