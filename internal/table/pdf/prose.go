package pdf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/table"
)

const (
	proseLines = 12   // least lines of a document that is a text
	proseWords = 5.0  // a line, on average
	tableShare = 0.1  // of the rows, at most, that stand in tables
	largeType  = 1.12 // of the usual height: type of a title
	titleWords = 14
)

// prose turns a document without tables to speak of into titled parts, as a text file gives
// them: a title is a short line in larger type, or one that bears a number and stands alone.
// Running heads and feet stay lines of their own, at the end; a table stands behind the part in
// which it is printed, so that each title stands once.
func prose(parts []part, running map[string]bool) ([]part, bool) {
	lines, rows, words := 0, 0, 0
	var sizes []float64
	for i := range parts {
		rows += len(parts[i].rows)
		if parts[i].shape != table.Lines {
			continue
		}
		for _, r := range parts[i].rows {
			lines++
			words += len(strings.Fields(lineText(&r)))
			sizes = append(sizes, r.Cells[0].Size)
		}
	}
	if lines < proseLines || float64(rows-lines) > tableShare*float64(rows) || float64(words) < proseWords*float64(lines) {
		return nil, false
	}
	slices.Sort(sizes)
	usual := sizes[len(sizes)/2]
	var out, tables []part
	var heads part // running heads and feet, which would cut a part in two
	for i := range parts {
		p := &parts[i]
		if p.shape != table.Lines {
			tables = append(tables, *p)
			continue
		}
		for k := range p.rows {
			r := &p.rows[k]
			switch {
			case running[maskedRow(r.Row)] || pageNumber(r.Row):
				heads.shape, heads.flags = table.Lines, p.flags
				heads.rows = append(heads.rows, *r)
			case isTitle(p.rows, k, usual):
				out = append(out, tables...)
				tables = nil
				out = append(out, part{shape: table.Prose, flags: p.flags, title: lineText(r), rows: []row{oneCell(*r)}})
			default:
				out = add(out, p.flags, oneCell(*r))
			}
		}
	}
	if titles(out) == 0 {
		return nil, false
	}
	if out = append(out, tables...); len(heads.rows) > 0 {
		out = append(out, heads)
	}
	return out, true
}

func titles(parts []part) int {
	n := 0
	for i := range parts {
		if parts[i].shape == table.Prose && parts[i].title != "" {
			n++
		}
	}
	return n
}

// add adds a line to the text that is open, or begins one without a title.
func add(out []part, flags table.Flags, r row) []part {
	if n := len(out); n > 0 && out[n-1].shape == table.Prose {
		out[n-1].rows = append(out[n-1].rows, r)
		return out
	}
	return append(out, part{shape: table.Prose, flags: flags, rows: []row{r}})
}

// oneCell joins the pieces of a line: a text has no columns.
func oneCell(r row) row {
	c := r.Cells[0]
	c.Text, c.Box = lineText(&r), r.Box
	r.Cells = r.Cells[:1:1]
	r.Cells[0] = c
	return r
}

func lineText(r *row) string {
	texts := make([]string, len(r.Cells))
	for i, c := range r.Cells {
		texts[i] = c.Text
	}
	return strings.Join(texts, " ")
}

// isTitle reports a short line in larger type, or one with a number of a part that stands
// apart from the line above it and does not end a sentence.
func isTitle(rows []row, k int, usual float64) bool {
	r := &rows[k]
	s := lineText(r)
	if len(strings.Fields(s)) > titleWords || strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return false
	}
	size := r.Cells[0].Size
	if size > largeType*usual {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	if strings.ContainsRune(".,;:-", last) {
		return false
	}
	apart := k == 0 || rows[k-1].page != r.page || r.Box.Y0-rows[k-1].Box.Y1 > 0.5*size
	return apart && (numbered(s) || strings.ToUpper(s) == s)
}

// numbered reports a text that begins with the number of a part: "3.", "3.2", "§ 4", "IV.".
func numbered(s string) bool {
	first, rest, ok := strings.Cut(s, " ")
	if !ok || strings.TrimSpace(rest) == "" {
		return false
	}
	if first == "§" || first == "Article" || first == "Artikel" || first == "Section" || first == "Clause" {
		return true
	}
	letter, _ := utf8.DecodeRuneInString(strings.TrimSpace(rest))
	if !unicode.IsUpper(letter) {
		return false
	}
	number := strings.TrimRight(first, ".)")
	return number != "" && len(number) <= 8 && (strings.Trim(number, "0123456789.") == "" || first != number && strings.Trim(number, "IVX") == "")
}
