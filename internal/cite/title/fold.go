package title

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rowproof/rowproof/internal/cite/exact"
	"github.com/rowproof/rowproof/internal/words"
)

// folded is a text with case, blanks and quotation marks folded, each character with where
// it stands in the text.
type folded struct {
	text  string
	runes []rune
	at    []int // byte offset of the character that each rune came from
	end   []int // and behind it
}

// fold folds a text. Characters that a reader cannot see are left out.
func fold(s string) folded {
	f := folded{text: s, runes: make([]rune, 0, len(s)), at: make([]int, 0, len(s)), end: make([]int, 0, len(s))}
	blank := true
	for i := 0; i < len(s); {
		n := norm.NFC.NextBoundaryInString(s[i:], true)
		if n <= 0 {
			_, n = utf8.DecodeRuneInString(s[i:])
		}
		for _, r := range foldPiece(s[i : i+n]) {
			if r == ' ' {
				if blank {
					continue
				}
				blank = true
			} else {
				blank = false
			}
			f.runes, f.at, f.end = append(f.runes, r), append(f.at, i), append(f.end, i+n)
		}
		i += n
	}
	if k := len(f.runes); k > 0 && f.runes[k-1] == ' ' {
		f.runes, f.at, f.end = f.runes[:k-1], f.at[:k-1], f.end[:k-1]
	}
	return f
}

// foldPiece folds one character with its marks.
func foldPiece(s string) string {
	if len(s) == 1 {
		switch c := s[0]; {
		case c >= 'A' && c <= 'Z':
			return string(rune(c + 'a' - 'A'))
		case c <= ' ':
			return " "
		}
		return s
	}
	r, _ := utf8.DecodeRuneInString(s)
	switch {
	case words.Space(r):
		return " "
	case doubleQuote(r):
		return `"`
	}
	return words.Fold(s)
}

func doubleQuote(r rune) bool {
	switch r {
	case '"', '“', '”', '„', '‟', '«', '»', 0xff02, 0x300c, 0x300d, 0x300e, 0x300f:
		return true
	}
	return false
}

// trim cuts punctuation off both ends. A sign before a digit stays.
func (f folded) trim() folded {
	i, k := 0, len(f.runes)
	for i < k && (words.Edge(f.runes[i]) || f.runes[i] == ' ') {
		if i+1 < k && unicode.IsDigit(f.runes[i+1]) && (f.runes[i] == '.' || f.runes[i] == ',') {
			break
		}
		i++
	}
	for k > i && (words.Edge(f.runes[k-1]) || f.runes[k-1] == ' ') {
		k--
	}
	f.runes, f.at, f.end = f.runes[i:k], f.at[i:k], f.end[i:k]
	return f
}

// find returns where a clause stands in the text, on the edges of words and figures.
func (f folded) find(clause folded) (Span, bool) {
	n := len(clause.runes)
	if n == 0 {
		return Span{}, false
	}
	hay, needle := string(f.runes), string(clause.runes)
	for from, skipped := 0, 0; ; {
		k := strings.Index(hay[from:], needle)
		if k < 0 {
			return Span{}, false
		}
		i := skipped + utf8.RuneCountInString(hay[from:from+k])
		s := Span{f.at[i], f.end[i+n-1]}
		if exact.Cuts(f.text, s.Start, s.End) == "" && f.onCharacters(i, n) {
			return s, true
		}
		_, size := utf8.DecodeRuneInString(hay[from+k:])
		from, skipped = from+k+size, i+1
	}
}

// onCharacters reports whether a run of runes begins and ends with whole characters: half of
// a ligature or of a folded ß is no edge.
func (f folded) onCharacters(i, n int) bool {
	return (i == 0 || f.at[i-1] != f.at[i]) && (i+n == len(f.runes) || f.at[i+n] != f.at[i+n-1])
}

// Quoted returns the spans of a text between quotation marks: “ ”, „ “, « », » «, ‘ ’, 「 」 and
// straight ones. A mark that never closes quotes nothing. Straight single marks, which are
// apostrophes as well, count only where there are no others.
func Quoted(s string) []string {
	if out := quoted(s, false); len(out) > 0 {
		return out
	}
	return quoted(s, true)
}

func quoted(s string, single bool) []string {
	var out []string
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		closers := closing(r)
		if single && r == '\'' {
			closers = "'"
		}
		if closers == "" || (r == '‘' || r == '\'') && i > 0 && wordBefore(s[:i]) {
			i += n
			continue
		}
		k := closeAt(s[i+n:], r, closers)
		if k < 0 {
			i += n
			continue
		}
		out = append(out, s[i+n:i+n+k])
		_, size := utf8.DecodeRuneInString(s[i+n+k:])
		i += n + k + size
	}
	return out
}

func wordBefore(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// closing returns the marks that close what a mark opens.
func closing(r rune) string {
	switch r {
	case '"':
		return `"`
	case '“':
		return "”"
	case '„':
		return "“”"
	case '”':
		return "”"
	case '«':
		return "»"
	case '»':
		return "«"
	case '‘':
		return "’"
	case '‚':
		return "‘’"
	case '‹':
		return "›"
	case '「':
		return "」"
	case '『':
		return "』"
	}
	return ""
}

// closeAt returns where a quotation closes, or -1. An apostrophe inside a word closes nothing.
func closeAt(s string, open rune, closers string) int {
	for k, r := range s {
		if !strings.ContainsRune(closers, r) {
			continue
		}
		if open == '‘' || open == '‚' || open == '\'' {
			next, _ := utf8.DecodeRuneInString(s[k+utf8.RuneLen(r):])
			if unicode.IsLetter(next) {
				continue
			}
		}
		return k
	}
	return -1
}
