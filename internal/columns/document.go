package columns

import (
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/words"
)

// A documentValue is one value of a document field and the row that prints it.
type documentValue struct {
	field, row int
	quote      string
}

// A labelOf is one label of a document field.
type labelOf struct {
	field int
	words []words.Word
}

// A candidate for a document value.
type candidate struct {
	documentValue
	label int // row of the label
	total bool
	home  bool // stands in a block of the records that the field sums
	open  bool // a section heading is open at it
}

// findDocument finds the document fields by their labels: a label's value stands right of it in its row, or behind a colon in
// its cell, else in the cell below. A declared total stands in the column that it sums.
func (a *Answerer) findDocument() {
	if len(a.t.Document) == 0 {
		return
	}
	index, longest := a.labels()
	a.labelled = index
	found := make([][]candidate, len(a.t.Document))
	for n := range a.st.Doc.Rows {
		row := &a.st.Doc.Rows[n]
		first := a.recordRow(n)
		a.enterParty(n)
		for i := range row.Cells {
			c := &row.Cells[i]
			if c.Kind != table.Text || len(c.Text) > longest+160 || c.Blank() {
				continue
			}
			ws := labelWords(head(c.Text, longest+40))
			if len(ws) > 0 {
				for _, l := range index[ws[0].Key] {
					a.tryLabel(l, n, i, ws, found)
				}
			}
			if first {
				break // in a row of a record only its first text may be a label
			}
		}
	}
	for f := range found {
		a.choose(f, found[f])
	}
	a.dateOfNumber()
	slices.SortStableFunc(a.doc, func(x, y documentValue) int { return x.row - y.row })
}

