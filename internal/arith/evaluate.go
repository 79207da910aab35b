package arith

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// An obstacle is why an expression has no value.
type obstacle struct {
	state  state
	why    string
	field  string         // "unit.rent" or a document field's name
	entry  *verdict.Entry // with its ID, Record and Rows; of a silent obstacle nil
	silent bool           // an optional null, which says nothing against the equation
}

// about returns what an obstacle keeps of an entry.
func about(e *verdict.Entry) *verdict.Entry {
	return &verdict.Entry{ID: strings.Clone(e.ID), Record: e.Record, Rows: slices.Clone(e.Rows)}
}

func (o *obstacle) String() string {
	if o.why != "" {
		return o.why
	}
	s := o.field
	if o.entry != nil {
		s += " of " + o.entry.ID
	}
	switch o.state {
	case null, missing:
		if o.entry == nil {
			return s + " is not given, and no row prints one of its labels"
		}
		return s + " is null"
	case refused:
		return s + " is refused"
	}
	return s + " " + o.state.String()
}

// An evaluator evaluates the sides of one equation.
type evaluator struct {
	*checker
	exactDecimals bool
	rounded       bool
	product       bool               // the operand of a product is evaluated
	printed       bool               // stored numbers are not looked at
	summed        expression.Name    // the field that the equation sums, if it is a plain one
	subsets       map[string][]int32 // of a group: the entries by record type
	declared      []declared         // document values that were used
	unprinted     []string           // record types of which the document has no record and no column
	printsType    bool               // a record type of which it has one is summed or counted
}

// A declared value is a document value that an equation used.
type declared struct {
	name  string
	rows  []int
	entry string // id, or empty where it was read by its label
	read  bool
}

// A scope is where names are looked up: one record, or the document where set is nil. Under
// a sum, only names with their record type are the record's.
type scope struct {
	set    *recordSet
	entry  *verdict.Entry
	summed bool
}

// evaluate sets q to the value of n.
func (e *evaluator) evaluate(n expression.Node, s scope, q *quantity) *obstacle {
	switch n := n.(type) {
	case expression.Number:
		v, ok := parseNumber(n.Text)
		if !ok {
			return &obstacle{why: "the number " + n.Text + " has too many digits"}
		}
		*q = quantity{}
		v.decimal(&q.x)
		return nil
	case expression.Name:
		return e.name(n, s, q)
	case expression.Unary:
		if o := e.evaluate(n.X, s, q); o != nil {
			return o
		}
		q.neg()
		return nil
	case expression.Binary:
		return e.binary(n, s, q)
	case expression.Call:
		return e.call(n, s, q)
	}
	return &obstacle{why: "the equation has no such side"}
}

func (e *evaluator) binary(n expression.Binary, s scope, q *quantity) *obstacle {
	outer := e.product
	e.product = n.Op == '*' || n.Op == '/'
	defer func() { e.product = outer }()
	if o := e.evaluate(n.X, s, q); o != nil {
		return o
	}
	var r quantity
	if o := e.evaluate(n.Y, s, &r); o != nil {
		return o
	}
	switch n.Op {
	case '-':
		r.neg()
		e.calc.add(q, &r)
	case '+':
		e.calc.add(q, &r)
	case '*':
		e.calc.multiply(q, &r)
	case '/':
		if !e.calc.divide(q, &r) {
			return &obstacle{why: "the divisor " + n.Y.String() + " is zero or may be"}
		}
	}
	if q.x.NumDigits() > maxProductDigits {
		return &obstacle{why: "a value of more than " + strconv.Itoa(maxProductDigits) + " digits"}
	}
	return nil
}

const maxProductDigits = 2000

func (e *evaluator) call(n expression.Call, s scope, q *quantity) *obstacle {
	switch n.Func {
	case "sum":
		return e.sum(n.Args[0], q)
	case "count":
		e.count(n.Args[0].(expression.Name).Record, q)
		return nil
	case "min", "max":
		return e.extreme(n, s, q)
	case "optional":
		o := e.evaluate(n.Args[0], s, q)
		if o != nil && o.state == null && o.why == "" {
			*q = quantity{}
			return nil
		}
		return o
	}
	if o := e.evaluate(n.Args[0], s, q); o != nil {
		return o
	}
	if n.Func == "abs" {
		q.x.Abs(&q.x)
		return nil
	}
	places := int32(0)
	if len(n.Args) == 2 {
		p, err := strconv.Atoi(n.Args[1].(expression.Number).Text)
		if err != nil {
			return &obstacle{why: "round takes a whole number of places"}
		}
		places = int32(p)
	}
	e.calc.round(q, places)
	return nil
}

