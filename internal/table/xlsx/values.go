package xlsx

import (
	"bytes"
	"strconv"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/numfmt"
)

// value prints and stores what a cell holds.
func (r *rowReader) value(col int32, style int, kind byte, flags table.Flags, b body) error {
	l := &r.row
	c := cell{col: col, flags: flags, text: len(l.buf)}
	if b.formula {
		c.flags |= table.Formula
	}
	empty := len(r.val) == 0
	if b.formula && (!b.value || empty && kind != 't') && !b.inline {
		if !r.calculate(&c, style) {
			r.uncached(&c)
		}
		return r.put(c)
	}
	f, known := r.styles.format(style)
	if !known && !empty {
		r.doubt(finding.BadStyle, int(col), "a style that the file does not have; printed as General")
	}
	switch kind {
	case 's':
		if !b.value || len(bytes.TrimSpace(r.val)) == 0 {
			return r.put(c)
		}
		text, err := r.shared(col)
		if err != nil {
			return err
		}
		r.text(&c, f, text)
	case 'i':
		text := r.item.text()
		if !b.inline {
			r.item.raw = append(r.item.raw[:0], r.val...)
			text = r.item.text()
		}
		r.text(&c, f, text)
	case 't':
		r.item.raw = append(r.item.raw[:0], r.val...)
		r.text(&c, f, r.item.text())
	case 'b':
		r.boolean(&c)
		return r.put(c)
	case 'e':
		c.kind = table.Error
		l.buf = append(l.buf, r.val...)
		c.textEnd, c.stored = len(l.buf), len(l.buf)
		l.buf = append(l.buf, r.val...)
		c.storedEnd = len(l.buf)
		return r.put(c)
	case 'd':
		r.isoDate(&c, f)
		return r.put(c)
	default:
		if !empty {
			r.number(&c, f, r.val)
		}
		return r.put(c)
	}
	c.textEnd = len(l.buf)
	return r.put(c)
}

// text prints a stored text under its format. A format may hide it (";;;"): it is counted then,
// and kept only where hidden parts were asked for.
func (r *rowReader) text(c *cell, f *numfmt.Format, text []byte) {
	l := &r.row
	l.buf = f.AppendText(l.buf, text)
	if f.PlainText() || len(l.buf) > c.text || len(text) == 0 {
		return
	}
	r.unseen++
	if r.opt.Hidden {
		l.buf = append(l.buf, text...)
		c.flags |= table.HiddenCell
	}
}

func (r *rowReader) uncached(c *cell) {
	l := &r.row
	c.flags |= table.Formula | table.Uncached
	l.buf = append(l.buf, '=')
	l.buf = append(l.buf, r.formula...)
	c.textEnd = len(l.buf)
	r.doubt(finding.UncachedFormula, int(c.col), "a formula without a saved value")
}

func (r *rowReader) shared(col int32) ([]byte, error) {
	i, ok := parseUint(bytes.TrimSpace(r.val))
	if !ok {
		i = -1
	}
	text, found, err := r.strings.get(i)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, &table.Unreadable{
			Code: finding.Damaged, Place: r.name + "!" + table.ColumnName(int(col)) + strconv.Itoa(r.line),
			Cause: "a cell refers to a shared string that the file does not have", Hint: "ask for the file again",
		}
	}
	return text, nil
}

func (r *rowReader) boolean(c *cell) {
	l := &r.row
	var text, stored string
	switch string(bytes.TrimSpace(r.val)) {
	case "1", "true", "TRUE":
		text, stored = "TRUE", "true"
	case "0", "false", "FALSE":
		text, stored = "FALSE", "false"
	case "":
		return
	default:
		r.foreign(c)
		return
	}
	c.kind = table.Bool
	l.buf = append(l.buf, text...)
	c.textEnd, c.stored = len(l.buf), len(l.buf)
	l.buf = append(l.buf, stored...)
	c.storedEnd = len(l.buf)
}

// foreign keeps a value that is not of the cell's type as a marked text.
func (r *rowReader) foreign(c *cell) {
	c.flags |= table.Marked
	r.row.buf = append(r.row.buf, r.val...)
	c.textEnd = len(r.row.buf)
	r.doubt(finding.BadValue, int(c.col), "a value that is not of its cell's type; read as text")
}

// number prints a stored decimal under its format.
func (r *rowReader) number(c *cell, f *numfmt.Format, raw []byte) {
	l := &r.row
	n, ok := numfmt.ParseNumber(raw)
	if !ok {
		r.foreign(c)
		return
	}
	c.format = f.Code
	l.buf = f.Append(l.buf, n)
	c.textEnd, c.stored = len(l.buf), len(l.buf)
	c.kind = table.Number
	if f.Dated() {
		r.tellFallback(c, f)
		if class := f.Class(n); class == numfmt.Day || class == numfmt.Clock {
			whole, part, unit, ok := n.Parts()
			if ok {
				l.buf, ok = table.AppendSerialISO(l.buf, whole, part, unit, r.book.date1904, class == numfmt.Clock)
			}
			if ok {
				c.kind = table.Date
				c.storedEnd = len(l.buf)
				return
			}
		}
	}
	l.buf = append(l.buf, bytes.TrimSpace(raw)...)
	c.storedEnd = len(l.buf)
}

// tellFallback warns once of each language whose names are not built in.
func (r *rowReader) tellFallback(c *cell, f *numfmt.Format) {
	if tag := f.Fallback(); tag != "" && !r.fallbacks[tag] {
		r.fallbacks[tag] = true
		r.doubt(finding.LocaleFallback, int(c.col), "names in the language "+tag+" are not built in; English was used")
	}
}

// isoDate prints a cell that stores its date as ISO 8601.
func (r *rowReader) isoDate(c *cell, f *numfmt.Format) {
	l := &r.row
	serial, hasDay, ok := table.ISOSerial(string(r.val), r.book.date1904)
	if !ok {
		if len(bytes.TrimSpace(r.val)) > 0 {
			r.foreign(c)
		}
		return
	}
	n, _ := numfmt.ParseNumber([]byte(serial))
	c.kind, c.format = table.Date, f.Code
	r.tellFallback(c, f)
	if class := f.Class(n); f.Dated() && (hasDay || class == numfmt.Clock) {
		l.buf = f.Append(l.buf, n)
	} else {
		l.buf = append(l.buf, bytes.TrimSpace(r.val)...)
	}
	c.textEnd, c.stored = len(l.buf), len(l.buf)
	whole, part, unit, _ := n.Parts()
	if l.buf, ok = table.AppendSerialISO(l.buf, whole, part, unit, r.book.date1904, !hasDay); !ok {
		c.kind = table.Text
	}
	c.storedEnd = len(l.buf)
}

// put adds a cell to the row, in the place of an earlier one with the same reference.
func (r *rowReader) put(c cell) error {
	l := &r.row
	if c.textEnd < c.text {
		c.textEnd = c.text
	}
	if n := len(l.cells); n > 0 && l.cells[n-1].col >= c.col {
		l.sorted = false
	}
	l.cells = append(l.cells, c)
	return nil
}
