package config

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowproof/rowproof/internal/table"
)

func TestDefaultsAreTheReaders(t *testing.T) {
	c, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(table.DefaultLimits(), c.Table("").Limits); diff != "" {
		t.Errorf("table.DefaultLimits and configs/extract.yaml differ:\n%s", diff)
	}
}

func TestPrecedence(t *testing.T) {
	c, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.File("mine.yaml", []byte("windows:\n  rows: 10\n  overlap: 5\nmodel: {timeout: 3s, temperature: 0.7}\n")); err != nil {
		t.Fatal(err)
	}
	if err := c.Environment([]string{"EXTRACT_WINDOWS_ROWS=20", "EXTRACT_PASSWORD=x", "HOME=/"}); err != nil {
		t.Fatal(err)
	}
	if err := c.Set("windows.rows", "30", "flag --rows"); err != nil {
		t.Fatal(err)
	}
	if c.Windows.Rows != 30 || c.Windows.Overlap != 5 || c.Model.Timeout != 3*time.Second || c.Model.Temperature.Float(1) != 0.7 {
		t.Errorf("%+v %+v", c.Windows, c.Model)
	}
	got := map[string]string{}
	for _, s := range c.Settings() {
		got[s.Key] = s.From
	}
	want := map[string]string{"windows.rows": "flag --rows", "windows.overlap": "mine.yaml, line 3", "limits.rows": "default"}
	for k, w := range want {
		if got[k] != w {
			t.Errorf("%s comes from %q, want %q", k, got[k], w)
		}
	}
}

func TestEveryErrorAtOnce(t *testing.T) {
	c, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	err = c.File("mine.yaml", []byte("windows:\n  row: 10\n  overlap: many\nmodel:\n  timeout: soon\noutput:\n  format: docx\n  formats: csv,docx\nlog: loud\n"))
	if err == nil {
		t.Fatal("no error")
	}
	want := []string{
		"line 2: there is no setting windows.row; did you mean windows.rows?",
		`line 3: windows.overlap = "many": must be a whole number from 0`,
		`line 5: model.timeout = "soon": must be a duration`,
		`line 7: output.format = "docx": must be one of text, json`,
		`line 8: output.formats = "csv,docx"`,
		"line 9: log must hold settings",
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != len(want) {
		t.Errorf("%d errors, want %d:\n%v", len(lines), len(want), err)
	}
	for i, w := range want {
		if i >= len(lines) || !strings.Contains(lines[i], w) {
			t.Errorf("error %d lacks %q:\n%v", i, w, err)
		}
	}
}

func TestSettingsAreInTheOrderOfTheFile(t *testing.T) {
	c, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	s := c.Settings()
	if len(s) < 40 || s[0].Key != "read.hidden" {
		t.Errorf("%d settings, first %s", len(s), s[0].Key)
	}
	if !slices.ContainsFunc(s, func(s Setting) bool { return s.Key == "limits.page_time" && s.Text == "20s" }) {
		t.Error("limits.page_time is not shown as 20s")
	}
}
