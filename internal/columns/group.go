package columns

import (
	"math/big"
	"slices"
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
)

// Where every record must print a figure and nothing else tells where it starts, as the lines of invoices do, the
// rows that print it are the records, and the rows around them belong to them: an article's number in the row
// above its amount, a text that goes on below. Such rows are no records of their own, for the figure is missing.

// A part says what a data row is within a block of such records.
type part uint8

const (
	ofNone  part = iota // not in such a block
	amount              // prints the figure of a record
	texts               // texts alone: it goes on with a record
	figures             // other figures of a record than the required one
	another             // a number in the column of numbers: a record that lacks its figure
	aside               // a figure beside words in other columns of figures: a tax, a carry-over
	unlike              // below a total, and not filled like the records above
	carried             // the sum of the records above, carried over
)

// A group is the rows of one record.
type group struct {
	first, at int   // its first row, and the one that prints the required figure
	rows      []int // ascending
}

// figureStarts reports whether the records of the plan start at a figure that each must print.
func (p *plan) figureStarts(t *task.Task) bool {
	fields := p.fields(t)
	for _, f := range p.starts {
		if !fields[f].Type.Numeric() || !fields[f].Required {
			return false
		}
	}
	return len(p.starts) > 0 && p.repeats == 1
}

// groupRows puts the data rows of the blocks whose records start at a figure together.
func (a *Answerer) groupRows() {
	a.groups = map[int]*group{}
	a.part = map[int]part{}
	for b := range a.plans {
		p := &a.plans[b]
		if p.record < 0 || !p.figureStarts(a.t) || a.t.Records[p.record].RowsMax < 2 {
			continue
		}
		p.grouped = true
		var run []int
		seen := &above{filled: make([]int, len(a.st.Blocks[b].Columns)), sum: new(big.Rat)}
		for n := a.st.Blocks[b].First; n <= a.st.Blocks[b].Last; n++ {
			r, in := a.st.RoleIn(n, b)
			switch {
			case in && r.Role == structure.Data && !a.label[n]:
				a.part[n] = a.partOf(p, n, seen)
				if a.part[n] == amount {
					if a.carriesOver(p, n, seen) {
						a.part[n] = carried
					} else {
						a.count(p, n, seen)
					}
				}
				run = append(run, n)
			case in && r.Role == structure.Total:
				seen.total = true
				fallthrough
			case in && r.Role == structure.Section, in && r.Role == structure.Data:
				a.groupRun(p, run)
				run = nil
			}
		}
		a.groupRun(p, run)
	}
}

// partOf says what row n is below the rows seen so far.
func (a *Answerer) partOf(p *plan, n int, seen *above) part {
	fields := p.fields(a.t)
	starts, others, wordy, crowded, named := 0, 0, 0, 0, 0
	for f := range fields {
		for _, col := range p.assigned.Fields[f] {
			c := a.cell(n, col)
			if c == nil {
				continue
			}
			switch {
			case !fields[f].Type.Numeric() && fields[f].Type != task.Date:
				named++
			case a.readRecord(&fields[f], c) == "":
				switch {
				case dashOnly(strings.TrimSpace(c.Text)):
				case a.printsFigure(c.Text):
					crowded++
				default:
					wordy++
				}
			case slices.Contains(p.starts, f):
				starts++
			case strings.HasPrefix(strings.TrimSpace(c.Text), ":"): // the value of a label in the column before
			default:
				others++
			}
		}
	}
	switch {
	case starts == len(p.starts) && (wordy+crowded > 1 || wordy == 1 && named == 0):
		return aside
	case starts == len(p.starts) && seen.total && !a.filledAsAbove(p, n, seen):
		return unlike
	case starts == len(p.starts):
		return amount
	case starts > 0, crowded > 0:
		return aside
	case others > 0:
		return figures
	case a.numbered(p, n):
		return another
	}
	return texts
}

// printsFigure reports whether a text prints a figure that is no part of a date.
func (a *Answerer) printsFigure(text string) bool {
	for _, f := range notation.Find(text, a.context()) {
		if f.Status != notation.NotAFigure {
			return true
		}
	}
	return false
}

// numbered reports whether row n prints a short number in the column of identifiers, as the lines of an invoice
// are numbered.
func (a *Answerer) numbered(p *plan, n int) bool {
	fields := p.fields(a.t)
	for f := range fields {
		if fields[f].Type != task.Identifier {
			continue
		}
		for _, col := range p.assigned.Fields[f] {
			if c := a.cell(n, col); c != nil && shortNumber(c.Text) {
				return true
			}
		}
	}
	return false
}

// numberedAbove reports whether one of the rows prints in the column in which the lines are numbered.
func (a *Answerer) numberedAbove(p *plan, rows []int) bool {
	return slices.ContainsFunc(rows, func(n int) bool { return a.numbered(p, n) })
}

