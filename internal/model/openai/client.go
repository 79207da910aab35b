// Package openai asks any endpoint that speaks the chat completions protocol of OpenAI:
// OpenAI itself, Azure, and the many servers that copy it.
//
// What an endpoint refuses (the strict schema, a temperature, the name of a parameter) is
// left out from then on, and remembered; a weaker form of the answer is reported with it.
package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	openai "github.com/sashabaranov/go-openai"

	"github.com/rowproof/rowproof/internal/model"
)

// DefaultBaseURL is the address of OpenAI.
const DefaultBaseURL = "https://api.openai.com/v1"

// A Config says where to ask and how. Only Key or BaseURL must be given.
type Config struct {
	Provider         string               // for the capabilities; empty: "openai" at its own address or "azure", else "compatible"
	BaseURL          string               // empty: DefaultBaseURL
	Key              string               // empty for servers that want none
	Organization     string               // empty for none
	Azure            bool                 // BaseURL is an Azure resource, the model a deployment
	APIVersion       string               // of Azure; empty: 2024-10-21
	Mode             string               // strictest form to ask the answer in, model.ModeSchema…; empty or "auto": what the capabilities say
	Header           http.Header          // sent with every request
	Concurrency      int                  // connections kept open; 0: 4
	MaxResponseBytes int64                // 0: 16 MiB
	MaxBytesPerToken float64              // more bytes than this in a prompt token mean that the server cut the prompt; 0: 6
	Transport        http.RoundTripper    // nil: the default one with Concurrency connections
	Capabilities     *model.CapabilitySet // nil: the built-in ones
}

// A Client is a [model.Generator] for one endpoint. It may be used from many goroutines.
type Client struct {
	cfg  Config
	api  *openai.Client
	caps *model.CapabilitySet

	mu      sync.Mutex
	adapted map[string]adaptation // by model
}

var _ model.Generator = (*Client)(nil)

// New returns a client. It connects to nothing yet.
func New(cfg Config) (*Client, error) {
	if cfg.BaseURL == "" {
		if cfg.Azure {
			return nil, errors.New("openai: Azure needs the address of its resource")
		}
		cfg.BaseURL = DefaultBaseURL
	}
	u, err := url.Parse(cfg.BaseURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("openai: the base URL must begin with http:// or https:// and name a host")
	}
	if u.User != nil || u.RawQuery != "" {
		return nil, errors.New("openai: the base URL must hold neither a password nor a query")
	}
	if cfg.Key == "" && cfg.BaseURL == DefaultBaseURL {
		return nil, &model.Error{Kind: model.Auth, Err: errors.New("no key given"), Hint: "set OPENAI_API_KEY, or name another server with --base-url"}
	}
	if strings.ContainsFunc(cfg.Key, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return nil, &model.Error{Kind: model.Auth, Err: errors.New("the key holds a blank, a line break or a character that no key has")}
	}
	switch cfg.Mode {
	case "auto":
		cfg.Mode = ""
	case "", model.ModeSchema, model.ModeObject, model.ModePrompt:
	default:
		return nil, fmt.Errorf("openai: no form of answers %q: json_schema, json_object or prompt", cfg.Mode)
	}
	cfg.setDefaults()
	c := openai.DefaultConfig(cfg.Key)
	if cfg.Azure {
		c = openai.DefaultAzureConfig(cfg.Key, cfg.BaseURL)
		c.APIVersion = cfg.APIVersion
		c.AzureModelMapperFunc = func(m string) string { return m }
	}
	c.BaseURL, c.OrgID = cfg.BaseURL, cfg.Organization
	c.HTTPClient = &http.Client{Transport: &transport{base: cfg.Transport, header: cfg.Header, limit: cfg.MaxResponseBytes}}
	return &Client{cfg: cfg, api: openai.NewClientWithConfig(c), caps: cfg.Capabilities, adapted: map[string]adaptation{}}, nil
}

func (c *Config) setDefaults() {
	if c.Provider == "" {
		switch {
		case c.Azure:
			c.Provider = "azure"
		case c.BaseURL == DefaultBaseURL:
			c.Provider = "openai"
		default:
			c.Provider = "compatible"
		}
	}
	if c.APIVersion == "" {
		c.APIVersion = "2024-10-21"
	}
	if c.Concurrency <= 0 {
		c.Concurrency = 4
	}
	if c.MaxResponseBytes <= 0 {
		c.MaxResponseBytes = 16 << 20
	}
	if c.MaxBytesPerToken <= 0 {
		c.MaxBytesPerToken = 6
	}
	if c.Capabilities == nil {
		c.Capabilities = model.DefaultCapabilities()
	}
	if c.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConns, t.MaxIdleConnsPerHost, t.MaxConnsPerHost = 0, c.Concurrency, c.Concurrency
		c.Transport = t
	}
}

// Generate asks the endpoint. One call may be several requests while it finds out what the
// endpoint accepts.
func (c *Client) Generate(ctx context.Context, req *model.Request) (*model.Response, error) {
	caps := c.caps.Find(c.cfg.Provider, req.Model)
	if c.cfg.Mode != "" {
		caps.Schema = c.cfg.Mode
	}
	for {
		ad := c.adaptation(req.Model, caps)
		x := &exchange{}
		wire, err := c.request(req, ad, caps, x)
		if errors.Is(err, model.ErrSchemaTooLarge) {
			c.adapt(req.Model, ad, func(a *adaptation) { a.mode = model.ModeObject })
			continue
		}
		if err != nil {
			return nil, &model.Error{Kind: model.BadRequest, Err: err}
		}
		res, err := c.api.CreateChatCompletion(context.WithValue(ctx, exchangeKey{}, x), wire)
		if err == nil {
			return c.response(req, &res, ad, caps, x)
		}
		e, seen := c.failure(ctx, req, x, err)
		if seen.filtered {
			return &model.Response{Outcome: model.Filtered, FinishReason: "content_filter", Model: req.Model, ID: e.RequestID, Mode: ad.mode, Notes: ad.notes(req)}, nil
		}
		if next := ad.without(seen, req); next != nil {
			c.adapt(req.Model, ad, next)
			continue
		}
		return nil, e
	}
}

