// Package ods reads OpenDocument spreadsheets. The file itself holds the text that each
// cell prints, so that nothing has to be formatted; what a cell stores stands beside it. A part
// that is cut off or damaged is an error with the sheet and the row.
package ods

import (
	"context"
	"errors"
	"strconv"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/parts"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// Reader reads spreadsheets (.ods). The zero value is ready.
type Reader struct{}

var _ table.Reader = Reader{}

// The size of the largest grid that programs write.
const (
	maxLine = 1 << 20
	maxCol  = 1 << 14
)

// Read reads a spreadsheet.
func (Reader) Read(ctx context.Context, src table.Source, opt table.Options, e *table.Emitter) error {
	if opt.Limits.Time > 0 {
		var cancel context.CancelFunc
		late := &table.LimitError{Limit: "time", Value: int64(opt.Limits.Time.Seconds()), Place: src.Name}
		ctx, cancel = context.WithTimeoutCause(ctx, opt.Limits.Time, late)
		defer cancel()
	}
	a, err := parts.Open(src, opt.Limits)
	if err != nil {
		return err
	}
	if err := refuseEncrypted(a); err != nil {
		return err
	}
	const content = "content.xml"
	if !a.Has(content) {
		return &table.Unreadable{Code: finding.Damaged, Cause: "the archive has no content.xml", Hint: "ask for the file again"}
	}
	r := &reader{ctx: ctx, opt: opt, emitter: e, hiddenStyles: map[string]bool{}}
	declared, err := declaredRanges(a, content)
	if err == nil {
		r.declared = declared
	}
	// What is wrong with the part is found again below, with its place.
	err = a.Scan(content, r.event)
	if err == nil {
		return r.endTable()
	}
	if r.table != nil {
		err = r.placed(err)
	}
	return err
}

// placed adds the sheet and the row to what is wrong with the part.
func (r *reader) placed(err error) error {
	var u *table.Unreadable
	if !errors.As(err, &u) {
		return err
	}
	place := r.table.Name
	if r.line > 0 {
		place += ", row " + strconv.Itoa(r.line)
	}
	return parts.Damaged(place, err)
}

func refuseEncrypted(a *parts.Archive) error {
	const manifest = "meta-inf/manifest.xml"
	if !a.Has(manifest) {
		return nil
	}
	return a.Scan(manifest, func(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
		if kind == xmlscan.Start && string(sc.Local()) == "encryption-data" {
			return &table.Unreadable{Code: finding.Encrypted, Cause: "the spreadsheet is encrypted", Hint: "save it without a password"}
		}
		return nil
	})
}

// A reader follows the tags of content.xml.
type reader struct {
	ctx     context.Context
	opt     table.Options
	emitter *table.Emitter

	hiddenStyles map[string]bool // styles of tables that are not shown
	style        string          // whose properties are being read
	declared     map[string][]table.Declared

	table    *table.Table
	skipped  bool   // a hidden sheet that is not read
	depth    int    // of nested tables below the sheet's own
	line     int    // of the row being read
	columns  []bool // hidden ones; nil for none
	column   int
	heading  bool // inside table-header-rows
	row      rowState
	cell     cellState
	hideRows int
	hideCols map[int]bool
	covered  int
	told     int // warnings about covered cells and formulas
}

// event handles one tag or text of the part.
func (r *reader) event(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
	if kind == xmlscan.Text {
		r.cell.characters(sc.Text())
		if l := r.opt.Limits.CellBytes; l > 0 && (len(r.cell.buf) > l || len(r.cell.noteText) > l) {
			return &table.LimitError{Limit: "cell_bytes", Value: int64(l), Place: r.table.Name + "!" + table.ColumnName(r.row.col) + strconv.Itoa(r.line)}
		}
		return nil
	}
	name := string(sc.Local())
	if r.cell.open {
		if kind == xmlscan.End && sc.Depth() == r.cell.depth {
			return r.endCell()
		}
		r.cell.tag(sc, kind, name)
		return nil
	}
	switch name {
	case "style", "table-properties":
		r.styleTag(sc, kind, name)
	case "table":
		return r.tableTag(sc, kind)
	case "table-column":
		if kind == xmlscan.Start && r.table != nil {
			r.columnTag(sc)
		}
	case "table-header-rows":
		r.heading = kind == xmlscan.Start
	case "table-row":
		if r.table == nil || r.skipped {
			return nil
		}
		if kind == xmlscan.Start {
			return r.startRow(sc)
		}
		return r.endRow()
	case "table-cell", "covered-table-cell":
		if kind == xmlscan.Start && r.row.open {
			r.cell.start(sc, name == "covered-table-cell")
		}
	}
	return nil
}

func (r *reader) styleTag(sc *xmlscan.Scanner, kind xmlscan.Kind, name string) {
	if kind != xmlscan.Start || r.table != nil {
		return
	}
	if name == "style" {
		style, _ := sc.AttrLocal("name")
		r.style = string(style)
		return
	}
	if display, _ := sc.AttrLocal("display"); string(display) == "false" {
		r.hiddenStyles[r.style] = true
	}
}

func (r *reader) tableTag(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
	if kind == xmlscan.End {
		if r.table != nil && r.depth == sc.Depth() {
			return r.endTable()
		}
		return nil
	}
	if r.table != nil {
		return nil // a table inside a shape
	}
	name, _ := sc.AttrLocal("name")
	style, _ := sc.AttrLocal("style-name")
	hidden := r.hiddenStyles[string(style)]
	r.table = &table.Table{Name: string(name), Shape: table.Sheet, Hidden: hidden, Declared: r.declared[string(name)]}
	r.depth, r.line, r.column, r.columns = sc.Depth(), 0, 0, nil
	r.hideRows, r.hideCols, r.covered, r.told = 0, map[int]bool{}, 0, 0
	r.skipped = hidden && !r.opt.Hidden
	if hidden {
		r.emitter.Hide(table.HiddenPart{Kind: "sheet", Table: string(name), Count: 1, Read: r.opt.Hidden})
	}
	if r.skipped {
		return nil
	}
	return r.emitter.Table(r.table)
}

// repeat reads a count of repetitions, at least 1.
func repeat(sc *xmlscan.Scanner, name string) int {
	v, ok := sc.AttrLocal(name)
	if !ok {
		return 1
	}
	n, err := strconv.Atoi(string(v))
	if err != nil || n < 1 {
		return 1
	}
	return n
}

func (r *reader) columnTag(sc *xmlscan.Scanner) {
	n := min(repeat(sc, "number-columns-repeated"), maxCol)
	visibility, _ := sc.AttrLocal("visibility")
	hidden := len(visibility) > 0 && string(visibility) != "visible"
	if hidden {
		if r.columns == nil {
			r.columns = make([]bool, maxCol)
		}
		for c := r.column; c < min(r.column+n, maxCol); c++ {
			r.columns[c] = true
		}
	}
	r.column = min(r.column+n, maxCol)
}

func (r *reader) hiddenColumn(col int) bool { return r.columns != nil && r.columns[col] }

func (r *reader) endTable() error {
	t := r.table
	r.table = nil
	if t == nil || r.skipped {
		return nil
	}
	if n := len(t.HiddenLines); n > 0 {
		r.emitter.Hide(table.HiddenPart{Kind: "rows", Table: t.Name, Count: n, Read: r.opt.Hidden})
	}
	for col := range maxCol {
		if r.hideCols[col] {
			t.HiddenColumns = append(t.HiddenColumns, col)
		}
	}
	if n := len(t.HiddenColumns); n > 0 {
		r.emitter.Hide(table.HiddenPart{Kind: "columns", Table: t.Name, Count: n, Read: r.opt.Hidden})
	}
	if r.covered > 0 {
		r.emitter.Hide(table.HiddenPart{Kind: "text", Table: t.Name, Count: r.covered, Read: r.opt.Hidden})
	}
	return nil
}
