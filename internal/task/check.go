package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/words"
)

func fieldNames(fields []Field) []string {
	out := make([]string, len(fields))
	for i := range fields {
		out[i] = fields[i].Name
	}
	return out
}

func (l *loader) recordNames() []string {
	out := make([]string, len(l.task.Records))
	for i := range l.task.Records {
		out[i] = l.task.Records[i].Name
	}
	return out
}

// item returns the node of one text of a list, or the list.
func item(n *node, i int) *node {
	if n.kind == list && i < len(n.values) {
		return &n.values[i]
	}
	return n
}

func (l *loader) checkIdentity(n *node) {
	known := fieldNames(l.task.Document)
	for i, name := range l.task.Identity {
		if !slices.Contains(known, name) {
			l.fail(item(n, i), meant(name, known), "identity names %q, which is no document field", name)
		}
	}
}

func (l *loader) checkKey(n *node, record string) {
	r, ok := l.task.Record(record)
	if !ok {
		return
	}
	known := fieldNames(r.Fields)
	for i, name := range r.Key {
		if !slices.Contains(known, name) {
			l.fail(item(n, i), meant(name, known), "key names %q, which is no field of %s", name, record)
		}
		if f, ok := r.Field(name); ok && f.Derive != nil {
			l.fail(item(n, i), "a key is printed", "key names %q, which is derived", name)
		}
	}
}

// checkRecord checks what goes together in one record type: headings and derived fields.
func (l *loader) checkRecord(n *node, record string) {
	r, ok := l.task.Record(record)
	if !ok {
		return
	}
	fields, _ := n.get("fields")
	owner := map[string]string{}
	for i := range r.Fields {
		f := &r.Fields[i]
		if f.Derive != nil {
			l.checkDerive(fields, r, f)
			continue
		}
		reported := false
		for _, h := range f.Headings() {
			k := words.Fold(h)
			if o, taken := owner[k]; taken && o != f.Name {
				if !reported {
					l.fail(aliasNode(fields, f.Name, h), "a heading can name one field only",
						"the heading %q names both %s and %s", h, o, f.Name)
				}
				reported = true
				continue
			}
			owner[k] = f.Name
		}
	}
}

func aliasNode(fields *node, field, alias string) *node {
	f, ok := fields.get(field)
	if !ok {
		return fields
	}
	aliases, ok := f.get("aliases")
	if !ok {
		return f
	}
	for i := range aliases.values {
		if aliases.values[i].text == alias {
			return &aliases.values[i]
		}
	}
	return aliases
}

func (l *loader) checkDerive(fields *node, r *Record, f *Field) {
	n := fields
	if field, ok := fields.get(f.Name); ok {
		n = field
		if d, ok := field.get("derive"); ok {
			n = d
		}
	}
	scope := nameScope{loader: l, node: n, record: r}
	scope.check(f.Derive)
	if cycle := derivedFrom(r, f, f.Name, nil); cycle != nil {
		l.fail(n, "a derived field is computed from printed ones in the end", "field %s is derived from itself: %s", f.Name, strings.Join(cycle, " from "))
	}
}

// derivedFrom returns the way from a field back to the target through derived fields, nil
// where there is none.
func derivedFrom(r *Record, f *Field, target string, way []string) []string {
	way = append(slices.Clone(way), f.Name)
	for _, n := range expression.Names(f.Derive) {
		if n.Record != "" && n.Record != r.Name {
			continue
		}
		if n.Field == target {
			return append(way, target)
		}
		next, ok := r.Field(n.Field)
		if !ok || next.Derive == nil || slices.Contains(way, next.Name) {
			continue
		}
		if cycle := derivedFrom(r, next, target, way); cycle != nil {
			return cycle
		}
	}
	return nil
}

// checkEquation checks the names of an equation of the task, or of a record type.
func (l *loader) checkEquation(n *node, eq *Equation, record string) {
	scope := nameScope{loader: l, node: n}
	if record != "" {
		scope.record, _ = l.task.Record(record)
		if eq.By != "" {
			l.fail(n, "write it in the task's equations", "an equation of a record has no by")
			return
		}
	}
	names := expression.Names(eq.Left)
	if eq.Right != nil {
		names = append(names, expression.Names(eq.Right)...)
	}
	if len(names) == 0 {
		l.fail(n, "", "the equation names no field")
		return
	}
	if eq.By != "" {
		l.checkBy(scope, eq)
		return
	}
	scope.check(eq.Left)
	scope.check(eq.Right)
}

