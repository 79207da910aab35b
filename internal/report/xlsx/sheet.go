package xlsx

import (
	"fmt"
	"io"
	"os"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/report/export"
)

// book is a workbook that is streamed to private temporary files.
type book struct {
	f      *excelize.File
	dir    string
	styles *Styles
}

func newBook(temp string) (*book, error) {
	dir, err := os.MkdirTemp(temp, "rowproof-xlsx-")
	if err != nil {
		return nil, err
	}
	f := excelize.NewFile(excelize.Options{TmpDir: dir})
	return &book{f: f, dir: dir, styles: NewStyles(f)}, nil
}

// close removes the temporary files; it may be called twice.
func (b *book) close() error {
	if b.f == nil {
		return nil
	}
	err := b.f.Close()
	b.f = nil
	if e := os.RemoveAll(b.dir); err == nil {
		err = e
	}
	return err
}

// sheet is one sheet, written line by line.
type sheet struct {
	b     *book
	name  string
	w     *excelize.StreamWriter
	next  int // line to be written, from 1
	width int
}

// sheet starts a sheet with a frozen heading; frozen is the number of columns that stay.
func (b *book) sheet(name string, heads []string, widths []float64, frozen int) (*sheet, error) {
	if _, err := b.f.NewSheet(name); err != nil {
		return nil, err
	}
	if err := b.f.SetSheetDimension(name, ""); err != nil {
		return nil, err
	}
	fit, wide, high := true, 1, 0
	if err := b.f.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: &fit}); err != nil {
		return nil, err
	}
	landscape := "landscape"
	if err := b.f.SetPageLayout(name, &excelize.PageLayoutOptions{Orientation: &landscape, FitToWidth: &wide, FitToHeight: &high}); err != nil {
		return nil, err
	}
	w, err := b.f.NewStreamWriter(name)
	if err != nil {
		return nil, err
	}
	s := &sheet{b: b, name: name, w: w, next: 1, width: len(heads)}
	for i, width := range widths {
		if err := w.SetColWidth(i+1, i+1, width); err != nil {
			return nil, err
		}
	}
	if len(heads) == 0 {
		return s, nil
	}
	corner, err := excelize.CoordinatesToCellName(frozen+1, 2)
	if err != nil {
		return nil, err
	}
	pane := "bottomLeft"
	if frozen > 0 {
		pane = "bottomRight"
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, XSplit: frozen, YSplit: 1, TopLeftCell: corner, ActivePane: pane}); err != nil {
		return nil, err
	}
	style, err := b.styles.head()
	if err != nil {
		return nil, err
	}
	cells := make([]any, len(heads))
	for i, h := range heads {
		cells[i] = excelize.Cell{StyleID: style, Value: shown(h)}
	}
	return s, s.line(cells)
}

// line writes the next line.
func (s *sheet) line(cells []any) error {
	if s.next > MaxRows {
		return fmt.Errorf("sheet %s: more than %d lines, which a workbook cannot hold; use csv or jsonl", s.name, MaxRows)
	}
	at, err := excelize.CoordinatesToCellName(1, s.next)
	if err != nil {
		return err
	}
	if err := s.w.SetRow(at, cells); err != nil {
		return err
	}
	s.next++
	return nil
}

// end sets the filter, which has to come before the sheet is flushed.
func (s *sheet) end() error {
	if s.width > 0 && s.next > 2 {
		last, err := excelize.CoordinatesToCellName(s.width, s.next-1)
		if err != nil {
			return err
		}
		if err := s.b.f.AutoFilter(s.name, "A1:"+last, nil); err != nil {
			return err
		}
	}
	return s.w.Flush()
}

// A Table is a workbook of one sheet of values.
type Table struct {
	w     io.Writer
	b     *book
	sheet string
	s     *sheet
}

// NewTable returns a table that Close writes to w. Temporary files stand in a private folder
// below temp, the system's where it is empty.
func NewTable(w io.Writer, temp, sheet string) (*Table, error) {
	b, err := newBook(temp)
	if err != nil {
		return nil, err
	}
	return &Table{w: w, b: b, sheet: sheet}, nil
}

// Titles starts the table.
func (t *Table) Titles(titles []string) (err error) {
	widths := make([]float64, len(titles))
	for i := range widths {
		widths[i] = 18
	}
	t.s, err = t.b.sheet(t.sheet, titles, widths, 0)
	return err
}

// Line writes one line of values.
func (t *Table) Line(p *export.Plan, values []export.Value) error {
	cells := make([]any, len(values))
	for i, v := range values {
		c, err := t.b.styles.Cell(p, v)
		if err != nil {
			return err
		}
		cells[i] = c
	}
	return t.s.line(cells)
}

// Close writes the workbook and removes the temporary files.
func (t *Table) Close() error {
	defer t.b.close()
	if t.s == nil {
		if err := t.Titles(nil); err != nil {
			return err
		}
	}
	if err := t.s.end(); err != nil {
		return err
	}
	if err := t.b.f.DeleteSheet("Sheet1"); err != nil {
		return err
	}
	if err := t.b.f.Write(t.w); err != nil {
		return err
	}
	return t.b.close()
}
