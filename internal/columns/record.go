package columns

import (
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/windows"
)

// A record is what one record's rows give.
type record struct {
	own    []int // its data rows that print something of it
	rows   []int // all cited rows, ascending
	quotes []quote
}

// A quote is the value of one field; null where ok is false.
type quote struct {
	text string
	ok   bool
}

func (r *record) write(out *encoder, fields []task.Field) {
	out.open()
	out.key("rows")
	out.rows(r.rows)
	for f := range fields {
		if fields[f].Derive != nil {
			continue
		}
		out.key(fields[f].Name)
		if r.quotes[f].ok {
			out.text(r.quotes[f].text)
		} else {
			out.raw("null")
		}
	}
	out.end()
}

// starts reports whether a record starts in data row n of the plan's block.
func (a *Answerer) starts(p *plan, n int) bool {
	if p.grouped {
		return a.groups[n] != nil
	}
	return !a.label[n] && !a.continues(p, n)
}

// continues reports whether row n continues the record above it: it prints nothing where a record starts,
// only texts where the record has a value already, and the record may have that many rows.
func (a *Answerer) continues(p *plan, n int) bool {
	most := a.t.Records[p.record].RowsMax
	if most < 2 || !a.mayContinue(p, n) {
		return false
	}
	above, ok := a.dataAbove(p, n)
	for count := 1; ok && count < most; count++ {
		if !a.mayContinue(p, above) {
			return !a.label[above] && a.joins(p, above, n)
		}
		above, ok = a.dataAbove(p, above)
	}
	return false
}

// mayContinue reports whether row n prints something asked for and nothing where a record starts.
func (a *Answerer) mayContinue(p *plan, n int) bool {
	if a.label[n] {
		return false
	}
	for _, f := range p.starts {
		for _, col := range p.assigned.Fields[f] {
			if c, ok := a.st.Doc.Rows[n].Cell(col); ok && !c.Blank() {
				return false
			}
		}
	}
	for i := range p.assigned.Columns {
		if c, ok := a.st.Doc.Rows[n].Cell(p.assigned.Columns[i].Col); ok && p.assigned.Columns[i].Field >= 0 && !c.Blank() {
			return true
		}
	}
	return false
}

// dataAbove returns the data row of the block above row n, with nothing but repeated headings and page
// furniture between.
func (a *Answerer) dataAbove(p *plan, n int) (int, bool) {
	for n--; n >= a.st.Blocks[p.block].First; n-- {
		r, in := a.st.RoleIn(n, p.block)
		switch {
		case in && r.Role == structure.Data:
			return n, true
		case in && r.Role != structure.Heading:
			return 0, false
		case !in && a.st.Rows[n].Role != structure.Furniture && a.st.Rows[n].Block < 0:
			return 0, false
		}
	}
	return 0, false
}

// joins reports whether no row from first+1 to n prints a value again that is not a text.
func (a *Answerer) joins(p *plan, first, n int) bool {
	fields := p.fields(a.t)
	for f := range fields {
		if fields[f].Type == task.Text {
			continue
		}
		printed := 0
		for r := first; r <= n; r++ {
			if in, ok := a.st.RoleIn(r, p.block); !ok || in.Role != structure.Data {
				continue
			}
			for _, col := range p.assigned.Fields[f] {
				if c, ok := a.st.Doc.Rows[r].Cell(col); ok && !c.Blank() {
					printed++
				}
			}
		}
		if printed > len(p.assigned.Fields[f]) || printed > 1 && p.repeats == 1 {
			return false
		}
	}
	return true
}

// rowsOf returns the rows of the record that starts in row n, as far as the window shows them.
func (a *Answerer) rowsOf(p *plan, n int, w *windows.Window) []int {
	if p.grouped {
		return slices.DeleteFunc(slices.Clone(a.groups[n].rows), func(m int) bool { return !w.Shows(m) })
	}
	rows := []int{n}
	end := a.st.Blocks[p.block].Last
	for m := n + 1; m <= end && w.Shows(m) && len(rows) < a.t.Records[p.record].RowsMax; m++ {
		if r, ok := a.st.RoleIn(m, p.block); !ok || r.Role != structure.Data {
			if ok && r.Role != structure.Heading || !ok && a.st.Rows[m].Role != structure.Furniture {
				break
			}
			continue
		}
		if !a.continues(p, m) {
			break
		}
		rows = append(rows, m)
	}
	return rows
}

