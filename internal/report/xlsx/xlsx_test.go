package xlsx_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/reporttest"
	"github.com/rowproof/rowproof/internal/report/xlsx"
	"github.com/rowproof/rowproof/internal/verdict"
)

var _ = flag.Bool("update", false, "write the golden files")

func write(t *testing.T, stream []byte) []byte {
	t.Helper()
	temp := t.TempDir()
	var b bytes.Buffer
	w := xlsx.New(&b, xlsx.Options{Temp: temp})
	defer w.Close()
	reporttest.Render(t, stream, w)
	left, err := os.ReadDir(temp)
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}
	return b.Bytes()
}

func open(t *testing.T, b []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestGolden compares every cell: sheet, place, kind, formula and text.
func TestGolden(t *testing.T) {
	reporttest.Golden(t, "../testdata", ".cells.txt", func(stream []byte) []byte {
		f := open(t, write(t, stream))
		var out bytes.Buffer
		for _, sheet := range f.GetSheetList() {
			fmt.Fprintf(&out, "# %s\n", sheet)
			rows, err := f.GetRows(sheet)
			if err != nil {
				t.Fatal(err)
			}
			for r := range rows {
				for c := range rows[r] {
					at, _ := excelize.CoordinatesToCellName(c+1, r+1)
					text, err := f.GetCellValue(sheet, at)
					if err != nil {
						t.Fatal(err)
					}
					formula, _ := f.GetCellFormula(sheet, at)
					kind, _ := f.GetCellType(sheet, at)
					if text != "" || formula != "" {
						fmt.Fprintf(&out, "%s\t%d\t%s\t%q\n", at, kind, formula, text)
					}
				}
			}
		}
		return out.Bytes()
	})
}

// TestOnlyOurLinksAreFormulas gives every text a form that a spreadsheet would run.
func TestOnlyOurLinksAreFormulas(t *testing.T) {
	const evil = `=HYPERLINK("http://x","y")`
	c := reporttest.RentRoll()
	for i := range c.Doc.Rows {
		for k := range c.Doc.Rows[i].Cells {
			c.Doc.Rows[i].Cells[k].Text = evil + c.Doc.Rows[i].Cells[k].Text
		}
	}
	for i := range c.Result.Entries.Len() {
		c.Result.Entries.Update(i, func(e *verdict.Entry) {
			e.ID = evil + e.ID
			for k := range e.Fields {
				f := &e.Fields[k]
				f.Claim, f.Printed, f.Readings = evil, evil, []string{evil}
				if f.Name != "rent" {
					f.Value = evil
				}
			}
		})
	}
	for i := range c.Result.Findings {
		c.Result.Findings[i].Detail = evil
	}
	c.Result.Columns[0].Heading = evil
	var b bytes.Buffer
	w := xlsx.New(&b, xlsx.Options{Temp: t.TempDir()})
	defer w.Close()
	if err := c.Emit(w); err != nil {
		t.Fatal(err)
	}
	f := open(t, b.Bytes())
	links := 0
	for _, sheet := range f.GetSheetList() {
		rows, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for r := range rows {
			for col := range rows[r] {
				at, _ := excelize.CoordinatesToCellName(col+1, r+1)
				formula, _ := f.GetCellFormula(sheet, at)
				if formula == "" {
					continue
				}
				links++
				ok := false
				for _, to := range []string{"rows", "accepted", "held", "refused"} {
					ok = ok || strings.HasPrefix(formula, `HYPERLINK("#`+to+`!A`)
				}
				if !ok || strings.Contains(strings.ReplaceAll(formula, `""`, ""), "http://x\",") {
					t.Errorf("%s!%s runs %s", sheet, at, formula)
				}
			}
		}
	}
	if links < 20 {
		t.Errorf("only %d links", links)
	}
}

// TestLinksLeadToTheirLine follows the links in both directions.
func TestLinksLeadToTheirLine(t *testing.T) {
	c := reporttest.RentRoll()
	var b bytes.Buffer
	w := xlsx.New(&b, xlsx.Options{Temp: t.TempDir()})
	defer w.Close()
	if err := c.Emit(w); err != nil {
		t.Fatal(err)
	}
	f := open(t, b.Bytes())
	for _, x := range []struct{ sheet, cell, formula, to, at, want string }{
		{"accepted", "B2", `HYPERLINK("#rows!A5","2, 3")`, "rows", "A5", "3"},
		{"rows", "E5", `HYPERLINK("#accepted!A2","unit-3")`, "accepted", "A2", "unit-3"},
		{"rows", "E7", `HYPERLINK("#held!A3","unit-5")`, "held", "A3", "unit-5"},
		{"rows", "E17", `HYPERLINK("#refused!A2","unit-15")`, "refused", "A2", "unit-15"},
	} {
		if got, _ := f.GetCellFormula(x.sheet, x.cell); got != x.formula {
			t.Errorf("%s!%s: %s, want %s", x.sheet, x.cell, got, x.formula)
		}
		if got, _ := f.GetCellValue(x.to, x.at); got != x.want {
			t.Errorf("%s!%s: %s, want %s", x.to, x.at, got, x.want)
		}
	}
	panes, err := f.GetPanes("accepted")
	if err != nil || !panes.Freeze || panes.YSplit != 1 {
		t.Errorf("panes of accepted: %+v, %v", panes, err)
	}
	filters := 0
	for _, n := range f.GetDefinedName() {
		if strings.Contains(n.Name, "_FilterDatabase") {
			filters++
		}
	}
	if filters != 5 {
		t.Errorf("%d filters", filters)
	}
}

func TestLongTexts(t *testing.T) {
	long := strings.Repeat("é", xlsx.MaxText+1)
	emit := func(change func(*reporttest.Case)) ([]byte, error) {
		c := reporttest.RentRoll()
		change(&c)
		var b bytes.Buffer
		w := xlsx.New(&b, xlsx.Options{Temp: t.TempDir()})
		defer w.Close()
		err := c.Emit(w)
		return b.Bytes(), err
	}
	_, err := emit(func(c *reporttest.Case) { c.SetValue(3, 2, long) })
	var tooLong *xlsx.TooLong
	if !errors.As(err, &tooLong) || tooLong.Field != "tenant" || tooLong.Entry != "unit-3" {
		t.Errorf("a value that does not fit: %v", err)
	}
	b, err := emit(func(c *reporttest.Case) { c.Doc.Rows[17].Cells[0].Text = long })
	if err != nil {
		t.Fatal(err)
	}
	got, err := open(t, b).GetCellValue("rows", "H19")
	if err != nil || !strings.HasSuffix(got, "report.jsonl)") || len(got) < xlsx.MaxText {
		t.Errorf("a long cell of the document: %d bytes, %v", len(got), err)
	}
}

// TestTextsComeBack writes texts that the format could change.
func TestTextsComeBack(t *testing.T) {
	for _, s := range []string{" leading", "trailing ", "_x0041_", "two\nlines", "00123", "1e5", "TRUE", "31/12/2025", "a<b>&\"'"} {
		c := reporttest.RentRoll()
		c.SetValue(3, 2, s)
		var b bytes.Buffer
		w := xlsx.New(&b, xlsx.Options{Temp: t.TempDir()})
		if err := c.Emit(w); err != nil {
			t.Fatal(err)
		}
		f := open(t, b.Bytes())
		if got, err := f.GetCellValue("accepted", "E2"); got != s || err != nil {
			t.Errorf("%q came back as %q, %v", s, got, err)
		}
		if kind, _ := f.GetCellType("accepted", "E2"); kind != excelize.CellTypeInlineString {
			t.Errorf("%q is of kind %d", s, kind)
		}
	}
}

func TestCloseAfterAnInterruption(t *testing.T) {
	temp := t.TempDir()
	w := xlsx.New(&bytes.Buffer{}, xlsx.Options{Temp: temp})
	c := reporttest.RentRoll()
	c.Result.Counts.Rows++ // ends before the summary
	if err := c.Emit(w); err == nil {
		t.Fatal("no error")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	var _ report.Handler = w
}
