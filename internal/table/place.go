package table

import (
	"fmt"
	"strconv"
	"strings"
)

// A Place is where a row or cell stands in the file.
type Place struct {
	Table string `json:"table"`
	Line  int    `json:"line"`           // the file's own count, from 1
	Col   int    `json:"col"`            // from 0, -1 for a row
	Page  int    `json:"page,omitempty"` // from 1, 0 for none
	Ref   string `json:"ref"`            // "B17", "17:17", "line 12, column 3", "page 3, line 4"
	Box   *Box   `json:"box,omitempty"`
}

// String returns the place as people write it: "Rent Roll!B17", "line 12, column 3".
func (p Place) String() string {
	if p.Page > 0 || p.Table == "" || !strings.ContainsAny(p.Ref, "ABCDEFGHIJKLMNOPQRSTUVWXYZ:") {
		return p.Ref
	}
	return p.Table + "!" + p.Ref
}

// Place returns where the cell of row n in column col stands, or where the row stands for
// a col of -1.
func (d *Document) Place(n, col int) Place {
	r, ok := d.Row(n)
	if !ok {
		return Place{Col: col, Ref: "no row " + strconv.Itoa(n)}
	}
	return d.Tables[r.Table].Place(r, col)
}

// Place returns where a cell of one of the table's rows stands, or the row for a col of -1.
func (t *Table) Place(r *Row, col int) Place {
	p := Place{Table: t.Name, Line: r.Line, Col: col, Page: r.Page}
	switch t.Shape {
	case Sheet:
		if col < 0 {
			line := strconv.Itoa(r.Line)
			p.Ref = line + ":" + line
		} else {
			p.Ref = ColumnName(col) + strconv.Itoa(r.Line)
		}
	case Grid, Lines:
		p.Ref = fmt.Sprintf("page %d, line %d", r.Page, r.Line)
		if c, ok := r.Cell(col); ok {
			p.Box = c.Box
			p.Ref += fmt.Sprintf(", column %d", col+1)
		}
	case Prose:
		if p.Ref = "line " + strconv.Itoa(r.Line); r.Page > 0 {
			p.Ref = fmt.Sprintf("page %d, line %d", r.Page, r.Line)
			if c, ok := r.Cell(max(col, 0)); ok {
				p.Box = c.Box
			}
		}
	default:
		p.Ref = "line " + strconv.Itoa(r.Line)
		if col >= 0 && t.Shape == File {
			p.Ref += ", column " + strconv.Itoa(col+1)
		}
	}
	return p
}

// ColumnName returns the letters of the column with index col, from 0: "A", "AB".
func ColumnName(col int) string {
	var b [8]byte
	i := len(b)
	for col++; col > 0; col = (col - 1) / 26 {
		i--
		b[i] = byte('A' + (col-1)%26)
	}
	return string(b[i:])
}
