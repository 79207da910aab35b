package columns

import (
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/words"
)

// besideLabel returns the value of a label that fills cell i of row n.
func (a *Answerer) besideLabel(field, n, i int) (quote string, row int) {
	f := &a.t.Document[field]
	cells := a.st.Doc.Rows[n].Cells
	if f.Type.Numeric() {
		if q, ok := a.inSummedColumn(f, n); ok {
			return q, n
		}
		var figures []string
		for k := i + 1; k < len(cells); k++ {
			switch q := a.read(f, &cells[k]); {
			case a.sumsElsewhere(f, n, int(cells[k].Col)):
			case q != "":
				figures = append(figures, q)
			case a.printsFigure(cells[k].Text):
				return "", n // several figures in one cell: which is the label's, nobody can say
			}
		}
		if len(figures) == 1 || len(figures) > 1 && a.st.Rows[n].Block < 0 {
			return figures[0], n
		}
		if len(figures) > 1 {
			return "", n
		}
	} else {
		for k := i + 1; k < len(cells); k++ {
			if cells[k].Blank() {
				continue
			}
			if a.isLabel(&a.st.Doc.Rows[n], k) {
				break
			}
			if q := a.readBeside(f, &cells[k]); q != "" {
				return q, n
			}
			break
		}
	}
	return a.belowLabel(f, n, int(cells[i].Col))
}

// belowLabel returns the value in the cell below a label, which must not be a label itself.
func (a *Answerer) belowLabel(f *task.Field, n, col int) (quote string, row int) {
	if n+1 >= len(a.st.Doc.Rows) || a.st.Doc.Rows[n+1].Table != a.st.Doc.Rows[n].Table || a.recordRow(n+1) || a.recordRow(n) ||
		a.st.Rows[n].Role == structure.Total || a.st.Rows[n+1].Role == structure.Heading || a.headed(n) {
		return "", n
	}
	below := &a.st.Doc.Rows[n+1]
	i := slices.IndexFunc(below.Cells, func(c table.Cell) bool { return int(c.Col) == col && !c.Blank() })
	if i < 0 || a.isLabel(below, i) || !f.Type.Numeric() && a.entry(n) || f.Type == task.Text && labelledText(below.Cells[i].Text) {
		return "", n
	}
	if f.Type.Numeric() && a.figureAt(n+2, col, below.Table) {
		return "", n // a column of figures has a heading, no label
	}
	return a.readBeside(f, &below.Cells[i]), n + 1
}

// entry reports whether the row below row n is an entry of a table of its own, such as the payments received: under a
// heading of row n that names no value of the document it prints an amount of money.
func (a *Answerer) entry(n int) bool {
	above := &a.st.Doc.Rows[n]
	for _, f := range a.figuresOf(n + 1) {
		if !f.money() {
			continue
		}
		col := a.st.Doc.Rows[n+1].Cells[f.cell].Col
		i := slices.IndexFunc(above.Cells, func(c table.Cell) bool { return c.Col == col && !c.Blank() })
		if i >= 0 && !a.isLabel(above, i) {
			return true
		}
	}
	return false
}

// headed reports whether row n is a data row below the heading of columns of figures: what stands over a cell there
// is a cell of the row before, no label.
func (a *Answerer) headed(n int) bool {
	r := a.st.Rows[n]
	if r.Role != structure.Data || r.Block < 0 {
		return false
	}
	for _, h := range a.st.Blocks[r.Block].Headings {
		if a.st.Rows[h].Reason == structure.TextOverFigures {
			return true
		}
	}
	return false
}

// figureAt reports whether row n of a table prints a figure in a column.
func (a *Answerer) figureAt(n, col, tab int) bool {
	if n >= len(a.st.Doc.Rows) || a.st.Doc.Rows[n].Table != tab {
		return false
	}
	c := a.cell(n, col)
	return c != nil && a.readFigure(c.Text, task.Number) != ""
}

// readBeside reads the cell beside or below a label. An identifier may have other words behind it, which the
// check decides over; a text may start with the label's colon.
func (a *Answerer) readBeside(f *task.Field, c *table.Cell) string {
	switch f.Type {
	case task.Identifier:
		if a.read(f, c) == "" {
			return ""
		}
		id, _ := a.identifier(afterColon(c.Text))
		return id
	case task.Text, task.Date:
		if q := a.read(f, c); q != "" {
			return afterColon(q)
		}
		return ""
	}
	return a.read(f, c)
}

// dateOfNumber reads the date of the document where it stands behind its number: "No. 4711 of 5 May 2024".
func (a *Answerer) dateOfNumber() {
	date := slices.IndexFunc(a.t.Document, func(f task.Field) bool { return f.Type == task.Date && f.Required })
	number := slices.IndexFunc(a.t.Document, func(f task.Field) bool { return f.Type == task.Identifier && f.Required })
	if date < 0 || number < 0 || slices.ContainsFunc(a.doc, func(v documentValue) bool { return v.field == date }) {
		return
	}
	for _, v := range a.doc {
		if v.field != number {
			continue
		}
		row := &a.st.Doc.Rows[v.row]
		for i := range row.Cells {
			at := strings.Index(row.Cells[i].Text, v.quote)
			if at < 0 {
				continue
			}
			rest := row.Cells[i].Text[at+len(v.quote):]
			for k := i + 1; k < len(row.Cells); k++ {
				rest += " " + strings.TrimSpace(row.Cells[k].Text)
			}
			mark, tail, _ := strings.Cut(strings.TrimSpace(rest), " ")
			if !words.DateMark(strings.ToLower(mark)) {
				continue
			}
			if q := a.readDate(&a.t.Document[date], tail); q != "" {
				a.doc = append(a.doc, documentValue{field: date, row: v.row, quote: q})
				return
			}
		}
	}
}
