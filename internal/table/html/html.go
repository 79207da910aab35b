// Package html reads the tables of an HTML file. Many property and bank systems export such a
// file under the name .xls.
package html

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

// Reader reads each <table> of a file as one table, in the order of the file. Text outside
// tables is not read.
type Reader struct{}

var _ table.Reader = Reader{}

// maxSpan bounds colspan and rowspan, as browsers do.
const maxSpan = 1000

// Read streams the file through a tokenizer. It returns *table.Unreadable where the file has
// no table, and *table.LimitError.
func (Reader) Read(ctx context.Context, src table.Source, opt table.Options, e *table.Emitter) error {
	text, err := decode(src, opt.Encoding)
	if err != nil {
		return err
	}
	z := html.NewTokenizer(text)
	z.SetMaxBuf(1 << 20)
	r := &reading{e: e, file: src.Name, limit: opt.Limits}
	for n := 0; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		kind := z.Next()
		if kind == html.ErrorToken {
			if errors.Is(z.Err(), io.EOF) {
				return r.end()
			}
			return fmt.Errorf("read %s: %w", src.Name, z.Err())
		}
		if err := r.token(kind, z.Token()); err != nil {
			return err
		}
	}
}

func decode(src table.Source, encoding string) (io.Reader, error) {
	raw := io.NewSectionReader(src.Data, 0, src.Size)
	contentType := "text/html"
	if encoding != "" {
		if enc, _ := charset.Lookup(encoding); enc == nil {
			return nil, &table.Unreadable{Code: finding.UnknownFormat, Cause: fmt.Sprintf("there is no encoding %q", encoding), Hint: "use a name such as utf-8 or windows-1252"}
		}
		contentType += "; charset=" + encoding
	}
	text, err := charset.NewReader(raw, contentType)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read %s: %w", src.Name, err)
	}
	return text, nil
}

// A span is a cell that reaches down into rows below.
type span struct{ col, width, rows int }

// A reading is one file being read.
type reading struct {
	e     *table.Emitter
	file  string
	limit table.Limits

	depth  int // of tables: text of an inner one belongs to the cell that holds it
	tables int
	skip   int // inside script and style
	t      *table.Table
	line   int
	row    table.Row
	inRow  bool
	head   bool // every cell of the row is a heading
	down   []span
	col    int
	cell   *strings.Builder
	spans  [2]int // columns and rows of the open cell
}

func (r *reading) token(kind html.TokenType, tok html.Token) error {
	switch kind {
	case html.TextToken:
		if r.cell != nil && r.skip == 0 {
			r.cell.WriteString(tok.Data)
			if r.limit.CellBytes > 0 && r.cell.Len() > r.limit.CellBytes {
				return &table.LimitError{Limit: "cell_bytes", Value: int64(r.limit.CellBytes), Place: fmt.Sprintf("%s, row %d", r.file, r.line)}
			}
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		return r.start(tok)
	case html.EndTagToken:
		return r.stop(tok)
	}
	return nil
}

func (r *reading) start(tok html.Token) error {
	switch tok.DataAtom {
	case atom.Script, atom.Style:
		r.skip++
	case atom.Table:
		if r.depth++; r.depth == 1 {
			return r.startTable()
		}
	case atom.Tr:
		if r.depth == 1 {
			if err := r.endRow(); err != nil {
				return err
			}
			r.startRow()
		}
	case atom.Td, atom.Th:
		if r.depth == 1 {
			r.endCell()
			if !r.inRow {
				r.startRow()
			}
			r.startCell(tok)
		}
	case atom.Br, atom.P, atom.Div, atom.Li:
		if r.cell != nil && r.cell.Len() > 0 {
			r.cell.WriteByte('\v')
		}
	}
	return nil
}

func (r *reading) stop(tok html.Token) error {
	switch tok.DataAtom {
	case atom.Script, atom.Style:
		r.skip = max(0, r.skip-1)
	case atom.Td, atom.Th:
		if r.depth == 1 {
			r.endCell()
		}
	case atom.Tr:
		if r.depth == 1 {
			return r.endRow()
		}
	case atom.Table:
		if r.depth == 1 {
			if err := r.endRow(); err != nil {
				return err
			}
		}
		r.depth = max(0, r.depth-1)
	}
	return nil
}

func (r *reading) startTable() error {
	r.tables++
	r.t = &table.Table{Name: fmt.Sprintf("table %d", r.tables), Shape: table.File, Found: "an HTML table"}
	r.line, r.down = 0, nil
	return r.e.Table(r.t)
}

func (r *reading) startRow() {
	r.line++
	r.row = table.Row{Line: r.line, Cells: r.row.Cells[:0]}
	r.inRow, r.head, r.col = true, true, 0
}

func (r *reading) startCell(tok html.Token) {
	for r.covered(r.col) {
		r.col++
	}
	r.head = r.head && tok.DataAtom == atom.Th
	r.cell = &strings.Builder{}
	r.spans = [2]int{1, 1}
	for _, a := range tok.Attr {
		n, err := strconv.Atoi(strings.TrimSpace(a.Val))
		if err != nil || n < 1 {
			continue
		}
		switch a.Key {
		case "colspan":
			r.spans[0] = min(n, maxSpan)
		case "rowspan":
			r.spans[1] = min(n, maxSpan)
		}
	}
}

func (r *reading) covered(col int) bool {
	for _, s := range r.down {
		if col >= s.col && col < s.col+s.width && s.rows > 0 {
			return true
		}
	}
	return false
}

func (r *reading) endCell() {
	if r.cell == nil {
		return
	}
	text := collapse(r.cell.String())
	r.cell = nil
	if text != "" {
		r.row.Cells = append(r.row.Cells, table.Cell{Text: text, Col: int32(r.col)})
	}
	if r.spans != [2]int{1, 1} {
		r.t.Merges = append(r.t.Merges, table.Area{FirstLine: r.line, LastLine: r.line + r.spans[1] - 1, FirstCol: r.col, LastCol: r.col + r.spans[0] - 1})
	}
	if r.spans[1] > 1 {
		r.down = append(r.down, span{col: r.col, width: r.spans[0], rows: r.spans[1]})
	}
	r.col += r.spans[0]
}

func (r *reading) endRow() error {
	r.endCell()
	if !r.inRow {
		return nil
	}
	r.inRow = false
	kept := r.down[:0]
	for _, s := range r.down {
		if s.rows--; s.rows > 0 {
			kept = append(kept, s)
		}
	}
	r.down = kept
	n, err := r.e.Row(&r.row)
	if err == nil && n >= 0 && r.head {
		r.t.Headings = append(r.t.Headings, n)
	}
	return err
}

func (r *reading) end() error {
	if r.tables == 0 {
		return &table.Unreadable{
			Code: finding.UnknownFormat, Cause: "an HTML page without a table",
			Hint: "download the file again: a log-in or error page may have been saved in its place",
		}
	}
	return r.endRow()
}

// collapse turns runs of white space into one blank and keeps line breaks that the markup
// makes, which stand as vertical tabs. A no-break space is text.
func collapse(s string) string {
	var b strings.Builder
	space, line := false, false
	for _, c := range s {
		switch c {
		case ' ', '\t', '\n', '\r', '\f':
			space = true
			continue
		case '\v':
			line = true
			continue
		}
		if b.Len() > 0 {
			switch {
			case line:
				b.WriteByte('\n')
			case space:
				b.WriteByte(' ')
			}
		}
		space, line = false, false
		b.WriteRune(c)
	}
	return b.String()
}
