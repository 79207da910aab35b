// Package export says which columns a task hands on and how each value is written: the part
// that CSV, XLSX, combined files and published targets share.
package export

import (
	"strings"
	"time"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A Column is one column of an export.
type Column struct {
	Title    string
	Field    string
	Currency bool              // the currency of the field's value, not the value
	Types    map[string]string // type of the field by record type, "document" for a document field
}

// A Plan is the columns of a task's export with the records that go into it.
type Plan struct {
	Records []string // record types, in the order of the task
	Columns []Column
	Dates   string // layout of package time, empty for ISO 8601
	Decimal string // "." or ","
	Several bool   // more than one record type: the type is a column of its own
}

// currencySuffix makes the name of a field's currency, "rent.currency".
const currencySuffix = ".currency"

// NewPlan returns the export of a task: the columns that its export names, else all fields
// of its record types under their names, each money field with a column of its currency. A name that the export gives stands for the
// record's field, and where the record has none for the document's. A task with document fields alone has one line.
func NewPlan(t *report.Task) Plan {
	p := Plan{Dates: t.Dates, Decimal: t.Decimal}
	if p.Decimal == "" {
		p.Decimal = "."
	}
	for _, r := range t.Records {
		if r.Name != verdict.DocumentRecord {
			p.Records = append(p.Records, r.Name)
		}
	}
	if len(p.Records) == 0 && len(t.Records) > 0 {
		p.Records = []string{verdict.DocumentRecord}
	}
	p.Several = len(p.Records) > 1
	if len(t.Export) > 0 {
		for _, c := range t.Export {
			field, currency := strings.CutSuffix(c.Field, currencySuffix)
			p.Columns = append(p.Columns, Column{Title: c.Title, Field: field, Currency: currency, Types: typesOf(t, field)})
		}
		return p
	}
	seen := map[string]bool{}
	for _, r := range t.Records {
		if r.Name == verdict.DocumentRecord && p.Records[0] != verdict.DocumentRecord {
			continue
		}
		for _, f := range r.Fields {
			if !seen[f.Name] {
				seen[f.Name] = true
				types := typesOf(t, f.Name)
				if p.Records[0] != verdict.DocumentRecord {
					delete(types, verdict.DocumentRecord)
				}
				p.Columns = append(p.Columns, Column{Title: f.Name, Field: f.Name, Types: types})
				if f.Type == "money" && len(typesOf(t, f.Name+"_currency")) == 0 {
					p.Columns = append(p.Columns, Column{Title: f.Name + "_currency", Field: f.Name, Currency: true, Types: types})
				}
			}
		}
	}
	return p
}

func typesOf(t *report.Task, field string) map[string]string {
	types := map[string]string{}
	for _, r := range t.Records {
		for _, f := range r.Fields {
			if f.Name == field {
				types[r.Name] = f.Type
			}
		}
	}
	return types
}

// A Value is one typed value of an export.
type Value struct {
	Kind     Kind
	Text     string // canonical: exact decimal with the printed places, ISO date, text; empty for none
	Places   int    // printed decimal places of a Number
	Currency string
}

// A Kind says how a value is written.
type Kind uint8

// The kinds. A value of kind None prints nothing.
const (
	None Kind = iota
	Text
	Number
	Date
)

// Document collects the accepted document values of a stream, which come before its records.
type Document map[string]report.Field

// Add keeps the values of an entry of document fields. A value that stands where it is cited
// but contradicts the records is held as an entry, and not kept.
func (d Document) Add(e *report.Entry) {
	if e.Record != verdict.DocumentRecord || e.Verdict != verdict.Accepted.String() {
		return
	}
	kept := e.Clone()
	for _, f := range kept.Fields {
		if f.Verdict == verdict.Accepted.String() {
			d[f.Name] = f
		}
	}
}

// Values returns the values of an entry in the order of the columns. Only accepted values
// are values: what was held or refused is empty. With stored set the number that a cell
// stores takes the place of the printed one.
func (p *Plan) Values(e *report.Entry, d Document, stored bool) []Value {
	out := make([]Value, len(p.Columns))
	for i := range p.Columns {
		c := &p.Columns[i]
		if typ, ok := c.Types[e.Record]; ok && e.Record != verdict.DocumentRecord {
			for k := range e.Fields {
				if e.Fields[k].Name == c.Field {
					out[i] = c.value(&e.Fields[k], typ, stored)
				}
			}
		} else if typ, ok := c.Types[verdict.DocumentRecord]; ok {
			if f, ok := d[c.Field]; ok {
				out[i] = c.value(&f, typ, stored)
			}
		}
	}
	return out
}

func (c *Column) value(f *report.Field, typ string, stored bool) Value {
	v := ValueOf(f, typ, stored)
	switch {
	case !c.Currency:
		return v
	case v.Currency == "":
		return Value{}
	}
	return Value{Kind: Text, Text: v.Currency}
}

// ValueOf returns the value of a field of the given type.
func ValueOf(f *report.Field, typ string, stored bool) Value {
	if f.Verdict != verdict.Accepted.String() || f.Null && f.Value == "" {
		return Value{}
	}
	switch typ {
	case "number", "money", "percent":
		if stored && isDecimal(f.Stored) {
			return Value{Kind: Number, Text: f.Stored, Places: places(f.Stored), Currency: f.Currency}
		}
		if isDecimal(f.Value) {
			return Value{Kind: Number, Text: pad(f.Value, f.Places), Places: max(f.Places, places(f.Value)), Currency: f.Currency}
		}
	case "date":
		if _, err := time.Parse(time.DateOnly, f.Value); err == nil {
			return Value{Kind: Date, Text: f.Value}
		}
	}
	if f.Value == "" {
		return Value{}
	}
	return Value{Kind: Text, Text: f.Value}
}

// isDecimal reports a plain decimal: a sign, digits, and a fraction.
func isDecimal(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, fraction, point := strings.Cut(s, ".")
	return whole != "" && strings.Trim(whole, "0123456789") == "" &&
		(!point || fraction != "" && strings.Trim(fraction, "0123456789") == "")
}

func places(s string) int {
	if i := strings.IndexByte(s, '.'); i >= 0 {
		return len(s) - i - 1
	}
	return 0
}

// pad writes a canonical decimal with the places that the document prints.
func pad(s string, n int) string {
	have := places(s)
	if have >= n {
		return s
	}
	if have == 0 {
		s += "."
	}
	return s + strings.Repeat("0", n-have)
}

// Format writes a value as text, dates and decimals as the task's export asks.
func (p *Plan) Format(v Value) string {
	switch v.Kind {
	case Number:
		if p.Decimal == "," {
			return strings.Replace(v.Text, ".", ",", 1)
		}
	case Date:
		if p.Dates != "" {
			if d, err := time.Parse(time.DateOnly, v.Text); err == nil {
				return d.Format(p.Dates)
			}
		}
	}
	return v.Text
}

// Safe returns a text that a spreadsheet opens as text: one that it would run as a formula
// gets an apostrophe in front. A text that starts with an apostrophe before such a
// character gets one too, so that [Plain] undoes exactly what Safe did.
func Safe(s string) string {
	if risky(strings.TrimLeft(s, "'")) {
		return "'" + s
	}
	return s
}

// Plain undoes Safe.
func Plain(s string) string {
	if strings.HasPrefix(s, "'") && risky(strings.TrimLeft(s, "'")) {
		return s[1:]
	}
	return s
}

// risky reports a text that some spreadsheet program takes for a formula: one of the signs
// that start a formula first, blanks aside, in their full-width forms too.
func risky(s string) bool {
	if s != "" && (s[0] == '\t' || s[0] == '\r' || s[0] == '\n') {
		return true
	}
	s = strings.TrimLeft(s, " \u00a0")
	for _, sign := range []string{"=", "+", "-", "@", "＝", "＋", "－", "＠"} {
		if strings.HasPrefix(s, sign) {
			return true
		}
	}
	return false
}

// Cell returns the value as one cell of a delimited file. Figures are written as they are:
// a minus before digits runs nothing.
func (p *Plan) Cell(v Value) string {
	s := p.Format(v)
	if v.Kind == Number {
		return s
	}
	return Safe(s)
}
