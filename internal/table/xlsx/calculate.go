package xlsx

import (
	"fmt"
	"io"
	"strconv"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/numfmt"
)

// What a calculation on request is bounded by: it keeps the whole workbook in memory.
const (
	maxCalculatedBytes    = 16 << 20
	maxCalculatedFormulas = 20_000
)

// A calculator computes formulas that have no saved value.
type calculator struct {
	src   table.Source
	file  *excelize.File
	count int
	off   bool // it cannot, or no longer
}

// compute returns the result of a cell's formula; ok is false where there is none.
func (c *calculator) compute(sheet string, col, line int) (result string, ok bool) {
	if c.off || c.src.Size > maxCalculatedBytes {
		return "", false
	}
	defer func() {
		if recover() != nil {
			result, ok, c.off = "", false, true
		}
	}()
	if c.file == nil {
		limits := excelize.Options{UnzipSizeLimit: 512 << 20, UnzipXMLSizeLimit: 64 << 20}
		f, err := excelize.OpenReader(io.NewSectionReader(c.src.Data, 0, c.src.Size), limits)
		if err != nil {
			c.off = true
			return "", false
		}
		c.file = f
	}
	if c.count++; c.count > maxCalculatedFormulas {
		c.off = true
		return "", false
	}
	v, err := c.file.CalcCellValue(sheet, table.ColumnName(col)+strconv.Itoa(line), excelize.Options{RawCellValue: true})
	if err != nil && (v == "" || v[0] != '#') {
		return "", false
	}
	return v, v != ""
}

// close frees the temporary files of the library.
func (c *calculator) close() error {
	if c == nil || c.file == nil {
		return nil
	}
	if err := c.file.Close(); err != nil {
		return fmt.Errorf("close the calculation: %w", err)
	}
	return nil
}

// calculate fills a cell whose formula has no saved value with a computed one. It reports
// whether it could.
func (r *rowReader) calculate(c *cell, style int) bool {
	if r.calculator == nil {
		return false
	}
	v, ok := r.calculator.compute(r.name, int(c.col), r.line)
	if !ok {
		return false
	}
	l := &r.row
	c.flags |= table.Calculated
	switch {
	case v == "TRUE" || v == "FALSE":
		r.val = append(r.val[:0], v...)
		r.boolean(c)
	case v[0] == '#':
		c.kind = table.Error
		l.buf = append(l.buf, v...)
		c.textEnd, c.stored = len(l.buf), len(l.buf)
		l.buf = append(l.buf, v...)
		c.storedEnd = len(l.buf)
	default:
		f, _ := r.styles.format(style)
		if _, isNumber := numfmt.ParseNumber([]byte(v)); isNumber {
			r.number(c, f, []byte(v))
			break
		}
		l.buf = f.AppendText(l.buf, []byte(v))
		c.textEnd = len(l.buf)
	}
	return true
}
