// Package verifytest makes documents with their tasks and true answers, for tests and
// measurements of the checks.
package verifytest

import (
	"fmt"
	"strconv"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
)

// A Case is a document with its task and an answer that is true.
type Case struct {
	Doc      *table.Document
	Headings []int
	Task     *task.Task
	Answer   claim.Answer
}

// Stored returns the answer as answers to windows of the given number of rows, each showing
// overlap rows beside its core and the heading rows. With no window size one answer shows all.
func (c *Case) Stored(window, overlap int) []claim.Stored {
	n := len(c.Doc.Rows)
	if window <= 0 {
		window, overlap = max(n, 1), 0
	}
	var out []claim.Stored
	for first := 0; first < n; first += window {
		s := claim.Stored{Window: len(out), Core: [2]int{first, min(first+window, n)}, Context: c.Headings, Outcome: "complete", Answerer: "test"}
		s.Shown = [2]int{max(0, first-overlap), min(n, s.Core[1]+overlap)}
		s.Raw = string(claim.Encode(c.shownIn(&s), c.Task))
		out = append(out, s)
	}
	return out
}

// shownIn returns the part of the answer whose rows the window shows.
func (c *Case) shownIn(s *claim.Stored) *claim.Answer {
	var a claim.Answer
	all := func(rows []int) bool {
		for _, n := range rows {
			if !s.Shows(n) {
				return false
			}
		}
		return len(rows) > 0
	}
	for _, v := range c.Answer.Document {
		if all(v.Rows) {
			a.Document = append(a.Document, v)
		}
	}
	for _, r := range c.Answer.Records {
		if all(r.Rows) {
			a.Records = append(a.Records, r)
		}
	}
	for _, o := range c.Answer.Other {
		var rows []int
		for _, n := range o.Rows {
			if s.Shows(n) {
				rows = append(rows, n)
			}
		}
		if len(rows) > 0 {
			a.Other = append(a.Other, claim.Other{Rows: rows, Kind: o.Kind})
		}
	}
	return &a
}

var streets = []string{"Harbour Street", "Mill Lane", "Station Road", "Orchard Way", "Quay Parade"}
var trades = []string{"Dental", "Bakery", "Joinery", "Optics", "Cycles", "Florist", "Print"}

// Schedule returns a schedule of properties with the given number of records, ten columns of
// which eight are asked for, and a total.
func Schedule(records int) *Case {
	t, err := task.Load("schedule", []byte(scheduleTask))
	if err != nil {
		panic(err) // the text stands below
	}
	c := &Case{Task: t, Headings: []int{0}}
	c.row("Ref", "Address", "Tenant", "Use", "Floor area", "Lease end", "Rent", "Service charge", "Remarks", "Checked by")
	var rents int64
	for i := range records {
		rent := int64(10_000+(i*7919)%90_000)*100 + int64(i%100)
		rents += rent
		values := []string{
			fmt.Sprintf("P-%06d", i), strconv.Itoa(i%240+1) + " " + streets[i%len(streets)],
			fmt.Sprintf("%s %s Ltd", []string{"Oakley", "Tyne", "Larch", "Beacon"}[i%4], trades[i%len(trades)]),
			[]string{"Retail", "Office", "Storage"}[i%3], Grouped(int64(40+(i*31)%4000), 0),
			fmt.Sprintf("%02d/%02d/%d", i%28+1, i%12+1, 2026+i%9), Grouped(rent, 2), Grouped(int64(500+(i*131)%30_000)*100, 2),
		}
		n := c.row(append(values, "", []string{"AB", "CD"}[i%2])...)
		r := claim.Record{Type: "property", Rows: []int{n}, Window: -1}
		for k, f := range t.Records[0].Fields {
			r.Fields = append(r.Fields, claim.Value{Name: f.Name, Quote: values[k]})
		}
		c.Answer.Records = append(c.Answer.Records, r)
	}
	n := c.row("Total", "", "", "", "", "", Grouped(rents, 2))
	c.Answer.Document = []claim.Value{{Name: "total_rent", Quote: Grouped(rents, 2), Rows: []int{n}}}
	c.Answer.Other = []claim.Other{{Rows: []int{0}, Kind: "heading"}}
	return c
}

const scheduleTask = `version: 1
name: schedule
notation: {decimal: ".", dates: dmy, language: en}
document:
  total_rent: {type: money, labels: [Total]}
records:
  property:
    key: [ref]
    fields:
      ref: {type: identifier, required: true, aliases: [Ref]}
      address: {type: text, aliases: [Address]}
      tenant: {type: text, aliases: [Tenant]}
      use: {type: text, aliases: [Use]}
      area: {type: number, aliases: [Floor area]}
      lease_end: {type: date, aliases: [Lease end]}
      rent: {type: money, required: true, aliases: [Rent]}
      charge: {type: money, aliases: [Service charge]}
equations:
  - sum(property.rent) = total_rent
`

// row adds a row and returns its number. Empty texts are no cells.
func (c *Case) row(texts ...string) int {
	if c.Doc == nil {
		c.Doc = &table.Document{Name: "schedule.csv", Format: "csv", Tables: []table.Table{{Name: "schedule", Shape: table.File}}}
	}
	n := len(c.Doc.Rows)
	r := table.Row{Number: n, Line: n + 1}
	for col, text := range texts {
		if text != "" {
			r.Cells = append(r.Cells, table.Cell{Text: text, Col: int32(col)})
		}
	}
	c.Doc.Rows = append(c.Doc.Rows, r)
	t := &c.Doc.Tables[0]
	t.End, t.Columns = n+1, max(t.Columns, len(texts))
	return n
}

// Grouped writes a figure of so many places with a comma between groups and a point.
func Grouped(units int64, places int) string {
	digits := strconv.FormatInt(units, 10)
	for len(digits) <= places {
		digits = "0" + digits
	}
	whole, fraction := digits[:len(digits)-places], digits[len(digits)-places:]
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if places == 0 {
		return whole
	}
	return whole + "." + fraction
}
