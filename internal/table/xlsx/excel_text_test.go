package xlsx

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/numfmt"
)

// TestAgainstExcelsTextFunction checks formats against a workbook whose first column holds
// what Excel's own TEXT function made of the value in the third under the code in the second.
func TestAgainstExcelsTextFunction(t *testing.T) {
	doc, err := readFile(t, filepath.Join(corpus(t), "spreadsheets", "poi__NumberFormatTests.xlsx"), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	compared, wrong := 0, 0
	for i := range doc.Rows {
		r := &doc.Rows[i]
		a, okA := r.Cell(0)
		code, okB := r.Cell(1)
		value, okC := r.Cell(2)
		if doc.Tables[r.Table].Name != "Tests" || !okA || !okB || !okC || r.Line == 1 {
			continue
		}
		f := numfmt.Compile(code.Text, numfmt.Options{})
		var got string
		if n, ok := numfmt.ParseNumber([]byte(value.Stored)); ok {
			got = string(f.Append(nil, n))
		} else {
			got = string(f.AppendText(nil, []byte(value.Text)))
		}
		compared++
		if strings.TrimSpace(got) != strings.TrimSpace(a.Text) {
			wrong++
			t.Logf("line %d: %q of %q prints %q, Excel %q", r.Line, code.Text, value.Stored+value.Text, got, a.Text)
		}
	}
	if compared < 250 {
		t.Fatalf("only %d formats compared", compared)
	}
	if wrong > 2 {
		t.Errorf("%d texts are not Excel's, want at most 2 (dashes between the places of a whole part that is zero)", wrong)
	}
	t.Logf("%d of %d texts as Excel's", compared-wrong, compared)
}
