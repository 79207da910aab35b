package lookup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// A keyed is one significant character of an identifier's cell with its place.
type keyed struct {
	r          rune
	start, end int
}

// findIdentifier looks an identifier up as one token: blanks, dots and dashes are left out on
// both sides, nothing is read as a number, and the match begins and ends where neither
// letters, digits, dashes, dots nor slashes go on.
func (f *Finder) findIdentifier(q *Query, r *Result) {
	quote := q.Claim.Quote
	f.key = appendKey(f.key[:0], quote)
	if len(f.key) == 0 {
		f.empty(q, r)
		return
	}
	for _, c := range f.cells {
		if c.header && !q.InHeadings || c.long || uncached(c.cell) {
			continue
		}
		f.identifierIn(q, r, c)
	}
	if len(r.Hits) > 0 || f.unread(q, r) || f.welded(q, r) {
		return
	}
	r.Verdict, r.Code = verdict.Refused, finding.NotPrinted
	if f.headerCarries(q, func(c *cellRead) { f.identifierIn(q, r, c) }, r) {
		r.Code = finding.HeaderOnly
	}
}

// identifierIn records where the key stands in the cell.
func (f *Finder) identifierIn(q *Query, r *Result, c *cellRead) {
	text := c.cell.Text
	f.cellKey = keysOf(f.cellKey[:0], text)
	ks := f.cellKey
	for i := range ks {
		n, ok := prefixed(ks[i:], f.key)
		if !ok {
			continue
		}
		start, end := ks[i].start, ks[i+n-1].end
		if inToken(text, start, end) {
			continue
		}
		h := f.cellHit(r, c, start, end)
		h.Verdict = verdict.Accepted
		h.Value = clean(h.Printed)
		switch {
		case c.cell.Kind == table.Number && scientific(text), powerOfTen(words.Visible(text[start:end])):
			h.Verdict, h.Code = verdict.Held, finding.Scientific
		case c.cell.Flags&table.Doubtful != 0:
			h.Verdict, h.Code = verdict.Held, finding.DoubtfulRecognition
		case runsOn(text, start, end):
			h.Verdict, h.Code = verdict.Held, finding.PartialCell
		case !checks(q.Field.CheckDigits, f.key):
			h.Verdict, h.Code = verdict.Held, finding.CheckDigits
		}
		r.Hits = append(r.Hits, h)
	}
	if c.cell.Kind == table.Number && len(r.Hits) == 0 {
		f.storedIdentifier(q, r, c)
	}
}

// storedIdentifier accepts the stored digits of a numeric cell that prints them in another
// form: grouped, but with no leading zero of its own. Printed as 4.41E+15 it is held.
func (f *Finder) storedIdentifier(q *Query, r *Result, c *cellRead) {
	if string(f.key) != string(appendKey(nil, c.cell.Stored)) && !sameNumber(c.cell.Stored, string(f.key)) {
		return
	}
	h := f.cellHit(r, c, 0, len(c.cell.Text))
	switch {
	case scientific(c.cell.Text):
		h.Verdict, h.Code = verdict.Held, finding.Scientific
	case f.printsStored(c):
		h.Verdict, h.Note, h.Value = verdict.Accepted, finding.StoredValueGiven, q.Claim.Quote
	default:
		return
	}
	r.Hits = append(r.Hits, h)
}

// printsStored reports whether the cell prints the very digits that it stores, grouped.
func (f *Finder) printsStored(c *cellRead) bool {
	digits := func(s string) string {
		var b []byte
		for i := range len(s) {
			if s[i] >= '0' && s[i] <= '9' {
				b = append(b, s[i])
			} else if s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' {
				return ""
			}
		}
		return string(b)
	}
	d := digits(c.cell.Stored)
	return d != "" && d == digits(c.cell.Text)
}

func scientific(s string) bool {
	for i := 1; i+1 < len(s); i++ {
		if s[i]|0x20 == 'e' && s[i-1] >= '0' && s[i-1] <= '9' && (s[i+1] == '+' || s[i+1] == '-') {
			return true
		}
	}
	return false
}

// powerOfTen reports how a spreadsheet prints the digits of an identifier that it took for a
// number, 4.41E+15, also where its text was saved. 3E-17 may be a flat.
func powerOfTen(s string) bool {
	if len(s) < len("4E+15") || s[0] < '0' || s[0] > '9' {
		return false
	}
	i := 1
	if s[i] == '.' || s[i] == ',' {
		for i++; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		}
	}
	if i+3 >= len(s) || s[i]|0x20 != 'e' || s[i+1] != '+' && (s[i+1] != '-' || i == 1) {
		return false
	}
	return strings.Trim(s[i+2:], "0123456789") == ""
}

