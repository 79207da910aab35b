package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/words"
)

// An Outline is what the shape of a document says, from which a first task is made.
type Outline struct {
	Name     string // of the document, for the task's name
	Notation Notation
	Blocks   []HeadedBlock // in the order of the document
}

// A HeadedBlock is a table with headings.
type HeadedBlock struct {
	Name     string // of the sheet or table, from which the record type is named
	Rows     int    // data rows
	Columns  []HeadedColumn
	Sections bool       // section headings stand above groups of its rows
	Totals   []TotalRow // in the order of the document
}

// A HeadedColumn is a column with what its data rows print.
type HeadedColumn struct {
	Heading    string
	Repeat     int  // which repetition of a heading that repeats side by side, from 0
	Filled     int  // data rows that print something in it
	Figures    int  // of these, cells that are one figure
	Dates      int  // cells that are one date
	Currencies int  // figures with a currency
	Percents   int  // figures with a percent sign
	Decimals   int  // figures with decimals
	Distinct   int  // different texts that no earlier block with the same headings has
	Numbering  bool // figures like 1.9 and 1.10: decimals that count, of which the last zero belongs to them
	Carried    int  // data rows that take their value from a cell above
}

// A TotalRow is a row with a total's label.
type TotalRow struct {
	Label   string
	Columns []int // indexes into Columns: where it prints a figure
}

// lastLabelOnce reports whether no other total of the block has the label of the last one.
func (b *HeadedBlock) lastLabelOnce() bool {
	last := b.Totals[len(b.Totals)-1].Label
	return !slices.ContainsFunc(b.Totals[:len(b.Totals)-1], func(t TotalRow) bool { return words.Equal(t.Label, last) })
}

// FromHeadings makes a first task from a document's headings. It always loads. Blocks with
// the same headings are one record type; a column without a heading is not asked for, nor is
// the second of two columns with one heading.
func FromHeadings(o Outline) (*Task, error) {
	m := maker{task: &Task{Version: 1, Name: o.Name, Notation: o.Notation, Made: true}}
	if i := strings.LastIndexByte(m.task.Name, '.'); i > 0 {
		m.task.Name = m.task.Name[:i]
	}
	if m.task.Name = oneLine(m.task.Name, 80); m.task.Name == "" {
		m.task.Name = "task"
	}
	for _, like := range alike(o.Blocks) {
		m.record(like)
	}
	if len(m.task.Records) == 0 {
		m.task.Records = []Record{{Name: "record", RowsMin: 1, RowsMax: 1, Fields: []Field{{Name: "text", Type: Text}}}}
	}
	made, err := Load(m.task.Name, m.task.Marshal())
	if err != nil {
		return nil, fmt.Errorf("make a task from headings: %w", err)
	}
	made.Made = true
	return made, nil
}

func oneLine(s string, limit int) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return words.Space(r) || words.Invisible(r) || r < 0x20 }), " ")
	if r := []rune(s); len(r) > limit {
		s = strings.TrimSpace(string(r[:limit]))
	}
	return s
}

// alike groups blocks that have the same headings, in the order of the document. Blocks
// without any heading are left out.
func alike(blocks []HeadedBlock) [][]*HeadedBlock {
	var out [][]*HeadedBlock
	at := map[string]int{}
	for i := range blocks {
		b := &blocks[i]
		var key strings.Builder
		headed := false
		for j := range b.Columns {
			h := headingKey(b.Columns[j].Heading)
			headed = headed || h != ""
			key.WriteString(h)
			key.WriteByte('|')
		}
		if !headed {
			continue
		}
		g, ok := at[key.String()]
		if !ok {
			g = len(out)
			at[key.String()] = g
			out = append(out, nil)
		}
		out[g] = append(out[g], b)
	}
	return out
}

func headingKey(h string) string { return words.Fold(oneLine(h, maxHeading)) }

// maxHeading is the longest heading that becomes an alias.
const maxHeading = 200

// A maker builds a task from outlines.
type maker struct{ task *Task }

// A madeColumn is a column of all blocks that are alike, with the field made from it.
type madeColumn struct {
	HeadedColumn
	index int // in Columns
	field Field
}

func (m *maker) record(blocks []*HeadedBlock) {
	columns, rows := joined(blocks)
	if len(columns) == 0 {
		return
	}
	r := Record{Name: m.recordName(blocks[0].Name), RowsMin: 1, RowsMax: 1}
	taken := map[string]bool{}
	for i := range columns {
		taken[headingKey(columns[i].Heading)] = true
	}
	sections := slices.ContainsFunc(blocks, func(b *HeadedBlock) bool { return b.Sections })
	if sections {
		name := unused("section", "", taken)
		taken[words.Fold(headingOf(name))] = true
		r.Fields = append(r.Fields, Field{Name: name, Type: Text, Shared: true})
	}
	for i := range columns {
		c := &columns[i]
		heading := oneLine(c.Heading, maxHeading)
		base := FieldName(heading)
		if base == "" {
			base = fmt.Sprintf("column_%d", c.index+1)
		}
		c.field = Field{Name: unused(base, headingKey(heading), taken), Type: typeOf(&c.HeadedColumn), Aliases: []string{heading}, Shared: c.Carried > 0}
		taken[words.Fold(headingOf(c.field.Name))] = true
	}
	if key := keyOf(columns, rows); key >= 0 {
		columns[key].field.Required = true
		r.Key = []string{columns[key].field.Name}
	}
	for i := range columns {
		r.Fields = append(r.Fields, columns[i].field)
	}
	m.task.Records = append(m.task.Records, r)
	m.totals(&r, blocks, columns, sections)
}

