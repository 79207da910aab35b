package columns

import (
	"math/big"
	"slices"
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
)

// Lines that no heading reaches, because a page breaks the table or because the reader could not part its columns,
// are still found where their figures agree twice: each prints two figures whose product is its amount, and
// all amounts together, with those read below headings, are a total that the document declares. One
// agreement alone proves nothing; where the sum does not close, none of these lines is taken.

// A product is what the task says of such records: an amount that is quantity times price, and is summed.
type product struct {
	record                  int
	amount, quantity, price int // fields
	text                    int // the first field of text, -1 for none
}

// A printedFigure is one figure of a row.
type printedFigure struct {
	row, cell  int
	start, end int
	value      *big.Rat
	places     int
	percent    bool
	currency   bool
	unit       bool
}

// A line is a record found by its figures.
type line struct {
	rows                    []int
	amount, quantity, price *printedFigure // quantity and price are nil where it is not sure which is which
	loose                   bool           // the price is by the hundred or by the thousand
}

// agree finds the lines that no heading reaches.
func (a *Answerer) agree() {
	a.lines = map[int]*line{}
	p, ok := a.findProduct()
	if !ok {
		return
	}
	sum, amounts := a.headedSum(&p)
	if amounts > 0 && a.closes(&p, sum) {
		return
	}
	lines := a.candidates(&p)
	for _, loose := range []bool{false, true} {
		all := new(big.Rat).Set(sum)
		var taken []*line
		for _, l := range lines {
			if loose || !l.loose {
				taken = append(taken, l)
				all.Add(all, l.amount.value)
			}
		}
		if len(taken) > 0 && a.closes(&p, all) {
			for _, l := range taken {
				a.lines[l.rows[0]] = l
				for _, n := range l.rows {
					a.inLine[n] = true
				}
			}
			a.product = p
			return
		}
	}
}

// findProduct finds the record type whose amount is a product of two of its fields and is summed.
func (a *Answerer) findProduct() (product, bool) {
	for r := range a.t.Records {
		rec := &a.t.Records[r]
		at := func(n expression.Node) int {
			name, ok := n.(expression.Name)
			if !ok || name.Record != "" {
				return -1
			}
			return slices.IndexFunc(rec.Fields, func(f task.Field) bool { return f.Name == name.Field })
		}
		for _, eq := range rec.Equations {
			b, ok := eq.Right.(expression.Binary)
			if !ok || b.Op != '*' {
				continue
			}
			p := product{record: r, amount: at(eq.Left), quantity: at(b.X), price: at(b.Y)}
			if p.amount < 0 || p.quantity < 0 || p.price < 0 || !rec.Fields[p.amount].Required || rec.Fields[p.amount].Type != task.Money {
				continue
			}
			p.text = slices.IndexFunc(rec.Fields, func(f task.Field) bool { return f.Type == task.Text && !f.Shared })
			return p, true
		}
	}
	return product{}, false
}

// headedSum adds up the amounts of the records below headings.
func (a *Answerer) headedSum(p *product) (*big.Rat, int) {
	sum, n := new(big.Rat), 0
	for _, g := range a.groups {
		pl := &a.plans[a.st.Rows[g.at].Block]
		if pl.record != p.record {
			continue
		}
		for _, col := range pl.assigned.Fields[p.amount] {
			if v := a.value(a.readRecord(&pl.fields(a.t)[p.amount], a.cell(g.at, col))); v != nil {
				sum.Add(sum, v)
				n++
			}
		}
	}
	return sum, n
}

// value reads a quote as a figure, nil where it has no certain reading.
func (a *Answerer) value(quote string) *big.Rat {
	if quote == "" {
		return nil
	}
	f := notation.ParseValue(quote, a.context())
	if f.Status != notation.Certain {
		return nil
	}
	v, ok := new(big.Rat).SetString(f.Value)
	if !ok {
		return nil
	}
	return v
}

// closes reports whether a declared total says that the amounts add up to the sum.
func (a *Answerer) closes(p *product, sum *big.Rat) bool {
	if sum.Sign() == 0 {
		return false
	}
	e := summing{a: a, record: a.t.Records[p.record].Name, field: a.t.Records[p.record].Fields[p.amount].Name, sum: sum}
	for _, eq := range a.t.Equations {
		if eq.By != "" {
			continue
		}
		e.used = false
		left, right := e.eval(eq.Left), e.eval(eq.Right)
		if e.used && left != nil && right != nil && left.Cmp(right) == 0 {
			return true
		}
	}
	return false
}

// A summing evaluates a side of an equation of the document with a given sum, over the document values that
// are read.
type summing struct {
	a             *Answerer
	record, field string
	sum           *big.Rat
	used          bool // the sum stands in what was evaluated
}

