package columns_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/windows"
)

// A page is a document of several tables, parted by blank lines: a line that starts with ">" is of a grid, else it
// is a line outside the page's tables.
type page string

func (p page) Read(_ context.Context, _ table.Source, _ table.Options, e *table.Emitter) error {
	line := 0
	for i, part := range strings.Split(strings.Trim(string(p), "\n"), "\n\n") {
		lines := strings.Split(part, "\n")
		shape := table.Lines
		if strings.HasPrefix(lines[0], ">") {
			shape = table.Grid
		}
		if err := e.Table(&table.Table{Name: fmt.Sprintf("part %d", i+1), Shape: shape}); err != nil {
			return err
		}
		for _, l := range lines {
			line++
			r := &table.Row{Line: line, Page: 1}
			for c, text := range strings.Split(strings.TrimPrefix(l, ">"), "|") {
				if text != "" {
					r.Cells = append(r.Cells, table.Cell{Text: strings.ReplaceAll(text, "⏎", "\n"), Col: int32(c)})
				}
			}
			if _, err := e.Row(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// invoiceCases are invoices as a page reader gives them, with the lines that are accepted (their amounts), the
// document's verdict, and further accepted values.
var invoiceCases = []struct {
	name, lang, page, lines string
	verdict                 verdict.Document
	values                  string
}{
	{"a text that goes on below its amount", "de", `
>Pos|Beschreibung|Nettopreis|Menge Einheit|Steuersatz|Nettobetrag
>1|Montage|43,20|3 Std|19%|129,60
>|Beamer im Obergeschoss
>|Bruttopreis :43,20
>2|Halterung|122,50|1 Stk|19%|122,50

Positionssumme|252,10`, "129,60 Montage Beamer im Obergeschoss Bruttopreis :43,20; 122,50 Halterung", verdict.Sound, ""},
	{"article numbers below the line's own number", "de", `
>Pos Referenzen|Beschreibung|Nettopreis|Menge Einheit|Steuersatz|Nettobetrag
>1|Lieferung|205,00|1 Stk|0%|205,00
>Art-Nr: TB100A4|eines Ziegels
>4012345045654 (GTIN)
>2|Montage|59,00|52 Stk|0%|3.068,00

Positionssumme|3.273,00`, "205,00 Lieferung eines Ziegels; 3.068,00 Montage", verdict.Sound, ""},
	{"an amount a row below its quantity", "de", `
>Pos|Art-Nr|Beschreibung|Nettopreis|Menge|Steuersatz|Nettobetrag
>1|TB100A4|Trennblätter|9,90|20 Stk|19 %
>|4012345001235||||||198,00
>2|ARNR2|Joghurt|5,50|50 Stk|7 %
>|4000050986428||||||275,00`, "", verdict.Incomplete, ""},
	{"an amount in its column a row below its quantity", "de", `
>Pos|Artikelnummer|Beschreibung|Nettopreis|Menge|Steuersatz|Nettobetrag
>1|TB100A4|Trennblätter|9,90|20 Stk|19 %
>|4012345001235|||||198,00
>2|ARNR2|Joghurt|5,50|50 Stk|7 %
>|4000050986428|||||275,00

Positionssumme|473,00`, "198,00 Trennblätter; 275,00 Joghurt", verdict.Sound, ""},
	{"a numbered line without its amount", "en", `
>Pos.|Description|Qty|Unit price|Line total
>1|Paper|2|5.00|10.00
>2|Free sample
>3|Ink|1|7.50|7.50

Net total|17.50`, "10.00 Paper; 7.50 Ink", verdict.Incomplete, ""},
	{"a tax between two totals", "de", `
>Pos. Artikelbeschreibung|Menge|Preis|Betrag
>1 Superdrachen|2|20,00|40,00
>2 Turbo Flyer|5|40,00|200,00
>|Rechnungssumme netto||240,00
>|zuzüglich 19%|MwSt.|45,60
>|Rechnungssumme brutto||285,60`, "40,00 1 Superdrachen; 200,00 2 Turbo Flyer", verdict.Sound, ""},
	{"a charge below the subtotal", "en", `
>Description|Qty|Price|Amount
>Design|120|85.00|10,200.00
>Paper|2|7.62|15.24
>Subtotal|||10,215.24
>Freight costs||47.90|47.90`, "10,200.00 Design; 15.24 Paper", verdict.Incomplete, ""},
	{"an amount carried over", "de", `
>Pos.|Bezeichnung|Menge|EP|GP
>1|Schrauben|100|0,10|10,00
>2|Muttern|50|0,20|10,00
>|Übertrag|||20,00
>|Blatt 2|||20,00
>3|Scheiben|10|0,50|5,00
>|Versandkosten|||4,90
>|Summe netto|||29,90
>|zzgl. 19 % MwSt.|||5,68
>|Gesamtbetrag|||35,58`, "10,00 Schrauben; 10,00 Muttern; 5,00 Scheiben", verdict.Sound, ""},
	{"two columns headed alike", "en", `
>Description|Qty|Price|Amount|Amount
>Design|120|85.00|0.00|10,200.00
>Paper|2|7.62|2.90|15.24
>Hotel|3|187.50|39.38|562.50`, "", verdict.NeedsReview, ""},
	{"several figures in the cell of an amount", "en", `
>Description|Quantity|Unit price|Amount
>Pen|15|100.00|1,500.00
>Screw|45⏎Subtotal⏎Total|0.20|9.00⏎1,509.00⏎1,810.80`, "1,500.00 Pen", verdict.Incomplete, ""},
	{"lines that a page break took from their heading", "de", `
>Pos|Beschreibung|Nettopreis|Menge Einheit|Steuersatz|Nettobetrag
>1|Artikel A|52,52|2 Stk|19%|105,04

000002|Artikel B|2,06|25 Stk|19%|51,50
Bruttopreis :2,06
000003|Artikel E|49,29|150 Stk|19%|73,94

Positionssumme|230,48`, "105,04 Artikel A; 51,50 Artikel B; 73,94 Artikel E", verdict.Sound, ""},
	{"such lines that do not add up", "de", `
>Pos|Beschreibung|Nettopreis|Menge Einheit|Steuersatz|Nettobetrag
>1|Artikel A|52,52|2 Stk|19%|105,04

000002|Artikel B|2,06|25 Stk|19%|51,50

Positionssumme|156,55`, "105,04 Artikel A", verdict.NeedsReview, ""},
	{"figures in one cell, less a discount", "fr", `
Nougat 250g|50 Unit(s) 4,55 € 10%|204,75 €
Huile|10 Liter(s) 19,80 €|198,00 €

Total HT|402,75 €`, "204,75 € Nougat 250g; 198,00 € Huile", verdict.Sound, ""},
	{"figures that agree below the heading of another field", "fr", `
>|Description|Prix Quantité Rem. unitaire|Prix HT
>Nougat 250g||50 Unit(s) 4,55 € 10%|204,75 €
>Huile||10 Liter(s) 19,80 €|198,00 €

Total HT|402,75 €`, "", verdict.Incomplete, ""},
	{"a receipt", "en", `
Headphones
AUDIO-5521 1 @ $349.99
Member Discount $-50.00
$299.99
Adapter
ACC-8834 2 @ $79.99
$159.98
SUBTOTAL $459.97`, "$299.99; $159.98", verdict.Sound, ""},
	{"a total of the first table only", "de", `
>Pos|Beschreibung|Menge|Preis|Betrag
>1|Montage|2|50,00|100,00

Zwischensumme|100,00

>Leistung|Tage|Wert
>Beratung|2|20,00
>Anfahrt|1|10,00

Bruttosumme|130,00`, "100,00 Montage", verdict.Incomplete, ""},
	{"tables that nothing asks for", "de", `
>Rechnung Nr.:|4711
>Ihr Zeichen:|LMH
>Währung:|EUR

>Pos|Beschreibung|Menge|Preis|Betrag
>1|Montage|2|50,00|100,00

Summe netto|100,00
MwSt. 19 %|19,00
Bruttosumme|119,00

>ID|Name|Dateiname
>4711|Aufmass|Aufmass.pdf
>4712|Skizze|Skizze.pdf`, "100,00 Montage", verdict.Sound, "number=4711 currency=EUR net=100,00 vat=19,00 gross=119,00"},
	{"number and date in one line", "de", `
>Handelsrechnung (380)|Nr. 471102 vom 05.12.2025
>Währung|: EUR`, "", verdict.Sound, "number=471102 date=05.12.2025 currency=EUR"},
	{"the numbers of two parties", "de", `
Verkäufer
USt.-Id.-Nr.: DE136695976
Käufer
USt.-Id.-Nr.: DE999999999`, "", verdict.Sound, "seller_vat=DE136695976"},
	{"lines outside every table that nothing reads", "en", `
Widget A x 2
Widget B x 3
Total 40.00`, "", verdict.NeedsReview, "gross=40.00"},
	{"the date of a payment", "en", `
>Payment|Date|Amount
>Transfer|17 November 2017|623.00 €

Currency: EUR`, "", verdict.Incomplete, "currency=EUR"},
	{"a date beside an amount, both labelled", "en", `
Invoice no.|Date|Amount due
4711|17 November 2017|623.00 €`, "", verdict.NeedsReview, "number=4711 date=17 November 2017 due=623.00 €"},
	{"a rate below the label of an amount", "en", `
Total VAT|Paid
20,00%|12.00 €`, "", verdict.NeedsReview, "prepaid=12.00 €"},
	{"a discount beside the price, without tax", "en", `
>Description|Quantity|Unit Price|Disc.|Price w/o⏎Tax
>Nougat|8 Unit(s)|4.55 €|10%|32.76 €
>Biscuits|20 Unit(s)|3.20 €||64.00 €

Net total|96.76 €`, "32.76 € Nougat; 64.00 € Biscuits", verdict.Sound, ""},
	{"labels beside labels", "de", `
Verkäufer:
Nummer|: 549910
Lieferdatum:|Rechnungsdatum:
05.03.2024|06.03.2024
Datum: 30.10.2024 Zeit: 04:59:13`, "", verdict.Sound, "date=06.03.2024 delivery_date=05.03.2024"},
}

// TestInvoices runs the presets over invoices as pages give them: what is accepted is right, and what is lost
// keeps the document from being sound.
func TestInvoices(t *testing.T) {
	if len(invoiceCases) < 15 {
		t.Fatalf("%d cases", len(invoiceCases))
	}
	for _, tt := range invoiceCases {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := table.Collect(context.Background(), page(tt.page), "pdf", table.Source{Name: "test", Data: bytes.NewReader(nil)}, table.Options{})
			if err != nil {
				t.Fatal(err)
			}
			tk, err := task.Preset("invoice", tt.lang)
			if err != nil {
				t.Fatal(err)
			}
			for _, rows := range []int{4, 500} {
				res := decide(t, doc, tk, windows.Options{Rows: rows, Overlap: 8})
				var lines, values []string
				for _, e := range res.Entries.All() {
					if e.Verdict != verdict.Accepted {
						continue
					}
					if f := e.Fields[0]; e.Record == verdict.DocumentRecord {
						values = append(values, f.Name+"="+f.Printed)
						continue
					}
					amount, _ := e.Field("amount")
					if amount == nil {
						continue
					}
					text, _ := e.Field("description")
					lines = append(lines, strings.TrimSpace(amount.Printed+" "+strings.Join(strings.Fields(text.Claim), " ")))
				}
				if got := strings.Join(lines, "; "); got != tt.lines {
					t.Errorf("in windows of %d rows: lines\n%s\nwant\n%s\n%s", rows, got, tt.lines, describe(res))
				}
				if res.Verdict != tt.verdict {
					t.Errorf("in windows of %d rows: %s, want %s: %s", rows, res.Verdict, tt.verdict, describe(res))
				}
				if got := strings.Join(values, " "); tt.values != "" && got != tt.values {
					t.Errorf("in windows of %d rows: values %s, want %s", rows, got, tt.values)
				}
			}
		})
	}
}
