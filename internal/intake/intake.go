// Package intake takes records that any tool made and puts them into the answer protocol, so
// that they go through the same checks as a model's answer. It changes no value.
package intake

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/task"
)

// Answer returns the records of a file as one answer of the protocol. The content decides the
// form: an answer as it is, a JSON array of records, JSON Lines, or delimited text with a
// column of row numbers. Several record types are told apart by a key or column "record".
func Answer(name string, data []byte, t *task.Task) ([]byte, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	text := bytes.TrimSpace(data)
	switch {
	case len(text) == 0:
		return nil, fmt.Errorf("%s: the file is empty", name)
	case text[0] == '[':
		return array(name, text, t)
	case text[0] == '{' && oneObject(text):
		if isProtocol(text, t) {
			return text, nil
		}
		return lines(name, text, t)
	case text[0] == '{':
		return lines(name, text, t)
	}
	return delimited(name, data, t)
}

// oneObject reports whether the text is a single JSON object.
func oneObject(text []byte) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	var first json.RawMessage
	if d.Decode(&first) != nil {
		return false
	}
	_, err := d.Token()
	return errors.Is(err, io.EOF)
}

// isProtocol reports whether an object has an array under a name of the protocol.
func isProtocol(object []byte, t *task.Task) bool {
	var keys map[string]json.RawMessage
	if json.Unmarshal(object, &keys) != nil {
		return false
	}
	for _, name := range names(t) {
		if v, ok := keys[name]; ok && len(v) > 0 && v[0] == '[' {
			return name != "rows"
		}
	}
	return false
}

func names(t *task.Task) []string {
	out := []string{"document", "other", "answers"}
	for i := range t.Records {
		out = append(out, t.Records[i].Name)
	}
	return out
}

func array(name string, text []byte, t *task.Task) ([]byte, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil {
		return nil, fmt.Errorf("%s: %w", name, place(text, err))
	}
	return gather(name, items, t)
}

// lines reads JSON Lines. A line of the protocol may stand beside records.
func lines(name string, text []byte, t *task.Task) ([]byte, error) {
	var items []json.RawMessage
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var item json.RawMessage
		err := d.Decode(&item)
		if errors.Is(err, io.EOF) {
			return gather(name, items, t)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, place(text, err))
		}
		items = append(items, item)
	}
}

// place adds the line to an error of package json.
func place(text []byte, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && syntax.Offset <= int64(len(text)) {
		return fmt.Errorf("line %d: %w", 1+bytes.Count(text[:syntax.Offset], []byte("\n")), err)
	}
	return err
}

// gather puts items under the names of the protocol. Items keep their bytes, so that what is
// wrong with one is found by the decoder of the protocol.
func gather(name string, items []json.RawMessage, t *task.Task) ([]byte, error) {
	under := map[string][]json.RawMessage{}
	for i, item := range items {
		if isProtocol(item, t) {
			var parts map[string][]json.RawMessage
			if err := json.Unmarshal(item, &parts); err != nil {
				return nil, fmt.Errorf("%s: item %d: %w", name, i+1, err)
			}
			for _, n := range names(t) {
				under[n] = append(under[n], parts[n]...)
			}
			continue
		}
		kind, rest, err := kindOf(item, t)
		if err != nil {
			return nil, fmt.Errorf("%s: item %d: %w", name, i+1, err)
		}
		under[kind] = append(under[kind], rest)
	}
	return compose(under, t), nil
}

func compose(under map[string][]json.RawMessage, t *task.Task) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, n := range names(t) {
		if len(under[n]) == 0 {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(n))
		b.WriteString(":[")
		b.Write(bytes.Join(rawBytes(under[n]), []byte(",")))
		b.WriteByte(']')
	}
	b.WriteByte('}')
	return b.Bytes()
}

func rawBytes(items []json.RawMessage) [][]byte {
	out := make([][]byte, len(items))
	for i := range items {
		out[i] = items[i]
	}
	return out
}

// kindOf returns the array that an item belongs under: by its key "record", by the shape of
// an answer to a question, or because the task has one record type only.
func kindOf(item json.RawMessage, t *task.Task) (string, json.RawMessage, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(item, &keys); err != nil {
		return "", nil, errors.New("a record is a JSON object")
	}
	if raw, ok := keys["record"]; ok && !hasField(t, "record") {
		var kind string
		if json.Unmarshal(raw, &kind) != nil || !slices.Contains(names(t), kind) {
			return "", nil, fmt.Errorf("the key record must be one of %s", strings.Join(names(t), ", "))
		}
		delete(keys, "record")
		rest, err := json.Marshal(keys)
		return kind, rest, err
	}
	if _, ok := keys["id"]; ok && len(t.Questions) > 0 {
		return "answers", item, nil
	}
	if len(t.Records) != 1 {
		return "", nil, errors.New("the task has several record types; say which one under the key record")
	}
	return t.Records[0].Name, item, nil
}

