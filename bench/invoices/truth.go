package main

import (
	"encoding/json"
	"math/big"
	"os"
	"strings"
)

// A truth is what is known of an invoice. Figures are plain decimals, dates ISO.
type truth struct {
	Number   string `json:"invoice_number"`
	Date     string
	Currency string
	Seller   string
	Lines    []line
	Taxes    []struct{ Rate, Basis, Amount json.RawMessage }
	Totals   map[string]json.RawMessage
	TruthBy  string `json:"truth_by"`
}

// firstPage reports whether the truth is of the first page alone: the file holds several documents.
func (t *truth) firstPage() bool { return strings.Contains(t.TruthBy, "from page 1") }

// A line is one line of a truth.
type line struct {
	ID, Name, Description, Qty json.RawMessage
	UnitPrice                  json.RawMessage `json:"unit_price"`
	GrossPrice                 json.RawMessage `json:"gross_price"`
	PricePer                   json.RawMessage `json:"price_per"`
	LineTotal                  json.RawMessage `json:"line_total"`
	VATRate                    json.RawMessage `json:"vat_rate"`
}

// readTruth reads one truth; nil where the file is of another form.
func readTruth(path string) (*truth, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(path, ".ubl.json") {
		return readUBL(data)
	}
	if !strings.HasPrefix(strings.TrimSpace(string(data)), "{") {
		return nil, nil
	}
	t := &truth{}
	return t, json.Unmarshal(data, t)
}

// plain returns a JSON string or number as text, empty for null and none.
func plain(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) == nil && s != "" {
		return s
	}
	if t := strings.TrimSpace(string(v)); t != "" && t != "null" && t[0] != '"' {
		return t
	}
	return ""
}

// figure reads a plain decimal, nil for none.
func figure(s string) *big.Rat {
	v, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil
	}
	return v
}

// same reports whether two plain decimals are one number, a sign aside: a credit note's truth has it
// where its page prints none.
func same(a, b string) bool {
	x, y := figure(a), figure(b)
	return x != nil && y != nil && new(big.Rat).Abs(x).Cmp(new(big.Rat).Abs(y)) == 0
}

// zero reports whether a truth says nothing of a figure, or that it is zero.
func zero(s string) bool {
	v := figure(s)
	return v == nil || v.Sign() == 0
}

// totals are the truth's names of the document's figures.
var totals = [...]struct{ field, truth string }{
	{"lines_total", "line_total"}, {"discount", "allowance"}, {"shipping", "charge"}, {"net", "tax_basis"},
	{"vat", "tax_total"}, {"gross", "grand_total"}, {"prepaid", "prepaid"}, {"due", "due"},
}

// letters folds a text to its letters and digits.
func letters(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 127 {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// A node is a member of a UBL document as JSON.
type node map[string]json.RawMessage

func (n node) child(name string) node {
	var out node
	if json.Unmarshal(n[name], &out) != nil {
		return nil
	}
	return out
}

func (n node) list(name string) []node {
	var out []node
	if json.Unmarshal(n[name], &out) != nil {
		return nil
	}
	return out
}

// readUBL reads the truth of an invoice or a credit note that its UBL document gives.
func readUBL(data []byte) (*truth, error) {
	var root node
	if err := json.Unmarshal(data, &root); err != nil {
		return nil, err
	}
	kind, quantity := "ubl:Invoice", "cbc:InvoicedQuantity"
	if root[kind] == nil {
		kind, quantity = "ubl:CreditNote", "cbc:CreditedQuantity"
	}
	inv := root.child(kind)
	t := &truth{Number: plain(inv["cbc:ID"]), Date: plain(inv["cbc:IssueDate"]), Currency: plain(inv["cbc:DocumentCurrencyCode"]),
		Totals: map[string]json.RawMessage{}}
	t.Seller = plain(inv.child("cac:AccountingSupplierParty").child("cac:Party").child("cac:PartyName")["cbc:Name"])
	for _, l := range inv.list(strings.Replace(kind, "ubl:", "cac:", 1) + "Line") {
		item := l.child("cac:Item")
		t.Lines = append(t.Lines, line{ID: l["cbc:ID"], Name: item["cbc:Name"], Qty: l[quantity], LineTotal: l["cbc:LineExtensionAmount"],
			UnitPrice: l.child("cac:Price")["cbc:PriceAmount"], VATRate: item.child("cac:ClassifiedTaxCategory")["cbc:Percent"]})
	}
	for _, x := range inv.list("cac:TaxTotal") {
		t.Totals["tax_total"] = x["cbc:TaxAmount"]
		for _, s := range x.list("cac:TaxSubtotal") {
			t.Taxes = append(t.Taxes, struct{ Rate, Basis, Amount json.RawMessage }{s.child("cac:TaxCategory")["cbc:Percent"], s["cbc:TaxableAmount"], s["cbc:TaxAmount"]})
		}
	}
	sums := inv.child("cac:LegalMonetaryTotal")
	for ours, theirs := range map[string]string{"line_total": "cbc:LineExtensionAmount", "tax_basis": "cbc:TaxExclusiveAmount", "grand_total": "cbc:TaxInclusiveAmount",
		"allowance": "cbc:AllowanceTotalAmount", "charge": "cbc:ChargeTotalAmount", "prepaid": "cbc:PrepaidAmount", "due": "cbc:PayableAmount"} {
		t.Totals[ours] = sums[theirs]
	}
	return t, nil
}
