package xlsx

import (
	"fmt"
	"slices"
	"sort"
	"strconv"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

// warnOften is how many warnings of one code a sheet gives with their places; the rest is
// counted.
const warnOften = 20

// endRow hands a row on, or keeps it where the sheet gives its rows out of order.
func (r *rowReader) endRow() error {
	if r.order != nil {
		return r.order.keep(&r.row, r.flushTrouble)
	}
	return r.emit(&r.row)
}

// finish hands on what was kept and tells what was hidden and what was warned about too often.
func (r *rowReader) finish() error {
	if r.order != nil {
		if err := r.order.each(r.emit); err != nil {
			return err
		}
	}
	if n := r.hiddenLines; n > 0 && !r.hidden {
		r.emitter.Hide(table.HiddenPart{Kind: "rows", Table: r.name, Count: n, Read: r.opt.Hidden})
	}
	if n := len(r.columnsHidden); n > 0 && !r.hidden {
		for col := range r.columnsHidden {
			r.table.HiddenColumns = append(r.table.HiddenColumns, col)
		}
		sort.Ints(r.table.HiddenColumns)
		r.emitter.Hide(table.HiddenPart{Kind: "columns", Table: r.name, Count: n, Read: r.opt.Hidden})
	}
	if r.unseen > 0 {
		r.emitter.Hide(table.HiddenPart{Kind: "text", Table: r.name, Count: r.unseen, Read: r.opt.Hidden})
	}
	codes := make([]string, 0, len(r.told))
	for code := range r.told {
		codes = append(codes, code)
	}
	sort.Strings(codes)
	for _, code := range codes {
		if n := r.told[code]; n > warnOften {
			w := table.Warning{Code: code, Row: -1, Col: -1, Place: r.name, Detail: fmt.Sprintf("%d times in all on this sheet", n)}
			if err := r.emitter.Warn(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// emit sorts out duplicates, merged and hidden cells and hands a row to the emitter.
func (r *rowReader) emit(l *line) error {
	if !l.sorted {
		r.sortCells(l)
	}
	prints := false
	if r.early != nil {
		r.early.note(l.number, l.cells)
	}
	r.merges.at(l.number)
	kept := l.cells[:0]
	for i := range l.cells {
		c := l.cells[i]
		if c.blank() {
			continue
		}
		show, err := r.visible(l, &c)
		if err != nil {
			return err
		}
		if c.textEnd > c.text {
			prints = true
		}
		if show {
			kept = append(kept, c)
		}
	}
	l.cells = kept
	if l.hidden && prints {
		if r.hiddenLines++; r.hiddenLines <= maxLine {
			r.table.HiddenLines = append(r.table.HiddenLines, l.number)
		}
	}
	hidden := l.hidden || r.hidden
	number := -1
	if len(kept) > 0 && (!hidden || r.opt.Hidden) {
		n, err := r.emitter.Row(r.build(l))
		if err != nil {
			return err
		}
		number = n
		if number >= 0 {
			r.heading(l.number, number)
			if r.early != nil {
				r.early.emitted()
			}
		}
	}
	return r.flushTrouble(number, l.number)
}

// visible reports whether a cell is handed on. A cell under a merged area and one in a
// hidden column are not, unless hidden parts were asked for.
func (r *rowReader) visible(l *line, c *cell) (bool, error) {
	col := int(c.col)
	covered, area := r.merges.covers(l.number, col)
	if covered {
		r.unseen++
		r.doubt(finding.HiddenParts, col, "a value under the merged area "+areaName(area)+", which shows only its first cell")
		if !r.opt.Hidden {
			return false, nil
		}
		c.flags |= table.HiddenCell
		return true, nil
	}
	if l.hidden || r.hidden {
		c.flags |= table.HiddenCell
	}
	if r.survey.hiddenColumn(col) && !r.shownByMerge(area) {
		if c.textEnd > c.text {
			r.columnsHidden[col]++
		}
		if !r.opt.Hidden {
			return false, nil
		}
		c.flags |= table.HiddenCell
	}
	return true, nil
}

// shownByMerge reports whether a merged area reaches into a visible column: it shows the text
// of its first cell there.
func (r *rowReader) shownByMerge(area *table.Area) bool {
	if area == nil {
		return false
	}
	for col := area.FirstCol; col <= area.LastCol; col++ {
		if !r.survey.hiddenColumn(col) {
			return true
		}
	}
	return false
}

func areaName(a *table.Area) string {
	return table.ColumnName(a.FirstCol) + strconv.Itoa(a.FirstLine) + ":" + table.ColumnName(a.LastCol) + strconv.Itoa(a.LastLine)
}

// blank reports whether the cell neither prints nor stores anything.
func (c *cell) blank() bool { return c.textEnd == c.text && c.storedEnd == c.stored }

// sortCells orders a row's cells and lets the last of several with one reference win, unless
// it is blank.
func (r *rowReader) sortCells(l *line) {
	slices.SortStableFunc(l.cells, func(a, b cell) int { return int(a.col) - int(b.col) })
	kept := l.cells[:0]
	for i := range l.cells {
		c := l.cells[i]
		if n := len(kept); n > 0 && kept[n-1].col == c.col {
			if c.blank() {
				continue
			}
			if old := kept[n-1]; !old.blank() {
				r.doubt(finding.DuplicateCell, int(c.col), "a cell given twice; the last one counts")
				if string(l.buf[old.text:old.textEnd]) != string(l.buf[c.text:c.textEnd]) {
					c.flags |= table.Marked // the file itself does not say which of the two it prints
				}
			}
			kept[n-1] = c
			continue
		}
		kept = append(kept, c)
	}
	l.cells, l.sorted = kept, true
}

// build turns a line into the emitter's row. All texts of a row share one string.
func (r *rowReader) build(l *line) *table.Row {
	all := string(l.buf)
	out := &r.out
	*out = table.Row{Line: l.number, Level: l.level, Hidden: l.hidden || r.hidden, Cells: out.Cells[:0]}
	for i := range l.cells {
		c := &l.cells[i]
		out.Cells = append(out.Cells, table.Cell{
			Text: all[c.text:c.textEnd], Stored: all[c.stored:c.storedEnd],
			Format: c.format, Col: c.col, Kind: c.kind, Flags: c.flags,
		})
	}
	return out
}

// heading notes a row that the file declares as a heading.
func (r *rowReader) heading(line, number int) {
	if r.headings[line] {
		r.table.Headings = append(r.table.Headings, number)
	}
}

// headingLines returns the lines that declared tables have as headings, few of each.
func headingLines(declared []table.Declared) map[int]bool {
	const most = 50
	lines := map[int]bool{}
	for _, d := range declared {
		for i := range min(d.Headings, most, d.Area.LastLine-d.Area.FirstLine+1) {
			lines[d.Area.FirstLine+i] = true
		}
	}
	return lines
}

// flushTrouble gives the warnings that arose in a line.
func (r *rowReader) flushTrouble(number, line int) error {
	for _, t := range r.trouble {
		r.told[t.code]++
		if r.told[t.code] > warnOften {
			continue
		}
		place := r.name + "!" + strconv.Itoa(line) + ":" + strconv.Itoa(line)
		if t.col >= 0 {
			place = r.name + "!" + table.ColumnName(t.col) + strconv.Itoa(line)
		}
		if err := r.emitter.Warn(table.Warning{Code: t.code, Row: number, Col: t.col, Place: place, Detail: t.detail}); err != nil {
			return err
		}
	}
	r.trouble = r.trouble[:0]
	return nil
}
