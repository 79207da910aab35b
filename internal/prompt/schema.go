package prompt

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/invopop/jsonschema"
	orderedmap "github.com/pb33f/ordered-map/v2"

	"github.com/rowproof/rowproof/internal/task"
)

// otherRows bounds the rows of one entry of "other".
const otherRows = 200

// documentRows bounds the rows of one document value.
const documentRows = 6

// Schema returns the JSON Schema of the answers to the task, for a document of the given number of
// rows. Properties stand in the order of the task; all are required, and what may be
// missing may be null, as strict endpoints want it.
func Schema(t *task.Task, rows int) ([]byte, error) {
	root := object()
	if len(t.Questions) > 0 {
		set(root, "answers", array(prose(t), 0))
	} else {
		last := max(rows-1, 0)
		if names := askedNames(t.Document); len(names) > 0 {
			item := object()
			set(item, "rows", rowList(last, documentRows))
			set(item, "name", &jsonschema.Schema{Type: "string", Enum: names})
			set(item, "value", nullable("string"))
			set(root, "document", array(item, 0))
		}
		for i := range t.Records {
			r := &t.Records[i]
			item := object()
			// The rows of the record, and those that print its shared values.
			set(item, "rows", rowList(last, max(r.RowsMax, 1)+shared(r)))
			for k := range r.Fields {
				if r.Fields[k].Derive == nil {
					set(item, r.Fields[k].Name, nullable("string"))
				}
			}
			set(root, r.Name, array(item, 0))
		}
		item := object()
		set(item, "rows", rowList(last, otherRows))
		set(item, "kind", &jsonschema.Schema{Type: "string", Enum: []any{"heading", "section", "total", "note", "furniture"}})
		set(root, "other", array(item, 0))
	}
	out, err := json.Marshal(root)
	if err != nil {
		return nil, fmt.Errorf("prompt: response schema: %w", err)
	}
	return out, nil
}

func prose(t *task.Task) *jsonschema.Schema {
	var ids []any
	for _, q := range t.Questions {
		ids = append(ids, q.ID)
	}
	item := object()
	set(item, "id", &jsonschema.Schema{Type: "string", Enum: ids})
	for _, name := range []string{"answer", "title", "clause"} {
		set(item, name, nullable("string"))
	}
	set(item, "unknown", &jsonschema.Schema{Type: "boolean"})
	return item
}

func askedNames(fs []task.Field) []any {
	var out []any
	for i := range fs {
		if fs[i].Derive == nil {
			out = append(out, fs[i].Name)
		}
	}
	return out
}

func shared(r *task.Record) int {
	n := 0
	for i := range r.Fields {
		if r.Fields[i].Shared {
			n++
		}
	}
	return n
}

func object() *jsonschema.Schema {
	return &jsonschema.Schema{
		Type: "object", Properties: orderedmap.New[string, *jsonschema.Schema](), AdditionalProperties: jsonschema.FalseSchema,
	}
}

func set(o *jsonschema.Schema, name string, s *jsonschema.Schema) {
	o.Properties.Set(name, s)
	o.Required = append(o.Required, name)
}

// array bounds its length only for a limit over 0.
func array(items *jsonschema.Schema, limit int) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "array", Items: items}
	if limit > 0 {
		n := uint64(limit)
		s.MaxItems = &n
	}
	return s
}

// rowList is bounded in its numbers too: without bounds small models write endless digits.
func rowList(last, limit int) *jsonschema.Schema {
	s := array(&jsonschema.Schema{Type: "integer", Minimum: "0", Maximum: json.Number(strconv.Itoa(last))}, limit)
	one := uint64(1)
	s.MinItems = &one
	return s
}

// nullable has a list of types, which the type of the library cannot hold but its extras can.
func nullable(kind string) *jsonschema.Schema {
	return &jsonschema.Schema{Extras: map[string]any{"type": []string{kind, "null"}}}
}
