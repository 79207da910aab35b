package pipeline

import (
	"context"
	"fmt"
	"time"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/columns"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/prompt"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/windows"
)

// An Answerer answers windows in the protocol of package claim. It may be asked from many
// goroutines.
type Answerer interface {
	// Name is what reports call it: "columns", "openai:gpt-4.1-mini".
	Name() string
	// Fixed reports whether the same rows always get the same answer, whatever the window:
	// asking again is then of no use.
	Fixed() bool
	// Fingerprint names everything that changes the answer to the window, without asking.
	Fingerprint(w windows.Window) (string, error)
	// Answer answers the window. A failure is an answer too, with the outcome Failed and the
	// error in the measure.
	Answer(ctx context.Context, w windows.Window) (claim.Stored, Measure)
}

// Failed is the outcome of a window that has no answer; the others are those of package model.
const Failed = "failed"

// A Measure says what one answer cost.
type Measure struct {
	Duration     time.Duration
	Attempts     int
	InputTokens  int
	OutputTokens int
	CachedTokens int
	Mode         string // in which the answer's form was asked for
	Model        string // that answered
	Err          *model.Error
}

// Records asks a model for the records of each window.
type Records struct {
	provider string
	endpoint string
	req      model.Request // the parameters
	gen      model.Generator
	builder  *prompt.Builder
}

var _ Answerer = (*Records)(nil)

// NewRecords returns an answerer that asks g. The endpoint is the address behind the provider's name,
// empty for the provider's own: two servers may give one name to two models. Of req it takes the
// parameters: the model, the answer's tokens, temperature, seed and effort.
func NewRecords(provider, endpoint string, g model.Generator, req model.Request, t *task.Task, st *structure.Structure) (*Records, error) {
	b, err := prompt.New(t, st)
	if err != nil {
		return nil, err
	}
	return &Records{provider: provider, endpoint: endpoint, req: req, gen: g, builder: b}, nil
}

// Name is the provider and the model.
func (r *Records) Name() string { return r.provider + ":" + r.req.Model }

// Fixed is false: another window is another question.
func (r *Records) Fixed() bool { return false }

// Parameters names the parameters of the model and the schema of the answers.
func (r *Records) Parameters() string {
	p, k := &prompt.Prompt{}, windows.Window{}
	return fmt.Sprint(prompt.Version, r.key(p, k).Parameters)
}

// Fingerprint covers the prompt and every parameter.
func (r *Records) Fingerprint(w windows.Window) (string, error) {
	p, err := r.builder.Build(w)
	if err != nil {
		return "", err
	}
	return r.key(p, w).Fingerprint(), nil
}

func (r *Records) key(p *prompt.Prompt, w windows.Window) *prompt.Key {
	k := &prompt.Key{Provider: r.provider, Model: r.req.Model, Round: w.Round, System: p.System, User: p.User, Schema: p.Schema}
	k.Parameters = []string{"endpoint=" + r.endpoint, fmt.Sprint("max_tokens=", r.req.MaxTokens), "effort=" + r.req.Effort}
	if r.req.Temperature != nil {
		k.Parameters = append(k.Parameters, fmt.Sprint("temperature=", *r.req.Temperature))
	}
	if r.req.Seed != nil {
		k.Parameters = append(k.Parameters, fmt.Sprint("seed=", *r.req.Seed))
	}
	return k
}

// Answer builds the prompt and asks.
func (r *Records) Answer(ctx context.Context, w windows.Window) (claim.Stored, Measure) {
	s := stored(w, r.Name())
	p, err := r.builder.Build(w)
	if err != nil {
		return failed(s, Measure{Err: &model.Error{Kind: model.BadRequest, Err: err}})
	}
	s.Fingerprint = r.key(p, w).Fingerprint()
	req := r.req
	req.System, req.User, req.Schema, req.SchemaName = p.System, p.User, p.Schema, p.Name
	res, err := r.gen.Generate(ctx, &req)
	if err != nil {
		e := model.AsError(ctx, err)
		return failed(s, Measure{Attempts: max(e.Attempts, 1), Err: e})
	}
	s.Raw, s.Outcome = res.Text, string(res.Outcome)
	for _, note := range res.Notes {
		if code, ok := finding.Named(note); ok {
			s.Notes = append(s.Notes, code)
		}
	}
	return s, Measure{
		Attempts: max(res.Attempts, 1), InputTokens: res.InputTokens, OutputTokens: res.OutputTokens,
		CachedTokens: res.CachedTokens, Mode: res.Mode, Model: res.Model,
	}
}

// stored is the answer to a window before it has any text.
func stored(w windows.Window, answerer string) claim.Stored {
	return claim.Stored{
		Window: w.Index, Round: w.Round, Core: [2]int{w.Core.First, w.Core.End}, Shown: [2]int{w.Shown.First, w.Shown.End},
		Context: w.Context, Answerer: answerer,
	}
}

func failed(s claim.Stored, m Measure) (claim.Stored, Measure) {
	s.Outcome, s.Detail = Failed, m.Err.Error()
	return s, m
}

// Columns answers without a model, from the headings.
type Columns struct {
	answerer *columns.Answerer
	base     string
}

var _ Answerer = (*Columns)(nil)

// ColumnsVersion is part of the fingerprint of answers from the headings.
const ColumnsVersion = "rowproof.columns/1"

// NewColumns returns an answerer that needs no model.
func NewColumns(t *task.Task, st *structure.Structure) *Columns {
	return &Columns{answerer: columns.New(st, t), base: digest(ColumnsVersion, st.Doc.ID, string(t.Source))}
}

// ColumnsName is what reports call the answers from the headings.
const ColumnsName = "columns"

// Name is ColumnsName.
func (c *Columns) Name() string { return ColumnsName }

// Fixed is true.
func (c *Columns) Fixed() bool { return true }

// Fingerprint covers the document, the task and the window.
func (c *Columns) Fingerprint(w windows.Window) (string, error) {
	return digest(c.base, fmt.Sprint(w.Core, w.Shown, w.Context, w.Round)), nil
}

// Answer reads the window.
func (c *Columns) Answer(_ context.Context, w windows.Window) (claim.Stored, Measure) {
	s := stored(w, c.Name())
	s.Fingerprint, _ = c.Fingerprint(w)
	s.Raw, s.Outcome = string(c.answerer.Answer(w)), string(model.Complete)
	return s, Measure{}
}