// request makes the request of the protocol. The reasons of single steps are the library's
// and the providers' habits: zero temperatures are left out by the library, so the transport puts them in.
func (c *Client) request(req *model.Request, ad adaptation, caps model.Capabilities, x *exchange) (openai.ChatCompletionRequest, error) {
	system := req.System
	out := openai.ChatCompletionRequest{Model: req.Model}
	if len(req.Schema) > 0 {
		switch ad.mode {
		case model.ModeSchema:
			d := c.caps.Dialects[caps.Dialect]
			schema, err := d.Lower(req.Schema)
			if err != nil {
				return out, err
			}
			out.ResponseFormat = &openai.ChatCompletionResponseFormat{
				Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
				JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
					Name: schemaName(req.SchemaName), Strict: true, Schema: json.RawMessage(schema),
				},
			}
		case model.ModeObject:
			out.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
		}
		if ad.mode != model.ModeSchema {
			system += "\n\nAnswer with one JSON object and nothing else. It must fit this JSON Schema:\n" + string(req.Schema)
		}
	}
	if system != "" {
		out.Messages = append(out.Messages, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleSystem, Content: system})
	}
	out.Messages = append(out.Messages, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleUser, Content: req.User})
	x.sent = len(system) + len(req.User)
	if req.MaxTokens > 0 {
		if ad.completionTokens {
			out.MaxCompletionTokens = req.MaxTokens
		} else {
			out.MaxTokens = req.MaxTokens
		}
	}
	if req.Temperature != nil && !ad.noTemperature {
		out.Temperature = *req.Temperature
		x.zeroTemperature = *req.Temperature == 0
	}
	if req.Seed != nil && !ad.noSeed {
		out.Seed = req.Seed
	}
	if !ad.noEffort {
		out.ReasoningEffort = req.Effort
	}
	return out, nil
}

// schemaName returns the name in the letters that endpoints allow.
func schemaName(s string) string {
	if s == "" {
		return "answer"
	}
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return '_'
	}, s[:min(len(s), 60)])
}

// response reads the answer in the order that the protocol asks for: a refusal first, then how
// the answer ended, then its text.
func (c *Client) response(req *model.Request, res *openai.ChatCompletionResponse, ad adaptation, caps model.Capabilities, x *exchange) (*model.Response, error) {
	out := &model.Response{
		Model: res.Model, ID: res.ID, Mode: ad.mode, Notes: ad.notes(req),
		InputTokens: res.Usage.PromptTokens, OutputTokens: res.Usage.CompletionTokens,
	}
	if d := res.Usage.PromptTokensDetails; d != nil {
		out.CachedTokens = d.CachedTokens
	}
	if len(req.Schema) == 0 {
		out.Mode = model.ModePrompt
	}
	if len(res.Choices) == 0 {
		return nil, c.noChoice(x)
	}
	choice := res.Choices[0]
	out.Text, out.FinishReason = choice.Message.Content, string(choice.FinishReason)
	switch {
	case choice.Message.Refusal != "":
		out.Outcome, out.Text = model.Declined, ""
	case choice.FinishReason == "content_filter":
		out.Outcome = model.Filtered
	case choice.FinishReason == "length":
		out.Outcome = model.Truncated
	case choice.FinishReason == "error":
		return nil, &model.Error{Kind: model.Server, StatusCode: x.status, RequestID: x.requestID(), Err: errors.New("the answer ended with an error")}
	case strings.TrimSpace(out.Text) == "":
		out.Outcome = model.Empty
	default:
		out.Outcome = model.Complete
	}
	counted := out.InputTokens + out.CachedTokens
	// A count that no tokenizer gives is no count: some servers always say 1.
	if counted*impossibleBytesPerToken > x.sent && float64(x.sent) > c.cfg.MaxBytesPerToken*float64(counted) {
		out.Notes = append(out.Notes, model.NotePromptCut)
	}
	return out, nil
}

// impossibleBytesPerToken is more bytes than a token of any prompt has on average.
const impossibleBytesPerToken = 250

// noChoice explains an answer without a choice. Some endpoints put an error under the status 200.
func (c *Client) noChoice(x *exchange) error {
	var body struct {
		Error *struct {
			Code    any    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	e := &model.Error{Kind: model.NotJSON, StatusCode: x.status, RequestID: x.requestID(), Hint: hintAddress, Err: errors.New("the answer has no choices")}
	if json.Unmarshal(x.body, &body) != nil || body.Error == nil {
		return e
	}
	e.Kind, e.Hint, e.Err = model.Server, "", errors.New("the endpoint reports an error under the status 200")
	if code, ok := body.Error.Code.(float64); ok {
		e.Kind, e.StatusCode = kindOf(int(code), ""), int(code)
		e.Err = fmt.Errorf("the endpoint reports error %d under the status 200", int(code))
	}
	return e
}
