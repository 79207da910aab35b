package arith

import (
	"fmt"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

func (c *checker) cover(entry int32, field int) {
	c.covered[int(entry)*c.words+field/64] |= 1 << (field % 64)
}

func (c *checker) isCovered(entry, field int) bool {
	return c.covered[entry*c.words+field/64]&(1<<(field%64)) != 0
}

// coverRecord marks the fields that an evaluated expression takes from one record.
func (c *checker) coverRecord(set *recordSet, entry int32, n expression.Node) {
	expression.Walk(n, func(n expression.Node) bool {
		name, ok := n.(expression.Name)
		if !ok {
			return true
		}
		if i, ok := set.position[name.Field]; ok && (name.Record == "" || name.Record == set.def.Name) {
			c.cover(entry, i)
			if def := &set.def.Fields[i]; def.Derive != nil {
				c.coverRecord(set, entry, def.Derive)
			}
		} else if name.Record == "" || name.Record == verdict.DocumentRecord {
			c.coverDocument(name.Field)
		}
		return true
	})
}

func (c *checker) coverDocument(field string) {
	for _, i := range c.values[field] {
		for j := range c.given[i].Fields {
			if c.given[i].Fields[j].Name == field {
				c.cover(i, j%(64*c.words))
			}
		}
	}
	if def, ok := c.Task.DocumentField(field); ok && def.Derive != nil {
		for _, n := range expression.Names(def.Derive) {
			c.coverDocument(n.Field)
		}
	}
}

// coverSides marks what an evaluated equation of the document or of a group takes.
func (c *checker) coverSides(e *evaluator, eq *task.Equation) {
	for _, side := range []expression.Node{eq.Left, eq.Right} {
		for _, name := range expression.Names(side) {
			if name.Record == "" || name.Record == verdict.DocumentRecord {
				c.coverDocument(name.Field)
				continue
			}
			set := c.records[name.Record]
			if set == nil || name.Field == "" {
				continue
			}
			i := set.position[name.Field]
			derive := set.def.Fields[i].Derive
			for _, at := range e.members(name.Record) {
				c.cover(at, i)
				if derive != nil {
					c.coverRecord(set, at, derive)
				}
			}
		}
	}
}

// coverage counts accepted figures and those that an equation covers, and says field by
// field what no equation covers.
func (c *checker) coverage() {
	open := map[expressionName]*openFigures{}
	r := c.Entries.Reader()
	for i := range c.Entries.Len() {
		e := r.Read(i)
		set := c.records[e.Record]
		for j := range e.Fields {
			f := &e.Fields[j]
			if f.Verdict != verdict.Accepted || f.Value == "" || f.Derived {
				continue
			}
			def, bit := c.definition(set, f.Name, j)
			if def == nil || !def.Type.Numeric() {
				continue
			}
			c.out.Figures++
			if c.isCovered(i, bit) {
				c.out.Covered++
				continue
			}
			name := expressionName{Record: e.Record, Field: f.Name}
			o := open[name]
			if o == nil {
				o = &openFigures{}
				open[name] = o
			}
			o.add(e)
		}
	}
	c.reportOpen(verdict.DocumentRecord, c.Task.Document, open)
	for i := range c.Task.Records {
		c.reportOpen(c.Task.Records[i].Name, c.Task.Records[i].Fields, open)
	}
}

// openFigures are the accepted figures of one field that no equation covers.
type openFigures struct {
	n    int
	rows []int
}

func (o *openFigures) add(e *verdict.Entry) {
	o.n++
	if len(o.rows) < shownRows && len(e.Rows) > 0 {
		o.rows = append(o.rows, e.Rows[len(e.Rows)-1])
	}
}

func (c *checker) definition(set *recordSet, field string, j int) (*task.Field, int) {
	if set == nil {
		def, _ := c.Task.DocumentField(field)
		return def, j % (64 * max(c.words, 1))
	}
	i, ok := set.position[field]
	if !ok {
		return nil, 0
	}
	return &set.def.Fields[i], i
}

func (c *checker) reportOpen(record string, fields []task.Field, open map[expressionName]*openFigures) {
	for i := range fields {
		o := open[expressionName{Record: record, Field: fields[i].Name}]
		if o == nil {
			continue
		}
		c.find(finding.Finding{
			Code: finding.NoEquation, Rows: o.rows, Col: -1, Record: record, Field: fields[i].Name,
			Detail: fmt.Sprintf("%d accepted figures of %s.%s", o.n, record, fields[i].Name),
		})
	}
}
