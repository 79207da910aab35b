package openai_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/model/modeltest"
	"github.com/rowproof/rowproof/internal/model/openai"
)

func client(t *testing.T, f *modeltest.Fake) *openai.Client {
	t.Helper()
	c, err := openai.New(openai.Config{BaseURL: modeltest.Serve(t, f), Key: "sk-test-0123456789abcdef"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestContract(t *testing.T) {
	modeltest.Exercise(t, func(t *testing.T, f *modeltest.Fake) model.Generator { return client(t, f) })
}

func scripted(t *testing.T, script string) (*modeltest.Script, *openai.Client) {
	t.Helper()
	s, err := modeltest.Scripted(script, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.Unscripted() > 0 || s.Left() > 0 {
			t.Errorf("%d requests beyond the script, %d replies left", s.Unscripted(), s.Left())
		}
	})
	return s, client(t, s.Fake)
}

func TestFallBack(t *testing.T) {
	for _, c := range []struct{ name, script, mode string }{
		{"none", "200 {}\n200 {}", model.ModeSchema},
		{"to JSON mode", "400 param=response_format message=not supported\n200 {}\n200 {}", model.ModeObject},
		{"to the prompt", "400 message=response_format json_schema is unknown\n400 message=json_object is unknown\n200 {}\n200 {}", model.ModePrompt},
		{"a grammar that does not compile", "500 message=failed to parse grammar\n200 {}\n200 {}", model.ModeObject},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, g := scripted(t, c.script)
			for range 2 { // the second request knows
				res, err := g.Generate(t.Context(), modeltest.Ask())
				if err != nil {
					t.Fatal(err)
				}
				noted := slices.Contains(res.Notes, model.NoteFallback)
				if res.Mode != c.mode || noted != (c.mode != model.ModeSchema) {
					t.Errorf("mode %q, notes %v, want %q", res.Mode, res.Notes, c.mode)
				}
			}
			last := s.Requests()[len(s.Requests())-1]
			if inPrompt := strings.Contains(last.System, `"properties"`); inPrompt != (c.mode != model.ModeSchema) {
				t.Errorf("in mode %s the prompt names the schema: %v", c.mode, inPrompt)
			}
		})
	}
}