// eval returns the value of a node, nil where something of it is not known.
func (e *summing) eval(n expression.Node) *big.Rat {
	switch n := n.(type) {
	case expression.Name:
		return e.a.declared(n.Field)
	case expression.Binary:
		x, y := e.eval(n.X), e.eval(n.Y)
		if x == nil || y == nil {
			return nil
		}
		switch n.Op {
		case '+':
			return new(big.Rat).Add(x, y)
		case '-':
			return new(big.Rat).Sub(x, y)
		}
	case expression.Call:
		if len(n.Args) != 1 {
			return nil
		}
		switch n.Func {
		case "sum":
			if name, ok := n.Args[0].(expression.Name); ok && name.Record == e.record && name.Field == e.field {
				e.used = true
				return e.sum
			}
		case "optional":
			if x := e.eval(n.Args[0]); x != nil {
				return x
			}
			return new(big.Rat)
		case "abs":
			if x := e.eval(n.Args[0]); x != nil {
				return new(big.Rat).Abs(x)
			}
		}
	}
	return nil
}

// declared returns the one value read for a document field, nil for none or several.
func (a *Answerer) declared(name string) *big.Rat {
	var out *big.Rat
	for i := range a.doc {
		if a.t.Document[a.doc[i].field].Name != name {
			continue
		}
		v := a.value(a.doc[i].quote)
		if v == nil || out != nil && out.Cmp(v) != 0 {
			return nil
		}
		out = v
	}
	return out
}

// candidates finds the rows, or two or three neighbouring ones, whose figures multiply to an amount.
func (a *Answerer) candidates(p *product) []*line {
	var out []*line
	taken := -1
	for n := range a.st.Doc.Rows {
		if n <= taken || !a.free(p, n) {
			continue
		}
		figures := a.figuresOf(n)
		if l := multiply(figures, figures); l != nil {
			l.rows = []int{n}
			out, taken = append(out, l), n
			continue
		}
		for next := n + 1; next <= n+2 && next < len(a.st.Doc.Rows) && a.free(p, next) && a.st.Doc.Rows[next].Page == a.st.Doc.Rows[n].Page; next++ {
			below := a.figuresOf(next)
			if len(below) == 0 {
				break
			}
			l := multiply(figures, below)
			if l == nil && next == n+2 {
				l = multiplyAndAdd(figures, a.figuresOf(n+1), below)
			}
			if l == nil {
				continue
			}
			for m := n; m <= next; m++ {
				if m == n || m == next {
					l.rows = append(l.rows, m)
				}
			}
			out, taken = append(out, l), next
			break
		}
	}
	return out
}

// free reports whether row n may be a line that no heading reaches.
func (a *Answerer) free(p *product, n int) bool {
	r := a.st.Rows[n]
	if r.Role == structure.Total || r.Role == structure.Furniture || r.Role == structure.Heading || r.Role == structure.Section && r.Block >= 0 {
		return false
	}
	if r.Block >= 0 && a.plans[r.Block].record >= 0 && (a.plans[r.Block].record != p.record || a.grouped[n] != nil) {
		return false
	}
	for i := range a.doc {
		if a.doc[i].row == n {
			return false
		}
	}
	return !a.totalLabel(n)
}

// totalLabel reports whether a cell of row n starts with a label of the document's figures.
func (a *Answerer) totalLabel(n int) bool {
	row := &a.st.Doc.Rows[n]
	for i := range row.Cells {
		ws := labelWords(head(row.Cells[i].Text, 200))
		if len(ws) == 0 {
			continue
		}
		for _, l := range a.labelled[ws[0].Key] {
			if a.t.Document[l.field].Type.Numeric() && len(ws) == len(l.words) && startsWith(ws, l.words) {
				return true
			}
		}
	}
	return false
}

// figuresOf returns the figures of row n that have one certain reading.
func (a *Answerer) figuresOf(n int) []*printedFigure {
	var out []*printedFigure
	row := &a.st.Doc.Rows[n]
	for i := range row.Cells {
		c := &row.Cells[i]
		if strings.IndexFunc(c.Text, unicode.IsDigit) < 0 || len(c.Text) > 400 {
			continue
		}
		for _, f := range notation.Find(c.Text, a.context()) {
			v, ok := new(big.Rat).SetString(f.Value)
			if f.Status != notation.Certain || f.Labelled || !ok {
				continue
			}
			out = append(out, &printedFigure{row: n, cell: i, start: f.Start, end: f.End, value: v, places: f.Places, percent: f.Percent,
				currency: f.Currency != "", unit: f.Unit != ""})
		}
	}
	return out
}

// money reports whether a figure is printed as an amount of money.
func (f *printedFigure) money() bool { return !f.percent && (f.places == 2 || f.currency) }

// multiply finds the last amount of money below whose value is the product of two other figures. A pair is
// taken for quantity and price where there is one alone and something tells which is which.
func multiply(figures, below []*printedFigure) *line {
	var sum *printedFigure
	for _, f := range below {
		if f.money() {
			sum = f
		}
	}
	if sum == nil || sum.value.Sign() == 0 {
		return nil
	}
	var found *line
	for i, x := range figures {
		for _, y := range figures[i+1:] {
			if x == sum || y == sum || x.percent || y.percent {
				continue
			}
			ok, loose := makes(x, y, sum, figures)
			if !ok || found != nil && loose && !found.loose {
				continue
			}
			l := &line{amount: sum, loose: loose}
			l.quantity, l.price = tell(x, y)
			switch {
			case found == nil || found.loose && !loose:
				found = l
			case !samePair(found, l):
				found.quantity, found.price = nil, nil
			}
		}
	}
	return found
}

