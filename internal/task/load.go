package task

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/expression"
)

// Load reads a task from YAML or from JSON Schema with x-rowproof annotations, whichever
// the content is. The name is the file's, for messages and for a task that has none. The
// error is *Errors and holds every fault of the task.
func Load(name string, data []byte) (*Task, error) {
	root, failed := parse(data)
	if failed != nil {
		return nil, &Errors{Name: name, List: []Error{*failed}}
	}
	l := &loader{task: &Task{Source: slices.Clone(data)}, untyped: map[int]bool{}}
	if isSchema(root) {
		root = l.fromSchema(root)
	}
	if root.kind != mapping {
		l.fail(root, "begin with version: 1, name: and records:", "a task is a mapping, this is %s", root.kind)
	} else {
		l.root(root, strings.TrimSuffix(path.Base(name), path.Ext(name)))
		for _, check := range l.later {
			check()
		}
	}
	if len(l.errs) > 0 {
		e := &Errors{Name: name, List: l.errs}
		e.sort()
		return nil, e
	}
	return l.task, nil
}

// A loader builds a task and collects its faults. Checks that need all fields run later.
type loader struct {
	task  *Task
	errs  []Error
	later []func()

	untyped map[int]bool // lines of fields whose type is at fault, so that nothing follows from it
}

func (l *loader) fail(n *node, hint, format string, args ...any) {
	l.failAt(n.line, n.col, hint, format, args...)
}

func (l *loader) failAt(line, col int, hint, format string, args ...any) {
	l.errs = append(l.errs, Error{Line: line, Column: col, Cause: fmt.Sprintf(format, args...), Hint: hint})
}

// each calls f for each key of a mapping; unknown and repeated keys are faults.
func (l *loader) each(n *node, what string, known []string, f func(key, value *node)) {
	if n.kind == none {
		return
	}
	if n.kind != mapping {
		hint := ""
		if len(known) > 0 {
			hint = "its keys are " + strings.Join(known, ", ")
		}
		l.fail(n, hint, "%s is a mapping, this is %s", what, n.kind)
		return
	}
	for i := range n.keys {
		key := &n.keys[i]
		if slices.ContainsFunc(n.keys[:i], func(k node) bool { return k.text == key.text }) {
			l.fail(key, "remove one of them", "%q stands twice in %s", key.text, what)
			continue
		}
		if known != nil && !slices.Contains(known, key.text) {
			l.fail(key, meant(key.text, known), "%s has no key %q", what, key.text)
			continue
		}
		f(key, &n.values[i])
	}
}

const maxText = 2000

// text returns a single value as written.
func (l *loader) text(n *node, what string) string {
	switch {
	case n.kind != scalar:
		l.fail(n, "", "%s is a single value, this is %s", what, n.kind)
	case strings.TrimSpace(n.text) == "":
		l.fail(n, "leave the key out instead", "%s is empty", what)
	case utf8.RuneCountInString(n.text) > maxText:
		l.fail(n, "", "%s is longer than %d characters", what, maxText)
	default:
		return n.text
	}
	return ""
}

// word returns a single value that must be one of the allowed ones.
func (l *loader) word(n *node, what string, allowed []string) string {
	s := l.text(n, what)
	if s != "" && !slices.Contains(allowed, s) {
		l.fail(n, meant(s, allowed), "%s cannot be %q", what, s)
		return ""
	}
	return s
}

func (l *loader) boolean(n *node, what string) bool {
	return l.word(n, what, []string{"true", "false"}) == "true"
}

// texts returns a list of values; a single value is a list of one.
func (l *loader) texts(n *node, what string) []string {
	if n.kind == scalar {
		n = &node{kind: list, values: []node{*n}, line: n.line, col: n.col}
	}
	if n.kind != list {
		l.fail(n, "write ["+"a, b]", "%s is a list, this is %s", what, n.kind)
		return nil
	}
	var out []string
	for i := range n.values {
		s := l.text(&n.values[i], "an item of "+what)
		if s == "" {
			continue
		}
		if slices.Contains(out, s) {
			l.fail(&n.values[i], "remove one of them", "%q stands twice in %s", s, what)
			continue
		}
		out = append(out, s)
	}
	return out
}

