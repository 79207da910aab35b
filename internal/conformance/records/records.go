// Package records runs test vectors of the suite records: a table, a task and the claims of
// one answer that was shown every row, with the verdicts that the checks must give.
package records

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
)

// A Vector is one case.
type Vector struct {
	ID      string            `json:"id"`
	Rows    [][]string        `json:"rows"` // the row's number is its index
	Heading []int             `json:"heading"`
	Task    json.RawMessage   `json:"task"`
	Claims  json.RawMessage   `json:"claims"`
	Stored  map[string]string `json:"stored"` // by "row,column": the number that the cell stores
	Want    Want              `json:"want"`
}

// A Want is what the checks must give. What is left out is not compared.
type Want struct {
	Records []struct {
		Verdict string            `json:"verdict"`
		Fields  map[string]string `json:"fields"`
	} `json:"records"`
	Document string            `json:"document"`
	Findings []string          `json:"findings"`
	Classes  map[string]string `json:"classes"`
}

// names maps the vectors' names of findings to codes, where they are not the codes' own names.
var names = map[string][]string{
	"row_not_shown": {finding.RowOutOfRange},
	"too_many_rows": {finding.TooManyRows, finding.MoreRowsThanTask},
	"not_printed":   {finding.NotPrinted, finding.WordMissing},
}

// Run runs one vector. got and want list what differs.
func Run(raw json.RawMessage) (got, want string, ok bool, err error) {
	var v Vector
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", "", false, err
	}
	t, err := task.Load("task of "+v.ID, v.Task)
	if err != nil {
		return "", "", false, err
	}
	doc, err := v.Document()
	if err != nil {
		return "", "", false, err
	}
	res, err := verify.Verify(doc, structure.WithHeadings(doc, v.Heading), t, []claim.Stored{v.Answer()})
	if err != nil {
		return "", "", false, err
	}
	c := &comparison{}
	if err := v.compare(c, t, res); err != nil {
		return "", "", false, err
	}
	return strings.Join(c.got, "; "), strings.Join(c.want, "; "), len(c.want) == 0, nil
}

// Answer returns the claims as the stored answer to one window that showed every row.
func (v *Vector) Answer() claim.Stored {
	n := len(v.Rows)
	return claim.Stored{Core: [2]int{0, n}, Shown: [2]int{0, n}, Outcome: "complete", Answerer: "vector", Raw: string(v.Claims)}
}

// Document returns the vector's table as a document.
func (v *Vector) Document() (*table.Document, error) {
	doc := &table.Document{Name: v.ID, Format: "csv", Rows: make([]table.Row, len(v.Rows))}
	columns := 0
	for n, cells := range v.Rows {
		row := &doc.Rows[n]
		row.Number, row.Line = n, n+1
		for col, text := range cells {
			if text == "" {
				continue
			}
			cell := table.Cell{Text: text, Col: int32(col)}
			if stored, ok := v.Stored[fmt.Sprintf("%d,%d", n, col)]; ok {
				if err := store(&cell, stored); err != nil {
					return nil, fmt.Errorf("%s, row %d, column %d: %w", v.ID, n, col, err)
				}
			}
			row.Cells = append(row.Cells, cell)
			columns = max(columns, col+1)
		}
	}
	doc.Tables = []table.Table{{Name: v.ID, Shape: table.File, End: len(v.Rows), Columns: columns, Headings: v.Heading}}
	return doc, nil
}

// store makes the cell numeric: a date where it prints one, else a number.
func store(c *table.Cell, stored string) error {
	c.Kind, c.Stored = table.Number, stored
	if d := notation.ParseDate(c.Text, notation.Context{}); d.Status == notation.NotAFigure {
		return nil
	}
	days, err := strconv.Atoi(stored)
	if err != nil {
		return err
	}
	first := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC) // serial 0, once past the leap day that 1900 did not have
	c.Kind, c.Stored = table.Date, first.AddDate(0, 0, days).Format(time.DateOnly)
	return nil
}

type comparison struct{ got, want []string }

func (c *comparison) check(place, got, want string) {
	if got != want {
		c.got, c.want = append(c.got, place+" "+got), append(c.want, place+" "+want)
	}
}

func (v *Vector) compare(c *comparison, t *task.Task, res *verdict.Result) error {
	if v.Want.Document != "" {
		c.check("document", res.Verdict.String(), v.Want.Document)
	}
	types, err := v.types(t)
	if err != nil {
		return err
	}
	entries := ordered(res, types)
	for i, w := range v.Want.Records {
		place := fmt.Sprintf("record %d", i)
		if i >= len(entries) {
			c.check(place, "none", w.Verdict)
			continue
		}
		e := entries[i]
		if w.Verdict != "" {
			c.check(place, e.Verdict.String(), w.Verdict)
		}
		for k := range e.Fields {
			f := &e.Fields[k]
			if want, ok := w.Fields[f.Name]; ok {
				c.check(place+" "+f.Name, f.Verdict.String(), want)
			}
		}
	}
	for _, name := range v.Want.Findings {
		codes, ok := names[name]
		if !ok {
			code, known := finding.Named(name)
			if !known {
				return fmt.Errorf("%s wants an unknown finding %q", v.ID, name)
			}
			codes = []string{code}
		}
		if !slices.ContainsFunc(res.Findings, func(f finding.Finding) bool { return slices.Contains(codes, f.Code) }) {
			c.check("finding", "none", name)
		}
	}
	for n := range v.Rows {
		if want, ok := v.Want.Classes[strconv.Itoa(n)]; ok {
			c.check(fmt.Sprintf("row %d", n), res.Classes[n].String(), want)
		}
	}
	return nil
}

// types returns the record types in the order in which the claims give them.
func (v *Vector) types(t *task.Task) ([]string, error) {
	dec := json.NewDecoder(strings.NewReader(string(v.Claims)))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	var out []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		if name, ok := key.(string); ok {
			if _, ok := t.Record(name); ok {
				out = append(out, name)
			}
		}
		var skip json.RawMessage
		if err := dec.Decode(&skip); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ordered returns the entries of records in the order of the claims.
func ordered(res *verdict.Result, types []string) []*verdict.Entry {
	var out []*verdict.Entry
	for _, name := range types {
		from := len(out)
		for i, e := range res.Entries.All() {
			if e.Record == name {
				out = append(out, res.Entries.At(i))
			}
		}
		slices.SortStableFunc(out[from:], func(a, b *verdict.Entry) int { return a.Order - b.Order })
	}
	return out
}
