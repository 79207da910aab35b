package xlsx

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/parts"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// A rowReader reads the rows of one sheet and hands them on.
type rowReader struct {
	*reader
	name   string
	table  *table.Table
	survey *survey
	merges merger
	hidden bool // the whole sheet

	line    int
	row     line
	order   *sorter // gathers the rows of a sheet that gives them out of order
	early   *early  // of rows that are handed on before the sheet is read to its end
	item    itemText
	val     []byte
	formula []byte
	trouble []trouble
	told    map[string]int // warnings given by code

	headings      map[int]bool // lines that the file declares as headings
	columnsHidden map[int]int  // hidden columns that print, and their cells
	hiddenLines   int
	unseen        int // cells under merged areas, and texts that their format hides
}

// A line is a row under construction: the texts of its cells stand in one buffer.
type line struct {
	number int
	level  int
	hidden bool
	cells  []cell
	buf    []byte
	sorted bool
}

type cell struct {
	col               int32
	text, textEnd     int
	stored, storedEnd int
	format            string
	kind              table.Kind
	flags             table.Flags
}

type trouble struct {
	code, detail string
	col          int
}

func (l *line) reset(number int) {
	l.number, l.level, l.hidden, l.sorted = number, 0, false, true
	l.cells, l.buf = l.cells[:0], l.buf[:0]
}

// read reads the sheet's part from its start.
func (r *rowReader) read(ctx context.Context, part string) error {
	src, done, err := r.openSheet(part)
	if err != nil {
		return err
	}
	defer done()
	err = r.scanRows(ctx, xmlscan.New(src))
	if err == nil && r.early != nil {
		if err = r.prove(ctx); err == nil {
			err = r.declareLate(part)
		}
	}
	if err == nil {
		return r.finish()
	}
	var u *table.Unreadable
	if errors.As(err, &u) && u.Place == r.archive.Title(part) || errors.Is(err, xmlscan.ErrCut) || errors.Is(err, xmlscan.ErrSyntax) || errors.Is(err, xmlscan.ErrDoctype) {
		return parts.Damaged(sheetPlace(r.name, r.line), err)
	}
	return err
}

func sheetPlace(name string, line int) string {
	if line == 0 {
		return name
	}
	return name + ", row " + strconv.Itoa(line)
}

func (r *rowReader) openSheet(part string) (src io.Reader, done func() error, err error) {
	if r.survey.whole != nil {
		return bytes.NewReader(r.survey.whole), func() error { return nil }, nil
	}
	return r.archive.OpenXML(part)
}

// scanRows reads sheetData/row/c and, to the end of the part, whatever follows.
func (r *rowReader) scanRows(ctx context.Context, sc *xmlscan.Scanner) error {
	inData, inRow := false, false
	for {
		kind, err := sc.Next()
		if err != nil {
			return err
		}
		switch kind {
		case xmlscan.EOF:
			return nil
		case xmlscan.Start:
			if r.early != nil && !inRow && (sc.Depth() < 3 || string(sc.Local()) != "row") {
				if err := r.around(sc); err != nil {
					return err
				}
			}
			switch sc.Depth() {
			case 2:
				inData = string(sc.Local()) == "sheetData"
			case 3:
				if inRow = inData && string(sc.Local()) == "row"; inRow {
					if err := r.startRow(ctx, sc); err != nil {
						return err
					}
				}
			case 4:
				if inRow && len(sc.Local()) == 1 && sc.Local()[0] == 'c' {
					if err := r.cell(sc); err != nil {
						return err
					}
				}
			}
		case xmlscan.End:
			if sc.Depth() == 3 && inRow {
				inRow = false
				if err := r.endRow(); err != nil {
					return err
				}
			}
			if sc.Depth() == 2 {
				inData = false
			}
		}
	}
}

