package task

import (
	"fmt"
	"slices"
	"strings"
)

// annotation is the keyword under which a JSON Schema carries the words of a task.
const annotation = "x-rowproof"

// isSchema tells JSON Schema from a task by its content.
func isSchema(n *node) bool {
	if n.kind != mapping {
		return false
	}
	for _, key := range []string{"$schema", "properties", annotation, "$defs"} {
		if _, ok := n.get(key); ok {
			return true
		}
	}
	t, ok := n.get("type")
	return ok && (t.text == "object" || t.text == "array")
}

// fromSchema turns a JSON Schema into the nodes of a task, so that both forms go through the
// same checks. Arrays of objects are record types, single values document fields; a property
// document may hold the document fields. Everything that JSON Schema cannot say stands under
// x-rowproof, in the words of a task.
func (l *loader) fromSchema(root *node) *node {
	s := schemaReader{loader: l, root: root}
	root = s.resolve(root, 0)
	task := &node{kind: mapping, line: root.line, col: root.col}
	documents := &node{kind: mapping, line: root.line, col: root.col}
	records := &node{kind: mapping, line: root.line, col: root.col}
	if x, ok := root.get(annotation); ok {
		task.copy(x, nil)
	}
	if _, ok := task.get("version"); !ok {
		task.set("version", root, &node{kind: scalar, text: "1"})
	}
	if title, ok := root.get("title"); ok {
		if _, named := task.get("name"); !named {
			task.set("name", title, title)
		}
	}
	if s.kindOf(root) == "array" {
		s.record(&node{kind: scalar, text: "record", line: root.line, col: root.col}, root, records)
	} else if properties, ok := root.get("properties"); ok {
		for i := range properties.keys {
			s.property(&properties.keys[i], s.resolve(&properties.values[i], 0), root, documents, records)
		}
	}
	if len(documents.keys) > 0 {
		task.set("document", documents, documents)
	}
	if len(records.keys) > 0 {
		task.set("records", records, records)
	}
	return task
}

// copy appends the pairs of another mapping, those left out aside.
func (n *node) copy(from *node, without []string) {
	for i := range from.keys {
		if !slices.Contains(without, from.keys[i].text) {
			n.keys = append(n.keys, from.keys[i])
			n.values = append(n.values, from.values[i])
		}
	}
}

// set appends a pair whose key stands at a place of the source.
func (n *node) set(key string, at, value *node) {
	v := *value
	if v.line == 0 {
		v.line, v.col = at.line, at.col
	}
	n.keys = append(n.keys, node{kind: scalar, text: key, line: at.line, col: at.col})
	n.values = append(n.values, v)
}

// A schemaReader resolves references within one schema.
type schemaReader struct {
	*loader
	root *node
}

const maxReferences = 16

// resolve follows $ref and takes the one alternative that is not null. What stands beside
// the reference comes first.
func (s *schemaReader) resolve(n *node, depth int) *node {
	if depth > maxReferences {
		s.fail(n, "", "references lead nowhere")
		return &node{kind: mapping, line: n.line, col: n.col}
	}
	if ref, ok := n.get("$ref"); ok {
		target := s.target(ref)
		if target == nil {
			s.fail(ref, `references are local: "#/$defs/Unit"`, "the reference %q leads nowhere", ref.text)
			return &node{kind: mapping, line: n.line, col: n.col}
		}
		return s.beside(n, s.resolve(target, depth+1), "$ref")
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		alternatives, ok := n.get(key)
		if !ok {
			continue
		}
		var other []*node
		nullable := false
		for i := range alternatives.values {
			if t, ok := alternatives.values[i].get("type"); ok && t.text == "null" {
				nullable = true
				continue
			}
			other = append(other, &alternatives.values[i])
		}
		if len(other) != 1 {
			s.fail(alternatives, "write one schema, with null beside it at most", "%s with %d alternatives", key, len(other))
			return n
		}
		out := s.beside(n, s.resolve(other[0], depth+1), key)
		if nullable {
			out.set("nullable", n, &node{kind: scalar, text: "true"})
		}
		return out
	}
	return n
}

func (s *schemaReader) beside(n, target *node, without string) *node {
	out := &node{kind: mapping, line: n.line, col: n.col}
	out.copy(n, []string{without})
	out.copy(target, nil)
	return out
}

func (s *schemaReader) target(ref *node) *node {
	path, ok := strings.CutPrefix(ref.text, "#/")
	if !ok {
		return nil
	}
	n := s.root
	for step := range strings.SplitSeq(path, "/") {
		if n, ok = n.get(strings.NewReplacer("~1", "/", "~0", "~").Replace(step)); !ok {
			return nil
		}
	}
	return n
}

