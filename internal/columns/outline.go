package columns

import (
	"hash/maphash"
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/words"
)

// Outline says what the shape of a document gives a first task to be made from: its headed blocks,
// what their columns print, their sections and totals.
func Outline(st *structure.Structure) task.Outline {
	o := task.Outline{Name: st.Doc.Name}
	if st.Decimal != 0 && len(st.Blocks) > 0 {
		o.Notation = task.Notation{Decimal: st.Decimal}
	}
	texts := map[string][]columnTexts{}
	for i := range st.Blocks {
		if b := &st.Blocks[i]; len(b.Headings) > 0 {
			k := headingsOf(b)
			if texts[k] == nil {
				texts[k] = make([]columnTexts, len(b.Columns))
			}
			o.Blocks = append(o.Blocks, outlineBlock(st, b, texts[k]))
		}
	}
	return o
}

// headingsOf returns the headings of a block as one text. Blocks with the same are one record type.
func headingsOf(b *structure.Block) string {
	var out strings.Builder
	for i := range b.Columns {
		out.WriteString(words.Fold(b.Columns[i].Heading))
		out.WriteByte('\n')
	}
	return out.String()
}

// outlineBlock outlines one block. The texts are those of the blocks before it with the same headings.
func outlineBlock(st *structure.Structure, b *structure.Block, texts []columnTexts) task.HeadedBlock {
	name, _, _ := strings.Cut(b.Name, "!")
	h := task.HeadedBlock{Name: name}
	counts := make([]columnCounts, len(b.Columns))
	for i := range counts {
		counts[i].texts = &texts[i]
	}
	for n := b.First; n <= b.Last; n++ {
		r, ok := st.RoleIn(n, b.Index)
		if !ok {
			continue
		}
		switch r.Role {
		case structure.Section:
			h.Sections = true
		case structure.Total:
			if t := outlineTotal(&st.Doc.Rows[n], b); !structure.IsCount(t.Label) {
				h.Totals = append(h.Totals, t)
			}
		case structure.Data:
			h.Rows++
			for i := range b.Columns {
				if c, ok := st.Doc.Rows[n].Cell(b.Columns[i].Col); ok && !c.Blank() {
					counts[i].add(c)
				}
			}
		}
	}
	if !h.Sections && !lastLabelOnce(h.Totals) {
		h.Totals = nil // totals of groups that no heading parts: none of them is the document's
	}
	for i := range b.Columns {
		c, k := &b.Columns[i], &counts[i]
		h.Columns = append(h.Columns, task.HeadedColumn{Heading: c.Heading, Repeat: c.Repeat, Filled: c.Filled, Figures: c.Figures, Dates: c.Dates,
			Carried: c.CarriedBy, Currencies: k.currencies, Percents: k.percents, Decimals: k.decimals, Numbering: k.numbering(), Distinct: k.distinct})
	}
	return h
}

// lastLabelOnce reports whether no other total has the label of the last one.
func lastLabelOnce(totals []task.TotalRow) bool {
	for i := range totals {
		if i < len(totals)-1 && words.Equal(totals[i].Label, totals[len(totals)-1].Label) {
			return false
		}
	}
	return true
}

// outlineTotal returns the first text of a total row and the columns in which it prints figures.
func outlineTotal(r *table.Row, b *structure.Block) task.TotalRow {
	var t task.TotalRow
	for i := range r.Cells {
		c := &r.Cells[i]
		if int(c.Col) < b.FirstCol || int(c.Col) >= b.EndCol || c.Blank() {
			continue
		}
		if structure.IsFigure(c) {
			t.Columns = append(t.Columns, int(c.Col)-b.FirstCol)
		} else if t.Label == "" {
			t.Label = strings.TrimSpace(c.Text)
		}
	}
	return t
}

// columnCounts counts what a column's cells print.
type columnCounts struct {
	currencies, percents, decimals int
	fewest, most                   int  // decimals of a figure that has any
	zero                           bool // some figure's last decimal is a zero
	distinct                       int  // texts that stand nowhere before, nor in an earlier block with the same headings
	texts                          *columnTexts
}

// A columnTexts is what a column printed so far, over all blocks with the same headings.
type columnTexts struct {
	seen  map[uint64]struct{}
	again bool // a text came twice, or there are too many to tell
}

// mostDistinct is how many different texts of a column are told apart. A column of more is not taken for a key.
const mostDistinct = 500_000

var seed = maphash.MakeSeed()

func (k *columnCounts) add(c *table.Cell) {
	if t := k.texts; !t.again {
		h := maphash.String(seed, c.Text)
		if _, twice := t.seen[h]; twice || len(t.seen) == mostDistinct {
			t.again, t.seen = true, nil
		} else {
			if t.seen == nil {
				t.seen = map[uint64]struct{}{}
			}
			t.seen[h] = struct{}{}
			k.distinct++
		}
	}
	if !structure.IsFigure(c) {
		return
	}
	if strings.Contains(c.Text, "%") {
		k.percents++
	}
	if hasCurrency(c.Text) {
		k.currencies++
	}
	if places, zero := fraction(c.Text); places > 0 {
		k.decimals++
		k.zero = k.zero || zero
		if k.fewest == 0 || places < k.fewest {
			k.fewest = places
		}
		k.most = max(k.most, places)
	}
}

// numbering reports whether the figures number something: 1.9 and 1.10 are no amounts, which print their last
// zero in every row or in none.
func (k *columnCounts) numbering() bool { return k.zero && k.fewest < k.most && k.fewest > 0 }

func hasCurrency(s string) bool {
	for _, r := range s {
		if unicode.Is(unicode.Sc, r) {
			return true
		}
	}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if words.Currency(w) {
			return true
		}
	}
	return false
}

// fraction returns how many decimals the figure in s prints, and whether the last one is a zero; where marks leave
// that open, none.
func fraction(s string) (places int, zero bool) {
	for _, f := range notation.Find(s, notation.Context{}) {
		if f.Status == notation.Certain && f.Places > 0 {
			return int(f.Places), strings.HasSuffix(strings.TrimRightFunc(s[f.Start:f.End], func(r rune) bool { return !unicode.IsDigit(r) }), "0")
		}
	}
	return 0, false
}
