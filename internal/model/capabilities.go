package model

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
)

//go:embed capabilities.json
var embedded []byte

// Capabilities say what one model of one provider accepts.
type Capabilities struct {
	Provider    string `json:"provider"`    // a name, or "*"
	Model       string `json:"model"`       // a name, or its beginning and "*"
	Temperature bool   `json:"temperature"` // accepts a temperature
	MaxTokens   string `json:"max_tokens"`  // the parameter's name: "max_tokens" or "max_completion_tokens"
	Seed        bool   `json:"seed"`
	Schema      string `json:"schema"`  // strictest mode: ModeSchema, ModeObject or ModePrompt
	Dialect     string `json:"dialect"` // of JSON Schema
}

// A Dialect is the part of JSON Schema that a provider enforces. Zero limits are no limits.
type Dialect struct {
	Keywords   []string `json:"keywords"`
	Properties int      `json:"properties"`
	Depth      int      `json:"depth"`
	EnumValues int      `json:"enum_values"`
	NameBytes  int      `json:"name_bytes"` // of all names and enum values
}

// A CapabilitySet is the data of many models.
type CapabilitySet struct {
	Dialects map[string]Dialect `json:"dialects"`
	Entries  []Capabilities     `json:"entries"`
}

// DefaultCapabilities returns the set that is built in.
func DefaultCapabilities() *CapabilitySet { return builtIn() }

var builtIn = sync.OnceValue(func() *CapabilitySet {
	s, err := ParseCapabilities(embedded)
	if err != nil {
		panic("model: the built-in capabilities: " + err.Error())
	}
	return s
})

// ParseCapabilities reads a set from JSON. Unknown keys, modes and dialects are errors.
func ParseCapabilities(data []byte) (*CapabilitySet, error) {
	var file struct {
		Comment string `json:"_"`
		CapabilitySet
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("capabilities: %w", err)
	}
	s := &file.CapabilitySet
	if len(s.Entries) == 0 {
		return nil, errors.New("capabilities: no entries")
	}
	for i, e := range s.Entries {
		if _, ok := s.Dialects[e.Dialect]; !ok {
			return nil, fmt.Errorf("capabilities: entry %d: no dialect %q", i+1, e.Dialect)
		}
		switch e.Schema {
		case ModeSchema, ModeObject, ModePrompt:
		default:
			return nil, fmt.Errorf("capabilities: entry %d: no mode %q", i+1, e.Schema)
		}
		if e.MaxTokens != "max_tokens" && e.MaxTokens != "max_completion_tokens" {
			return nil, fmt.Errorf("capabilities: entry %d: no parameter %q", i+1, e.MaxTokens)
		}
		if e.Provider == "" || e.Model == "" {
			return nil, fmt.Errorf("capabilities: entry %d: provider and model must be given", i+1)
		}
	}
	if last := s.Entries[len(s.Entries)-1]; last.Provider != "*" || last.Model != "*" {
		return nil, errors.New("capabilities: the last entry must fit every provider and model")
	}
	return s, nil
}

// Find returns the first entry that fits.
func (s *CapabilitySet) Find(provider, model string) Capabilities {
	for _, e := range s.Entries {
		if fits(e.Provider, provider) && fits(e.Model, model) {
			return e
		}
	}
	return s.Entries[len(s.Entries)-1]
}

func fits(pattern, name string) bool {
	if begin, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(name, begin)
	}
	return pattern == name
}