// multiplyAndAdd is multiply for an amount that a figure printed between is taken from, as a discount.
func multiplyAndAdd(figures, between, below []*printedFigure) *line {
	if len(between) != 1 || len(below) != 1 || !between[0].money() || !below[0].money() {
		return nil
	}
	rest := *below[0]
	rest.value = new(big.Rat).Add(rest.value, new(big.Rat).Abs(between[0].value))
	l := multiply(figures, []*printedFigure{&rest})
	if l == nil || l.loose {
		return nil
	}
	l.amount = below[0]
	return l
}

func samePair(a, b *line) bool {
	return a.quantity != nil && b.quantity != nil && a.quantity.value.Cmp(b.quantity.value) == 0 && a.price.value.Cmp(b.price.value) == 0
}

// makes reports whether two figures multiply to the amount as it is printed: less a rate that is printed beside
// them, or loosely for a price by the hundred or by the thousand.
func makes(x, y, sum *printedFigure, figures []*printedFigure) (ok, loose bool) {
	exact := new(big.Rat).Mul(x.value, y.value)
	if equals(exact, sum) {
		return true, false
	}
	for _, f := range figures {
		if f.percent && f.value.Sign() > 0 {
			less := new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Quo(f.value, big.NewRat(100, 1)))
			if equals(less.Mul(less, exact), sum) {
				return true, false
			}
		}
	}
	for _, per := range []int64{100, 1000} {
		if equals(new(big.Rat).Quo(exact, big.NewRat(per, 1)), sum) {
			return true, true
		}
	}
	return false, false
}

// equals reports whether a value is the amount, rounded as that is printed and signs aside: a credit note may print
// the sign beside one of them only.
func equals(value *big.Rat, sum *printedFigure) bool {
	unit := new(big.Rat).SetInt64(1)
	for range sum.places {
		unit.Quo(unit, big.NewRat(10, 1))
	}
	gap := new(big.Rat).Sub(new(big.Rat).Abs(value), new(big.Rat).Abs(sum.value))
	gap.Abs(gap).Mul(gap, big.NewRat(2, 1))
	return gap.Cmp(unit) <= 0
}

// tell says which of two factors is the quantity: the one with a unit, or without the currency or the decimals that
// the other has. Where nothing tells, neither is taken.
func tell(x, y *printedFigure) (quantity, price *printedFigure) {
	for _, is := range []func(q, p *printedFigure) bool{
		func(q, p *printedFigure) bool { return p.currency && !q.currency },
		func(q, p *printedFigure) bool { return q.unit && !p.unit },
		func(q, p *printedFigure) bool { return q.places == 0 && p.places >= 2 },
	} {
		switch {
		case is(x, y):
			return x, y
		case is(y, x):
			return y, x
		}
	}
	return nil, nil
}

// quote returns the text of a figure.
func (a *Answerer) quote(f *printedFigure) string {
	return a.st.Doc.Rows[f.row].Cells[f.cell].Text[f.start:f.end]
}

// lineRecord writes a line as a record.
func (a *Answerer) lineRecord(l *line) record {
	fields := a.t.Records[a.product.record].Fields
	rec := record{quotes: make([]quote, len(fields)), own: l.rows, rows: l.rows}
	give := func(f int, x *printedFigure) {
		if x != nil {
			rec.quotes[f] = quote{a.quote(x), true}
		}
	}
	give(a.product.amount, l.amount)
	give(a.product.quantity, l.quantity)
	give(a.product.price, l.price)
	if a.product.text >= 0 {
		if t, ok := a.lineText(l); ok {
			rec.quotes[a.product.text] = quote{t, true}
		}
	}
	return rec
}

// lineText returns the text of a line: the one cell left of its figures that is neither a label nor a number.
func (a *Answerer) lineText(l *line) (string, bool) {
	row := &a.st.Doc.Rows[l.rows[0]]
	found := ""
	for i := range row.Cells {
		c := &row.Cells[i]
		if c.Blank() {
			continue
		}
		if len(a.figuresIn(l, i)) > 0 {
			break
		}
		t := strings.TrimSpace(c.Text)
		if letters(t) < 3 || strings.Contains(t, ":") {
			continue
		}
		if found != "" {
			return "", false
		}
		found = t
	}
	return found, found != ""
}

// figuresIn returns the figures of the line that stand in cell i of its first row.
func (a *Answerer) figuresIn(l *line, i int) []*printedFigure {
	var out []*printedFigure
	for _, f := range []*printedFigure{l.amount, l.quantity, l.price} {
		if f != nil && f.row == l.rows[0] && f.cell == i {
			out = append(out, f)
		}
	}
	return out
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
