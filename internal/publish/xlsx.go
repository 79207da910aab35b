package publish

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/report/export"
	"github.com/rowproof/rowproof/internal/report/xlsx"
)

// xlsxTarget is a workbook. Records stand on the first sheet whose first row has the key's
// column; other sheets stay as they are.
type xlsxTarget struct {
	plan    *export.Plan
	f       *excelize.File
	temp    string
	sheet   string
	columns []string
	next    int // line to be written, from 1
	held    map[string]line
}

const newSheet = "records"

func openXLSX(path string, exists bool, plan *export.Plan, names []string) (_ target, err error) {
	t := &xlsxTarget{plan: plan, sheet: newSheet, columns: names, next: 2, held: map[string]line{}}
	if t.temp, err = os.MkdirTemp("", "rowproof-publish-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			t.close()
		}
	}()
	opt := excelize.Options{TmpDir: t.temp, RawCellValue: true}
	if !exists {
		t.f = excelize.NewFile(opt)
		return t, t.start()
	}
	if t.f, err = excelize.OpenFile(path, opt); err != nil {
		return nil, fmt.Errorf("the workbook cannot be read: %w", err)
	}
	return t, t.read(names)
}

// start makes the sheet of a new workbook.
func (t *xlsxTarget) start() error {
	if err := t.f.SetSheetName("Sheet1", newSheet); err != nil {
		return err
	}
	style, err := t.f.NewStyle(&excelize.Style{NumFmt: 49, Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	for i, title := range t.columns {
		if err := t.set(1, i, excelize.Cell{StyleID: style, Value: title}); err != nil {
			return err
		}
	}
	return t.f.SetPanes(newSheet, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

func (t *xlsxTarget) read(names []string) error {
	for _, sheet := range t.f.GetSheetList() {
		rows, err := t.f.Rows(sheet)
		if err != nil {
			return err
		}
		found, err := t.readSheet(sheet, rows, names)
		if e := rows.Close(); err == nil {
			err = e
		}
		if found || err != nil {
			return err
		}
	}
	return fmt.Errorf("no sheet with a column %s in its first row; the file was not written by publishing", colKey)
}

func (t *xlsxTarget) readSheet(sheet string, rows *excelize.Rows, names []string) (bool, error) {
	for n := 1; rows.Next(); n++ {
		cells, err := rows.Columns()
		if err != nil {
			return false, err
		}
		if n == 1 {
			if !has(cells, colKey) {
				return false, nil
			}
			t.sheet, t.columns = sheet, cells
			if err := checkColumns(cells, names); err != nil {
				return true, fmt.Errorf("sheet %s: %w", sheet, err)
			}
			continue
		}
		l := line{values: map[string]string{}}
		blank := true
		for i, c := range cells {
			blank = blank && strings.TrimSpace(c) == ""
			if i < len(t.columns) {
				l.values[t.columns[i]] = c
			}
		}
		if blank {
			continue
		}
		t.next = n + 1
		if l.values[colKey] == "" {
			return true, fmt.Errorf("sheet %s, row %d: %w", sheet, n, errors.New("a row without a key; remove it or give its key back"))
		}
		l.document, l.file, l.reading = l.values[colDocument], l.values[colFile], l.values[colReading]
		t.held[l.values[colKey]] = l
	}
	return t.sheet == sheet && len(t.columns) > 0 && has(t.columns, colKey), rows.Error()
}

func (t *xlsxTarget) lines() map[string]line { return t.held }

func (t *xlsxTarget) close() {
	if t.f != nil {
		_ = t.f.Close()
	}
	_ = os.RemoveAll(t.temp)
}

// same compares with what a workbook stores: numbers without their last zeros, dates as days.
func (t *xlsxTarget) same(l line, r *record) bool {
	for i, c := range t.plan.Columns {
		got, v := l.values[c.Title], r.values[i]
		switch v.Kind {
		case export.Number:
			if trimZeros(got) != trimZeros(v.Text) {
				return false
			}
		case export.Date:
			if got != v.Text && got != serial(v.Text) {
				return false
			}
		default:
			if got != v.Text {
				return false
			}
		}
	}
	return true
}

func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// serial is the number that a workbook stores for a day.
func serial(date string) string {
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return strconv.Itoa(int(d.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24))
}

func (t *xlsxTarget) write(w io.Writer, fresh []record) error {
	styles := xlsx.NewStyles(t.f)
	for i := range fresh {
		r := &fresh[i]
		if t.next > xlsx.MaxRows {
			return fmt.Errorf("sheet %s is full", t.sheet)
		}
		for col, title := range t.columns {
			c, err := t.cell(styles, r, title)
			var long *xlsx.TooLong
			if errors.As(err, &long) {
				err = &xlsx.TooLong{Field: title, Entry: r.id}
			}
			if err != nil {
				return err
			}
			if err := t.set(t.next, col, c); err != nil {
				return err
			}
		}
		t.next++
	}
	return t.f.Write(w)
}

func (t *xlsxTarget) cell(styles *xlsx.Styles, r *record, title string) (excelize.Cell, error) {
	for i := range t.plan.Columns {
		if t.plan.Columns[i].Title == title {
			return styles.Cell(t.plan, r.values[i])
		}
	}
	s := export.Plain(r.cell(t.plan, title, t.plan.Format))
	if s == "" {
		return excelize.Cell{}, nil
	}
	return styles.Cell(t.plan, export.Value{Kind: export.Text, Text: s})
}

// set writes one cell; text never becomes a formula.
func (t *xlsxTarget) set(row, col int, c excelize.Cell) error {
	if c.Value == nil {
		return nil
	}
	at, err := excelize.CoordinatesToCellName(col+1, row)
	if err != nil {
		return err
	}
	if s, ok := c.Value.(string); ok {
		err = t.f.SetCellStr(t.sheet, at, s)
	} else {
		err = t.f.SetCellValue(t.sheet, at, c.Value)
	}
	if err != nil {
		return err
	}
	return t.f.SetCellStyle(t.sheet, at, at, c.StyleID)
}
