package task

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/words"
)

// TypeNames lists the types of fields as tasks write them.
var TypeNames = []string{"text", "number", "money", "percent", "date", "choice", "boolean", "identifier", "exact"}

var fieldKeys = []string{"type", "description", "aliases", "labels", "required", "shared", "composed", "years", "choices", "derive", "check"}

func (l *loader) fields(n *node, where string, document bool) []Field {
	var out []Field
	l.each(n, "fields of "+where, nil, func(key, value *node) {
		f := Field{Name: key.text, Line: key.line}
		l.fieldName(key, "a field")
		if value.kind == scalar {
			f.Type = l.fieldType(value, f.Line)
		} else {
			l.field(value, &f)
		}
		l.checkField(key, value, &f, document)
		out = append(out, f)
	})
	return out
}

func (l *loader) fieldType(n *node, line int) Type {
	i := slices.Index(TypeNames, l.word(n, "type", TypeNames))
	if i < 0 {
		l.untyped[line] = true
		return Text
	}
	return Type(i)
}

func (l *loader) field(n *node, f *Field) {
	l.each(n, "field "+f.Name, fieldKeys, func(key, value *node) {
		what := key.text + " of field " + f.Name
		switch key.text {
		case "type":
			f.Type = l.fieldType(value, f.Line)
		case "description":
			f.Description = l.text(value, what)
		case "aliases":
			f.Aliases = l.texts(value, what)
		case "labels":
			f.Labels = l.texts(value, what)
		case "required":
			f.Required = l.boolean(value, what)
		case "shared":
			f.Shared = l.boolean(value, what)
		case "composed":
			f.Composed = l.word(value, what, []string{"heading"})
		case "years":
			f.Years = l.years(value)
		case "choices":
			f.Choices = l.choices(value, what)
		case "derive":
			l.derive(value, f)
		case "check":
			f.CheckDigits = l.word(value, what, []string{"iban", "luhn"})
		}
	})
}

var yearsForm = regexp.MustCompile(`^([0-9]{4}) *- *([0-9]{4})$`)

func (l *loader) years(n *node) notation.Years {
	m := yearsForm.FindStringSubmatch(l.text(n, "years"))
	if m == nil {
		l.fail(n, "write years: 1990-2040", "years is a span of two years")
		return notation.Years{}
	}
	y := notation.Years{From: number(m[1]), To: number(m[2])}
	if y.To < y.From || y.To-y.From > 99 {
		l.fail(n, "a span of at most 100 years settles the century", "years %d-%d is no such span", y.From, y.To)
	}
	return y
}

// choices reads the members of a choice: a mapping of each member to its printed words, or
// a list of members that are printed as they are named.
func (l *loader) choices(n *node, what string) []Member {
	var out []Member
	if n.kind == list {
		for _, s := range l.texts(n, what) {
			out = append(out, Member{Name: s, Words: []string{s}})
		}
	} else {
		l.each(n, what, nil, func(key, value *node) {
			m := Member{Name: key.text, Words: []string{key.text}}
			if value.kind != none {
				m.Words = l.texts(value, "member "+key.text)
			}
			if len(m.Words) == 0 {
				l.fail(key, "write the words that are printed for it", "member %q of %s has no words", key.text, what)
			}
			if strings.TrimSpace(key.text) == "" {
				l.fail(key, "", "a member of %s has no name", what)
			}
			out = append(out, m)
		})
	}
	owner := map[string]string{}
	for _, m := range out {
		for _, w := range m.Words {
			k := words.Fold(w)
			if o, taken := owner[k]; taken && o != m.Name {
				l.fail(n, "a printed word can stand for one member only", "%q stands for both %q and %q", w, o, m.Name)
			}
			owner[k] = m.Name
		}
	}
	if len(out) == 0 && n.kind != scalar {
		l.fail(n, "write choices: {let: [Let], vacant: [Vacant, Void]}", "%s has no members", what)
	}
	return out
}

func (l *loader) derive(n *node, f *Field) {
	f.DeriveText = l.text(n, "derive")
	if f.DeriveText == "" {
		return
	}
	e, err := expression.Parse(f.DeriveText)
	if err != nil {
		l.expression(n, err)
		return
	}
	f.Derive = e
}

