package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/columns"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verify/tamper"
	"github.com/rowproof/rowproof/internal/windows"
)

// pages measures the invoices of a folder as the PDFs that they are: the true answer is put together from the truth
// and the rows that print it. Where the headings give a true line, its record is as they give it, else it is
// looked for in the rows.
func (m *measurement) pages(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.pdf.truth.json"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no truth of invoices in %s", dir)
	}
	to := m.source("invoices as PDF")
	for _, f := range files {
		inv, err := readInvoice(f)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		pdf := strings.TrimSuffix(f, ".truth.json")
		if _, err := os.Stat(pdf); err != nil || len(inv.Lines) == 0 || inv.Number == "" {
			continue
		}
		s, err := truePage(pdf, inv)
		if err != nil {
			return fmt.Errorf("%s: %w", pdf, err)
		}
		if len(s.Answer.Records) == 0 {
			continue // no row prints one of its amounts
		}
		if err := m.measure(to, s); err != nil {
			return fmt.Errorf("%s: %w", pdf, err)
		}
	}
	return nil
}

// truePage returns the document with its true answer, in the language of the preset that gives most of it.
func truePage(pdf string, inv *invoice) (*tamper.Subject, error) {
	doc, err := readFile(pdf)
	if err != nil {
		return nil, err
	}
	var best *tamper.Subject
	most := -1
	for _, l := range languages {
		t, err := task.Preset("invoice", l.code)
		if err != nil {
			return nil, err
		}
		s := answered(doc, t)
		p := page{Subject: s, inv: inv, taken: make([]bool, len(inv.Lines))}
		p.keepTrue()
		if n := len(s.Answer.Records) + len(s.Answer.Document); n > most {
			best, most = s, n
		}
		p.addFound()
	}
	return best, nil
}

// answered returns the document with what the headings answer, which may be nothing.
func answered(doc *table.Document, t *task.Task) *tamper.Subject {
	s := &tamper.Subject{Doc: doc, Structure: structure.Analyse(doc), Task: t}
	a := columns.New(s.Structure, t)
	for w := range windows.Split(s.Structure, windows.Options{Rows: len(doc.Rows) + 1}, nil) {
		answer, _ := claim.DecodeString(string(a.Answer(w)), t)
		s.Answer.Document = append(s.Answer.Document, answer.Document...)
		s.Answer.Records = append(s.Answer.Records, answer.Records...)
		s.Answer.Other = append(s.Answer.Other, answer.Other...)
	}
	return s
}

// A page is a document whose answer is made true.
type page struct {
	*tamper.Subject
	inv   *invoice
	taken []bool // true lines that have a record
}

// keepTrue leaves what is true of an answer.
func (p *page) keepTrue() {
	p.Answer.Records = slices.DeleteFunc(p.Answer.Records, func(r claim.Record) bool { return !p.isTrue(&r) })
	p.Answer.Document = slices.DeleteFunc(p.Answer.Document, func(v claim.Value) bool { return !p.isTrueValue(&v) })
	p.Answer.Places = nil
}

func (p *page) isTrue(r *claim.Record) bool {
	if r.Type != "line" {
		for _, x := range p.inv.Taxes {
			if p.agrees(r, "rate", x.Rate) && p.agrees(r, "base", x.Basis) && p.agrees(r, "tax", x.Amount) {
				return true
			}
		}
		return false
	}
	for i := range p.inv.Lines {
		l := &p.inv.Lines[i]
		if p.taken[i] || p.figure(r, "amount") == nil || !p.agrees(r, "amount", l.LineTotal) || !p.agrees(r, "quantity", l.Qty) || !p.agrees(r, "vat_rate", l.VATRate) {
			continue
		}
		p.taken[i] = true
		return true
	}
	return false
}