func head(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// labels returns the labels of all document fields by the key of their first word, and the bytes of the longest.
func (a *Answerer) labels() (index map[string][]labelOf, longest int) {
	index = map[string][]labelOf{}
	for f := range a.t.Document {
		field := &a.t.Document[f]
		if field.Derive != nil {
			continue
		}
		list := field.Labels
		if len(list) == 0 {
			list = field.Headings()
		}
		for _, l := range list {
			if ws := words.Split(l); len(ws) > 0 {
				longest = max(longest, len(l))
				index[ws[0].Key] = append(index[ws[0].Key], labelOf{f, ws})
			}
		}
	}
	return index, longest
}

// recordRow reports whether row n is a data row of a block that is read for records.
func (a *Answerer) recordRow(n int) bool {
	r := a.st.Rows[n]
	return r.Role == structure.Data && r.Block >= 0 && a.plans[r.Block].record >= 0
}

// tryLabel adds a candidate where cell i of row n starts with the label.
func (a *Answerer) tryLabel(l labelOf, n, i int, ws []words.Word, found [][]candidate) {
	if len(ws) < len(l.words) || !words.EqualWords(ws[:len(l.words)], l.words) {
		return
	}
	if a.recordRow(n) && a.fullRecord(n) {
		return
	}
	f := &a.t.Document[l.field]
	if a.ofOtherParty(f) {
		return
	}
	row := &a.st.Doc.Rows[n]
	c := candidate{documentValue: documentValue{field: l.field, row: n}, label: n}
	behind := behindLabel(row.Cells[i].Text, ws[len(l.words)-1].End)
	switch {
	case labelledBefore(row, i), strings.HasPrefix(strings.TrimSpace(row.Cells[i].Text), "("), f.Type == task.Date && timed(row):
		return
	case len(ws) == len(l.words) && !behind.isValue(f), a.ratedLabel(f, behind):
		c.quote, c.row = a.besideLabel(l.field, n, i)
	case f.Type == task.Identifier && !behind.colon && numberBeside(row, i):
		c.quote, c.row = a.besideLabel(l.field, n, i)
	case f.Type == task.Identifier:
		id, rest := a.identifier(behind.text)
		if !behind.colon && !a.endsIdentifier(rest) {
			return
		}
		c.quote = id
	case behind.colon || f.Type.Numeric() || f.Type == task.Date:
		c.quote = a.readRecord(f, &table.Cell{Text: behind.text})
		if !behind.colon && c.quote != behind.text {
			return
		}
	default:
		return
	}
	if c.quote == "" || strings.HasSuffix(c.quote, ":") || f.Type == task.Date && a.yearless(c.quote) {
		return
	}
	r := a.st.Rows[n]
	c.total = r.Role == structure.Total
	c.open = r.Parent >= 0
	if rec, _, ok := a.sums(f.Name); ok && r.Block >= 0 {
		c.home = a.plans[r.Block].record == rec
	}
	found[l.field] = append(found[l.field], c)
}

// ratedLabel reports whether what follows a label in its cell is a rate that belongs to the label: "VAT 20 %" before an amount.
func (a *Answerer) ratedLabel(f *task.Field, behind valueText) bool {
	if behind.colon || !f.Type.Numeric() || f.Type == task.Percent {
		return false
	}
	text := strings.TrimSpace(strings.TrimRight(strings.TrimLeft(behind.text, "(@"), "):"))
	v := notation.ParseValue(text, a.context())
	return v.Status != notation.NotAFigure && v.Percent
}

// fullRecord reports whether row n prints in every column that is given to a field.
func (a *Answerer) fullRecord(n int) bool {
	p := &a.plans[a.st.Rows[n].Block]
	for f, cols := range p.assigned.Fields {
		if p.fields(a.t)[f].Shared {
			continue
		}
		for _, col := range cols {
			if a.cell(n, col) == nil {
				return false
			}
		}
	}
	return true
}

// inSummedColumn returns what row n prints in the column that a declared total sums.
func (a *Answerer) inSummedColumn(f *task.Field, n int) (string, bool) {
	p, summed := a.summed(f, n)
	if p == nil {
		return "", false
	}
	for i := range p.fields(a.t) {
		if p.fields(a.t)[i].Name != summed {
			continue
		}
		for _, col := range p.assigned.Fields[i] {
			if q := a.read(f, a.cell(n, col)); q != "" {
				return q, true
			}
		}
	}
	return "", false
}

// summed returns the plan of the block whose records the document field sums, as seen from row n, and the
// name of the summed field; nil where it sums nothing.
func (a *Answerer) summed(f *task.Field, n int) (*plan, string) {
	rec, field, ok := a.sums(f.Name)
	if !ok {
		return nil, ""
	}
	b := a.st.Rows[n].Block
	if b < 0 || a.plans[b].record != rec {
		b = -1 // a total set apart from its table stands in the same column of the same sheet
		for k := range a.plans {
			if a.plans[k].record == rec && a.st.Blocks[k].Table == a.st.Doc.Rows[n].Table && a.st.Blocks[k].Last < n {
				b = int32(k)
			}
		}
		if b < 0 {
			return nil, ""
		}
	}
	return &a.plans[b], field
}

// sumsElsewhere reports whether a figure of row n stands in a column of another field than
// the one that the document field sums: the total of rents is not the total of areas.
func (a *Answerer) sumsElsewhere(f *task.Field, n, col int) bool {
	p, summed := a.summed(f, n)
	if p == nil {
		return false
	}
	fields := p.fields(a.t)
	for i := range fields {
		if fields[i].Name != summed && fields[i].Type.Numeric() && slices.Contains(p.assigned.Fields[i], col) {
			return true
		}
	}
	return false
}

// sums returns the record type and field whose sum an equation gives to the document field.
func (a *Answerer) sums(name string) (record int, field string, ok bool) {
	for _, eq := range a.t.Equations {
		for _, side := range [2][2]expression.Node{{eq.Left, eq.Right}, {eq.Right, eq.Left}} {
			call, isCall := side[0].(expression.Call)
			to, isName := side[1].(expression.Name)
			if !isCall || !isName || call.Func != "sum" || len(call.Args) != 1 || eq.By != "" || to.Record != "" || to.Field != name {
				continue
			}
			if of, isField := call.Args[0].(expression.Name); isField {
				for r := range a.t.Records {
					if a.t.Records[r].Name == of.Record {
						return r, of.Field, true
					}
				}
			}
		}
	}
	return 0, "", false
}

// choose takes the candidate for a field. Of a total declared several times the last one counts that stands
// in no section: the one at the end; where each stands in a section of its own, all are totals of sections. Other fields that are printed twice with different values keep two, so that both are shown.
func (a *Answerer) choose(f int, found []candidate) {
	if len(found) == 0 {
		return
	}
	pick := func(want func(c *candidate) bool) {
		kept := found[:0:0]
		for i := range found {
			if want(&found[i]) {
				kept = append(kept, found[i])
			}
		}
		if len(kept) > 0 {
			found = kept
		}
	}
	pick(func(c *candidate) bool { return c.home })
	pick(func(c *candidate) bool { return !c.open })
	take := func(c *candidate) {
		a.doc = append(a.doc, c.documentValue)
		if a.recordRow(c.label) {
			a.label[c.label] = true
		}
	}
	if _, _, ok := a.sums(a.t.Document[f].Name); ok {
		last := len(found) - 1
		switch {
		case a.ofSections(found):
			return
		case !a.hasRecords(f): // nothing that is summed tells them apart
			for i := range found {
				if found[i].quote != found[last].quote {
					take(&found[i])
					break
				}
			}
		}
		take(&found[last])
		return
	}
	pick(func(c *candidate) bool { return !a.recordRow(c.label) })
	take(&found[0])
	for i := range found {
		if found[i].quote != found[0].quote {
			take(&found[i])
			return
		}
	}
}

// hasRecords reports whether some block gives the records that the document field sums.
func (a *Answerer) hasRecords(f int) bool {
	rec, _, ok := a.sums(a.t.Document[f].Name)
	return ok && slices.ContainsFunc(a.plans, func(p plan) bool { return p.record == rec })
}

// ofSections reports whether the totals, several, stand in a section each.
func (a *Answerer) ofSections(found []candidate) bool {
	if len(found) < 2 {
		return false
	}
	seen := map[int32]bool{}
	for i := range found {
		p := a.st.Rows[found[i].label].Parent
		if p < 0 || seen[p] {
			return false
		}
		seen[p] = true
	}
	return true
}
