package xlsx

import (
	"path/filepath"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
)

// TestFaults reads real workbooks that other readers read wrongly or refuse, and checks the
// cell that shows it.
func TestFaults(t *testing.T) {
	dir := filepath.Join(corpus(t), "spreadsheets_faults")
	cases := []struct {
		file, password string
		line, col      int
		want           string
	}{
		{"los-angeles-arrests-xlsx.xlsx", "", 4, 17, "02/25/85"},
		{"57181.xlsm", "", 1, 0, "Pilotenaktivität"},
		{"TestIssue773_Template_output.xlsx", "", 3, 0, "CD"},
		{"NumberFormatCondition.xlsm", "", 10, 0, "foo "},
		{"roo_1900_base.xlsx", "", 1, 0, "15/06/2009"},
		{"Test_git_issue_694_TimeSpan.xlsx", "", 10, 1, "00:12"},
		{"inlineStrings.xlsx", "", 27, 10, "201%"},
		{"issue.4415.xlsx", "", 12, 4, "13 €"},
		{"empty_s_attribute.xlsx", "", 5, 0, "Sam"},
		{"sample-beta.xlsx", "", 1, 0, "Lorem"},
		{"Test_git_issue289.xlsx", "", 1, 0, "aaaaaaa"},
		{"agile_AES192_SHA512_CBC_pwd_password.xlsx", "password", 1, 0, ""},
		{"utf16be.bom.xlsx", "", 1, 0, "1"},
		{"Test_git_issue_301_IgnoreCase.xlsx", "", 2, 0, "10x10"},
	}
	for _, c := range cases {
		doc, err := readFile(t, filepath.Join(dir, c.file), table.Options{Password: c.password, Hidden: true})
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		got := ""
		for i := range doc.Rows {
			r := &doc.Rows[i]
			if cell, ok := r.Cell(c.col); ok && r.Line == c.line && got != c.want { // on one of its sheets
				got = cell.Text
			}
		}
		if c.want != "" && got != c.want {
			t.Errorf("%s: %s%d prints %q, want %q", c.file, table.ColumnName(c.col), c.line, got, c.want)
		}
		if len(doc.Rows) == 0 {
			t.Errorf("%s: no rows", c.file)
		}
	}
}
