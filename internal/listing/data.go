package listing

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/rowproof/rowproof/internal/jsonline"
	"github.com/rowproof/rowproof/internal/report/csv"
	"github.com/rowproof/rowproof/internal/table"
)

// A row of the JSON formats.
type row struct {
	Type  string      `json:"type"` // "row"
	N     int         `json:"n"`
	Table int         `json:"table"`
	Place table.Place `json:"place"`
	Role  string      `json:"role"`
	Why   string      `json:"why"`
	Cells []cell      `json:"cells"`
}

type cell struct {
	Col    int      `json:"col"`
	Text   string   `json:"text"`
	Stored string   `json:"stored,omitempty"`
	Kind   string   `json:"kind,omitempty"` // of the stored value: number, date, bool, error
	Format string   `json:"format,omitempty"`
	Notes  []string `json:"notes,omitempty"`
}

// A head says what the document and its tables are.
type head struct {
	Type     string             `json:"type"` // "document"
	Name     string             `json:"name"`
	Format   string             `json:"format"`
	SHA256   string             `json:"sha256"`
	ID       string             `json:"id"`
	Rows     int                `json:"rows"`
	Tables   []headTable        `json:"tables"`
	Blocks   []headBlock        `json:"blocks"`
	Warnings []headWarning      `json:"warnings"`
	Hidden   []table.HiddenPart `json:"hidden"`
}

type headTable struct {
	Name    string       `json:"name"`
	Shape   string       `json:"shape"`
	First   int          `json:"first"`
	End     int          `json:"end"`
	Columns int          `json:"columns"`
	Found   string       `json:"found,omitempty"`
	Merges  []table.Area `json:"merges,omitempty"`
	Notes   []table.Note `json:"notes,omitempty"`
}

type headBlock struct {
	Table    int          `json:"table"`
	Name     string       `json:"name"`
	First    int          `json:"first"`
	Last     int          `json:"last"`
	Why      string       `json:"why"`
	Headings []int        `json:"headings"`
	Columns  []headColumn `json:"columns"`
}

type headColumn struct {
	Col     int    `json:"col"`
	Heading string `json:"heading"`
	Filled  int    `json:"filled"`
	Figures int    `json:"figures"`
	Dates   int    `json:"dates"`
	Texts   int    `json:"texts"`
	Carried int    `json:"carried"`
}

type headWarning struct {
	Code   string `json:"code"`
	Row    int    `json:"row"`
	Place  string `json:"place,omitempty"`
	Detail string `json:"detail"`
}

// headOf says what is known of a document without its structure.
func headOf(d *table.Document) head {
	h := head{Type: "document", Name: d.Name, Format: d.Format, SHA256: d.SHA256, ID: d.ID, Rows: len(d.Rows),
		Tables: []headTable{}, Blocks: []headBlock{}, Warnings: []headWarning{}, Hidden: append([]table.HiddenPart{}, d.Hidden...)}
	for i := range d.Tables {
		t := &d.Tables[i]
		h.Tables = append(h.Tables, headTable{Name: t.Name, Shape: t.Shape.String(), First: t.First, End: t.End, Columns: t.Columns, Found: t.Found, Merges: t.Merges, Notes: t.Notes})
	}
	for _, w := range d.Warnings {
		h.Warnings = append(h.Warnings, headWarning{w.Code, w.Row, w.Place, w.Detail})
	}
	return h
}

func (l *list) head() head {
	h := headOf(l.doc)
	for i := range l.st.Blocks {
		b := &l.st.Blocks[i]
		hb := headBlock{Table: b.Table, Name: b.Name, First: b.First, Last: b.Last, Why: b.Why, Headings: append([]int{}, b.Headings...), Columns: []headColumn{}}
		for _, c := range b.Columns {
			hb.Columns = append(hb.Columns, headColumn{Col: c.Col, Heading: c.Heading, Filled: c.Filled, Figures: c.Figures, Dates: c.Dates, Texts: c.Texts, Carried: c.CarriedBy})
		}
		h.Blocks = append(h.Blocks, hb)
	}
	return h
}

func (l *list) row(n int) row {
	r := &l.doc.Rows[n]
	role, why := l.role(n)
	out := row{Type: "row", N: n, Table: r.Table, Place: l.doc.Place(n, -1), Role: role, Why: why, Cells: make([]cell, len(r.Cells))}
	for i := range r.Cells {
		out.Cells[i] = cellOf(&r.Cells[i])
	}
	return out
}

// kinds are the words for what a cell stores.
var kinds = [...]string{"", "number", "date", "bool", "error"}

func cellOf(c *table.Cell) cell {
	return cell{Col: int(c.Col), Text: c.Text, Stored: c.Stored, Kind: kinds[c.Kind], Format: c.Format, Notes: notes(c)}
}

