package ods

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

const head = `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"><office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>`

const foot = `</office:spreadsheet></office:body></office:document-content>`

func archive(t testing.TB, content string, more ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	files := append([]string{"mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", content}, more...)
	for i := 0; i < len(files); i += 2 {
		w, err := zw.Create(files[i])
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(raw []byte, opt table.Options) (*table.Document, error) {
	if opt.Limits == (table.Limits{}) {
		opt.Limits = table.DefaultLimits()
	}
	src := table.Source{Name: "test.ods", Data: bytes.NewReader(raw), Size: int64(len(raw))}
	return table.Collect(context.Background(), Reader{}, "ods", src, opt)
}

func describe(doc *table.Document) string {
	var b strings.Builder
	for i := range doc.Rows {
		r := &doc.Rows[i]
		fmt.Fprintf(&b, "%s!%d", doc.Tables[r.Table].Name, r.Line)
		for _, c := range r.Cells {
			fmt.Fprintf(&b, "|%s=%q", table.ColumnName(int(c.Col)), c.Text)
			if c.Stored != "" {
				fmt.Fprintf(&b, "(%s)", c.Stored)
			}
			if c.Flags&table.HiddenCell != 0 {
				b.WriteString("<hidden>")
			}
			if c.Flags&table.Uncached != 0 {
				b.WriteString("<uncached>")
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

const sheets = `<table:table table:name="Roll" table:style-name="ta1">
<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/><table:table-column table:number-columns-repeated="1020"/>
<table:table-header-rows><table:table-row><table:table-cell office:value-type="string" table:number-columns-spanned="2" table:number-rows-spanned="1"><text:p>Unit <text:span>and</text:span><text:s text:c="2"/>tenant</text:p><text:p>second line</text:p></table:table-cell><table:covered-table-cell><text:p>under</text:p></table:covered-table-cell><table:table-cell office:value-type="string"><office:annotation><text:p>a remark</text:p></office:annotation><text:p><text:a xlink:href="https://example.org/">Rent</text:a></text:p></table:table-cell></table:table-row></table:table-header-rows>
<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>
<table:table-row><table:table-cell office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell><table:table-cell/><table:table-cell office:value-type="currency" office:value="1234.5"><text:p>1.234,50 €</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>secret</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2026-05-01T00:00:00"><text:p>01.05.26</text:p></table:table-cell><table:table-cell office:value-type="time" office:time-value="PT14H30M00S"><text:p>14:30</text:p></table:table-cell><table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell><table:table-cell table:formula="of:=SUM([.A1:.A2])"/></table:table-row>
<table:table-row table:visibility="collapse"><table:table-cell office:value-type="string"><text:p>hidden row</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="float" office:value="0" table:number-columns-repeated="2"><text:p>-</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048566"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>
</table:table><table:table table:name="Aside" table:style-name="ta2"><table:table-row><table:table-cell office:value-type="string"><text:p>aside</text:p></table:table-cell></table:table-row></table:table>`

func TestRead(t *testing.T) {
	doc, err := read(archive(t, head+sheets+foot), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `Roll!1|A="Unit and  tenant\nsecond line"|C="Rent"
Roll!5|A="1"(1)|C="1.234,50 €"(1234.5)|E="01.05.26"(2026-05-01)|F="14:30"(T14:30:00)|G="WAHR"(true)|H="=SUM([.A1:.A2])"<uncached>
Roll!7|A="-"(0)|B="-"(0)
Roll!8|A="-"(0)|B="-"(0)
`
	if got := describe(doc); got != want {
		t.Errorf("reads as\n%swant\n%s", got, want)
	}
	roll := doc.Tables[0]
	if len(doc.Tables) != 1 || len(roll.Merges) != 1 || roll.Merges[0] != (table.Area{FirstLine: 1, FirstCol: 0, LastLine: 1, LastCol: 1}) {
		t.Errorf("tables and merges: %+v", doc.Tables)
	}
	if len(roll.Notes) != 2 || roll.Notes[0].Text != "a remark" || roll.Notes[1].Kind != "link" {
		t.Errorf("notes: %+v", roll.Notes)
	}
	if len(roll.Headings) != 1 || roll.Headings[0] != 0 {
		t.Errorf("headings: %v", roll.Headings)
	}
	hidden := fmt.Sprint(doc.Hidden)
	for _, part := range []string{"{rows Roll 1 false}", "{columns Roll 1 false}", "{text Roll 1 false}", "{sheet Aside 1 false}"} {
		if !strings.Contains(hidden, part) {
			t.Errorf("%s is missing in %s", part, hidden)
		}
	}
}

func TestDeclared(t *testing.T) {
	const sheet = `<table:table table:name="It's one"><table:table-row><table:table-cell office:value-type="string"><text:p>title</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row></table:table>`
	const ranges = `<table:database-ranges><table:database-range table:name="Units" table:target-range-address="$'It''s one'.$A$2:.$C$9" table:display-filter-buttons="true"/></table:database-ranges>`
	doc, err := read(archive(t, head+sheet+ranges+foot), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := table.Declared{Name: "Units", Area: table.Area{FirstLine: 2, FirstCol: 0, LastLine: 9, LastCol: 2}, Headings: 1, Filter: true}
	if d := doc.Tables[0].Declared; len(d) != 1 || d[0] != want {
		t.Errorf("declared: %+v", d)
	}
	if h := doc.Tables[0].Headings; len(h) != 1 || h[0] != 1 {
		t.Errorf("headings: %v", h)
	}
	for _, bad := range []string{"", "A1", "S.1", "S.A0", "S.A1:S.", "S.ZZZZ1"} {
		if _, _, ok := parseRange(bad); ok {
			t.Errorf("%q is a range", bad)
		}
	}
}

func TestReadHidden(t *testing.T) {
	doc, err := read(archive(t, head+sheets+foot), table.Options{Hidden: true})
	if err != nil {
		t.Fatal(err)
	}
	got := describe(doc)
	for _, part := range []string{`B="under"<hidden>`, `D="secret"<hidden>`, `Roll!6|A="hidden row"<hidden>`, `Aside!1|A="aside"<hidden>`} {
		if !strings.Contains(got, part) {
			t.Errorf("%s is missing in\n%s", part, got)
		}
	}
}

func TestRefused(t *testing.T) {
	row := `<table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row>`
	cases := []struct {
		name, content string
		more          []string
		code, place   string
	}{
		{name: "cut", content: head + row, code: finding.Damaged, place: "S, row 1"},
		{name: "bad entity", content: head + row + `<table:table-row><table:table-cell><text:p>&foo;</text:p></table:table-cell></table:table-row></table:table>` + foot, code: finding.Damaged, place: "S, row 2"},
		{name: "encrypted", content: "x", more: []string{"META-INF/manifest.xml", `<manifest><encryption-data/></manifest>`}, code: finding.Encrypted},
		{name: "doctype", content: `<!DOCTYPE x>` + head + foot, code: finding.Damaged},
	}
	for _, c := range cases {
		_, err := read(archive(t, c.content, c.more...), table.Options{})
		var u *table.Unreadable
		if !errors.As(err, &u) || u.Code != c.code || !strings.Contains(u.Place, c.place) {
			t.Errorf("%s: %v, want %s at %s", c.name, err, c.code, c.place)
		}
	}
	million := head + `<table:table table:name="S"><table:table-row table:number-rows-repeated="2000000"><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row></table:table>` + foot
	var l *table.LimitError
	few := table.DefaultLimits()
	few.Rows = 10_000
	if _, err := read(archive(t, million), table.Options{Limits: few}); !errors.As(err, &l) || l.Limit != "rows" {
		t.Errorf("two million repeated rows: %v", err)
	}
	wide := head + `<table:table table:name="S"><table:table-row><table:table-cell office:value-type="string" table:number-columns-repeated="20000"><text:p>a</text:p></table:table-cell></table:table-row></table:table>` + foot
	if _, err := read(archive(t, wide), table.Options{}); !errors.As(err, &l) || l.Limit != "columns" {
		t.Errorf("twenty thousand repeated columns: %v", err)
	}
}

func FuzzContent(f *testing.F) {
	seeds := []string{head + sheets + foot, head + foot, head, "", `<a/>`, head + `<table:table table:name="S"><table:table-row table:number-rows-repeated="-1"/></table:table>` + foot}
	for _, s := range seeds {
		f.Add(s)
	}
	limits := table.DefaultLimits()
	limits.Rows, limits.Cells = 5000, 100_000
	f.Fuzz(func(t *testing.T, content string) {
		doc, err := read(archive(t, content), table.Options{Limits: limits, Hidden: true})
		if err == nil && len(doc.Rows) > limits.Rows {
			t.Fatalf("%d rows", len(doc.Rows))
		}
	})
}