func (r *rowReader) startRow(ctx context.Context, sc *xmlscan.Scanner) error {
	if r.line%1024 == 0 && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	next := r.line + 1
	level, hidden := 0, false
	for i := range sc.Attrs() {
		name, value := sc.AttrAt(i)
		switch string(name) {
		case "r":
			n, ok := parseUint(value)
			if !ok || n < 1 {
				return &table.Unreadable{Code: finding.Damaged, Place: sheetPlace(r.name, next), Cause: "a row whose number is none", Hint: "ask for the file again"}
			}
			next = n
		case "hidden":
			hidden = hidden || truth(string(value))
		case "ht":
			if h, err := strconv.ParseFloat(string(value), 64); err == nil && h == 0 {
				hidden = true
			}
		case "outlineLevel":
			if n, ok := parseUint(value); ok && n <= 7 {
				level = n
			}
		}
	}
	if next > maxLine {
		return &table.Unreadable{Code: finding.Damaged, Place: sheetPlace(r.name, next), Cause: "a row beyond the last one of a sheet", Hint: "ask for the file again"}
	}
	if next <= r.line && r.early != nil {
		return r.tooEarly("the rows are out of order")
	}
	if next <= r.line && r.order == nil {
		return &table.Unreadable{Code: finding.Damaged, Place: sheetPlace(r.name, next), Cause: "rows whose order cannot be told", Hint: "ask for the file again"}
	}
	r.line = next
	r.row.reset(next)
	r.row.level, r.row.hidden = level, hidden
	return nil
}

// doubt notes what cannot be vouched for in the current row.
func (r *rowReader) doubt(code string, col int, detail string) {
	r.trouble = append(r.trouble, trouble{code: code, col: col, detail: detail})
}

// cell reads one <c> to its end.
func (r *rowReader) cell(sc *xmlscan.Scanner) error {
	col, style := int32(0), 0
	if n := len(r.row.cells); n > 0 {
		col = r.row.cells[n-1].col + 1
	}
	var flags table.Flags
	kind := byte('n')
	for i := range sc.Attrs() {
		name, value := sc.AttrAt(i)
		if len(name) != 1 {
			continue
		}
		switch name[0] {
		case 'r':
			c, l, ok := parseRef(value)
			switch {
			case !ok:
				flags |= table.Marked
				r.doubt(finding.BadReference, int(col), "a cell with a reference that no sheet has; read as the next cell of its row")
			case l != r.line:
				col = int32(c)
				flags |= table.Marked
				r.doubt(finding.BadReference, c, "a cell whose reference names another row; read in the row that holds it")
			default:
				col = int32(c)
			}
		case 's':
			if len(value) > 0 {
				n, ok := parseUint(value)
				if !ok {
					n = -1
				}
				style = n
			}
		case 't':
			kind = cellType(value)
		}
	}
	if col >= maxCol {
		return &table.Unreadable{Code: finding.Damaged, Place: sheetPlace(r.name, r.line), Cause: "a row with more cells than a sheet has columns", Hint: "ask for the file again"}
	}
	body, err := r.cellBody(sc)
	if err != nil {
		return err
	}
	return r.value(col, style, kind, flags, body)
}

// cellType maps the type's name to one letter.
func cellType(v []byte) byte {
	switch string(v) {
	case "s":
		return 's'
	case "inlineStr":
		return 'i'
	case "str":
		return 't'
	case "b":
		return 'b'
	case "e":
		return 'e'
	case "d":
		return 'd'
	case "n", "":
		return 'n'
	}
	return '?'
}

// A body says what stood in a cell; the texts are in the reader's buffers.
type body struct{ value, formula, inline bool }

func (r *rowReader) cellBody(sc *xmlscan.Scanner) (b body, err error) {
	r.val, r.formula = r.val[:0], r.formula[:0]
	var into *[]byte
	for {
		kind, err := sc.Next()
		if err != nil {
			return b, err
		}
		depth := sc.Depth()
		switch kind {
		case xmlscan.End:
			if depth == 4 {
				return b, nil
			}
			if depth == 5 {
				into = nil
			}
			if b.inline {
				r.item.take(sc, kind, 5)
			}
		case xmlscan.Start:
			if depth == 5 {
				into = nil
				switch string(sc.Local()) {
				case "v":
					b.value, into = true, &r.val
				case "f":
					b.formula, into = true, &r.formula
				case "is":
					b.inline = true
					r.item.reset()
				}
				continue
			}
			if b.inline {
				r.item.take(sc, kind, 5)
			}
		case xmlscan.Text:
			switch {
			case into != nil:
				*into = append(*into, sc.Text()...)
			case b.inline:
				r.item.take(sc, kind, 5)
			}
			if l := r.opt.Limits.CellBytes; l > 0 && (len(r.val) > l || len(r.formula) > l || len(r.item.raw) > l) {
				return b, &table.LimitError{Limit: "cell_bytes", Value: int64(l), Place: sheetPlace(r.name, r.line)}
			}
		case xmlscan.EOF:
			return b, xmlscan.ErrCut
		}
	}
}