var rootKeys = []string{"version", "name", "notation", "document", "records", "equations", "identity", "export", "examples", "questions"}

func (l *loader) root(n *node, fileName string) {
	l.each(n, "a task", rootKeys, func(key, value *node) {
		switch key.text {
		case "version":
			if s := l.text(value, "version"); s == "1" {
				l.task.Version = 1
			} else if s != "" {
				l.fail(value, "this program reads version 1", "unknown version %q", s)
			}
		case "name":
			l.task.Name = l.name(value)
		case "notation":
			l.notation(value)
		case "document":
			l.task.Document = l.fields(value, "document", true)
		case "records":
			l.records(value)
		case "equations":
			l.task.Equations = l.equations(value, nil)
		case "identity":
			l.task.Identity = l.texts(value, "identity")
			l.later = append(l.later, func() { l.checkIdentity(value) })
		case "export":
			l.export(value)
		case "examples":
			l.examples(value)
		case "questions":
			l.questions(value)
		}
	})
	if _, ok := n.get("version"); !ok {
		l.fail(n, "write version: 1", "the task has no version")
	}
	if l.task.Name == "" {
		l.task.Name = fileName
	}
	_, hasRecords := n.get("records")
	_, hasQuestions := n.get("questions")
	if len(l.task.Records)+len(l.task.Questions)+len(l.task.Document) == 0 && len(l.errs) == 0 {
		l.fail(n, "write records: for tables, or questions: for prose", "the task asks for nothing")
	}
	if hasRecords && hasQuestions {
		q, _ := n.get("questions")
		l.fail(q, "make two tasks", "questions: stands instead of records:, not beside it")
	}
}

func (l *loader) name(n *node) string {
	s := l.text(n, "name")
	if strings.ContainsAny(s, "\n\r\t") || utf8.RuneCountInString(s) > 100 {
		l.fail(n, "", "name is one line of at most 100 characters")
		return ""
	}
	return s
}

