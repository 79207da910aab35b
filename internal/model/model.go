// Package model is the seam to language models: one method, a request that carries every
// parameter, a response with what came back and what it cost, and one typed error.
package model

import "context"

// A Generator answers one request.
type Generator interface {
	// Generate returns a response for every outcome of the model itself, also for a cut-off,
	// declined or filtered one. Errors are of type *Error.
	Generate(ctx context.Context, req *Request) (*Response, error)
}

// A Request is one prompt with its parameters.
type Request struct {
	Model       string
	System      string
	User        string
	Schema      []byte // JSON Schema of the answer in the order of the task, nil for none
	SchemaName  string
	MaxTokens   int      // of the answer
	Temperature *float32 // nil: the provider's default
	Seed        *int
	Effort      string // of reasoning models, empty for none
}

// An Outcome says how an answer ended.
type Outcome string

// The outcomes.
const (
	Complete  Outcome = "complete"
	Truncated Outcome = "truncated"
	Declined  Outcome = "declined"
	Filtered  Outcome = "filtered"
	Empty     Outcome = "empty"
)

// A Response is one answer.
type Response struct {
	Text         string
	Outcome      Outcome
	FinishReason string // the provider's own word
	Model        string // that answered
	ID           string
	Mode         string // how the schema was asked for: "json_schema", "json_object", "prompt"
	InputTokens  int
	OutputTokens int
	CachedTokens int
}