// checkBy checks an equation of groups: a sum or count over one record type on the left, and
// on the right the subtotals, or fields of a record type that has the same group.
func (l *loader) checkBy(scope nameScope, eq *Equation) {
	scope.check(eq.Left)
	var summed []string
	for _, n := range expression.Names(eq.Left) {
		if n.Record != "" && n.Record != "document" && !slices.Contains(summed, n.Record) {
			summed = append(summed, n.Record)
		}
	}
	if len(summed) != 1 {
		l.fail(scope.node, "as in sum(unit.rent) by building = subtotal", "an equation with by sums one record type")
		return
	}
	if !eq.Subtotal {
		grouped := scope
		grouped.group = true
		grouped.check(eq.Right)
		for _, n := range expression.Names(eq.Right) {
			if n.Record != "" && n.Record != "document" && !slices.Contains(summed, n.Record) {
				summed = append(summed, n.Record)
			}
		}
	}
	for _, name := range summed {
		r, ok := l.task.Record(name)
		if !ok {
			continue
		}
		_, isField := r.Field(eq.By)
		place := eq.By == "sheet" || eq.By == "table"
		switch {
		case isField && place:
			l.fail(scope.node, "rename the field", "by %s can mean the field and the document's %s", eq.By, eq.By)
		case !isField && !place:
			l.fail(scope.node, meant(eq.By, append(fieldNames(r.Fields), "sheet", "table")), "by names %q, which is no field of %s", eq.By, name)
		}
	}
}

// A nameScope checks the names of one expression: of a record where record is set, else of
// the document. Under a sum the fields of one record type are named as record.field.
type nameScope struct {
	*loader
	node   *node
	record *Record
	group  bool // record.field may stand outside a sum: the right side of groups
	sum    bool
}

func (s nameScope) check(n expression.Node) {
	switch n := n.(type) {
	case expression.Name:
		s.name(n)
	case expression.Unary:
		s.check(n.X)
	case expression.Binary:
		s.check(n.X)
		s.check(n.Y)
	case expression.Call:
		s.call(n)
	}
}

func (s nameScope) call(n expression.Call) {
	if n.Func != "sum" && n.Func != "count" {
		for _, a := range n.Args {
			s.check(a)
		}
		return
	}
	switch {
	case s.record != nil:
		s.fail(s.node, "write it in the task's equations", "%s has no meaning within one record", n.Func)
		return
	case s.sum:
		s.fail(s.node, "", "a sum within a sum")
		return
	}
	if n.Func == "count" {
		name, _ := n.Args[0].(expression.Name)
		if _, ok := s.task.Record(name.Record); !ok {
			s.fail(s.node, meant(name.Record, s.recordNames()), "count names %q, which is no record type", name.Record)
		}
		return
	}
	var records []string
	for _, name := range expression.Names(n.Args[0]) {
		if name.Record != "" && name.Record != "document" && !slices.Contains(records, name.Record) {
			records = append(records, name.Record)
		}
	}
	if len(records) != 1 {
		hint := "as in sum(unit.rent)"
		if name, ok := n.Args[0].(expression.Name); ok && len(records) == 0 {
			if r := s.recordWith(name.Field); r != "" {
				hint = fmt.Sprintf("write sum(%s.%s)", r, name.Field)
			}
		}
		s.fail(s.node, hint, "a sum is over the fields of one record type")
		return
	}
	s.sum = true
	s.check(n.Args[0])
}

func (s nameScope) recordWith(field string) string {
	for i := range s.task.Records {
		if _, ok := s.task.Records[i].Field(field); ok {
			return s.task.Records[i].Name
		}
	}
	return ""
}

func (s nameScope) name(n expression.Name) {
	f, ok := s.resolve(n)
	if !ok {
		return
	}
	if !f.Type.Numeric() && !s.untyped[f.Line] {
		s.fail(s.node, "equations and derived fields take number, money and percent", "%s is of type %s", n, f.Type)
	}
}

// resolve finds the field of a name, or reports that there is none.
func (s nameScope) resolve(n expression.Name) (*Field, bool) {
	if n.Record != "" && n.Record != "document" {
		r, ok := s.task.Record(n.Record)
		switch {
		case !ok:
			s.fail(s.node, meant(n.Record, s.recordNames()), "%s names %q, which is no record type", n, n.Record)
			return nil, false
		case s.record != nil && s.record.Name != n.Record:
			s.fail(s.node, "write it in the task's equations", "%s is a field of another record type", n)
			return nil, false
		case s.record == nil && !s.sum && !s.group:
			s.fail(s.node, fmt.Sprintf("write sum(%s)", n), "%s has a value in each record", n)
			return nil, false
		}
		f, ok := r.Field(n.Field)
		if !ok {
			s.fail(s.node, meant(n.Field, fieldNames(r.Fields)), "%s has no field %q", n.Record, n.Field)
		}
		return f, ok
	}
	if s.record != nil && n.Record == "" {
		if f, ok := s.record.Field(n.Field); ok {
			return f, true
		}
	}
	if f, ok := s.task.DocumentField(n.Field); ok {
		return f, true
	}
	s.unknown(n)
	return nil, false
}

func (s nameScope) unknown(n expression.Name) {
	known := fieldNames(s.task.Document)
	where := "no document field"
	if s.record != nil {
		known = append(known, fieldNames(s.record.Fields)...)
		where = "no field of " + s.record.Name + " or of the document"
	}
	hint := meant(n.Field, known)
	if n.Field == "subtotal" {
		hint = "subtotals need by: sum(unit.rent) by building = subtotal"
	} else if r := s.recordWith(n.Field); s.record == nil && r != "" {
		hint = fmt.Sprintf("write sum(%s.%s)", r, n.Field)
		if s.sum {
			hint = fmt.Sprintf("write %s.%s", r, n.Field)
		}
	}
	s.fail(s.node, hint, "%q is %s", n.Field, where)
}
