package listing

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/open"
)

var update = flag.Bool("update", false, "write the golden files")

// schedule is a document with what a listing has to show: a title, a heading over two rows with merges, a cell
// that is merged down, hidden parts, stored values, flags, notes, a total, a footnote and texts that a
// spreadsheet program would run.
func schedule(t testing.TB) *table.Document {
	t.Helper()
	doc := &table.Document{Name: "service charge.xlsx", Format: "xlsx", SHA256: strings.Repeat("ab", 32), Bytes: 9000}
	e := table.NewEmitter(table.Keep(doc), table.Limits{})
	sheet := &table.Table{Name: "Rent & charges", Shape: table.Sheet, Found: "the sheet's cells"}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(e.Table(sheet))
	text := func(col int, s string) table.Cell { return table.Cell{Col: int32(col), Text: s} }
	number := func(col int, s, stored string) table.Cell {
		return table.Cell{Col: int32(col), Text: s, Stored: stored, Kind: table.Number, Format: "#,##0.00"}
	}
	day := table.Cell{Col: 2, Text: "01/05/26", Stored: "2026-05-01", Kind: table.Date, Format: "dd/mm/yy"}
	uncached := table.Cell{Col: 4, Text: "=D6*12", Kind: table.Text, Flags: table.Formula | table.Uncached}
	hidden := number(3, "950.00", "950")
	hidden.Flags = table.HiddenCell
	marked := text(1, "Larkin <b>\nand Sons")
	marked.Flags = table.Marked
	rows := []table.Row{
		{Line: 1, Cells: []table.Cell{text(0, "Mill House | service charge")}},
		{Line: 3, Cells: []table.Cell{text(0, "Building"), text(1, "Tenant"), text(2, "Start"), text(3, "Charge")}},
		{Line: 4, Cells: []table.Cell{text(3, "Monthly"), text(4, "Yearly")}},
		{Line: 5, Cells: []table.Cell{text(0, "East wing"), text(1, "=cmd|' /C calc'!A0"), day, number(3, "1,200.00", "1200"), number(4, "14,400.00", "14400")}},
		{Line: 6, Cells: []table.Cell{marked, number(3, "875.50", "875.5"), uncached}},
		{Line: 7, Hidden: true, Cells: []table.Cell{text(0, "West wing"), text(1, "Osei Dental"), hidden}},
		{Line: 8, Cells: []table.Cell{text(0, "Annexe"), text(1, "-Petrov"), day, number(3, "99.00", "99"), number(4, "1,188.00", "1188")}},
		{Line: 9, Cells: []table.Cell{text(0, "Total"), number(3, "3,124.50", "3124.5"), number(4, "15,588.00", "15588")}},
		{Line: 11, Cells: []table.Cell{text(0, "* without VAT")}},
	}
	for i := range rows {
		_, err := e.Row(&rows[i])
		must(err)
	}
	sheet.Merges = []table.Area{{FirstLine: 3, FirstCol: 3, LastLine: 3, LastCol: 4}, {FirstLine: 5, FirstCol: 0, LastLine: 6, LastCol: 0}, {FirstLine: 3, FirstCol: 1, LastLine: 4, LastCol: 1}}
	sheet.Notes = []table.Note{{Line: 5, Col: 3, Kind: "comment", Text: "agreed by letter"}}
	sheet.HiddenLines = []int{7}
	e.Hide(table.HiddenPart{Kind: "rows", Table: sheet.Name, Count: 1, Read: true})
	e.Hide(table.HiddenPart{Kind: "sheet", Table: "Workings", Count: 12})
	must(e.Warn(table.Warning{Code: "SOURCE008", Row: 4, Col: 4, Place: "Rent & charges!E6", Detail: "a formula without a value"}))
	id, parts, err := e.Close()
	must(err)
	doc.ID, doc.Hidden = id, parts
	return doc
}

func TestGoldens(t *testing.T) {
	st := structure.Analyse(schedule(t))
	for _, format := range Formats {
		for _, withStored := range []bool{false, true} {
			var b bytes.Buffer
			if err := Write(&b, format, st, Options{Last: -1, Stored: withStored}); err != nil {
				t.Fatal(err)
			}
			name := filepath.Join("testdata", "schedule."+format)
			if withStored {
				name = filepath.Join("testdata", "schedule-stored."+format)
			}
			if *update {
				if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b.Bytes(), want) {
				t.Errorf("%s differs; run with -update and look at the difference", name)
			}
		}
	}
}

