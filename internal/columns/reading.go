package columns

import (
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/words"
)

// wordLists are the words of several texts.
type wordLists [][]words.Word

func foldAll(texts []string) wordLists {
	var out wordLists
	for _, t := range texts {
		out = append(out, words.Split(t))
	}
	return out
}

func (w wordLists) has(text string) bool {
	if len(w) == 0 {
		return false
	}
	ws := words.Split(text)
	for _, o := range w {
		if len(o) > 0 && words.EqualWords(o, ws) {
			return true
		}
	}
	return false
}

// read returns the quote of a cell for a field, verbatim but for blanks at its edges; empty where the cell
// prints nothing for it: a dash, a word that the task calls empty, a text that has no reading of the field's type.
func (a *Answerer) read(f *task.Field, c *table.Cell) string {
	if c == nil || c.Flags&table.Uncached != 0 {
		return ""
	}
	text := strings.TrimSpace(c.Text)
	if text == "" || a.empty.has(text) {
		return ""
	}
	if dashOnly(text) {
		if f.Type.Numeric() && c.Kind == table.Number {
			return text
		}
		return ""
	}
	switch {
	case f.Type.Numeric():
		if c.Kind == table.Number {
			return text
		}
		return a.readFigure(text, f.Type)
	case f.Type == task.Date:
		if c.Kind == table.Date {
			return text
		}
		return a.readDate(f, text)
	}
	return text
}

func dashOnly(s string) bool {
	for _, r := range s {
		if !words.Hyphen(r) && !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

func (a *Answerer) context() notation.Context {
	n := a.t.Notation
	c := notation.Context{Decimal: n.Decimal, Group: n.Group, Brackets: n.Brackets, Order: n.Order, Language: n.Language}
	if c.Decimal == 0 {
		c.Decimal = a.st.Decimal
	}
	return c
}

// readFigure returns the whole text where it is one figure, else the only figure in it. A rate and another figure in
// one cell are told apart by the sign of the rate, and a rate is no amount of money.
func (a *Answerer) readFigure(text string, t task.Type) string {
	c := a.context()
	scan := a.scan.Get().(*notation.Scanner)
	defer a.scan.Put(scan)
	if v := scan.ParseValue(text, c); v.Status != notation.NotAFigure {
		if t == task.Money && v.Percent {
			return ""
		}
		return text
	}
	if strings.IndexFunc(text, unicode.IsDigit) < 0 {
		return ""
	}
	var found, kind []string
	percent := false
	for _, f := range scan.Find(nil, text, c) {
		if f.Status == notation.NotAFigure {
			continue
		}
		found = append(found, text[f.Start:f.End])
		percent = percent || f.Percent
		if f.Percent == (t == task.Percent) {
			kind = append(kind, text[f.Start:f.End])
		}
	}
	switch {
	case len(found) == 1 && t == task.Money && percent:
		return ""
	case len(found) == 1:
		return found[0]
	case len(found) == 2 && len(kind) == 1:
		return kind[0]
	}
	return ""
}

// readDate returns the whole text where it is one date, else the only date in it.
func (a *Answerer) readDate(f *task.Field, text string) string {
	if strings.IndexFunc(text, unicode.IsDigit) < 0 {
		return ""
	}
	c := a.context()
	c.Years = f.Years
	scan := a.scan.Get().(*notation.Scanner)
	defer a.scan.Put(scan)
	if d := scan.ParseDate(text, c); d.Status != notation.NotAFigure || d.Yearless {
		return text
	}
	found := ""
	for _, d := range scan.FindDates(nil, text, c) {
		if d.Status == notation.NotAFigure {
			continue
		}
		if found != "" {
			return ""
		}
		found = text[d.Start:d.End]
	}
	return found
}

// yearless reports whether a date lacks its year: of a document that is no date, and the year may stand in the next cell.
func (a *Answerer) yearless(quote string) bool {
	return notation.ParseDate(quote, a.context()).Yearless
}

// sectionText parts a section heading into its label, if it has one, and the text of it.
func sectionText(r *table.Row) (label, text string) {
	var printed []string
	for i := range r.Cells {
		if !r.Cells[i].Blank() {
			printed = append(printed, strings.TrimSpace(r.Cells[i].Text))
		}
	}
	if len(printed) == 0 {
		return "", ""
	}
	if head, ok := strings.CutSuffix(printed[0], ":"); ok && len(printed) > 1 {
		return head, printed[1]
	}
	if head, rest, ok := strings.Cut(printed[0], ":"); ok && strings.TrimSpace(rest) != "" {
		return head, strings.TrimSpace(rest)
	}
	ws := words.Split(printed[0])
	if len(ws) > 1 {
		return printed[0][ws[0].Start:ws[0].End], printed[0]
	}
	return "", printed[0]
}

// namesField reports whether a label is the name or an alias of the field.
func namesField(f *task.Field, label string) bool {
	for _, h := range f.Headings() {
		if words.EqualHeading(h, label) {
			return true
		}
	}
	return false
}
