package prompt_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/prompt"
	"github.com/rowproof/rowproof/internal/task"
)

func compile(t *testing.T, schema []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("mem:///answer.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:///answer.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchema(t *testing.T) {
	schema, err := prompt.Schema(rentRoll(), 100)
	if err != nil {
		t.Fatal(err)
	}
	s := compile(t, schema)
	unit := func(rows, fields string) string {
		return `{"document":[],"unit":[{"rows":` + rows + `,` + fields + `}],"other":[]}`
	}
	const fields = `"building":"B","unit":"1A","tenant":null,"rent":"1,200.00","status":"Let"`
	for in, ok := range map[string]bool{
		unit("[3]", fields):                                 true,
		unit("[2,3,4]", fields):                             true,
		unit("[]", fields):                                  false,
		unit("[-1]", fields):                                false,
		unit("[100]", fields):                               false,
		unit("[1.5]", fields):                               false,
		unit("[1,2,3,4]", fields):                           false,
		unit("[3]", fields+`,"yearly":"14,400.00"`):         false, // derived, never asked
		unit("[3]", `"building":"B","unit":"1A"`):           false, // all are required
		unit("[3]", strings.Replace(fields, `"B"`, "7", 1)): false, // quotes are strings
		`{"document":[{"rows":[7],"name":"total_rent","value":"3,200.00"}],"unit":[],"other":[{"rows":[0],"kind":"heading"}]}`: true,
		`{"document":[{"rows":[7],"name":"rent","value":"3,200.00"}],"unit":[],"other":[]}`:                                    false,
		`{"document":[],"unit":[],"other":[{"rows":[0],"kind":"record"}]}`:                                                     false,
		`{"document":[],"unit":[],"other":[],"more":[]}`:                                                                       false,
		`{"document":[],"unit":[]}`: false,
	} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(in))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); (err == nil) != ok {
			t.Errorf("%s: valid %v, want %v (%v)", in, err == nil, ok, err)
		}
	}
	at := 0
	for _, name := range []string{`"building"`, `"unit"`, `"tenant"`, `"rent"`, `"status"`, `"other"`} {
		i := strings.Index(string(schema)[at:], name+`:{`)
		if i < 0 {
			t.Fatalf("%s does not come after what stands before it in the task: %s", name, schema)
		}
		at += i
	}
}

// TestSchemaIsWhatDecodeReads proves that an answer that fits the schema has the protocol's form.
func TestSchemaIsWhatDecodeReads(t *testing.T) {
	for _, c := range []struct {
		task   *task.Task
		answer string
	}{
		{rentRoll(), `{"document":[{"rows":[7],"name":"total_rent","value":"3,200.00"}],"unit":[{"rows":[3],"building":null,"unit":"1A","tenant":"Smith","rent":"1,200.00","status":null}],"other":[{"rows":[0,1],"kind":"heading"}]}`},
		{leases(), `{"answers":[{"id":"notice","answer":"\"three months\"","title":"Notice","clause":"three months","unknown":false},{"id":"deposit","answer":null,"title":null,"clause":null,"unknown":true}]}`},
	} {
		schema, err := prompt.Schema(c.task, 20)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(c.answer))
		if err != nil {
			t.Fatal(err)
		}
		if err := compile(t, schema).Validate(v); err != nil {
			t.Errorf("%s: %v", c.answer, err)
		}
		a, findings := claim.DecodeString(c.answer, c.task)
		if len(findings) > 0 || a.Refused > 0 || len(a.Records)+len(a.Answers) == 0 {
			t.Errorf("%s: decoded to %+v with %v", c.answer, a, findings)
		}
	}
}

func TestSchemaFitsProviders(t *testing.T) {
	set := model.DefaultCapabilities()
	names := []string{"openai", "azure", "plain"}
	for _, name := range names {
		d, ok := set.Dialects[name]
		if !ok {
			t.Fatalf("no dialect %s", name)
		}
		for _, tk := range []*task.Task{rentRoll(), leases(), invoice()} {
			schema, err := prompt.Schema(tk, 1000)
			if err != nil {
				t.Fatal(err)
			}
			low, err := d.Lower(schema)
			if err != nil {
				t.Errorf("%s, %s: %v", name, tk.Name, err)
				continue
			}
			compile(t, low)
			if name == "openai" && !bytes.Equal(low, schema) {
				t.Errorf("%s loses keywords that the provider enforces:\n%s\n%s", tk.Name, schema, low)
			}
		}
	}
}
