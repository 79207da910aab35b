package pdf

import (
	"fmt"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/content"
	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

// foundBy says in words how the rows of a table were found.
var foundBy = map[layout.Kind]string{layout.Ruled: "ruled lines", layout.Edges: "recurring edges"}

// emit hands the parts to the emitter. The lines of a page are counted from its top, in the
// order in which they are handed on.
func emit(e *table.Emitter, parts []part) error {
	line := map[int]int{}
	tables, lines := map[int]int{}, map[int]int{}
	var cells []table.Cell
	for i := range parts {
		p := &parts[i]
		t := &table.Table{Shape: p.shape, Name: p.title, Page: p.rows[0].page, EndPage: p.rows[len(p.rows)-1].page}
		switch p.shape {
		case table.Grid:
			tables[t.Page]++
			t.Name = fmt.Sprintf("page %d, table %d", t.Page, tables[t.Page])
			t.Found = foundBy[p.kind]
		case table.Lines:
			lines[t.Page]++
			t.Name = fmt.Sprintf("page %d, lines %d", t.Page, lines[t.Page])
		}
		if err := e.Table(t); err != nil {
			return err
		}
		for _, r := range p.rows {
			line[r.page]++
			cells = cells[:0]
			for _, c := range r.Cells {
				cells = append(cells, table.Cell{Text: c.Text, Col: int32(c.Col), Box: boxOf(c.Box), Flags: p.flags | r.flags(c)})
			}
			n, err := e.Row(&table.Row{Line: line[r.page], Page: r.page, Cells: cells})
			if err != nil {
				return err
			}
			if r.cut {
				w := table.Warning{Code: finding.PagesDiffer, Row: n, Col: -1, Place: t.Place(&table.Row{Line: line[r.page], Page: r.page}, -1).Ref,
					Detail: "a row that the page break may have cut"}
				if err := e.Warn(w); err != nil {
					return err
				}
			}
		}
		for _, w := range p.warnings {
			w.Place = t.Name
			if err := e.Warn(w); err != nil {
				return err
			}
		}
	}
	return nil
}

func boxOf(b content.Box) *table.Box {
	return &table.Box{X0: float32(b.X0), Y0: float32(b.Y0), X1: float32(b.X1), Y1: float32(b.Y1)}
}
