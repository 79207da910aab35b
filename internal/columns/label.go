package columns

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/words"
)

// labelWords returns the words of a cell that may name a value: without currencies and without rates, so that
// "VAT 20 %", "20 % VAT" and "Total in EUR" name what "VAT" and "Total" name.
func labelWords(text string) []words.Word {
	all := words.Split(withoutRemark(text))
	kept := make([]words.Word, 0, len(all))
	for i, w := range all {
		printed := text[w.Start:w.End]
		switch {
		case words.Currency(printed) && len(all) > 1:
			if n := len(kept); n > 1 && introduces(kept[n-1].Text) {
				kept = kept[:n-1]
			}
			continue
		case printed == "%" && i > 0 && figureWord(text[all[i-1].Start:all[i-1].End]), rate(printed):
			continue
		case i+1 < len(all) && figureWord(printed) && text[all[i+1].Start:all[i+1].End] == "%":
			continue
		}
		kept = append(kept, w)
	}
	if len(kept) == 0 {
		return all
	}
	return kept
}

// withoutRemark cuts a remark in brackets off a label that says itself whether taxes are in it: "Total net (excl. VAT)".
func withoutRemark(text string) string {
	t := strings.TrimRight(text, " \u00a0:")
	at := strings.LastIndexByte(t, '(')
	if at <= 0 || !strings.HasSuffix(t, ")") {
		return text
	}
	for _, w := range words.Split(t[:at]) {
		if taxWords[w.Text] {
			return t[:at]
		}
	}
	return text
}

var taxWords = map[string]bool{"net": true, "gross": true, "netto": true, "brutto": true, "ht": true, "ttc": true}

// introduces reports whether a word leads to a currency: "Total in EUR", "Total en euros".
func introduces(folded string) bool { return folded == "in" || folded == "en" }

func rate(word string) bool {
	number, ok := strings.CutSuffix(word, "%")
	return ok && figureWord(number)
}

func figureWord(word string) bool {
	digits := false
	for _, r := range word {
		if unicode.IsDigit(r) {
			digits = true
		} else if r != '.' && r != ',' {
			return false
		}
	}
	return digits
}

// A valueText is what stands behind a label in its cell, or in the cell beside it.
type valueText struct {
	text  string
	colon bool // a colon parts it from the label
}

// behindLabel returns what follows a label that ends at the given offset of a text.
func behindLabel(text string, end int) valueText {
	rest := strings.TrimLeft(text[end:], " \u00a0")
	for _, mark := range [...]string{".", ")"} { // "USt.", "(EUR)"
		rest = strings.TrimLeft(strings.TrimPrefix(rest, mark), " \u00a0")
	}
	behind, colon := strings.CutPrefix(rest, ":")
	return valueText{strings.TrimSpace(behind), colon}
}

// isValue reports whether what stands behind the label is the value itself though its words are none of a label's: a rate,
// "Discount %: 3 %", or a currency, "Currency: EUR".
func (v valueText) isValue(f *task.Field) bool {
	return f.Type == task.Percent && strings.IndexFunc(v.text, unicode.IsDigit) >= 0 || f.Type == task.Text && v.colon && words.Currency(v.text)
}

// afterColon returns a cell's text without the colon that it starts with: "Currency | : EUR".
func afterColon(text string) string {
	t := strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(t, ":"); ok {
		return strings.TrimSpace(rest)
	}
	return t
}

// isLabel reports whether cell i of a row is a label itself: a document field's, or one by the colon that it
// ends with or that the next cell starts with.
func (a *Answerer) isLabel(row *table.Row, i int) bool {
	c := &row.Cells[i]
	text := strings.TrimSpace(c.Text)
	if strings.HasSuffix(text, ":") {
		return true
	}
	for k := i + 1; k < len(row.Cells); k++ {
		if !row.Cells[k].Blank() {
			if strings.HasPrefix(strings.TrimSpace(row.Cells[k].Text), ":") {
				return true
			}
			break
		}
	}
	first, _, _ := strings.Cut(text, "\n")
	ws := labelWords(head(first, 400))
	if len(ws) == 0 {
		return false
	}
	for _, l := range a.labelled[ws[0].Key] {
		if words.EqualWords(l.words, ws) {
			return true
		}
	}
	return false
}

// numberBeside reports whether the filled cell behind cell i of a row starts with a mark of numbers: "Final invoice
// (877) | No. 210113".
func numberBeside(row *table.Row, i int) bool {
	for k := i + 1; k < len(row.Cells); k++ {
		if row.Cells[k].Blank() {
			continue
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(row.Cells[k].Text), " ")
		return rest != "" && words.NumberMark(strings.ToLower(strings.TrimRight(word, ".:")))
	}
	return false
}