// kindOf returns the type of a schema, null aside.
func (s *schemaReader) kindOf(n *node) string {
	t, ok := n.get("type")
	switch {
	case !ok:
		if _, ok := n.get("properties"); ok {
			return "object"
		}
		return "string"
	case t.kind == list:
		for i := range t.values {
			if t.values[i].text != "null" {
				return t.values[i].text
			}
		}
	}
	return t.text
}

func (s *schemaReader) nullable(n *node) bool {
	if v, ok := n.get("nullable"); ok && v.text == "true" {
		return true
	}
	t, ok := n.get("type")
	return ok && t.kind == list && slices.ContainsFunc(t.values, func(v node) bool { return v.text == "null" })
}

func (s *schemaReader) property(key, n, parent, documents, records *node) {
	switch s.kindOf(n) {
	case "array":
		s.record(key, n, records)
	case "object":
		if key.text != "document" {
			s.fail(key, "a record type is an array of objects; document fields may stand under a property document",
				"%q is an object", key.text)
			return
		}
		documents.copy(s.fields(n, "labels"), nil)
	default:
		documents.keys = append(documents.keys, *key)
		documents.values = append(documents.values, *s.field(key, n, parent, "labels"))
	}
}

func (s *schemaReader) record(key, n, records *node) {
	items, ok := n.get("items")
	if !ok {
		s.fail(key, `write "items": {"type": "object", "properties": …}`, "%q is an array without items", key.text)
		return
	}
	items = s.resolve(items, 0)
	if s.kindOf(items) != "object" {
		s.fail(key, "a record type is an array of objects", "%q is an array of %s", key.text, s.kindOf(items))
		return
	}
	r := &node{kind: mapping, line: key.line, col: key.col}
	for _, annotated := range []*node{n, items} {
		if x, ok := annotated.get(annotation); ok {
			r.copy(x, nil)
		}
	}
	r.set("fields", items, s.fields(items, "aliases"))
	records.keys = append(records.keys, *key)
	records.values = append(records.values, *r)
}

func (s *schemaReader) fields(n *node, title string) *node {
	out := &node{kind: mapping, line: n.line, col: n.col}
	properties, ok := n.get("properties")
	if !ok {
		return out
	}
	for i := range properties.keys {
		key := &properties.keys[i]
		out.keys = append(out.keys, *key)
		out.values = append(out.values, *s.field(key, s.resolve(&properties.values[i], 0), n, title))
	}
	return out
}

// field turns a property into a field. Its title is an alias, or a label of a document field.
func (s *schemaReader) field(key, n, parent *node, title string) *node {
	f := &node{kind: mapping, line: key.line, col: key.col}
	x := &node{kind: mapping, line: key.line, col: key.col}
	if given, ok := n.get(annotation); ok {
		x = given
	}
	if x.kind == scalar {
		f.set("type", x, x)
		x = &node{kind: mapping}
	}
	f.copy(x, nil)
	_, derived := x.get("derive")
	if _, ok := f.get("type"); !ok {
		f.set("type", key, &node{kind: scalar, text: s.fieldTypeOf(key, n)})
	}
	if d, ok := n.get("description"); ok {
		if _, given := f.get("description"); !given {
			f.set("description", d, d)
		}
	}
	if t, ok := n.get("title"); ok && !derived {
		if _, given := f.get(title); !given {
			f.set(title, t, &node{kind: list, values: []node{*t}, line: t.line, col: t.col})
		}
	}
	if required, ok := parent.get("required"); ok && !s.nullable(n) && !derived {
		if slices.ContainsFunc(required.values, func(v node) bool { return v.text == key.text }) {
			if _, given := f.get("required"); !given {
				f.set("required", key, &node{kind: scalar, text: "true"})
			}
		}
	}
	if enum, ok := n.get("enum"); ok {
		if t, _ := f.get("type"); t.text == "choice" {
			if _, given := f.get("choices"); !given {
				members := node{kind: list, line: enum.line, col: enum.col}
				for i := range enum.values {
					if enum.values[i].kind != none {
						members.values = append(members.values, enum.values[i])
					}
				}
				f.set("choices", enum, &members)
			}
		}
	}
	return f
}

func (s *schemaReader) fieldTypeOf(key, n *node) string {
	if _, ok := n.get("enum"); ok {
		return "choice"
	}
	switch t := s.kindOf(n); t {
	case "number", "integer":
		return "number"
	case "boolean":
		return "boolean"
	case "string":
		if f, ok := n.get("format"); ok && (f.text == "date" || f.text == "date-time") {
			return "date"
		}
		return "text"
	default:
		s.fail(key, "a field is string, number, integer or boolean", "field %q is %s", key.text, fmt.Sprintf("of JSON type %q", t))
		return "text"
	}
}