// joined adds the counts of the same columns of several blocks. Repetitions and second
// columns of one heading are left out.
func joined(blocks []*HeadedBlock) (columns []madeColumn, rows int) {
	seen := map[string]int{}
	for _, b := range blocks {
		rows += b.Rows
		for j := range b.Columns {
			c := &b.Columns[j]
			key := headingKey(c.Heading)
			if key == "" {
				continue
			}
			at, known := seen[key]
			if !known {
				seen[key] = len(columns)
				columns = append(columns, madeColumn{HeadedColumn: *c, index: j})
				continue
			}
			if k := &columns[at]; k.index == j {
				k.Filled += c.Filled
				k.Figures += c.Figures
				k.Dates += c.Dates
				k.Currencies += c.Currencies
				k.Percents += c.Percents
				k.Decimals += c.Decimals
				k.Numbering = k.Numbering || c.Numbering
				k.Carried += c.Carried
				k.Distinct += c.Distinct
			}
		}
	}
	return columns, rows
}

// unused returns the name, numbered where it is taken by another heading than its own.
func unused(name, own string, taken map[string]bool) string {
	if slices.Contains(Reserved, name) {
		name += "_value"
	}
	free := func(n string) bool {
		k := words.Fold(headingOf(n))
		return !taken[k] || k == own
	}
	out := name
	for i := 2; !free(out); i++ {
		out = fmt.Sprintf("%s_%d", name, i)
	}
	return out
}

func headingOf(name string) string { return strings.ReplaceAll(name, "_", " ") }

func (m *maker) recordName(block string) string {
	name := FieldName(block)
	if i := strings.IndexByte(name, '_'); i > 0 && len(name) > 24 {
		name = name[:i]
	}
	if name == "" || strings.HasPrefix(name, "sheet") || strings.HasPrefix(name, "table") || strings.HasPrefix(name, "page") || strings.HasPrefix(name, "feuil") || strings.HasPrefix(name, "tabelle") {
		name = "record"
	}
	if slices.Contains(Reserved, name) {
		name += "_record"
	}
	out := name
	for i := 2; ; i++ {
		if _, taken := m.task.Record(out); !taken {
			return out
		}
		out = fmt.Sprintf("%s_%d", name, i)
	}
}

// keyOf returns the column that tells records apart: the first identifier, else the first
// text, that every row fills with another value; -1 for none.
func keyOf(columns []madeColumn, rows int) int {
	for _, want := range []Type{Identifier, Text} {
		for i := range columns {
			c := &columns[i]
			if c.field.Type == want && rows > 0 && c.Filled == rows && c.Distinct == rows && !c.field.Shared {
				return i
			}
		}
	}
	return -1
}

// totals makes document fields and equations from total rows: of one table its last total
// row is declared for the document, and where sections have totals of their own these are
// subtotals. Several tables alike have their totals each.
func (m *maker) totals(r *Record, blocks []*HeadedBlock, columns []madeColumn, sections bool) {
	by := ""
	last := blocks[len(blocks)-1]
	switch {
	case len(blocks) > 1:
		by = "table"
	case len(last.Totals) > 1 && sections:
		by = r.Fields[0].Name
	}
	if by != "" {
		for i := range columns {
			c := &columns[i]
			if summable(&c.field) && slices.ContainsFunc(last.Totals, func(t TotalRow) bool { return slices.Contains(t.Columns, c.index) }) {
				m.equation(fmt.Sprintf("sum(%s.%s) by %s = subtotal", r.Name, c.field.Name, by))
			}
		}
	}
	if len(blocks) > 1 || len(last.Totals) == 0 || sections && !last.lastLabelOnce() {
		return // each total is a section's
	}
	total := last.Totals[len(last.Totals)-1]
	label := oneLine(total.Label, maxHeading)
	if label == "" {
		return
	}
	for i := range columns {
		c := &columns[i]
		if !summable(&c.field) || !slices.Contains(total.Columns, c.index) {
			continue
		}
		name := "total_" + c.field.Name
		for n := 2; ; n++ {
			if _, taken := m.task.DocumentField(name); !taken {
				break
			}
			name = fmt.Sprintf("total_%s_%d", c.field.Name, n)
		}
		m.task.Document = append(m.task.Document, Field{Name: name, Type: c.field.Type, Labels: []string{label}})
		m.equation(fmt.Sprintf("sum(%s.%s) = %s", r.Name, c.field.Name, name))
	}
}

func summable(f *Field) bool { return f.Type == Money || f.Type == Number }

func (m *maker) equation(text string) {
	e, err := expression.ParseEquation(text)
	if err != nil {
		panic("task: made the equation " + text + ": " + err.Error())
	}
	m.task.Equations = append(m.task.Equations, Equation{Equation: e, Tolerance: ExactTolerance})
}
