package prompt

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/windows"
)

const bar = " | "

// A renderer writes the rows of one window. Columns that no row of the window fills are left
// out for all of its rows, so that a table far to the right costs no empty cells.
type renderer struct {
	doc  *table.Document
	cols map[int][]int32 // by table: its columns in this window, ascending
}

func newRenderer(doc *table.Document, w windows.Window) *renderer {
	r := &renderer{doc: doc, cols: map[int][]int32{}}
	note := func(n int) {
		row, ok := doc.Row(n)
		if !ok {
			return
		}
		cols := r.cols[row.Table]
		for i := range row.Cells {
			if row.Cells[i].Blank() {
				continue
			}
			if at, found := slices.BinarySearch(cols, row.Cells[i].Col); !found {
				cols = slices.Insert(cols, at, row.Cells[i].Col)
			}
		}
		r.cols[row.Table] = cols
	}
	for _, n := range w.Context {
		note(n)
	}
	for n := w.Shown.First; n < w.Shown.End; n++ {
		note(n)
	}
	return r
}

func (r *renderer) span(s windows.Span) string {
	var b strings.Builder
	last := -1
	for n := s.First; n < s.End; n++ {
		last = r.row(&b, n, last)
	}
	return b.String()
}

func (r *renderer) rows(numbers []int) string {
	var b strings.Builder
	last := -1
	for _, n := range numbers {
		last = r.row(&b, n, last)
	}
	return b.String()
}

// row writes one row, after its table's name where that is another than the last.
func (r *renderer) row(b *strings.Builder, n, last int) int {
	row, ok := r.doc.Row(n)
	if !ok {
		return last
	}
	if row.Table != last {
		// A title is quoted in answers, so it is not escaped: line ends become blanks.
		fmt.Fprintf(b, "# %s\n", blanks(r.doc.Tables[row.Table].Name))
	}
	b.WriteString(strconv.Itoa(n))
	pending := 0
	at := 0
	for _, col := range r.cols[row.Table] {
		pending++
		for at < len(row.Cells) && row.Cells[at].Col < col {
			at++
		}
		if at == len(row.Cells) || row.Cells[at].Col != col || row.Cells[at].Blank() {
			continue
		}
		for ; pending > 0; pending-- {
			b.WriteString(bar)
		}
		b.WriteString(claim.Escape(row.Cells[at].Text))
	}
	b.WriteByte('\n')
	return row.Table
}

func exampleRows(rows [][]string) string {
	var b strings.Builder
	for n, cells := range rows {
		b.WriteString(strconv.Itoa(n))
		for _, c := range cells {
			b.WriteString(bar)
			b.WriteString(claim.Escape(c))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// A Row is one row as a prompt shows it.
type Row struct {
	Number  int
	Context bool     // shown besides the window's own rows
	Table   string   // the name above it
	Cells   []string // unescaped; empty where a cell prints nothing
}

// Read returns the rows of a prompt's User text, in their order. It is what an answerer that
// stands in for a model reads, and what proves that no cell forged a row.
func Read(user string) ([]Row, error) {
	blocks := strings.Split(user, "\n"+Begin+"\n")
	if len(blocks) < 2 {
		return nil, errors.New("prompt: no rows")
	}
	var out []Row
	for i, block := range blocks[1:] {
		body, _, ok := strings.Cut("\n"+block, "\n"+End+"\n")
		if !ok {
			return nil, errors.New("prompt: rows without an end")
		}
		name := ""
		for line := range strings.Lines(strings.TrimPrefix(body, "\n")) {
			line = strings.TrimSuffix(line, "\n")
			if title, ok := strings.CutPrefix(line, "# "); ok {
				name = title
				continue
			}
			row, err := readRow(line)
			if err != nil {
				return nil, err
			}
			row.Table, row.Context = name, i < len(blocks)-2
			out = append(out, row)
		}
	}
	return out, nil
}

func readRow(line string) (Row, error) {
	digits := 0
	for digits < len(line) && line[digits] >= '0' && line[digits] <= '9' {
		digits++
	}
	n, err := strconv.Atoi(line[:digits])
	if err != nil {
		return Row{}, errors.New("prompt: a line without a row number")
	}
	row := Row{Number: n}
	for rest := line[digits:]; rest != ""; {
		cell, ok := strings.CutPrefix(rest, bar)
		if !ok {
			return Row{}, fmt.Errorf("prompt: row %d: a cell without a bar", n)
		}
		// A bar of the cell's own has a backslash before it, never a blank.
		end := strings.Index(cell, bar)
		if end < 0 {
			end = len(cell)
		}
		row.Cells = append(row.Cells, claim.Unescape(cell[:end]))
		rest = cell[end:]
	}
	return row, nil
}
