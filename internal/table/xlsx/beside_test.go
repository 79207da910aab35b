package xlsx

import (
	"archive/zip"
	"bytes"
	"slices"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

// archiveOf writes parts in the order given, of which two may have one name.
func archiveOf(t *testing.T, parts ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	for _, p := range parts {
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

// TestPartsBesideTheRows damages parts that hold no rows: the rows are read, and what was not is said.
func TestPartsBesideTheRows(t *testing.T) {
	sheet := [2]string{"xl/worksheets/sheet1.xml", sheetOf("", `<row r="1"><c r="A1"><v>1</v></c></row>`, "")}
	whole := [][2]string{{"[Content_Types].xml", fuzzTypes}, {"_rels/.rels", fuzzRels}, {"xl/workbook.xml", fuzzBook}, {"xl/_rels/workbook.xml.rels", fuzzBooks}, sheet}
	cases := []struct {
		code   string
		beside [][2]string
	}{
		{finding.UnreadableObject, [][2]string{
			{"xl/worksheets/_rels/sheet1.xml.rels", `<Relationships><Relationship Id="r1" Type="http://x/comments" Target="../comments1.xml"/></Relationships>`},
			{"xl/comments1.xml", `<comments><commentList><comment ref="A1"><text>cut off`},
		}},
		{finding.RepeatedPart, [][2]string{{"docProps/core.xml", "<a/>"}, {"docProps/core.xml", "<b/>"}}},
	}
	for _, c := range cases {
		doc, err := readBytes("beside.xlsx", archiveOf(t, append(slices.Clone(whole), c.beside...)...), table.Options{Limits: table.DefaultLimits()})
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
			continue
		}
		if len(doc.Rows) != 1 || doc.Rows[0].Cells[0].Text != "1" {
			t.Errorf("%s: rows %+v", c.code, doc.Rows)
		}
		if !slices.ContainsFunc(doc.Warnings, func(w table.Warning) bool { return w.Code == c.code }) {
			t.Errorf("%s is not said: %+v", c.code, doc.Warnings)
		}
	}
	if _, err := readBytes("twice.xlsx", archiveOf(t, append(slices.Clone(whole), sheet)...), table.Options{Limits: table.DefaultLimits()}); err == nil {
		t.Error("a sheet that is given twice is read")
	}
}
