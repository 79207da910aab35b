package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Split gives the words of a text, folded and with their edges stripped, in order.
func Split(s string) []Word { return SplitIn(s, "") }

// SplitIn is Split for a text in a language (BCP 47). Only Turkish and Azeri differ: there
// dotted and dotless i are two letters.
func SplitIn(s, language string) []Word {
	if s == "" {
		return nil
	}
	sp := splitter{text: s, fold: foldOf(language), words: make([]Word, 0, 1+strings.Count(s, " "))}
	sp.run()
	return sp.words
}

// Fold gives a text with the characters folded as in words and its blanks and edges as they
// are: invisible characters removed, NFC, simple case folding, ligatures and apostrophes.
func Fold(s string) string { return foldText(s, foldRune) }

// Unaccented gives a folded text without its accents, to say that two words differ in
// accents alone. Strokes are part of their letter: ł stays.
func Unaccented(folded string) string {
	if ascii(folded) {
		return folded
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(folded) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func foldOf(language string) func(rune) rune {
	base, _, _ := strings.Cut(language, "-")
	if strings.EqualFold(base, "tr") || strings.EqualFold(base, "az") {
		return turkishRune
	}
	return foldRune
}

// A Splitter splits many texts of one language. It remembers the words that it met last: a
// document says the same words again and again. It is not safe for concurrent use.
type Splitter struct {
	fold func(rune) rune
	memo [memoSlots]memoWord
}

const memoSlots = 512

type memoWord struct {
	printed string
	word    Word
}

// NewSplitter returns a splitter for texts in a language (BCP 47, or empty).
func NewSplitter(language string) *Splitter { return &Splitter{fold: foldOf(language)} }

// Into is SplitIn into the memory of dst, whose words are written over.
func (s *Splitter) Into(dst []Word, text string) []Word {
	sp := splitter{text: text, fold: s.fold, words: dst[:0], memo: &s.memo}
	sp.run()
	return sp.words
}

// slot gives the place of a printed word in the memory.
func slot(printed string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(printed); i++ {
		h = (h ^ uint32(printed[i])) * 16777619
	}
	return (h ^ h>>16) % memoSlots
}

// A splitter walks over a text once.
type splitter struct {
	memo  *[memoSlots]memoWord // nil for none
	text  string
	fold  func(rune) rune
	words []Word
	cut   int // offset just behind the last hyphen that cut a word, -1 at a blank
}

func (sp *splitter) run() {
	sp.cut = -1
	i := 0
	for i < len(sp.text) {
		r, n := utf8.DecodeRuneInString(sp.text[i:])
		switch {
		case Space(r):
			sp.cut = -1
			i += n
		case Hyphen(r) && !sp.sign(i):
			i += n
			if sp.cut >= 0 || len(sp.words) == 0 || !sp.nothing(sp.words[len(sp.words)-1].End, i-n) {
				sp.cut = -1
			} else {
				sp.cut = i
			}
		case Hyphen(r):
			i = sp.word(i, i+n)
		default:
			i = sp.word(i, i)
		}
	}
	sp.markLineEnds()
}

// nothing says whether nobody sees anything between two offsets.
func (sp *splitter) nothing(from, to int) bool {
	if from == to {
		return true
	}
	for _, r := range sp.text[from:max(from, to)] {
		if !Invisible(r) {
			return false
		}
	}
	return from < to
}

// sign says whether the hyphen at an offset is the sign of a figure: nothing but opening
// punctuation stands before it in its word, and a digit follows, at most a currency between.
func (sp *splitter) sign(at int) bool {
	if !digitFollows(sp.text[at:]) {
		return false
	}
	before := sp.text[:at]
	for range maxOpening {
		if before == "" {
			return true
		}
		r, n := utf8.DecodeLastRuneInString(before)
		switch {
		case Space(r):
			return true
		case Invisible(r), Edge(r), Hyphen(r), unicode.Is(unicode.Sc, r):
			before = before[:len(before)-n]
		default:
			return false
		}
	}
	return false
}

// maxOpening bounds the punctuation and currency signs between a word's border, its sign and
// its first digit.
const maxOpening = 8

// digitFollows says whether a digit follows the rune that a text starts with.
func digitFollows(s string) bool {
	_, n := utf8.DecodeRuneInString(s)
	seen := 0
	for _, r := range s[n:] {
		if seen++; seen > maxOpening {
			return false
		}
		if Invisible(r) || unicode.Is(unicode.Sc, r) || r == '.' || r == ',' {
			continue
		}
		return unicode.IsDigit(r)
	}
	return false
}

// word reads the word that starts at an offset, scanning from another one, and gives the
// offset behind it.
func (sp *splitter) word(start, from int) int {
	end := from
	for end < len(sp.text) {
		r, n := utf8.DecodeRuneInString(sp.text[end:])
		if Space(r) {
			break
		}
		if Hyphen(r) && !(sp.onlyOpening(start, end) && digitFollows(sp.text[end:])) {
			break
		}
		end += n
	}
	left, right := sp.strip(start, end)
	if left < right {
		sp.add(left, right)
	}
	sp.cut = -1
	return end
}

// onlyOpening says whether a span holds nothing but edge punctuation and currency signs: a
// dash behind it before a digit is a sign.
func (sp *splitter) onlyOpening(start, end int) bool {
	if end-start > maxOpening*utf8.UTFMax {
		return false
	}
	for _, r := range sp.text[start:end] {
		if !Edge(r) && !Invisible(r) && !unicode.Is(unicode.Sc, r) {
			return false
		}
	}
	return true
}

// strip cuts edge punctuation off a span. A point or comma directly before the digit that a
// word starts with stays: .5 is not 5.
func (sp *splitter) strip(left, right int) (int, int) {
	for left < right {
		r, n := utf8.DecodeRuneInString(sp.text[left:right])
		if !Edge(r) && !Invisible(r) {
			break
		}
		if (r == '.' || r == ',') && digitFollows(sp.text[left:right]) {
			break
		}
		left += n
	}
	for left < right {
		r, n := utf8.DecodeLastRuneInString(sp.text[left:right])
		if !Edge(r) && !Invisible(r) {
			break
		}
		right -= n
	}
	return left, right
}

func (sp *splitter) add(left, right int) {
	printed := sp.text[left:right]
	var w Word
	if sp.memo == nil {
		w = fold(printed, sp.fold)
	} else if kept := &sp.memo[slot(printed)]; kept.printed == printed {
		w = kept.word
	} else {
		w = fold(printed, sp.fold)
		kept.printed, kept.word = printed, w
	}
	if w.Text == "" {
		return
	}
	w.Start, w.End = left, right
	if n := len(sp.words); n > 0 && sp.cut >= 0 && sp.nothing(sp.cut, left) && digitEnds(sp.words[n-1].Text) && digitStarts(w.Text) {
		w.Linked = true
	}
	sp.words = append(sp.words, w)
}

// fold gives a word as it is wherever it stands. Its text is empty where it is no word.
func fold(printed string, foldRune func(rune) rune) Word {
	w := Word{Text: foldText(printed, foldRune)}
	if w.Text == "" || lone(w.Text) {
		return Word{}
	}
	w.Key = w.Text
	if strings.ContainsRune(w.Text, 'ß') {
		w.Key = strings.ReplaceAll(w.Text, "ß", "ss")
	}
	letters, lower, first := 0, 0, true
	for _, r := range printed {
		if Invisible(r) {
			continue
		}
		if unicode.IsLetter(r) {
			letters++
			if unicode.IsLower(r) {
				lower++
				w.Lower = w.Lower || first
			}
		}
		first = false
	}
	w.Capitals = letters >= 2 && lower == 0
	return w
}

// lone says whether a folded text is nothing but dashes.
func lone(s string) bool {
	for _, r := range s {
		if !Hyphen(r) {
			return false
		}
	}
	return true
}

func digitEnds(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsDigit(r)
}

func digitStarts(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsDigit(r)
}

// markLineEnds marks the words that a hyphen divides from the end of their line.
func (sp *splitter) markLineEnds() {
	for i := range sp.words {
		w := &sp.words[i]
		rest := sp.text[w.End:]
		if i+1 < len(sp.words) {
			rest = sp.text[w.End:sp.words[i+1].Start]
		}
		w.LineEnd = hyphenEndsLine(rest, i+1 == len(sp.words))
	}
}

// hyphenEndsLine says whether a text starts with one hyphen behind which its line ends.
func hyphenEndsLine(rest string, last bool) bool {
	hyphen := false
	for _, r := range rest {
		switch {
		case r == 0xAD || Hyphen(r) && !hyphen:
			hyphen = true
		case r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == 0x85 || r == 0x2028 || r == 0x2029:
			return hyphen
		case Invisible(r):
		case hyphen && Space(r):
		default:
			return false
		}
	}
	return hyphen && last
}

// foldText folds the characters of a text. An ASCII text in lower case is given back as is.
func foldText(s string, fold func(rune) rune) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x80 || 'A' <= c && c <= 'Z' || c == '`' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	if !ascii(s) {
		s = Visible(s)
		if !belowMarks(s) && !norm.NFC.IsNormalString(s) {
			s = norm.NFC.String(s)
		}
	}
	b := make([]byte, 0, len(s)+8)
	for i, r := range s {
		switch {
		case Apostrophe(r) || (r == '`' || r == 0xB4) && betweenLetters(s, i, utf8.RuneLen(r)):
			b = append(b, '\'')
		case i == 0 && Hyphen(r) && r != 0x2014 && r != 0x2015 && r != 0xFE58:
			b = append(b, '-')
		case 0xFB00 <= r && r <= 0xFB06:
			b = append(b, ligature(r)...)
		default:
			b = utf8.AppendRune(b, fold(r))
		}
	}
	return string(b)
}

// belowMarks says whether every rune stands before the combining marks: such a text is in
// NFC as it is.
func belowMarks(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0xCC {
			return false
		}
	}
	return true
}

func betweenLetters(s string, at, size int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	after, _ := utf8.DecodeRuneInString(s[at+size:])
	return at > 0 && at+size < len(s) && unicode.IsLetter(before) && unicode.IsLetter(after)
}

// Visible gives a text without its invisible runes, often as it is.
func Visible(s string) string {
	if ascii(s) || strings.IndexFunc(s, Invisible) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if Invisible(r) {
			return -1
		}
		return r
	}, s)
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
