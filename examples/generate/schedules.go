package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// propertySchedule is a French schedule as a report writer exports it: every cell is text,
// long towns go over two rows.
func propertySchedule(path string) error {
	s := newSheet("Patrimoine")
	s.widths(7, 30, 18, 12, 16, 14, 18, 13)
	s.add("SCI Les Tilleuls")
	s.add("État du patrimoine immobilier au 31/12/2025")
	s.blank()
	h := s.add("Lot", "Situation", nil, "Surface", "Loyer annuel", nil, "Valeur vénale", "Acquis le")
	s.add(nil, "Adresse", "Commune", "m²", "HC", "Charges", "€", nil)
	s.merge(h, 1, 2)
	s.merge(h, 4, 5)
	s.bold(h, 8)
	s.bold(h+1, 8)
	streets := []string{"avenue Berthelot", "rue des Tanneurs", "quai de la Marne", "boulevard Gambetta", "place du Marché", "cours Vitton", "impasse des Lilas", "rue de la Gare"}
	towns := [][2]string{{"Lyon"}, {"Saint-Étienne"}, {"Boulogne-", "Billancourt"}, {"Évry"}, {"Saint-", "Malo"}, {"Nantes"}, {"Aix-en-", "Provence"}, {"Le Havre"}}
	p := picker(7)
	var area, rent, charges, value int
	const lots = 24
	for i := range lots {
		town := towns[p.next(len(towns))]
		a, r := 48+p.next(2100), 720000+p.next(24000000)
		c, v := 90000+p.next(1500000), 158000+1000*p.next(3200)
		date := time.Date(1998+p.next(26), time.Month(1+p.next(12)), 1+p.next(28), 0, 0, 0, 0, time.UTC)
		s.add(fmt.Sprintf("L-%02d", i+1), fmt.Sprintf("%d %s", 1+p.next(140), streets[p.next(len(streets))]), town[0],
			grouped(a, " "), cents(r, " ", ","), cents(c, " ", ","), grouped(v, " "), date.Format("02/01/2006"))
		if town[1] != "" {
			s.add(nil, nil, town[1])
		}
		area, rent, charges, value = area+a, rent+r, charges+c, value+v
	}
	t := s.add("Total", nil, nil, grouped(area, " "), cents(rent, " ", ","), cents(charges, " ", ","), grouped(value, " "))
	s.bold(t, 8)
	s.blank()
	s.add("Nombre de lots :", lots)
	s.add("(1) Valeurs hors droits, établies par expertise interne.")
	s.add("(2) Surfaces utiles selon les baux en cours.")
	return s.save(path)
}

// rentRoll is an English rent roll: three buildings of forty units, a spacer row after every
// ten, vacant units without rent, numbers stored as numbers.
func rentRoll(path string) error {
	s := newSheet("Rent Roll")
	s.widths(10, 26, 12, 12, 12, 14, 10)
	s.add("Landlord", "Harbour Estates Ltd")
	s.add("Rent roll as at", time.Date(2026, 3, 31, 0, 0, 0, 0, time.UTC))
	s.format(1, 2, 2, "dd/mm/yyyy")
	s.blank()
	h := s.add("Unit", "Tenant", "Area sq ft", "Lease start", "Lease end", "Monthly rent", "Status")
	s.bold(h, 7)
	first := []string{"Larch", "Mulberry", "Sorrel", "Kestrel", "Alder", "Wren", "Bramble", "Heron", "Teasel", "Rowan"}
	second := []string{"Analytics Ltd", "& Daughters", "Dental Practice", "Bakery", "Joinery Ltd", "Press", "Studios LLP", "Logistics plc"}
	p := picker(11)
	var total int
	for b, building := range []string{"Quayside House", "The Old Ropewalk", "Customs Yard"} {
		sec := s.add(building)
		s.bold(sec, 7)
		var subtotal int
		for i := range 40 {
			unit := fmt.Sprintf("%c-%02d", 'A'+b, i+1)
			area := 240 + p.next(2600)
			if p.next(9) == 0 {
				r := s.add(unit, "Vacant", area, nil, nil, nil, "Void")
				s.format(2, r, r, "#,##0")
			} else {
				start := time.Date(2016+p.next(9), time.Month(1+p.next(12)), 1, 0, 0, 0, 0, time.UTC)
				rent := 45000 + 25*p.next(9000)
				r := s.add(unit, first[p.next(len(first))]+" "+second[p.next(len(second))], area, start, start.AddDate(10, 0, -1), float64(rent)/100, "Let")
				s.format(2, r, r, "#,##0")
				s.format(3, r, r, "dd/mm/yyyy")
				s.format(4, r, r, "dd/mm/yyyy")
				s.format(5, r, r, "#,##0.00")
				subtotal += rent
			}
			if i%10 == 9 && i < 39 {
				s.blank()
			}
		}
		r := s.add("Total "+building, nil, nil, nil, nil, float64(subtotal)/100)
		s.format(5, r, r, "#,##0.00")
		s.bold(r, 5)
		total += subtotal
		s.blank()
	}
	r := s.add("Grand total", nil, nil, nil, nil, float64(total)/100)
	s.format(5, r, r, "#,##0.00")
	s.blank()
	s.add("Number of units", 120)
	s.add("Rents are exclusive of service charge and VAT.")
	return s.save(path)
}

