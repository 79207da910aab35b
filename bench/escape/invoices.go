package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/task"
)

// An invoice is the truth of one, as the corpus gives it. Figures are canonical decimals.
type invoice struct {
	Number   string          `json:"invoice_number"`
	Date     string          `json:"date"`
	Currency string          `json:"currency"`
	Seller   string          `json:"seller"`
	Issuer   string          `json:"issuer"`
	Amount   json.RawMessage `json:"amount"`
	Untaxed  json.RawMessage `json:"amount_untaxed"`
	Tax      json.RawMessage `json:"amount_tax"`
	Lines    []struct {
		ID, Name, Qty, Unit, Code json.RawMessage
		SellerID                  json.RawMessage `json:"seller_id"`
		UnitPrice                 json.RawMessage `json:"unit_price"`
		PriceUnit                 json.RawMessage `json:"price_unit"`
		LineTotal                 json.RawMessage `json:"line_total"`
		PriceSubtotal             json.RawMessage `json:"price_subtotal"`
		VATRate                   json.RawMessage `json:"vat_rate"`
		TaxPercent                json.RawMessage `json:"taxpercent"`
	} `json:"lines"`
	Taxes []struct {
		Rate, Basis, Amount json.RawMessage
	} `json:"taxes"`
	Totals map[string]json.RawMessage `json:"totals"`
}

// plain returns a JSON string or number as text, empty for null and none.
func plain(values ...json.RawMessage) string {
	for _, v := range values {
		var s string
		if json.Unmarshal(v, &s) == nil && s != "" {
			return s
		}
		if t := strings.TrimSpace(string(v)); t != "" && t != "null" && t[0] != '"' {
			return t
		}
	}
	return ""
}

// invoices measures the invoices of a folder, each in three languages and three kinds of files.
func (m *measurement) invoices(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.truth.json"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no truth of invoices in %s", dir)
	}
	to, wrong := m.source("invoices"), m.source("invoices that contradict themselves")
	for i, f := range files {
		inv, err := readInvoice(f)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		if len(inv.Lines) == 0 || plain(inv.Lines[len(inv.Lines)-1].LineTotal, inv.Lines[len(inv.Lines)-1].PriceSubtotal) == "" {
			continue // its truth has no amounts
		}
		source := to
		if inv.contradicts() {
			source = wrong
		}
		for k := range languages {
			if err := m.invoice(source, strings.TrimSuffix(filepath.Base(f), ".pdf.truth.json"), inv, &languages[k], i+k); err != nil {
				return fmt.Errorf("%s: %w", f, err)
			}
		}
	}
	return nil
}

func readInvoice(path string) (*invoice, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []invoice
	if strings.HasPrefix(strings.TrimSpace(string(data)), "[") {
		if err := json.Unmarshal(data, &list); err != nil {
			return nil, err
		}
	} else {
		list = make([]invoice, 1)
		if err := json.Unmarshal(data, &list[0]); err != nil {
			return nil, err
		}
	}
	if len(list) == 0 {
		return &invoice{}, nil
	}
	inv := &list[0]
	if inv.Totals == nil {
		inv.Totals = map[string]json.RawMessage{"tax_basis": inv.Untaxed, "tax_total": inv.Tax, "grand_total": inv.Amount}
	}
	return inv, nil
}

// contradicts reports whether the truth's lines do not add up to its totals, or these to each other: what is
// held in such a document is held rightly.
func (inv *invoice) contradicts() bool {
	sum := new(big.Rat)
	for i := range inv.Lines {
		if v, ok := new(big.Rat).SetString(plain(inv.Lines[i].LineTotal, inv.Lines[i].PriceSubtotal)); ok {
			sum.Add(sum, v)
		}
	}
	declared := func(name string) *big.Rat {
		v, ok := new(big.Rat).SetString(plain(inv.Totals[name]))
		if !ok {
			return nil
		}
		return v
	}
	if t := declared("line_total"); t != nil && t.Cmp(sum) != 0 {
		return true
	}
	net, tax, gross := declared("tax_basis"), declared("tax_total"), declared("grand_total")
	if net != nil && declared("line_total") == nil && net.Cmp(sum) != 0 {
		return true // lines with their taxes
	}
	if net == nil || tax == nil || gross == nil {
		return false
	}
	return new(big.Rat).Add(net, tax).Cmp(gross) != 0
}

