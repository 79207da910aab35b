package claim

import (
	"strconv"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/task"
)

// Encode writes an answer in the protocol, record types in the order of the task. Decode of
// it gives the answer back, but for windows, rounds and what was refused.
func Encode(a *Answer, t *task.Task) []byte {
	e := encoder{b: []byte{'{'}}
	if len(a.Document) > 0 {
		e.array("document", len(a.Document), func(i int) { e.documentValue(&a.Document[i], a.PlacesOf(i)) })
	}
	for r := range t.Records {
		name := t.Records[r].Name
		var of []*Record
		for i := range a.Records {
			if a.Records[i].Type == name {
				of = append(of, &a.Records[i])
			}
		}
		if len(of) > 0 {
			e.array(name, len(of), func(i int) { e.record(of[i]) })
		}
	}
	if len(a.Other) > 0 {
		e.array("other", len(a.Other), func(i int) {
			e.b = append(e.b, `{"rows":`...)
			e.rows(a.Other[i].Rows)
			e.b = append(e.b, `,"kind":`...)
			e.str(a.Other[i].Kind)
			e.b = append(e.b, '}')
		})
	}
	if len(a.Answers) > 0 {
		e.array("answers", len(a.Answers), func(i int) { e.prose(&a.Answers[i]) })
	}
	return append(e.b, '}')
}

type encoder struct{ b []byte }

func (e *encoder) array(name string, n int, item func(i int)) {
	e.key(name)
	e.b = append(e.b, '[')
	for i := range n {
		if i > 0 {
			e.b = append(e.b, ',')
		}
		item(i)
	}
	e.b = append(e.b, ']')
}

// key writes a key, after a comma where it is not the first of its object.
func (e *encoder) key(name string) {
	if e.b[len(e.b)-1] != '{' {
		e.b = append(e.b, ',')
	}
	e.str(name)
	e.b = append(e.b, ':')
}

func (e *encoder) record(r *Record) {
	e.b = append(e.b, '{')
	e.key("rows")
	e.rowsOrPlaces(r.Rows, r.Places)
	for i := range r.Fields {
		v := &r.Fields[i]
		e.key(v.Name)
		if len(v.Rows) == 0 {
			e.quote(v)
			continue
		}
		e.b = append(e.b, `{"quote":`...)
		e.quote(v)
		e.b = append(e.b, `,"rows":`...)
		e.rows(v.Rows)
		e.b = append(e.b, '}')
	}
	e.b = append(e.b, '}')
}

func (e *encoder) documentValue(v *Value, places [][]int) {
	e.b = append(e.b, `{"rows":`...)
	e.rowsOrPlaces(v.Rows, places)
	e.b = append(e.b, `,"name":`...)
	e.str(v.Name)
	e.b = append(e.b, `,"value":`...)
	e.quote(v)
	e.b = append(e.b, '}')
}

func (e *encoder) prose(p *Prose) {
	e.b = append(e.b, `{"id":`...)
	e.str(p.ID)
	if p.Answer != "" {
		e.key("answer")
		e.str(p.Answer)
	}
	if p.HasTitle {
		e.key("title")
		e.str(p.Title)
	}
	if p.HasClause {
		e.key("clause")
		e.str(p.Clause)
	}
	if p.Unknown {
		e.key("unknown")
		e.b = append(e.b, "true"...)
	}
	e.b = append(e.b, '}')
}

func (e *encoder) quote(v *Value) {
	switch {
	case v.Null:
		e.b = append(e.b, "null"...)
	case v.Number || v.Bool:
		e.b = append(e.b, v.Quote...)
	default:
		e.str(v.Quote)
	}
}

func (e *encoder) rowsOrPlaces(rows []int, places [][]int) {
	if len(places) == 0 {
		e.rows(rows)
		return
	}
	e.b = append(e.b, '[')
	for i, place := range places {
		if i > 0 {
			e.b = append(e.b, ',')
		}
		e.rows(place)
	}
	e.b = append(e.b, ']')
}

func (e *encoder) rows(rows []int) {
	e.b = append(e.b, '[')
	for i, n := range rows {
		if i > 0 {
			e.b = append(e.b, ',')
		}
		e.b = strconv.AppendInt(e.b, int64(n), 10)
	}
	e.b = append(e.b, ']')
}

func (e *encoder) str(s string) {
	const hex = "0123456789abcdef"
	e.b = append(e.b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			e.b = append(e.b, '\\', c)
		case c == '\n':
			e.b = append(e.b, '\\', 'n')
		case c < 0x20:
			e.b = append(e.b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			e.b = append(e.b, c)
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			e.b = utf8.AppendRune(e.b, r) // a byte that is no character becomes U+FFFD
			i += n
			continue
		}
		i++
	}
	e.b = append(e.b, '"')
}
