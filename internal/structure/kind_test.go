package structure

import (
	"testing"

	"github.com/rowproof/rowproof/internal/table"
)

func TestKinds(t *testing.T) {
	tests := map[kind][]string{
		blank:  {"", " ", "\u00a0", "\u200b"},
		hollow: {"-", "–", "- €", "--"},
		year:   {"2024", "1999", "2015 *"},
		figure: {"1", "1 234,50", "1\u202f234", "1,234.00", "€ 12.50", "12,50 €", "EUR 5", "(1,200.00)", "-15", "12.5 %", "148 m²", "148 m2", "1’234.50", "CHF 1'234.50", "12 kWh", "0", "0.5",
			"1.155,14", "19 %", "$1.2m", "50000000"},
		date: {"01/02/2026", "2026-05-01", "1.3.2026", "01. 03. 2026", "2026-05-01 14:30", "2026-05-01T14:30:00", "12 May 2026", "1er janvier 2026", "März 2026", "Jan-24", "31-Dec-2025"},
		text: {"x1", "H1", "L-01", "A 12", "25 avenue Henri", "01234", "0033 1 23 45 67 89", "12-14", "DE89 3704 0044 0532 0130 00", "3x4", "12/14", "1.2.3.4", "Vacant", "n/a", "Unit 12", "May",
			"12 boxes of 5", "1 2", "Q1 2024"},
	}
	for want, texts := range tests {
		for _, s := range texts {
			if got := kindOf(&table.Cell{Text: s}); got != want {
				t.Errorf("%q is of kind %d, want %d", s, got, want)
			}
		}
	}
	if k := kindOf(&table.Cell{Text: "Zwölf", Stored: "12", Kind: table.Number}); k != figure {
		t.Errorf("a cell that stores a number is of kind %d", k)
	}
}

func TestTotalLabels(t *testing.T) {
	tests := map[totalMatch][]string{
		wholeTotal: {"Total", "TOTAL", "Grand total:", "Total général", "Total ge\u0301ne\u0301ral", "Gesamtsumme", "Total 12", "Totale", "Totaal", "Summe", "Balance due"},
		subTotal:   {"Subtotal Harbour Court", "Sous-total", "Zwischensumme", "Sub\u00adtotal Larch House", "Zwischen\u200bsumme", "SUB-TOTAL", "Subtotale edificio A"},
		partTotal:  {"Rechnungssumme Netto (excl. USt.)", "Steuerbasisbetrag USt. 7%", "Total Harbour Court", "Harbour Court Total", "Total for May"},
		weakTotal:  {"VAT 20 %", "TVA 20 %", "USt. 19 %", "MwSt", "Number of units", "Nombre de lots", "Anzahl Einheiten", "Netto"},
		noTotal:    {"", "Totally Tea Ltd", "Vacant", "Tax advice", "Net curtains", "12", "Summer Hill", "VAT Number GB123 456", "Report to the board"},
	}
	for want, texts := range tests {
		for _, s := range texts {
			if got := matchTotal(s); got != want {
				t.Errorf("%q matches %d, want %d", s, got, want)
			}
		}
	}
}
