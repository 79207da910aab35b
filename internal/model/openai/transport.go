package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"encoding/json"

	"github.com/rowproof/rowproof/internal/model"
)

// hintAddress is for answers that come from something else than the API.
const hintAddress = "the base URL must be that of the API; it often ends in /v1"

// An exchange carries what the library does not: into the request a temperature of zero, out
// of the response its status, headers and bytes.
type exchange struct {
	zeroTemperature bool
	sent            int // bytes of the messages

	status int
	header http.Header
	body   []byte
}

type exchangeKey struct{}

func (x *exchange) requestID() string {
	for _, name := range []string{"X-Request-Id", "Apim-Request-Id", "Request-Id", "Cf-Ray"} {
		if v := x.header.Get(name); v != "" {
			return v[:min(len(v), 100)]
		}
	}
	return ""
}

// transport is what every request passes: it holds the limit on the answer's bytes and lets
// nothing but JSON through to the library, whose errors would repeat the body.
type transport struct {
	base   http.RoundTripper
	header http.Header
	limit  int64
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	x, _ := r.Context().Value(exchangeKey{}).(*exchange)
	if x == nil {
		x = &exchange{}
	}
	r = r.Clone(r.Context())
	for name, values := range t.header {
		r.Header[http.CanonicalHeaderKey(name)] = values
	}
	if x.zeroTemperature {
		if err := setZeroTemperature(r); err != nil {
			return nil, &model.Error{Kind: model.BadRequest, Err: err}
		}
	}
	res, err := t.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	x.status, x.header = res.StatusCode, res.Header
	body, err := io.ReadAll(io.LimitReader(res.Body, t.limit+1))
	if err != nil {
		return nil, t.broken(r.Context(), x, err)
	}
	if int64(len(body)) > t.limit {
		return nil, &model.Error{Kind: model.TooLarge, StatusCode: x.status, RequestID: x.requestID(), Err: fmt.Errorf("the answer is over the limit max_response_bytes = %d", t.limit)}
	}
	x.body = body
	if e := t.refuse(x); e != nil {
		return nil, e
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	return res, nil
}

// broken is an answer that ended before its end.
func (t *transport) broken(ctx context.Context, x *exchange, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return &model.Error{Kind: model.Network, StatusCode: x.status, RequestID: x.requestID(), Err: fmt.Errorf("the answer was cut off: %w", err)}
}

// refuse returns an error for what is no answer of the API: a redirection, a web page, bytes that
// are no JSON. The status of a failure keeps its meaning, a gateway's page with 502 may pass.
func (t *transport) refuse(x *exchange) *model.Error {
	e := &model.Error{StatusCode: x.status, RequestID: x.requestID(), RetryAfter: retryAfter(x.header)}
	switch {
	case x.status >= 300 && x.status < 400:
		e.Kind, e.Hint = model.NotFound, "name the final address as the base URL; redirections are not followed, so that no document goes elsewhere"
		e.Err = errors.New("the endpoint redirects to another address")
		return e
	case json.Valid(x.body) && bytes.HasPrefix(bytes.TrimLeft(x.body, " \t\r\n"), []byte("{")):
		return nil
	}
	what := "something that is no JSON object"
	kind, _, _ := mime.ParseMediaType(x.header.Get("Content-Type"))
	start := bytes.TrimLeft(x.body, " \t\r\n\xef\xbb\xbf")
	switch {
	case kind == "text/event-stream":
		what = "a stream of events"
	case len(start) == 0:
		what = "nothing"
	case strings.Contains(kind, "html") || start[0] == '<':
		what = "a web page"
	}
	e.Err, e.Hint = fmt.Errorf("the endpoint answers with %s", what), hintAddress
	if x.status < 400 {
		e.Kind = model.NotJSON
		if what != "a web page" && start != nil && len(start) > 0 && start[0] == '{' {
			e.Kind, e.Err, e.Hint = model.Network, errors.New("the answer was cut off: its JSON does not end"), ""
		}
		return e
	}
	e.Kind = kindOf(x.status, "")
	if e.Temporary() {
		e.Hint = ""
	}
	return e
}

// setZeroTemperature puts "temperature":0 before the last brace of the body: the library leaves
// zeros out. The bytes of the schema stay as they are.
func setZeroTemperature(r *http.Request) error {
	if r.Body == nil {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	_ = r.Body.Close()
	if err != nil {
		return err
	}
	end := bytes.LastIndexByte(body, '}')
	if end < 0 {
		return errors.New("the request has no JSON object")
	}
	out := make([]byte, 0, len(body)+16)
	out = append(out, body[:end]...)
	out = append(out, `,"temperature":0}`...)
	r.Body = io.NopCloser(bytes.NewReader(out))
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(out)), nil }
	r.ContentLength = int64(len(out))
	return nil
}

// retryAfter reads how long the provider asks to wait: milliseconds first, then seconds or a
// date. A wish beyond an hour, or one that cannot be read, is none.
func retryAfter(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms >= 0 && ms <= 3600e3 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s >= 0 && s <= 3600 {
		return time.Duration(s * float64(time.Second))
	}
	if t, err := http.ParseTime(v); err == nil {
		if d := time.Until(t); d > 0 && d <= time.Hour {
			return d
		}
	}
	return 0
}
