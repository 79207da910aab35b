package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A citeVector asks whether the cited rows of a small table carry one value.
type citeVector struct {
	Rows     [][]string      `json:"rows"`
	Cited    []int           `json:"cited"`
	First    int             `json:"first"` // number of the first row
	Header   []int           `json:"header"`
	Column   *int            `json:"column"` // of the field, null for not known
	Value    json.RawMessage `json:"value"`
	Kind     string          `json:"kind"`
	Decimal  *string         `json:"decimal"`
	Group    *string         `json:"group"`
	Brackets *string         `json:"brackets"`
	Order    *string         `json:"order"`
	Lang     string          `json:"lang"`
	Verdict  string          `json:"verdict"`
}

// referenceYear is the document year of all vectors.
const referenceYear = 2026

func runCite(raw json.RawMessage) (got, want string, ok bool, err error) {
	var v citeVector
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", "", false, err
	}
	check, err := newCiteCheck(&v)
	if err != nil {
		return "", "", false, err
	}
	ch := check.run(&lookup.Result{})
	got = carriedName(ch.Verdict)
	return got, v.Verdict, got == v.Verdict, nil
}

// A citeCheck is a vector made ready, so that it can be run many times.
type citeCheck struct {
	finder   *lookup.Finder
	query    lookup.Query
	citation lookup.Citation
	limit    verdict.Verdict
	code     string
	column   int
}

func newCiteCheck(v *citeVector) (*citeCheck, error) {
	doc := documentOf(v.Rows)
	ctx, err := contextOf(v)
	if err != nil {
		return nil, err
	}
	header := map[int]bool{}
	for _, n := range v.Header {
		header[n-v.First] = true
	}
	field := &task.Field{Name: "value"}
	switch v.Kind {
	case "text":
	case "number":
		field.Type = task.Number
	case "date":
		field.Type = task.Date
	default:
		return nil, fmt.Errorf("no such kind: %q", v.Kind)
	}
	c := &citeCheck{column: lookup.AnyColumn}
	if v.Column != nil {
		c.column = *v.Column
	}
	c.finder = lookup.New(lookup.Source{
		Doc: doc, Language: v.Lang,
		Context: func(row, col int) notation.Context { return ctx },
		Headers: func(row int) bool { return header[row] },
	})
	cited := make([]int, len(v.Cited))
	for i, n := range v.Cited {
		cited[i] = n - v.First
	}
	c.citation = lookup.Cite(cited, func(n int) bool { return n >= 0 && n < len(doc.Rows) })
	var data []int
	for _, n := range c.citation.Rows {
		if !header[n] {
			data = append(data, n)
		}
	}
	c.limit, c.code = lookup.Limits{}.Check(data)
	value, err := valueOf(v.Value)
	if err != nil {
		return nil, err
	}
	c.query = lookup.Query{Rows: c.citation.Rows, Field: field, Claim: &value}
	return c, nil
}

func (c *citeCheck) run(r *lookup.Result) lookup.Choice {
	c.finder.Find(&c.query, r)
	return c.citation.Bound(r.Choose(c.column), c.limit, c.code)
}

// documentOf makes a table of the rows of a vector. Its rows are numbered by their index,
// those without text too.
func documentOf(rows [][]string) *table.Document {
	doc := &table.Document{Format: "csv"}
	t := table.Table{Shape: table.File, End: len(rows)}
	for n, cells := range rows {
		r := table.Row{Number: n, Line: n + 1}
		for col, text := range cells {
			if text != "" {
				r.Cells = append(r.Cells, table.Cell{Text: text, Col: int32(col)})
				t.Columns = max(t.Columns, col+1)
			}
		}
		doc.Rows = append(doc.Rows, r)
	}
	doc.Tables = []table.Table{t}
	return doc
}

func contextOf(v *citeVector) (notation.Context, error) {
	ctx := notation.Context{Language: v.Lang, Years: notation.YearsAround(referenceYear)}
	var err error
	if ctx.Decimal, err = markOf(v.Decimal); err != nil {
		return ctx, err
	}
	if ctx.Group, err = markOf(v.Group); err != nil {
		return ctx, err
	}
	if ctx.Brackets, err = bracketsOf(v.Brackets); err != nil {
		return ctx, err
	}
	ctx.Order, err = orderOf(v.Order)
	return ctx, err
}

func markOf(s *string) (rune, error) {
	if s == nil {
		return 0, nil
	}
	rs := []rune(*s)
	if len(rs) != 1 {
		return 0, fmt.Errorf("no such mark: %q", *s)
	}
	return rs[0], nil
}

func bracketsOf(s *string) (notation.Brackets, error) {
	if s == nil {
		return notation.BracketsUnknown, nil
	}
	switch *s {
	case "sign":
		return notation.BracketsSign, nil
	case "punctuation":
		return notation.BracketsPunctuation, nil
	}
	return 0, fmt.Errorf("no such meaning of brackets: %q", *s)
}

func orderOf(s *string) (notation.Order, error) {
	if s == nil {
		return notation.OrderUnknown, nil
	}
	switch *s {
	case "DMY", "dmy":
		return notation.DMY, nil
	case "MDY", "mdy":
		return notation.MDY, nil
	case "YMD", "ymd":
		return notation.YMD, nil
	}
	return 0, fmt.Errorf("no such order of dates: %q", *s)
}

// valueOf reads the claimed value of a vector: a string, a JSON number, a boolean or null.
func valueOf(raw json.RawMessage) (claim.Value, error) {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return claim.Value{Null: true}, nil
	case string(raw) == "true" || string(raw) == "false":
		return claim.Value{Quote: string(raw), Bool: true}, nil
	case raw[0] == '"':
		var s string
		err := json.Unmarshal(raw, &s)
		return claim.Value{Quote: s}, err
	case raw[0] == '{' || raw[0] == '[':
		return claim.Value{}, fmt.Errorf("a value is a string, a number, a boolean or null")
	}
	return claim.Value{Quote: string(raw), Number: true}, nil
}

// carriedName is the vectors' name of a verdict. A null is absent, which is never carried.
func carriedName(v verdict.Verdict) string {
	switch v {
	case verdict.Accepted:
		return "carried"
	case verdict.Held:
		return "held"
	}
	return "refused"
}
