package cite

import (
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// A labelText is what one label of a document field is, in words.
type labelText struct {
	field int // in Task.Document
	words []words.Word
	size  int // characters
}

func (c *checker) labelTexts() []labelText {
	var out []labelText
	for i := range c.in.Task.Document {
		for _, l := range c.in.Task.Document[i].Labels {
			if ws := words.Split(l); len(ws) > 0 {
				t := labelText{field: i, words: ws}
				for _, w := range ws {
					t.size += len(w.Text)
				}
				out = append(out, t)
			}
		}
	}
	return out
}

// labelled returns the best hit that stands beside or below one of the field's labels; without
// labels nil.
func (c *checker) labelled(f *task.Field, res *lookup.Result) *lookup.Hit {
	var best *lookup.Hit
	for k := range res.Hits {
		h := &res.Hits[k]
		if !c.hasLabel(f, h.Evidence[0]) {
			continue
		}
		if best == nil || h.Verdict < best.Verdict || h.Verdict == best.Verdict && h.Whole && !best.Whole {
			best = h
		}
	}
	return best
}

// A standing is what a text says of a field's label.
type standing uint8

const (
	noLabel  standing = iota
	anothers          // it equals a label of another field and none of this one
	prints            // one of the field's labels, and no longer one of another
	equals            // it is one of the field's labels
)

// hasLabel reports whether a value stands beside or below a label of its field, or behind one
// in its own cell.
func (c *checker) hasLabel(f *task.Field, ev verdict.Evidence) bool {
	row, ok := c.in.Doc.Row(ev.Row)
	if !ok || len(f.Labels) == 0 {
		return false
	}
	cell, ok := row.Cell(ev.Col)
	if ok && f.Type == task.Identifier && datesNumber(row, cell, ev) {
		return false
	}
	return ok && c.labelBefore(f, cell.Text[:min(ev.Start, len(cell.Text))]) || c.labelBeside(f, row, ev.Col) || ok && c.behindNumber(f, row, cell, ev.Start)
}

// datesNumber reports whether an identifier stands where the date of a number does: a whole date, introduced as one.
func datesNumber(row *table.Row, cell *table.Cell, ev verdict.Evidence) bool {
	if ev.End > len(cell.Text) || notation.ParseDate(cell.Text[ev.Start:ev.End], notation.Context{}).Status == notation.NotAFigure {
		return false
	}
	before := printedBefore(row, cell, ev.Start)
	return len(before) > 0 && words.DateMark(before[len(before)-1].Text)
}

// printedBefore returns the words of a row before an offset of one of its cells.
func printedBefore(row *table.Row, cell *table.Cell, start int) []words.Word {
	text := ""
	for i := range row.Cells {
		if int(row.Cells[i].Col) < int(cell.Col) {
			text += row.Cells[i].Text + "\n"
		}
	}
	return words.Split(text + cell.Text[:min(start, len(cell.Text))])
}

// behindNumber reports whether a required date stands behind the number that the document must have: "Invoice 4711 of
// 5 May 2024". The date is that of what the number names, whether or not it has a label of its own.
func (c *checker) behindNumber(f *task.Field, row *table.Row, cell *table.Cell, start int) bool {
	if f.Type != task.Date || !f.Required {
		return false
	}
	printed := printedBefore(row, cell, start)
	if n := len(printed); n < 3 || !words.DateMark(printed[n-1].Text) || strings.IndexFunc(printed[n-2].Text, unicode.IsDigit) < 0 {
		return false
	}
	for i := range c.in.Task.Document {
		d := &c.in.Task.Document[i]
		if d.Type != task.Identifier || !d.Required {
			continue
		}
		if ours, others := c.longest(d, printed, false); ours.size > 0 && ours.size >= others.size {
			return true
		}
	}
	return false
}

// labelBeside looks for a label in another cell. The nearest text to the left that equals a label
// decides: "Invoice date" prints the word "Invoice", and is not the label of an invoice's number.
func (c *checker) labelBeside(f *task.Field, row *table.Row, col int) bool {
	denied := false
	for i := len(row.Cells) - 1; i >= 0 && !denied; i-- {
		if int(row.Cells[i].Col) >= col {
			continue
		}
		s := c.labelOf(f, row.Cells[i].Text)
		if s >= prints {
			return true
		}
		denied = s == anothers
	}
	if above, ok := c.above(row, col); ok {
		if s := c.labelOf(f, above.Text); s == equals || s == prints && !denied {
			return true
		}
	}
	for i := range row.Cells {
		if cell := &row.Cells[i]; !denied && int(cell.Col) > col && c.labelOf(f, cell.Text) >= prints {
			return true
		}
	}
	return false
}

func (c *checker) above(row *table.Row, col int) (*table.Cell, bool) {
	above, ok := c.in.Doc.Row(row.Number - 1)
	if !ok || above.Table != row.Table {
		return nil, false
	}
	return above.Cell(col)
}

// labelOf says whether a whole cell is a label of the field: one that it equals, else the
// longest that it prints as whole words.
func (c *checker) labelOf(f *task.Field, text string) standing {
	ours, others := c.longest(f, words.Split(text), false)
	switch {
	case ours.equal:
		return equals
	case ours.size > 0 && !others.equal && ours.size >= others.size:
		return prints
	case others.equal:
		return anothers
	}
	return noLabel
}

// labelBefore reports whether the text before a value in its own cell ends with a label of the
// field, or prints one after which no label of another field comes.
func (c *checker) labelBefore(f *task.Field, text string) bool {
	ours, others := c.longest(f, words.Split(text), true)
	return ours.size > 0 && (ours.end > others.end || ours.end == others.end && ours.size >= others.size)
}

// A printed label is the longest one of a text, or the last one.
type printedLabel struct {
	size, end int
	equal     bool
}

// longest returns the longest label of the field, and of all others, that the words print; the
// last one where last is set.
func (c *checker) longest(f *task.Field, printed []words.Word, last bool) (ours, others printedLabel) {
	if len(printed) == 0 {
		return ours, others
	}
	for i := range c.labels {
		l := &c.labels[i]
		best := &others
		if c.in.Task.Document[l.field].Name == f.Name {
			best = &ours
		}
		for at := 0; at+len(l.words) <= len(printed); at++ {
			if !words.EqualWords(printed[at:at+len(l.words)], l.words) {
				continue
			}
			p := printedLabel{size: l.size, end: at + len(l.words), equal: len(l.words) == len(printed)}
			better := p.size > best.size
			if last && p.end != best.end {
				better = p.end > best.end
			}
			if better {
				p.equal = p.equal || best.equal
				*best = p
			}
		}
	}
	return ours, others
}

// documentPartial holds texts that leave words of their cell unquoted, where a label gives
// them the cell, as a heading gives a column: one beside it or above it, or "Seller: …" in it.
func (c *checker) documentPartial() {
	values := c.documents()
	for i := range values {
		f := &values[i].Fields[0]
		d, ok := c.in.Task.DocumentField(f.Name)
		if !ok || !textual(d) || len(f.Evidence) != 1 || f.Verdict != verdict.Accepted {
			continue
		}
		ev := f.Evidence[0]
		cell, ok := c.in.Doc.Rows[ev.Row].Cell(ev.Col)
		if !ok {
			continue
		}
		given := 0
		if !c.labelBeside(d, &c.in.Doc.Rows[ev.Row], ev.Col) {
			if !c.labelBefore(d, cell.Text[:ev.Start]) {
				continue
			}
			colon := strings.LastIndexByte(cell.Text[:ev.Start], ':')
			if d.Type != task.Text || colon < 0 || strings.Contains(cell.Text[ev.End:], ":") {
				continue
			}
			given = colon
		}
		var left []string
		for _, w := range words.Split(cell.Text) {
			if d.Type == task.Identifier && c.besideNumber(d, cell.Text, w) {
				continue
			}
			if w.Start >= given && !documentQuotes(values, ev.Row, ev.Col, w) && !isLabel(cell.Text, w.End) && !bracketed(cell.Text, w) {
				left = append(left, cell.Text[w.Start:w.End])
			}
		}
		if len(left) > 0 {
			c.hold(i, 0, finding.PartialCell, strings.Join(left, " "))
		}
	}
}

// besideNumber reports whether a word of a cell introduces a number or a date, is a date, or is a label of the field:
// "No. 4711 of 5 May 2024 - INVOICE" leaves nothing of the number unquoted.
func (c *checker) besideNumber(f *task.Field, text string, w words.Word) bool {
	if words.NumberMark(w.Text) || words.DateMark(w.Text) {
		return true
	}
	for i := range c.labels {
		if l := &c.labels[i]; len(l.words) == 1 && c.in.Task.Document[l.field].Name == f.Name && l.words[0].Text == w.Text {
			return true
		}
	}
	for _, d := range notation.FindDates(text, notation.Context{}) {
		if d.Status != notation.NotAFigure && w.Start < d.End && w.End > d.Start {
			return true
		}
	}
	return false
}

// documentQuotes reports whether a document value stands on the word of the cell.
func documentQuotes(values []verdict.Entry, row, col int, w words.Word) bool {
	for i := range values {
		for _, ev := range values[i].Fields[0].Evidence {
			if ev.Row == row && ev.Col == col && w.Start < ev.End && w.End > ev.Start {
				return true
			}
		}
	}
	return false
}
