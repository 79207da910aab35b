package prompt_test

import (
	"testing"

	"github.com/rowproof/rowproof/internal/prompt"
)

func TestFingerprintCoversEverything(t *testing.T) {
	base := prompt.Key{Provider: "openai", Model: "m", Parameters: []string{"a", "b"}, System: "s", User: "u", Schema: []byte("{}")}
	seen := map[string]string{base.Fingerprint(): "the key itself"}
	for name, change := range map[string]func(*prompt.Key){
		"provider":             func(k *prompt.Key) { k.Provider = "azure" },
		"model":                func(k *prompt.Key) { k.Model = "n" },
		"a parameter":          func(k *prompt.Key) { k.Parameters = []string{"a", "c"} },
		"parameters joined":    func(k *prompt.Key) { k.Parameters = []string{"ab"} },
		"parameters split":     func(k *prompt.Key) { k.Parameters = []string{"a", "b", ""} },
		"round":                func(k *prompt.Key) { k.Round = 1 },
		"system":               func(k *prompt.Key) { k.System = "t" },
		"user":                 func(k *prompt.Key) { k.User = "v" },
		"schema":               func(k *prompt.Key) { k.Schema = []byte("{ }") },
		"text moved a part on": func(k *prompt.Key) { k.System, k.User = "", "su" },
		"text moved back":      func(k *prompt.Key) { k.System, k.User = "su", "" },
	} {
		k := base
		change(&k)
		f := k.Fingerprint()
		if other, twice := seen[f]; twice {
			t.Errorf("%s gives the fingerprint of %s", name, other)
		}
		seen[f] = name
	}
	if base.Fingerprint() != (&prompt.Key{Provider: "openai", Model: "m", Parameters: []string{"a", "b"}, System: "s", User: "u", Schema: []byte("{}")}).Fingerprint() {
		t.Error("the same key gives another fingerprint")
	}
}