// A language is the notation and the words that an invoice is written in.
type language struct {
	code           string
	decimal, group string
	header         [4]string // number, date, seller, currency
	lines          [8]string // position, article, description, quantity, unit, price, VAT, amount
	taxes          [3]string // rate, base, tax
	totals         map[string]string
	date           func(t time.Time) string
	percent        string
}

var languages = [...]language{
	{code: "de", decimal: ",", group: ".", header: [4]string{"Rechnungsnummer", "Rechnungsdatum", "Verkäufer", "Währung"},
		lines: [8]string{"Pos.", "Artikelnummer", "Bezeichnung", "Menge", "Einheit", "Einzelpreis", "USt %", "Gesamtpreis"},
		taxes: [3]string{"Steuersatz", "Bemessungsgrundlage", "Steuerbetrag"},
		totals: map[string]string{"lines_total": "Summe Positionen", "discount": "Nachlass", "shipping": "Versandkosten", "net": "Summe netto",
			"vat": "Umsatzsteuer", "gross": "Rechnungsbetrag", "prepaid": "Anzahlung", "due": "Zahlbetrag"},
		date: func(t time.Time) string { return t.Format("02.01.2006") }, percent: " %"},
	{code: "fr", decimal: ",", group: " ", header: [4]string{"Facture n°", "Date de facture", "Vendeur", "Devise"},
		lines: [8]string{"N°", "Référence", "Désignation", "Quantité", "Unité", "Prix unitaire HT", "TVA %", "Montant HT"},
		taxes: [3]string{"Taux de TVA", "Base HT", "Montant TVA"},
		totals: map[string]string{"lines_total": "Total des lignes", "discount": "Remise", "shipping": "Frais de port", "net": "Total HT",
			"vat": "Total TVA", "gross": "Total TTC", "prepaid": "Acompte", "due": "Net à payer"},
		date: func(t time.Time) string { return t.Format("02/01/2006") }, percent: " %"},
	{code: "en", decimal: ".", group: ",", header: [4]string{"Invoice number", "Invoice date", "Seller", "Currency"},
		lines: [8]string{"Pos.", "Item no.", "Description of goods", "Qty", "UOM", "Unit price", "VAT %", "Line total"},
		taxes: [3]string{"Tax rate", "Taxable amount", "Tax amount"},
		totals: map[string]string{"lines_total": "Total goods", "discount": "Discount", "shipping": "Shipping", "net": "Net total",
			"vat": "Total VAT", "gross": "Invoice total", "prepaid": "Amount paid", "due": "Amount due"},
		date: func(t time.Time) string { return t.Format("2 January 2006") }, percent: "%"},
}

// totals are the truth's names of what the task calls otherwise, in the order of an invoice.
var totals = [...]struct{ truth, field string }{
	{"line_total", "lines_total"}, {"allowance", "discount"}, {"charge", "shipping"}, {"tax_basis", "net"},
	{"tax_total", "vat"}, {"grand_total", "gross"}, {"prepaid", "prepaid"}, {"due", "due"},
}

// figure prints a canonical decimal with at least the given decimals, and says how a workbook stores it.
func (l *language) figure(s string, least int) cell {
	if s == "" {
		return cell{}
	}
	sign, rest := "", s
	if strings.HasPrefix(rest, "-") {
		sign, rest = "-", rest[1:]
	}
	whole, fraction, _ := strings.Cut(rest, ".")
	fraction = strings.TrimRight(fraction, "0")
	for len(fraction) < least {
		fraction += "0"
	}
	if strings.Trim(whole+fraction, "0") == "" {
		sign = ""
	}
	stored := sign + whole
	printed := whole
	for at := len(printed) - 3; at > 0; at -= 3 {
		printed = printed[:at] + l.group + printed[at:]
	}
	format := "#,##0"
	if fraction != "" {
		printed += l.decimal + fraction
		stored += "." + fraction
		format += "." + strings.Repeat("0", len(fraction))
	}
	return cell{text: sign + printed, number: stored, format: format}
}

// percentage prints a rate, "19.00" as "19,00 %".
func (l *language) percentage(s string) cell {
	c := l.figure(s, 2)
	if c.text == "" {
		return c
	}
	return cell{text: c.text + l.percent}
}

