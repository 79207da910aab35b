package table

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// Collect reads a whole document into memory through a reader.
func Collect(ctx context.Context, r Reader, format string, src Source, opt Options) (*Document, error) {
	if opt.Limits.Bytes > 0 && src.Size > opt.Limits.Bytes {
		return nil, &LimitError{Limit: "bytes", Value: opt.Limits.Bytes, Place: src.Name}
	}
	sum, err := Digest(src)
	if err != nil {
		return nil, err
	}
	c := &collector{doc: &Document{Name: src.Name, Format: format, SHA256: sum, Bytes: src.Size, Locale: opt.Locale}}
	e := NewEmitter(c, opt.Limits)
	if err := r.Read(ctx, src, opt, e); err != nil {
		return nil, err
	}
	id, hidden, err := e.Close()
	if err != nil {
		return nil, err
	}
	c.doc.ID, c.doc.Hidden = id, hidden
	return c.doc, nil
}

// Digest returns the SHA-256 of the source's bytes in lower-case hexadecimal.
func Digest(src Source) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(src.Data, 0, src.Size)); err != nil {
		return "", fmt.Errorf("read %s: %w", src.Name, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// collector keeps the stream. Cells are kept in slabs and a row's texts in one string, so
// that a million rows are not ten million allocations.
type collector struct {
	doc  *Document
	slab []Cell
	text []byte
	open *Table
}

// Keep returns a handler that keeps what it is given in doc: tables, rows and warnings.
func Keep(doc *Document) Handler { return &collector{doc: doc} }

const slabCells = 4096

func (c *collector) StartTable(t *Table) error { c.open = t; return nil }

func (c *collector) EndTable(t *Table) error {
	c.doc.Tables = append(c.doc.Tables, *t)
	c.open = nil
	return nil
}

func (c *collector) Warn(w Warning) error {
	c.doc.Warnings = append(c.doc.Warnings, w)
	return nil
}

func (c *collector) Row(r *Row) error {
	n := len(r.Cells)
	if len(c.slab)+n > cap(c.slab) {
		c.slab = make([]Cell, 0, max(slabCells, n))
	}
	at := len(c.slab)
	c.slab = append(c.slab, r.Cells...)
	row := *r
	row.Cells = c.slab[at : at+n : at+n]
	c.text = c.text[:0]
	for i := range row.Cells {
		c.text = append(c.text, row.Cells[i].Text...)
		c.text = append(c.text, row.Cells[i].Stored...)
	}
	all := string(c.text)
	for i := range row.Cells {
		cell := &row.Cells[i]
		k := len(cell.Text)
		same := cell.Stored == cell.Text
		cell.Text = all[:k]
		all = all[k:]
		k = len(cell.Stored)
		if same {
			cell.Stored = cell.Text
		} else {
			cell.Stored = all[:k]
		}
		all = all[k:]
	}
	c.doc.Rows = append(c.doc.Rows, row)
	return nil
}
