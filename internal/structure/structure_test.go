package structure_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
)

// A sheet is a table written by hand: cells parted by "|", "" a blank line.
type sheet struct {
	name     string
	shape    table.Shape
	lines    []string
	merges   []table.Area
	declared []table.Declared
	levels   map[int]int // outline level by line, from 1
}

func (s sheet) Read(_ context.Context, _ table.Source, _ table.Options, e *table.Emitter) error {
	t := &table.Table{Name: s.name, Shape: s.shape, Merges: s.merges, Declared: s.declared}
	if err := e.Table(t); err != nil {
		return err
	}
	for i, l := range s.lines {
		r := &table.Row{Line: i + 1, Level: s.levels[i+1]}
		for c, text := range strings.Split(l, "|") {
			if text != "" {
				r.Cells = append(r.Cells, table.Cell{Text: text, Col: int32(c)})
			}
		}
		if _, err := e.Row(r); err != nil {
			return err
		}
	}
	return nil
}

func collect(t testing.TB, s sheet) *table.Document {
	t.Helper()
	doc, err := table.Collect(context.Background(), s, "xlsx", table.Source{Name: "test", Data: bytes.NewReader(nil)}, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// outline writes the roles of all rows: one letter a row and its block.
func outline(st *structure.Structure) string {
	var out []string
	for _, r := range st.Rows {
		s := r.Role.String()
		if r.Role == structure.Section || r.Role == structure.Total {
			s += fmt.Sprint(r.Depth)
		}
		if r.Block >= 0 {
			s += fmt.Sprintf("@%d", r.Block)
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func headings(b *structure.Block) string {
	var out []string
	for _, c := range b.Columns {
		s := c.Heading
		if c.Repeat > 0 {
			s += fmt.Sprintf("#%d", c.Repeat)
		}
		out = append(out, s)
	}
	return strings.Join(out, "|")
}

func TestRoles(t *testing.T) {
	tests := []struct {
		name  string
		sheet sheet
		roles string
		heads []string
	}{
		{"labels with their values on a page", sheet{shape: table.Grid, lines: []string{
			"Invoice (380)|No. 471102 of 5 December 2025", "Currency:|EUR", "Period:|1 to 31 December", "Reference|: AB 7"}}, "outside outside outside outside", nil},
		{"a heading below labels with their values", sheet{shape: table.Grid, lines: []string{
			"John Miller|Date:||3 August 2019", "Acme Ltd", "Description|Hours|Fee|Total", "Analysis|9|29.00|261.00", "Design|8|10.00|80.00", "Tests|2|10.00|20.00"}},
			"heading@0 note heading@1 data@1 data@1 data@1", []string{"John Miller|Date:||3 August 2019", "Description|Hours|Fee|Total"}},
		{"a remark over figures is no heading among filled rows", sheet{shape: table.Grid, lines: []string{
			"Pos|Item|Price|Qty|VAT|Amount", "1|Work|0.05|100|19 %|5.00", "2|Tax|0.02|100|19 %|2.00", "3|Picker|10.50|28|19 %|294.00",
			"|Ordered by|Mr Mayer", "4|Bag|0.01|3500|19 %|35.00", "5|Paper|0.01|1210|19 %|12.10"}},
			"heading@0 data@0 data@0 data@0 data@0 data@0 data@0", []string{"Pos|Item|Price|Qty|VAT|Amount"}},
		{"cells that the reader could not part are no heading", sheet{shape: table.Grid, lines: []string{
			"Customer part|BOLT-M10 9.16 500 pcs 45.80", "POS 1|SW17", "000004|Test"}}, "data@0 data@0 data@0", []string{"|"}},
		{"one heading parted in two, another over two columns", sheet{shape: table.Grid, lines: []string{
			"Item|Qty|Price|Tax||Amount", "|||Rate|Amount", "Design|120|85.00|0 % A|0.00|10,200.00", "Paper|2|7.62|19 % S|2.90|15.24", "Hotel|3|187.50|7 % S|39.38|562.50"}},
			"heading@0 heading@0 data@0 data@0 data@0", []string{"Item|Qty|Price|Tax Rate|Tax Amount|Amount"}},
		{"one heading twice among others", sheet{lines: []string{
			"Item|Amount|Amount", "Design|0.00|10.00", "Paper|2.90|15.24"}}, "heading@0 data@0 data@0", []string{"Item|Amount|Amount"}},
		{"French schedule with two heading rows", sheet{lines: []string{
			"Patrimoine au 31 décembre 2025", "", "Lot|Adresse|Ville|Loyer|", "||| HC|CC", "1|25 avenue Henri|Saint-|12 500,00|13 000,00", "||Denis", "2|4 rue Foch|Lyon|8 400,00|9 100,00",
			"3|9 place du Marché|Metz|9 400,00|9 900,00", "Total|||30 300,00|32 000,00", "", "* hors charges"},
			merges: []table.Area{{FirstLine: 3, LastLine: 3, FirstCol: 3, LastCol: 4}}},
			"outside heading@0 heading@0 data@0 data@0 data@0 data@0 total1@0 note", []string{"Lot|Adresse|Ville|Loyer HC|Loyer CC"}},
		{"sections, spacers and vacant units", sheet{lines: []string{
			"Unit|Tenant|Lease end|Rent", "Harbour Court", "H1|Pemberton|31/03/2029|2,450.00", "", "H2|Vacant||", "H3|Bread|30/09/2028|1,995.00", "Subtotal Harbour Court|||4,445.00", "",
			"Mill Yard", "M1|Tyne|31/12/2026|1,420.00", "M2|Vacant||0.00", "Subtotal Mill Yard|||1,420.00", "Grand total|||5,865.00", "Number of units|||5"}},
			"heading@0 section1@0 data@0 data@0 data@0 total1@0 section1@0 data@0 data@0 total1@0 total1@0 total1@0", []string{"Unit|Tenant|Lease end|Rent"}},
		{"invoice", sheet{lines: []string{
			"Muster GmbH", "Hauptstr. 1", "12345 Berlin", "", "Rechnungsnummer:|2026-117", "Datum:|01.03.2026", "",
			"Pos|Bezeichnung|Menge|Einzelpreis|Gesamt", "1|Wartung|1|480,00 €|480,00 €", "2|Pumpe|2|215,50 €|431,00 €", "3|Rohr|12,5|9,84 €|123,00 €", "|Nettobetrag|||1.034,00 €", "",
			"MwSt-Satz|Netto|Steuer", "19 %|911,00 €|173,09 €", "7 %|123,00 €|8,61 €", "", "Rechnungsbetrag||||1.215,70 €", "", "Zahlbar in 14 Tagen."}},
			"outside outside outside outside outside heading@0 data@0 data@0 data@0 total1@0 heading@1 data@1 data@1 total1@1 outside",
			[]string{"Pos|Bezeichnung|Menge|Einzelpreis|Gesamt", "MwSt-Satz|Netto|Steuer||"}},
		{"csv", sheet{shape: table.File, lines: []string{"name,|site-address|notes", "DCS1|Land east|", "DCS2|Scrubs Lane|yes", "DCS3|Old Oak|no"}},
			"heading@0 data@0 data@0 data@0", []string{"name,|site-address|notes"}},
		{"labels with their values above the table of a delimited file", sheet{shape: table.File, lines: []string{
			"Rechnung Nr.|R-2025/0417", "Datum|17.04.2025", "Lieferant|Müller GmbH", "", "Pos|Leistung|Menge|Betrag", "1|Reinigung|3|360,00 €", "2|Winterdienst|1|1.165,50 €"}},
			"outside outside outside heading@0 data@0 data@0", []string{"Pos|Leistung|Menge|Betrag"}},
		{"a delimited file of two columns without headings", sheet{shape: table.File, lines: []string{"A1|700.00", "A2|710.00", "A3|720.00"}},
			"data@0 data@0 data@0", []string{"|"}},
		{"side by side", sheet{lines: []string{
			"Unit|Rent||Type|Count", "A1|100||Studio|3", "A2|110||Flat|2", "A3|120", "A4|130", "A5|140", "A6|150"}},
			"heading@0 data@0 data@0 data@0 data@0 data@0 data@0", []string{"Unit|Rent", "Type|Count"}},
		{"repeated headings and page numbers", sheet{lines: []string{
			"Licence|Holder|Fee paid", "TX-5501|Greenway|310.00", "TX-5508|Baptiste|155.00", "Page 1 of 2", "Licence|Holder|Fee paid", "TX-5520|Whitlock|155.00", "Total||620.00", "Page 2 of 2"}},
			"heading@0 data@0 data@0 furniture heading@0 data@0 total1@0 furniture", []string{"Licence|Holder|Fee paid"}},
		{"a caption above each repetition", sheet{lines: []string{
			"Rent roll", "", "Block A", "Unit|Tenant|Rent", "A1|Ames|700.00", "A2|Bole|710.00", "Total||1410.00", "", "Block B", "Unit|Tenant|Rent", "B1|Dale|800.00", "B2|Ekko|810.00", "Total||1610.00"}},
			"outside section1@0 heading@0 data@0 data@0 total1@0 section1@0 heading@0 data@0 data@0 total1@0", []string{"Unit|Tenant|Rent"}},
		{"a title above the headings, repeated at a print break", sheet{lines: []string{
			"Rent roll", "Unit|Tenant|Rent", "Block A", "A1|Ames|700.00", "A2|Bole|710.00", "", "Block B", "Unit|Tenant|Rent", "B1|Dale|800.00", "B2|Ekko|810.00"}},
			"outside heading@0 section1@0 data@0 data@0 section1@0 heading@0 data@0 data@0", []string{"Unit|Tenant|Rent"}},
		{"repeats side by side", sheet{lines: []string{
			"Artikel|Preis|Artikel|Preis", "Stein|3,85|Lack|14,90", "Rohr|27,40|Schnur|6,25", "Kasten|19,80|Glas|41,00"}},
			"heading@0 data@0 data@0 data@0", []string{"Artikel|Preis|Artikel#1|Preis#1"}},
		{"two tables without a blank line", sheet{lines: []string{
			"Product|Cases|Case price|Line total", "Lemonade|12|8.40|100.80", "Ginger beer|6|9.90|59.40", "Crisps|10|6.25|62.50", "Tax code|Taxable|Tax|", "S 20 %|160.20|32.04|", "Z 0 %|62.50|0.00|"}},
			"heading@0 data@0 data@0 data@0 heading@1 data@1 data@1", []string{"Product|Cases|Case price|Line total", "Tax code|Taxable|Tax|"}},
		{"charges below a unit", sheet{lines: []string{
			"Maple Grove", "Report Date:|05/22/2026", "", "Unit|Type|Sq Ft|Charge|Amount|Move In|Lease", "101|1BR|720|rent|1295|2023-03-01|2025-02-28", "|||parking|50", "|||Total|1345", "",
			"102|1BR|720|rent|1350|2024-01-15|2025-01-14", "|||pets|50", "|||waste|18", "|||Total|1418"}},
			"outside outside heading@0 data@0 data@0 total1@0 data@0 data@0 data@0 total1@0", []string{"Unit|Type|Sq Ft|Charge|Amount|Move In|Lease"}},
		{"nested sections", sheet{lines: []string{
			"Unit|Tenant|Rent", "Building A", "Ground floor", "1|Ames|10.00", "2|Bole|11.00", "First floor", "3|Cole|12.00", "Building B", "Ground floor", "4|Dunn|13.00", "5|East|14.00"}},
			"heading@0 section1@0 section2@0 data@0 data@0 section2@0 data@0 section1@0 section2@0 data@0 data@0", []string{"Unit|Tenant|Rent"}},
		{"years as headings", sheet{lines: []string{"Ridership", "", "Fare|2025| 2024 *|2023", "Tokens|76 106|102 073|110 945", "Tickets|N/A|8 807|34 445", "Cash|36 045|41 536|48 873"}},
			"outside heading@0 data@0 data@0 data@0", []string{"Fare|2025|2024 *|2023"}},
		{"headings with digits over identifiers", sheet{shape: table.File, lines: []string{"site|x1|x2|name|Hectares|Dwellings", "BLR02|18-DK-015||Walk 3|0.5|25", "BLR06|18-LH-006||House 12|0.21|25"}},
			"heading@0 data@0 data@0", []string{"site|x1|x2|name|Hectares|Dwellings"}},
		{"a list of values", sheet{lines: []string{"Results", "", "1.5", "2.5", "3.5", "4.5", "5.5", "6.5", "7.5", "8.5", "9.5"}},
			"heading@0 data@0 data@0 data@0 data@0 data@0 data@0 data@0 data@0 data@0", []string{"Results"}},
		{"a row of figures on its own", sheet{lines: []string{"Summary", "", "8|2047|1390|67.9 %"}}, "outside data@0", []string{"|||"}},
		{"pages and bays", sheet{lines: []string{"Row|Bay", "P|12", "P|13", "Q|14", "Page|2"}},
			"heading@0 data@0 data@0 data@0 furniture", []string{"Row|Bay"}},
		{"no heading", sheet{shape: table.File, lines: []string{"B-204|Bureau|14|4 970,00", "B-207|Caisson|22|2 860,00", "C-031|Chaise|60|5 340,00", "|Total|96|13 170,00"}},
			"data@0 data@0 data@0 total1@0", []string{"|||"}},
		{"list object with totals", sheet{lines: []string{"Stock", "", "Item|Qty", "Nut|3", "Bolt|4", "Sum|7", "remark"},
			declared: []table.Declared{{Name: "Stock", Area: table.Area{FirstLine: 3, FirstCol: 0, LastLine: 6, LastCol: 1}, Headings: 1, Totals: 1}}},
			"outside heading@0 data@0 data@0 total1@0 outside", []string{"Item|Qty"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			st := structure.Analyse(collect(t, tt.sheet))
			if got := outline(st); got != tt.roles {
				t.Errorf("roles\n got %s\nwant %s", got, tt.roles)
			}
			if len(st.Blocks) != len(tt.heads) {
				t.Fatalf("%d blocks, want %d: %+v", len(st.Blocks), len(tt.heads), st.Blocks)
			}
			for i := range st.Blocks {
				if got := headings(&st.Blocks[i]); got != tt.heads[i] {
					t.Errorf("headings of block %d\n got %s\nwant %s", i, got, tt.heads[i])
				}
			}
		})
	}
}

func TestCarried(t *testing.T) {
	st := structure.Analyse(collect(t, sheet{lines: []string{"Building|Unit|Rent", "Harbour Court|1|100.00", "|2|110.00", "|3|120.00", "Mill Yard|1|130.00", "|2|140.00", "Total||600.00"}}))
	want := map[int]int{2: 1, 3: 1, 5: 4}
	for n := range st.Rows {
		from, ok := st.Carried(n, 0)
		if w, carried := want[n]; ok != carried || ok && from != w {
			t.Errorf("row %d is carried from %d %v, want %d %v", n, from, ok, w, carried)
		}
		if _, ok := st.Carried(n, 1); ok {
			t.Errorf("row %d: the unit is carried down", n)
		}
	}
	if got := st.CarriedInto(3, 6); len(got) != 1 || got[0] != 1 {
		t.Errorf("carried into rows 3 to 5: %v, want [1]", got)
	}
	merged := structure.Analyse(collect(t, sheet{lines: []string{"Building|Unit|Rent", "Quay|1|100.00", "|2|110.00", "Mill|3|120.00"},
		merges: []table.Area{{FirstLine: 2, LastLine: 3}}}))
	if from, ok := merged.Carried(2, 0); !ok || from != 1 {
		t.Errorf("a merged cell is carried from %d %v, want 1", from, ok)
	}
	if _, ok := merged.Carried(3, 0); ok {
		t.Error("carried past the merge")
	}
	wrapped := structure.Analyse(collect(t, sheet{lines: []string{"No|Address|Town|Rent", "1|25 avenue Henri|Saint-|12 500,00", "|Barbusse|Denis|", "2|4 rue|Lyon-|8 400,00", "|Foch|Vaise|"}}))
	if _, ok := wrapped.Carried(2, 0); ok {
		t.Error("the second line of a record takes the number from the first as a carried-down cell")
	}
}

// A page is a table on pages: lines around it stand in tables of their own.
type pages []sheet

func (p pages) Read(ctx context.Context, _ table.Source, _ table.Options, e *table.Emitter) error {
	for i, s := range p {
		t := &table.Table{Name: s.name, Shape: s.shape, Page: i/2 + 1, EndPage: i/2 + 1}
		if err := e.Table(t); err != nil {
			return err
		}
		for l, text := range s.lines {
			r := &table.Row{Line: 10*i + l + 1, Page: i/2 + 1}
			for c, cell := range strings.Split(text, "|") {
				if cell != "" {
					r.Cells = append(r.Cells, table.Cell{Text: cell, Col: int32(c)})
				}
			}
			if _, err := e.Row(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestPages proves that heads repeated by the printing and page numbers are furniture, and other lines are not.
func TestPages(t *testing.T) {
	var p pages
	for i := range 4 {
		head := []string{"Estate of Weir - rent roll", fmt.Sprintf("Printed 0%d/02/2026", i+1), fmt.Sprintf("Page %d of 4", i+1)}
		if i == 0 {
			head = append(head, "Prepared for the trustees")
		}
		p = append(p, sheet{name: "lines", shape: table.Lines, lines: head}, sheet{name: "grid", shape: table.Grid, lines: []string{"Unit|Tenant|Rent", "H1|Ames|100.00", "|and Sons|", "H2|Bole|110.00"}})
	}
	doc, err := table.Collect(context.Background(), p, "pdf", table.Source{Name: "t", Data: bytes.NewReader(nil)}, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	st := structure.Analyse(doc)
	want := "furniture furniture furniture outside heading@0 data@0 data@0 data@0"
	for i := 1; i < 4; i++ {
		want += fmt.Sprintf(" furniture furniture furniture heading@%d data@%d data@%d data@%d", i, i, i, i)
	}
	if got := outline(st); got != want {
		t.Errorf("roles\n got %s\nwant %s", got, want)
	}
	if st.Rows[0].Reason != structure.RunningHead || st.Rows[2].Reason != structure.PageNumber {
		t.Errorf("reasons: %s, %s", st.Rows[0].Reason.Text(), st.Rows[2].Reason.Text())
	}
}

// TestGivenHeadings proves that given headings start blocks, that repetitions go on with them, and that nothing else does.
func TestGivenHeadings(t *testing.T) {
	lines := sheet{lines: []string{"Plot|Purchaser|Fee", "P1|Holroyd|500.00", "", "Vacant|none|n/a", "Plot|Purchaser|Fee", "P2|Vaughan|500.00", "Code|Tax|Sum", "S|20.00|4.00", "Total fees||1,000.00"}}
	st := structure.WithHeadings(collect(t, lines), []int{0, 3, 5})
	if got, want := outline(st), "heading@0 data@0 data@0 heading@0 data@0 heading@1 data@1 total1@1"; got != want {
		t.Errorf("roles\n got %s\nwant %s", got, want)
	}
	st = structure.WithHeadings(collect(t, lines), nil)
	if got, want := outline(st), "data@0 data@0 data@0 data@0 data@0 data@0 data@0 total1@0"; got != want {
		t.Errorf("without any\n got %s\nwant %s", got, want)
	}
}
