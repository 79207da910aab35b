package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/csv"
	"github.com/rowproof/rowproof/internal/report/html"
	"github.com/rowproof/rowproof/internal/report/reporttest"
	"github.com/rowproof/rowproof/internal/report/text"
)

// TestUnprinted proves that a field which no record prints has no column where the task was made for the document,
// and has one where a person asked for it, by the task or by its export.
func TestUnprinted(t *testing.T) {
	c := reporttest.Schedule()
	record := &c.Run.Task.Records[len(c.Run.Task.Records)-1]
	record.Fields = append(record.Fields, report.TaskField{Name: "parking", Type: "money"})
	render := func(made bool, export []report.Column, document bool) (page, table, summary string) {
		c.Run.Task.Made, c.Run.Task.Export = made, export
		var a, b, d bytes.Buffer
		for _, h := range []report.Handler{html.New(&a, html.Options{}), csv.New(&b, csv.Options{Document: document}), text.New(&d, text.Options{Verbose: true})} {
			if err := c.Emit(h); err != nil {
				t.Fatal(err)
			}
		}
		return a.String(), b.String(), d.String()
	}
	page, table, summary := render(true, nil, false)
	if strings.Contains(page, ">parking</th>") || strings.Contains(table, "parking") || strings.Contains(summary, "parking") {
		t.Errorf("a field of a made task that nothing prints is shown\n%s", table)
	}
	if !strings.Contains(table, "price") || !strings.Contains(page, ">price</th>") {
		t.Errorf("a field that records print is not shown\n%s", table)
	}
	if page, table, _ := render(false, nil, false); !strings.Contains(page, ">parking</th>") || !strings.Contains(table, "parking") {
		t.Errorf("a field that a person asked for has no column\n%s", table)
	}
	if _, table, _ := render(true, []report.Column{{Title: "Parking", Field: "parking"}}, false); !strings.HasPrefix(table, "Parking\n") {
		t.Errorf("a column that the export names is not there\n%s", table)
	}
	if _, table, _ := render(true, nil, true); !strings.Contains(table, "parking") {
		t.Errorf("a table of several documents depends on what one of them prints\n%s", table)
	}
}
