// Package tabletest holds what every reader of tables keeps to, as one suite: the rows are
// those of the file, what is wrong with a file is an error of a known kind, a limit that is
// passed is named, and the same bytes give the same document.
package tabletest

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
)

// A Format is one reader and how its files are made.
type Format struct {
	Name    string // "xlsx"
	Reader  table.Reader
	Encode  func(Grid) ([]byte, error)
	Cuts    bool // every file that is cut off is an error; text that ends early may be whole
	Flipped bool // every changed byte of a file's rows is an error: the format has checksums
}

// Sample is a table with what readers get wrong: quotes, markup, line breaks in cells, gaps,
// a blank row, letters of several scripts.
func Sample() Grid {
	return Grid{
		{"Unit", "Tenant", "Rent", "Since"},
		{"A1", `Smith "and" sons; Ltd`, "1,200.00", "01.05.2026"},
		{"A2", "", "980", "<b>&amp;</b>"},
		{"", "", "", ""},
		{"", "Žlutý kůň, 平成", "-31,20 €", "x"},
		{"B1", "first line\nsecond line", "0", ""},
		{"Total", "", "2,148.80", "'=SUM(C2:C6)"},
	}
}

// Contract runs the suite.
func Contract(t *testing.T, f Format) {
	t.Run("rows", f.rows)
	t.Run("limits", f.limits)
	t.Run("damage", f.damage)
	t.Run("cancelled", f.cancelled)
}

// Read reads bytes with the format's reader.
func (f Format) Read(ctx context.Context, raw []byte, lim table.Limits) (*table.Document, error) {
	src := table.Source{Name: "grid." + f.Name, Data: bytes.NewReader(raw), Size: int64(len(raw))}
	return table.Collect(ctx, f.Reader, f.Name, src, table.Options{Limits: lim})
}

func (f Format) encode(t *testing.T, g Grid) []byte {
	t.Helper()
	raw, err := f.Encode(g)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// GridOf returns the texts of a document's rows; rows without text are in neither.
func GridOf(doc *table.Document) Grid {
	var out Grid
	for i := range doc.Rows {
		var row []string
		for _, c := range doc.Rows[i].Cells {
			for len(row) < int(c.Col) {
				row = append(row, "")
			}
			row = append(row, c.Text)
		}
		out = append(out, row)
	}
	return out
}

// printed returns what a reader makes of a grid: no rows and no row's end without text.
func printed(g Grid) Grid {
	var out Grid
	for _, row := range g {
		n := len(row)
		for n > 0 && row[n-1] == "" {
			n--
		}
		if n > 0 {
			out = append(out, row[:n])
		}
	}
	return out
}

func (f Format) rows(t *testing.T) {
	wide := make([]string, 300)
	for i := range wide {
		wide[i] = "c" + strings.Repeat("x", i%7)
	}
	long := Grid{}
	for i := range 3000 {
		long = append(long, []string{"row", strings.Repeat("y", i%11+1), "z"})
	}
	for name, g := range map[string]Grid{"sample": Sample(), "wide": {wide, wide}, "long": long} {
		raw := f.encode(t, g)
		doc, err := f.Read(context.Background(), raw, table.DefaultLimits())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, want := GridOf(doc), printed(g); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: reads as\n%q\nwant\n%q", name, got, want)
		}
		f.whole(t, name, doc)
		again, err := f.Read(context.Background(), raw, table.DefaultLimits())
		if err != nil || !reflect.DeepEqual(doc, again) {
			t.Errorf("%s: another document from the same bytes (%v)", name, err)
		}
	}
}

// whole checks that the rows are numbered and stand in their tables, ascending.
func (f Format) whole(t *testing.T, name string, doc *table.Document) {
	t.Helper()
	next := 0
	for i := range doc.Tables {
		tb := &doc.Tables[i]
		if tb.Index != i || tb.First != next || tb.End < tb.First {
			t.Errorf("%s: table %d has rows %d to %d after %d", name, i, tb.First, tb.End, next)
		}
		next = tb.End
	}
	if next != len(doc.Rows) {
		t.Errorf("%s: the tables hold %d rows of %d", name, next, len(doc.Rows))
	}
	line := 0
	for n := range doc.Rows {
		r := &doc.Rows[n]
		if r.Number != n || r.Line <= line {
			t.Errorf("%s: row %d is numbered %d, line %d after %d", name, n, r.Number, r.Line, line)
		}
		line = r.Line
		for k := 1; k < len(r.Cells); k++ {
			if r.Cells[k].Col <= r.Cells[k-1].Col {
				t.Errorf("%s: row %d has its cells out of order", name, n)
			}
		}
	}
}

func (f Format) limits(t *testing.T) {
	raw := f.encode(t, Sample())
	for limit, set := range map[string]func(*table.Limits){
		"bytes":      func(l *table.Limits) { l.Bytes = int64(len(raw)) - 1 },
		"rows":       func(l *table.Limits) { l.Rows = 5 },
		"columns":    func(l *table.Limits) { l.Columns = 3 },
		"cells":      func(l *table.Limits) { l.Cells = 10 },
		"cell_bytes": func(l *table.Limits) { l.CellBytes = 15 },
	} {
		lim := table.DefaultLimits()
		set(&lim)
		_, err := f.Read(context.Background(), raw, lim)
		var l *table.LimitError
		if !errors.As(err, &l) || l.Limit != limit || !strings.Contains(err.Error(), limit) {
			t.Errorf("over %s: %v", limit, err)
		}
	}
}

// damage cuts the file at every byte and changes every byte: the reader gives an error of a
// known kind or a document, and where the format can tell, never another document.
func (f Format) damage(t *testing.T) {
	raw := f.encode(t, Sample())
	want, err := f.Read(context.Background(), raw, table.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < len(raw); n++ {
		doc, err := f.Read(context.Background(), raw[:n], table.DefaultLimits())
		f.known(t, "cut", n, err)
		if err == nil && f.Cuts && !reflect.DeepEqual(GridOf(doc), GridOf(want)) {
			t.Errorf("cut at byte %d of %d: %d rows without an error", n, len(raw), len(doc.Rows))
		}
	}
	changed := bytes.Clone(raw)
	for n := range raw {
		changed[n] ^= 1 << (n % 8)
		doc, err := f.Read(context.Background(), changed, table.DefaultLimits())
		f.known(t, "changed", n, err)
		if err == nil && f.Flipped && !reflect.DeepEqual(GridOf(doc), GridOf(want)) {
			t.Errorf("byte %d of %d changed: other rows without an error", n, len(raw))
		}
		changed[n] = raw[n]
	}
}

func (f Format) known(t *testing.T, what string, at int, err error) {
	t.Helper()
	var u *table.Unreadable
	var l *table.LimitError
	if err != nil && !errors.As(err, &u) && !errors.As(err, &l) {
		t.Errorf("%s at byte %d: an error of no kind: %v", what, at, err)
	}
}

func (f Format) cancelled(t *testing.T) {
	g := Grid{}
	for range 20_000 {
		g = append(g, []string{"a", "b"})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.Read(ctx, f.encode(t, g), table.DefaultLimits()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
