package xlsx

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

// readBoth reads a workbook with every sheet surveyed first and with every sheet read early.
func readBoth(t testing.TB, name string, raw []byte, opt table.Options) (surveyed, early *table.Document, errSurveyed, errEarly error) {
	t.Helper()
	if opt.Limits == (table.Limits{}) {
		opt.Limits = table.DefaultLimits()
	}
	src := table.Source{Name: name, Data: bytes.NewReader(raw), Size: int64(len(raw))}
	surveyed, errSurveyed = table.Collect(context.Background(), Reader{}, "xlsx", src, opt)
	opt.Early = true
	early, errEarly = table.Collect(context.Background(), Reader{whole: 1}, "xlsx", src, opt)
	return surveyed, early, errSurveyed, errEarly
}

// sameEarly checks that reading early gives the document, or an error.
func sameEarly(t testing.TB, name string, raw []byte, opt table.Options) (equal, late bool) {
	t.Helper()
	want, got, errWant, errGot := readBoth(t, name, raw, opt)
	var u *table.Unreadable
	switch {
	case errors.As(errGot, &u) && u.Code == finding.RereadNeeded:
		return false, true
	case (errGot == nil) != (errWant == nil):
		t.Errorf("%s: early %v, surveyed %v", name, errGot, errWant)
	case errWant == nil && !reflect.DeepEqual(got, want):
		t.Errorf("%s: early is another document, %d rows of %d", name, len(got.Rows), len(want.Rows))
	default:
		return errWant == nil, false
	}
	return false, false
}

// TestEarlyIsTheSame reads all cases and the corpus both ways.
func TestEarlyIsTheSame(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	equal, late := 0, 0
	for _, hidden := range []bool{false, true} {
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(raw) > 1<<20 {
				continue
			}
			e, l := sameEarly(t, filepath.Base(file), raw, table.Options{Hidden: hidden})
			if e {
				equal++
			}
			if l {
				late++
			}
		}
	}
	t.Logf("%d cases equal, %d have to be read to their end first", equal, late)
	if equal < 90 || late < 2 {
		t.Errorf("%d equal, %d late", equal, late)
	}
}

func TestEarlyIsTheSameOnTheCorpus(t *testing.T) {
	equal, late := 0, 0
	for _, file := range corpusWorkbooks(t) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		e, l := sameEarly(t, filepath.Base(file), raw, table.Options{})
		if e {
			equal++
		}
		if l {
			late++
		}
	}
	t.Logf("%d workbooks equal, %d have to be read to their end first", equal, late)
	if equal < 25 {
		t.Errorf("only %d equal", equal)
	}
}

// What stands behind the rows takes them back with an error that names the place.
func TestTooEarly(t *testing.T) {
	row := func(n, cells string) string { return `<row r="` + n + `">` + cells + `</row>` }
	text := func(ref string) string { return `<c r="` + ref + `"><v>1</v></c>` }
	for _, c := range []struct{ name, sheet, want string }{
		{"value under a merge", `<sheetData>` + row("1", text("A1")+text("B1")) + `</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>`, "S, row 1: "},
		{"merge of one value", `<sheetData>` + row("1", text("A1")+text("C1")) + `</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>`, ""},
		{"rows out of order", `<sheetData>` + row("2", text("A2")) + row("1", text("A1")) + `</sheetData>`, "out of order"},
		{"columns behind the rows", `<sheetData>` + row("1", text("A1")) + `</sheetData><cols><col min="1" max="1" hidden="1"/></cols>`, "columns"},
		{"hidden column shown by a merge", `<cols><col min="1" max="1" hidden="1"/></cols><sheetData>` + row("1", text("A1")+text("C1")) + `</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>`, "A1:B1"},
		{"filter behind the rows", `<sheetData>` + row("3", text("A3")) + row("5", text("A5")) + row("6", text("A6")) + `</sheetData><autoFilter ref="A5:A6"/>`, ""},
	} {
		raw := workbook(t, "<worksheet>"+c.sheet+"</worksheet>", fuzzStyle, fuzzSST)
		want, got, errWant, errGot := readBoth(t, c.name, raw, table.Options{})
		if errWant != nil {
			t.Fatalf("%s: %v", c.name, errWant)
		}
		if c.want == "" {
			if errGot != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: early is another document: %v", c.name, errGot)
			}
			continue
		}
		var u *table.Unreadable
		if !errors.As(errGot, &u) || u.Code != finding.RereadNeeded || !strings.Contains(u.Place+": "+u.Cause, c.want) && !strings.Contains(u.Cause, c.want) {
			t.Errorf("%s: %v, want an error with %q", c.name, errGot, c.want)
		}
	}
}

// FuzzEarly reads sheets both ways.
func FuzzEarly(f *testing.F) {
	for _, s := range []string{fuzzSheet, `<worksheet><sheetData><row r="1"><c r="B1"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="C1:D1"/></mergeCells></worksheet>`,
		`<worksheet><cols><col min="2" max="2" width="0"/></cols><sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row/></sheetData><autoFilter ref="A1:B1"/><hyperlinks><hyperlink ref="A1" location="x"/></hyperlinks></worksheet>`} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, sheet string, hidden bool) {
		opt := fuzzOptions()
		opt.Hidden = hidden
		sameEarly(t, "fuzz.xlsx", workbook(t, sheet, fuzzStyle, fuzzSST), opt)
	})
}
