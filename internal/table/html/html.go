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

// maxToken bounds one tag or text of the file.
const maxToken = 1 << 20

// Read streams the file through a tokenizer. It returns *table.Unreadable where the file has
// no table, and *table.LimitError.
func (Reader) Read(ctx context.Context, src table.Source, opt table.Options, e *table.Emitter) error {
	text, err := decode(src, opt.Encoding)
	if err != nil {
		return err
	}
	z := html.NewTokenizer(text)
	z.SetMaxBuf(maxToken)
	r := &reading{e: e, file: src.Name, limit: opt.Limits, showHidden: opt.Hidden}
	for n := 0; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		kind := z.Next()
		if kind == html.ErrorToken {
			if errors.Is(z.Err(), io.EOF) {
				return r.end()
			}
			if errors.Is(z.Err(), html.ErrBufferExceeded) {
				return &table.LimitError{Limit: "token_bytes", Value: maxToken, Place: fmt.Sprintf("%s, row %d", src.Name, r.line)}
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
	if errors.Is(err, io.EOF) {
		return strings.NewReader(""), nil
	}
	if err != nil {
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

	showHidden bool // read hidden rows and cells too
	unseen     int  // hidden cells of the table that print

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
	hidden bool   // the open cell
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
			return r.startTable(tok)
		}
	case atom.Tr:
		if r.depth == 1 {
			if err := r.endRow(); err != nil {
				return err
			}
			r.startRow()
			r.row.Hidden = r.t.Hidden || isHidden(tok)
		}
	case atom.Td, atom.Th:
		if r.depth == 1 {
			r.endCell()
			if !r.inRow {
				r.startRow()
				r.row.Hidden = r.t.Hidden
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
			r.tellHidden()
		}
		r.depth = max(0, r.depth-1)
	}
	return nil
}

// isHidden reports an element that a browser does not show, as its own attributes say.
func isHidden(tok html.Token) bool {
	for _, a := range tok.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "style":
			style := strings.ToLower(strings.Join(strings.Fields(a.Val), ""))
			if strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") || strings.Contains(style, "visibility:collapse") {
				return true
			}
		}
	}
	return false
}

// tellHidden counts what a table does not show.
func (r *reading) tellHidden() {
	if n := len(r.t.HiddenLines); n > 0 {
		r.e.Hide(table.HiddenPart{Kind: "rows", Table: r.t.Name, Count: n, Read: r.showHidden})
	}
	if r.unseen > 0 {
		r.e.Hide(table.HiddenPart{Kind: "text", Table: r.t.Name, Count: r.unseen, Read: r.showHidden})
	}
}

func (r *reading) startTable(tok html.Token) error {
	r.tables++
	r.t = &table.Table{Name: fmt.Sprintf("table %d", r.tables), Shape: table.File, Found: "an HTML table", Hidden: isHidden(tok)}
	r.line, r.down, r.unseen = 0, nil, 0
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
	r.hidden = isHidden(tok)
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
	if text != "" && r.hidden {
		r.unseen++
	}
	if text != "" && (!r.hidden || r.showHidden) {
		c := table.Cell{Text: text, Col: int32(r.col)}
		if r.hidden || r.row.Hidden {
			c.Flags = table.HiddenCell
		}
		r.row.Cells = append(r.row.Cells, c)
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
	if r.row.Hidden {
		if len(r.row.Cells) > 0 {
			r.t.HiddenLines = append(r.t.HiddenLines, r.line)
		}
		if !r.showHidden {
			return nil
		}
	}
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
	if r.depth > 0 {
		return &table.Unreadable{
			Code: finding.Damaged, Place: fmt.Sprintf("%s, row %d", r.t.Name, r.line), Cause: "the page ends inside a table",
			Hint: "download the file again: it is cut off",
		}
	}
	return nil
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
