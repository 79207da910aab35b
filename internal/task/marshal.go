package task

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/notation"
)

// Marshal writes the task as YAML with comments. What it writes loads again to the same
// task, and is the same bytes for the same task.
func (t *Task) Marshal() []byte {
	w := &yamlWriter{}
	w.line("# A task: what to extract from a document. docs/task.md describes every key.")
	if t.Made {
		w.line("# It was made for a document, not written by a person: check names, types and key.")
	}
	w.line("version: 1")
	w.line("name: %s", quoted(t.Name))
	w.notation(&t.Notation)
	if t.Document != nil {
		w.line("")
		w.line("# Values of the document as a whole. Labels are what is printed beside them.")
		w.line("document:")
		w.fields("  ", t.Document)
	}
	if t.Records != nil {
		w.line("")
		w.line("# Records: one for each row, or few rows, of a table. Aliases are headings of columns.")
		w.line("records:")
		for i := range t.Records {
			w.record(&t.Records[i])
		}
	}
	if t.Equations != nil {
		w.line("")
		w.line("# What must add up. A document that contradicts these is never sound.")
		w.line("equations:")
		w.equations("  ", t.Equations)
	}
	if t.Identity != nil {
		w.line("")
		w.line("# What tells this document from another, for publishing it once.")
		w.line("identity: %s", flowList(t.Identity))
	}
	w.export(&t.Export)
	w.examples(t.Examples)
	if t.Questions != nil {
		w.line("")
		w.line("questions:")
		for _, q := range t.Questions {
			w.line("  - {id: %s, ask: %s}", quoted(q.ID), quoted(q.Ask))
		}
	}
	return []byte(w.b.String())
}

type yamlWriter struct{ b strings.Builder }

func (w *yamlWriter) line(format string, args ...any) {
	fmt.Fprintf(&w.b, format+"\n", args...)
}

func (w *yamlWriter) notation(n *Notation) {
	var parts []string
	add := func(key, value string) { parts = append(parts, key+": "+value) }
	if n.Decimal != 0 {
		add("decimal", quoted(string(n.Decimal)))
	}
	if n.Group != 0 {
		add("group", quoted(string(n.Group)))
	}
	if n.Order != notation.OrderUnknown {
		add("dates", [...]string{"", "dmy", "mdy", "ymd"}[n.Order])
	}
	if n.Brackets != notation.BracketsUnknown {
		add("brackets", [...]string{"", "sign", "punctuation"}[n.Brackets])
	}
	if n.Language != "" {
		add("language", quoted(n.Language))
	}
	if n.Empty != nil {
		add("empty", flowList(n.Empty))
	}
	if parts != nil {
		w.line("# How the document writes figures and dates; what is left out is found.")
		w.line("notation: {%s}", strings.Join(parts, ", "))
	}
}

func (w *yamlWriter) fields(indent string, fields []Field) {
	for i := range fields {
		w.line("%s%s: {%s}", indent, quoted(fields[i].Name), strings.Join(fieldParts(&fields[i]), ", "))
	}
}

func fieldParts(f *Field) []string {
	parts := []string{"type: " + f.Type.String()}
	add := func(key, value string) { parts = append(parts, key+": "+value) }
	if f.Required {
		add("required", "true")
	}
	if f.Shared {
		add("shared", "true")
	}
	if f.Aliases != nil {
		add("aliases", flowList(f.Aliases))
	}
	if f.Labels != nil {
		add("labels", flowList(f.Labels))
	}
	if f.Composed != "" {
		add("composed", quoted(f.Composed))
	}
	if f.Years != (notation.Years{}) {
		add("years", fmt.Sprintf("%04d-%04d", f.Years.From, f.Years.To))
	}
	if f.Choices != nil {
		members := make([]string, len(f.Choices))
		for i, m := range f.Choices {
			members[i] = quoted(m.Name) + ": " + flowList(m.Words)
		}
		add("choices", "{"+strings.Join(members, ", ")+"}")
	}
	if f.DeriveText != "" {
		add("derive", quoted(f.DeriveText))
	}
	if f.CheckDigits != "" {
		add("check", f.CheckDigits)
	}
	if f.Description != "" {
		add("description", quoted(f.Description))
	}
	return parts
}

func (w *yamlWriter) record(r *Record) {
	w.line("  %s:", r.Name)
	if r.RowsMin != 1 || r.RowsMax != 1 {
		w.line("    rows: %d-%d", r.RowsMin, r.RowsMax)
	}
	if r.Key != nil {
		w.line("    key: %s", flowList(r.Key))
	}
	w.line("    fields:")
	w.fields("      ", r.Fields)
	if r.Equations != nil {
		w.line("    equations:")
		w.equations("      ", r.Equations)
	}
}

func (w *yamlWriter) equations(indent string, list []Equation) {
	for i := range list {
		e := &list[i]
		if !e.Note && e.Tolerance == "" {
			w.line("%s- %s", indent, quoted(e.Text))
			continue
		}
		s := "{equation: " + quoted(e.Text)
		if e.Note {
			s += ", severity: note"
		}
		if e.Tolerance != "" {
			s += ", tolerance: " + e.Tolerance
		}
		w.line("%s- %s}", indent, s)
	}
}

func (w *yamlWriter) export(x *Export) {
	if x.Columns == nil && x.Dates == "" && x.Decimal == "" {
		return
	}
	w.line("")
	w.line("# What is handed on: columns, their titles and their order.")
	w.line("export:")
	if x.Columns != nil {
		w.line("  columns:")
		for _, c := range x.Columns {
			w.line("    %s: %s", quoted(c.Title), quoted(c.Field))
		}
	}
	if x.Dates != "" {
		w.line("  dates: %s", quoted(x.Dates))
	}
	if x.Decimal != "" {
		w.line("  decimal: %s", quoted(x.Decimal))
	}
}

func (w *yamlWriter) examples(list []Example) {
	if list == nil {
		return
	}
	w.line("")
	w.line("# Rows, numbered from 0, with their answer: shown to a model, checked when the task is used.")
	w.line("examples:")
	for _, ex := range list {
		w.line("  - rows:")
		for _, r := range ex.Rows {
			w.line("      - %s", flowList(r))
		}
		w.line("    answer: %s", quoted(ex.Answer))
	}
}

func flowList(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quoted(s)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

var (
	plainWord = regexp.MustCompile(`^[\pL_][\pL\pM\pN_./()*+²³°€£-]*( [\pL\pN_./()*=+²³°€£-]+)*$`)
	// words that some reader of YAML takes for something else than text
	special = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
)

// quoted writes a text as a plain word where no reader of YAML can mistake it, else in
// double quotes.
func quoted(s string) string {
	if plainWord.MatchString(s) && !slices.Contains(special, strings.ToLower(s)) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x20 || r >= 0x7f && r <= 0xa0 || r == 0xad || r == 0xfeff || r >= 0x2000 && r <= 0x206f:
			if r <= 0xff {
				fmt.Fprintf(&b, `\x%02x`, r)
			} else {
				fmt.Fprintf(&b, `\u%04x`, r)
			}
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
