package publish

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/rowproof/rowproof/internal/report/export"
)

// jsonlTarget is a file of one object a line. Figures are JSON numbers, exact.
type jsonlTarget struct {
	plan  *export.Plan
	bytes []byte
	held  map[string]line
}

func openJSONL(path string, exists bool, plan *export.Plan) (target, error) {
	t := &jsonlTarget{plan: plan, held: map[string]line{}}
	if !exists {
		return t, nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t.bytes = b
	for n, l := range bytes.Split(b, []byte("\n")) {
		if len(bytes.TrimSpace(l)) == 0 {
			continue
		}
		if err := t.line(l); err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	return t, nil
}

func (t *jsonlTarget) line(b []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(b, &object); err != nil {
		return errors.New("no JSON object; mend the line or publish to another file")
	}
	text := map[string]string{}
	for k, raw := range object {
		var s string
		switch {
		case json.Unmarshal(raw, &s) == nil:
			text[k] = s
		default:
			text[k] = string(raw)
		}
	}
	if text[colKey] == "" {
		return fmt.Errorf("no %s; the file was not written by publishing", colKey)
	}
	t.held[text[colKey]] = line{document: text[colDocument], file: text[colFile], reading: text[colReading], values: text}
	return nil
}

func (t *jsonlTarget) lines() map[string]line { return t.held }
func (t *jsonlTarget) close()                 {}

func (t *jsonlTarget) same(l line, r *record) bool {
	for i, c := range t.plan.Columns {
		if got := l.values[c.Title]; got != r.values[i].Text && !(got == "null" && r.values[i].Kind == export.None) {
			return false
		}
	}
	return true
}

func (t *jsonlTarget) write(w io.Writer, fresh []record) error {
	var b bytes.Buffer
	b.Write(t.bytes)
	if n := len(t.bytes); n > 0 && t.bytes[n-1] != '\n' {
		b.WriteByte('\n')
	}
	for i := range fresh {
		r := &fresh[i]
		b.WriteByte('{')
		for k, m := range [][2]string{{colKey, r.key}, {colDocument, r.document}, {colFile, r.file}, {colReading, r.reading}, {colRecord, r.typ}} {
			if k > 0 {
				b.WriteString(", ")
			}
			if err := pair(&b, m[0], m[1]); err != nil {
				return err
			}
		}
		for k, c := range t.plan.Columns {
			b.WriteString(", ")
			if err := pair(&b, c.Title, jsonValue(r.values[k])); err != nil {
				return err
			}
		}
		b.WriteString("}\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}

func jsonValue(v export.Value) any {
	switch v.Kind {
	case export.None:
		return nil
	case export.Number:
		return json.Number(v.Text)
	}
	return v.Text
}

func pair(b *bytes.Buffer, name string, value any) error {
	for i, v := range []any{name, value} {
		if i > 0 {
			b.WriteString(": ")
		}
		var one bytes.Buffer
		enc := json.NewEncoder(&one)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(v); err != nil {
			return err
		}
		b.Write(bytes.TrimRight(one.Bytes(), "\n"))
	}
	return nil
}
