package main

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A comparison compares the verdicts of one document with its truth.
type comparison struct {
	doc   *table.Document
	st    *structure.Structure
	res   *verdict.Result
	truth *truth
	taken []bool // true lines that an accepted record gave
	wrong []string
	right []string // document fields accepted with the value of the truth
	// differs are values of the page which the data that it was made with do not have
	differs []string
}

// accepted returns the value of an accepted field, empty where it has none.
func accepted(e *verdict.Entry, name string) string {
	if f, ok := e.Field(name); ok && f.Verdict == verdict.Accepted && !f.Null {
		return f.Value
	}
	return ""
}

// line gives an accepted record to the true line that agrees with most of its figures and has its amount, and
// notes each value that this line does not have.
func (c *comparison) line(e *verdict.Entry) bool {
	best, most := -1, -1
	for i := range c.truth.Lines {
		l := &c.truth.Lines[i]
		if c.taken[i] || !same(plain(l.LineTotal), accepted(e, "amount")) {
			continue
		}
		agree := 0
		for _, x := range c.figures(e, l) {
			if x.right {
				agree++
			}
		}
		if d := letters(accepted(e, "description")); d != "" && strings.Contains(letters(plain(l.Name)+plain(l.Description)), d[:min(len(d), 8)]) {
			agree++
		}
		if agree > most {
			best, most = i, agree
		}
	}
	if best < 0 {
		c.note(e, "amount", "no line has it")
		return false
	}
	c.taken[best] = true
	for _, x := range c.figures(e, &c.truth.Lines[best]) {
		if !x.right {
			c.note(e, x.name, "the line has "+x.want)
		}
	}
	l := &c.truth.Lines[best]
	if d, n := letters(accepted(e, "description")), letters(plain(l.Name)); d != "" && n != "" && !strings.Contains(d, n[:min(len(n), 12)]) && !strings.Contains(letters(plain(l.Name)+plain(l.Description)), d[:min(len(d), 12)]) {
		c.note(e, "description", "the line has "+plain(l.Name))
	}
	return true
}

// A compared figure of a line.
type compared struct {
	name, want string
	right      bool
}

// figures compares the accepted figures of a record but its amount with those of a line.
func (c *comparison) figures(e *verdict.Entry, l *line) []compared {
	var out []compared
	add := func(name string, right bool, want ...string) {
		if v := accepted(e, name); v != "" && strings.Join(want, "") != "" {
			for _, w := range want {
				right = right || same(v, w) || c.rounds(e, name, w)
			}
			out = append(out, compared{name, strings.Join(want, " or "), right})
		}
	}
	add("quantity", false, plain(l.Qty))
	add("price", listed(e), plain(l.UnitPrice), plain(l.GrossPrice))
	add("vat_rate", false, plain(l.VATRate))
	return out
}

func (c *comparison) note(e *verdict.Entry, field, why string) {
	f, _ := e.Field(field)
	printed := ""
	if f != nil {
		printed = f.Printed
	}
	c.wrong = append(c.wrong, fmt.Sprintf("%s rows %v: %s %q: %s", e.ID, e.Rows, field, printed, why))
}

// tax compares a row of taxes.
func (c *comparison) tax(e *verdict.Entry) {
	if e.Verdict != verdict.Accepted {
		return
	}
	rate, base, tax := accepted(e, "rate"), accepted(e, "base"), accepted(e, "tax")
	if rate == "" && base == "" && tax == "" {
		c.note(e, "tax", "a row of taxes without a figure")
		return
	}
	for _, x := range c.truth.Taxes {
		if (rate == "" || same(rate, plain(x.Rate))) && (base == "" || same(base, plain(x.Basis))) && (tax == "" || same(tax, plain(x.Amount))) {
			return
		}
	}
	c.note(e, "base", "no tax is so")
}

// value compares an accepted document value.
func (c *comparison) value(e *verdict.Entry) {
	f := &e.Fields[0]
	if f.Verdict != verdict.Accepted || f.Null {
		return
	}
	t, want, right := c.truth, "", true
	switch f.Name {
	case "number":
		want, right = t.Number, letters(f.Value) == letters(t.Number)
	case "date":
		want = isoDate(t.Date)
		right = strings.HasPrefix(f.Value, want)
	case "currency":
		want, right = t.Currency, strings.EqualFold(f.Value, t.Currency) || strings.EqualFold(f.Value, "euro") && t.Currency == "EUR"
	case "seller":
		a, b := letters(f.Value), letters(t.Seller)
		want, right = t.Seller, strings.Contains(a, b) || strings.Contains(b, a)
	default:
		for _, x := range totals {
			if x.field == f.Name {
				want = plain(t.Totals[x.truth])
				right = same(f.Value, want)
			}
		}
	}
	switch {
	case want == "":
	case right:
		c.right = append(c.right, f.Name)
	case c.printed(want):
		c.note(e, f.Name, "the truth is "+want)
	default:
		c.differs = append(c.differs, fmt.Sprintf("%s rows %v: %s %q: the data say %s, which the page does not print", e.ID, e.Rows, f.Name, f.Printed, want))
	}
}

