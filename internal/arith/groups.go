package arith

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// expressionName keeps signatures short.
type expressionName = expression.Name

// A group is the records of one value of the field after by, of one sheet or of one table.
type group struct {
	key     string // folded, or the number of the sheet or table
	name    string // as printed first
	members map[string][]int32
	totals  []int // numbers of its total rows: one, or those of the sheet or table
	order   int   // among the groups
	left    quantity
	known   bool // left is evaluated
}

// grouped evaluates an equation once for each group.
func (c *checker) grouped(eq *task.Equation) {
	record := recordOf(eq.Left)
	set := c.records[record]
	groups, unplaced := c.groups(eq, set)
	totals := c.totalRows(eq, set, groups)
	if eq.Subtotal {
		totals.assign()
		if !slices.ContainsFunc(groups, func(g *group) bool { return len(g.totals) > 0 }) {
			r := verdict.Equation{Text: eq.Text, Scope: "group"}
			c.notEvaluated(eq, &r, &obstacle{why: "no total row belongs to a group"}, c.evaluator(eq))
			return
		}
	}
	for _, g := range groups {
		e := c.evaluator(eq)
		e.subsets = g.members
		r := verdict.Equation{Text: eq.Text, Scope: "group", Group: g.name}
		var left, right quantity
		o := e.evaluate(eq.Left, scope{}, &left)
		switch {
		case o != nil:
		case !eq.Subtotal:
			o = e.evaluate(eq.Right, scope{}, &right)
		case len(g.totals) == 0:
			o = &obstacle{why: "no total row belongs to the group"}
		default:
			o = e.subtotal(c.closest(eq, g.totals, &left), &right)
		}
		if uncertain := g.uncertain(eq.By, unplaced); o == nil && uncertain != nil {
			if cmp := c.compare(eq, &left, &right); cmp.several == nil && cmp.status == "differs" {
				o = uncertain
			}
		}
		if o != nil {
			c.notEvaluated(eq, &r, o, e)
			continue
		}
		g.left, g.known = left, true
		c.judge(e, eq, &r, &left, &right)
	}
	for _, n := range totals.outer {
		totals.check(n)
	}
}

// uncertain returns why only agreement proves something of the group: a record without a
// certain group may belong to it, or its records print no group at all.
func (g *group) uncertain(by string, unplaced *obstacle) *obstacle {
	if g.key == "" {
		return &obstacle{why: "its records print no " + by}
	}
	return unplaced
}

// groups splits the records of all types that the equation names, in the order in which the
// groups begin. A record whose group is refused or has two readings is in none of them.
func (c *checker) groups(eq *task.Equation, set *recordSet) ([]*group, *obstacle) {
	var list []*group
	byKey := map[string]*group{}
	var unplaced *obstacle
	for _, record := range recordsOf(eq) {
		s := c.records[record]
		r := c.Entries.Reader()
		for _, i := range s.entries {
			key, name, o := c.groupOf(eq.By, s, r.Read(int(i)))
			if o != nil {
				unplaced = o
				continue
			}
			g := byKey[key]
			if g == nil {
				key = strings.Clone(key)
				g = &group{key: key, name: strings.Clone(name), members: map[string][]int32{}, order: len(list)}
				byKey[key] = g
				list = append(list, g)
			}
			g.members[record] = append(g.members[record], i)
		}
	}
	return list, unplaced
}

func (c *checker) groupOf(by string, s *recordSet, e *verdict.Entry) (key, name string, o *obstacle) {
	i, ok := s.position[by]
	if !ok {
		return c.placeOf(by, e)
	}
	f := s.field(e, i)
	if f == nil || f.Verdict == verdict.None {
		return "", "without " + by, nil
	}
	if f.Verdict == verdict.Refused || f.Verdict == verdict.Held && len(distinct(f.Readings)) > 1 {
		st := refused
		if f.Verdict == verdict.Held {
			st = ambiguous
		}
		return "", "", &obstacle{state: st, field: s.def.Name + "." + by, entry: about(e)}
	}
	if s.def.Fields[i].Type.Numeric() {
		return f.Value, f.Printed, nil
	}
	name = f.Value
	if name == "" {
		name = f.Printed
	}
	return foldLabel(name), name, nil
}

