package listing

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/rowproof/rowproof/internal/table"
)

//go:embed rows.html
var page string

// gridCell is one cell of the grid as the page shows it.
type gridCell struct {
	Text, Stored, Ref, Title string
	Span, Down               int
	Flags                    []string
	Covered, Figure, Dim     bool
}

type gridRow struct {
	N         int
	Ref       string
	Role, Why string
	Dim       bool
	Cells     []gridCell
}

type gridTable struct {
	Name, Shape, Found string
	Columns            []string
	Blocks             []headBlock
	Rows               []gridRow
	Notes              []string // comments and links, with their places
}

// html shows the grid as it is printed: merges, hidden parts dimmed, roles coloured and
// named, so that colour is never alone in saying something.
func (l *list) html(w io.Writer) error {
	t, err := template.New("rows").Parse(page)
	if err != nil {
		return err
	}
	data := struct {
		Head     head
		Tables   []gridTable
		Hidden   []string
		Warnings []string
		Reasons  []string
		Stored   bool
		Pages    []pageView
	}{Head: l.head(), Reasons: l.reasons(), Stored: l.opt.Stored, Pages: l.pageViews()}
	for i := range l.doc.Tables {
		if l.tables[i] {
			data.Tables = append(data.Tables, l.grid(i))
		}
	}
	for _, p := range l.doc.Hidden {
		data.Hidden = append(data.Hidden, hidden(p))
	}
	for _, x := range l.doc.Warnings {
		data.Warnings = append(data.Warnings, WarningText(x))
	}
	b := bufio.NewWriter(w)
	if err := t.Execute(b, data); err != nil {
		return err
	}
	return b.Flush()
}

func (l *list) grid(index int) gridTable {
	t := &l.doc.Tables[index]
	g := gridTable{Name: t.Name, Shape: t.Shape.String(), Found: t.Found}
	for c := range t.Columns {
		g.Columns = append(g.Columns, table.ColumnName(c))
	}
	for _, b := range l.head().Blocks {
		if b.Table == index {
			g.Blocks = append(g.Blocks, b)
		}
	}
	merged := map[[2]int]table.Area{}
	covered := map[[2]int]bool{}
	for _, m := range t.Merges {
		if m.LastLine-m.FirstLine > 10000 || m.LastCol-m.FirstCol > 1000 {
			continue
		}
		merged[[2]int{m.FirstLine, m.FirstCol}] = m
		for line := m.FirstLine; line <= m.LastLine; line++ {
			for c := m.FirstCol; c <= m.LastCol; c++ {
				covered[[2]int{line, c}] = line != m.FirstLine || c != m.FirstCol
			}
		}
	}
	shown := map[int]bool{}
	for _, n := range l.rows {
		if r := &l.doc.Rows[n]; r.Table == index {
			shown[r.Line] = true
		}
	}
	for _, n := range l.rows {
		r := &l.doc.Rows[n]
		if r.Table != index {
			continue
		}
		role, why := l.role(n)
		row := gridRow{N: n, Ref: t.Place(r, -1).Ref, Role: role, Why: why, Dim: r.Hidden}
		for c := range t.Columns {
			at := [2]int{r.Line, c}
			cell := gridCell{Span: 1, Down: 1, Ref: t.Place(r, c).Ref, Covered: covered[at]}
			if m, ok := merged[at]; ok {
				cell.Span = min(m.LastCol, t.Columns-1) - m.FirstCol + 1
				cell.Down = 0
				for line := m.FirstLine; line <= m.LastLine; line++ {
					if shown[line] {
						cell.Down++
					}
				}
			}
			if x, ok := r.Cell(c); ok {
				cell.Text, cell.Figure = x.Text, x.Kind == table.Number || x.Kind == table.Date
				cell.Dim = x.Flags&table.HiddenCell != 0
				if l.opt.Stored {
					cell.Stored = stored(x)
				}
				cell.Title, cell.Flags = cell.Ref, notes(x)
			}
			row.Cells = append(row.Cells, cell)
		}
		g.Rows = append(g.Rows, row)
	}
	for _, n := range t.Notes {
		g.Notes = append(g.Notes, fmt.Sprintf("%s%d, %s: %s", table.ColumnName(n.Col), n.Line, n.Kind, n.Text))
	}
	return g
}