// booleanWords are the printed words of a boolean that lists none.
var booleanWords = []Member{
	{Name: "true", Words: []string{"yes", "true", "oui", "vrai", "ja", "wahr"}},
	{Name: "false", Words: []string{"no", "false", "non", "faux", "nein", "falsch"}},
}

// checkField checks what goes together in one field.
func (l *loader) checkField(key, n *node, f *Field, document bool) {
	at := func(k string) *node {
		if v, ok := n.get(k); ok {
			return v
		}
		return key
	}
	only := func(k string, is, allowed bool, hint string) {
		if is && !allowed {
			l.fail(at(k), hint, "field %s has %s:, which a field of this kind cannot have", f.Name, k)
		}
	}
	only("labels", f.Labels != nil, document, "labels: find document fields; headings of columns are aliases:")
	only("aliases", f.Aliases != nil, !document, "a document field is found by labels:")
	only("shared", f.Shared, !document, "shared: is for record fields that are printed once above several records")
	only("years", f.Years != notation.Years{}, f.Type == Date, "years: is for dates")
	only("composed", f.Composed != "", f.Type == Date, "composed: is for dates")
	only("check", f.CheckDigits != "", f.Type == Identifier, "check: is for identifiers")
	only("choices", f.Choices != nil, f.Type == Choice || f.Type == Boolean, "choices: are for choice and boolean")
	if f.Type == Choice && f.Choices == nil {
		if _, given := n.get("choices"); !given {
			l.fail(key, "write choices: {let: [Let], vacant: [Vacant, Void]}", "field %s is a choice without choices:", f.Name)
		}
	}
	if f.Type == Boolean {
		l.checkBoolean(at("choices"), f)
	}
	if f.DeriveText == "" {
		return
	}
	only("derive", true, !document, "only record fields are derived")
	only("derive", true, f.Type.Numeric(), "a derived field is number, money or percent")
	only("aliases", f.Aliases != nil, false, "a derived field is computed, never read from a column")
	only("required", f.Required, false, "a derived field is null where an operand is")
	only("shared", f.Shared, false, "a derived field is computed, never printed")
}

func (l *loader) checkBoolean(n *node, f *Field) {
	if f.Choices == nil {
		f.Choices = booleanWords
		return
	}
	names := []string{}
	for _, m := range f.Choices {
		names = append(names, m.Name)
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"false", "true"}) {
		l.fail(n, `write choices: {"true": [yes], "false": [no]}`, "the members of boolean %s are %s", f.Name, strings.Join(names, ", "))
	}
}

var notationKeys = []string{"decimal", "group", "dates", "language", "brackets", "empty"}

var language = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$`)

func (l *loader) notation(n *node) {
	t := &l.task.Notation
	l.each(n, "notation", notationKeys, func(key, value *node) {
		switch key.text {
		case "decimal":
			if s := l.mark(value, key.text, ".,"); s != 0 {
				t.Decimal = s
			}
		case "group":
			if s := l.mark(value, key.text, "., '’\u00a0\u202f"); s != 0 {
				t.Group = s
			}
		case "dates":
			s := l.word(value, "dates", []string{"dmy", "mdy", "ymd"})
			t.Order = map[string]notation.Order{"dmy": notation.DMY, "mdy": notation.MDY, "ymd": notation.YMD}[s]
		case "brackets":
			s := l.word(value, "brackets", []string{"sign", "punctuation"})
			t.Brackets = map[string]notation.Brackets{"sign": notation.BracketsSign, "punctuation": notation.BracketsPunctuation}[s]
		case "language":
			if s := l.text(value, "language"); language.MatchString(s) {
				t.Language = s
			} else if s != "" {
				l.fail(value, "write en, fr, de or another code of two or three letters", "%q is no language", s)
			}
		case "empty":
			t.Empty = l.texts(value, "empty")
		}
	})
	if t.Decimal != 0 && t.Decimal == t.Group {
		l.fail(n, "", "decimal and group are the same mark")
	}
}

// mark reads one character out of those allowed.
func (l *loader) mark(n *node, what, allowed string) rune {
	if n.kind == scalar {
		for _, r := range allowed {
			if n.text == string(r) {
				return r
			}
		}
	}
	marks := []string{}
	for _, r := range allowed {
		marks = append(marks, fmt.Sprintf("%q", string(r)))
	}
	l.fail(n, "write one of "+strings.Join(marks, " "), "%s is one mark", what)
	return 0
}
