package cite

import (
	"math/bits"
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/assign"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// whole reports whether the evidence is all that its cell prints, edge punctuation aside.
func (c *checker) whole(ev verdict.Evidence) bool {
	row, ok := c.in.Doc.Row(ev.Row)
	if !ok {
		return false
	}
	cell, ok := row.Cell(ev.Col)
	if !ok || ev.End > len(cell.Text) {
		return false
	}
	return len(words.Split(cell.Text[:ev.Start])) == 0 && len(words.Split(cell.Text[ev.End:])) == 0
}

// partialCells holds values that leave words of their cell unquoted, in columns that a
// heading gives to a field or whose records quote whole cells.
func (c *checker) partialCells() {
	for i := range c.kind {
		if !c.partial[i] || c.kind[i] < 0 {
			continue
		}
		b := c.blockOf(i)
		if b == nil {
			continue
		}
		for _, n := range c.take(i).Rows {
			row, ok := c.in.Doc.Row(n)
			if !ok {
				continue
			}
			if !c.isData(n) {
				c.partialSection(i, row)
				continue
			}
			own := c.ownRow(i, n)
			for k := range row.Cells {
				if own || c.quotes(i, n, int(row.Cells[k].Col)) {
					c.partialCell(i, b, n, &row.Cells[k])
				}
			}
		}
	}
}

// quotes reports whether a value of the record stands in the cell.
func (c *checker) quotes(i, n, col int) bool {
	e := c.take(i)
	for k := range e.Fields {
		for _, ev := range e.Fields[k].Evidence {
			if ev.Row == n && ev.Col == col {
				return true
			}
		}
	}
	return false
}

// ownRow reports whether the record takes more from the row than cells carried down.
func (c *checker) ownRow(i, n int) bool {
	e := c.take(i)
	for k := range e.Fields {
		if c.isCarried(i, k) {
			continue
		}
		for _, ev := range e.Fields[k].Evidence {
			if ev.Row == n {
				return true
			}
		}
	}
	return false
}

func (c *checker) partialCell(i int, b *Block, n int, cell *table.Cell) {
	at := b.at(int(cell.Col))
	if at < 0 || cell.Kind == table.Number || cell.Kind == table.Date {
		return
	}
	given := b.Columns[at].Field
	if _, named := c.rowLabel(n, int(cell.Col), &c.types[c.kind[i]]); b.form() && bits.OnesCount64(named) == 1 {
		given = bits.TrailingZeros64(named)
	}
	if given == assign.None && !b.habit(at) {
		return
	}
	e := c.take(i)
	fields := b.Record.Fields
	if given != assign.None && (!textual(&fields[given]) || e.Fields[given].Null) {
		given = assign.None
		if !b.habit(at) {
			return
		}
	}
	var quoting []int
	var spans []verdict.Evidence
	for k := range e.Fields {
		for _, ev := range e.Fields[k].Evidence {
			if ev.Row == n && ev.Col == int(cell.Col) {
				spans = append(spans, ev)
				if len(quoting) == 0 || quoting[len(quoting)-1] != k {
					quoting = append(quoting, k)
				}
			}
		}
	}
	if len(spans) == 0 && given == assign.None {
		return
	}
	if given != assign.None && c.belowIdentifier(&fields[given], &e.Fields[given], n, int(cell.Col)) {
		return
	}
	heading := words.Split(b.Block.Columns[at].Heading)
	if given != assign.None && fields[given].Type == task.Text {
		heading = nil // "Ellicott City" below "City" is one name; "Flat 3" below "Flat" is number 3
	}
	left := unquoted(cell.Text, spans, heading)
	if left == "" {
		return
	}
	if given != assign.None {
		c.holdPartial(i, given, left)
		return
	}
	for _, k := range quoting {
		if textual(&fields[k]) {
			c.holdPartial(i, k, left)
		}
	}
}

// belowIdentifier reports whether the cell stands below the one that gives an identifier in its column. An identifier
// lies in one cell: what is printed in the rows below it is another number.
func (c *checker) belowIdentifier(f *task.Field, v *verdict.Field, n, col int) bool {
	if f.Type != task.Identifier || len(v.Evidence) != 1 {
		return false
	}
	return v.Evidence[0].Col == col && v.Evidence[0].Row < n
}

// partialSection holds a shared text that leaves words of its section heading unquoted: "Upper"
// is not "Upper deck". Figures, and what stands in brackets or before a colon, are aside.
func (c *checker) partialSection(i int, row *table.Row) {
	if c.in.Structure.Rows[row.Number].Role != structure.Section {
		return
	}
	e := c.take(i)
	fields := c.types[c.kind[i]].Fields
	for k := range e.Fields {
		if !fields[k].Shared || !textual(&fields[k]) {
			continue
		}
		for _, ev := range e.Fields[k].Evidence {
			cell, ok := row.Cell(ev.Col)
			if ev.Row != row.Number || !ok {
				continue
			}
			text, _, _ := strings.Cut(cell.Text, "(")
			var spans []verdict.Evidence
			for j := range e.Fields {
				for _, s := range e.Fields[j].Evidence {
					if s.Row == ev.Row && s.Col == ev.Col {
						spans = append(spans, s)
					}
				}
			}
			named := words.Split(strings.Join(append([]string{fields[k].Name}, fields[k].Aliases...), " "))
			if left := unquoted(text, spans, named); strings.ContainsFunc(left, unicode.IsLetter) {
				c.holdPartial(i, k, left)
			}
		}
	}
}

func (c *checker) holdPartial(i, k int, left string) {
	if c.take(i).Fields[k].Verdict != verdict.Refused {
		c.hold(i, k, finding.PartialCell, left)
	}
}

// unquoted returns the words of a cell that no span covers, but for labels, what the heading
// itself says, and what stands in brackets as a currency.
func unquoted(text string, spans []verdict.Evidence, heading []words.Word) string {
	var left []string
	for _, w := range words.Split(text) {
		covered := false
		for _, s := range spans {
			covered = covered || w.Start < s.End && w.End > s.Start
		}
		if covered || strings.IndexFunc(w.Text, speaks) < 0 || isLabel(text, w.End) || inWords(heading, w.Text) || bracketed(text, w) {
			continue
		}
		left = append(left, text[w.Start:w.End])
	}
	return strings.Join(left, " ")
}

// speaks reports a letter, a digit or a sign of a unit: a word of none of them, as "#", says nothing.
func speaks(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("%‰€$£¥°", r)
}

// isLabel reports whether the word that ends at the offset is followed by a colon.
func isLabel(text string, end int) bool {
	rest := strings.TrimLeftFunc(text[end:], func(r rune) bool { return r == ' ' || r == 0xa0 || words.Invisible(r) })
	return strings.HasPrefix(rest, ":")
}

func inWords(ws []words.Word, folded string) bool {
	for _, w := range ws {
		if w.Text == folded {
			return true
		}
	}
	return false
}

// bracketed reports a currency code or sign in brackets: "(EUR)", "[£]".
func bracketed(text string, w words.Word) bool {
	before, after := strings.TrimRight(text[:w.Start], " "), strings.TrimLeft(text[w.End:], " ")
	if !strings.HasSuffix(before, "(") && !strings.HasSuffix(before, "[") || !strings.HasPrefix(after, ")") && !strings.HasPrefix(after, "]") {
		return false
	}
	printed := text[w.Start:w.End]
	switch len(printed) {
	case 1, 2:
		return strings.ContainsAny(printed, "£$€¥")
	case 3:
		return strings.ToUpper(printed) == printed
	}
	return printed == "€"
}
