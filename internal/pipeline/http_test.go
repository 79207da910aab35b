package pipeline

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/model/modeltest"
	"github.com/rowproof/rowproof/internal/model/openai"
	"github.com/rowproof/rowproof/internal/verdict"
)

// stack is what a run asks through: the client, one limiter for all documents, one retry loop.
func stack(t *testing.T, address string) model.Generator {
	t.Helper()
	c, err := openai.New(openai.Config{BaseURL: address, Key: "sk-test"})
	if err != nil {
		t.Fatal(err)
	}
	l := model.NewLimiter(model.Limits{Concurrency: 8})
	return model.Retry(model.Limit(c, l), model.Policy{Attempts: 5, Initial: time.Millisecond, Max: 2 * time.Millisecond, Budget: time.Minute})
}

// TestOverHTTP: a whole run through a bad endpoint.
func TestOverHTTP(t *testing.T) {
	r := newRoll(t, 40)
	script := strings.Join([]string{
		"429 retry-after-ms=2", "reset", "cut 10", "html 502",
		"400 param=response_format message=no schema here", "pass",
		"200 truncated {\"unit\":[", "pass", "pass",
		"503 retry-after=0", "pass",
	}, "\n")
	s, err := modeltest.Scripted(script, nil, modeltest.Oracle(r.task, r.truth))
	if err != nil {
		t.Fatal(err)
	}
	in := r.input(t, stack(t, modeltest.Serve(t, s)))
	in.Concurrency, in.Rounds = 1, 0
	res := run(t, in)
	if res.Verdict != verdict.Sound || res.Counts.Records.Accepted != 40 || !has(res, finding.SchemaFallback) || !has(res, finding.Truncated) {
		t.Errorf("%s", describe(res))
	}
	fellBack := 0
	for i := range res.Findings {
		if res.Findings[i].Code == finding.SchemaFallback {
			fellBack++
		}
	}
	if fellBack != 1 {
		t.Errorf("the fall-back is said %d times", fellBack)
	}
	if s.Left() != 0 {
		t.Errorf("%d replies of the script were not asked for", s.Left())
	}
	b, err := os.ReadFile(filepath.Join(in.Folder, MeasurementsFile))
	if err != nil {
		t.Fatal(err)
	}
	var m Measurements
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	if m.Attempts != m.Windows+5 || m.Mode != model.ModeObject || m.InputTokens == 0 {
		t.Errorf("%d attempts for %d windows in mode %q, %d tokens", m.Attempts, m.Windows, m.Mode, m.InputTokens)
	}
}

// TestEndpointsThatAreNone: each is an error with the next step, before anything is paid.
func TestEndpointsThatAreNone(t *testing.T) {
	r := newRoll(t, 40)
	page, err := modeltest.Scripted(strings.Repeat("html 200\n", 9), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ address, want string }{
		"a web page": {modeltest.Serve(t, page), "a web page"},
		"nobody":     {"http://127.0.0.1:1/v1", "127.0.0.1:1"},
	} {
		in := r.input(t, stack(t, c.address))
		_, err := Run(t.Context(), in)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "<html") {
			t.Errorf("%s: %v", name, err)
		}
		if e := model.AsError(t.Context(), err); e.Hint == "" {
			t.Errorf("%s: no hint", name)
		}
	}
}
