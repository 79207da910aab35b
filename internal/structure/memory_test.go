package structure_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
)

// long makes a document of n rows: a heading, sections of forty rows with a carried-down cell, eleven columns.
func long(n int) *table.Document {
	doc := &table.Document{Tables: []table.Table{{Name: "S", End: n, Columns: 11}}, Rows: make([]table.Row, n)}
	heads := []string{"Block", "Unit", "Tenant", "Start", "End", "Rent", "Service", "Rates", "Area", "Use", "Note"}
	units := make([]string, 1000)
	rents := make([]string, 1000)
	for i := range units {
		units[i], rents[i] = fmt.Sprintf("U-%03d", i), fmt.Sprintf("%d,%03d.00", 1+i%9, i)
	}
	for r := range doc.Rows {
		row := &doc.Rows[r]
		row.Number, row.Line = r, r+1
		cells := make([]table.Cell, 0, 11)
		for c := range heads {
			text := heads[c]
			switch {
			case r == 0:
			case c == 0 && r%5 != 1, c == 10 && r%7 > 0:
				continue
			case c == 0:
				text = "House of " + units[r/5%1000]
			case c == 1:
				text = units[r%1000]
			case c == 3, c == 4:
				text = "01/02/2026"
			case c >= 5 && c <= 8:
				text = rents[(r+c)%1000]
			default:
				text = "Someone & Sons"
			}
			cells = append(cells, table.Cell{Text: text, Col: int32(c)})
		}
		row.Cells = cells
	}
	return doc
}

// TestMemory proves that the structure of a long document stays small beside it.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a long document")
	}
	const rows = 100_000
	doc := long(rows)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	st := structure.Analyse(doc)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if len(st.Blocks) != 1 || st.Blocks[0].Columns[0].CarriedBy < rows/2 {
		t.Fatalf("%d blocks", len(st.Blocks))
	}
	if perRow := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / rows; perRow > 32 {
		t.Errorf("%d bytes a row beside the document", perRow)
	}
	runtime.KeepAlive(doc)
	runtime.KeepAlive(st)
}

// BenchmarkAnalyse shows the time a row of eleven cells takes.
func BenchmarkAnalyse(b *testing.B) {
	doc := long(20_000)
	for b.Loop() {
		structure.Analyse(doc)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/20_000, "ns/row")
}