// labelledBefore reports whether the filled cell before cell i of a row ends like a label: then cell i is its
// value, whatever word it starts with.
func labelledBefore(row *table.Row, i int) bool {
	if strings.HasSuffix(strings.TrimSpace(row.Cells[i].Text), ":") {
		return false // labels side by side, over their values
	}
	for k := i - 1; k >= 0; k-- {
		if row.Cells[k].Blank() {
			continue
		}
		return strings.HasSuffix(strings.TrimSpace(row.Cells[k].Text), ":")
	}
	return false
}

// identifier returns the identifier that a text starts with: number marks and what stands in brackets before it
// aside, one word with a digit and the words of digits and capitals that go on with it ("DE77 3707 0060"). What
// follows is left: rest.
func (a *Answerer) identifier(text string) (found, rest string) {
	t := strings.TrimSpace(text)
	for {
		if strings.HasPrefix(t, "(") {
			end := strings.IndexByte(t, ')')
			if end < 0 {
				return "", ""
			}
			t = strings.TrimSpace(t[end+1:])
			continue
		}
		word, tail, _ := strings.Cut(t, " ")
		if !words.NumberMark(strings.ToLower(strings.TrimRight(word, ".:"))) {
			break
		}
		t = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(tail), ":"))
	}
	end, digits := 0, false
	for at := 0; at < len(t); {
		stop := strings.IndexAny(t[at:], " \n\u00a0")
		if stop < 0 {
			stop = len(t) - at
		}
		word := t[at : at+stop]
		trimmed := strings.TrimRight(word, ",;.")
		withDigit := strings.IndexFunc(trimmed, unicode.IsDigit) >= 0
		first := at == 0
		if !first && !groups(trimmed) || first && !withDigit && !capitals(trimmed) || withDigit && a.isDate(trimmed) {
			break
		}
		end, digits = at+len(trimmed), digits || withDigit
		if trimmed != word {
			break
		}
		at += stop
		for at < len(t) && strings.ContainsRune(" \n", rune(t[at])) {
			at++
		}
	}
	if !digits || strings.ContainsAny(t[:end], ":%€$£@") {
		return "", ""
	}
	return strings.TrimSpace(t[:end]), strings.TrimSpace(t[end:])
}

// groups reports whether a word goes on with an identifier that is printed in groups: digits, perhaps one or two
// capitals.
func groups(word string) bool {
	letters, digits := 0, 0
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			letters++
		default:
			return false
		}
	}
	return digits > 0 && letters <= 2
}

// capitals reports whether a word is a country's or a series' letters before the digits.
func capitals(word string) bool {
	for _, r := range word {
		if !unicode.IsUpper(r) {
			return false
		}
	}
	return len(word) > 0 && len(word) <= 4
}

// isDate reports whether a word is a day. A year and a number behind a dash may be an invoice's.
func (a *Answerer) isDate(word string) bool {
	for _, d := range notation.FindDates(word, a.context()) {
		if d.Status != notation.NotAFigure && len(d.Value) != len("2006-01") {
			return true
		}
	}
	return false
}

// endsIdentifier reports whether what stands behind a number in the cell of its label lets it be the number of the
// document: nothing, a date, or something set apart by a mark.
func (a *Answerer) endsIdentifier(rest string) bool {
	if rest == "" || strings.HasPrefix(rest, "(") {
		return true
	}
	word, tail, _ := strings.Cut(rest, " ")
	if tail == "" && a.isDate(word) {
		return true
	}
	return words.DateMark(strings.ToLower(word)) || word == "-" || word == "–" || word == "," || word == "|" || word == "/"
}

// timed reports whether a row prints a time to the second: it says when the page was printed.
func timed(row *table.Row) bool {
	for i := range row.Cells {
		if clock.MatchString(row.Cells[i].Text) {
			return true
		}
	}
	return false
}

var clock = regexp.MustCompile(`\b\d{1,2}:\d{2}:\d{2}\b`)

// startsWith reports whether the words start with those of a label.
func startsWith(ws, label []words.Word) bool {
	return len(ws) >= len(label) && words.EqualWords(ws[:len(label)], label)
}

// labelledText reports whether a text is a label with its value: "VAT no.: DE999999999".
func labelledText(text string) bool {
	at := strings.IndexByte(text, ':')
	return at > 0 && at < 40 && at+1 < len(text) && strings.ContainsRune(" \n\u00a0", rune(text[at+1]))
}
