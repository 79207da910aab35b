package combine_test

import (
	"bytes"
	stdcsv "encoding/csv"
	"errors"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/report/combine"
	"github.com/rowproof/rowproof/internal/report/reporttest"
)

func TestTwoDocumentsInOneFile(t *testing.T) {
	a, b := reporttest.RentRoll(), reporttest.RentRoll()
	b.Doc.Name = "=second.xlsx"
	var out bytes.Buffer
	c := combine.CSV(&out, false)
	for _, d := range []reporttest.Case{a, b} {
		if err := d.Emit(c.Document()); err != nil {
			t.Fatal(err)
		}
	}
	other := reporttest.Schedule()
	var columns *combine.ColumnsError
	if err := other.Emit(c.Document()); !errors.As(err, &columns) {
		t.Errorf("other columns: %v", err)
	}
	broken := reporttest.RentRoll()
	broken.Result.Counts.Rows++
	if err := broken.Emit(c.Document()); err == nil {
		t.Error("a stream that does not balance was taken")
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	lines, err := stdcsv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 1+2*7 || lines[0][0] != "document" || lines[1][0] != "marlow-court.xlsx" || lines[8][0] != "'=second.xlsx" {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
}

func TestWorkbook(t *testing.T) {
	var out bytes.Buffer
	c, err := combine.XLSX(&out, t.TempDir(), false)
	if err != nil {
		t.Fatal(err)
	}
	d := reporttest.Invoice()
	if err := d.Emit(c.Document()); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows("records")
	if err != nil || len(rows) != 7 || rows[0][1] != "record" || rows[1][0] != "rechnung-0417.pdf" || rows[5][1] != "vat" {
		t.Errorf("%q, %v", rows, err)
	}
}

func TestNoDocumentIsAFileToo(t *testing.T) {
	var out bytes.Buffer
	c, err := combine.XLSX(&out, t.TempDir(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}
