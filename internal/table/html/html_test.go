package html

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowproof/rowproof/internal/table"
)

func read(text string, lim table.Limits) (*table.Document, error) {
	src := table.Source{Name: "x.xls", Data: strings.NewReader(text), Size: int64(len(text))}
	return table.Collect(context.Background(), Reader{}, "html", src, table.Options{Limits: lim})
}

func grid(d *table.Document) [][]string {
	var out [][]string
	for i := range d.Rows {
		row := make([]string, d.Tables[d.Rows[i].Table].Columns)
		for _, c := range d.Rows[i].Cells {
			row[c.Col] = c.Text
		}
		out = append(out, row)
	}
	return out
}

func TestTables(t *testing.T) {
	d, err := read(`<html><head><style>td{a:b}</style></head><body><p>Report</p>
<table><tr><th>Unit<th colspan=2>Rent &amp;
 charges</tr>
<tr><td rowspan="2">A&nbsp;1<td>1,200.00</td><td>Mr<br>Smith</td></tr>
<tr><td>5<td><table><tr><td>in</td></tr></table></tr></table>
<table><tr><td>second</table></body>`, table.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"Unit", "Rent & charges", ""}, {"A\u00a01", "1,200.00", "Mr\nSmith"}, {"", "5", "in"}, {"second"}}
	if diff := cmp.Diff(want, grid(d)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	merges := []table.Area{{FirstLine: 1, LastLine: 1, FirstCol: 1, LastCol: 2}, {FirstLine: 2, LastLine: 3, FirstCol: 0, LastCol: 0}}
	if diff := cmp.Diff(merges, d.Tables[0].Merges); diff != "" {
		t.Errorf("merges: -want +got:\n%s", diff)
	}
	if len(d.Tables) != 2 || !cmp.Equal(d.Tables[0].Headings, []int{0}) {
		t.Errorf("tables %d, headings %v", len(d.Tables), d.Tables[0].Headings)
	}
}

func TestWithoutTable(t *testing.T) {
	var u *table.Unreadable
	if _, err := read("<!DOCTYPE html><p>Log in, please", table.Limits{}); !errors.As(err, &u) {
		t.Errorf("got %v", err)
	}
}

func TestCellLimit(t *testing.T) {
	var le *table.LimitError
	if _, err := read("<table><td>"+strings.Repeat("x ", 1000), table.Limits{CellBytes: 100}); !errors.As(err, &le) || le.Limit != "cell_bytes" {
		t.Errorf("got %v", err)
	}
}

// A page that ends inside a table is no shorter table.
func TestCutOff(t *testing.T) {
	whole := "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>"
	if d, err := read(whole, table.Limits{}); err != nil || len(d.Rows) != 2 {
		t.Fatalf("whole: %v", err)
	}
	for n := len("<table>"); n < len(whole)-1; n++ {
		var u *table.Unreadable
		if _, err := read(whole[:n], table.Limits{}); !errors.As(err, &u) {
			t.Errorf("%q: %v", whole[:n], err)
		}
	}
}

// What a browser does not show is counted, and read on request only.
func TestHidden(t *testing.T) {
	page := `<table><tr><td>a<td style="Display : none">b<td>c<tr hidden><td>d<tr style="visibility:collapse"><td>e</table><table style="display:none"><tr><td>f</table>`
	for _, hidden := range []bool{false, true} {
		src := table.Source{Name: "x.html", Data: strings.NewReader(page), Size: int64(len(page))}
		d, err := table.Collect(context.Background(), Reader{}, "html", src, table.Options{Hidden: hidden})
		if err != nil {
			t.Fatal(err)
		}
		want := [][]string{{"a", "", "c"}}
		if hidden {
			want = [][]string{{"a", "b", "c"}, {"d", "", ""}, {"e", "", ""}, {"f"}}
		}
		if diff := cmp.Diff(want, grid(d)); diff != "" {
			t.Errorf("hidden %v: -want +got:\n%s", hidden, diff)
		}
		parts := []table.HiddenPart{{Kind: "rows", Table: "table 1", Count: 2, Read: hidden}, {Kind: "text", Table: "table 1", Count: 1, Read: hidden}, {Kind: "rows", Table: "table 2", Count: 1, Read: hidden}}
		if diff := cmp.Diff(parts, d.Hidden); diff != "" {
			t.Errorf("hidden %v: -want +got:\n%s", hidden, diff)
		}
	}
}

func FuzzHTML(f *testing.F) {
	for _, s := range []string{"<table><tr><td rowspan=3>a<td>b<tr><td>c", "<table><td colspan=99999>x</table><td>", "<tr><td><table><script>x</script>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := read(s, table.Limits{CellBytes: 1 << 16})
		if err != nil {
			return
		}
		for i := range d.Rows {
			last := int32(-1)
			for _, c := range d.Rows[i].Cells {
				if c.Col <= last {
					t.Fatalf("row %d: column %d after %d", i, c.Col, last)
				}
				last = c.Col
			}
		}
	})
}
