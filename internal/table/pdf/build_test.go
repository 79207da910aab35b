package pdf

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/pdftest"
)

// TestMain lets the test binary be the parser's child, as the program is.
func TestMain(m *testing.M) {
	if IsChild(os.Environ()) {
		os.Exit(Serve(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// The small PDFs of these tests.
type sheet = pdftest.Sheet

var (
	text    = pdftest.Text
	sized   = pdftest.Sized
	grid    = pdftest.Grid
	pdfFile = pdftest.File
)

// read reads a file as the program does, in this process.
func read(t *testing.T, data []byte, change ...func(*table.Options)) *table.Document {
	t.Helper()
	doc, err := tryRead(data, change...)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func tryRead(data []byte, change ...func(*table.Options)) (*table.Document, error) {
	opt := table.Options{Limits: table.DefaultLimits()}
	for _, c := range change {
		c(&opt)
	}
	src := table.Source{Name: "test.pdf", Data: bytes.NewReader(data), Size: int64(len(data))}
	return table.Collect(context.Background(), Reader{}, Format, src, opt)
}

// printed returns the tables of a document as text: a line a table with its shape, a line a
// row, cells parted by bars.
func printed(doc *table.Document) string {
	var b strings.Builder
	for i := range doc.Tables {
		tab := &doc.Tables[i]
		fmt.Fprintf(&b, "%s\n", tab.Shape)
		for n := tab.First; n < tab.End; n++ {
			r := &doc.Rows[n]
			cells := make([]string, tab.Columns)
			for _, c := range r.Cells {
				cells[c.Col] = strings.ReplaceAll(c.Text, "\n", "/")
			}
			fmt.Fprintf(&b, "%d: %s\n", r.Page, strings.Join(cells, "|"))
		}
	}
	return b.String()
}

// codes lists the codes of the warnings, each once, in their order.
func codes(doc *table.Document) string {
	var out []string
	seen := map[string]bool{}
	for _, w := range doc.Warnings {
		if !seen[w.Code] {
			seen[w.Code] = true
			out = append(out, w.Code)
		}
	}
	return strings.Join(out, " ")
}
