package table

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"strings"
	"unicode/utf8"
)

// CanonicalVersion is the version of the canonical form. It changes only when a reading
// changes, and with it every document id.
const CanonicalVersion = "rowproof.document/1"

// An Emitter numbers the rows of one document and passes them on. It drops control
// characters with a warning, turns CR and CRLF inside cells into LF, leaves out lines
// without text, holds the limits on rows, columns, cells and cell length, and hashes the canonical
// text: for each row its number, its place and its cells, length-prefixed.
type Emitter struct {
	h       Handler
	lim     Limits
	sum     hash.Hash
	next    int
	cells   int64
	tables  int
	cur     *Table
	hidden  []HiddenPart
	dropped int
	buf     []byte
}

// NewEmitter returns an emitter that passes to h.
func NewEmitter(h Handler, lim Limits) *Emitter {
	e := &Emitter{h: h, lim: lim, sum: sha256.New()}
	e.hashString(CanonicalVersion)
	return e
}

// Table starts a table. Its Index, First, End and Columns are set by the emitter; its merges, notes
// and hidden parts may be filled in until the next table starts or Close is called.
func (e *Emitter) Table(t *Table) error {
	if err := e.endTable(); err != nil {
		return err
	}
	if e.lim.Sheets > 0 && t.Shape == Sheet && e.tables >= e.lim.Sheets {
		return &LimitError{Limit: "sheets", Value: int64(e.lim.Sheets), Place: t.Name}
	}
	t.Index, t.First, t.End = e.tables, e.next, e.next
	e.tables++
	e.cur = t
	e.hashString("table")
	e.hashString(t.Name)
	return e.h.StartTable(t)
}

// Row numbers one line of the current table and passes it on. Cells without text and
// without a stored value are left out; a line without text gets no number and Row returns
// -1. The emitter may change r and its cells; the caller may use both again after the call.
func (e *Emitter) Row(r *Row) (int, error) {
	if e.cur == nil {
		return -1, errors.New("table: a row before its table")
	}
	kept, prints, err := e.clean(r)
	if err != nil {
		return -1, err
	}
	if !prints {
		return -1, nil
	}
	r.Cells = kept
	r.Number, r.Table = e.next, e.cur.Index
	if e.lim.Rows > 0 && e.next >= e.lim.Rows {
		return -1, &LimitError{Limit: "rows", Value: int64(e.lim.Rows), Place: e.cur.Place(r, -1).String()}
	}
	e.cells += int64(len(kept))
	if e.lim.Cells > 0 && e.cells > e.lim.Cells {
		return -1, &LimitError{Limit: "cells", Value: e.lim.Cells, Place: e.cur.Place(r, -1).String()}
	}
	e.next++
	e.cur.End = e.next
	if n := int(kept[len(kept)-1].Col) + 1; n > e.cur.Columns {
		e.cur.Columns = n
	}
	e.hashRow(r)
	if err := e.h.Row(r); err != nil {
		return -1, err
	}
	return r.Number, nil
}

func (e *Emitter) clean(r *Row) (kept []Cell, prints bool, err error) {
	kept = r.Cells[:0]
	for i := range r.Cells {
		c := r.Cells[i]
		place := func() string { return e.cur.Place(r, int(c.Col)).String() }
		if e.lim.CellBytes > 0 && len(c.Text) > e.lim.CellBytes {
			return nil, false, &LimitError{Limit: "cell_bytes", Value: int64(e.lim.CellBytes), Place: place()}
		}
		if e.lim.Columns > 0 && int(c.Col) >= e.lim.Columns {
			return nil, false, &LimitError{Limit: "columns", Value: int64(e.lim.Columns), Place: place()}
		}
		if text, changed, dropped := CleanText(c.Text); changed {
			c.Text = text
			if dropped {
				e.dropped++
				if e.dropped <= 20 {
					if err := e.Warn(Warning{Code: "SOURCE020", Row: -1, Col: int(c.Col), Place: place(), Detail: "control characters dropped"}); err != nil {
						return nil, false, err
					}
				}
			}
		}
		if c.Text == "" && c.Stored == "" {
			continue
		}
		if !prints && !c.Blank() {
			prints = true
		}
		kept = append(kept, c)
	}
	return kept, prints, nil
}

