package csv

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowproof/rowproof/internal/table"
)

var update = flag.Bool("update", false, "rewrite the golden file")

func read(name string, data []byte, opt table.Options) (*table.Document, error) {
	src := table.Source{Name: name, Data: bytes.NewReader(data), Size: int64(len(data))}
	return table.Collect(context.Background(), Reader{}, "csv", src, opt)
}

// dump writes a document with every row's place and cells, so that a person can review it.
func dump(w *strings.Builder, d *table.Document, err error) {
	if err != nil {
		fmt.Fprintf(w, "error: %v\n", err)
		return
	}
	fmt.Fprintf(w, "found: %s\n", d.Tables[0].Found)
	for i := range d.Rows {
		r := &d.Rows[i]
		fmt.Fprintf(w, "%d line %d:", r.Number, r.Line)
		for j := range r.Cells {
			fmt.Fprintf(w, " [%d]%q", r.Cells[j].Col, r.Cells[j].Text)
		}
		fmt.Fprintln(w)
	}
	for _, x := range d.Warnings {
		fmt.Fprintf(w, "warning: %s row %d %s\n", x.Code, x.Row, x.Detail)
	}
}

func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.?sv")
	if err != nil || len(files) < 34 {
		t.Fatalf("found %d cases, want at least 34 (%v)", len(files), err)
	}
	var got strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "== %s\n", filepath.Base(f))
		d, err := read(filepath.Base(f), data, table.Options{Limits: table.DefaultLimits()})
		dump(&got, d, err)
	}
	const golden = "testdata/cases.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestStatedDelimiterAndEncoding(t *testing.T) {
	d, err := read("x.csv", []byte("a,b;c\n1,2;3\n"), table.Options{Delimiter: ";"})
	if err != nil || len(d.Rows) != 2 || d.Rows[1].Cells[0].Text != "1,2" {
		t.Errorf("stated delimiter: %v %v", d, err)
	}
	d, err = read("x.csv", []byte("a;b\nM\x9fller;2\n"), table.Options{Encoding: "macintosh"})
	if err != nil || d.Rows[1].Cells[0].Text != "Müller" {
		t.Errorf("stated encoding: %v %v", d, err)
	}
	var u *table.Unreadable
	if _, err := read("x.csv", []byte("a;b\n"), table.Options{Encoding: "klingon"}); !errors.As(err, &u) || u.Hint == "" {
		t.Errorf("unknown encoding: %v", err)
	}
	if _, err := read("x.csv", []byte("a;b\n"), table.Options{Delimiter: "ab"}); !errors.As(err, &u) {
		t.Errorf("delimiter of two characters: %v", err)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		limit string
		data  string
		lim   table.Limits
	}{
		{"cell_bytes", "a,b\n1," + strings.Repeat("x", 2<<20) + "\n", table.Limits{CellBytes: 1 << 20}},
		{"cell_bytes", "a,b\n1,\"" + strings.Repeat("x", 2<<20) + "\"\n", table.Limits{CellBytes: 1 << 20}},
		{"rows", "a,b\n1,2\n3,4\n", table.Limits{Rows: 2}},
		{"columns", "a,b,c\n", table.Limits{Columns: 2}},
		{"cells", "a,b,c\n1,2,3\n", table.Limits{Cells: 4}},
		{"bytes", "a,b,c\n", table.Limits{Bytes: 3}},
	} {
		_, err := read("x.csv", []byte(c.data), table.Options{Limits: c.lim})
		var le *table.LimitError
		if !errors.As(err, &le) || le.Limit != c.limit {
			t.Errorf("%s: %v", c.limit, err)
		}
	}
}

// A quotation mark that never closes must not swallow rows, wherever the buffer ends.
func TestUnclosedQuoteSwallowsNothing(t *testing.T) {
	var b strings.Builder
	b.WriteString("a,b\n")
	const rows = 60000
	for i := range rows {
		if i == 100 {
			b.WriteString("x,\"oops\n")
			continue
		}
		fmt.Fprintf(&b, "%d,value %d\n", i, i)
	}
	d, err := read("x.csv", []byte(b.String()), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Rows) != rows+1 {
		t.Errorf("%d rows, want %d", len(d.Rows), rows+1)
	}
	if d.Rows[101].Cells[1].Flags&table.Marked == 0 {
		t.Error("the row of the quotation mark is not marked")
	}
}

func FuzzCSV(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.?sv")
	if len(files) < 34 {
		f.Fatalf("%d seeds", len(files))
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := read("fuzz.csv", data, table.Options{Limits: table.Limits{CellBytes: 1 << 16}})
		if err != nil {
			return
		}
		line := 0
		for i := range d.Rows {
			r := &d.Rows[i]
			if r.Number != i || r.Line <= line {
				t.Fatalf("row %d: number %d, line %d after line %d", i, r.Number, r.Line, line)
			}
			line = r.Line
		}
	})
}
