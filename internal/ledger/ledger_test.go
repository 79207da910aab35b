package ledger

import (
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// document returns a document of one table, a line a row, cells parted by bars.
func document(lines ...string) *table.Document {
	doc := &table.Document{Tables: []table.Table{{Name: "t", Shape: table.File, End: len(lines)}}}
	for n, line := range lines {
		row := table.Row{Number: n, Line: n + 1}
		for col, text := range strings.Split(line, "|") {
			if text = strings.TrimSpace(text); text != "" {
				row.Cells = append(row.Cells, table.Cell{Text: text, Col: int32(col)})
				doc.Tables[0].Columns = max(doc.Tables[0].Columns, col+1)
			}
		}
		doc.Rows = append(doc.Rows, row)
	}
	return doc
}

// entry returns an accepted record that stands in the whole cells of its rows.
func entry(doc *table.Document, rows ...int) verdict.Entry {
	e := verdict.Entry{ID: "unit", Record: "unit", Rows: rows, Verdict: verdict.Accepted, Fields: make([]verdict.Field, 2)}
	for i, name := range []string{"unit", "rent"} {
		e.Fields[i].Name = name
		for _, n := range rows {
			if c, ok := doc.Rows[n].Cell(i); ok {
				e.Fields[i].Verdict = verdict.Accepted
				e.Fields[i].Evidence = append(e.Fields[i].Evidence, verdict.Evidence{Row: n, Col: i, End: len(c.Text)})
			}
		}
	}
	return e
}

func TestClassify(t *testing.T) {
	doc := document("Unit | Rent", "A1 | 10.00", "A2 | 20.00", "A3 | 30.00", "A4 | 40.00", "see the lease", "Net due | 100.00", "Sum of it | 100.00")
	tk := &task.Task{
		Document: []task.Field{{Name: "due", Type: task.Money, Labels: []string{"Net due"}}},
		Records:  []task.Record{{Name: "unit", Fields: []task.Field{{Name: "unit"}, {Name: "rent", Type: task.Money}}}},
	}
	entries := []verdict.Entry{entry(doc, 1), entry(doc, 2), entry(doc, 4)}
	for _, c := range []struct {
		name   string
		others []claim.Other
		onSum  bool
		want   string // of rows 3, 5, 6, 7
		codes  string
	}{
		{"nothing said", nil, false, "uncovered uncovered total uncovered", "LEDGER001 LEDGER001 LEDGER001"},
		{"a lost record is no note", []claim.Other{{Rows: []int{3, 5}, Kind: "note"}}, false, "note note total uncovered", "LEDGER002 LEDGER001"},
		{"a total that only the answer knows has the shape of the records", []claim.Other{{Rows: []int{7}, Kind: "total"}}, false,
			"uncovered uncovered total total", "LEDGER002 LEDGER001 LEDGER001"},
		{"the first word stands", []claim.Other{{Rows: []int{5}, Kind: "note"}, {Rows: []int{5}, Kind: "total"}}, false, "uncovered note total uncovered", "LEDGER001 LEDGER001"},
		{"a label wins over the answer's word", []claim.Other{{Rows: []int{6}, Kind: "note"}}, false, "uncovered uncovered total uncovered", "LEDGER001 LEDGER001 LEDGER001"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := Classify(&Input{
				Doc: doc, Structure: structure.WithHeadings(doc, []int{0}), Task: tk, Entries: verdict.EntriesOf(entries...), Others: c.others,
				Carried: func(int, int) bool { return false }, Parts: func(int) [][]int { return nil },
			})
			var got []string
			for _, n := range []int{3, 5, 6, 7} {
				got = append(got, out.Classes[n].String())
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("classes %s, want %s", s, c.want)
			}
			var codes []string
			for _, f := range out.Findings {
				if f.Severity() != finding.Note {
					codes = append(codes, f.Code)
				}
			}
			if s := strings.Join(codes, " "); s != c.codes {
				t.Errorf("findings %s, want %s", s, c.codes)
			}
			if out.Classes[0] != verdict.OfHeading || out.Classes[1] != verdict.OfRecord || out.RowEntry[4] != 2 || out.RowEntry[3] != -1 {
				t.Errorf("classes %v, entries %v", out.Classes, out.RowEntry)
			}
		})
	}
}

// TestRecordOnTotal checks that a record on a total row is named.
func TestRecordOnTotal(t *testing.T) {
	doc := document("Unit | Rent", "A1 | 10.00", "A2 | 20.00", "Total | 30.00")
	tk := &task.Task{Records: []task.Record{{Name: "unit", Fields: []task.Field{{Name: "unit"}, {Name: "rent", Type: task.Money}}}}}
	out := Classify(&Input{
		Doc: doc, Structure: structure.WithHeadings(doc, []int{0}), Task: tk, Entries: verdict.EntriesOf(entry(doc, 1), entry(doc, 2), entry(doc, 3)),
		Carried: func(int, int) bool { return false }, Parts: func(int) [][]int { return nil },
	})
	if len(out.OnTotal) != 1 || out.OnTotal[0] != 2 || out.Classes[3] != verdict.OfTotal {
		t.Errorf("on total %v, class %s", out.OnTotal, out.Classes[3])
	}
}