// known returns the document fields that the truth has a value of which the page may print.
func (t *truth) known() []string {
	var out []string
	for _, x := range [...]struct{ name, value string }{{"number", t.Number}, {"date", t.Date}, {"currency", t.Currency}, {"seller", t.Seller}} {
		if x.value != "" {
			out = append(out, x.name)
		}
	}
	for _, x := range totals {
		if !zero(plain(t.Totals[x.truth])) {
			out = append(out, x.field)
		}
	}
	return out
}

// details lists the true lines that no record gave, with what became of the rows that print their amounts, and the
// rows of the document where they are asked for.
func (c *comparison) details(rows bool) string {
	var b strings.Builder
	for i := range c.truth.Lines {
		if !c.taken[i] {
			l := &c.truth.Lines[i]
			fmt.Fprintf(&b, "  lost: %s %.40q %s\n", plain(l.ID), plain(l.Name), plain(l.LineTotal))
			c.where(&b, plain(l.LineTotal))
		}
	}
	for _, e := range c.res.Entries.All() {
		fmt.Fprintf(&b, "  %s %s rows %v:", e.Verdict, e.ID, e.Rows)
		for k := range e.Fields {
			if f := &e.Fields[k]; !f.Null {
				fmt.Fprintf(&b, " %s=%q", f.Name, f.Claim)
				if f.Verdict != verdict.Accepted {
					fmt.Fprintf(&b, "(%s %s)", f.Verdict, f.Code)
				}
			}
		}
		b.WriteByte('\n')
	}
	if rows {
		for n := range c.doc.Rows {
			fmt.Fprintf(&b, "  %3d %-9s %-22.22s t%d |%s\n", n, c.res.Classes[n], c.res.Roles.At(n), c.doc.Rows[n].Table, text(&c.doc.Rows[n]))
		}
	}
	return b.String()
}

// where says what became of the rows that print an amount.
func (c *comparison) where(b *strings.Builder, amount string) {
	found := false
	for n := range c.doc.Rows {
		r := &c.doc.Rows[n]
		if !slices.ContainsFunc(r.Cells, func(x table.Cell) bool { return prints(x.Text, amount, c.st.Decimal) }) {
			continue
		}
		found = true
		var codes []string
		for i := range c.res.Findings {
			f := &c.res.Findings[i]
			if f.Severity() > finding.Note && slices.Contains(f.Rows, n) {
				codes = append(codes, strings.TrimRight(fmt.Sprintf("%s %s %s", f.Code, f.Field, f.Detail), " "))
			}
		}
		fmt.Fprintf(b, "      row %d is %s (%s)|%s %s\n", n, c.res.Classes[n], c.res.Roles.At(n), text(r), strings.Join(codes, "; "))
	}
	if !found {
		b.WriteString("      no cell prints its amount\n")
	}
}

func prints(cell, amount string, mark rune) bool {
	for _, f := range notation.Find(cell, notation.Context{Decimal: mark}) {
		if same(f.Value, amount) {
			return true
		}
	}
	return false
}

func text(r *table.Row) string {
	var b strings.Builder
	for i := range r.Cells {
		fmt.Fprintf(&b, "%d:%s|", r.Cells[i].Col, strings.ReplaceAll(r.Cells[i].Text, "\n", "⏎"))
	}
	return b.String()
}

// isoDate writes a date of the data with dashes: "202003311232" is of 2020-03-31.
func isoDate(s string) string {
	if len(s) >= 8 && strings.Trim(s[:8], "0123456789") == "" {
		return s[:4] + "-" + s[4:6] + "-" + s[6:8]
	}
	return s
}

// printed reports whether some cell prints a value of the truth, or for a date whether it is none at all.
func (c *comparison) printed(want string) bool {
	w := letters(want)
	for n := range c.doc.Rows {
		for i := range c.doc.Rows[n].Cells {
			text := c.doc.Rows[n].Cells[i].Text
			if strings.Contains(letters(text), w) || figure(want) != nil && prints(text, want, c.st.Decimal) || len(want) == 10 && want[4] == '-' {
				return true
			}
		}
	}
	return false
}

// rounds reports whether the page prints fewer decimals of a figure than the data have.
func (c *comparison) rounds(e *verdict.Entry, name, want string) bool {
	f, _ := e.Field(name)
	v, w := figure(f.Value), figure(want)
	if v == nil || w == nil {
		return false
	}
	return v.FloatString(f.Places) == w.FloatString(f.Places)
}

// listed reports whether a price is the one before a discount: quantity times price less some whole percentage is
// the amount.
func listed(e *verdict.Entry) bool {
	q, p, sum := figure(accepted(e, "quantity")), figure(accepted(e, "price")), figure(accepted(e, "amount"))
	if q == nil || p == nil || sum == nil {
		return false
	}
	for rate := int64(1); rate < 100; rate++ {
		x := new(big.Rat).Mul(new(big.Rat).Mul(q, p), big.NewRat(100-rate, 100))
		if x.FloatString(2) == new(big.Rat).Abs(sum).FloatString(2) {
			return true
		}
	}
	return false
}