// silent reports what an identifier is written with and does not mean: blanks, dots, dashes.
func silent(r rune) bool { return words.Space(r) || words.Invisible(r) || r == '.' || words.Hyphen(r) }

// appendKey appends what an identifier means: its characters folded, without blanks, dots and
// dashes, and without punctuation around them.
func appendKey(dst []byte, s string) []byte {
	var few [32]keyed
	for _, k := range keysOf(few[:0], s) {
		dst = utf8.AppendRune(dst, k.r)
	}
	first, last := 0, len(dst)
	for first < last {
		r, n := utf8.DecodeRune(dst[first:last])
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			break
		}
		first += n
	}
	for first < last {
		r, n := utf8.DecodeLastRune(dst[first:last])
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			break
		}
		last -= n
	}
	return dst[first:last]
}

func keysOf(dst []keyed, s string) []keyed {
	for i, r := range s {
		if silent(r) {
			continue
		}
		n := utf8.RuneLen(r)
		if n < 0 {
			n = 1
		}
		switch {
		case r >= 'A' && r <= 'Z':
			r += 'a' - 'A'
		case r >= 0xff01 && r <= 0xff5e:
			r = lower(r - 0xfee0)
		case r >= 0x80:
			r = lower(r)
		}
		dst = append(dst, keyed{r, i, i + n})
	}
	return dst
}

func lower(r rune) rune { return unicode.ToLower(r) }

// prefixed reports whether the characters begin with the key, and with how many of them.
func prefixed(ks []keyed, key []byte) (int, bool) {
	n := 0
	for len(key) > 0 {
		r, size := utf8.DecodeRune(key)
		if n == len(ks) || ks[n].r != r {
			return 0, false
		}
		n++
		key = key[size:]
	}
	return n, true
}

// inToken reports whether a span begins or ends inside a token: at a letter or digit, or at
// one dash, dot or slash that joins it to one.
func inToken(text string, start, end int) bool {
	joined := false
	for s := text[:start]; s != ""; {
		r, n := utf8.DecodeLastRuneInString(s)
		if wordRune(r) {
			return true
		}
		if !words.Invisible(r) && (joined || !joint(r)) {
			break
		}
		joined = joined || joint(r)
		s = s[:len(s)-n]
	}
	joined = false
	for _, r := range text[end:] {
		if wordRune(r) {
			return true
		}
		if !words.Invisible(r) && (joined || !joint(r)) {
			break
		}
		joined = joined || joint(r)
	}
	return false
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

func joint(r rune) bool { return r == '/' || r == '.' || r == '_' || words.Hyphen(r) }

// runsOn reports a match that ends in a digit where another group of digits follows after
// one blank, or the same before it: the identifier may be longer than the value.
func runsOn(text string, start, end int) bool {
	first, _ := utf8.DecodeRuneInString(text[start:])
	last, _ := utf8.DecodeLastRuneInString(text[:end])
	if unicode.IsNumber(last) {
		if r, n := utf8.DecodeRuneInString(text[end:]); words.Space(r) {
			if next, _ := utf8.DecodeRuneInString(text[end+n:]); unicode.IsNumber(next) {
				return true
			}
		}
	}
	if unicode.IsNumber(first) {
		if r, n := utf8.DecodeLastRuneInString(text[:start]); words.Space(r) {
			if prev, _ := utf8.DecodeLastRuneInString(text[:start-n]); unicode.IsNumber(prev) {
				return true
			}
		}
	}
	return false
}

// checks reports whether the check digits of an identifier of a known kind fit.
func checks(kind string, key []byte) bool {
	switch kind {
	case "iban":
		return iban(key)
	case "luhn":
		return luhn(key)
	}
	return true
}

// iban computes modulo 97 over the rearranged characters, letters as 10 to 35.
func iban(key []byte) bool {
	if len(key) < 15 || len(key) > 34 {
		return false
	}
	mod := 0
	for i := range key {
		c := key[(i+4)%len(key)]
		switch {
		case c >= '0' && c <= '9':
			mod = (mod*10 + int(c-'0')) % 97
		case c >= 'a' && c <= 'z':
			mod = (mod*100 + int(c-'a') + 10) % 97
		default:
			return false
		}
	}
	return mod == 1
}

func luhn(key []byte) bool {
	sum := 0
	for i := range key {
		c := key[len(key)-1-i]
		if c < '0' || c > '9' {
			return false
		}
		d := int(c - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return len(key) > 1 && sum%10 == 0
}