// serviceCharge is wrong on purpose: its total has two digits swapped, a due date does not
// exist, and one unit stands twice.
func serviceCharge(path string) error {
	s := newSheet("Service charge 2025")
	s.widths(9, 24, 12, 14, 12)
	s.add("Weir Court Management Ltd")
	s.add("Service charge 2025")
	s.blank()
	h := s.add("Flat", "Leaseholder", "Share %", "Charge", "Due")
	s.bold(h, 5)
	names := []string{"Mrs D Ferrier", "Mr A Oyelaran", "Ms J Pasternak", "Mr & Mrs Quill", "Dr S Haddad", "Ms B Lindqvist", "Mr T Achterberg", "Ms R Dunmore", "Mr P Galloway", "Mrs I Novak"}
	p := picker(5)
	total := 0
	for i, n := range names {
		flat := fmt.Sprintf("Flat %d", i+1)
		if i == 7 {
			flat = "Flat 7"
		}
		due := "31/03/2025"
		if i == 4 {
			due = "31/02/2025"
		}
		charge := 98000 + p.next(90000)
		s.add(flat, n, "10 %", cents(charge, ",", "."), due)
		total += charge
	}
	printed := cents(total, ",", ".")
	i := strings.IndexByte(printed, '.') - 2
	swapped := printed[:i] + printed[i+1:i+2] + printed[i:i+1] + printed[i+2:]
	s.add("Total", nil, "100 %", swapped)
	s.blank()
	s.add("Payable within 28 days.")
	return s.save(path)
}

// priceList is a Swiss price list: apostrophes between the digits.
func priceList(path string) error {
	var b strings.Builder
	b.WriteString("Preisliste Hauswartung;;;;\r\n")
	b.WriteString("Art.-Nr.;Bezeichnung;Einheit;Preis CHF;gültig ab\r\n")
	things := []string{"Treppenhausreinigung", "Gartenpflege", "Winterdienst", "Aufzugswartung", "Heizungskontrolle", "Fensterreinigung", "Tiefgaragenreinigung", "Notdienst"}
	sizes := []string{"klein", "mittel", "gross", "Objekt über 40 Einheiten"}
	units := []string{"Monat", "Jahr", "Einsatz"}
	p := picker(3)
	n := 0
	for _, t := range things {
		for _, size := range sizes {
			n++
			fmt.Fprintf(&b, "HW-%04d;%s, %s;%s;%s;01.%02d.2026\r\n", 1000+n*7, t, size, units[p.next(3)], cents(4500+5*p.next(90000), "'", "."), 1+p.next(12))
		}
	}
	b.WriteString("Alle Preise ohne Mehrwertsteuer.;;;;\r\n")
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
