package task

import (
	"encoding/json"

	"github.com/invopop/jsonschema"
)

// EditorSchema returns the JSON Schema of task files, for editors that complete and check
// YAML: docs/task.schema.json. Load checks more than a schema can say.
func EditorSchema() []byte {
	texts := &jsonschema.Schema{OneOf: []*jsonschema.Schema{
		{Type: "string"}, {Type: "array", Items: scalarSchema()},
	}}
	equations := &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{OneOf: []*jsonschema.Schema{
		{Type: "string"},
		object([]pair{
			{"equation", &jsonschema.Schema{Type: "string"}},
			{"severity", enum("note", "held")},
			{"tolerance", scalarSchema()},
		}, "equation"),
	}}}
	fields := named(&jsonschema.Schema{OneOf: []*jsonschema.Schema{enum(TypeNames...), fieldSchema(texts)}})
	record := object([]pair{
		{"rows", &jsonschema.Schema{OneOf: []*jsonschema.Schema{
			{Type: "string", Pattern: "^[0-9]{1,2}( *- *[0-9]{1,2})?$"}, {Type: "integer"},
		}}},
		{"key", texts},
		{"fields", fields},
		{"equations", equations},
	}, "fields")
	root := object([]pair{
		{"version", &jsonschema.Schema{Const: 1}},
		{"name", &jsonschema.Schema{Type: "string"}},
		{"notation", notationSchema(texts)},
		{"document", fields},
		{"records", named(record)},
		{"equations", equations},
		{"identity", texts},
		{"export", object([]pair{
			{"columns", &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "string"}}},
			{"dates", &jsonschema.Schema{Type: "string"}},
			{"decimal", enum(".", ",")},
		})},
		{"examples", &jsonschema.Schema{Type: "array", Items: object([]pair{
			{"rows", &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "array"}}},
			{"answer", &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "object"}, {Type: "string"}}}},
		}, "rows", "answer")}},
		{"questions", &jsonschema.Schema{Type: "array", Items: object([]pair{
			{"id", &jsonschema.Schema{Type: "string"}},
			{"ask", &jsonschema.Schema{Type: "string"}},
		}, "id", "ask")}},
	}, "version")
	root.Version = jsonschema.Version
	root.Title = "A task"
	data, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		panic("task: the schema of tasks does not encode: " + err.Error())
	}
	return append(data, '\n')
}

type pair struct {
	key    string
	schema *jsonschema.Schema
}

func object(pairs []pair, required ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema, Required: required}
	for _, p := range pairs {
		s.Properties.Set(p.key, p.schema)
	}
	return s
}

// named is a mapping from names of the task's own to one kind of value.
func named(value *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{
		Type: "object", AdditionalProperties: value,
		PropertyNames: &jsonschema.Schema{Pattern: identifier.String()},
	}
}

func enum(values ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{}
	for _, v := range values {
		s.Enum = append(s.Enum, v)
	}
	return s
}

// scalarSchema is a single value: an editor reads 0.01 and true as what they look like.
func scalarSchema() *jsonschema.Schema {
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}}}
}

func notationSchema(texts *jsonschema.Schema) *jsonschema.Schema {
	return object([]pair{
		{"decimal", enum(".", ",")},
		{"group", enum(".", ",", " ", "'", "’", "\u00a0", "\u202f")},
		{"dates", enum("dmy", "mdy", "ymd")},
		{"language", &jsonschema.Schema{Type: "string", Pattern: language.String()}},
		{"brackets", enum("sign", "punctuation")},
		{"empty", texts},
	})
}

func fieldSchema(texts *jsonschema.Schema) *jsonschema.Schema {
	flag := &jsonschema.Schema{Type: "boolean"}
	return object([]pair{
		{"type", enum(TypeNames...)},
		{"description", &jsonschema.Schema{Type: "string"}},
		{"aliases", texts},
		{"labels", texts},
		{"required", flag},
		{"shared", flag},
		{"composed", enum("heading")},
		{"years", &jsonschema.Schema{Type: "string", Pattern: yearsForm.String()}},
		{"choices", &jsonschema.Schema{OneOf: []*jsonschema.Schema{
			{Type: "array", Items: scalarSchema()},
			{Type: "object", AdditionalProperties: texts},
		}}},
		{"derive", &jsonschema.Schema{Type: "string"}},
		{"check", enum("iban", "luhn")},
	})
}
