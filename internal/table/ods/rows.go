package ods

import (
	"context"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// A rowState is the row being read.
type rowState struct {
	open    bool
	repeat  int
	hidden  bool
	col     int
	cells   []table.Cell
	trouble []table.Warning
	prints  bool
}

func (r *reader) startRow(sc *xmlscan.Scanner) error {
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	visibility, _ := sc.AttrLocal("visibility")
	r.row = rowState{
		open: true, repeat: repeat(sc, "number-rows-repeated"), cells: r.row.cells[:0], trouble: r.row.trouble[:0],
		hidden: len(visibility) > 0 && string(visibility) != "visible",
	}
	r.line++
	return nil
}

// endRow hands the row on as often as it is repeated. An empty row only counts.
func (r *reader) endRow() error {
	row := &r.row
	row.open = false
	if len(row.cells) == 0 {
		r.line += row.repeat - 1
		return nil
	}
	first := r.line
	for i := range row.repeat {
		r.line = first + i
		if r.line > maxLine {
			return &table.LimitError{Limit: "rows", Value: maxLine, Place: r.table.Name + "!" + strconv.Itoa(r.line) + ":" + strconv.Itoa(r.line)}
		}
		if err := r.emit(); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) emit() error {
	row := &r.row
	if row.hidden && row.prints {
		r.table.HiddenLines = append(r.table.HiddenLines, r.line)
	}
	number := -1
	if !row.hidden || r.opt.Hidden {
		out := table.Row{Line: r.line, Hidden: row.hidden || r.table.Hidden, Cells: append([]table.Cell(nil), row.cells...)}
		n, err := r.emitter.Row(&out)
		if err != nil {
			return err
		}
		if number = n; n >= 0 && (r.heading || r.declaredHeading()) {
			r.table.Headings = append(r.table.Headings, n)
		}
	}
	for _, w := range row.trouble {
		r.told++
		if r.told > 20 {
			break
		}
		w.Row, w.Place = number, r.table.Name+"!"+table.ColumnName(w.Col)+strconv.Itoa(r.line)
		if err := r.emitter.Warn(w); err != nil {
			return err
		}
	}
	return nil
}

// declaredHeading reports whether a declared range says that the line is one of its headings.
func (r *reader) declaredHeading() bool {
	for _, d := range r.table.Declared {
		if r.line >= d.Area.FirstLine && r.line < d.Area.FirstLine+d.Headings {
			return true
		}
	}
	return false
}

// endCell adds the cell as often as it is repeated.
func (r *reader) endCell() error {
	c := &r.cell
	c.open = false
	row := &r.row
	text := c.text()
	cell := c.value(text)
	empty := cell.Text == "" && cell.Stored == ""
	if empty && len(c.notes) == 0 {
		row.col = min(row.col+c.repeat, maxCol)
		return nil
	}
	for range c.repeat {
		if row.col >= maxCol {
			return &table.LimitError{Limit: "columns", Value: maxCol, Place: r.table.Name + "!" + strconv.Itoa(r.line) + ":" + strconv.Itoa(r.line)}
		}
		r.note(c)
		if !empty {
			r.put(cell, c)
		}
		row.col++
	}
	return nil
}

func (r *reader) note(c *cellState) {
	if c.columns > 1 || c.rows > 1 {
		r.table.Merges = append(r.table.Merges, table.Area{
			FirstLine: r.line, FirstCol: r.row.col,
			LastLine: r.line + min(c.rows, maxLine) - 1, LastCol: r.row.col + min(c.columns, maxCol) - 1,
		})
	}
	for _, n := range c.notes {
		n.Line, n.Col = r.line, r.row.col
		r.table.Notes = append(r.table.Notes, n)
	}
}

// put adds a cell unless it is covered or stands in a hidden column and hidden parts are not read.
func (r *reader) put(cell table.Cell, c *cellState) {
	row := &r.row
	cell.Col = int32(row.col)
	switch {
	case c.covered:
		r.covered++
		row.trouble = append(row.trouble, table.Warning{Code: finding.HiddenParts, Col: row.col, Detail: "a value under a merged area, which shows only its first cell"})
	case r.hiddenColumn(row.col):
		if cell.Text != "" {
			r.hideCols[row.col] = true
		}
	default:
		if row.hidden || r.table.Hidden {
			cell.Flags |= table.HiddenCell
		}
		if cell.Flags&table.Uncached != 0 {
			row.trouble = append(row.trouble, table.Warning{Code: finding.UncachedFormula, Col: row.col, Detail: "a formula without a saved value"})
		}
		row.prints = row.prints || cell.Text != ""
		row.cells = append(row.cells, cell)
		return
	}
	if r.opt.Hidden {
		cell.Flags |= table.HiddenCell
		row.prints = row.prints || cell.Text != ""
		row.cells = append(row.cells, cell)
	}
}

// A cellState is the cell being read: its paragraphs joined by line breaks.
type cellState struct {
	open          bool
	depth         int
	covered       bool
	repeat        int
	columns, rows int
	kind, stored  string
	formula       string

	buf        []byte
	paragraphs int
	inText     int // depth of the open paragraph, 0 for none
	aside      int // depth of an element whose text is not the cell's, 0 for none
	comment    bool
	noteText   []byte
	notes      []table.Note
	space      bool // a blank waits for the next character
}

func (c *cellState) start(sc *xmlscan.Scanner, covered bool) {
	*c = cellState{
		open: true, depth: sc.Depth(), covered: covered, buf: c.buf[:0], noteText: c.noteText[:0],
		repeat:  repeat(sc, "number-columns-repeated"),
		columns: repeat(sc, "number-columns-spanned"), rows: repeat(sc, "number-rows-spanned"),
	}
	for i := range sc.Attrs() {
		name, value := sc.AttrAt(i)
		_, local, _ := strings.Cut(string(name), ":")
		switch local {
		case "value-type":
			if c.kind != "error" {
				c.kind = string(value)
			}
		case "value", "date-value", "time-value", "boolean-value":
			c.stored = string(value)
		case "formula":
			_, formula, found := strings.Cut(string(value), ":=")
			if !found {
				formula = strings.TrimPrefix(string(value), "=")
			}
			c.formula = "=" + formula
		}
	}
}

func (c *cellState) tag(sc *xmlscan.Scanner, kind xmlscan.Kind, name string) {
	depth := sc.Depth()
	if kind == xmlscan.End {
		switch depth {
		case c.inText:
			c.inText, c.space = 0, false
		case c.aside:
			if c.comment {
				c.notes = append(c.notes, table.Note{Kind: "comment", Text: strings.TrimSpace(string(c.noteText))})
				c.noteText = c.noteText[:0]
			}
			c.aside, c.comment = 0, false
		}
		return
	}
	if c.aside > 0 {
		if name == "p" && len(c.noteText) > 0 {
			c.noteText = append(c.noteText, '\n')
		}
		return
	}
	switch name {
	case "annotation":
		c.aside, c.comment = depth, true
	case "frame", "shape", "custom-shape", "g", "control", "ruby-text", "note":
		c.aside = depth
	case "p", "h":
		if c.inText == 0 {
			if c.paragraphs > 0 {
				c.buf = append(c.buf, '\n')
			}
			c.paragraphs++
			c.inText = depth
		}
	case "s":
		n := min(repeat(sc, "c"), 10_000)
		c.flushSpace()
		for range n {
			c.buf = append(c.buf, ' ')
		}
	case "tab":
		c.flushSpace()
		c.buf = append(c.buf, '\t')
	case "line-break":
		c.space = false
		c.buf = append(c.buf, '\n')
	case "a":
		if href, ok := sc.AttrLocal("href"); ok {
			c.notes = append(c.notes, table.Note{Kind: "link", Text: string(href)})
		}
	}
}

func (c *cellState) flushSpace() {
	if c.space {
		c.buf = append(c.buf, ' ')
		c.space = false
	}
}

// characters adds text; runs of white space are one blank, none at a paragraph's ends.
func (c *cellState) characters(b []byte) {
	switch {
	case !c.open:
		return
	case c.comment:
		c.noteText = append(c.noteText, b...)
		return
	case c.aside > 0 || c.inText == 0:
		return
	}
	for _, ch := range b {
		if ch == ' ' || ch == '\n' || ch == '\r' || ch == '\t' {
			c.space = len(c.buf) > 0 && c.buf[len(c.buf)-1] != '\n'
			continue
		}
		c.flushSpace()
		c.buf = append(c.buf, ch)
	}
}

func (c *cellState) text() string { return string(c.buf) }

// value returns the cell: what the file prints, and what it stores.
func (c *cellState) value(text string) table.Cell {
	cell := table.Cell{Text: text}
	if c.formula != "" {
		cell.Flags |= table.Formula
		if c.kind == "" && text == "" {
			cell.Text = c.formula
			cell.Flags |= table.Uncached
			return cell
		}
	}
	switch c.kind {
	case "float", "percentage", "currency":
		cell.Kind, cell.Stored = table.Number, c.stored
	case "date":
		cell.Kind, cell.Stored = table.Date, isoDate(c.stored)
	case "time":
		if clock, ok := clockOf(c.stored); ok {
			cell.Kind, cell.Stored = table.Date, clock
		}
	case "boolean":
		cell.Kind, cell.Stored = table.Bool, c.stored
	case "error":
		cell.Kind, cell.Stored = table.Error, text
	}
	if cell.Stored == "" {
		cell.Kind = table.Text
	}
	return cell
}

// isoDate returns a stored date without a midnight and without a fraction of zeros.
func isoDate(s string) string {
	day, clock, found := strings.Cut(s, "T")
	if !found {
		return s
	}
	if whole, frac, ok := strings.Cut(clock, "."); ok && strings.Trim(frac, "0") == "" {
		clock = whole
	}
	if clock == "00:00:00" {
		return day
	}
	return day + "T" + clock
}

// clockOf turns "PT14H30M00S" into "T14:30:00"; a duration of a day or more is no time of day.
func clockOf(s string) (string, bool) {
	rest, ok := strings.CutPrefix(s, "PT")
	h, rest, okH := strings.Cut(rest, "H")
	m, rest, okM := strings.Cut(rest, "M")
	sec, _, okS := strings.Cut(rest, "S")
	sec = strings.ReplaceAll(sec, ",", ".")
	sec, frac, _ := strings.Cut(sec, ".")
	frac = strings.TrimRight(frac, "0")
	if !ok || !okH || !okM || !okS || len(h) != 2 || len(m) != 2 || len(sec) != 2 || h > "23" {
		return "", false
	}
	out := "T" + h + ":" + m + ":" + sec
	if frac != "" {
		out += "." + frac
	}
	return out, true
}