var identifier = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,63}$`)

// fieldName checks the name of a field or record type.
func (l *loader) fieldName(key *node, what string) bool {
	name := key.text
	switch {
	case slices.Contains(Reserved, name):
		l.fail(key, "choose another name; "+strings.Join(Reserved, ", ")+" are reserved", "%s cannot be named %q", what, name)
	case !identifier.MatchString(name):
		hint := "letters, digits and _ only, a letter first, at most 64"
		if s := FieldName(name); s != "" && identifier.MatchString(s) && !slices.Contains(Reserved, s) {
			hint = fmt.Sprintf("write %s, and %q as an alias; %s", s, name, hint)
		}
		l.fail(key, hint, "%s cannot be named %q", what, name)
	default:
		return true
	}
	return false
}

func (l *loader) records(n *node) {
	if n.kind == mapping && len(n.keys) == 0 {
		l.fail(n, "name at least one record type", "records is empty")
	}
	l.each(n, "records", nil, func(key, value *node) {
		r := Record{Name: key.text, RowsMin: 1, RowsMax: 1, Line: key.line}
		l.fieldName(key, "a record type")
		if value.kind == none {
			l.fail(key, "write fields: below it", "record type %s has no fields", r.Name)
		}
		l.record(key, value, &r)
		l.task.Records = append(l.task.Records, r)
	})
}

var recordKeys = []string{"rows", "key", "fields", "equations"}

func (l *loader) record(key, n *node, r *Record) {
	l.each(n, "record type "+r.Name, recordKeys, func(k, value *node) {
		switch k.text {
		case "rows":
			l.rows(value, r)
		case "key":
			r.Key = l.texts(value, "key")
			l.later = append(l.later, func() { l.checkKey(value, r.Name) })
		case "fields":
			r.Fields = l.fields(value, "record type "+r.Name, false)
		case "equations":
			r.Equations = l.equations(value, r)
		}
	})
	if fields, ok := n.get("fields"); n.kind == mapping && (!ok || len(fields.values) == 0) {
		l.fail(key, "write fields: below it", "record type %s has no fields", r.Name)
	}
	l.later = append(l.later, func() { l.checkRecord(n, r.Name) })
}

// maxRows is how many rows a record may span: rows further apart are never one record.
const maxRows = 20

var rowsForm = regexp.MustCompile(`^([0-9]{1,3})(?: *- *([0-9]{1,3}))?$`)

// rows reads "1-2", or "3" for at most three.
func (l *loader) rows(n *node, r *Record) {
	m := rowsForm.FindStringSubmatch(l.text(n, "rows"))
	if m == nil {
		l.fail(n, "write rows: 1-2", "rows is a range of how many rows one record has")
		return
	}
	low, high := 1, number(m[1])
	if m[2] != "" {
		low, high = high, number(m[2])
	}
	if low < 1 || high < low || high > maxRows {
		l.fail(n, fmt.Sprintf("write rows: 1-2; at most %d", maxRows), "rows %d-%d is no range", low, high)
		return
	}
	r.RowsMin, r.RowsMax = low, high
}

func number(digits string) int {
	n := 0
	for _, d := range digits {
		n = n*10 + int(d-'0')
	}
	return n
}

var equationKeys = []string{"equation", "severity", "tolerance"}

// equations reads the equations of the task, or of a record type.
func (l *loader) equations(n *node, r *Record) []Equation {
	if n.kind == none {
		return nil
	}
	if n.kind != list {
		l.fail(n, "write each equation on a line of its own that begins with -", "equations is a list, this is %s", n.kind)
		return nil
	}
	var out []Equation
	for i := range n.values {
		item := &n.values[i]
		eq := Equation{Line: item.line}
		text := item
		if item.kind == mapping {
			text = nil
			l.each(item, "an equation", equationKeys, func(key, value *node) {
				switch key.text {
				case "equation":
					text = value
				case "severity":
					eq.Note = l.word(value, "severity", []string{"note", "held"}) == "note"
				case "tolerance":
					eq.Tolerance = l.tolerance(value)
				}
			})
			if text == nil {
				l.fail(item, "write {equation: a = b, severity: note}", "the equation itself is missing")
				continue
			}
		}
		s := l.text(text, "an equation")
		if s == "" {
			continue
		}
		parsed, err := expression.ParseEquation(s)
		if err != nil {
			l.expression(text, err)
			continue
		}
		eq.Equation = parsed
		if slices.ContainsFunc(out, func(e Equation) bool { return e.String() == eq.String() }) {
			l.fail(text, "remove one of them", "the equation stands twice")
			continue
		}
		out = append(out, eq)
		name := ""
		if r != nil {
			name = r.Name
		}
		l.later = append(l.later, func() { l.checkEquation(text, &eq, name) })
	}
	return out
}

// ExactTolerance is the tolerance of an equation whose figures, where they are printed with
// decimals, must add up to the last of them. Figures printed without decimals keep what
// their rounding leaves open.
const ExactTolerance = "exact"

var tolerance = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,12})?$`)

func (l *loader) tolerance(n *node) string {
	s := l.text(n, "tolerance")
	if s != "" && s != ExactTolerance && !tolerance.MatchString(s) {
		l.fail(n, "write a decimal such as 0.01, or exact", "%q is no tolerance", s)
		return ""
	}
	return s
}

// expression reports a fault of an expression at its place in the file.
func (l *loader) expression(n *node, err error) {
	var e *expression.Error
	if !errors.As(err, &e) {
		l.fail(n, "", "%v", err)
		return
	}
	col := n.col + e.Column - 1
	if n.quoted {
		col++
	}
	if strings.Contains(n.text, "\n") {
		col = n.col
	}
	l.failAt(n.line, col, e.Hint, "%s", e.Cause)
}
