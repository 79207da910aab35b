package columns

import (
	"math/big"
	"slices"
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/assign"
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

// A line is a record found by its figures.
type line struct {
	rows                    []int
	amount, quantity, price *printedFigure // quantity and price are nil where it is not sure which is which
	loose                   bool           // the price is by the hundred or by the thousand
}

// mostRows is how long a document may be that is searched for lines without headings: no invoice is longer.
const mostRows = 20_000

// agree finds the lines that no heading reaches.
func (a *Answerer) agree() {
	a.lines = map[int]*line{}
	p, ok := findProduct(a.t)
	if !ok {
		return
	}
	sum, amounts := a.headedSum(&p)
	below := a.totalRow(&p)
	for _, g := range a.groups {
		a.lastLine = max(a.lastLine, g.rows[len(g.rows)-1])
	}
	if amounts > 0 && a.closes(&p, sum) {
		a.closed, a.product = a.explained(&p, sum), p
		return
	}
	if len(a.st.Doc.Rows) > mostRows {
		return
	}
	lines := a.candidates(&p)
	for _, try := range [...]struct {
		end   int // lines stand above this row
		loose bool
	}{{below, false}, {below, true}, {len(a.st.Doc.Rows), false}, {len(a.st.Doc.Rows), true}} {
		all := new(big.Rat).Set(sum)
		var taken []*line
		for _, l := range lines {
			if l.rows[0] < try.end && (try.loose || !l.loose) {
				taken = append(taken, l)
				all.Add(all, l.amount.value)
			}
		}
		if len(taken) > 0 && a.closes(&p, all) {
			for _, l := range taken {
				a.lines[l.rows[0]] = l
				for _, n := range l.rows {
					a.inLine[n] = true
					a.lastLine = max(a.lastLine, n)
				}
			}
			a.closed, a.product = a.explained(&p, all), p
			return
		}
	}
}

// notAsked reports whether a data row of a block that gives no records is none of theirs either: the amounts of all
// records found are the total that the document declares, and the row stands below them or prints no amount.
func (a *Answerer) notAsked(n int) bool {
	return a.closed && (n > a.lastLine || !a.printsMoney(n))
}

// printsMoney reports whether row n prints an amount of money that is no labelled remark.
func (a *Answerer) printsMoney(n int) bool {
	for _, f := range a.figuresOf(n) {
		if f.money() && !labelled(a.st.Doc.Rows[n].Cells[f.cell].Text, f.start) {
			return true
		}
	}
	return false
}

// labelled reports whether a colon stands right before a figure: "Gross price : 9.90".
func labelled(text string, at int) bool {
	return strings.HasSuffix(strings.TrimRight(text[:at], " \u00a0"), ":")
}

// totalRow returns the first row of a document value that enters an equation with the sum of the amounts.
func (a *Answerer) totalRow(p *product) int {
	rec := &a.t.Records[p.record]
	names := map[string]bool{}
	for _, eq := range a.t.Equations {
		all := expression.Names(eq.Left)
		if eq.Right != nil {
			all = append(all, expression.Names(eq.Right)...)
		}
		if slices.Contains(all, expression.Name{Record: rec.Name, Field: rec.Fields[p.amount].Name}) {
			for _, n := range all {
				names[n.Field] = names[n.Field] || n.Record == ""
			}
		}
	}
	for i := range a.doc {
		if names[a.t.Document[a.doc[i].field].Name] {
			return a.doc[i].row
		}
	}
	return len(a.st.Doc.Rows)
}

// findProduct finds the record type whose amount is a product of two of its fields and is summed.
func findProduct(t *task.Task) (product, bool) {
	for r := range t.Records {
		rec := &t.Records[r]
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

// candidates finds the rows, or two or three neighbouring ones, whose figures multiply to an amount.
func (a *Answerer) candidates(p *product) []*line {
	var out []*line
	taken := -1
	for n := range a.st.Doc.Rows {
		if n <= taken || !a.free(p, n) {
			continue
		}
		figures := a.figuresOf(n)
		if l := multiply(figures, figures); l != nil && a.underHeadings(p, l) {
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
			if l == nil || !a.underHeadings(p, l) {
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

// underHeadings reports whether headings leave the line its amount: where they give the amount another column, or name
// another field over it, the figures agree by chance or the columns were read wrong. A quantity or price that stands in another
// column than its own is not taken.
func (a *Answerer) underHeadings(p *product, l *line) bool {
	if !a.inOwnColumn(p.record, p.amount, l.amount.row, int(a.st.Doc.Rows[l.amount.row].Cells[l.amount.cell].Col)) {
		return false
	}
	for _, x := range []struct {
		field  int
		figure **printedFigure
	}{{p.quantity, &l.quantity}, {p.price, &l.price}} {
		if f := *x.figure; f != nil && !a.inOwnColumn(p.record, x.field, f.row, int(a.st.Doc.Rows[f.row].Cells[f.cell].Col)) {
			*x.figure = nil
		}
	}
	return true
}

// inOwnColumn reports whether the headings over a cell allow it to carry a field.
func (a *Answerer) inOwnColumn(record, field, n, col int) bool {
	b, ok := a.st.BlockAt(n, col)
	if !ok {
		return true
	}
	as := assign.Assign(b, a.t.Records[record].Fields)
	if cols := as.Fields[field]; len(cols) > 0 {
		return slices.Contains(cols, col)
	}
	c, ok := as.Column(col)
	return !ok || !c.Denies(field) && (c.Field < 0 || c.Field == field)
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

// totalLabel reports whether a cell of row n is a label of one of the document's figures.
func (a *Answerer) totalLabel(n int) bool {
	row := &a.st.Doc.Rows[n]
	for i := range row.Cells {
		if ws := labelWords(head(row.Cells[i].Text, 200)); len(ws) > 0 {
			if _, whole := a.figureLabel(ws); whole {
				return true
			}
		}
	}
	return false
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
		if !a.inOwnColumn(a.product.record, a.product.text, l.rows[0], int(c.Col)) {
			continue
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
