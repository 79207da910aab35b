package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/model/openai"
	"github.com/rowproof/rowproof/internal/pipeline"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
)

// modelAsker makes one client for all documents, behind one limiter. It connects to nothing:
// the first document does.
func (a *app) modelAsker() (asker, error) {
	m := a.cfg.Model
	provider, name, ok := strings.Cut(m.Name, ":")
	if !ok || name == "" {
		return nil, &usageError{err: fmt.Errorf("--model %s: a model is named as provider:name", m.Name), hint: "openai:gpt-4.1-mini, or openai:NAME with --base-url for any compatible server"}
	}
	if provider != "openai" {
		return nil, &usageError{err: fmt.Errorf("--model %s: there is no provider %q", m.Name, provider), hint: "openai reaches every OpenAI-compatible server with --base-url"}
	}
	key, err := a.key()
	if err != nil {
		return nil, err
	}
	client, err := openai.New(openai.Config{
		BaseURL: m.BaseURL, Key: key, Mode: m.Schema, Concurrency: m.Concurrency, MaxResponseBytes: a.cfg.Limits.ResponseBytes,
	})
	if err != nil {
		return nil, &usageError{err: err, hint: modelHint(err)}
	}
	limiter := model.NewLimiter(model.Limits{
		Concurrency: m.Concurrency, RequestsPerMinute: m.RequestsPerMinute, TokensPerMinute: m.TokensPerMinute,
		BytesPerToken: a.cfg.Windows.BytesPerToken.Float(0),
	})
	gen := model.Retry(model.Limit(client, limiter), model.Policy{
		Attempts: m.Attempts, Initial: 500 * time.Millisecond, Max: time.Minute, Timeout: m.Timeout,
		Budget: time.Duration(m.Attempts) * (m.Timeout + time.Minute),
		Notify: func(at model.Attempt) {
			a.log.Warn().Int("attempt", at.Number).Str("kind", at.Err.Kind.String()).Dur("wait", at.Wait).Msg("attempt failed")
		},
	})
	req := model.Request{Model: name, MaxTokens: a.cfg.Windows.AnswerTokens, Effort: m.Effort, Seed: m.Seed.Int()}
	if m.Temperature != "" {
		t := float32(m.Temperature.Float(0))
		req.Temperature = &t
	}
	return func(t *task.Task, st *structure.Structure) (pipeline.Answerer, error) {
		return pipeline.NewRecords(provider, m.BaseURL, gen, req, t, st)
	}, nil
}

func modelHint(err error) string {
	var e *model.Error
	if errors.As(err, &e) {
		return e.Hint
	}
	return ""
}

// key reads the key of the provider from the file or the environment variable that the
// configuration names.
func (a *app) key() (string, error) {
	m := a.cfg.Model
	if m.KeyFile == "" {
		return a.Environment(m.KeyEnv), nil
	}
	b, err := os.ReadFile(m.KeyFile)
	if err != nil {
		return "", &usageError{err: fmt.Errorf("key file: %w", err)}
	}
	return strings.TrimSpace(string(b)), nil
}
