package html

import (
	"fmt"
	"html/template"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Records are the entries of one record type.
type Records struct {
	Name                    string
	Fields                  []report.TaskField
	Lines                   iter.Seq[RecordLine] // made while the page is written; nil for none
	Accepted, Held, Refused int
	Open                    bool // only what is not accepted is shown
	More                    int

	at []int // indexes of the entries
}

// A RecordLine is one entry.
type RecordLine struct {
	ID, Anchor, Verdict, Code string
	Rows, Idle                []Link
	Values                    []Value
}

// A Value is one field of an entry as it is shown.
type Value struct {
	Name       string
	Kind       string // "accepted", "held", "refused", "null", "absent"
	Figure     bool
	Text       template.HTML // accepted: the value; held: what is printed; refused: nothing
	Claim      string
	Affix      string // currency or unit
	Href       string // of the evidence
	More       []Link // of further evidence
	Tip        string
	Code       string
	Readings   []string
	Hint       *Link
	Derived    bool
	Recognised bool
	Short      bool // kept on one line
}

const shortText = 24

// records are the entries [first, end) by type, document values aside.
func (s *site) records(first, end int, from place) []Records {
	var out []Records
	for _, t := range s.h.run.Task.Printed().Records {
		if t.Name == verdict.DocumentRecord {
			continue
		}
		r := Records{Name: t.Name, Fields: t.Fields}
		for i := first; i < end; i++ {
			if s.h.entries[i].Record == t.Name {
				r.count(s, i)
			}
		}
		if r.show(s, from); r.Lines != nil {
			out = append(out, r)
		}
	}
	return out
}

// openRecords are the held and refused records for the first page of many.
func (s *site) openRecords() []Records {
	const most = 300
	var out []Records
	for _, t := range s.h.run.Task.Printed().Records {
		if t.Name == verdict.DocumentRecord {
			continue
		}
		r := Records{Name: t.Name, Fields: t.Fields, Open: true}
		for i := range s.h.entries {
			e := &s.h.entries[i]
			if e.Record != t.Name {
				continue
			}
			if e.Verdict == verdict.Accepted.String() {
				r.Accepted++
			} else if len(r.at) < most {
				r.count(s, i)
			} else {
				r.More++
			}
		}
		r.show(s, onIndex)
		out = append(out, r)
	}
	return out
}

// count takes the entry with index i in.
func (r *Records) count(s *site, i int) {
	r.at = append(r.at, i)
	switch s.h.entries[i].Verdict {
	case "accepted":
		r.Accepted++
	case "held":
		r.Held++
	case "refused":
		r.Refused++
	}
}

// show sets the lines of the entries that were counted.
func (r *Records) show(s *site, from place) {
	if len(r.at) == 0 {
		return
	}
	at, fields := r.at, r.Fields
	r.Lines = func(yield func(RecordLine) bool) {
		for _, i := range at {
			if !yield(s.recordLine(i, fields, from)) {
				return
			}
		}
	}
}

func (s *site) recordLine(i int, fields []report.TaskField, from place) RecordLine {
	e := &s.h.entries[i]
	line := RecordLine{ID: e.ID, Anchor: fmt.Sprintf("e%d", i), Verdict: e.Verdict, Code: e.Code,
		Rows: s.rowLinks(e.Rows, from), Idle: s.rowLinks(e.Idle, from)}
	for _, f := range fields {
		line.Values = append(line.Values, s.valueOf(e, f, from))
	}
	return line
}

func (s *site) valueOf(e *report.Entry, t report.TaskField, from place) Value {
	for i := range e.Fields {
		if e.Fields[i].Name == t.Name {
			return s.value(&e.Fields[i], t, from)
		}
	}
	return Value{Name: t.Name, Kind: "absent"}
}

func (s *site) value(f *report.Field, t report.TaskField, from place) Value {
	v := Value{Name: f.Name, Kind: f.Verdict, Code: f.Code, Readings: f.Readings, Derived: f.Derived, Recognised: f.Recognised}
	v.Figure = t.Type == "money" || t.Type == "number" || t.Type == "percent"
	for i, e := range f.Evidence {
		if i == 0 {
			v.Href = s.target(e, from)
		} else {
			v.More = append(v.More, Link{Href: s.target(e, from), Text: fmt.Sprintf("row %d", e.Row)})
		}
	}
	switch f.Verdict {
	case "accepted":
		v.Text = text(f.Value)
		v.Short = utf8.RuneCountInString(f.Value) <= shortText
		switch {
		case v.Figure && t.Type == "number" && f.Places == 0 && len(f.Value) == 4:
			// A year, or a number that reads well as it is.
		case v.Figure:
			v.Text = figure(f.Value, f.Places)
		}
		if v.Affix = f.Currency; v.Affix == "" {
			v.Affix = f.Unit
		}
		v.Tip = tip(f)
		if f.Null && f.Value == "" {
			v.Kind = "null"
			v.Tip = "printed “" + f.Printed + "”, no value"
		}
	case "held":
		if v.Text = text(f.Printed); f.Printed == "" {
			v.Claim = f.Claim
		}
	case "refused":
		v.Claim = f.Claim
		if f.Hint != nil {
			v.Hint = &Link{Href: s.rowHref(*f.Hint, from), Text: fmt.Sprintf("row %d prints it", *f.Hint)}
		}
	default:
		v.Kind = "null"
	}
	return v
}

func tip(f *report.Field) string {
	var parts []string
	if f.Printed != "" {
		parts = append(parts, "printed “"+f.Printed+"”")
	}
	if f.Stored != "" && f.Stored != f.Value {
		parts = append(parts, "stored "+f.Stored)
	}
	if len(f.Evidence) > 0 {
		parts = append(parts, fmt.Sprintf("row %d", f.Evidence[0].Row))
	}
	if f.Derived {
		parts = append(parts, "computed from verified values")
	}
	if f.Recognised {
		parts = append(parts, "recognised from a picture")
	}
	return strings.Join(parts, " · ")
}

func text(s string) template.HTML { return template.HTML(template.HTMLEscapeString(s)) }

// figure groups the digits of a decimal by style alone, so that a copy of it has none.
func figure(s string, places int) template.HTML {
	whole, fraction, _ := strings.Cut(s, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "−", whole[1:]
	}
	if strings.Trim(whole, "0123456789") != "" || strings.Trim(fraction, "0123456789") != "" || whole == "" {
		return text(s)
	}
	for len(fraction) < places {
		fraction += "0"
	}
	var b strings.Builder
	b.WriteString(sign)
	head := len(whole) % 3
	b.WriteString(whole[:head])
	for i := head; i < len(whole); i += 3 {
		if i == 0 {
			b.WriteString(whole[:3])
			continue
		}
		b.WriteString(`<span class="g">` + whole[i:i+3] + `</span>`)
	}
	if fraction != "" {
		b.WriteString("." + fraction)
	}
	return template.HTML(b.String())
}

// documentValues are the document's own values, one line each.
func (s *site) documentValues() *Records {
	types := map[string]report.TaskField{}
	for _, t := range s.h.run.Task.Records {
		if t.Name == verdict.DocumentRecord {
			for _, f := range t.Fields {
				types[f.Name] = f
			}
		}
	}
	var lines []RecordLine
	for i := range s.h.entries {
		e := &s.h.entries[i]
		if e.Record != verdict.DocumentRecord {
			continue
		}
		line := RecordLine{ID: e.ID, Anchor: fmt.Sprintf("e%d", i), Verdict: e.Verdict, Code: e.Code, Rows: s.rowLinks(e.Rows, onIndex)}
		for k := range e.Fields {
			t := types[e.Fields[k].Name]
			line.Values = append(line.Values, s.value(&e.Fields[k], t, onIndex))
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil
	}
	return &Records{Name: verdict.DocumentRecord, Lines: slices.Values(lines)}
}