// placeOf groups by the sheet or table in which the record's last row stands.
func (c *checker) placeOf(by string, e *verdict.Entry) (key, name string, o *obstacle) {
	if len(e.Rows) == 0 || c.Doc == nil {
		return "", "", &obstacle{why: e.ID + " has no row", entry: about(e)}
	}
	n := e.Rows[len(e.Rows)-1]
	key, name = c.placeKey(by, n)
	return key, name, nil
}

func (c *checker) placeKey(by string, n int) (key, name string) {
	row, ok := c.Doc.Row(n)
	if !ok {
		return "", ""
	}
	t := &c.Doc.Tables[row.Table]
	if by == "table" && c.Structure != nil && n < len(c.Structure.Rows) && c.Structure.Rows[n].Block >= 0 {
		b := c.Structure.Rows[n].Block
		return fmt.Sprint("block ", b), c.Structure.Blocks[b].Name
	}
	return fmt.Sprint("table ", row.Table), t.Name
}

// documentRows returns the rows that carry document values, or were read as such.
func (c *checker) documentRows() map[int]bool {
	taken := map[int]bool{}
	for n := range c.readRows {
		taken[n] = true
	}
	for _, def := range c.Task.Document {
		for _, i := range c.values[def.Name] {
			f, ok := c.given[i].Field(def.Name)
			if !ok || f.Verdict == verdict.None || f.Verdict == verdict.Refused {
				continue
			}
			for _, n := range rowsOf(f, c.given[i]) {
				taken[n] = true
			}
		}
	}
	return taken
}

// printsSummed reports whether a total row prints a figure where the sum's figures stand. A
// row that prints nothing there totals another column.
func (c *checker) printsSummed(n int, summed expressionName) bool {
	row, ok := c.Doc.Row(n)
	if !ok {
		return false
	}
	col, ok := c.columnAt(n, summed)
	if !ok {
		return true
	}
	cell, ok := row.Cell(col)
	return ok && !cell.Blank()
}

// closest returns which of the total rows of a sheet or table is meant: the last that agrees,
// since sections have totals of their own, else the last.
func (c *checker) closest(eq *task.Equation, totals []int, left *quantity) int {
	for k := len(totals) - 1; k >= 0; k-- {
		e := c.evaluator(eq)
		var q quantity
		if e.subtotal(totals[k], &q) != nil {
			continue
		}
		if cmp := c.compare(eq, left, &q); cmp.several == nil && cmp.status != "differs" {
			return totals[k]
		}
	}
	return totals[len(totals)-1]
}

func (c *checker) unmatched(eq *task.Equation, n int) {
	c.find(finding.Finding{Code: finding.SubtotalUnmatched, Rows: []int{n}, Col: -1, Detail: eq.Text})
}

// subtotal sets q to the figure of a total row.
func (e *evaluator) subtotal(n int, q *quantity) *obstacle {
	def := e.summedDef()
	op, st := e.rowFigure(n, def, e.summed)
	if st != present {
		return &obstacle{why: "its total row " + st.String()}
	}
	e.quantity(&op, def, q)
	e.declared = append(e.declared, declared{rows: []int{n}})
	return nil
}

// summedDef returns the definition of the field that the equation sums; of an expression,
// or of a count, one that any figure fits.
func (e *evaluator) summedDef() *task.Field {
	if set, ok := e.records[e.summed.Record]; ok {
		if i, ok := set.position[e.summed.Field]; ok {
			return &set.def.Fields[i]
		}
	}
	return &task.Field{Type: task.Money}
}

// An agreement says for which records a declared total that sums a field agrees.
type agreement struct {
	all     bool
	entries map[int32]bool
}

// agree remembers that a declared total agrees, for the fields that its sums are over.
func (c *checker) agree(e *evaluator, eq *task.Equation) {
	for _, name := range summedFields(eq) {
		a := c.agreed[name]
		if a == nil {
			a = &agreement{entries: map[int32]bool{}}
			c.agreed[name] = a
		}
		if e.subsets == nil {
			a.all = true
			continue
		}
		for _, i := range e.subsets[name.Record] {
			a.entries[i] = true
		}
	}
}

// summedFields returns the record fields that stand in the equation.
func summedFields(eq *task.Equation) []expressionName {
	var out []expressionName
	for _, side := range []expression.Node{eq.Left, eq.Right} {
		for _, n := range expression.Names(side) {
			if n.Record != "" && n.Field != "" && n.Record != verdict.DocumentRecord && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}