func (l *list) jsonl(w io.Writer) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(l.head()); err != nil {
		return err
	}
	var line []byte
	for _, n := range l.rows {
		r := &l.doc.Rows[n]
		place := l.doc.Place(n, -1)
		role, why := l.role(n)
		var err error
		if line, err = appendRow(line[:0], r, &place, []string{role, why}); err != nil {
			return err
		}
		if _, err := b.Write(line); err != nil {
			return err
		}
	}
	return b.Flush()
}

// appendRow appends a row of the JSON Lines as encoding/json writes it; without roles it has none.
func appendRow(b []byte, r *table.Row, place *table.Place, role []string) ([]byte, error) {
	b = jsonline.Int(append(b, `{"type":"row","n":`...), r.Number)
	b = jsonline.Int(append(b, `,"table":`...), r.Table)
	where, err := json.Marshal(place.Box)
	if err != nil {
		return b, err
	}
	b = jsonline.Member(b, `,"place":{"table":`, place.Table)
	b = jsonline.Int(append(b, `,"line":`...), place.Line)
	b = jsonline.Int(append(b, `,"col":`...), place.Col)
	if place.Page != 0 {
		b = jsonline.Int(append(b, `,"page":`...), place.Page)
	}
	b = jsonline.Member(b, `,"ref":`, place.Ref)
	if place.Box != nil {
		b = append(append(b, `,"box":`...), where...)
	}
	b = append(b, '}')
	if role != nil {
		b = jsonline.Member(b, `,"role":`, role[0])
		b = jsonline.Member(b, `,"why":`, role[1])
	}
	b = append(b, `,"cells":[`...)
	for i := range r.Cells {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCell(b, &r.Cells[i])
	}
	return append(b, "]}\n"...), nil
}

func appendCell(b []byte, c *table.Cell) []byte {
	b = jsonline.Int(append(b, `{"col":`...), int(c.Col))
	b = jsonline.Member(b, `,"text":`, c.Text)
	b = jsonline.Optional(b, `,"stored":`, c.Stored)
	b = jsonline.Optional(b, `,"kind":`, kinds[c.Kind])
	b = jsonline.Optional(b, `,"format":`, c.Format)
	key := `,"notes":[`
	for _, note := range notes(c) {
		b = jsonline.Member(b, key, note)
		key = ","
	}
	if key == "," {
		b = append(b, ']')
	}
	return append(b, '}')
}

func (l *list) json(w io.Writer) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	rows := make([]row, len(l.rows))
	for i, n := range l.rows {
		rows[i] = l.row(n)
	}
	if err := e.Encode(struct {
		Document head  `json:"document"`
		Rows     []row `json:"rows"`
	}{l.head(), rows}); err != nil {
		return err
	}
	return b.Flush()
}

// csv writes a column for each column of the widest table, after number, place and role. With
// stored values each column comes twice.
func (l *list) csv(w io.Writer) error {
	width := 0
	for _, n := range l.rows {
		width = max(width, widthOf(&l.doc.Rows[n]))
	}
	out := csv.NewWriter(w, 0, ".")
	if err := out.Write(titles(width, l.opt.Stored)); err != nil {
		return err
	}
	var rec []string
	for _, n := range l.rows {
		r := &l.doc.Rows[n]
		role, _ := l.role(n)
		rec = record(rec, width, r, &l.doc.Tables[r.Table], role, l.opt.Stored)
		if err := out.Write(rec); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// markdown writes a working copy to read. A quote is true against the rows themselves only, so that
// the copy says whose it is.
func (l *list) markdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	d := l.doc
	fmt.Fprintf(b, "# %s\n\nDocument id `%s`. A working copy to read: quotes are checked against the document's rows, not against this page.\n", mark(d.Name), d.ID)
	current, width := -1, 0
	for _, n := range l.rows {
		r := &d.Rows[n]
		if r.Table != current {
			current = r.Table
			width = d.Tables[current].Columns
			fmt.Fprintf(b, "\n## %s\n\n| row | place | role |", mark(d.Tables[current].Name))
			for c := range width {
				fmt.Fprintf(b, " %s |", table.ColumnName(c))
			}
			fmt.Fprintf(b, "\n|--:|---|---|%s\n", strings.Repeat("---|", width))
		}
		role, _ := l.role(n)
		fmt.Fprintf(b, "| %d | %s | %s |", n, d.Place(n, -1).Ref, role)
		for c := range width {
			text := ""
			if x, ok := r.Cell(c); ok {
				text = mark(x.Text)
				if s := stored(x); l.opt.Stored && s != "" {
					text += " ⟨" + mark(s) + "⟩"
				}
			}
			fmt.Fprintf(b, " %s |", text)
		}
		b.WriteByte('\n')
	}
	for _, x := range d.Warnings {
		fmt.Fprintf(b, "\n- %s", mark(WarningText(x)))
	}
	b.WriteByte('\n')
	return b.Flush()
}

// mark escapes what Markdown would read as markup inside a table.
func mark(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "\n", "<br>", "<", "&lt;", "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`).Replace(s)
}
