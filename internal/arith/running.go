package arith

import (
	"fmt"
	"math/bits"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
)

// A RunningTotal is a row found to be a total: its figure is the running sum of the rows
// directly above it, it prints nothing in the key's column and has not the shape of the
// rows that carry records.
type RunningTotal struct {
	Row, Col    int
	First, Last int // the rows summed, both included
	Terms       int // of these, rows whose figure is not zero
}

// Finding returns the note that goes with the row.
func (t *RunningTotal) Finding() finding.Finding {
	return finding.Finding{
		Code: finding.RunningSum, Rows: []int{t.Row}, Col: t.Col,
		Detail: fmt.Sprintf("the sum of %d rows, %d to %d", t.Terms, t.First, t.Last),
	}
}

// leastTerms is how many rows above, zeros aside, a sum must have to be no coincidence.
const leastTerms = 3

// RunningTotals finds total rows without a label. Keys gives the columns of the record
// type's key in a block, nil for none: then the first column of texts stands for it. Ctx is
// the notation that the task states; what it leaves open is the column's or the document's.
func RunningTotals(doc *table.Document, st *structure.Structure, ctx notation.Context, keys func(block int) []int) []RunningTotal {
	var out []RunningTotal
	rows := make([][]int, len(st.Blocks))
	for n := range st.Rows {
		if r := &st.Rows[n]; r.Block >= 0 && (r.Role == structure.Data || r.Role == structure.Total) {
			rows[r.Block] = append(rows[r.Block], n)
		}
	}
	for b := range st.Blocks {
		s := runningScan{doc: doc, st: st, ctx: ctx, block: &st.Blocks[b], rows: rows[b]}
		s.keys = keys(b)
		out = append(out, s.totals()...)
	}
	return out
}

// A runningScan looks for the totals of one block.
type runningScan struct {
	doc   *table.Document
	st    *structure.Structure
	ctx   notation.Context
	block *structure.Block
	rows  []int // data and total rows
	keys  []int
	shape []*structure.Column // columns that the rows of records fill

	skipped []bool // by position in rows: totals
}

// mostlyFilled is the share of data rows, in hundredths, that makes a column part of the
// shape of the record rows.
const mostlyFilled = 80

func (s *runningScan) totals() []RunningTotal {
	data := 0
	for _, n := range s.rows {
		if s.st.Rows[n].Role == structure.Data {
			data++
		}
	}
	if data <= leastTerms {
		return nil
	}
	if s.keys == nil {
		s.keys = s.firstTexts()
	}
	s.findShape()
	candidates := map[int]bool{}
	figures := map[int]bool{}
	for _, n := range s.rows {
		if s.st.Rows[n].Role == structure.Data && s.candidate(&s.doc.Rows[n]) {
			candidates[n] = true
			for i := range s.doc.Rows[n].Cells {
				figures[int(s.doc.Rows[n].Cells[i].Col)] = true
			}
		}
	}
	if len(candidates) == 0 {
		return nil
	}
	var columns []*runningColumn
	for i := range s.block.Columns {
		if c := &s.block.Columns[i]; figures[c.Col] && c.Figures > leastTerms && c.Figures*2 > c.Filled {
			columns = append(columns, s.column(c))
		}
	}
	return s.scan(candidates, columns)
}

// findShape takes the columns that most of the rows fill that print something in the key's
// columns.
func (s *runningScan) findShape() {
	filled := map[int32]int{}
	records := 0
	for _, n := range s.rows {
		row := &s.doc.Rows[n]
		if s.st.Rows[n].Role != structure.Data || !s.printsKey(row) {
			continue
		}
		records++
		for i := range row.Cells {
			if !row.Cells[i].Blank() {
				filled[row.Cells[i].Col]++
			}
		}
	}
	for i := range s.block.Columns {
		if c := &s.block.Columns[i]; filled[int32(c.Col)]*100 >= records*mostlyFilled {
			s.shape = append(s.shape, c)
		}
	}
}

func (s *runningScan) printsKey(row *table.Row) bool {
	for _, k := range s.keys {
		if cell, ok := row.Cell(k); ok && !cell.Blank() {
			return true
		}
	}
	return false
}