func (e *evaluator) extreme(n expression.Call, s scope, q *quantity) *obstacle {
	if o := e.evaluate(n.Args[0], s, q); o != nil {
		return o
	}
	for _, a := range n.Args[1:] {
		var r quantity
		if o := e.evaluate(a, s, &r); o != nil {
			return o
		}
		if c := r.x.Cmp(&q.x); c < 0 && n.Func == "min" || c > 0 && n.Func == "max" {
			q.x.Set(&r.x)
		}
		e.calc.sum(&q.linear, &q.linear, &r.linear)
		e.calc.sum(&q.square, &q.square, &r.square)
		e.calc.sum(&q.slack, &q.slack, &r.slack)
		q.merge(&r)
	}
	return nil
}

// name looks a field up: in the record first, then in the document.
func (e *evaluator) name(n expression.Name, s scope, q *quantity) *obstacle {
	if s.set != nil && (n.Record == "" && !s.summed || n.Record == s.set.def.Name) {
		if i, ok := s.set.position[n.Field]; ok {
			return e.recordField(i, s, q)
		}
	}
	if n.Record == "" || n.Record == verdict.DocumentRecord {
		return e.documentField(n.Field, q)
	}
	return e.sum(n, q) // the right side of a group: a field of the other record type
}

func (e *evaluator) recordField(i int, s scope, q *quantity) *obstacle {
	def := &s.set.def.Fields[i]
	if def.Derive != nil {
		s.summed = false
		return e.evaluate(def.Derive, s, q)
	}
	op, st := operandOf(s.set.field(s.entry, i), def, s.set.fractions[i], e.printed)
	switch st {
	case present:
	case null:
		return &obstacle{state: st, field: s.set.def.Name + "." + def.Name, silent: true}
	default:
		return &obstacle{state: st, field: s.set.def.Name + "." + def.Name, entry: about(s.entry)}
	}
	e.quantity(&op, def, q)
	return nil
}

// quantity sets q to an operand. A rate printed as 19 % is stated, not rounded: in a product
// a percentage without decimals is exact.
func (e *evaluator) quantity(op *operand, def *task.Field, q *quantity) {
	if e.product && def.Type == task.Percent && op.whole {
		op.half = noHalf
	}
	op.quantity(q, e.calc, e.exactDecimals, e.rounded)
}

// count sets q to how many records of the type there are.
func (e *evaluator) count(record string, q *quantity) {
	*q = quantity{}
	n := len(e.members(record))
	if set := e.records[record]; set != nil {
		e.look(set)
	}
	q.x.SetInt64(int64(n))
	q.terms = n
}

// members returns the entries of a record type that count: in the group, if there is one.
func (e *evaluator) members(record string) []int32 {
	if e.subsets != nil {
		return e.subsets[record]
	}
	set, ok := e.records[record]
	if !ok {
		return nil
	}
	return set.entries
}

// sum adds an expression over all records of the type that it names.
func (e *evaluator) sum(n expression.Node, q *quantity) *obstacle {
	set := e.records[recordOf(n)]
	if set == nil {
		return &obstacle{why: "sum names no record type"}
	}
	members := e.members(set.def.Name)
	e.look(set)
	if name, ok := n.(expression.Name); ok {
		if i := set.position[name.Field]; set.def.Fields[i].Derive == nil {
			return e.sumField(set, i, members, q)
		}
	}
	*q = quantity{}
	var item quantity
	r := e.Entries.Reader()
	for _, at := range members {
		o := e.evaluate(n, scope{set: set, entry: r.Read(int(at)), summed: true}, &item)
		if o != nil && o.silent {
			continue
		}
		if o != nil {
			return o
		}
		e.calc.sum(&q.x, &q.x, &item.x)
		e.calc.addSquare(&q.square, &item)
		e.calc.sum(&q.slack, &q.slack, &item.slack)
		item.terms = 1
		q.merge(&item)
	}
	return nil
}

