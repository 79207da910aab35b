package xlsx

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowproof/rowproof/internal/table"
)

// Conversations beside a cell are notes, once each, and no text of its row.
func TestThreadedComments(t *testing.T) {
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	for _, p := range [][2]string{
		{"_rels/.rels", fuzzRels}, {"xl/workbook.xml", fuzzBook}, {"xl/_rels/workbook.xml.rels", fuzzBooks},
		{"xl/worksheets/sheet1.xml", `<worksheet><sheetData><row r="2"><c r="B2"><v>7</v></c><c r="C2"><v>8</v></c></row></sheetData></worksheet>`},
		{"xl/worksheets/_rels/sheet1.xml.rels", `<Relationships><Relationship Id="c" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="../comments1.xml"/><Relationship Id="t" Type="http://schemas.microsoft.com/office/2017/10/relationships/threadedComment" Target="../threadedComments/threadedComment1.xml"/></Relationships>`},
		{"xl/comments1.xml", `<comments><authors/><commentList><comment ref="B2"><text><t>[Threaded comment] Is this right?</t></text></comment><comment ref="C2"><text><t>old remark</t></text></comment></commentList></comments>`},
		{"xl/threadedComments/threadedComment1.xml", `<ThreadedComments><threadedComment ref="B2" id="1"><text>Is this right?</text></threadedComment><threadedComment ref="B2" id="2" parentId="1"><text>Yes &amp; checked</text><mentions><mention/></mentions></threadedComment></ThreadedComments>`},
	} {
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
	doc, err := readBytes("threads.xlsx", b.Bytes(), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []table.Note{
		{Line: 2, Col: 2, Kind: "comment", Text: "old remark"},
		{Line: 2, Col: 1, Kind: "comment", Text: "Is this right?"},
		{Line: 2, Col: 1, Kind: "comment", Text: "Yes & checked"},
	}
	if diff := cmp.Diff(want, doc.Tables[0].Notes); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(doc.Rows) != 1 || len(doc.Rows[0].Cells) != 2 {
		t.Errorf("rows %v", doc.Rows)
	}
}