func (s *runningScan) firstTexts() []int {
	for i := range s.block.Columns {
		if c := &s.block.Columns[i]; c.Texts*2 > c.Filled {
			return []int{c.Col}
		}
	}
	return nil
}

// candidate reports whether a row prints nothing in the key's columns and has not the shape
// of the record rows.
func (s *runningScan) candidate(row *table.Row) bool {
	if s.printsKey(row) {
		return false
	}
	for _, c := range s.shape {
		cell, ok := row.Cell(c.Col)
		if !ok || cell.Blank() {
			return true
		}
		_, figure := notation.Whole(cell.Text, notationOf(s.ctx, s.st, row.Number, c.Col))
		if figure != (c.Figures*2 > c.Filled) {
			return true
		}
	}
	return false
}

// A runningColumn holds the figures of one column at one scale and their prefix sums.
type runningColumn struct {
	col    int
	values []int64 // by position in the scan's rows
	filled []bool
	sum    int64
	terms  int32
	first  map[int64]prefix // where a sum was reached first
	broken bool             // a figure or a sum does not fit
}

type prefix struct {
	at    int
	terms int32
}

// column reads the column once and brings its figures to one scale.
func (s *runningScan) column(c *structure.Column) *runningColumn {
	rc := &runningColumn{
		col: c.Col, values: make([]int64, len(s.rows)), filled: make([]bool, len(s.rows)),
		first: map[int64]prefix{0: {}},
	}
	numbers := make([]number, len(s.rows))
	places := int32(0)
	for i, n := range s.rows {
		cell, ok := s.doc.Rows[n].Cell(c.Col)
		if !ok {
			continue
		}
		f, st := cellField(cell, notationOf(s.ctx, s.st, n, c.Col))
		if st != present {
			continue
		}
		v, ok := parseNumber(f.Value)
		if f.Stored != "" {
			v, ok = parseStored(f.Stored)
		}
		if !ok || v.wide != nil {
			rc.broken = true
			return rc
		}
		numbers[i], rc.filled[i] = v, true
		places = max(places, v.places)
	}
	for i := range numbers {
		k := places - numbers[i].places
		hi, lo := uint64(0), uint64(0)
		if k <= fastDigits {
			hi, lo = bits.Mul64(magnitude(numbers[i].coef), power10(k))
		}
		if k > fastDigits || hi != 0 || lo > 1<<62 {
			rc.broken = true
			return rc
		}
		rc.values[i] = int64(lo)
		if numbers[i].coef < 0 {
			rc.values[i] = -rc.values[i]
		}
	}
	return rc
}

// scan goes down the rows once. A total, found here or known by its role, enters no sum.
func (s *runningScan) scan(candidates map[int]bool, columns []*runningColumn) []RunningTotal {
	var out []RunningTotal
	s.skipped = make([]bool, len(s.rows))
	for i, n := range s.rows {
		if s.st.Rows[n].Role == structure.Total {
			s.skipped[i] = true
			continue
		}
		if candidates[n] {
			if t, ok := s.total(i, columns); ok {
				s.skipped[i] = true
				out = append(out, t)
				continue
			}
		}
		for _, c := range columns {
			c.add(i)
		}
	}
	return out
}

func (s *runningScan) total(i int, columns []*runningColumn) (RunningTotal, bool) {
	for _, c := range columns {
		if c.broken || !c.filled[i] || c.values[i] == 0 {
			continue
		}
		from, ok := c.first[c.sum-c.values[i]]
		if terms := int(c.terms - from.terms); ok && terms >= leastTerms {
			for s.skipped[from.at] {
				from.at++
			}
			return RunningTotal{Row: s.rows[i], Col: c.col, First: s.rows[from.at], Last: s.rows[i-1], Terms: terms}, true
		}
	}
	return RunningTotal{}, false
}

func (c *runningColumn) add(i int) {
	if c.broken {
		return
	}
	v := c.values[i]
	if v > 0 && c.sum > 1<<62-v || v < 0 && c.sum < -1<<62-v {
		c.broken = true
		return
	}
	c.sum += v
	if v != 0 {
		c.terms++
	}
	if _, seen := c.first[c.sum]; !seen {
		c.first[c.sum] = prefix{at: i + 1, terms: c.terms}
	}
}