// Warn passes a warning on.
func (e *Emitter) Warn(w Warning) error { return e.h.Warn(w) }

// Hide records what a person does not see in the file.
func (e *Emitter) Hide(p HiddenPart) { e.hidden = append(e.hidden, p) }

// Rows returns how many rows have been numbered.
func (e *Emitter) Rows() int { return e.next }

// Close ends the last table and returns the document id and the hidden parts.
func (e *Emitter) Close() (id string, hidden []HiddenPart, err error) {
	if err := e.endTable(); err != nil {
		return "", nil, err
	}
	if e.dropped > 20 {
		w := Warning{Code: "SOURCE020", Row: -1, Col: -1, Detail: fmt.Sprintf("control characters dropped in %d cells in all", e.dropped)}
		if err := e.Warn(w); err != nil {
			return "", nil, err
		}
	}
	return hex.EncodeToString(e.sum.Sum(nil)), e.hidden, nil
}

func (e *Emitter) endTable() error {
	if e.cur == nil {
		return nil
	}
	t := e.cur
	e.cur = nil
	return e.h.EndTable(t)
}

func (e *Emitter) hashString(s string) {
	e.buf = binary.AppendUvarint(e.buf[:0], uint64(len(s)))
	e.sum.Write(e.buf)
	e.buf = append(e.buf[:0], s...)
	e.sum.Write(e.buf)
}

// hashRow hashes the row's number, place and cells. Stored values are hashed too: a verdict may rest
// on one.
func (e *Emitter) hashRow(r *Row) {
	b := e.buf[:0]
	b = binary.AppendUvarint(b, uint64(r.Number))
	b = binary.AppendUvarint(b, uint64(r.Page))
	b = binary.AppendUvarint(b, uint64(r.Line))
	b = binary.AppendUvarint(b, uint64(len(r.Cells)))
	for i := range r.Cells {
		c := &r.Cells[i]
		b = binary.AppendUvarint(b, uint64(c.Col))
		b = binary.AppendUvarint(b, uint64(len(c.Text)))
		b = append(b, c.Text...)
		b = append(b, byte(c.Kind))
		b = binary.AppendUvarint(b, uint64(len(c.Stored)))
		b = append(b, c.Stored...)
	}
	e.sum.Write(b)
	e.buf = b
}

// CleanText returns s as a cell's text: valid UTF-8, line breaks as LF, and without control
// characters but tab and line feed.
func CleanText(s string) (text string, changed, dropped bool) {
	i := 0
	for i < len(s) && (s[i] >= 0x20 && s[i] < 0x7f || s[i] == '\t' || s[i] == '\n') {
		i++
	}
	if i == len(s) {
		return s, false, false
	}
	clean := true
	for _, r := range s[i:] {
		if isControl(r) || r == '\r' || r == utf8.RuneError {
			clean = false
			break
		}
	}
	if clean {
		return s, false, false
	}
	s2 := strings.ReplaceAll(s, "\r\n", "\n")
	s2 = strings.ReplaceAll(s2, "\r", "\n")
	s2 = strings.ToValidUTF8(s2, "\uFFFD")
	n := len(s2)
	s2 = strings.Map(func(r rune) rune {
		if isControl(r) {
			return -1
		}
		return r
	}, s2)
	return s2, s2 != s, len(s2) != n
}

// isControl reports C0 and C1 controls but for tab, the line breaks and U+0085, which is a
// line break to some writers.
func isControl(r rune) bool {
	return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r >= 0x7f && r < 0xa0 && r != 0x85
}

func isBlank(r rune) bool {
	switch {
	case r <= 0x20, r == 0x85, r == 0xa0, r == 0x1680, r >= 0x2000 && r <= 0x200f, r == 0x2028, r == 0x2029,
		r == 0x202f, r == 0x205f, r >= 0x2060 && r <= 0x2064, r == 0x3000, r == 0xfeff, r == 0xad:
		return true
	}
	return false
}
