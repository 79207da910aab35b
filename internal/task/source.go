package task

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// A node is one value of a task's source, the same for YAML and JSON, with its place.
type node struct {
	kind      kind
	text      string // of a scalar, as written, without its quotes
	quoted    bool
	keys      []node // of a mapping, in the order as written
	values    []node // of a mapping or a list
	line, col int
}

type kind uint8

const (
	none kind = iota // null, or nothing at all
	scalar
	list
	mapping
)

func (k kind) String() string {
	return [...]string{"nothing", "a single value", "a list", "a mapping"}[k]
}

// get returns the value of a key.
func (n *node) get(key string) (*node, bool) {
	if n.kind != mapping {
		return nil, false
	}
	for i := range n.keys {
		if n.keys[i].text == key {
			return &n.values[i], true
		}
	}
	return nil, false
}

// MaxBytes is the largest task file.
const MaxBytes = 1 << 20

// maxNesting bounds how deep a task file may nest.
const maxNesting = 64

// parse reads the source into nodes. JSON is read as such, so that its tabs and escapes are
// JSON's; everything else is YAML.
func parse(data []byte) (*node, *Error) {
	if len(data) > MaxBytes {
		return nil, &Error{Line: 1, Column: 1, Cause: fmt.Sprintf("the task is larger than %d bytes", MaxBytes)}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		line, col := place(data, invalidAt(data))
		return nil, &Error{Line: line, Column: col, Cause: "a byte that is no UTF-8", Hint: "save the task as UTF-8"}
	}
	if tooDeep(data) {
		return nil, &Error{Line: 1, Column: 1, Cause: fmt.Sprintf("brackets nest deeper than %d", maxNesting)}
	}
	if first := bytes.TrimLeft(data, " \t\r\n"); len(first) > 0 && first[0] == '{' {
		n, err := parseJSON(data)
		if inner := bytes.TrimLeft(first[1:], " \t\r\n"); err == nil || len(inner) > 0 && inner[0] == '"' {
			return n, err
		}
	}
	return parseYAML(data)
}

func invalidAt(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return 0
}

// tooDeep guards the parsers, which nest with their input: by brackets on any line, and by
// dashes or question marks at the start of one.
func tooDeep(data []byte) bool {
	depth := 0
	for _, b := range data {
		switch b {
		case '[', '{':
			if depth++; depth > maxNesting {
				return true
			}
		case ']', '}':
			depth--
		}
	}
	for _, line := range bytes.Split(data, []byte("\n")) {
		dashes := 0
		for _, b := range line {
			if b == '-' || b == '?' || b == ':' {
				dashes++
			} else if b != ' ' {
				break
			}
		}
		if dashes > maxNesting {
			return true
		}
	}
	return false
}

// place turns a byte offset into a line and a column, both from 1.
func place(data []byte, offset int) (line, col int) {
	offset = min(offset, len(data))
	line = 1 + bytes.Count(data[:offset], []byte("\n"))
	start := bytes.LastIndexByte(data[:offset], '\n') + 1
	return line, 1 + utf8.RuneCount(data[start:offset])
}

func parseYAML(data []byte) (n *node, failed *Error) {
	defer func() {
		if recover() != nil {
			n, failed = nil, &Error{Line: 1, Column: 1, Cause: "the YAML cannot be read", Hint: "check its indentation and quotes"}
		}
	}()
	file, err := parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		e := &Error{Line: 1, Column: 1, Cause: "the YAML cannot be read: " + firstLine(err.Error())}
		var syntax *yaml.SyntaxError
		if errors.As(err, &syntax) && syntax.Token != nil {
			e.Line, e.Column = syntax.Token.Position.Line, syntax.Token.Position.Column
			e.Cause = "the YAML cannot be read: " + firstLine(syntax.Message)
			if strings.Contains(e.Cause, "'\t'") {
				e.Hint = "indent with spaces, not with tabs"
			}
		}
		return nil, e
	}
	var body ast.Node
	for _, d := range file.Docs {
		if d.Body == nil {
			continue
		}
		if body != nil {
			p := d.Body.GetToken().Position
			return nil, &Error{Line: p.Line, Column: p.Column, Cause: "a second document", Hint: "a task file has one"}
		}
		body = d.Body
	}
	if body == nil {
		return &node{line: 1, col: 1}, nil
	}
	return fromYAML(body, 0)
}

func firstLine(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i]
	}
	return s
}

