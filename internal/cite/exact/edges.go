package exact

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rowproof/rowproof/internal/finding"
)

// Cuts says what the span [start, end) of a text cuts at its edges: a word, a figure, a
// character as people see it, in this order; or returns "".
func Cuts(text string, start, end int) string {
	switch {
	case start >= end:
		return ""
	case cutsWord(text, start), cutsWord(text, end):
		return finding.QuoteCutsWord
	case cutsNumber(text, start), cutsNumber(text, end):
		return finding.QuoteCutsNumber
	case cutsGrapheme(text, start), cutsGrapheme(text, end):
		return finding.QuoteCutsGrapheme
	}
	return ""
}

// around returns the runes before and behind an offset, 0 at the ends of the text.
func around(text string, at int) (before, behind rune) {
	if at > 0 {
		before, _ = utf8.DecodeLastRuneInString(text[:at])
	}
	if at < len(text) {
		behind, _ = utf8.DecodeRuneInString(text[at:])
	}
	return before, behind
}

// base returns the last rune before an offset that is no combining mark.
func base(text string, at int) rune {
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:at])
		if !unicode.IsMark(r) {
			return r
		}
		at -= n
	}
	return 0
}

// cutsWord reports whether an offset stands inside a word: between two letters, or a letter
// and a digit, of scripts that part words with blanks.
func cutsWord(text string, at int) bool {
	_, behind := around(text, at)
	before := base(text, at)
	if solid(before) || solid(behind) {
		return false
	}
	if wordRune(before) && wordRune(behind) {
		return unicode.IsLetter(before) || unicode.IsLetter(behind)
	}
	return cutsNegation(text, at)
}

// cutsNegation reports an offset that parts a word from its own negation: behind the hyphen
// of "non-binding", before the apostrophe of "couldn't". Other hyphens and apostrophes are
// word edges.
func cutsNegation(text string, at int) bool {
	before, behind := around(text, at)
	if dash(before) && unicode.IsLetter(behind) {
		_, n := utf8.DecodeLastRuneInString(text[:at])
		rest := text[:at-n]
		if len(rest) < 3 {
			return false
		}
		lead := rest[len(rest)-3:]
		return asciiFold(lead, "non") && !wordRune(base(rest, len(rest)-3))
	}
	if (behind == '\'' || behind == '\u2019') && (before == 'n' || before == 'N') {
		_, n := utf8.DecodeRuneInString(text[at:])
		rest := text[at+n:]
		if rest == "" || rest[0] != 't' && rest[0] != 'T' {
			return false
		}
		next, _ := utf8.DecodeRuneInString(rest[1:])
		return rest[1:] == "" || !wordRune(next)
	}
	return false
}

func asciiFold(s, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := range len(s) {
		if s[i]|0x20 != lower[i] {
			return false
		}
	}
	return true
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// solid reports the letters of scripts that write words without blanks between them.
func solid(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai,
		unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Bopomofo, unicode.Yi)
}

// cutsNumber reports whether an offset stands inside a figure: between digits, at a mark
// between digits, between a figure and its sign, or at a blank that groups digits.
func cutsNumber(text string, at int) bool {
	before, behind := around(text, at)
	if unicode.IsNumber(before) && unicode.IsNumber(behind) {
		return true
	}
	if unicode.IsNumber(before) && numberMark(behind) {
		_, n := utf8.DecodeRuneInString(text[at:])
		next, _ := utf8.DecodeRuneInString(text[at+n:])
		return unicode.IsNumber(next)
	}
	if unicode.IsNumber(behind) && (numberMark(before) || dash(before)) {
		_, n := utf8.DecodeLastRuneInString(text[:at])
		prev, _ := utf8.DecodeLastRuneInString(text[:at-n])
		signs := dash(before) && !unicode.IsLetter(prev)
		return at-n > 0 && unicode.IsNumber(prev) || signs || (before == '.' || before == ',') && !wordRune(prev)
	}
	return cutsGroup(text, at)
}

// numberMark reports what joins digits into one figure, date or time.
func numberMark(r rune) bool {
	switch r {
	case '.', ',', '\'', ':', '/', 0x2019, 0x2044, 0x066b, 0x066c, 0xff0e, 0xff0c:
		return true
	}
	return dash(r)
}

func dash(r rune) bool {
	return r == '-' || r >= 0x2010 && r <= 0x2014 || r == 0x2212 || r == 0xfe63 || r == 0xff0d
}

// cutsGroup reports an offset beside one blank that groups digits: one to three digits
// before it, exactly three behind it.
func cutsGroup(text string, at int) bool {
	before, behind := around(text, at)
	switch {
	case unicode.IsDigit(before) && groupBlank(behind):
		_, n := utf8.DecodeRuneInString(text[at:])
		return grouped(text[:at], text[at+n:])
	case groupBlank(before) && unicode.IsDigit(behind):
		_, n := utf8.DecodeLastRuneInString(text[:at])
		return grouped(text[:at-n], text[at:])
	}
	return false
}

func groupBlank(r rune) bool {
	switch r {
	case ' ', 0xa0, 0x202f, 0x2009, 0x2007, 0x2008, 0x200a, 0x2006, 0x205f:
		return true
	}
	return false
}

// grouped reports whether left ends in one to three digits of a figure that right goes on
// with exactly three.
func grouped(left, right string) bool {
	n := 0
	for left != "" {
		r, size := utf8.DecodeLastRuneInString(left)
		if !unicode.IsDigit(r) {
			if unicode.IsLetter(r) {
				return false
			}
			break
		}
		n++
		left = left[:len(left)-size]
	}
	m := 0
	for _, r := range right {
		if !unicode.IsDigit(r) {
			break
		}
		m++
	}
	return n >= 1 && n <= 3 && m == 3
}

// cutsGrapheme reports whether an offset stands before a mark that belongs to the character
// before it, or inside a sequence that is drawn as one.
func cutsGrapheme(text string, at int) bool {
	if at <= 0 || at >= len(text) {
		return false
	}
	before, behind := around(text, at)
	switch {
	case before == '\r' && behind == '\n':
		return true
	case unicode.IsMark(behind), behind == 0x200d, before == 0x200d, behind >= 0x1f3fb && behind <= 0x1f3ff:
		return !unicode.IsSpace(before)
	case regional(before) && regional(behind):
		return regionalsBefore(text, at)%2 == 1
	}
	return behind >= 0x80 && !norm.NFC.PropertiesString(text[at:]).BoundaryBefore()
}

// regional reports the letters of which two make one flag.
func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

func regionalsBefore(text string, at int) int {
	n := 0
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if !regional(r) {
			break
		}
		n++
		at -= size
	}
	return n
}

// FigureEnd returns where the figure that starts at an offset ends: digits with the marks
// between them, and a sign before them where no letter or digit stands before it. It returns
// the offset itself where no figure starts, or one is only gone on with.
func FigureEnd(text string, at int) int {
	if !utf8.RuneStart(text[at]) || at > 0 && cutsNumber(text, at) {
		return at
	}
	end := at
	r, n := utf8.DecodeRuneInString(text[at:])
	if dash(r) || r == '.' || r == ',' {
		if before, _ := around(text, at); wordRune(before) {
			return at
		}
		end += n
		r, n = utf8.DecodeRuneInString(text[end:])
	}
	if !unicode.IsNumber(r) {
		return at
	}
	end += n
	for end < len(text) && cutsNumber(text, end) {
		_, n := utf8.DecodeRuneInString(text[end:])
		end += n
	}
	return end
}
