package prompt

import (
	"fmt"
	"strings"

	"github.com/rowproof/rowproof/internal/task"
)

type asked struct{ Name, What string }

type askedRecord struct {
	Name, Rows string
	Fields     []asked
}

type shownExample struct {
	Number       int // from 1
	Rows, Answer string
}

// instructions are what the templates need of a task.
func instructions(t *task.Task) any {
	data := struct {
		Begin, End, Keys, AnyRecord string
		Document                    []asked
		Records                     []askedRecord
		Examples                    []shownExample
		Questions                   []task.Question
	}{Begin: Begin, End: End, AnyRecord: "entry", Document: fields(t.Document), Questions: oneLine(t.Questions)}
	var keys []string
	if len(data.Document) > 0 {
		keys = append(keys, `"document": [{"rows": [...], "name": ..., "value": ...}]`)
	}
	for i := range t.Records {
		r := &t.Records[i]
		data.Records = append(data.Records, askedRecord{Name: r.Name, Rows: spans(r), Fields: fields(r.Fields)})
		keys = append(keys, fmt.Sprintf("%q: [{%s}]", r.Name, strings.Join(members(r), ", ")))
	}
	if len(t.Records) == 1 {
		data.AnyRecord = t.Records[0].Name
	}
	keys = append(keys, `"other": [{"rows": [...], "kind": ...}]`)
	data.Keys = "{" + strings.Join(keys, ", ") + "}"
	for i, e := range t.Examples {
		data.Examples = append(data.Examples, shownExample{Number: i + 1, Rows: exampleRows(e.Rows), Answer: strings.TrimSpace(e.Answer)})
	}
	return data
}

func members(r *task.Record) []string {
	out := []string{`"rows": [...]`}
	for i := range r.Fields {
		if r.Fields[i].Derive == nil {
			out = append(out, fmt.Sprintf("%q: ...", r.Fields[i].Name))
		}
	}
	return out
}

func spans(r *task.Record) string {
	least, most := max(r.RowsMin, 1), max(r.RowsMax, 1)
	switch {
	case most == 1:
		return "one row each"
	case least == most:
		return fmt.Sprintf("%d rows each", most)
	}
	return fmt.Sprintf("%d to %d rows each", least, most)
}

// fields lists what is asked for. Derived fields are computed from verified values, never asked.
func fields(fs []task.Field) []asked {
	var out []asked
	for i := range fs {
		if fs[i].Derive == nil {
			out = append(out, asked{fs[i].Name, what(&fs[i])})
		}
	}
	return out
}

// what describes a field: its type, the person's words, the headings or labels that it goes by.
func what(f *task.Field) string {
	parts := []string{typeWords(f.Type)}
	if f.Description != "" {
		parts = append(parts, blanks(f.Description))
	}
	if len(f.Aliases) > 0 {
		parts = append(parts, "headed "+either(f.Aliases))
	}
	if len(f.Labels) > 0 {
		parts = append(parts, "labelled "+either(f.Labels))
	}
	if f.Shared {
		parts = append(parts, "may be printed once for several entries, above them")
	}
	if len(f.Choices) > 0 {
		var words []string
		for _, m := range f.Choices {
			words = append(words, m.Words...)
		}
		parts = append(parts, "the printed word, such as "+either(words))
	}
	return strings.Join(parts, "; ")
}

func typeWords(t task.Type) string {
	switch t {
	case task.Number:
		return "a figure"
	case task.Money:
		return "an amount of money, with its currency if that is printed"
	case task.Percent:
		return "a percentage"
	case task.Date:
		return "a date"
	case task.Choice, task.Boolean:
		return "one of a few words"
	case task.Identifier:
		return "a code or number that names something"
	case task.Exact:
		return "words, copied letter by letter"
	}
	return "text"
}

func either(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = `"` + blanks(w) + `"`
	}
	if len(quoted) < 2 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + " or " + quoted[len(quoted)-1]
}

func oneLine(qs []task.Question) []task.Question {
	out := make([]task.Question, len(qs))
	for i, q := range qs {
		out[i] = task.Question{ID: q.ID, Ask: blanks(q.Ask)}
	}
	return out
}

// blanks makes one line of a person's words.
func blanks(s string) string { return strings.Join(strings.Fields(s), " ") }
