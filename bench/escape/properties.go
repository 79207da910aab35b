package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/columns"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
)

// properties measures the tables of a folder: the first records of each headed block, written into a file of
// their own, with a task made from their headings.
func (m *measurement) properties(dir string, most int) error {
	var files []string
	for _, pattern := range []string{"*.xlsx", "*.csv"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return err
		}
		files = append(files, slices.DeleteFunc(found, func(f string) bool { return strings.Contains(f, ".truth.") })...)
	}
	if len(files) == 0 {
		return fmt.Errorf("no tables in %s", dir)
	}
	to := m.source("property tables")
	for i, f := range files {
		doc, err := readFile(f)
		if err != nil {
			return err
		}
		st := structure.Analyse(doc)
		blocks := 0
		for b := range st.Blocks {
			if blocks == 3 {
				break
			}
			ok, err := m.property(to, st, &st.Blocks[b], most, i+b)
			if err != nil {
				return fmt.Errorf("%s: %w", f, err)
			}
			if ok {
				blocks++
			}
		}
	}
	return nil
}

// property measures a block, where it has headings and at least three records.
func (m *measurement) property(to *source, st *structure.Structure, b *structure.Block, most, variant int) (bool, error) {
	cols := headed(b)
	var rows []int
	for n := b.First; n <= b.Last && len(rows) < most; n++ {
		if r, ok := st.RoleIn(n, b.Index); ok && r.Role == structure.Data {
			rows = append(rows, n)
		}
	}
	if len(cols) < 2 || len(rows) < 3 {
		return false, nil
	}
	g := &grid{name: fmt.Sprintf("%s.%d", strings.TrimSuffix(st.Doc.Name, filepath.Ext(st.Doc.Name)), b.Index)}
	var line []cell
	for _, c := range cols {
		line = append(line, cell{text: c.Heading})
	}
	g.add(line...)
	for _, n := range rows {
		line = nil
		for _, c := range cols {
			line = append(line, copied(&st.Doc.Rows[n], c.Col))
		}
		same := slices.EqualFunc(line, g.lines[len(g.lines)-1], func(a, b cell) bool { return a.text == b.text }) // of an empty form
		if !same && slices.ContainsFunc(line, func(c cell) bool { return c.text != "" }) {
			g.add(line...)
		}
	}
	g.dropParts()
	if g.rows < 4 {
		return false, nil
	}
	var doc *table.Document
	var err error
	switch {
	case st.Doc.Format == "xlsx" && variant%3 > 0:
		doc, err = g.xlsx(true)
	case variant%2 == 0:
		doc, err = g.csv(',')
	default:
		doc, err = g.xlsx(false)
	}
	if err != nil {
		return false, err
	}
	t, err := task.FromHeadings(columns.Outline(structure.Analyse(doc)))
	if err != nil || len(t.Records) != 1 {
		return false, err
	}
	// what the whole source settles, a part of it may not
	t.Notation.Decimal, t.Notation.Order = st.Decimal, order(st, rows)
	return true, m.measure(to, subject(doc, t, propertyTruth(g, doc, t)))
}

// headed returns the columns that have a heading no other column has and that print something.
func headed(b *structure.Block) []structure.Column {
	seen := map[string]int{}
	for i := range b.Columns {
		seen[strings.ToLower(b.Columns[i].Heading)]++
	}
	var out []structure.Column
	for i := range b.Columns {
		if c := b.Columns[i]; c.Heading != "" && seen[strings.ToLower(c.Heading)] == 1 && c.Filled > 0 && len(out) < 12 {
			out = append(out, c)
		}
	}
	return out
}

// copied returns what the row prints in a column, on one line.
func copied(r *table.Row, col int) cell {
	c, ok := r.Cell(col)
	if !ok {
		return cell{}
	}
	out := cell{text: strings.Join(strings.Fields(c.Text), " ")}
	if c.Kind == table.Number || c.Kind == table.Date {
		out.number, out.format = c.Stored, c.Format
	}
	return out
}

// order returns the order of days and months that the stored dates of the source show.
func order(st *structure.Structure, rows []int) notation.Order {
	for _, n := range rows {
		for i := range st.Doc.Rows[n].Cells {
			c := &st.Doc.Rows[n].Cells[i]
			if c.Kind != table.Date || len(c.Stored) < 10 || c.Stored[5:7] == c.Stored[8:10] {
				continue
			}
			switch {
			case strings.HasPrefix(c.Text, c.Stored[8:10]+"/"+c.Stored[5:7]):
				return notation.DMY
			case strings.HasPrefix(c.Text, c.Stored[5:7]+"/"+c.Stored[8:10]):
				return notation.MDY
			}
		}
	}
	return notation.OrderUnknown
}

// propertyTruth says that each line of the grid is a record and each cell the value of the field that is named
// after its heading.
func propertyTruth(g *grid, doc *table.Document, t *task.Task) claim.Answer {
	a := claim.Answer{Other: []claim.Other{{Rows: []int{0}, Kind: "heading"}}}
	rec := &t.Records[0]
	field := make([]string, len(g.lines[0]))
	for i, h := range g.lines[0] {
		for k := range rec.Fields {
			if f := &rec.Fields[k]; f.Name == task.FieldName(h.text) || slices.Contains(f.Aliases, h.text) {
				field[i] = f.Name
			}
		}
	}
	for n := 1; n < len(doc.Rows); n++ {
		r := claim.Record{Type: rec.Name, Rows: []int{n}}
		for i, c := range g.lines[n] {
			if field[i] != "" {
				r.Fields = append(r.Fields, claim.Value{Name: field[i], Quote: c.text, Null: c.text == ""})
			}
		}
		a.Records = append(a.Records, r)
	}
	return a
}

// dropParts leaves out the lines that go on with the unit of the line above them, where three or more do: first cell
// blank and at least half of the others. They are parts of a record, and of none that a flat line could tell.
func (g *grid) dropParts() {
	part := func(line []cell) bool {
		blank := 0
		for _, c := range line {
			if c.text == "" {
				blank++
			}
		}
		return line[0].text == "" && 2*blank >= len(line)
	}
	parts := 0
	for _, line := range g.lines[1:] {
		if part(line) {
			parts++
		}
	}
	if parts >= 3 {
		g.lines = slices.DeleteFunc(g.lines, part)
		g.rows = len(g.lines)
	}
}