func fromYAML(y ast.Node, depth int) (*node, *Error) {
	p := y.GetToken().Position
	n := &node{line: p.Line, col: p.Column}
	if depth > maxNesting {
		return nil, &Error{Line: p.Line, Column: p.Column, Cause: "nested too deep"}
	}
	switch y := y.(type) {
	case *ast.NullNode:
		return n, nil
	case *ast.StringNode:
		t := y.GetToken().Type
		n.kind, n.text, n.quoted = scalar, y.Value, t == token.DoubleQuoteType || t == token.SingleQuoteType
		return n, nil
	case *ast.LiteralNode:
		n.kind, n.text, n.quoted = scalar, y.Value.Value, true
		return n, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		n.kind, n.text = scalar, y.GetToken().Value
		return n, nil
	case *ast.SequenceNode:
		n.kind = list
		for _, v := range y.Values {
			child, err := fromYAML(v, depth+1)
			if err != nil {
				return nil, err
			}
			n.values = append(n.values, *child)
		}
		return n, nil
	case *ast.MappingValueNode:
		return fromPairs(n, []*ast.MappingValueNode{y}, depth)
	case *ast.MappingNode:
		return fromPairs(n, y.Values, depth)
	}
	return nil, &Error{
		Line: p.Line, Column: p.Column, Cause: "anchors, aliases, tags and merges are not part of a task",
		Hint: "write the value out",
	}
}

func fromPairs(n *node, pairs []*ast.MappingValueNode, depth int) (*node, *Error) {
	n.kind = mapping
	for i, pair := range pairs {
		if pair.Key.IsMergeKey() {
			p := pair.Key.GetToken().Position
			return nil, &Error{Line: p.Line, Column: p.Column, Cause: "<< is not part of a task", Hint: "write the keys out"}
		}
		key, err := fromYAML(pair.Key, depth+1)
		if err != nil {
			return nil, err
		}
		if key.kind != scalar {
			return nil, &Error{Line: key.line, Column: key.col, Cause: "a key that is " + key.kind.String(), Hint: "a key is a name"}
		}
		value, err := fromYAML(pair.Value, depth+1)
		if err != nil {
			return nil, err
		}
		if value.kind == none {
			value.line, value.col = key.line, key.col
		}
		if i == 0 {
			n.line, n.col = key.line, key.col
		}
		n.keys = append(n.keys, *key)
		n.values = append(n.values, *value)
	}
	return n, nil
}

// A jsonReader reads JSON tokens with their places.
type jsonReader struct {
	data []byte
	dec  *json.Decoder
}

func parseJSON(data []byte) (*node, *Error) {
	r := jsonReader{data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	r.dec.UseNumber()
	n, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if _, more := r.dec.Token(); !errors.Is(more, io.EOF) {
		line, col := r.next()
		return nil, &Error{Line: line, Column: col, Cause: "text after the end of the JSON"}
	}
	return n, nil
}

// next returns the place of the next token.
func (r *jsonReader) next() (line, col int) {
	at := int(r.dec.InputOffset())
	for at < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[at]) >= 0 {
		at++
	}
	return place(r.data, at)
}

func (r *jsonReader) fail(line, col int, err error) *Error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line, col = place(r.data, int(max(syntax.Offset-1, 0)))
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		line, col = place(r.data, len(r.data))
		return &Error{Line: line, Column: col, Cause: "the JSON ends too early"}
	}
	return &Error{Line: line, Column: col, Cause: "the JSON cannot be read: " + err.Error()}
}

func (r *jsonReader) value(depth int) (*node, *Error) {
	line, col := r.next()
	n := &node{line: line, col: col}
	tok, err := r.dec.Token()
	if err != nil {
		return nil, r.fail(line, col, err)
	}
	if depth > maxNesting {
		return nil, &Error{Line: line, Column: col, Cause: "nested too deep"}
	}
	switch tok := tok.(type) {
	case json.Delim:
		n.kind = list
		if tok == '{' {
			n.kind = mapping
		}
		return r.members(n, depth)
	case string:
		n.kind, n.text, n.quoted = scalar, tok, true
	case json.Number:
		n.kind, n.text = scalar, tok.String()
	case bool:
		n.kind, n.text = scalar, fmt.Sprint(tok)
	}
	return n, nil
}

func (r *jsonReader) members(n *node, depth int) (*node, *Error) {
	for r.dec.More() {
		if n.kind == mapping {
			key, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			n.keys = append(n.keys, *key)
		}
		value, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		n.values = append(n.values, *value)
	}
	line, col := r.next()
	if _, err := r.dec.Token(); err != nil {
		return nil, r.fail(line, col, err)
	}
	return n, nil
}
