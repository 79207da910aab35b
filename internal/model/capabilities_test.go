package model_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/model"
)

func TestCapabilities(t *testing.T) {
	set := model.DefaultCapabilities()
	for _, c := range []struct {
		provider, name string
		temperature    bool
		tokens, schema string
	}{
		{"openai", "o3-mini", false, "max_completion_tokens", model.ModeSchema},
		{"openai", "gpt-5.1", false, "max_completion_tokens", model.ModeSchema},
		{"openai", "gpt-4.1-mini", true, "max_completion_tokens", model.ModeSchema},
		{"openai", "gpt-3.5-turbo", true, "max_tokens", model.ModeObject},
		{"azure", "gpt-4o", true, "max_tokens", model.ModeSchema},
		{"compatible", "o3-looking-local-model", true, "max_tokens", model.ModeSchema},
		{"", "", true, "max_tokens", model.ModeSchema},
	} {
		got := set.Find(c.provider, c.name)
		if got.Temperature != c.temperature || got.MaxTokens != c.tokens || got.Schema != c.schema {
			t.Errorf("%s %s: %+v", c.provider, c.name, got)
		}
	}
}

func TestParseCapabilitiesRefuses(t *testing.T) {
	const dialects = `"dialects":{"d":{"keywords":["type"]}}`
	entry := func(s string) string {
		return fmt.Sprintf(`{%s,"entries":[%s]}`, dialects, s)
	}
	good := `{"provider":"*","model":"*","temperature":true,"max_tokens":"max_tokens","seed":true,"schema":"json_schema","dialect":"d"}`
	if _, err := model.ParseCapabilities([]byte(entry(good))); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{
		"no entries":        entry(""),
		"unknown dialect":   entry(strings.Replace(good, `"dialect":"d"`, `"dialect":"e"`, 1)),
		"unknown mode":      entry(strings.Replace(good, "json_schema", "yaml", 1)),
		"unknown parameter": entry(strings.Replace(good, `:"max_tokens"`, `:"tokens"`, 1)),
		"unknown key":       entry(strings.Replace(good, `"seed"`, `"sed"`, 1)),
		"nothing fits all":  entry(strings.Replace(good, `"model":"*"`, `"model":"a*"`, 1)),
		"no JSON":           "entries: []",
	} {
		if _, err := model.ParseCapabilities([]byte(bad)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestLower(t *testing.T) {
	const schema = `{"type":"object","properties":{"z":{"type":["string","null"],"minLength":1,"title":"Z"},"rows":{"type":"array","items":{"type":"integer","minimum":0,"maximum":9},"minItems":1,"maxItems":3},"a":{"anyOf":[{"type":"string","default":"x"},{"type":"null"}]}},"required":["z","rows","a"],"additionalProperties":false,"$comment":"x"}`
	openai := model.DefaultCapabilities().Dialects["openai"]
	got, err := openai.Lower([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"z":{"type":["string","null"]},"rows":{"type":"array","items":{"type":"integer","minimum":0,"maximum":9},"minItems":1,"maxItems":3},"a":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["z","rows","a"],"additionalProperties":false}`
	if string(got) != want {
		t.Errorf("lowered to\n%s\nwant\n%s", got, want)
	}
	azure := model.DefaultCapabilities().Dialects["azure"]
	got, err = azure.Lower([]byte(schema))
	if err != nil || strings.Contains(string(got), "minimum") || strings.Contains(string(got), "maxItems") || !json.Valid(got) {
		t.Errorf("azure: %s, %v", got, err)
	}
}

func TestLowerKeepsItsLimits(t *testing.T) {
	props := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `%s"p%d":{"type":"string"}`, map[bool]string{true: ",", false: ""}[i > 0], i)
		}
		return `{"type":"object","properties":{` + b.String() + `}}`
	}
	azure := model.DefaultCapabilities().Dialects["azure"]
	if _, err := azure.Lower([]byte(props(100))); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	_, err := azure.Lower([]byte(props(101)))
	if !errors.Is(err, model.ErrSchemaTooLarge) || !strings.Contains(err.Error(), "limit 100") {
		t.Errorf("over the limit: %v", err)
	}
	deep := "{}"
	for range 6 {
		deep = `{"type":"object","properties":{"x":` + deep + `}}`
	}
	if _, err := azure.Lower([]byte(deep)); !errors.Is(err, model.ErrSchemaTooLarge) {
		t.Errorf("six levels: %v", err)
	}
	for _, bad := range []string{"", "[]", `{"properties":[]}`, `{"anyOf":{}}`, `{"type":"object","properties":{"a":`} {
		if _, err := azure.Lower([]byte(bad)); err == nil || errors.Is(err, model.ErrSchemaTooLarge) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestErrorText(t *testing.T) {
	e := &model.Error{Kind: model.RateLimited, StatusCode: 429, RequestID: "req-1", Attempts: 3, Err: errors.New("slow down")}
	if got, want := e.Error(), "rate limited (HTTP 429): slow down after 3 attempts [request req-1]"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if (&model.Error{Kind: model.Auth}).Temporary() || !(&model.Error{Kind: model.Auth}).Lasting() || (&model.Error{Kind: model.BadRequest}).Lasting() {
		t.Error("a missing key lasts and a bad request may be one window's")
	}
}
