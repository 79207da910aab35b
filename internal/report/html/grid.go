package html

import (
	"fmt"
	"html/template"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A Grid is a table of the document as it stands in the file.
type Grid struct {
	Name, Shape, Found string
	Labels             []string
	Rows               iter.Seq[GridRow] // made while the page is written, so that a long document is not held twice
	Prose              bool
	Page               int // of its first row, 0 for none
}

// A GridRow is one row with its class.
type GridRow struct {
	N       int
	Anchor  string
	Line    string // where it stands in the file
	Class   string
	Letter  string
	Role    string
	Entries []Link
	Cells   []GridCell
}

// A GridCell is one cell, or the blank that fills a gap.
type GridCell struct {
	Text             template.HTML
	Colspan, Rowspan int
	Figure           bool
	Short            bool // kept on one line
	Tip              string
}

func columnLabel(t *report.Table, col int) string {
	if col >= 0 && col < len(t.Labels) {
		return t.Labels[col]
	}
	if t.Shape == "sheet" {
		return table.ColumnName(col)
	}
	return strconv.Itoa(col + 1)
}

// grids are the tables with their rows in [first, end).
func (s *site) grids(first, end int, from place) []Grid {
	var out []Grid
	for i := range s.h.run.Tables {
		t := &s.h.run.Tables[i]
		a, b := max(t.First, first), min(t.End, end, len(s.h.rows))
		if a >= b {
			continue
		}
		g := Grid{Name: t.Name, Shape: t.Shape, Found: t.Found, Prose: t.Shape == "prose", Page: s.h.rows[a].Place.Page}
		for c := range min(t.Columns, mostColumns) {
			g.Labels = append(g.Labels, columnLabel(t, c))
		}
		m := s.merges(t, a, b)
		g.Rows = func(yield func(GridRow) bool) {
			for n := a; n < b; n++ {
				if !yield(s.gridRow(t, n, m, from)) {
					return
				}
			}
		}
		out = append(out, g)
	}
	return out
}

// mostEntries bounds the links from a row that many records share, such as a section heading.
const mostEntries = 3

// mostColumns bounds the width of a grid; cells further right follow one another in the last column.
const mostColumns = 200

// merged says how the merged places of a table cover the rows shown.
type merged struct {
	spans   map[[2]int][2]int // by row and column of the top-left cell: columns, rows
	covered map[[2]int]bool
}

func (s *site) merges(t *report.Table, first, end int) merged {
	m := merged{map[[2]int][2]int{}, map[[2]int]bool{}}
	if len(t.Merges) == 0 {
		return m
	}
	rowOf := map[int]int{}
	for n := first; n < end; n++ {
		rowOf[s.h.rows[n].Place.Line] = n
	}
	for _, a := range t.Merges {
		top, ok := rowOf[a.FirstLine]
		if !ok || a.LastCol >= mostColumns || s.coversText(a, top, end) {
			continue
		}
		rows := 1
		for top+rows < end && s.h.rows[top+rows].Place.Line <= a.LastLine {
			rows++
		}
		m.spans[[2]int{top, a.FirstCol}] = [2]int{a.LastCol - a.FirstCol + 1, rows}
		for n := top; n < top+rows; n++ {
			for c := a.FirstCol; c <= a.LastCol; c++ {
				if n != top || c != a.FirstCol {
					m.covered[[2]int{n, c}] = true
				}
			}
		}
	}
	return m
}

// coversText reports a merged place that hides a cell with text; it is drawn unmerged, since
// a report hides nothing.
func (s *site) coversText(a table.Area, top, end int) bool {
	for n := top; n < end && s.h.rows[n].Place.Line <= a.LastLine; n++ {
		for _, c := range s.h.rows[n].Cells {
			if c.Col >= a.FirstCol && c.Col <= a.LastCol && (n != top || c.Col != a.FirstCol) {
				return true
			}
		}
	}
	return false
}

func (s *site) gridRow(t *report.Table, n int, m merged, from place) GridRow {
	r := &s.h.rows[n]
	c, _ := verdict.ParseClass(r.Class)
	out := GridRow{N: n, Anchor: "r" + strconv.Itoa(n), Line: r.Place.Ref, Class: r.Class, Letter: letter(c), Role: r.Role}
	if t.Shape == "sheet" || t.Shape == "file" || t.Shape == "prose" {
		out.Line = strconv.Itoa(r.Place.Line)
	}
	for k, i := range s.onRow[n] {
		if k == mostEntries && len(s.onRow[n]) > mostEntries+1 {
			out.Entries = append(out.Entries, Link{Href: s.entryHref(i, from), Text: fmt.Sprintf("and %d more", len(s.onRow[n])-k)})
			break
		}
		out.Entries = append(out.Entries, Link{Href: s.entryHref(i, from), Text: s.h.entries[i].ID})
	}
	next := 0
	for i := range r.Cells {
		cell := &r.Cells[i]
		for ; next < min(cell.Col, mostColumns); next++ {
			if !m.covered[[2]int{n, next}] {
				out.Cells = append(out.Cells, GridCell{})
			}
		}
		if next == cell.Col {
			next++
		}
		g := GridCell{Text: s.markedText(n, cell), Figure: looksLikeFigure(cell.Text),
			Short: utf8.RuneCountInString(cell.Text) <= shortText && !strings.Contains(cell.Text, "\n")}
		if span, ok := m.spans[[2]int{n, cell.Col}]; ok {
			g.Colspan, g.Rowspan = span[0], span[1]
		}
		if cell.Stored != "" && cell.Stored != cell.Text {
			g.Tip = "stored " + cell.Stored
		}
		out.Cells = append(out.Cells, g)
	}
	for ; next < min(t.Columns, mostColumns); next++ {
		if !m.covered[[2]int{n, next}] {
			out.Cells = append(out.Cells, GridCell{})
		}
	}
	return out
}

// markedText is the text of a cell with its evidence marked.
func (s *site) markedText(row int, c *report.Cell) template.HTML {
	spans := s.marks[[2]int{row, c.Col}]
	if len(spans) == 0 {
		return text(c.Text)
	}
	var b strings.Builder
	at := 0
	for _, m := range spans {
		b.WriteString(template.HTMLEscapeString(c.Text[at:m.start]))
		class := ""
		if m.held {
			class = ` class="h"`
		}
		fmt.Fprintf(&b, `<mark id="%s"%s>%s</mark>`, markID(row, c.Col, m.start), class, template.HTMLEscapeString(c.Text[m.start:m.end]))
		at = m.end
	}
	b.WriteString(template.HTMLEscapeString(c.Text[at:]))
	return template.HTML(b.String())
}

// looksLikeFigure sets a cell flush right: figures, with at most a short unit behind them.
func looksLikeFigure(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			if letters > 0 {
				return false
			}
			digits++
		case r == '/' || r == ':':
			return false
		case unicode.IsLetter(r):
			letters++
		}
	}
	return digits > 0 && letters <= 3
}

