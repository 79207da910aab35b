package task

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// export, examples and questions: what a task says of handing on and of asking.

var exportKeys = []string{"columns", "dates", "decimal"}

func (l *loader) export(n *node) {
	x := &l.task.Export
	l.each(n, "export", exportKeys, func(key, value *node) {
		switch key.text {
		case "columns":
			l.each(value, "columns of export", nil, func(title, field *node) {
				if strings.TrimSpace(title.text) == "" {
					l.fail(title, "", "a column of export has no title")
				}
				if name := l.text(field, "column "+title.text); name != "" {
					x.Columns = append(x.Columns, ExportColumn{Title: title.text, Field: name})
					l.later = append(l.later, func() { l.checkExport(field) })
				}
			})
		case "dates":
			x.Dates = l.layout(value)
		case "decimal":
			x.Decimal = l.word(value, "decimal of export", []string{".", ","})
		}
	})
}

var dayForm, monthForm = regexp.MustCompile(`02|_2|2`), regexp.MustCompile(`01|1|Jan`)

// layout reads the form of exported dates, the day 2 January 2006 written that way.
func (l *loader) layout(n *node) string {
	s := l.text(n, "dates of export")
	if s == "" {
		return ""
	}
	rest := strings.Replace(s, "2006", "", 1)
	if rest == s || !dayForm.MatchString(rest) || !monthForm.MatchString(rest) {
		l.fail(n, "write 2 January 2006 as the dates shall look: 2006-01-02, or 02/01/2006", "%q is no form of a date", s)
		return ""
	}
	return s
}

// checkExport checks the field of an export column: a field of any record type or of the
// document, or one as record.field or document.field.
func (l *loader) checkExport(n *node) {
	record, field, qualified := strings.Cut(n.text, ".")
	var names []string
	for i := range l.task.Document {
		names = append(names, l.task.Document[i].Name, "document."+l.task.Document[i].Name)
	}
	for i := range l.task.Records {
		r := &l.task.Records[i]
		for j := range r.Fields {
			names = append(names, r.Fields[j].Name, r.Name+"."+r.Fields[j].Name)
		}
	}
	if !slices.Contains(names, n.text) {
		if qualified {
			l.fail(n, meant(n.text, names), "export names field %q of %q, which the task has not", field, record)
			return
		}
		l.fail(n, meant(n.text, names), "export names field %q, which the task has not", n.text)
	}
}

func (l *loader) examples(n *node) {
	if n.kind != list {
		l.fail(n, "write - rows: [[a, b]] and answer: below it", "examples is a list, this is %s", n.kind)
		return
	}
	for i := range n.values {
		ex := Example{Line: n.values[i].line}
		before := len(l.errs)
		l.each(&n.values[i], "an example", []string{"rows", "answer"}, func(key, value *node) {
			if key.text == "rows" {
				ex.Rows = l.exampleRows(value)
			} else {
				ex.Answer = l.answer(value)
			}
		})
		if len(l.errs) == before && (ex.Rows == nil || ex.Answer == "") {
			l.fail(&n.values[i], "", "an example has rows: and answer:")
		}
		l.task.Examples = append(l.task.Examples, ex)
	}
}

func (l *loader) exampleRows(n *node) [][]string {
	if n.kind != list || len(n.values) == 0 {
		l.fail(n, "write rows: [[Unit, Rent], [1A, 950.00]]", "rows of an example is a list of rows")
		return nil
	}
	var rows [][]string
	for i := range n.values {
		row := []string{}
		if n.values[i].kind != list {
			l.fail(&n.values[i], "write [1A, 950.00]", "a row of an example is a list of cells")
			continue
		}
		for j := range n.values[i].values {
			cell := &n.values[i].values[j]
			if cell.kind == list || cell.kind == mapping {
				l.fail(cell, "", "a cell is a single value")
			}
			row = append(row, cell.text)
		}
		rows = append(rows, row)
	}
	return rows
}

// answer returns the answer of an example as JSON, whether it is written as a mapping or as
// text.
func (l *loader) answer(n *node) string {
	switch n.kind {
	case mapping:
		var b strings.Builder
		writeJSON(&b, n)
		return b.String()
	case scalar:
		if s := strings.TrimSpace(n.text); strings.HasPrefix(s, "{") && json.Valid([]byte(s)) {
			return s
		}
	}
	l.fail(n, `write answer: {unit: [{rows: [1], unit: "1A"}]}`, "the answer of an example is an object")
	return ""
}

// writeJSON writes a node as JSON. An unquoted number, true or false stays one.
func writeJSON(b *strings.Builder, n *node) {
	switch n.kind {
	case none:
		b.WriteString("null")
	case scalar:
		if !n.quoted && (n.text == "true" || n.text == "false" || json.Valid([]byte(n.text)) && n.text[0] != '"' && n.text != "null") {
			b.WriteString(n.text)
			return
		}
		writeJSONString(b, n.text)
	case list:
		b.WriteByte('[')
		for i := range n.values {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, &n.values[i])
		}
		b.WriteByte(']')
	case mapping:
		b.WriteByte('{')
		for i := range n.keys {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSONString(b, n.keys[i].text)
			b.WriteByte(':')
			writeJSON(b, &n.values[i])
		}
		b.WriteByte('}')
	}
}

func writeJSONString(b *strings.Builder, s string) {
	var buf strings.Builder
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if e.Encode(s) == nil { // a string always encodes
		b.WriteString(strings.TrimSuffix(buf.String(), "\n"))
	}
}

var questionID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$`)

func (l *loader) questions(n *node) {
	if n.kind != list || len(n.values) == 0 {
		l.fail(n, "write - {id: notice, ask: What is the notice period?}", "questions is a list of questions")
		return
	}
	for i := range n.values {
		item := &n.values[i]
		q := Question{}
		before := len(l.errs)
		l.each(item, "a question", []string{"id", "ask"}, func(key, value *node) {
			s := l.text(value, key.text)
			if key.text == "ask" {
				q.Ask = s
				return
			}
			q.ID = s
			if s != "" && !questionID.MatchString(s) {
				l.fail(value, "letters, digits, _ . - only", "%q is no id of a question", s)
			}
			if slices.ContainsFunc(l.task.Questions, func(o Question) bool { return o.ID == s }) {
				l.fail(value, "give each question its own id", "question id %q stands twice", s)
			}
		})
		if len(l.errs) == before && (q.ID == "" || q.Ask == "") {
			l.fail(item, "write {id: notice, ask: What is the notice period?}", "a question has id: and ask:")
		}
		l.task.Questions = append(l.task.Questions, q)
	}
}
