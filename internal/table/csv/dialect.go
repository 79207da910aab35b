package csv

import (
	"errors"
	"io"
	"strings"
)

// sniffed is how many records are looked at to find the dialect.
const sniffed = 200

// A guess is a dialect with how well it fits.
type guess struct {
	dialect
	score  int // in thousandths
	second byte
	close  bool // another separator fits about as well
}

// sniff finds the dialect of a text by how evenly each candidate cuts its first records.
// A text that no separator cuts has one column. In a file of tabs quotation marks are characters, unless cells
// begin with them, as spreadsheets write cells with a comma or a line break.
func sniff(head string, tabs bool) guess {
	best := guess{dialect: dialect{quote: true}, score: -1 << 30}
	scores := map[byte]int{}
	encloses := strings.HasPrefix(head, `"`) || strings.Contains(head, "\n\"") || strings.Contains(head, "\t\"")
	for _, sep := range []byte{',', ';', '\t', '|'} {
		for _, d := range []dialect{{sep, true, false}, {sep, true, true}, {sep, false, false}} {
			if tabs && (sep != '\t' || d.quote && !encloses) {
				continue
			}
			score, ok := fit(head, d)
			if !ok {
				continue
			}
			scores[sep] = max(scores[sep], score)
			if score > best.score {
				best.dialect, best.score = d, score
			}
		}
	}
	for _, sep := range []byte{',', ';', '\t', '|'} {
		if s, ok := scores[sep]; ok && best.score > 0 && sep != best.sep && s*100 > best.score*93 {
			best.close, best.second = true, sep
		}
	}
	return best
}

// fit scores a dialect in thousandths: the square of the share of records with the most
// common width, a little for more columns, less for quoting that does not fit.
func fit(head string, d dialect) (int, bool) {
	s := newScanner(strings.NewReader(head), d, 0)
	widths := map[int]int{}
	n, bad := 0, 0
	for n < sniffed {
		r, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, false
		}
		n++
		widths[len(r.fields)]++
		if r.unclosed || r.trailing || d.backslash && !r.escaped && strings.Contains(strings.Join(r.fields, ""), `\`) {
			bad++
		}
		if !d.quote && d.sep != '\t' && opens(r.fields) {
			bad++
		}
	}
	mode, most := 0, 0
	for w := range widths {
		if widths[w] > most || widths[w] == most && w > mode {
			mode, most = w, widths[w]
		}
	}
	if mode < 2 || n == 0 {
		return 0, false
	}
	share := most * 1000 / n
	score := share*share/1000*(100+10*min(mode, 12))/100 - bad*1000/n
	if share < 500 {
		score -= 500
	}
	if d.quote {
		score += 10
	}
	if d.backslash {
		score -= 5
	}
	if d.sep == '\t' {
		score += 20
	}
	return score, true
}

// opens reports whether a field begins with a quotation mark.
func opens(fields []string) bool {
	for _, f := range fields {
		if f = strings.TrimSpace(f); f != "" && f[0] == '"' {
			return true
		}
	}
	return false
}