// look remembers whether the document prints records of a type that the equation sums or counts.
func (e *evaluator) look(set *recordSet) {
	if !e.none(set) {
		e.printsType = true
	} else if !slices.Contains(e.unprinted, set.def.Name) {
		e.unprinted = append(e.unprinted, set.def.Name)
	}
}

// unprintedOnly returns why an equation proves nothing unless it agrees: the document prints no record of
// the types that it sums or counts.
func (e *evaluator) unprintedOnly() *obstacle {
	if e.printsType || len(e.unprinted) == 0 {
		return nil
	}
	return &obstacle{why: "the document has no record of the type " + strings.Join(e.unprinted, " or ")}
}

// none reports whether the document has no record of a type, and no column that could carry one,
// while it has records of another: an invoice may print no table of its taxes.
func (e *evaluator) none(set *recordSet) bool {
	if len(set.entries) > 0 || len(set.onTotals) > 0 || len(e.Task.Records) < 2 {
		return false
	}
	if slices.ContainsFunc(e.Columns, func(c verdict.Column) bool { return c.Record == set.def.Name }) {
		return false
	}
	return slices.ContainsFunc(e.Task.Records, func(r task.Record) bool { return len(e.records[r.Name].entries) > 0 })
}

// addSquare adds the square of what is open in one item of a sum.
func (c *calculator) addSquare(d *apd.Decimal, item *quantity) {
	if item.linear.IsZero() {
		c.sum(d, d, &item.square)
		return
	}
	var t apd.Decimal
	c.mul(&t, &item.linear, &item.linear)
	c.sum(d, d, &t)
	c.sum(d, d, &item.square)
}

// maxPlaces bounds the table of half units: a figure with more printed places is exact.
const maxPlaces = 32

// sumField adds one field without allocating for a record.
func (e *evaluator) sumField(set *recordSet, i int, members []int32, q *quantity) *obstacle {
	def := &set.def.Fields[i]
	*q = quantity{}
	var acc accumulator
	var halves [maxPlaces]int64
	last := ""
	r := e.Entries.Reader()
	for _, at := range members {
		entry := r.Read(int(at))
		op, st := operandOf(set.field(entry, i), def, set.fractions[i], e.printed)
		if st == null {
			continue
		}
		if st != present {
			return &obstacle{state: st, field: set.def.Name + "." + def.Name, entry: about(entry)}
		}
		acc.add(op.number)
		if op.half >= 0 && op.half < maxPlaces && (op.whole || !e.exactDecimals) {
			halves[op.half]++
		}
		q.places = max(q.places, op.printed)
		q.stored = q.stored || op.stored
		q.terms++
		if op.currency != "" && op.currency != last {
			last = op.currency
			q.currencies.add(last)
		}
	}
	acc.total(&q.x)
	for places, n := range halves {
		if n > 0 {
			// n halves of a unit, squared: n × 0.25 × 10^-2p.
			e.calc.sum(&q.square, &q.square, apd.New(25*n, int32(-2-2*places)))
		}
	}
	if q.stored {
		e.calc.binarySlack(&q.slack, &q.x, q.terms+1)
	}
	return nil
}

// recordOf returns the record type that an expression under a sum is over.
func recordOf(n expression.Node) string {
	for _, name := range expression.Names(n) {
		if name.Record != "" && name.Record != verdict.DocumentRecord {
			return name.Record
		}
	}
	return ""
}

// A recordSet is the entries of one record type.
type recordSet struct {
	def       *task.Record
	entries   []int32        // that count, in order
	onTotals  []int32        // on rows of class total: held, and left out of sums
	position  map[string]int // of a field in def.Fields
	fractions []bool         // by field: percents without a sign are fractions
	at        []int          // by field: where it stood in the last entry
}

// field returns a field of an entry. Entries mostly hold their fields in one order, so the
// place of the last one is tried first.
func (s *recordSet) field(e *verdict.Entry, i int) *verdict.Field {
	name := s.def.Fields[i].Name
	if p := s.at[i]; p < len(e.Fields) && e.Fields[p].Name == name {
		return &e.Fields[p]
	}
	p := slices.IndexFunc(e.Fields, func(f verdict.Field) bool { return f.Name == name })
	if p < 0 {
		return nil
	}
	s.at[i] = p
	return &e.Fields[p]
}
