package arith

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// documentField sets q to a document value: the verified one, else the one that the row of
// its label prints.
func (e *evaluator) documentField(name string, q *quantity) *obstacle {
	def, ok := e.Task.DocumentField(name)
	if !ok {
		return &obstacle{why: "there is no document field " + name}
	}
	if def.Derive != nil {
		return e.evaluate(def.Derive, scope{}, q)
	}
	f, entry, o := e.documentValue(def)
	if o != nil {
		return o
	}
	if f == nil {
		return e.readByLabel(def, q)
	}
	op, st := operandOf(f, def, !beyondOne(f.Value), e.printed)
	switch st {
	case null, missing:
		return e.readByLabel(def, q)
	case present:
		e.quantity(&op, def, q)
		e.declared = append(e.declared, declared{name: name, rows: rowsOf(f, entry), entry: entry.ID})
		return nil
	}
	return &obstacle{state: st, field: name, entry: entry}
}

// documentValue returns the one value of a document field, nil where every entry is null.
func (c *checker) documentValue(def *task.Field) (*verdict.Field, *verdict.Entry, *obstacle) {
	var value *verdict.Field
	var entry *verdict.Entry
	for _, i := range c.values[def.Name] {
		f, ok := c.given[i].Field(def.Name)
		if !ok || f.Verdict == verdict.None || f.Null && f.Value == "" {
			continue
		}
		if value != nil && value.Value != f.Value {
			return nil, nil, &obstacle{state: ambiguous, why: def.Name + " is given twice with different values", field: def.Name}
		}
		if value == nil || f.Verdict < value.Verdict {
			value, entry = f, c.given[i]
		}
	}
	return value, entry, nil
}

func rowsOf(f *verdict.Field, entry *verdict.Entry) []int {
	var rows []int
	for _, ev := range f.Evidence {
		rows = append(rows, ev.Row)
	}
	if rows == nil {
		rows = slices.Clone(entry.Rows)
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

// readByLabel reads a document field that the answer left null from the one row whose first
// filled cell equals one of its labels.
func (e *evaluator) readByLabel(def *task.Field, q *quantity) *obstacle {
	if e.Doc == nil {
		return &obstacle{state: null, field: def.Name}
	}
	rows := e.labelRows(def)
	switch len(rows) {
	case 0:
		return &obstacle{state: null, field: def.Name}
	case 1:
	default:
		return &obstacle{why: def.Name + " is null, and " + strconv.Itoa(len(rows)) + " rows print one of its labels", field: def.Name}
	}
	op, st := e.rowFigure(rows[0], def, e.summed)
	if st != present {
		return &obstacle{why: def.Name + " is null, and the row of its label " + st.String(), field: def.Name}
	}
	e.quantity(&op, def, q)
	e.readRows[rows[0]] = true
	e.declared = append(e.declared, declared{name: def.Name, rows: rows, read: true})
	return nil
}

// labelRows returns the rows whose first filled cell equals a label of the field, rows of
// records and headings aside.
func (c *checker) labelRows(def *task.Field) []int {
	if c.labelled == nil {
		c.labelled = map[string][]int{}
		for i := range c.Doc.Rows {
			row := &c.Doc.Rows[i]
			switch c.class(row.Number) {
			case verdict.OfRecord, verdict.OfHeading, verdict.OfFurniture:
				continue
			}
			if cell := firstFilled(row); cell != nil {
				key := foldLabel(cell.Text)
				c.labelled[key] = append(c.labelled[key], row.Number)
			}
		}
	}
	var rows []int
	for _, l := range def.Labels {
		rows = append(rows, c.labelled[foldLabel(l)]...)
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

func firstFilled(row *table.Row) *table.Cell {
	for i := range row.Cells {
		if !row.Cells[i].Blank() {
			return &row.Cells[i]
		}
	}
	return nil
}

// foldLabel makes labels comparable: their words, folded.
func foldLabel(s string) string {
	var b strings.Builder
	for i, w := range words.Split(s) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}

// rowFigure reads the figure of a row of the document: in the column of the field summed,
// else the row's only figure.
func (c *checker) rowFigure(n int, def *task.Field, summed expressionName) (operand, state) {
	row, ok := c.Doc.Row(n)
	if !ok {
		return operand{}, unread
	}
	if col, ok := c.columnAt(n, summed); ok {
		if cell, ok := row.Cell(col); ok && !cell.Blank() {
			if op, st := c.cellFigure(n, cell, def); st != unread {
				return op, st
			}
		}
	}
	var only operand
	found := unread
	for i := range row.Cells {
		op, st := c.cellFigure(n, &row.Cells[i], def)
		if st == unread || c.sumsElsewhere(n, int(row.Cells[i].Col), summed) {
			continue
		}
		if found != unread {
			return operand{}, ambiguous
		}
		only, found = op, st
	}
	return only, found
}

// sumsElsewhere reports whether a column as seen from row n is another numeric field's than
// the one summed: the total of rents is not the total of areas.
func (c *checker) sumsElsewhere(n, col int, summed expressionName) bool {
	if summed.Field == "" {
		return false
	}
	rec, ok := c.Task.Record(summed.Record)
	if !ok {
		return false
	}
	for i := range rec.Fields {
		f := &rec.Fields[i]
		if f.Name == summed.Field || !f.Type.Numeric() {
			continue
		}
		if at, ok := c.columnAt(n, expressionName{Record: summed.Record, Field: f.Name}); ok && at == col {
			return true
		}
	}
	return false
}

// columnAt returns the column that carries a field of a record type in the block of row n.
func (c *checker) columnAt(n int, field expressionName) (int, bool) {
	if field.Field == "" || c.Structure == nil || n >= len(c.Structure.Rows) {
		return 0, false
	}
	block := int(c.Structure.Rows[n].Block)
	for i := range c.Columns {
		col := &c.Columns[i]
		if col.Record == field.Record && col.Field == field.Field && (col.Block == block || block < 0 && col.Table == c.Doc.Rows[n].Table) {
			return col.Col, true
		}
	}
	return c.columnByEvidence(n, field)
}

// columnByEvidence returns the column in which the nearest record above row n of the same
// table carries the field, for tables whose columns no heading and no vote gives.
func (c *checker) columnByEvidence(n int, field expressionName) (int, bool) {
	set, ok := c.records[field.Record]
	if !ok {
		return 0, false
	}
	i, ok := set.position[field.Field]
	if !ok {
		return 0, false
	}
	const nearest = 50 // records that are looked at
	best := -1
	above := c.recordsAbove(set, n)
	for k := above - 1; k >= max(above-nearest, 0) && best < 0; k-- {
		f := set.field(c.above.Outline(int(set.entries[k])), i)
		if f == nil {
			continue
		}
		for _, ev := range f.Evidence {
			row, ok := c.Doc.Row(ev.Row)
			if !ok || row.Table != c.Doc.Rows[n].Table {
				return 0, false
			}
			best = ev.Col
		}
	}
	return best, best >= 0
}

// recordsAbove returns how many of the set's records begin above row n.
func (c *checker) recordsAbove(set *recordSet, n int) int {
	k, _ := slices.BinarySearchFunc(set.entries, n, func(i int32, n int) int {
		rows := c.above.Head(int(i)).Rows
		if len(rows) == 0 || rows[len(rows)-1] < n {
			return -1
		}
		return 1
	})
	return k
}
