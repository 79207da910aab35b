package tabletest_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/csv"
	"github.com/rowproof/rowproof/internal/table/html"
	"github.com/rowproof/rowproof/internal/table/ods"
	"github.com/rowproof/rowproof/internal/table/tabletest"
	"github.com/rowproof/rowproof/internal/table/xlsx"
)

func formats() []tabletest.Format {
	return []tabletest.Format{
		{Name: "xlsx", Reader: xlsx.Reader{}, Encode: tabletest.XLSX, Cuts: true, Flipped: true},
		{Name: "ods", Reader: ods.Reader{}, Encode: tabletest.ODS, Cuts: true, Flipped: true},
		{Name: "csv", Reader: csv.Reader{}, Encode: tabletest.CSV},
		{Name: "html", Reader: html.Reader{}, Encode: tabletest.HTML, Cuts: true},
	}
}

func TestContract(t *testing.T) {
	for _, f := range formats() {
		t.Run(f.Name, func(t *testing.T) { tabletest.Contract(t, f) })
	}
}

// The same table has the same rows in every format.
func TestSameRows(t *testing.T) {
	var first tabletest.Grid
	for _, f := range formats() {
		raw, err := f.Encode(tabletest.Sample())
		if err != nil {
			t.Fatal(err)
		}
		doc, err := f.Read(context.Background(), raw, table.DefaultLimits())
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		g := tabletest.GridOf(doc)
		if first == nil {
			first = g
		}
		if len(g) != 6 || !reflect.DeepEqual(g, first) {
			t.Errorf("%s reads as\n%q\nwant\n%q", f.Name, g, first)
		}
	}
}
