package task

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func column(heading, kind string, rows int) HeadedColumn {
	c := HeadedColumn{Heading: heading, Filled: rows, Distinct: rows}
	switch kind {
	case "money":
		c.Figures, c.Decimals = rows, rows
	case "number":
		c.Figures = rows
	case "percent":
		c.Figures, c.Percents = rows, rows
	case "date":
		c.Dates = rows
	case "repeated":
		c.Distinct = 1
	}
	return c
}

func TestFromHeadings(t *testing.T) {
	k, err := FromHeadings(Outline{
		Name:     "rent roll 2026.xlsx",
		Notation: Notation{Decimal: '.'},
		Blocks: []HeadedBlock{{
			Name: "Rent Roll", Rows: 8, Sections: true,
			Columns: []HeadedColumn{
				column("Unit", "number", 8), column("Tenant", "repeated", 8), column("Lease\nstart", "date", 8), column("Rent (£ pcm)", "money", 8),
				column("Area m²", "number", 8), column("Share", "percent", 8), column("", "number", 8), column("Réf. château", "", 8), column("Unit", "number", 8), column("document", "repeated", 8),
			},
			Totals: []TotalRow{{Label: "Subtotal", Columns: []int{3}}, {Label: "Total", Columns: []int{3, 4, 5}}},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `# A task: what to extract from a document. docs/task.md describes every key.
# It was made for a document, not written by a person: check names, types and key.
version: 1
name: rent roll 2026
# How the document writes figures and dates; what is left out is found.
notation: {decimal: "."}

# Values of the document as a whole. Labels are what is printed beside them.
document:
  total_rent_gbp_pcm: {type: money, labels: [Total]}
  total_area_m2: {type: number, labels: [Total]}

# Records: one for each row, or few rows, of a table. Aliases are headings of columns.
records:
  rent_roll:
    key: [unit]
    fields:
      section: {type: text, shared: true}
      unit: {type: identifier, required: true, aliases: [Unit]}
      tenant: {type: text, aliases: [Tenant]}
      lease_start: {type: date, aliases: [Lease start]}
      rent_gbp_pcm: {type: money, aliases: [Rent (£ pcm)]}
      area_m2: {type: number, aliases: [Area m²]}
      share: {type: percent, aliases: [Share]}
      ref_chateau: {type: identifier, aliases: [Réf. château]}
      document_value: {type: text, aliases: [document]}

# What must add up. A document that contradicts these is never sound.
equations:
  - {equation: sum(rent_roll.rent_gbp_pcm) by section = subtotal, tolerance: exact}
  - {equation: sum(rent_roll.area_m2) by section = subtotal, tolerance: exact}
  - {equation: sum(rent_roll.rent_gbp_pcm) = total_rent_gbp_pcm, tolerance: exact}
  - {equation: sum(rent_roll.area_m2) = total_area_m2, tolerance: exact}
`
	if diff := cmp.Diff(want, string(k.Marshal())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !k.Made || len(k.Source) == 0 {
		t.Error("not marked as made, or without its source")
	}
}

func TestFromHeadingsOfSeveralBlocks(t *testing.T) {
	block := func(name string, headings ...string) HeadedBlock {
		b := HeadedBlock{Name: name, Rows: 3, Totals: []TotalRow{{Label: "Total", Columns: []int{1}}}}
		for _, h := range headings {
			b.Columns = append(b.Columns, column(h, "money", 3))
		}
		return b
	}
	k, err := FromHeadings(Outline{Blocks: []HeadedBlock{block("A", "Item", "Price"), block("B", "ITEM", "price"), block("C", "Betrag"), block("D")}})
	if err != nil {
		t.Fatal(err)
	}
	if len(k.Records) != 2 || k.Records[0].Name != "a" || k.Records[1].Name != "c" || k.Equations[0].Text != "sum(a.price) by table = subtotal" {
		t.Errorf("%s", k.Marshal())
	}
	if k, err = FromHeadings(Outline{}); err != nil || len(k.Records) != 1 {
		t.Errorf("of nothing: %v", err)
	}
}

// TestFromHeadingsAlwaysLoads throws headings at it that are alike, odd or hostile.
func TestFromHeadingsAlwaysLoads(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	pieces := []string{"Rent", "rent", "RENT ", "Rent (£)", "rent gbp", "Rows", "other", "Total", "日本語", "\n", "a\tb", "\"q\"", "#", "- x", "{", "n°", "n 2", "Nr.", "1st", "é", "e", "ß", "ss", "É", "rent_2", "rent 2", "\u00a0", "\u200b", "section", "\\", ": ", "&a", strings.Repeat("long ", 80), "document", "column 1", "true", "~", "\x01\x02", "I", "ı", "İ"}
	for range 100 {
		o := Outline{Name: pieces[r.IntN(len(pieces))]}
		for range r.IntN(4) {
			b := HeadedBlock{Name: pieces[r.IntN(len(pieces))], Rows: r.IntN(5), Sections: r.IntN(2) == 0}
			for range r.IntN(12) {
				h := pieces[r.IntN(len(pieces))]
				if r.IntN(3) == 0 {
					h += pieces[r.IntN(len(pieces))]
				}
				b.Columns = append(b.Columns, column(h, []string{"money", "number", "percent", "date", ""}[r.IntN(5)], b.Rows))
			}
			for range r.IntN(3) {
				b.Totals = append(b.Totals, TotalRow{Label: pieces[r.IntN(len(pieces))], Columns: []int{r.IntN(12), r.IntN(12)}})
			}
			o.Blocks = append(o.Blocks, b)
		}
		k, err := FromHeadings(o)
		if err != nil {
			t.Fatalf("%v\n%s", err, fmt.Sprintf("%+v", o))
		}
		roundTrip(t, k)
	}
}

func TestFieldName(t *testing.T) {
	for heading, want := range map[string]string{
		"Rent (£ pcm)": "rent_gbp_pcm", "Loyer annuel H.T.": "loyer_annuel_h_t", "Größe m²": "grosse_m2", "N° de lot": "n_no_de_lot",
		"1st floor": "n1st_floor", "日本": "", "  ": "", "Œuvre d'art": "oeuvre_d_art", "% of total": "percent_of_total",
	} {
		if got := FieldName(heading); got != want {
			t.Errorf("%q: %q, want %q", heading, got, want)
		}
	}
}
