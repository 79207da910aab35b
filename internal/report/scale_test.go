package report_test

import (
	"fmt"
	"io"
	"runtime"
	"strconv"
	"testing"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/csv"
	"github.com/rowproof/rowproof/internal/report/html"
	"github.com/rowproof/rowproof/internal/report/json"
	"github.com/rowproof/rowproof/internal/report/jsonl"
	"github.com/rowproof/rowproof/internal/report/text"
	"github.com/rowproof/rowproof/internal/report/xlsx"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// long sends a schedule of n rows through h, a record a row, without holding it.
func long(h report.Handler, n int) error {
	fields := []string{"address", "town", "area", "acquired", "price", "tenant", "status", "note"}
	types := []string{"text", "text", "number", "date", "money", "text", "choice", "text"}
	run := report.Run{Type: "run", Format: report.Format, Document: report.Document{Name: "long.csv", Format: "csv", Rows: n},
		Task:   report.Task{Name: "schedule", Records: []report.TaskRecord{{Name: "property"}}},
		Tables: []report.Table{{Name: "long.csv", Shape: "file", End: n, Columns: len(fields)}}}
	for i, f := range fields {
		run.Task.Records[0].Fields = append(run.Task.Records[0].Fields, report.TaskField{Name: f, Type: types[i]})
	}
	if err := h.Run(&run); err != nil {
		return err
	}
	cells := make([]report.Cell, len(fields))
	values := make([][]string, 500)
	for row := range values {
		for col, typ := range types {
			v := fmt.Sprintf("%s of row %d", fields[col], row)
			switch typ {
			case "number", "money":
				v = fmt.Sprintf("%d.%02d", row*37%9000+1, col)
			case "date":
				v = fmt.Sprintf("20%02d-05-01", row%30)
			}
			values[row] = append(values[row], v)
		}
	}
	value := func(row, col int) string { return values[row%len(values)][col] }
	for i := range n {
		for c := range cells {
			cells[c] = report.Cell{Col: c, Text: value(i, c)}
		}
		id := "property-" + strconv.Itoa(i)
		row := report.Row{Type: "row", N: i, Table: "long.csv", Place: table.Place{Table: "long.csv", Line: i + 1, Col: -1, Ref: "line " + strconv.Itoa(i+1)},
			Cells: cells, Class: "record", Entry: id}
		if err := h.Row(&row); err != nil {
			return err
		}
	}
	for i := range n {
		e := report.Entry{Type: "entry", ID: "property-" + strconv.Itoa(i), Record: "property", Rows: []int{i}, Verdict: "accepted"}
		for c, f := range fields {
			v := value(i, c)
			e.Fields = append(e.Fields, report.Field{Name: f, Claim: v, Printed: v, Value: v, Verdict: "accepted",
				Evidence: []verdict.Evidence{{Row: i, Col: c, End: len(v)}}})
		}
		if err := h.Entry(&e); err != nil {
			return err
		}
	}
	s := report.Summary{Type: "summary", Verdict: "sound", Balanced: true, Counts: verdict.Counts{Rows: n, Classes: map[string]int{"record": n},
		Claims: verdict.Claims{Made: n, Accepted: n}}}
	return h.Summary(&s)
}

// TestLongDocumentsAreNotHeld streams 20,000 rows through all formats that hold no rows, and
// looks at what is alive at the end.
func TestLongDocumentsAreNotHeld(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a long document")
	}
	const rows = 20_000 // a handler that kept the text of a row would show
	h := report.Tee(jsonl.New(io.Discard), json.New(io.Discard), csv.New(io.Discard, csv.Options{}),
		csv.New(io.Discard, csv.Options{All: true}), text.New(io.Discard, text.Options{Verbose: true}))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if err := long(h, rows); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 2<<20 {
		t.Errorf("%d bytes held after %d rows", grown, rows)
	}
	runtime.KeepAlive(h)
}

func benchmark(b *testing.B, rows int, open func() report.Handler) {
	b.ReportAllocs()
	for b.Loop() {
		if err := long(open(), rows); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(rows), "µs/row")
}

func BenchmarkJSONL(b *testing.B) {
	benchmark(b, 20_000, func() report.Handler { return jsonl.New(io.Discard) })
}

func BenchmarkCSV(b *testing.B) {
	benchmark(b, 20_000, func() report.Handler { return csv.New(io.Discard, csv.Options{}) })
}

func BenchmarkText(b *testing.B) {
	benchmark(b, 20_000, func() report.Handler { return text.New(io.Discard, text.Options{}) })
}

func BenchmarkXLSX(b *testing.B) {
	benchmark(b, 20_000, func() report.Handler { return xlsx.New(io.Discard, xlsx.Options{Temp: b.TempDir()}) })
}

type discard struct{ io.Writer }

func (discard) Close() error { return nil }

func BenchmarkHTML(b *testing.B) {
	benchmark(b, 20_000, func() report.Handler {
		return html.NewFiles(func(string) (io.WriteCloser, error) { return discard{io.Discard}, nil }, html.Options{})
	})
}