// A RowsPage is one page of rows of a document that has many.
type RowsPage struct {
	Title, Home, Verdict, Class string
	Range                       string
	Prev, Next                  *Link
	Grids                       []Grid
	Pictures                    []Picture
}

func (s *site) rowsPage(i int) *RowsPage {
	first, end := i*s.size, min((i+1)*s.size, len(s.h.rows))
	p := &RowsPage{Title: s.h.run.Document.Name, Home: "../report.html", Verdict: s.sum.Verdict, Class: class(s.sum.Verdict),
		Range: rowsText(first, end-1), Grids: s.grids(first, end, inFolder), Pictures: s.pictures(first, end, inFolder)}
	p.Prev, p.Next = neighbours(i, s.rowPages(), rowsName)
	return p
}

func neighbours(i, n int, name func(int) string) (prev, next *Link) {
	if i > 0 {
		prev = &Link{Href: path(name(i-1), inFolder), Text: "previous"}
	}
	if i < n-1 {
		next = &Link{Href: path(name(i+1), inFolder), Text: "next"}
	}
	return prev, next
}

// A RecordsPage is one page of records of a document that has many.
type RecordsPage struct {
	Title, Home, Verdict, Class string
	Number                      int
	Prev, Next                  *Link
	Records                     []Records
}

func (s *site) recordsPage(i int) *RecordsPage {
	first, end := i*s.size, min((i+1)*s.size, len(s.h.entries))
	p := &RecordsPage{Title: s.h.run.Document.Name, Home: "../report.html", Verdict: s.sum.Verdict, Class: class(s.sum.Verdict),
		Number: i + 1, Records: s.records(first, end, inFolder)}
	p.Prev, p.Next = neighbours(i, s.recordPages(), recordsName)
	return p
}
