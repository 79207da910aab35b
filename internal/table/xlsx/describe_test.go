package xlsx

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
)

// readFile reads a workbook from disk.
func readFile(t testing.TB, path string, opt table.Options) (*table.Document, error) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return readBytes(path, raw, opt)
}

func readBytes(path string, raw []byte, opt table.Options) (*table.Document, error) {
	if opt.Limits == (table.Limits{}) {
		opt.Limits = table.DefaultLimits()
	}
	src := table.Source{Name: filepath.Base(path), Data: bytes.NewReader(raw), Size: int64(len(raw))}
	return table.Collect(context.Background(), Reader{}, "xlsx", src, opt)
}

// describe writes a document the way the expected rows of testdata are written: a line for
// each row with sheet, line and cells, then the warnings and the hidden parts.
func describe(doc *table.Document, err error) string {
	var b strings.Builder
	if err != nil {
		fmt.Fprintf(&b, "error %s\n", err)
		return b.String()
	}
	for i := range doc.Rows {
		r := &doc.Rows[i]
		fmt.Fprintf(&b, "%s!%d", doc.Tables[r.Table].Name, r.Line)
		for _, c := range r.Cells {
			fmt.Fprintf(&b, "|%s=%q", table.ColumnName(int(c.Col)), c.Text)
			if c.Stored != "" && c.Stored != c.Text {
				fmt.Fprintf(&b, "(%s)", c.Stored)
			}
			if f := flagNames(c.Flags); f != "" {
				fmt.Fprintf(&b, "<%s>", f)
			}
		}
		b.WriteByte('\n')
	}
	for i := range doc.Tables {
		describeTable(&b, &doc.Tables[i])
	}
	for _, w := range doc.Warnings {
		fmt.Fprintf(&b, "warning %s %s: %s\n", w.Code, w.Place, w.Detail)
	}
	for _, h := range doc.Hidden {
		fmt.Fprintf(&b, "hidden %s %s %d read=%v\n", h.Kind, h.Table, h.Count, h.Read)
	}
	return b.String()
}

func describeTable(b *strings.Builder, t *table.Table) {
	for _, a := range t.Merges {
		fmt.Fprintf(b, "merge %s %s\n", t.Name, areaName(&a))
	}
	for _, d := range t.Declared {
		fmt.Fprintf(b, "declared %s %q %s headings=%d totals=%d filter=%v\n", t.Name, d.Name, areaName(&d.Area), d.Headings, d.Totals, d.Filter)
	}
	if len(t.Headings) > 0 {
		fmt.Fprintf(b, "headings %s %v\n", t.Name, t.Headings)
	}
	for _, n := range t.Notes {
		fmt.Fprintf(b, "note %s %s%d %s %q\n", t.Name, table.ColumnName(n.Col), n.Line, n.Kind, n.Text)
	}
	if len(t.HiddenLines)+len(t.HiddenColumns) > 0 {
		fmt.Fprintf(b, "hidden lines %v columns %v\n", t.HiddenLines, t.HiddenColumns)
	}
}

func flagNames(f table.Flags) string {
	var out []string
	for _, n := range []struct {
		flag table.Flags
		name string
	}{{table.Formula, "formula"}, {table.Uncached, "uncached"}, {table.Calculated, "calculated"}, {table.HiddenCell, "hidden"}, {table.Marked, "marked"}} {
		if f&n.flag != 0 {
			out = append(out, n.name)
		}
	}
	return strings.Join(out, " ")
}
