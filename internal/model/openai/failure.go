package openai

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"github.com/rowproof/rowproof/internal/model"
)

// seen is what a refused request tells about the endpoint.
type seen struct {
	filtered                                  bool // by the provider's content filter
	schema, temperature, tokens, seed, effort bool // refused by name
}

// failure turns an error of the library into one of ours, and says what it tells.
func (c *Client) failure(ctx context.Context, req *model.Request, x *exchange, err error) (*model.Error, seen) {
	var own *model.Error
	if errors.As(err, &own) {
		return own, seen{}
	}
	e := &model.Error{StatusCode: x.status, RequestID: x.requestID(), RetryAfter: retryAfter(x.header)}
	var api *openai.APIError
	var other *openai.RequestError
	var address *url.Error
	switch {
	case ctx.Err() != nil:
		return model.AsError(ctx, ctx.Err()), seen{}
	case errors.As(err, &api):
		return c.reported(req, e, api)
	case errors.As(err, &other):
		// Its text would repeat the body.
		e.Kind = kindOf(x.status, "")
		e.Err = errors.New("the endpoint gives no reason in the protocol's form")
	case errors.As(err, &address):
		e.Kind, e.Err = model.Network, fmt.Errorf("%s: %w", c.host(), address.Err)
		e.Hint = "is the server running, and the address right?"
	case x.status == 200:
		e.Kind, e.Err, e.Hint = model.NotJSON, errors.New("the answer does not have the protocol's form"), hintAddress
	default:
		// The library's own guards before sending; their texts are fixed.
		e.Kind, e.Err = model.BadRequest, err
		return e, seen{
			tokens:      errors.Is(err, openai.ErrReasoningModelMaxTokensDeprecated),
			temperature: errors.Is(err, openai.ErrReasoningModelLimitationsOther) || errors.Is(err, openai.ErrReasoningSamplingUnsupported),
			effort:      errors.Is(err, openai.ErrReasoningEffortUnsupported),
		}
	}
	return e, seen{}
}

func (c *Client) host() string {
	u, err := url.Parse(c.cfg.BaseURL)
	if err != nil {
		return "the endpoint"
	}
	return u.Host
}

// reported reads the protocol's own error.
func (c *Client) reported(req *model.Request, e *model.Error, api *openai.APIError) (*model.Error, seen) {
	code := ""
	if api.Code != nil {
		code = fmt.Sprint(api.Code)
	}
	param := ""
	if api.Param != nil {
		param = *api.Param
	}
	e.StatusCode = api.HTTPStatusCode
	e.Kind = kindOf(api.HTTPStatusCode, code)
	text := strings.ToLower(code + " " + api.Type + " " + param + " " + api.Message)
	var s seen
	switch {
	case code == "content_filter" || api.InnerError != nil && api.InnerError.Code == "ResponsibleAIPolicyViolation":
		s.filtered = true
	case tooLong(text):
		e.Kind, e.Hint = model.ContextTooLong, "lower the window size, or raise the context size of the server"
	case e.Kind == model.BadRequest || api.HTTPStatusCode == 500 || api.HTTPStatusCode == 501:
		s = refusedParts(param, text)
	}
	e.Err = errors.New(c.message(req, code, api.Message))
	switch e.Kind {
	case model.Auth:
		e.Hint = "check the key and what it may do"
	case model.NotFound:
		e.Hint = "check the model's name and the base URL"
	case model.Quota:
		e.Hint = "the account has no credit left"
	}
	return e, s
}

func tooLong(text string) bool {
	for _, w := range []string{"context_length_exceeded", "maximum context length", "context length", "context size", "context window", "prompt is too long", "too many tokens", "exceed_context_size"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// refusedParts reads which part of a request was refused, from the parameter's name where it is
// given, else from the message.
func refusedParts(param, text string) seen {
	in := func(words ...string) bool {
		for _, w := range words {
			if param != "" && strings.Contains(param, w) || param == "" && strings.Contains(text, w) {
				return true
			}
		}
		return false
	}
	var s seen
	switch {
	case in("response_format", "json_schema", "json_object", "structured output", "grammar", "guided", "schema"):
		s.schema = true
	case in("max_tokens", "max_completion_tokens"):
		s.tokens = true
	case in("temperature"):
		s.temperature = true
	case in("reasoning_effort"):
		s.effort = true
	case in("seed"):
		s.seed = true
	}
	return s
}

// message returns the provider's words for an error text: one short line, without the key, and
// not at all if it repeats something of the prompt.
func (c *Client) message(req *model.Request, code, text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if c.cfg.Key != "" {
		text = strings.ReplaceAll(text, c.cfg.Key, "[key]")
	}
	const longest, piece = 240, 12
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	for i := 0; i+piece <= len(text); i++ {
		if strings.Contains(req.User, text[i:i+piece]) {
			text = ""
		}
	}
	switch {
	case text == "" && code == "":
		return "the provider's words are left out"
	case text == "":
		return code
	case code == "":
		return text
	}
	return code + ": " + text
}

// kindOf returns the kind of a status of HTTP and the protocol's code.
func kindOf(status int, code string) model.Kind {
	switch code {
	case "insufficient_quota", "billing_hard_limit_reached", "billing_not_active":
		return model.Quota
	case "invalid_api_key":
		return model.Auth
	case "model_not_found", "DeploymentNotFound":
		return model.NotFound
	}
	switch {
	case status == 401 || status == 403:
		return model.Auth
	case status == 402:
		return model.Quota
	case status == 404 || status == 405 || status == 410:
		return model.NotFound
	case status == 408:
		return model.Timeout
	case status == 413:
		return model.ContextTooLong
	case status == 429:
		return model.RateLimited
	case status == 503 || status == 529:
		return model.Overloaded
	case status == 409 || status == 425:
		return model.Server
	case status == 501 || status == 505:
		return model.BadRequest
	case status >= 500:
		return model.Server
	case status >= 400:
		return model.BadRequest
	}
	return model.Unknown
}
