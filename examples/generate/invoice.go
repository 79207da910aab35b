package main

import "fmt"

// invoice is a German invoice: header fields in lines, a table of lines with discounts, two
// rates of VAT, and totals.
func invoice(path string) error {
	s := newSheet("Rechnung")
	s.widths(24, 40, 10, 10, 14, 10, 14)
	s.add("Hausverwaltung Lindner GmbH")
	s.add("Am Kanal 14, 28195 Bremen")
	s.blank()
	s.add("Rechnung Nr.", "RE-2026-0417")
	s.add("Rechnungsdatum", "17.04.2026")
	s.add("Fällig am", "15.05.2026")
	s.add("Kunde", "Wohnungsgenossenschaft Elbufer eG")
	s.add("USt-IdNr.", "DE811907980")
	s.add("Währung", "EUR")
	s.blank()
	s.bold(s.add("Pos.", "Leistung", "Menge", "Einheit", "Einzelpreis", "Rabatt", "Betrag"), 7)
	type line struct {
		text     string
		unit     string
		tenths   int // quantity in tenths
		price    int // cents
		discount int // percent
		rate     int
	}
	lines := []line{
		{"Treppenhausreinigung", "Monat", 30, 42000, 0, 19},
		{"Winterdienst, Einsätze", "Stk", 120, 8550, 10, 19},
		{"Gartenpflege", "h", 285, 4820, 0, 19},
		{"Wasserlieferung Zisterne", "m³", 140, 395, 0, 7},
		{"Heizungswartung", "Stk", 20, 31900, 5, 19},
		{"Streugut", "kg", 2500, 60, 0, 19},
		{"Grünschnittabfuhr", "m³", 60, 2750, 0, 7},
		{"Notdienst Rohrbruch", "h", 45, 9600, 0, 19},
	}
	net := map[int]int{}
	sum := 0
	for i, l := range lines {
		// The figures are chosen so that no amount needs rounding.
		amount := l.tenths * l.price * (100 - l.discount) / 1000
		if l.tenths*l.price*(100-l.discount)%1000 != 0 {
			return fmt.Errorf("line %d: the amount needs rounding", i+1)
		}
		s.add(fmt.Sprint(i+1), l.text, fmt.Sprintf("%d,%d", l.tenths/10, l.tenths%10), l.unit, cents(l.price, ".", ","),
			fmt.Sprintf("%d %%", l.discount), cents(amount, ".", ","))
		net[l.rate] += amount
		sum += amount
	}
	s.blank()
	s.bold(s.add("USt-Satz", "Nettobetrag", "Steuer"), 3)
	tax := 0
	for _, rate := range []int{19, 7} {
		t := (net[rate]*rate + 50) / 100
		s.add(fmt.Sprintf("%d %%", rate), cents(net[rate], ".", ","), cents(t, ".", ","))
		tax += t
	}
	s.blank()
	s.add("Summe netto", cents(sum, ".", ","))
	s.add("Umsatzsteuer", cents(tax, ".", ","))
	s.add("Gesamtbetrag", cents(sum+tax, ".", ","))
	s.add("Anzahlung", cents(-100000, ".", ","))
	s.add("Zahlbetrag", cents(sum+tax-100000, ".", ","))
	s.blank()
	s.add("Zahlbar ohne Abzug auf unser Konto DE02120300000000202051.")
	return s.save(path)
}
