package modeltest

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rowproof/rowproof/internal/model"
)

// secret stands in the prompts of the suite and must not come back in an error.
const secret = "The tenant of unit 12 is Mrs Halloway"

// Ask returns the request of the suite.
func Ask() *model.Request {
	zero, seed := float32(0), 7
	return &model.Request{
		Model: "fake-1", System: "Write down what is printed.", User: secret, SchemaName: "suite", MaxTokens: 100,
		Temperature: &zero, Seed: &seed,
		Schema: []byte(`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":["b","a"],"additionalProperties":false}`),
	}
}

// Exercise is the contract of a [model.Generator]: newGenerator returns one that asks the fake it is
// given, by whatever way, and tries each request once.
func Exercise(t *testing.T, newGenerator func(t *testing.T, f *Fake) model.Generator) {
	t.Run("answers", func(t *testing.T) { exerciseAnswers(t, newGenerator) })
	t.Run("errors", func(t *testing.T) { exerciseErrors(t, newGenerator) })
	t.Run("request", func(t *testing.T) { exerciseRequest(t, newGenerator) })
	t.Run("hang", func(t *testing.T) { exerciseHang(t, newGenerator) })
	t.Run("together", func(t *testing.T) { exerciseTogether(t, newGenerator) })
}

type maker = func(t *testing.T, f *Fake) model.Generator

func script(t *testing.T, text string) *Script {
	t.Helper()
	s, err := Scripted(text, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func exerciseAnswers(t *testing.T, newGenerator maker) {
	for _, c := range []struct {
		reply, text string
		outcome     model.Outcome
	}{
		{`200 {"b":"1","a":"2"}`, `{"b":"1","a":"2"}`, model.Complete},
		{`200 truncated {"b":"1`, `{"b":"1`, model.Truncated},
		{"200 declined", "", model.Declined},
		{"200 filtered", "", model.Filtered},
		{"400 code=content_filter message=held back", "", model.Filtered},
		{"200 empty", "", model.Empty},
	} {
		s := script(t, c.reply)
		res, err := newGenerator(t, s.Fake).Generate(t.Context(), Ask())
		if err != nil {
			t.Errorf("%s: %v", c.reply, err)
			continue
		}
		if res.Outcome != c.outcome || res.Text != c.text {
			t.Errorf("%s: outcome %q, text %q, want %q, %q", c.reply, res.Outcome, res.Text, c.outcome, c.text)
		}
		if res.Model == "" || res.Mode == "" {
			t.Errorf("%s: neither model nor mode may be empty: %+v", c.reply, res)
		}
	}
}

func exerciseErrors(t *testing.T, newGenerator maker) {
	for _, c := range []struct {
		reply     string
		kind      model.Kind
		temporary bool
		after     time.Duration
	}{
		{"429 retry-after=30", model.RateLimited, true, 30 * time.Second},
		{"429 retry-after=30 retry-after-ms=250", model.RateLimited, true, 250 * time.Millisecond},
		{"429 code=insufficient_quota", model.Quota, false, 0},
		{"401 code=invalid_api_key", model.Auth, false, 0},
		{"403", model.Auth, false, 0},
		{"404 code=model_not_found", model.NotFound, false, 0},
		{"400 code=context_length_exceeded", model.ContextTooLong, false, 0},
		{"400 message=unknown parameter frobnicate", model.BadRequest, false, 0},
		{"500", model.Server, true, 0},
		{"503 retry-after=2", model.Overloaded, true, 2 * time.Second},
		{"529", model.Overloaded, true, 0},
		{"html 200", model.NotJSON, false, 0},
		{"html 502", model.Server, true, 0},
		{"html 404", model.NotFound, false, 0},
		{"reset", model.Network, true, 0},
		{"cut 20", model.Network, true, 0},
		{"400 message=cannot read " + secret, model.BadRequest, false, 0},
	} {
		s := script(t, c.reply)
		res, err := newGenerator(t, s.Fake).Generate(t.Context(), Ask())
		var e *model.Error
		if !errors.As(err, &e) || res != nil {
			t.Errorf("%s: %v, %T instead of an error", c.reply, res, err)
			continue
		}
		if e.Kind != c.kind || e.Temporary() != c.temporary || e.RetryAfter != c.after {
			t.Errorf("%s: kind %q, temporary %v, after %s, want %q, %v, %s (%v)", c.reply, e.Kind, e.Temporary(), e.RetryAfter, c.kind, c.temporary, c.after, e)
		}
		if text := e.Error() + e.Hint; strings.Contains(text, "Halloway") || strings.Contains(text, "<html") || strings.Contains(text, "not the API<") {
			t.Errorf("%s: the error repeats the prompt or the body: %s", c.reply, text)
		}
		if e.Kind == model.NotJSON && e.Hint == "" {
			t.Errorf("%s: no hint", c.reply)
		}
	}
}

func exerciseRequest(t *testing.T, newGenerator maker) {
	s := script(t, `200 {}`)
	asked := Ask()
	if _, err := newGenerator(t, s.Fake).Generate(t.Context(), asked); err != nil {
		t.Fatal(err)
	}
	got := s.Requests()
	if len(got) != 1 {
		t.Fatalf("%d requests arrived, want 1", len(got))
	}
	want := Ask()
	r := got[0]
	if r.Model != want.Model || r.System != want.System || r.User != want.User || r.MaxTokens != want.MaxTokens {
		t.Errorf("arrived: %+v, want %+v", r, want)
	}
	if r.Temperature == nil || *r.Temperature != 0 {
		t.Errorf("a temperature of 0 arrived as %v", r.Temperature)
	}
	if r.Seed == nil || *r.Seed != 7 {
		t.Errorf("the seed arrived as %v", r.Seed)
	}
	if string(r.Schema) != string(want.Schema) {
		t.Errorf("the schema arrived as %s", r.Schema)
	}
	if asked.User != want.User || string(asked.Schema) != string(want.Schema) {
		t.Error("the request was changed")
	}
}

func exerciseHang(t *testing.T, newGenerator maker) {
	s := script(t, "hang\nhang")
	g := newGenerator(t, s.Fake)
	cause := errors.New("the suite went away")
	ctx, cancel := context.WithCancelCause(t.Context())
	timer := time.AfterFunc(30*time.Millisecond, func() { cancel(cause) })
	defer timer.Stop()
	_, err := g.Generate(ctx, Ask())
	var e *model.Error
	if !errors.As(err, &e) || e.Kind != model.Cancelled || e.Temporary() || !errors.Is(err, cause) {
		t.Errorf("cancelled by its caller: %v", err)
	}
	retry := model.Retry(g, model.Policy{Attempts: 1, Timeout: 30 * time.Millisecond})
	_, err = retry.Generate(t.Context(), Ask())
	if !errors.As(err, &e) || e.Kind != model.Timeout || !e.Temporary() {
		t.Errorf("one attempt took too long: %v", err)
	}
}

func exerciseTogether(t *testing.T, newGenerator maker) {
	f := New(func(_ context.Context, req *model.Request) Reply {
		return Reply{Response: &model.Response{Outcome: model.Complete, Text: "for " + req.User}}
	})
	g := newGenerator(t, f)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			req := Ask()
			req.User = strings.Repeat("x", i+1)
			res, err := g.Generate(t.Context(), req)
			if err != nil {
				t.Error(err)
			} else if res.Text != "for "+req.User {
				t.Errorf("asked %q, answered %q", req.User, res.Text)
			}
		})
	}
	wg.Wait()
}