func (p *page) isTrueValue(v *claim.Value) bool {
	switch v.Name {
	case "number":
		return v.Quote == p.inv.Number
	case "currency":
		return v.Quote == p.inv.Currency
	case "date":
		d := notation.ParseDate(v.Quote, notation.Context{Order: notation.DMY, Language: p.Task.Notation.Language})
		return d.Value == p.inv.Date
	}
	for _, x := range totals {
		if x.field == v.Name {
			return same(p.read(v.Quote), plain(p.inv.Totals[x.truth]))
		}
	}
	return true // the truth says nothing of it
}

// agrees reports whether a record's figure is the one given, or one of them is missing.
func (p *page) agrees(r *claim.Record, field string, want json.RawMessage) bool {
	have := p.figure(r, field)
	return have == nil || plain(want) == "" || same(have, plain(want))
}

func (p *page) figure(r *claim.Record, field string) *big.Rat {
	for i := range r.Fields {
		if r.Fields[i].Name == field && !r.Fields[i].Null {
			return p.read(r.Fields[i].Quote)
		}
	}
	return nil
}

func (p *page) read(quote string) *big.Rat {
	f := notation.ParseValue(quote, notation.Context{Decimal: p.Structure.Decimal})
	v, ok := new(big.Rat).SetString(f.Value)
	if !ok {
		return nil
	}
	return v
}

// same reports whether a figure is the plain decimal, signs aside.
func same(v *big.Rat, want string) bool {
	w, ok := new(big.Rat).SetString(want)
	return ok && v != nil && new(big.Rat).Abs(v).Cmp(w.Abs(w)) == 0
}

// addFound adds a record for each true line that has none, where one row alone prints its amount, its quantity and
// its price.
func (p *page) addFound() {
	for i := range p.inv.Lines {
		if p.taken[i] {
			continue
		}
		l := &p.inv.Lines[i]
		var found *claim.Record
		for n := range p.Doc.Rows {
			r := p.inRow(n, plain(l.LineTotal), plain(l.Qty), plain(l.UnitPrice))
			if r == nil || slices.ContainsFunc(p.Answer.Records, func(o claim.Record) bool { return slices.Contains(o.Rows, n) }) {
				continue
			}
			if found != nil {
				found = nil
				break
			}
			found = r
		}
		if found != nil {
			p.Answer.Records = append(p.Answer.Records, *found)
		}
	}
	slices.SortStableFunc(p.Answer.Records, func(a, b claim.Record) int { return slices.Min(a.Rows) - slices.Min(b.Rows) })
	for i := range p.Answer.Other { // a row that carries a record is no other
		o := &p.Answer.Other[i]
		o.Rows = slices.DeleteFunc(slices.Clone(o.Rows), func(n int) bool {
			return slices.ContainsFunc(p.Answer.Records, func(r claim.Record) bool { return slices.Contains(r.Rows, n) })
		})
	}
	p.Answer.Other = slices.DeleteFunc(p.Answer.Other, func(o claim.Other) bool { return len(o.Rows) == 0 })
}

// inRow returns a record of the three figures where row n prints them all, nil where it does not.
func (p *page) inRow(n int, amount, quantity, price string) *claim.Record {
	quotes := map[string]string{}
	row := &p.Doc.Rows[n]
	for i := range row.Cells {
		text := row.Cells[i].Text
		for _, f := range notation.Find(text, notation.Context{Decimal: p.Structure.Decimal}) {
			v, ok := new(big.Rat).SetString(f.Value)
			if !ok || f.Status != notation.Certain || f.Percent {
				continue
			}
			switch {
			case same(v, quantity) && quotes["quantity"] == "":
				quotes["quantity"] = text[f.Start:f.End]
			case same(v, price) && quotes["price"] == "":
				quotes["price"] = text[f.Start:f.End]
			case same(v, amount):
				quotes["amount"] = text[f.Start:f.End]
			}
		}
	}
	if len(quotes) < 3 {
		return nil
	}
	r := &claim.Record{Type: "line", Rows: []int{n}}
	rec, _ := p.Task.Record("line")
	for i := range rec.Fields {
		name := rec.Fields[i].Name
		r.Fields = append(r.Fields, claim.Value{Name: name, Quote: quotes[name], Null: quotes[name] == ""})
	}
	return r
}