func TestModeIsChosen(t *testing.T) {
	for _, mode := range []string{model.ModeObject, model.ModePrompt} {
		s, err := modeltest.Scripted("200 {}", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := openai.New(openai.Config{BaseURL: modeltest.Serve(t, s), Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		res, err := c.Generate(t.Context(), modeltest.Ask())
		if err != nil || res.Mode != mode || !slices.Contains(res.Notes, model.NoteFallback) {
			t.Errorf("%s: %+v, %v", mode, res, err)
		}
	}
}

func TestAdaptsParameters(t *testing.T) {
	s, g := scripted(t, strings.Join([]string{
		"400 param=max_tokens code=unsupported_parameter message=use max_completion_tokens",
		"400 param=temperature code=unsupported_value message=only the default",
		"400 message=seed is not allowed",
		"200 {}", "200 {}",
	}, "\n"))
	for range 2 {
		if _, err := g.Generate(t.Context(), modeltest.Ask()); err != nil {
			t.Fatal(err)
		}
	}
	last := s.Requests()[len(s.Requests())-1]
	if last.Temperature != nil || last.Seed != nil || last.MaxTokens != 100 {
		t.Errorf("asked with %+v", last)
	}
}

func TestAdaptingEnds(t *testing.T) {
	f := modeltest.New(func(context.Context, *model.Request) modeltest.Reply {
		return modeltest.Reply{Status: 400, Error: modeltest.ProtocolError{Param: "max_tokens", Message: "never good enough"}}
	})
	_, err := client(t, f).Generate(t.Context(), modeltest.Ask())
	var e *model.Error
	if !errors.As(err, &e) || e.Kind != model.BadRequest || len(f.Requests()) != 2 {
		t.Errorf("%v after %d requests", err, len(f.Requests()))
	}
}

func TestReasoningModels(t *testing.T) {
	s, err := modeltest.Scripted("200 {}", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := openai.New(openai.Config{Provider: "openai", BaseURL: modeltest.Serve(t, s), Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	req := modeltest.Ask()
	req.Model, req.Effort = "gpt-5-mini", "low"
	half := float32(0.5)
	req.Temperature = &half
	if _, err := c.Generate(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	if r := s.Requests()[0]; r.Temperature != nil || r.Seed != nil || r.Effort != "low" || r.MaxTokens != 100 {
		t.Errorf("asked with %+v", r)
	}
	// A local server's model of such a name meets the library's guards before anything is sent.
	s2, local := scripted(t, "200 {}")
	if _, err := local.Generate(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	if r := s2.Requests()[0]; r.MaxTokens != 100 || r.Temperature != nil {
		t.Errorf("asked with %+v", r)
	}
}

func TestPromptCut(t *testing.T) {
	_, g := scripted(t, "200 short=50 {}\n200 short=600 {}\n200 short=1 {}")
	req := modeltest.Ask()
	req.User = strings.Repeat("12 | Flat | 1 200.00\n", 100)
	res, err := g.Generate(t.Context(), req)
	if err != nil || !slices.Contains(res.Notes, model.NotePromptCut) {
		t.Errorf("50 tokens of 2100 bytes: %+v, %v", res, err)
	}
	res, err = g.Generate(t.Context(), req)
	if err != nil || slices.Contains(res.Notes, model.NotePromptCut) {
		t.Errorf("600 tokens of 2100 bytes: %+v, %v", res, err)
	}
	res, err = g.Generate(t.Context(), req)
	if err != nil || slices.Contains(res.Notes, model.NotePromptCut) {
		t.Errorf("1 token of 2100 bytes is no count: %+v, %v", res, err)
	}
}

func TestResponseCap(t *testing.T) {
	s, err := modeltest.Scripted("200 raw {\"choices\": []}\n200 "+strings.Repeat("x", 2000), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := openai.New(openai.Config{BaseURL: modeltest.Serve(t, s), MaxResponseBytes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	var e *model.Error
	if _, err = c.Generate(t.Context(), modeltest.Ask()); !errors.As(err, &e) || e.Kind != model.NotJSON {
		t.Errorf("no choices: %v", err)
	}
	if _, err = c.Generate(t.Context(), modeltest.Ask()); !errors.As(err, &e) || e.Kind != model.TooLarge || !strings.Contains(e.Error(), "1000") {
		t.Errorf("over the cap: %v", err)
	}
}

func TestErrorUnderStatus200(t *testing.T) {
	_, g := scripted(t, `200 raw {"error":{"code":429,"message":"busy"}}`+"\n"+`200 raw {"id":"x","choices":[{"finish_reason":"error","message":{"content":"half"}}]}`)
	var e *model.Error
	if _, err := g.Generate(t.Context(), modeltest.Ask()); !errors.As(err, &e) || e.Kind != model.RateLimited {
		t.Errorf("%v", err)
	}
	if _, err := g.Generate(t.Context(), modeltest.Ask()); !errors.As(err, &e) || e.Kind != model.Server {
		t.Errorf("%v", err)
	}
}

func TestHeadersAndKeys(t *testing.T) {
	const key = "sk-secret-0123456789"
	var got http.Header
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		w.Header().Set("X-Request-Id", "req-7")
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, `{"error":{"message":"Incorrect API key provided: %s","code":"invalid_api_key"}}`, key)
	}))
	defer s.Close()
	c, err := openai.New(openai.Config{BaseURL: s.URL, Key: key, Header: http.Header{"X-Team": {"accounts"}}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Generate(t.Context(), modeltest.Ask())
	var e *model.Error
	if !errors.As(err, &e) || e.Kind != model.Auth || e.RequestID != "req-7" || e.Hint == "" {
		t.Errorf("%v", err)
	}
	if strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, e.Hint), key) {
		t.Error("the error holds the key")
	}
	if got.Get("X-Team") != "accounts" || got.Get("Authorization") != "Bearer "+key {
		t.Errorf("headers %v", got)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	var elsewhere atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	defer other.Close()
	s := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer s.Close()
	c, err := openai.New(openai.Config{BaseURL: s.URL, Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Generate(t.Context(), modeltest.Ask())
	var e *model.Error
	if !errors.As(err, &e) || e.Kind != model.NotFound || e.Hint == "" || elsewhere.Load() != 0 {
		t.Errorf("%v, %d requests went elsewhere", err, elsewhere.Load())
	}
}

func TestEndpointDown(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	address := s.URL
	s.Close()
	c, err := openai.New(openai.Config{BaseURL: address, Key: "sk-secret"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Generate(t.Context(), modeltest.Ask())
	var e *model.Error
	if !errors.As(err, &e) || e.Kind != model.Network || e.Hint == "" || !strings.Contains(e.Error(), strings.TrimPrefix(address, "http://")) {
		t.Errorf("%v", err)
	}
}

func TestAzure(t *testing.T) {
	var path, key string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, key = r.URL.String(), r.Header.Get("Api-Key")
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":{"message":"filtered","code":"content_filter","innererror":{"code":"ResponsibleAIPolicyViolation"}}}`)
	}))
	defer s.Close()
	c, err := openai.New(openai.Config{BaseURL: s.URL, Key: "azure-key", Azure: true})
	if err != nil {
		t.Fatal(err)
	}
	req := modeltest.Ask()
	req.Model = "my-deployment"
	res, err := c.Generate(t.Context(), req)
	if err != nil || res.Outcome != model.Filtered {
		t.Errorf("%+v, %v", res, err)
	}
	if path != "/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21" || key != "azure-key" {
		t.Errorf("asked %s with the key %q", path, key)
	}
}

func TestNewRefuses(t *testing.T) {
	for name, cfg := range map[string]openai.Config{
		"no key":            {},
		"no scheme":         {BaseURL: "localhost:8080/v1"},
		"another scheme":    {BaseURL: "file:///etc/passwd"},
		"a password":        {BaseURL: "http://user:pass@localhost/v1"},
		"a query":           {BaseURL: "http://localhost/v1?key=1"},
		"a key with a line": {BaseURL: "http://localhost/v1", Key: "sk-1\n"},
		"Azure nowhere":     {Azure: true, Key: "k"},
		"an unknown mode":   {BaseURL: "http://localhost/v1", Mode: "yaml"},
	} {
		if _, err := openai.New(cfg); err == nil {
			t.Errorf("%s: no error", name)
		} else if strings.Contains(err.Error(), "pass@") {
			t.Errorf("%s: the error repeats the password", name)
		}
	}
}
