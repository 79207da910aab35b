package columns

import (
	"math/big"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/words"
)

// above is what the records above a row of a block print.
type above struct {
	records int   // above the first total
	filled  []int // of these, how many print in each column of the block
	summed  int   // records whose figures are in the sum
	sum     *big.Rat
	total   bool // a total stands above
}

// count adds the record that starts in row n.
func (a *Answerer) count(p *plan, n int, seen *above) {
	if v := a.startValue(p, n); v != nil {
		seen.sum.Add(seen.sum, v)
		seen.summed++
	}
	if seen.total {
		return
	}
	seen.records++
	for i := range seen.filled {
		if a.cell(n, a.st.Blocks[p.block].Columns[i].Col) != nil {
			seen.filled[i]++
		}
	}
}

// startValue returns the figure at which the record in row n starts, nil where there are several or it has no certain
// reading.
func (a *Answerer) startValue(p *plan, n int) *big.Rat {
	if len(p.starts) != 1 || len(p.assigned.Fields[p.starts[0]]) != 1 {
		return nil
	}
	c := a.cell(n, p.assigned.Fields[p.starts[0]][0])
	if c == nil {
		return nil
	}
	return a.value(a.readRecord(&p.fields(a.t)[p.starts[0]], c))
}

// carriesOver reports whether row n lacks what the records above all print and carries over: it is labelled so, or its
// figure is the sum of several of them.
func (a *Answerer) carriesOver(p *plan, n int, seen *above) bool {
	v := a.startValue(p, n)
	if v == nil || seen.records == 0 || a.filledLike(p, n, seen) {
		return false
	}
	if seen.summed > 1 && v.Cmp(seen.sum) == 0 {
		return true
	}
	row := &a.st.Doc.Rows[n]
	for i := range row.Cells {
		if !row.Cells[i].Blank() {
			return structure.IsTotal(row.Cells[i].Text)
		}
	}
	return false
}

// filledAsAbove reports whether row n prints in the columns in which each record above the first total of its
// block prints, whether or not a field is given them, and starts with no label of the document's figures: what stands
// below a total may be a charge or a discount.
func (a *Answerer) filledAsAbove(p *plan, n int, seen *above) bool {
	return !a.chargeLabel(n) && a.filledLike(p, n, seen)
}

// filledLike reports whether row n prints in each column in which all records above the first total of its block print.
func (a *Answerer) filledLike(p *plan, n int, seen *above) bool {
	b := &a.st.Blocks[p.block]
	for i := range b.Columns {
		if seen.records > 0 && seen.filled[i] == seen.records && a.cell(n, b.Columns[i].Col) == nil {
			return false
		}
	}
	return true
}

// chargeLabel reports whether the first text of row n starts with a label of one of the document's figures.
func (a *Answerer) chargeLabel(n int) bool {
	row := &a.st.Doc.Rows[n]
	for i := range row.Cells {
		if ws := labelWords(head(row.Cells[i].Text, 200)); len(ws) > 0 {
			starts, _ := a.figureLabel(ws)
			return starts
		}
	}
	return false
}

// figureLabel reports whether words start with a label of one of the document's figures, and whether they are one.
func (a *Answerer) figureLabel(ws []words.Word) (starts, whole bool) {
	for _, l := range a.labelled[ws[0].Key] {
		if a.t.Document[l.field].Type.Numeric() && startsWith(ws, l.words) {
			starts, whole = true, whole || len(ws) == len(l.words)
		}
	}
	return starts, whole
}
