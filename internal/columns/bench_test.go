package columns_test

import (
	"fmt"
	"testing"

	"github.com/rowproof/rowproof/internal/columns"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/windows"
)

// BenchmarkAnswer shows the time that a row takes from its structure to its answer, in a rent roll with
// sections of forty units.
func BenchmarkAnswer(b *testing.B) {
	const rows = 20_000
	tk := load(b, `
version: 1
name: roll
document:
  total: {type: money, labels: [Grand total]}
records:
  unit:
    rows: 1-2
    key: [building, unit]
    fields:
      building: {type: text, shared: true}
      unit: {type: identifier, required: true}
      tenant: {type: text}
      start: {type: date}
      rent: {type: money}
equations:
  - sum(unit.rent) = total
`)
	s := sheet{lines: []string{"Unit|Tenant|Start|Rent"}}
	for n := 1; n < rows; n++ {
		if n%41 == 1 {
			s.lines = append(s.lines, fmt.Sprintf("House %d", n/41))
			continue
		}
		s.lines = append(s.lines, fmt.Sprintf("U-%d|Tenant %d & Sons|01/02/2026|%d,%03d.00", n, n, 1+n%9, n%1000))
	}
	s.lines = append(s.lines, "Grand total|||1,000,000.00")
	doc := collect(b, s)
	records := 0
	for b.Loop() {
		st := structure.Analyse(doc)
		a := columns.New(st, tk)
		records = 0
		for w := range windows.Split(st, windows.Options{Rows: 200, Overlap: 2, PromptTokens: 16000}, nil) {
			records += len(a.Answer(w))
		}
	}
	if records < rows*20 {
		b.Fatalf("answers of %d bytes", records)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
}
