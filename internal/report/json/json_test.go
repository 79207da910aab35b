package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"flag"
	"testing"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/json"
	"github.com/rowproof/rowproof/internal/report/reporttest"
)

var _ = flag.Bool("update", false, "write the golden files")

func TestGolden(t *testing.T) {
	reporttest.Golden(t, "../testdata", ".json", func(stream []byte) []byte {
		var b bytes.Buffer
		reporttest.Render(t, stream, json.New(&b))
		return b.Bytes()
	})
}

// TestOneObject decodes the object and counts its parts against the stream's.
func TestOneObject(t *testing.T) {
	cases := reporttest.Cases()
	for _, c := range cases {
		var b bytes.Buffer
		if err := c.Emit(json.New(&b)); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Format   string
			Run      report.Run
			Rows     []report.Row
			Entries  []report.Entry
			Findings []report.Finding
			Summary  report.Summary
		}
		if err := stdjson.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if got.Format != report.Format || len(got.Rows) != len(c.Doc.Rows) || len(got.Entries) != c.Result.Entries.Len() ||
			len(got.Findings) != len(c.Result.Findings) || got.Summary.Verdict != c.Result.Verdict.String() {
			t.Errorf("%s: parts are missing: %d rows, %d entries, %d findings", c.Name, len(got.Rows), len(got.Entries), len(got.Findings))
		}
	}
}
