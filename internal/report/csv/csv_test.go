package csv_test

import (
	"bytes"
	stdcsv "encoding/csv"
	"flag"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/report/csv"
	"github.com/rowproof/rowproof/internal/report/reporttest"
)

var _ = flag.Bool("update", false, "write the golden files")

func render(opt csv.Options) func(*testing.T) func([]byte) []byte {
	return func(t *testing.T) func([]byte) []byte {
		return func(stream []byte) []byte {
			var b bytes.Buffer
			reporttest.Render(t, stream, csv.New(&b, opt))
			return b.Bytes()
		}
	}
}

func TestGolden(t *testing.T) {
	reporttest.Golden(t, "../testdata", ".csv", render(csv.Options{BOM: true})(t))
	reporttest.Golden(t, "../testdata", "_all.csv", render(csv.Options{All: true})(t))
}

// TestNothingRefusedIsAValue reads the file back: claims and held readings stand in columns
// of their own, and the default has accepted records only.
func TestNothingRefusedIsAValue(t *testing.T) {
	c := reporttest.RentRoll()
	var accepted, all bytes.Buffer
	if err := c.Emit(csv.New(&accepted, csv.Options{})); err != nil {
		t.Fatal(err)
	}
	if err := c.Emit(csv.New(&all, csv.Options{All: true})); err != nil {
		t.Fatal(err)
	}
	lines, err := stdcsv.NewReader(&accepted).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 8 { // heading, and ten records of which two are held and one is refused
		t.Errorf("%d lines", len(lines))
	}
	for _, l := range lines {
		for _, cell := range l {
			if strings.HasPrefix(cell, "=") {
				t.Errorf("a cell that runs: %q", cell)
			}
		}
	}
	lines, err = stdcsv.NewReader(&all).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	col := map[string]int{}
	for i, h := range lines[0] {
		col[h] = i
	}
	found := 0
	for _, l := range lines[1:] {
		switch l[col["id"]] {
		case "unit-5":
			found++
			if l[col["tenant"]] != "" || l[col["tenant claimed"]] != "Osei Dental Centre" || l[col["tenant verdict"]] != "refused" {
				t.Errorf("refused value: %q", l)
			}
		case "unit-11":
			found++
			if l[col["lease_end"]] != "" || l[col["lease_end readings"]] != "2027-04-03 | 2027-03-04" {
				t.Errorf("held value: %q", l)
			}
		}
	}
	if found != 2 {
		t.Errorf("found %d of the two lines", found)
	}
}
