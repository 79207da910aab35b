package columns_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/csv"
	"github.com/rowproof/rowproof/internal/table/xlsx"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/windows"
)

// corpus returns the folder of real documents, or skips the test.
func corpus(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("ROWPROOF_CORPUS"); dir != "" {
		return dir
	}
	at, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if dir := filepath.Join(at, "shared", "corpus"); isDir(dir) {
			return dir
		}
		at = filepath.Dir(at)
	}
	t.Skip("no corpus of real documents: set ROWPROOF_CORPUS")
	return ""
}

func isDir(p string) bool {
	st, err := os.Stat(p)
	return err == nil && st.IsDir()
}

func read(t *testing.T, path string) *table.Document {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	src := table.Source{Name: filepath.Base(path), Data: f, Size: st.Size()}
	opt := table.Options{Limits: table.DefaultLimits()}
	var r table.Reader = xlsx.Reader{}
	format := "xlsx"
	if strings.HasSuffix(path, ".csv") {
		r, format = csv.Reader{}, "csv"
	}
	doc, err := table.Collect(context.Background(), r, format, src, opt)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestRealDocuments answers real documents with tasks written for them and checks the answers.
func TestRealDocuments(t *testing.T) {
	dir := filepath.Join(corpus(t), "property")
	tests := []struct {
		file, task string
		accepted   int
		verdict    verdict.Document
	}{
		{"Asset-Atlas__2025-6-20-iolp-buildings.xlsx", `
version: 1
name: buildings
notation: {decimal: ".", language: en}
records:
  building:
    key: [code]
    fields:
      code: {type: identifier, required: true, aliases: [Location Code]}
      name: {type: text, aliases: [Real Property Asset Name]}
      address: {type: text, aliases: [Street Address]}
      city: {type: text}
      state: {type: text}
      zip: {type: identifier, aliases: [Zip Code]}
      rentable: {type: number, aliases: [Building Rentable Square Feet]}
      available: {type: number, aliases: [Available Square Feet]}
`, 8645, verdict.Sound},
		{"Business-Rates__AK10059370000.xlsx", `
version: 1
name: assessments
records:
  assessment:
    fields:
      address: {type: text, required: true}
      rv: {type: money}
      effective: {type: date, aliases: [Effective Date]}
      altered: {type: date, aliases: [List Alteration Date]}
      reason: {type: text, aliases: [Change Reason]}
      address_key: {type: identifier, aliases: [Addresskey]}
`, 12, verdict.Sound},
		{"rentroll-cleaner__sample_rent_roll.xlsx", `
version: 1
name: charges
document:
  property: {type: text}
  as_of: {type: date, labels: [Report Date]}
records:
  charge:
    fields:
      unit: {type: identifier, required: true, shared: true}
      tenant: {type: text, shared: true, aliases: [Name]}
      charge: {type: text}
      amount: {type: money}
`, 30, verdict.Sound},
		{"rentroll-ai-analyzer__sample_marina_portfolio.xlsx", `
version: 1
name: slips
records:
  slip:
    key: [property, slip]
    fields:
      property: {type: text, required: true}
      slip: {type: identifier, required: true, aliases: ["Slip #"]}
      tenant: {type: text, aliases: [Tenant Name]}
      type: {type: text, aliases: [Slip Type]}
      length: {type: number, aliases: [LOA]}
      rent: {type: money, aliases: [Monthly Rent]}
      start: {type: date, aliases: [Lease Start]}
      end: {type: date, aliases: [Lease End]}
`, 105, verdict.Sound},
		{"brownfield-land__2c8470a8.csv", `
version: 1
name: sites
records:
  site:
    key: [name]
    fields:
      name: {type: identifier, required: true}
      address: {type: text, aliases: [site-address]}
      hectares: {type: number}
      most: {type: number, aliases: [maximum-net-dwellings]}
      least: {type: number, aliases: [minimum-net-dwellings]}
      entered: {type: date, aliases: [entry-date]}
      status: {type: text, aliases: [planning-permission-status]}
`, 30, verdict.Sound},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			res := decide(t, read(t, filepath.Join(dir, tt.file)), load(t, tt.task), windows.Options{Rows: 60, Overlap: 2})
			t.Logf("%s%v %+v", describe(res), res.Counts.Classes, res.Counts.Columns)
			if n := res.Counts.Records.Accepted; n < tt.accepted || res.Verdict != tt.verdict {
				d := describe(res)
				t.Errorf("%s", d[:min(len(d), 3000)])
			}
		})
	}
}
