package text_test

import (
	"bytes"
	"flag"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/reporttest"
	"github.com/rowproof/rowproof/internal/report/text"
	"github.com/rowproof/rowproof/internal/verdict"
)

var _ = flag.Bool("update", false, "write the golden files")

func render(t *testing.T, opt text.Options) func([]byte) []byte {
	return func(stream []byte) []byte {
		var b bytes.Buffer
		reporttest.Render(t, stream, text.New(&b, opt))
		return b.Bytes()
	}
}

func TestGolden(t *testing.T) {
	reporttest.Golden(t, "../testdata", ".txt", render(t, text.Options{}))
	reporttest.Golden(t, "../testdata", "_verbose.txt", render(t, text.Options{Verbose: true, Width: 100}))
	reporttest.Golden(t, "../testdata", "_colour.txt", render(t, text.Options{Verbose: true, Colour: true}))
}

func TestWidthIsKept(t *testing.T) {
	for _, c := range reporttest.Cases() {
		var b bytes.Buffer
		if err := c.Emit(text.New(&b, text.Options{Width: 60})); err != nil {
			t.Fatal(err)
		}
		for _, l := range strings.Split(b.String(), "\n") {
			if n := utf8.RuneCountInString(l); n > 60 {
				t.Errorf("%s: %d columns: %q", c.Name, n, l)
			}
		}
	}
}

// TestNoControlReachesTheTerminal prints what a hostile cell says.
func TestNoControlReachesTheTerminal(t *testing.T) {
	c := reporttest.Schedule()
	c.Result.Entries.Update(5, func(e *verdict.Entry) {
		e.Fields[0].Printed, e.Fields[0].Value = "\x1b[31mred\x07\u202e", "\x1b]0;title\x07"
	})
	c.Result.Columns[0].Heading = "\x1b[2J"
	var b bytes.Buffer
	if err := c.Emit(text.New(&b, text.Options{Verbose: true})); err != nil {
		t.Fatal(err)
	}
	if b.Len() == 0 || strings.ContainsAny(b.String(), "\x1b\x07\u202e") {
		t.Error("a control character was written")
	}
}

// TestManyFindingsAreOneLine shows that the summary does not grow with repetitions.
func TestManyFindingsAreOneLine(t *testing.T) {
	var b bytes.Buffer
	h := text.New(&b, text.Options{})
	for i := range 5000 {
		if err := h.Finding(&report.Finding{Code: "CITE001", Severity: "refused", Title: "Value not printed", Rows: []int{i}, Place: "A1", Detail: "x", Field: "rent"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Summary(&report.Summary{Verdict: "needs review"}); err != nil {
		t.Fatal(err)
	}
	if s := b.String(); !strings.Contains(s, "(5000 times)") || !strings.Contains(s, "rows 0–4999") || len(s) > 2000 {
		t.Errorf("%d bytes: %s", len(s), s)
	}
}

// TestAlikeTablesAreOneLine gives a document twelve sheets of one form, and one wide sheet.
func TestAlikeTablesAreOneLine(t *testing.T) {
	c := reporttest.Schedule()
	c.Result.Columns = nil
	for table := range 12 {
		c.Result.Columns = append(c.Result.Columns,
			verdict.Column{Table: table, Heading: "Unit", Field: "unit", Record: "lot", Status: "field", By: "heading"},
			verdict.Column{Table: table, Col: 1, Heading: "Remarks", Status: "not asked"})
	}
	for col := range 100 {
		c.Result.Columns = append(c.Result.Columns, verdict.Column{Table: 12, Col: col, Heading: fmt.Sprintf("Month %d", col), Status: "not asked"})
	}
	var b bytes.Buffer
	if err := c.Emit(text.New(&b, text.Options{})); err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(b.String(), "\nColumns\n")
	section, _, _ = strings.Cut(section, "\n\n")
	if n := strings.Count(section, "\n"); n > 7 {
		t.Errorf("%d lines", n)
	}
	for _, want := range []string{"Unit → unit ×12\n", "Remarks ×12, Month 0,", "… 77 more", "--format html"} {
		if !strings.Contains(section, want) {
			t.Errorf("%q is not in\n%s", want, section)
		}
	}
}
