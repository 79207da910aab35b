package reporttest

import (
	"fmt"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Schedule is a French property schedule in which everything is accepted: headings over two
// rows, a town split over two rows, blanks as group separators.
func Schedule() Case {
	towns := []struct {
		address, town, area, year, price string
		a, y, p                          string
	}{
		{"25 avenue Henri Barbusse", "Villeurbanne", "1 240,50", "2014", "1 358 522,00", "1240.50", "2014", "1358522.00"},
		{"4 rue des Tanneurs", "Annecy", "310,00", "2016", "412 300,00", "310.00", "2016", "412300.00"},
		{"118 cours Gambetta", "Lyon 3e", "875,25", "2009", "1 020 000,00", "875.25", "2009", "1020000.00"},
		{"7 place du Marché", "Bourg-", "142,00", "2019", "189 750,00", "142.00", "2019", "189750.00"},
		{"", "en-Bresse", "", "", "", "", "", ""},
		{"16 quai Rambaud", "Lyon 2e", "2 015,75", "2018", "3 904 120,50", "2015.75", "2018", "3904120.50"},
		{"3 impasse du Moulin", "Vienne", "98,40", "2021", "121 500,00", "98.40", "2021", "121500.00"},
		{"51 route de Genas", "Bron", "640,00", "2012", "702 880,00", "640.00", "2012", "702880.00"},
	}
	lines := []line{
		{at: 1, cells: []string{"SCI Les Tilleuls – état du patrimoine au 31/12/2025"}},
		{at: 3, cells: []string{"Adresse", "Ville", "Surface", "Acquisition", ""}},
		{at: 4, cells: []string{"", "", "(m²)", "Année", "Prix (EUR)"}},
	}
	for i, t := range towns {
		lines = append(lines, line{at: 5 + i, cells: []string{t.address, t.town, t.area, t.year, t.price}})
	}
	lines = append(lines,
		line{at: 13, cells: []string{"Total", "", "5 321,90", "", "7 709 072,50"}},
		line{at: 15, cells: []string{"Prix hors droits et frais d’acte."}})
	doc := read("patrimoine-2025.xlsx", "xlsx", []part{{table.Table{Name: "Patrimoine", Shape: table.Sheet,
		Labels: []string{"A", "B", "C", "D", "E"},
		Merges: []table.Area{{FirstLine: 1, FirstCol: 0, LastLine: 1, LastCol: 4}, {FirstLine: 3, FirstCol: 0, LastLine: 4, LastCol: 0},
			{FirstLine: 3, FirstCol: 1, LastLine: 4, LastCol: 1}, {FirstLine: 3, FirstCol: 3, LastLine: 3, LastCol: 4}}}, lines}})
	r := newResult(doc)
	r.class(verdict.OfDocument, "outside: a line above the table", 0)
	r.class(verdict.OfHeading, "heading: words over figures", 1, 2)
	r.class(verdict.OfTotal, "total: starts with a total's label", 11)
	r.class(verdict.OfNote, "note: one cell below the table", 12)
	r.entry(verdict.Accepted, "document", "document-owner", "", []int{0}, r.within("owner", 0, 0, "SCI Les Tilleuls", "SCI Les Tilleuls"))
	r.entry(verdict.Accepted, "document", "document-as_of", "", []int{0}, r.within("as_of", 0, 0, "31/12/2025", "2025-12-31"))
	r.entry(verdict.Accepted, "document", "document-total_price", "", []int{11}, money(r.value("total_price", 11, 4, "7709072.50"), "EUR", 2))
	r.entry(verdict.Accepted, "document", "document-total_area", "", []int{11}, r.value("total_area", 11, 2, "5321.90"))
	for i, t := range towns {
		n := 3 + i
		r.class(verdict.OfRecord, "data", n)
		if t.address == "" {
			continue
		}
		rows, town := []int{n}, r.value("town", n, 1, t.town)
		if t.town == "Bourg-" {
			rows, town = []int{n, n + 1}, r.value("town", n, 1, "Bourg-en-Bresse")
			town.Printed, town.Claim = "Bourg-en-Bresse", "Bourg-en-Bresse"
			town.Evidence = append(town.Evidence, verdict.Evidence{Row: n + 1, Col: 1, Start: 0, End: len("en-Bresse")})
		}
		area := r.value("area", n, 2, t.a)
		area.Unit = "m²"
		r.entry(verdict.Accepted, "property", fmt.Sprintf("property-%d", n), "", rows,
			r.value("address", n, 0, t.address), town, area, r.value("acquired", n, 3, t.y), money(r.value("price", n, 4, t.p), "EUR", 2))
	}
	for i, h := range []string{"Adresse", "Ville", "Surface (m²)", "Acquisition Année", "Acquisition Prix (EUR)"} {
		r.res.Columns = append(r.res.Columns, verdict.Column{Col: i, Heading: h, Record: "property",
			Field: []string{"address", "town", "area", "acquired", "price"}[i], Status: "field", By: "heading"})
	}
	r.res.Equations = []verdict.Equation{
		{Text: "sum(property.price) = total_price", Scope: "document", Status: "holds", Left: "7709072.50", Right: "7709072.50", Rows: []int{11}, Terms: 7},
		{Text: "sum(property.area) = total_area", Scope: "document", Status: "holds", Left: "5321.90", Right: "5321.90", Rows: []int{11}, Terms: 7},
	}
	res := r.finish(verdict.Sound, 2, 0)
	res.Counts.Covered, res.Counts.Figures = 14, 21
	task := report.Task{Name: "property-schedule", SHA256: fmt.Sprintf("%064d", 1), Identity: []string{"owner", "as_of"}, Records: []report.TaskRecord{
		{Name: "document", Fields: []report.TaskField{field("owner", "text"), field("as_of", "date"), field("total_price", "money"), field("total_area", "number")}},
		{Name: "property", Key: []string{"address", "town"}, Fields: []report.TaskField{field("address", "text"), field("town", "text"), field("area", "number"), field("acquired", "number"), field("price", "money")}},
	}, Export: []report.Column{{Title: "Commune", Field: "town"}, {Title: "Adresse", Field: "address"}, {Title: "Surface m²", Field: "area"}, {Title: "Prix", Field: "price"}, {Title: "Arrêté au", Field: "as_of"}},
		Dates: "02/01/2006", Decimal: ","}
	return Case{"schedule", run(task, "columns"), doc, res}
}

// RentRoll is an English rent roll with every verdict: a name that was misread, a date with
// two readings, two rows that no answer accounts for, and a total that differs.
func RentRoll() Case {
	units := []struct{ unit, tenant, rent, status, v string }{
		{"A1", "Harrow & Finch LLP", "1,250.00", "Let", "1250.00"}, {"A2", "Vacant", "", "Void", ""},
		{"A3", "Osei Dental Care", "1,540.00", "Let", "1540.00"}, {"A4", "T. Brennan", "980.00", "Let", "980.00"},
		{"A5", "Northlight Studio", "1,105.50", "Let", "1105.50"}, {"A6", "=Ledger Books", "1,310.00", "Let", "1310.00"},
		{"B1", "Kestrel Cycles", "2,015.00", "Let", "2015.00"}, {"B2", "M. Okafor", "150.00", "Let", "150.00"},
		{"B3", "Pantry & Co", "1,480.00", "Let", "1480.00"}, {"B4", "Lime Tree Nursery", "1,920.00", "Let", "1920.00"},
		{"B5", "R. Szymański", "865.00", "Let", "865.00"}, {"B6", "Old Forge Gallery", "1,260.00", "Let", "1260.00"},
	}
	lines := []line{
		{at: 1, cells: []string{"Marlow Court", "", "", "Rent roll at 1 May 2026"}},
		{at: 3, cells: []string{"Unit", "Tenant", "Monthly rent", "Status", "Lease end", "Deposit"}},
	}
	at := 4
	for i, u := range units {
		if i%6 == 0 {
			lines = append(lines, line{at: at, cells: []string{"Block " + u.unit[:1]}})
			at++
		}
		lines = append(lines, line{at: at, cells: []string{u.unit, u.tenant, u.rent, u.status, lease(i), "500.00"}})
		at++
	}
	lines = append(lines,
		line{at: at + 1, cells: []string{"Total", "", "13,875.50", "", "", ""}},
		line{at: at + 2, cells: []string{"", "Page 1 of 1"}})
	doc := read("marlow-court.xlsx", "xlsx", []part{{table.Table{Name: "Rent Roll", Shape: table.Sheet, Labels: []string{"A", "B", "C", "D", "E", "F"}}, lines}})
	doc.Hidden = []table.HiddenPart{{Kind: "columns", Table: "Rent Roll", Count: 1}}
	r := newResult(doc)
	r.class(verdict.OfDocument, "outside: a line above the table", 0)
	r.class(verdict.OfHeading, "heading: words over figures", 1)
	r.class(verdict.OfSection, "section: one cell over rows of the table", 2, 9)
	r.class(verdict.OfTotal, "total: starts with a total's label", 16)
	r.class(verdict.OfFurniture, "furniture: a page number", 17)
	r.entry(verdict.Accepted, "document", "document-landlord", "", []int{0}, r.value("landlord", 0, 0, "Marlow Court"))
	r.entry(verdict.Accepted, "document", "document-as_of", "", []int{0}, r.within("as_of", 0, 3, "1 May 2026", "2026-05-01"))
	total := money(r.value("total_rent", 16, 2, "13875.50"), "", 2)
	r.entry(verdict.Held, "document", "document-total_rent", finding.SumDiffers, []int{16}, total)
	for i, u := range units {
		n, section := 3+i, 2
		if i >= 6 {
			n, section = 4+i, 9
		}
		if u.unit == "B4" || u.unit == "B5" {
			r.class(verdict.Uncovered, "data", n)
			continue
		}
		r.class(verdict.OfRecord, "data", n)
		id, v, code := fmt.Sprintf("unit-%d", n), verdict.Accepted, ""
		rent, tenant, end := null("rent"), r.value("tenant", n, 1, u.tenant), null("lease_end")
		if u.rent != "" {
			rent = money(r.value("rent", n, 2, u.v), "", 2)
			end = r.value("lease_end", n, 4, fmt.Sprintf("%d-09-30", 2027+i%4))
		}
		switch u.unit {
		case "A3":
			tenant, v = refused("tenant", "Osei Dental Centre", finding.WordMissing, -1), verdict.Held
			code = finding.WordMissing
		case "B2":
			end, v = held(r.value("lease_end", n, 4, ""), finding.AmbiguousOrder, "2027-04-03", "2027-03-04"), verdict.Held
		}
		status := "let"
		if u.status == "Void" {
			status = "vacant"
		}
		r.entry(v, "unit", id, code, []int{section, n}, r.within("building", section, 0, "Block "+u.unit[:1], "Block "+u.unit[:1]),
			r.value("unit", n, 0, u.unit), tenant, rent, r.value("status", n, 3, status), end)
	}
	rentRollFindings(r)
	res := r.finish(verdict.Incomplete, 3, 1)
	res.Counts.Covered, res.Counts.Figures = 0, 8
	task := report.Task{Name: "rent-roll", SHA256: fmt.Sprintf("%064d", 2), Identity: []string{"landlord", "as_of"}, Records: []report.TaskRecord{
		{Name: "document", Fields: []report.TaskField{field("landlord", "text"), field("as_of", "date"), field("total_rent", "money"), field("units", "number")}},
		{Name: "unit", Key: []string{"building", "unit"}, Fields: []report.TaskField{field("building", "text"), field("unit", "identifier"), field("tenant", "text"), field("rent", "money"), field("status", "choice"), field("lease_end", "date")}},
	}}
	return Case{"rentroll", run(task, "openai:small-model"), doc, res}
}

// rentRollFindings refuses the last record, and adds findings, columns and equations.
func rentRollFindings(r *result) {
	r.res.Entries.Update(r.res.Entries.Len()-1, func(e *verdict.Entry) {
		e.Verdict, e.Code = verdict.Refused, finding.RowOffByN
		e.Fields[1] = refused("unit", "B7", finding.RowOffByN, 11)
	})
	for i, h := range []string{"Unit", "Tenant", "Monthly rent", "Status", "Lease end", "Deposit"} {
		c := verdict.Column{Col: i, Heading: h, Record: "unit", Status: "field", By: "heading"}
		if c.Field = []string{"unit", "tenant", "rent", "status", "lease_end", ""}[i]; c.Field == "" {
			c.Record, c.Status, c.By = "", "not asked", ""
		}
		r.res.Columns = append(r.res.Columns, c)
	}
	deposit := finding.Finding{Code: finding.HiddenParts, Rows: []int{1}, Col: 5, Detail: "column G"}
	r.finding(finding.Finding{Code: finding.WordMissing, Rows: []int{5}, Col: 1, Record: "unit", Entry: "unit-5", Field: "tenant", Detail: "claimed Osei Dental Centre: no Centre"})
	r.finding(finding.Finding{Code: finding.AmbiguousOrder, Rows: []int{11}, Col: 4, Record: "unit", Entry: "unit-11", Field: "lease_end", Detail: "03/04/27 reads 2027-04-03 or 2027-03-04"})
	r.finding(finding.Finding{Code: finding.RowOffByN, Rows: []int{15}, Col: -1, Record: "unit", Entry: "unit-15", Field: "unit", Detail: "claimed B7"})
	r.finding(finding.Finding{Code: finding.Uncovered, Rows: []int{13, 14}, Col: -1})
	r.finding(finding.Finding{Code: finding.SumDiffers, Rows: []int{16}, Col: 2, Record: "document", Entry: "document-total_rent", Field: "total_rent", Detail: "13,875.50 declared"})
	r.finding(deposit)
	r.res.Uncovered = []verdict.Run{{First: 13, Last: 14}}
	r.res.Equations = []verdict.Equation{
		{Text: "sum(unit.rent) = total_rent", Scope: "document", Status: "differs", Left: "11090.50", Right: "13875.50", Difference: "-2785", Tolerance: "0",
			Rows: []int{16}, Terms: 9, Explanation: []string{"rows 13 and 14, which no record covers, print 1,920.00 and 865.00: together 2,785.00"}},
		{Text: "count(unit) = units", Scope: "document", Status: "not evaluated", Reason: "the document declares no units"},
	}
}

// lease is when the lease of the unit with index i ends, as the roll prints it.
func lease(i int) string {
	switch i {
	case 1:
		return ""
	case 7:
		return "03/04/27"
	}
	return fmt.Sprintf("30 Sep %d", 2027+i%4)
}