// invoice writes one invoice, and measures it.
func (m *measurement) invoice(to *source, name string, inv *invoice, l *language, variant int) error {
	t, err := task.Preset("invoice", l.code)
	if err != nil {
		return err
	}
	w := &invoiceWriter{grid: grid{name: name + "." + l.code}, l: l}
	w.write(inv)
	var doc = w.csv
	switch variant % 3 {
	case 0:
		d, err := doc(';')
		if err != nil {
			return err
		}
		return m.measure(to, subject(d, t, w.answer))
	default:
		d, err := w.xlsx(variant%3 == 1 && l.code == "en") // formats print the English way
		if err != nil {
			return err
		}
		return m.measure(to, subject(d, t, w.answer))
	}
}

type invoiceWriter struct {
	grid
	l      *language
	answer claim.Answer
}

func (w *invoiceWriter) write(inv *invoice) {
	seller := inv.Seller
	if seller == "" {
		seller = inv.Issuer
	}
	date := ""
	if d, err := time.Parse("2006-01-02", inv.Date); err == nil {
		date = w.l.date(d)
	}
	for i, v := range []string{inv.Number, date, seller, inv.Currency} {
		if v != "" {
			n := w.add(cell{text: w.l.header[i]}, cell{text: v})
			w.value(n, [...]string{"number", "date", "seller", "currency"}[i], v)
		}
	}
	w.blank()
	w.lines(inv)
	w.blank()
	if len(inv.Taxes) > 0 {
		w.taxes(inv)
		w.blank()
	}
	for _, x := range totals {
		v := plain(inv.Totals[x.truth])
		zero := strings.Trim(v, "-0.") == ""
		if v == "" || zero && (x.field == "discount" || x.field == "shipping" || x.field == "prepaid") {
			continue
		}
		if r := plain(inv.Totals["rounding"]); x.field == "due" && strings.Trim(r, "-0.") != "" {
			continue // what is due is rounded, which no field of the task says
		}
		c := w.l.figure(v, 2)
		line := make([]cell, 8)
		line[2], line[7] = cell{text: w.l.totals[x.field]}, c
		w.value(w.add(line...), x.field, c.text)
	}
}

func (w *invoiceWriter) value(row int, name, quote string) {
	w.answer.Document = append(w.answer.Document, claim.Value{Name: name, Quote: quote, Rows: []int{row}})
}

func (w *invoiceWriter) other(row int, kind string) {
	w.answer.Other = append(w.answer.Other, claim.Other{Rows: []int{row}, Kind: kind})
}

func (w *invoiceWriter) lines(inv *invoice) {
	var heading []cell
	for _, h := range w.l.lines {
		heading = append(heading, cell{text: h})
	}
	w.other(w.add(heading...), "heading")
	names := [...]string{"position", "article", "description", "quantity", "unit", "price", "vat_rate", "amount"}
	for i := range inv.Lines {
		x := &inv.Lines[i]
		amount := plain(x.LineTotal, x.PriceSubtotal)
		if amount == "" {
			continue
		}
		cells := []cell{{text: plain(x.ID)}, {text: plain(x.SellerID, x.Code)}, {text: strings.Join(strings.Fields(plain(x.Name)), " ")},
			w.l.figure(plain(x.Qty), 0), {text: plain(x.Unit)}, w.l.figure(plain(x.UnitPrice, x.PriceUnit), 2),
			w.l.percentage(plain(x.VATRate, x.TaxPercent)), w.l.figure(amount, 2)}
		w.record("line", names[:], cells)
	}
}

func (w *invoiceWriter) taxes(inv *invoice) {
	var heading []cell
	for _, h := range w.l.taxes {
		heading = append(heading, cell{text: h})
	}
	w.other(w.add(heading...), "heading")
	names := [...]string{"rate", "base", "tax"}
	for _, x := range inv.Taxes {
		w.record("vat_row", names[:], []cell{w.l.percentage(plain(x.Rate)), w.l.figure(plain(x.Basis), 2), w.l.figure(plain(x.Amount), 2)})
	}
}

func (w *invoiceWriter) record(kind string, names []string, cells []cell) {
	r := claim.Record{Type: kind, Rows: []int{w.add(cells...)}}
	for i, c := range cells {
		r.Fields = append(r.Fields, claim.Value{Name: names[i], Quote: c.text, Null: c.text == ""})
	}
	w.answer.Records = append(w.answer.Records, r)
}