func hasField(t *task.Task, name string) bool {
	for i := range t.Records {
		if _, ok := t.Records[i].Field(name); ok {
			return true
		}
	}
	return false
}

// delimited reads a table of records: its headings are field names or the titles of the
// task's export, a column "rows" has the cited rows ("12", "12 13", "12-14", "12;13"), an
// empty cell is a null.
func delimited(name string, data []byte, t *task.Task) ([]byte, error) {
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	r.Comma = separator(data)
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	cols, err := fieldsOf(head, t)
	if err != nil {
		return nil, fmt.Errorf("%s, line 1: %w", name, err)
	}
	a := &claim.Answer{}
	for {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			return claim.Encode(a, t), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		line, _ := r.FieldPos(0)
		c, err := recordOf(rec, cols, t)
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, line, err)
		}
		a.Records = append(a.Records, c)
	}
}

// Unread returns the headings of delimited records that are no field of the task, and that no export of a run
// writes beside its fields: "document", and the currency of a money field. A file of another form has none.
func Unread(data []byte, t *task.Task) []string {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if text := bytes.TrimSpace(data); len(text) == 0 || text[0] == '[' || text[0] == '{' {
		return nil
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma = separator(data)
	head, err := r.Read()
	if err != nil {
		return nil
	}
	cols, err := fieldsOf(head, t)
	if err != nil {
		return nil
	}
	var out []string
	for i, h := range head {
		h = strings.TrimSpace(h)
		of, currency := strings.CutSuffix(h, "_currency")
		if cols[i] == "" && h != "" && h != "document" && !(currency && hasField(t, of)) {
			out = append(out, h)
		}
	}
	return out
}

func separator(data []byte) rune {
	first, _, _ := bytes.Cut(data, []byte("\n"))
	best, most := ',', 0
	for _, c := range []rune{',', ';', '\t', '|'} {
		if n := bytes.Count(first, []byte(string(c))); n > most {
			best, most = c, n
		}
	}
	return best
}

// fieldsOf maps headings to field names; "rows" and "record" keep theirs, a heading of no field is "".
func fieldsOf(head []string, t *task.Task) ([]string, error) {
	titles := map[string]string{}
	for _, c := range t.Export.Columns {
		titles[strings.ToLower(c.Title)] = c.Field
	}
	known := 0
	out := make([]string, len(head))
	for i, h := range head {
		h = strings.TrimSpace(h)
		switch low := strings.ToLower(h); {
		case low == "rows" || low == "row" || low == "record" && !hasField(t, "record"):
			out[i] = strings.TrimSuffix(low, "s")
			if out[i] == "row" {
				out[i] = "rows"
			}
		case hasField(t, h):
			out[i] = h
			known++
		case titles[low] != "":
			out[i] = titles[low]
			known++
		}
	}
	if known == 0 {
		return nil, errors.New("no heading is a field of the task or a title of its export")
	}
	return out, nil
}

func recordOf(rec, cols []string, t *task.Task) (claim.Record, error) {
	c := claim.Record{Window: -1}
	if len(t.Records) == 1 {
		c.Type = t.Records[0].Name
	}
	for i, text := range rec {
		if i >= len(cols) {
			return c, errors.New("more cells than headings")
		}
		switch cols[i] {
		case "":
		case "rows":
			rows, err := Rows(text)
			if err != nil {
				return c, err
			}
			c.Rows = rows
		case "record":
			c.Type = strings.TrimSpace(text)
		default:
			c.Fields = append(c.Fields, claim.Value{Name: cols[i], Quote: text, Null: text == ""})
		}
	}
	if _, ok := t.Record(c.Type); !ok {
		return c, errors.New("no record type of the task; a column record says which one it is")
	}
	return c, nil
}

// Rows reads row numbers apart by blanks, commas or semicolons, with ranges "12-14".
func Rows(text string) ([]int, error) {
	var out []int
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;[]\t", r) }) {
		from, to, isRange := strings.Cut(part, "-")
		a, err := strconv.Atoi(from)
		b := a
		if err == nil && isRange {
			b, err = strconv.Atoi(to)
		}
		if err != nil || a < 0 || b < a || b-a > 10000 {
			return nil, errors.New("the column rows holds what is no row number")
		}
		for n := a; n <= b; n++ {
			out = append(out, n)
		}
	}
	return out, nil
}
