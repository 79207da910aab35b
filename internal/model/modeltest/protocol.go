package modeltest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/model"
)

// maxRequest bounds what a fake reads.
const maxRequest = 64 << 20

// chatRequest is the part of the protocol's request that the fakes read.
type chatRequest struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	MaxTokens           int      `json:"max_tokens"`
	MaxCompletionTokens int      `json:"max_completion_tokens"`
	Temperature         *float32 `json:"temperature"`
	Seed                *int     `json:"seed"`
	Effort              string   `json:"reasoning_effort"`
	ResponseFormat      *struct {
		Type       string `json:"type"`
		JSONSchema struct {
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

func (c *chatRequest) request() *model.Request {
	r := &model.Request{Model: c.Model, MaxTokens: max(c.MaxTokens, c.MaxCompletionTokens), Temperature: c.Temperature, Seed: c.Seed, Effort: c.Effort}
	for _, m := range c.Messages {
		if m.Role == "system" {
			r.System = m.Content
		} else {
			r.User = m.Content
		}
	}
	if c.ResponseFormat != nil {
		r.Schema, r.SchemaName = c.ResponseFormat.JSONSchema.Schema, c.ResponseFormat.JSONSchema.Name
	}
	return r
}

// ServeHTTP speaks the protocol: POST …/chat/completions and GET …/models.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/models"):
		writeJSON(w, 200, map[string]any{"object": "list", "data": []any{map[string]string{"id": "fake", "object": "model"}}})
		return
	case r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/chat/completions"):
		writeError(w, 404, ProtocolError{Message: "no such address"})
		return
	}
	var c chatRequest
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&c); err != nil {
		writeError(w, 400, ProtocolError{Type: "invalid_request_error", Message: "the request is no JSON object of the protocol"})
		return
	}
	req := c.request()
	f.note(req)
	reply := f.answer(r.Context(), req)
	send(w, r, req, &reply)
}

func send(w http.ResponseWriter, r *http.Request, req *model.Request, reply *Reply) {
	switch {
	case reply.Hang:
		<-r.Context().Done()
		return
	case reply.Reset:
		panic(http.ErrAbortHandler) // closes the connection, as its documentation says
	}
	w.Header().Set("X-Request-Id", "fake-request")
	if reply.RetryAfter != "" {
		w.Header().Set("Retry-After", reply.RetryAfter)
	}
	if reply.RetryMS != "" {
		w.Header().Set("Retry-After-Ms", reply.RetryMS)
	}
	body, kind := []byte(reply.Body), reply.Type
	switch {
	case reply.Body != "":
	case reply.Response != nil:
		body = completion(req, reply.Response)
	default:
		body = errorBody(reply.Error)
	}
	if kind == "" {
		kind = "application/json"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(reply.status())
	if reply.Cut > 0 && reply.Cut < len(body) {
		w.Write(body[:reply.Cut])
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
	w.Write(body)
}

// completion renders a response. Tokens that the response does not count are estimated as a
// tokenizer would: one for four bytes.
func completion(req *model.Request, r *model.Response) []byte {
	message := map[string]any{"role": "assistant", "content": r.Text}
	finish := r.FinishReason
	switch r.Outcome {
	case model.Declined:
		message = map[string]any{"role": "assistant", "content": nil, "refusal": "no"}
	case model.Truncated:
		finish = "length"
	case model.Filtered:
		finish = "content_filter"
	}
	if finish == "" {
		finish = "stop"
	}
	in, out := r.InputTokens, r.OutputTokens
	if in == 0 {
		in = (len(req.System) + len(req.User) + 3) / 4
	}
	if out == 0 {
		out = (len(r.Text) + 3) / 4
	}
	name := r.Model
	if name == "" {
		name = req.Model
	}
	return marshal(map[string]any{
		"id": "fake-answer", "object": "chat.completion", "model": name,
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}},
		"usage": map[string]any{
			"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out,
			"prompt_tokens_details": map[string]int{"cached_tokens": r.CachedTokens},
		},
	})
}

func errorBody(e ProtocolError) []byte {
	m := map[string]any{"message": e.Message, "type": e.Type, "param": nil, "code": nil}
	if e.Param != "" {
		m["param"] = e.Param
	}
	if e.Code != "" {
		m["code"] = e.Code
	}
	return marshal(map[string]any{"error": m})
}

func writeError(w http.ResponseWriter, status int, e ProtocolError) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(errorBody(e))
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(marshal(v))
}

// marshal encodes values of this package, which always can be.
func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("modeltest: " + err.Error())
	}
	return b
}
