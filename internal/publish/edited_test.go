package publish

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/report/reporttest"
)

// next is the schedule of another day, whose records a target does not have.
func next() reporttest.Case {
	c := reporttest.Schedule()
	c.SetValue(1, 0, "2026-12-31")
	c.Doc.SHA256 = strings.Repeat("cd", 32)
	return c
}

// edit rewrites a CSV target as a person does: columns moved, one added, a value changed.
func edit(t *testing.T, path string, comma rune, crlf bool, change func([][]string) [][]string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(bytes.NewReader(b))
	r.Comma = ';'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma, w.UseCRLF = comma, crlf
	w.WriteAll(change(rows))
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// turned has the columns in the opposite order with one more in front.
func turned(rows [][]string) [][]string {
	var out [][]string
	for i, l := range rows {
		n := []string{"checked by"}
		if i > 0 {
			n[0] = "M. Roux"
		}
		for k := len(l) - 1; k >= 0; k-- {
			n = append(n, l[k])
		}
		out = append(out, n)
	}
	return out
}

func TestColumnsInAnotherOrder(t *testing.T) {
	for _, x := range []struct {
		comma rune
		crlf  bool
	}{{',', false}, {';', true}, {'\t', false}} {
		path := filepath.Join(t.TempDir(), "t.csv")
		publish(t, reporttest.Schedule(), Options{Target: path})
		edit(t, path, x.comma, x.crlf, func(rows [][]string) [][]string {
			rows = turned(rows)
			rows[2][1] = rows[2][1] + "?" // the last column of the export, by hand
			return append(rows, make([]string, len(rows[0])))
		})
		before, _ := os.ReadFile(path)
		out := publish(t, reporttest.Schedule(), Options{Target: path})
		if out.Added != 0 || out.Present != 7 || len(out.Differ) != 1 || out.Differ[0] != "property-4" {
			t.Errorf("%q: %+v", x.comma, out)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%q: what a person wrote was changed", x.comma)
		}
		if out := publish(t, next(), Options{Target: path}); out.Added != 7 {
			t.Fatalf("%q: %+v", x.comma, out)
		}
		after, _ := os.ReadFile(path)
		if !bytes.HasPrefix(after, before) {
			t.Errorf("%q: what stood there was changed", x.comma)
		}
		r := csv.NewReader(bytes.NewReader(after))
		r.Comma = x.comma
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		last := rows[len(rows)-1]
		if len(rows) != 1+7+1+7 || last[0] != "" || last[1] != "31/12/2026" || last[5] != "Bron" || !strings.HasPrefix(last[len(last)-1], "owner=") {
			t.Errorf("%q: %d lines, the last %q", x.comma, len(rows), last)
		}
		if x.crlf && !bytes.HasSuffix(after, []byte("\r\n")) {
			t.Errorf("%q: the line ends changed", x.comma)
		}
	}
}

func TestAnEditedTargetThatCannotBeTrusted(t *testing.T) {
	for _, x := range []struct {
		name, want string
		change     func([][]string) [][]string
	}{
		{"a column removed", `no column "Prix"`, func(r [][]string) [][]string { r[0][8] = "Price"; return r }},
		{"the key's column removed", "no column _key", func(r [][]string) [][]string { r[0][0] = "id"; return r }},
		{"a key removed", "line 3: a line without a key", func(r [][]string) [][]string { r[2][0] = ""; return r }},
		{"a column twice", `two columns "Commune"`, func(r [][]string) [][]string { r[0][6] = "Commune"; return r }},
	} {
		path := filepath.Join(t.TempDir(), "t.csv")
		publish(t, reporttest.Schedule(), Options{Target: path})
		edit(t, path, ';', false, x.change)
		before, _ := os.ReadFile(path)
		_, err := Publish(bytes.NewReader(stream(t, next())), Options{Target: path})
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", x.name, err)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: the target changed", x.name)
		}
	}
}

func TestAQuoteThatNeverCloses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	publish(t, reporttest.Schedule(), Options{Target: path})
	b, _ := os.ReadFile(path)
	os.WriteFile(path, append(b, []byte("\"open;x\n")...), 0o600)
	if _, err := Publish(bytes.NewReader(stream(t, next())), Options{Target: path}); err == nil {
		t.Error("records were written into an open quote")
	}
}

func TestALineRemovedByHandComesBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	publish(t, reporttest.Schedule(), Options{Target: path})
	b, _ := os.ReadFile(path)
	lines := bytes.SplitAfter(b, []byte("\n"))
	os.WriteFile(path, bytes.TrimSuffix(bytes.Join(append(lines[:2], lines[3:]...), nil), []byte("\n")), 0o600)
	out := publish(t, reporttest.Schedule(), Options{Target: path})
	if out.Added != 1 || out.Present != 6 {
		t.Errorf("%+v", out)
	}
	if rows := content(t, path); len(rows) != 8 {
		t.Errorf("%d lines", len(rows))
	}
	os.WriteFile(path, []byte("not a record\n"), 0o600)
	if _, err := Publish(bytes.NewReader(stream(t, next())), Options{Target: path}); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a line that is no record: %v", err)
	}
}

func TestAWorkbookKeepsItsOtherSheets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.xlsx")
	publish(t, reporttest.Schedule(), Options{Target: path})
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f.NewSheet("notes")
	f.SetCellStr("notes", "B2", "checked in June")
	f.SetCellStr(newSheet, "K1", "checked by")
	f.SetCellStr(newSheet, "K2", "M. Roux")
	f.SetCellStr(newSheet, "F3", "Aix")
	if err := f.InsertCols(newSheet, "A", 1); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if out := publish(t, reporttest.Schedule(), Options{Target: path}); out.Added != 0 || len(out.Differ) != 1 {
		t.Fatalf("%+v", out)
	}
	if out := publish(t, next(), Options{Target: path}); out.Added != 7 {
		t.Fatalf("%+v", out)
	}
	f, err = excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, x := range []struct{ sheet, at, want string }{
		{"notes", "B2", "checked in June"}, {newSheet, "L2", "M. Roux"}, {newSheet, "G3", "Aix"}, {newSheet, "G15", "Bron"},
		{newSheet, "J15", "702,880.00"}, {newSheet, "K15", "31/12/2026"}, {newSheet, "F15", "property"},
	} {
		if got, err := f.GetCellValue(x.sheet, x.at); got != x.want || err != nil {
			t.Errorf("%s!%s: %q, want %q, %v", x.sheet, x.at, got, x.want, err)
		}
	}
}
