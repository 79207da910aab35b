package xlsx

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
)

// sheetOf wraps rows and what follows them.
func sheetOf(before, rows, after string) string {
	return `<worksheet>` + before + `<sheetData>` + rows + `</sheetData>` + after + `</worksheet>`
}

func TestSheets(t *testing.T) {
	const style = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-41E]d mmmm yyyy"/><numFmt numFmtId="165" formatCode=";;;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`
	cases := []struct {
		name, sheet string
		opt         table.Options
		want        string
	}{
		{"a merged area that starts in a hidden column shows its text in the next one",
			sheetOf(`<cols><col min="1" max="1" hidden="1"/></cols>`, `<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>3</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>`, `<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`),
			table.Options{}, "S!1|A=\"1\"|C=\"3\"\nmerge S A1:B1\nhidden lines [] columns [0]\nhidden columns S 1 read=false\n"},
		{"a column of no width and a row of no height are hidden",
			sheetOf(`<cols><col min="2" max="3" width="0"/></cols>`, `<row r="1" ht="0"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2"><v>9</v></c></row>`, ``),
			table.Options{}, "S!2|A=\"2\"\nhidden lines [1] columns [1]\nhidden rows S 1 read=false\nhidden columns S 1 read=false\n"},
		{"built-in 14 follows the locale",
			sheetOf(``, `<row r="1"><c r="A1" s="1"><v>45123</v></c></row>`, ``), table.Options{Locale: "de-DE"}, "S!1|A=\"16.07.2023\"(2023-07-16)\n"},
		{"names of a language that is not built in are English, with a warning",
			sheetOf(``, `<row r="1"><c r="A1" s="2"><v>45123</v></c><c r="B1" s="2"><v>45124</v></c></row>`, ``), table.Options{},
			"S!1|A=\"16 July 2023\"(2023-07-16)|B=\"17 July 2023\"(2023-07-17)\nwarning SOURCE017 S!A1: names in the language 41E are not built in; English was used\n"},
		{"an autofilter's range is declared, its first line a heading",
			sheetOf(``, `<row r="3"><c r="A3"><v>1</v></c></row><row r="4"><c r="A4"><v>2</v></c></row>`, `<autoFilter ref="A3:B9"/>`), table.Options{},
			"S!3|A=\"1\"\nS!4|A=\"2\"\ndeclared S \"\" A3:B9 headings=1 totals=0 filter=true\nheadings S [0]\n"},
		{"a comment about rows does not mislead",
			sheetOf(`<!-- <sheetData><row r="9"/> -->`, `<row r="1"><c r="A1"><v>1</v></c></row><!-- x --><row r="2"><c r="A2"><v>2</v></c></row>`, `<mergeCells><mergeCell ref="A2:B2"/></mergeCells>`), table.Options{},
			"S!1|A=\"1\"\nS!2|A=\"2\"\nmerge S A2:B2\n"},
		{"a text that its format hides is counted",
			sheetOf(``, `<row r="1"><c r="A1" s="3" t="s"><v>0</v></c><c r="B1"><v>2</v></c></row>`, ``), table.Options{},
			"S!1|B=\"2\"\nhidden text S 1 read=false\n"},
		{"a text that its format hides is read on request",
			sheetOf(``, `<row r="1"><c r="A1" s="3" t="s"><v>0</v></c><c r="B1"><v>2</v></c></row>`, ``), table.Options{Hidden: true},
			"S!1|A=\"one\"<hidden>|B=\"2\"\nhidden text S 1 read=true\n"},
		{"overlapping merges hide nothing of each other",
			sheetOf(``, `<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>3</v></c></row>`, `<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="B1:C1"/></mergeCells>`), table.Options{},
			"S!1|A=\"1\"|C=\"3\"\nmerge S A1:B1\nmerge S B1:C1\n"},
		{"a blank cell given again does not replace a value",
			sheetOf(``, `<row r="1"><c r="A1"><v>1</v></c><c r="A1"/></row>`, ``), table.Options{}, "S!1|A=\"1\"\n"},
		{"a surrogate pair and a control character in an escape",
			sheetOf(``, `<row r="1"><c r="A1" t="str"><v>_xD83D__xDE00_ _x0007_</v></c></row>`, ``), table.Options{}, "S!1|A=\"😀 \"\nwarning SOURCE020 S!A1: control characters dropped\n"},
	}
	for _, c := range cases {
		doc, err := readBytes("x.xlsx", workbook(t, c.sheet, style, fuzzSST), c.opt)
		if got := describe(doc, err); got != c.want {
			t.Errorf("%s: reads as\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func TestOutlineLevels(t *testing.T) {
	doc, err := readBytes("x.xlsx", workbook(t, sheetOf(``, `<row r="1" outlineLevel="2"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>`, ``), "", ""), table.Options{})
	if err != nil || len(doc.Rows) != 2 || doc.Rows[0].Level != 2 || doc.Rows[1].Level != 0 {
		t.Fatalf("%v %v", doc, err)
	}
}

// TestLimits passes each limit by one.
func TestLimits(t *testing.T) {
	rows := `<row><c t="inlineStr"><is><t>` + strings.Repeat("x", 100) + `</t></is></c><c><v>2</v></c></row><row><c><v>3</v></c></row>`
	raw := workbook(t, sheetOf(``, rows, ``), fuzzStyle, fuzzSST)
	cases := map[string]func(l *table.Limits){
		"bytes":        func(l *table.Limits) { l.Bytes = int64(len(raw)) - 1 },
		"entries":      func(l *table.Limits) { l.Entries = 6 },
		"rows":         func(l *table.Limits) { l.Rows = 1 },
		"columns":      func(l *table.Limits) { l.Columns = 1 },
		"cells":        func(l *table.Limits) { l.Cells = 2 },
		"cell_bytes":   func(l *table.Limits) { l.CellBytes = 99 },
		"decompressed": func(l *table.Limits) { l.Decompressed = 700 },
	}
	for name, set := range cases {
		opt := table.Options{Limits: table.DefaultLimits()}
		set(&opt.Limits)
		var l *table.LimitError
		if _, err := readBytes("x.xlsx", raw, opt); !errors.As(err, &l) || l.Limit != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := readBytes("x.xlsx", raw, table.Options{}); err != nil {
		t.Errorf("within the limits: %v", err)
	}
}

// TestSpill moves the shared strings to a file and reads the same.
func TestSpill(t *testing.T) {
	p := &pool{spill: 50}
	defer p.close()
	for i := range 100_000 {
		if err := p.add(fmt.Appendf(nil, "string %d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if p.file == nil {
		t.Fatal("nothing was spilled")
	}
	for _, i := range []int{0, 1, 5, 6, 70_000, 99_999} {
		if s, ok, err := p.get(i); !ok || err != nil || string(s) != fmt.Sprintf("string %d", i) {
			t.Errorf("string %d is %q %v %v", i, s, ok, err)
		}
	}
	if _, ok, _ := p.get(100_000); ok {
		t.Error("a string beyond the last one")
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	raw := workbook(t, fuzzSheet, fuzzStyle, fuzzSST)
	src := table.Source{Name: "x.xlsx", Data: strings.NewReader(string(raw)), Size: int64(len(raw))}
	if _, err := table.Collect(ctx, Reader{}, "xlsx", src, table.Options{}); !errors.Is(err, context.Canceled) {
		t.Fatalf("read to the end: %v", err)
	}
}

// A discard takes rows and forgets them.
type discard struct{ rows int }

func (d *discard) StartTable(*table.Table) error { return nil }
func (d *discard) EndTable(*table.Table) error   { return nil }
func (d *discard) Warn(table.Warning) error      { return nil }
func (d *discard) Row(*table.Row) error          { d.rows++; return nil }

// BenchmarkRead reads a sheet of 2,000 rows with texts, dates and amounts.
func BenchmarkRead(b *testing.B) {
	var rows strings.Builder
	for i := 1; i <= 2000; i++ {
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%d" t="s"><v>0</v></c><c r="B%d" s="1"><v>%d.5</v></c><c r="C%d"><v>%d.25</v></c></row>`, i, i, i, 40000+i, i, i*7)
	}
	raw := workbook(b, sheetOf(``, rows.String(), ``), fuzzStyle, fuzzSST)
	b.SetBytes(int64(rows.Len()))
	b.ReportAllocs()
	for b.Loop() {
		d := &discard{}
		e := table.NewEmitter(d, table.DefaultLimits())
		src := table.Source{Name: "x.xlsx", Data: strings.NewReader(string(raw)), Size: int64(len(raw))}
		if err := (Reader{}).Read(context.Background(), src, table.Options{Limits: table.DefaultLimits()}, e); err != nil || d.rows != 2000 {
			b.Fatal(d.rows, err)
		}
	}
}
