package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	looseGap   = 1.5 // of the height: between two cells of a line outside every table
	markLength = 12  // characters of a mark that numbers or names what follows it
	markText   = 4.0 // words that follow such a mark, on average
	longCell   = 2.0 // words of a cell of running text, on average
	fewRows    = 10  // of a block that may be text set to both edges
)

// tabular reports a block that is a table. What is not: a list of numbered or marked
// paragraphs, a caption, a few lines of text set to both edges.
func (b *Block) tabular() bool {
	several, cells, figures, lower, words := 0, 0, 0, 0, 0
	for _, r := range b.Rows {
		if len(r.Cells) > 1 {
			several++
		}
		for i, c := range r.Cells {
			cells++
			words += len(strings.Fields(c.Text))
			if figure(c.Text) {
				figures++
			}
			if first, _ := utf8.DecodeRuneInString(c.Text); i > 0 && unicode.IsLower(first) {
				lower++
			}
		}
	}
	if several < 2 || b.Columns < 2 || b.marked() {
		return false
	}
	inner := cells - len(b.Rows)
	return len(b.Rows) > fewRows || 4*figures >= cells || 3*lower < inner || float64(words) < longCell*float64(cells)*0.6
}

// marked reports two columns of which the first holds nothing but marks: bullets, numbers of
// paragraphs, "Table 1." and the like.
func (b *Block) marked() bool {
	if b.Columns != 2 {
		return false
	}
	marks, rows, words := 0, 0, 0
	for _, r := range b.Rows {
		if len(r.Cells) < 2 || r.Cells[0].Col != 0 {
			continue
		}
		rows++
		words += len(strings.Fields(r.Cells[1].Text))
		if isMark(r.Cells[0].Text) {
			marks++
		}
	}
	return rows > 0 && 10*marks >= 8*rows && float64(words) >= markText*float64(rows)
}

// isMark reports a bullet, the number of a paragraph or a short name before a text.
func isMark(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" || utf8.RuneCountInString(s) > markLength || strings.ContainsAny(s, ":") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	switch {
	case utf8.RuneCountInString(s) == 1 && !unicode.IsLetter(first) && !unicode.IsDigit(first):
		return true
	case strings.HasSuffix(s, ".") || strings.HasSuffix(s, ")"):
		return true
	}
	return strings.Trim(s, "0123456789.") == "" && strings.Contains(s, ".") && !strings.Contains(s, "..") && len(s) < 7 && !strings.Contains(s, ",")
}

// loosePieces cuts a line outside every table: at wide gaps and after a label with a colon,
// not behind the mark of a paragraph.
func loosePieces(l Line) []chunk {
	all := chunks(l, chunkGap)
	out := all[:0:0]
	for i, c := range all {
		if i > 0 {
			last := &out[len(out)-1]
			text := last.text()
			gap := c.X0 - last.X1
			colon := strings.HasSuffix(text, ":")
			if i == 1 && isMark(text) && gap < 8*l.Size || gap < looseGap*l.Size && !colon && !(figure(text) || figure(c.text())) {
				last.Box = last.Box.Union(c.Box)
				last.words = append(last.words[:len(last.words):len(last.words)], c.words...)
				continue
			}
		}
		out = append(out, c)
	}
	return out
}
