package arith

import (
	"fmt"
	"testing"

	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// many makes n records with a quantity, a price and an amount each, and their total.
func many(t testing.TB, n int) Input {
	t.Helper()
	k, err := task.Load("t.yaml", []byte(`
version: 1
name: t
document: {total: {type: money}}
records:
  line:
    fields: {id: {type: identifier}, quantity: {type: number}, price: {type: money}, amount: {type: money}}
    equations: [amount = quantity * price]
equations: [sum(line.amount) = total]
`))
	if err != nil {
		t.Fatal(err)
	}
	var entries []verdict.Entry
	in := Input{Task: k, Classes: make([]verdict.Class, n+1)}
	cents := int64(0)
	entries = append(entries, verdict.Entry{ID: "document-total", Record: "document", Rows: []int{n}})
	for i := range n {
		q, p := int64(1+i%7), int64(100+i%9973)
		cents += q * p
		in.Classes[i] = verdict.OfRecord
		entries = append(entries, verdict.Entry{ID: "line", Record: "line", Rows: []int{i}, Fields: []verdict.Field{
			{Name: "id", Value: "x", Verdict: verdict.Accepted},
			{Name: "quantity", Value: fmt.Sprint(q), Verdict: verdict.Accepted},
			{Name: "price", Value: fmt.Sprintf("%d.%02d", p/100, p%100), Places: 2, Verdict: verdict.Accepted},
			{Name: "amount", Value: fmt.Sprintf("%d.%02d", q*p/100, q*p%100), Places: 2, Verdict: verdict.Accepted, Currency: "€"},
		}})
	}
	entries[0].Fields = []verdict.Field{{Name: "total", Value: fmt.Sprintf("%d.%02d", cents/100, cents%100), Places: 2, Verdict: verdict.Accepted, Currency: "EUR"}}
	in.Entries = verdict.EntriesOf(entries...)
	return in
}

func TestManyRecords(t *testing.T) {
	in := many(t, 20_000)
	out := Check(in)
	if len(out.Equations) != 2 || out.Equations[0].Status != "holds" || out.Equations[1].Terms != 20_000 {
		t.Fatalf("%+v", out.Equations)
	}
	if out.Covered != 60_001 || out.Figures != 60_001 {
		t.Errorf("covered %d of %d", out.Covered, out.Figures)
	}
}

// TestSumAllocates holds the promise that a sum allocates nothing for a record.
func TestSumAllocates(t *testing.T) {
	few, lots := many(t, 100), many(t, 10_000)
	few.Task.Records[0].Equations, lots.Task.Records[0].Equations = nil, nil
	small := testing.AllocsPerRun(5, func() { Check(few) })
	large := testing.AllocsPerRun(5, func() { Check(lots) })
	if large > small+60 {
		t.Errorf("%.0f allocations for 100 records, %.0f for 10,000", small, large)
	}
}

func BenchmarkSum(b *testing.B) {
	in := many(b, 100_000)
	in.Task.Records[0].Equations = nil
	b.ReportAllocs()
	for b.Loop() {
		if out := Check(in); out.Equations[0].Status != "holds" {
			b.Fatal(out.Equations[0].Status)
		}
	}
}

func BenchmarkRecordEquations(b *testing.B) {
	in := many(b, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		if out := Check(in); out.Equations[1].Terms != 100_000 {
			b.Fatal(out.Equations[1].Terms)
		}
	}
}
