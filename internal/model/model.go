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
	Attempts     int      // made for it; 0 counts as 1
	Notes        []string // names of findings about the call: "schema_fallback", "prompt_cut"
}

// The ways in which an answer's form is asked for, from the strictest.
const (
	ModeSchema = "json_schema" // the provider enforces the schema
	ModeObject = "json_object" // the provider enforces JSON, the prompt carries the schema
	ModePrompt = "prompt"      // the prompt alone asks for it
)

// The notes of a response; they are names of findings.
const (
	NoteFallback  = "schema_fallback"
	NotePromptCut = "prompt_cut"
)
