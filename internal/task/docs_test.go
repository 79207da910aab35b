package task

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const docs = "../../docs/"

// TestReference loads the examples of the reference and wants every key described in it.
func TestReference(t *testing.T) {
	data, err := os.ReadFile(docs + "task.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```(yaml|json)\n(.*?)```").FindAllSubmatch(data, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d examples", len(blocks))
	}
	for _, b := range blocks {
		k, err := Load("task.md", b[2])
		if err != nil {
			t.Errorf("%s example:\n%v", b[1], err)
			continue
		}
		roundTrip(t, k)
		if string(b[1]) == "json" {
			continue
		}
		for _, keys := range [][]string{rootKeys, recordKeys, fieldKeys, notationKeys, equationKeys, exportKeys} {
			for _, key := range keys {
				if !bytes.Contains(b[2], []byte(key)) && key != "questions" {
					t.Errorf("the complete example has no %s", key)
				}
			}
		}
	}
	var missing []string
	for _, names := range [][]string{rootKeys, recordKeys, fieldKeys, notationKeys, equationKeys, exportKeys, TypeNames, Reserved} {
		for _, name := range names {
			if !strings.Contains(string(data), "`"+name+"`") {
				missing = append(missing, name)
			}
		}
	}
	if missing != nil {
		t.Errorf("not described: %v", missing)
	}
	for _, p := range Presets() {
		if !strings.Contains(string(data), "`"+p.Name+"`") {
			t.Errorf("preset %s is not named", p.Name)
		}
	}
}

// TestEditorSchema wants the generated schema of task files in docs, and every preset and
// the reference's example to be valid under it.
func TestEditorSchema(t *testing.T) {
	want := EditorSchema()
	if *update {
		if err := os.WriteFile(docs+"task.schema.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(docs + "task.schema.json")
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("docs/task.schema.json differs from what is generated (%v); -update rewrites it", err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(want))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("task.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("task.json")
	if err != nil {
		t.Fatal(err)
	}
	valid := 0
	check := func(name string, data []byte) error {
		n, failed := parse(data)
		if failed != nil {
			t.Fatalf("%s: %v", name, failed)
		}
		var b strings.Builder
		writeJSON(&b, n)
		var v any
		if err := json.Unmarshal([]byte(b.String()), &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return schema.Validate(v)
	}
	files, err := presetFiles.ReadDir("presets")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := presetFiles.ReadFile("presets/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if err := check(f.Name(), data); err != nil {
			t.Errorf("%s: %v", f.Name(), err)
		}
		valid++
	}
	if err := check("good", []byte(good)); err != nil {
		t.Error(err)
	}
	if valid < 9 {
		t.Errorf("%d presets checked", valid)
	}
	for _, bad := range []string{
		strings.Replace(good, "labels", "label", 1), strings.Replace(good, "money", "mony", 1), strings.Replace(good, "version: 1", "version: 2", 1),
		strings.Replace(good, "rows: 1-2", "rows: few", 1), strings.Replace(good, "name:", "nane:", 1),
	} {
		if bad == good || check("bad", []byte(bad)) == nil {
			t.Errorf("valid under the schema:\n%s", bad)
		}
	}
	if !slices.Contains(TypeNames, Exact.String()) {
		t.Error("exact is no type")
	}
}