func shortNumber(s string) bool {
	t := strings.Trim(s, " .\n\u00a0")
	return t != "" && len(t) <= 4 && strings.IndexFunc(t, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

// groupRun makes the records of a run of data rows. Whether the rows without the figure lead to the record below
// or go on with the one above is told by what is missing: a row that prints the figure and none of the other
// figures takes them from the row above it, one without a text takes the texts above it.
func (a *Answerer) groupRun(p *plan, run []int) {
	most := a.t.Records[p.record].RowsMax
	last := -1 // index in run of the last row that belongs to a record
	for i, n := range run {
		if a.part[n] != amount {
			continue
		}
		g := &group{at: n}
		from := i
		if from-1 > last && a.part[run[from-1]] == figures && !a.printsFigures(p, n) {
			from--
		}
		if !a.printsTexts(p, run[from:i+1]) {
			for from-1 > last && a.part[run[from-1]] == texts && i-from < most-1 {
				from--
			}
		}
		to := i + 1
		if to < len(run) && a.part[run[to]] == another && !a.numberedAbove(p, run[from:to]) {
			a.part[run[to]] = texts // the number of this record, printed below its figure
		}
		for to < len(run) && a.part[run[to]] == texts && to-from < most {
			to++
		}
		if to < len(run) && a.part[run[to]] == amount && !a.printsTexts(p, run[to:to+1]) && !a.printsTexts(p, run[from:i+1]) {
			to = i + 1 // the texts lead here: they are the next record's
		}
		g.rows = append(g.rows, run[from:to]...)
		g.first = g.rows[0]
		a.groups[g.first] = g
		for _, m := range g.rows {
			a.grouped[m] = g
		}
		last = to - 1
	}
}

// printsFigures reports whether row n prints a figure of another field than the required one.
func (a *Answerer) printsFigures(p *plan, n int) bool {
	fields := p.fields(a.t)
	for f := range fields {
		if !fields[f].Type.Numeric() || slices.Contains(p.starts, f) {
			continue
		}
		for _, col := range p.assigned.Fields[f] {
			if c := a.cell(n, col); c != nil && a.readRecord(&fields[f], c) != "" {
				return true
			}
		}
	}
	return false
}

// printsTexts reports whether one of the rows prints in a column of texts.
func (a *Answerer) printsTexts(p *plan, rows []int) bool {
	fields := p.fields(a.t)
	for f := range fields {
		if fields[f].Type != task.Text {
			continue
		}
		for _, col := range p.assigned.Fields[f] {
			for _, n := range rows {
				if a.cell(n, col) != nil {
					return true
				}
			}
		}
	}
	return false
}

// otherPart says what a row of such a block is that carries no record: empty for one that may be a record which is
// not read.
func (a *Answerer) otherPart(n int) string {
	switch a.part[n] {
	case texts:
		if a.closed || !a.printsMoney(n) { // else a figure may be a line's that the reader set in with its text
			return "note"
		}
	case carried:
		return "total"
	case aside, unlike:
		switch {
		case a.nearTotal(n, -1) && a.nearTotal(n, 1):
			return "total"
		case a.closed && !a.printsMoney(n):
			return "note"
		}
	}
	return ""
}

// nearTotal reports whether the next total in the block of row n, in a direction, comes before the next row that may be
// a record.
func (a *Answerer) nearTotal(n, step int) bool {
	b := a.st.Rows[n].Block
	for m := n + step; b >= 0 && m >= a.st.Blocks[b].First && m <= a.st.Blocks[b].Last; m += step {
		r, in := a.st.RoleIn(m, int(b))
		switch {
		case !in:
		case r.Role == structure.Total:
			return true
		case r.Role == structure.Data && a.part[m] != aside && a.part[m] != unlike && a.part[m] != carried:
			return false
		}
	}
	return false
}

// readRecord is read for the cell of a record. A figure of money is no part of a sentence.
func (a *Answerer) readRecord(f *task.Field, c *table.Cell) string {
	q := a.read(f, c)
	if q == "" || f.Type != task.Money || c.Kind == table.Number {
		return q
	}
	beside := strings.Replace(c.Text, q, " ", 1)
	letters := strings.FieldsFunc(beside, func(r rune) bool { return !unicode.IsLetter(r) })
	if len(letters) > 2 {
		return ""
	}
	return q
}

// textRows is how many rows one text goes over: more than two breaks are no single text to the checks.
const textRows = 3

// groupCells reads a field of a group. A text is what its column prints from row to row without a gap; of
// other types the row of the figure comes first, then the others in their order.
func (a *Answerer) groupCells(f *task.Field, g *group, rows []int, col int) (text string, from []int) {
	if f.Type != task.Text {
		order := rows
		if f.Type != task.Identifier { // the uppermost number is the line's own, those below it are others
			order = append([]int{g.at}, rows...)
		}
		for _, n := range order {
			if c := a.cell(n, col); c != nil && slices.Contains(rows, n) {
				if q := a.readRecord(f, c); q != "" {
					return q, []int{n}
				}
			}
		}
		return "", nil
	}
	for _, n := range rows {
		c := a.cell(n, col)
		if c == nil && text == "" {
			continue
		}
		if c == nil || len(from) > 0 && n != from[len(from)-1]+1 || len(from) == textRows {
			break
		}
		q := a.read(f, c)
		if q == "" {
			break
		}
		if text != "" {
			q = join(text, q)
		}
		text, from = q, append(from, n)
	}
	return text, from
}
