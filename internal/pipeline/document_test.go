package pipeline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/model/modeltest"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
)

const rentTask = `version: 1
name: rent-roll
notation: {decimal: ".", group: ",", language: en}
document:
  total_rent: {type: money, labels: [Grand total]}
records:
  unit:
    key: [unit]
    fields:
      building: {type: text, shared: true}
      unit:     {type: identifier, required: true, aliases: [Unit]}
      tenant:   {type: text, aliases: [Tenant]}
      rent:     {type: money, required: true, aliases: [Rent]}
      deposit:  {type: money, aliases: [Deposit]}
equations:
  - sum(unit.rent) = total_rent
`

func loadTask(t testing.TB, text string) *task.Task {
	t.Helper()
	tk, err := task.Load("task.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return tk
}

// sheet makes a document of one sheet; cells are separated by tabs, an empty line is blank.
func sheet(t testing.TB, lines []string) *table.Document {
	t.Helper()
	doc := &table.Document{Name: "roll.xlsx", Format: "xlsx", SHA256: strings.Repeat("ab", 32)}
	c := &collector{doc}
	e := table.NewEmitter(c, table.Limits{})
	if err := e.Table(&table.Table{Name: "Rent Roll", Shape: table.Sheet}); err != nil {
		t.Fatal(err)
	}
	for i, line := range lines {
		row := &table.Row{Line: i + 1}
		for col, text := range strings.Split(line, "\t") {
			row.Cells = append(row.Cells, table.Cell{Text: text, Col: int32(col)})
		}
		if _, err := e.Row(row); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if doc.ID, doc.Hidden, err = e.Close(); err != nil {
		t.Fatal(err)
	}
	return doc
}

type collector struct{ doc *table.Document }

func (c *collector) StartTable(*table.Table) error { return nil }
func (c *collector) Row(r *table.Row) error {
	row := *r
	row.Cells = slices.Clone(r.Cells)
	c.doc.Rows = append(c.doc.Rows, row)
	return nil
}
func (c *collector) EndTable(t *table.Table) error {
	c.doc.Tables = append(c.doc.Tables, *t)
	return nil
}
func (c *collector) Warn(table.Warning) error { return nil }

// A roll is a generated rent roll with its truth.
type roll struct {
	doc   *table.Document
	st    *structure.Structure
	task  *task.Task
	truth *modeltest.Truth
}

var surnames = strings.Fields("Adams Baker Clark Davies Evans Foster Green Harris Irwin Jones Khan Lewis Moore Nolan Owens Price Quinn Reed Shaw Turner Upton Vance Walsh Young")

// newRoll makes a rent roll of n units in sections of ten, with a heading, a note and a grand total.
func newRoll(t testing.TB, n int) *roll {
	t.Helper()
	r := &roll{task: loadTask(t, rentTask), truth: &modeltest.Truth{}}
	lines := []string{"Rent roll of Meridian Estates", "Unit\tTenant\tRent\tDeposit"}
	r.truth.Other = []modeltest.TrueOther{{Rows: []int{0}, Kind: "note"}, {Rows: []int{1}, Kind: "heading"}}
	section, total := 0, 0
	for i := range n {
		if i%10 == 0 {
			section = len(lines)
			lines = append(lines, fmt.Sprintf("Harbour House %s", surnames[i/10%len(surnames)]+" "+fmt.Sprint(100+i/10)))
			r.truth.Other = append(r.truth.Other, modeltest.TrueOther{Rows: []int{section}, Kind: "section"})
		}
		unit := fmt.Sprintf("U%d", 1000+i)
		tenant := surnames[i*7%len(surnames)] + " " + surnames[i*5%len(surnames)] + "-" + surnames[i*11%len(surnames)]
		cents := 45000 + i*1731%190000
		total += cents
		rent, deposit := amount(cents), amount(cents*2+700)
		lines = append(lines, strings.Join([]string{unit, tenant, rent, deposit}, "\t"))
		r.truth.Records = append(r.truth.Records, modeltest.TrueRecord{Type: "unit", Rows: []int{section, len(lines) - 1}, Fields: []modeltest.TrueField{
			modeltest.Printed("building", lines[section]), modeltest.Printed("unit", unit), modeltest.Printed("tenant", tenant),
			modeltest.Printed("rent", rent), modeltest.Printed("deposit", deposit),
		}})
	}
	lines = append(lines, "Grand total\t\t"+amount(total))
	r.truth.Document = []modeltest.TrueValue{{Rows: []int{len(lines) - 1}, Name: "total_rent", Quote: amount(total)}}
	r.truth.Other = append(r.truth.Other, modeltest.TrueOther{Rows: []int{len(lines) - 1}, Kind: "total"})
	r.doc = sheet(t, lines)
	r.st = structure.Analyse(r.doc)
	return r
}

// newLongRoll makes a roll whose every third record goes on in a second row.
func newLongRoll(t testing.TB, n int) *roll {
	t.Helper()
	r := &roll{task: loadTask(t, strings.Replace(rentTask, "    key: [unit]", "    rows: 1-2\n    key: [unit]", 1)), truth: &modeltest.Truth{}}
	lines := []string{"Unit\tTenant\tRent\tDeposit"}
	r.truth.Other = []modeltest.TrueOther{{Rows: []int{0}, Kind: "heading"}}
	total := 0
	for i := range n {
		unit, tenant := fmt.Sprintf("U%d", 1000+i), surnames[i*7%len(surnames)]+" and "+surnames[(i*5+1)%len(surnames)]
		cents := 45000 + i*1731%190000
		total += cents
		rent, deposit := amount(cents), amount(cents*2+700)
		rows := []int{len(lines)}
		lines = append(lines, strings.Join([]string{unit, tenant, rent, deposit}, "\t"))
		if i%3 == 1 {
			rest := "trading as " + surnames[i*3%len(surnames)] + " Stores"
			rows = append(rows, len(lines))
			lines = append(lines, "\t"+rest)
			tenant += " " + rest
		}
		r.truth.Records = append(r.truth.Records, modeltest.TrueRecord{Type: "unit", Rows: rows, Fields: []modeltest.TrueField{
			modeltest.Blank("building"), modeltest.Printed("unit", unit), modeltest.Printed("tenant", tenant),
			modeltest.Printed("rent", rent), modeltest.Printed("deposit", deposit),
		}})
	}
	lines = append(lines, "Grand total\t\t"+amount(total))
	r.truth.Document = []modeltest.TrueValue{{Rows: []int{len(lines) - 1}, Name: "total_rent", Quote: amount(total)}}
	r.truth.Other = append(r.truth.Other, modeltest.TrueOther{Rows: []int{len(lines) - 1}, Kind: "total"})
	r.doc = sheet(t, lines)
	r.st = structure.Analyse(r.doc)
	return r
}

// amount prints cents with thousands separated.
func amount(cents int) string {
	s := fmt.Sprint(cents / 100)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return fmt.Sprintf("%s.%02d", s, cents%100)
}