// record reads one repetition of the record in the given rows. Rows that print nothing of it but shared values
// are none: they head the records below.
func (a *Answerer) record(p *plan, rows []int, repeat int, w *windows.Window) (record, bool) {
	fields := p.fields(a.t)
	rec := record{quotes: make([]quote, len(fields))}
	cites := map[int]bool{}
	own := map[int]bool{}
	printed := false
	for f := range fields {
		if fields[f].Derive != nil {
			continue
		}
		col, ok := a.columnOf(p, f, repeat)
		if !ok {
			continue
		}
		var text string
		var from []int
		if p.grouped {
			text, from = a.groupCells(&fields[f], a.grouped[rows[0]], rows, col)
		} else {
			text, from = a.cellsOf(&fields[f], rows, col)
		}
		for _, n := range from {
			own[n] = true
		}
		printed = printed || len(from) > 0 && !fields[f].Shared
		if text != "" {
			rec.quotes[f] = quote{text, true}
			for _, n := range from {
				cites[n] = true
			}
			continue
		}
		if len(from) == 0 && (fields[f].Shared || !fields[f].Type.Numeric()) {
			if n, ok := a.st.Carried(rows[0], col); ok && w.Shows(n) {
				if q := a.read(&fields[f], a.cell(n, col)); q != "" {
					rec.quotes[f] = quote{q, true}
					cites[n] = true
				}
			}
		}
	}
	if !printed {
		return rec, false
	}
	a.fillFromSections(p, fields, &rec, rows[0], w, cites)
	for n := range own {
		rec.own = append(rec.own, n)
	}
	slices.Sort(rec.own)
	for n := range cites {
		rec.rows = append(rec.rows, n)
	}
	if len(rec.rows) == 0 {
		rec.rows = slices.Clone(rec.own)
	}
	if !slices.Contains(rec.rows, rows[0]) && own[rows[0]] {
		rec.rows = append(rec.rows, rows[0])
	}
	slices.Sort(rec.rows)
	return rec, true
}

// columnOf returns the column of the field in a repetition. A field whose heading does not
// repeat belongs to the first one, a shared field to all.
func (a *Answerer) columnOf(p *plan, f, repeat int) (int, bool) {
	if col, ok := p.assigned.Of(f, repeat); ok {
		return col, true
	}
	if repeat > 0 && p.fields(a.t)[f].Shared {
		return p.assigned.Of(f, 0)
	}
	return 0, false
}

func (a *Answerer) cell(n, col int) *table.Cell {
	c, ok := a.st.Doc.Rows[n].Cell(col)
	if !ok || c.Blank() {
		return nil
	}
	return c
}

// cellsOf reads the field's column in the record's rows: texts are joined from row to row, of other types the
// one that reads counts. from are the rows that print something there.
func (a *Answerer) cellsOf(f *task.Field, rows []int, col int) (text string, from []int) {
	for _, n := range rows {
		c := a.cell(n, col)
		if c == nil {
			continue
		}
		q := a.read(f, c)
		if q == "" {
			continue
		}
		if text == "" {
			text = q
		} else {
			text = join(text, q)
		}
		from = append(from, n)
	}
	if len(from) == 0 {
		for _, n := range rows {
			if a.cell(n, col) != nil {
				from = append(from, n)
			}
		}
	}
	return text, from
}

// join puts two lines of one text together: after a hyphen at the end of a line without a blank.
func join(a, b string) string {
	for _, h := range []string{"-", "\u00ad", "\u2010", "\u2011"} {
		if s, ok := strings.CutSuffix(a, h); ok && s != "" && !strings.HasSuffix(s, " ") {
			return a + b
		}
	}
	return a + " " + b
}

// fillFromSections reads shared fields without a column from the section headings open at row
// n: one whose heading names it after the label, else the innermost heading goes to the last such field, the
// one around it to the field before.
func (a *Answerer) fillFromSections(p *plan, fields []task.Field, rec *record, n int, w *windows.Window, cites map[int]bool) {
	open := a.st.Sections(n)
	if len(open) == 0 {
		return
	}
	var missing []int
	for f := range fields {
		if fields[f].Shared && fields[f].Derive == nil && len(p.assigned.Fields[f]) == 0 && !rec.quotes[f].ok {
			missing = append(missing, f)
		}
	}
	give := func(f, row int, text string) {
		rec.quotes[f] = quote{text, true}
		cites[row] = true
	}
	var rest []int
	for _, row := range open {
		if !w.Shows(row) {
			continue
		}
		label, value := sectionText(&a.st.Doc.Rows[row])
		named := slices.IndexFunc(missing, func(f int) bool { return label != "" && namesField(&fields[f], label) })
		if named >= 0 {
			give(missing[named], row, value)
			missing = slices.Delete(missing, named, named+1)
		} else {
			rest = append(rest, row)
		}
	}
	for k := 1; k <= len(missing) && k <= len(rest); k++ {
		row := rest[len(rest)-k]
		_, value := sectionText(&a.st.Doc.Rows[row])
		give(missing[len(missing)-k], row, value)
	}
}
