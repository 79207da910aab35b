package listing

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/report/csv"
	"github.com/rowproof/rowproof/internal/report/export"
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

func (l *list) head() head {
	d := l.doc
	h := head{Type: "document", Name: d.Name, Format: d.Format, SHA256: d.SHA256, ID: d.ID, Rows: len(d.Rows),
		Tables: []headTable{}, Blocks: []headBlock{}, Warnings: []headWarning{}, Hidden: append([]table.HiddenPart{}, d.Hidden...)}
	for i := range d.Tables {
		t := &d.Tables[i]
		h.Tables = append(h.Tables, headTable{Name: t.Name, Shape: t.Shape.String(), First: t.First, End: t.End, Columns: t.Columns, Found: t.Found, Merges: t.Merges, Notes: t.Notes})
	}
	for i := range l.st.Blocks {
		b := &l.st.Blocks[i]
		hb := headBlock{Table: b.Table, Name: b.Name, First: b.First, Last: b.Last, Why: b.Why, Headings: append([]int{}, b.Headings...), Columns: []headColumn{}}
		for _, c := range b.Columns {
			hb.Columns = append(hb.Columns, headColumn{Col: c.Col, Heading: c.Heading, Filled: c.Filled, Figures: c.Figures, Dates: c.Dates, Texts: c.Texts, Carried: c.CarriedBy})
		}
		h.Blocks = append(h.Blocks, hb)
	}
	for _, w := range d.Warnings {
		h.Warnings = append(h.Warnings, headWarning{w.Code, w.Row, w.Place, w.Detail})
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

func cellOf(c *table.Cell) cell {
	kind := [...]string{"", "number", "date", "bool", "error"}[c.Kind]
	return cell{Col: int(c.Col), Text: c.Text, Stored: c.Stored, Kind: kind, Format: c.Format, Notes: notes(c)}
}

func (l *list) jsonl(w io.Writer) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(l.head()); err != nil {
		return err
	}
	for _, n := range l.rows {
		if err := e.Encode(l.row(n)); err != nil {
			return err
		}
	}
	return b.Flush()
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
		if c := l.doc.Rows[n].Cells; len(c) > 0 {
			width = max(width, int(c[len(c)-1].Col)+1)
		}
	}
	out := csv.NewWriter(w, 0, ".")
	title := []string{"row", "table", "place", "role"}
	for c := range width {
		title = append(title, table.ColumnName(c))
		if l.opt.Stored {
			title = append(title, table.ColumnName(c)+" stored")
		}
	}
	if err := out.Write(title); err != nil {
		return err
	}
	step := 1
	if l.opt.Stored {
		step = 2
	}
	rec := make([]string, len(title))
	for _, n := range l.rows {
		clear(rec)
		r := &l.doc.Rows[n]
		role, _ := l.role(n)
		copy(rec, []string{strconv.Itoa(n), export.Safe(l.doc.Tables[r.Table].Name), l.doc.Place(n, -1).Ref, role})
		for i := range r.Cells {
			at := 4 + int(r.Cells[i].Col)*step
			rec[at] = export.Safe(r.Cells[i].Text)
			if l.opt.Stored {
				rec[at+1] = export.Safe(stored(&r.Cells[i]))
			}
		}
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