func TestCSVRunsNothing(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, "csv", structure.Analyse(schedule(t)), Options{Last: -1, Stored: true}); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, l := range lines {
		for _, cell := range l {
			if strings.HasPrefix(cell, "'=cmd") || strings.HasPrefix(cell, "'-Petrov") || strings.HasPrefix(cell, "'=D6") {
				kept++
			}
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") {
				t.Errorf("a spreadsheet program runs %q", cell)
			}
		}
	}
	if kept != 3 {
		t.Errorf("%d of 3 texts are marked as texts", kept)
	}
}

func TestSelection(t *testing.T) {
	st := structure.Analyse(schedule(t))
	count := func(opt Options) int {
		t.Helper()
		var b bytes.Buffer
		if err := Write(&b, "jsonl", st, opt); err != nil {
			t.Fatal(err)
		}
		return strings.Count(b.String(), `"type":"row"`)
	}
	for _, c := range []struct {
		opt  Options
		want int
	}{{Options{Last: -1}, 9}, {Options{First: 3, Last: 5}, 3}, {Options{First: 7, Last: -1}, 2}, {Options{Last: 99}, 9}, {Options{Last: -1, Table: "0"}, 9}, {Options{Last: -1, Table: "Rent & charges"}, 9}} {
		if got := count(c.opt); got != c.want {
			t.Errorf("%+v: %d rows, want %d", c.opt, got, c.want)
		}
	}
	err := Write(&bytes.Buffer{}, "text", st, Options{Last: -1, Table: "Rents"})
	if err == nil || !strings.Contains(err.Error(), `0 "Rent & charges"`) {
		t.Errorf("a table that is not there: %v", err)
	}
}

// bothWays streams a CSV of n rows and lists it whole.
func bothWays(t *testing.T, n int, format string) (streamed, whole string) {
	t.Helper()
	var in strings.Builder
	in.WriteString("Unit,Tenant,Rent\n")
	for i := range n - 1 {
		fmt.Fprintf(&in, "U-%d,\"Tenant \"\"%d\"\"\",%d.50\n", i, i%7, 100+i%900)
	}
	src := table.Source{Name: "long.csv", Data: strings.NewReader(in.String()), Size: int64(in.Len())}
	var b bytes.Buffer
	opt := Options{Last: -1}
	s := NewStream(&b, format, src.Name, opt)
	doc := table.Document{Name: src.Name, Bytes: src.Size}
	var err error
	if doc.Format, doc.ID, doc.Hidden, err = open.Stream(context.Background(), src, table.Options{}, s); err != nil {
		t.Fatal(err)
	}
	if doc.SHA256, err = table.Digest(src); err != nil {
		t.Fatal(err)
	}
	if s.Rows() != n {
		t.Fatalf("%d rows came, want %d", s.Rows(), n)
	}
	if err := s.Close(doc); err != nil {
		t.Fatal(err)
	}
	read, err := open.Document(context.Background(), src, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var w bytes.Buffer
	if err := Write(&w, format, structure.Analyse(read), opt); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.String()
}

func TestShortDocumentsAreListedWhole(t *testing.T) {
	for _, format := range Streamed {
		for _, n := range []int{1, 200, HeldRows} {
			if streamed, whole := bothWays(t, n, format); streamed != whole {
				t.Errorf("%s: %d rows are listed otherwise while they are read", format, n)
			}
		}
	}
}

func TestLongDocumentsHaveTheSameRows(t *testing.T) {
	n := HeldRows + 500
	for _, format := range Streamed {
		streamed, whole := bothWays(t, n, format)
		got, want := cellsIn(t, format, streamed), cellsIn(t, format, whole)
		if len(got) != n || len(want) != n {
			t.Fatalf("%s: %d and %d rows, want %d", format, len(got), len(want), n)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: row %d is %s while it is read, and %s", format, i, got[i], want[i])
			}
		}
		if format == "text" && !strings.Contains(streamed[:200], "--roles") {
			t.Error("the head does not say that roles are missing")
		}
	}
}

// cellsIn returns the rows of a listing without their roles.
func cellsIn(t *testing.T, format, text string) []string {
	t.Helper()
	var out []string
	for line := range strings.Lines(text) {
		switch format {
		case "text":
			if f := strings.Fields(line); len(f) > 2 && f[1] == "line" {
				out = append(out, line[:21]+line[31:])
			}
		case "jsonl":
			var r struct {
				Type, Role string
				N          int
				Place      table.Place
				Cells      []cell
			}
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			if r.Type == "row" {
				out = append(out, fmt.Sprint(r.N, r.Place, r.Cells))
			}
		case "csv":
			rec, err := csv.NewReader(strings.NewReader(line)).Read()
			if err != nil {
				t.Fatal(err)
			}
			if rec[0] != "row" {
				rec[3] = ""
				out = append(out, strings.Join(rec, "\x00"))
			}
		}
	}
	return out
}
