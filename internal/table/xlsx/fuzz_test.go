package xlsx

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
)

const (
	fuzzTypes = `<Types/>`
	fuzzRels  = `<Relationships><Relationship Id="rId1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	fuzzBook  = `<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`
	fuzzBooks = `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/styles" Target="styles.xml"/><Relationship Id="rId3" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`
	fuzzSheet = `<worksheet><cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1" outlineLevel="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45123.5</v></c><c><f>A1</f></c></row><row r="3" hidden="1"><c r="C3" t="inlineStr"><is><r><t>a</t></r><rPh><t>b</t></rPh></is></c><c t="e"><v>#N/A</v></c></row></sheetData><autoFilter ref="A1:B3"/><mergeCells><mergeCell ref="A1:A3"/></mergeCells></worksheet>`
	fuzzStyle = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[Red][&lt;0]0.0;[$-407]d\. mmmm yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`
	fuzzSST   = `<sst count="1"><si><t>one</t></si><si><r><t>a_x000D_</t></r><rPh><t>x</t></rPh></si></sst>`
)

// workbook returns an archive of the parts; an empty one is left out.
func workbook(t testing.TB, sheet, styles, sst string) []byte {
	t.Helper()
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	parts := [][2]string{{"[Content_Types].xml", fuzzTypes}, {"_rels/.rels", fuzzRels}, {"xl/workbook.xml", fuzzBook}, {"xl/_rels/workbook.xml.rels", fuzzBooks},
		{"xl/worksheets/sheet1.xml", sheet}, {"xl/styles.xml", styles}, {"xl/sharedStrings.xml", sst}}
	for _, p := range parts {
		if p[1] == "" {
			continue
		}
		w, err := zw.Create(p[0])
		if err == nil {
			_, err = w.Write([]byte(p[1]))
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

func fuzzOptions() table.Options {
	l := table.DefaultLimits()
	l.Rows, l.Cells, l.Decompressed, l.Sheets = 20_000, 200_000, 64<<20, 50
	return table.Options{Limits: l, Hidden: true}
}

// checkRead reads the bytes and checks what holds for every document: an error is one of the
// three kinds, numbers ascend, cells ascend.
func checkRead(t *testing.T, raw []byte) {
	t.Helper()
	doc, err := readBytes("fuzz.xlsx", raw, fuzzOptions())
	if err != nil {
		var u *table.Unreadable
		var l *table.LimitError
		if !errors.As(err, &u) && !errors.As(err, &l) {
			t.Fatalf("an error of no kind: %v", err)
		}
		return
	}
	last := map[int]int{}
	for n, r := range doc.Rows {
		if r.Number != n || r.Line <= last[r.Table] || r.Line > maxLine {
			t.Fatalf("row %d has number %d and line %d after %d", n, r.Number, r.Line, last[r.Table])
		}
		last[r.Table] = r.Line
		for i := range r.Cells {
			if i > 0 && r.Cells[i].Col <= r.Cells[i-1].Col || r.Cells[i].Col >= maxCol {
				t.Fatalf("row %d has its cells out of order", n)
			}
		}
	}
}

func FuzzZip(f *testing.F) {
	seeds := 0
	for _, name := range []string{"dup_entry", "crc_field_wrong", "prefixed_ns", "hidden_all", "list_object", "small_declared_size", "truncated_zip", "empty", "strict_ooxml", "utf16_sheet"} {
		raw, err := os.ReadFile(filepath.Join("testdata", "cases", name+".xlsx"))
		if err != nil {
			f.Fatal(err)
		}
		if len(raw) < 50_000 {
			f.Add(raw)
			seeds++
		}
	}
	if seeds < 9 {
		f.Fatalf("only %d seeds", seeds)
	}
	f.Fuzz(func(t *testing.T, raw []byte) { checkRead(t, raw) })
}

func FuzzSheet(f *testing.F) {
	for _, s := range []string{
		fuzzSheet, `<worksheet><sheetData/></worksheet>`, `<worksheet><sheetData><row><c><v>1</v></c><c r="A1"><v>2</v></c></row><row r="1"/></sheetData></worksheet>`,
		`<x:worksheet xmlns:x="u"><x:sheetData><x:row r="2"><x:c r="XFD2"><x:v>1e5</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
		`<worksheet><!-- <sheetData> --><sheetData><row r="3"/><row r="2"><c t="d"><v>2024-03-05</v></c></row></sheetData></worksheet>`,
		`<worksheet><sheetData><row r="1"><c r="A1" t="str"><f>x</f><v><![CDATA[</sheetData>]]></v></c></row></sheetData></worksheet>`,
		`<worksheet><sheetData><row r="1"><c r="B1" t="b"><v>2</v></c><c r="B1" s="9"><v>NaN</v></c></row>`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sheet string) { checkRead(t, workbook(t, sheet, fuzzStyle, fuzzSST)) })
}

// FuzzSurvey checks that skimming a sheet tells the same as reading it strictly.
func FuzzSurvey(f *testing.F) {
	for _, s := range []string{fuzzSheet, `<worksheet><sheetData><row r="2"/><row r="1"/><row/></sheetData></worksheet>`, `<a:worksheet><a:sheetData><a:row/></a:sheetData></a:worksheet>`,
		`<worksheet><sheetData a="/"/><mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sheet string) {
		strict := &survey{ordered: true}
		if strict.scan(bytes.NewReader([]byte(sheet))) != nil {
			return
		}
		skim := newSkimmer(bytes.NewReader([]byte(sheet)))
		quick := &survey{ordered: true}
		err := quick.scan(skim)
		if skim.odd {
			return
		}
		if err != nil || skim.ordered != strict.ordered || len(quick.merges) != len(strict.merges) {
			t.Fatalf("%q skims as %v, ordered %v; strictly ordered %v", sheet, err, skim.ordered, strict.ordered)
		}
	})
}

func FuzzSharedStrings(f *testing.F) {
	for _, s := range []string{fuzzSST, `<sst/>`, `<sst><si/></sst>`, `<sst><si><t xml:space="preserve"> _x0041__xD83D__xDE00_ </t></si></sst>`, `<sst><si><t>a</t><t>b</t>`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sst string) { checkRead(t, workbook(t, fuzzSheet, fuzzStyle, sst)) })
}

func FuzzStyles(f *testing.F) {
	for _, s := range []string{fuzzStyle, `<styleSheet/>`, `<styleSheet><cellXfs/></styleSheet>`, `<styleSheet><cellXfs><xf numFmtId="-1"/><xf numFmtId="x"/></cellXfs></styleSheet>`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, styles string) { checkRead(t, workbook(t, fuzzSheet, styles, fuzzSST)) })
}
