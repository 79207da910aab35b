// Command accepted compares what two runs on one document accepted: a run whose values are
// known to be right, and one to be judged. It lists every value that the second accepted
// and the first does not print for that field of a record on the same row, and counts the rest.
//
//	go run ./bench/accepted out/right out/judged
package main

import (
	"bufio"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/rowproof/rowproof/internal/pipeline"
	"github.com/rowproof/rowproof/internal/report"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: accepted RIGHT JUDGED (two run folders)")
	}
	right, judged := read(os.Args[1]), read(os.Args[2])
	if right.document != judged.document {
		log.Fatal("the two runs are of different documents")
	}
	known := map[string]map[string]bool{}
	for _, v := range right.values {
		if v.verdict != "accepted" {
			continue
		}
		for _, row := range v.rows {
			k := key(v.record, v.field, row)
			if known[k] == nil {
				known[k] = map[string]bool{}
			}
			known[k][v.value] = true
		}
	}
	wrong, count := 0, map[string]int{}
	for _, v := range judged.values {
		count[v.verdict]++
		if v.verdict != "accepted" {
			continue
		}
		found := false
		for _, row := range v.rows {
			found = found || known[key(v.record, v.field, row)][v.value]
		}
		if !found {
			wrong++
			fmt.Printf("wrong: %s %s of rows %v\n", v.record, v.field, v.rows)
		}
	}
	fmt.Printf("values: %d accepted, %d held, %d refused; %d accepted ones are wrong\n", count["accepted"], count["held"], count["refused"], wrong)
	fmt.Printf("records: %d of %d accepted; rows uncovered: %d of %d; verdict: %s\n",
		judged.summary.Counts.Records.Accepted, right.summary.Counts.Records.Accepted, judged.summary.Counts.Classes["uncovered"], judged.summary.Counts.Rows, judged.summary.Verdict)
	if wrong > 0 {
		os.Exit(3)
	}
}

func key(record, field string, row int) string { return fmt.Sprint(record, "\x00", field, "\x00", row) }

// A value is one field of an entry.
type value struct {
	record, field, value, verdict string
	rows                          []int
}

// A result is what a stored report says.
type result struct {
	document string
	values   []value
	summary  report.Summary
}

func (r *result) Run(m *report.Run) error         { r.document = m.Document.ID; return nil }
func (r *result) Row(*report.Row) error           { return nil }
func (r *result) Finding(*report.Finding) error   { return nil }
func (r *result) Summary(m *report.Summary) error { r.summary = *m; return nil }

func (r *result) Entry(m *report.Entry) error {
	for _, f := range m.Fields {
		if f.Verdict != "" {
			r.values = append(r.values, value{m.Record, f.Name, f.Value, f.Verdict, append([]int{}, m.Rows...)})
		}
	}
	return nil
}

func read(dir string) *result {
	in, err := pipeline.OpenReport(dir)
	if err != nil {
		log.Fatal(err)
	}
	r := &result{}
	if err := errors.Join(report.Read(bufio.NewReader(in), r), in.Close()); err != nil {
		log.Fatal(err)
	}
	return r
}
