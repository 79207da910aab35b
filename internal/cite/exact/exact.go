// Package exact checks quotes that become evidence: byte for byte on one segment of one
// edition of a document, with no folding at all. A quote that fails is held before any
// effect. It decides nothing else and has no effect itself.
//
// The rules are those of docs/checks.md, section 3.
package exact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/finding"
)

// A Ref points at a segment, with or without a quote from it. Empty strings and an Index
// that is not Valid are missing parts of the anchor.
type Ref struct {
	Document string  // document id
	Kind     string  // of the segment
	Index    Index   // of the segment
	Quote    *string // nil: a pointer that is not checked and is no evidence
}

// An Index is the number of a segment as somebody wrote it. Only a JSON integer is Valid.
type Index struct {
	Value int
	Valid bool
}

// At returns the index n.
func At(n int) Index { return Index{Value: n, Valid: true} }

// A Violation is one quote that fails, by its position among the refs.
type Violation struct {
	Ref  int
	Code string // QUOTE001 to QUOTE010
}

// Quoted reports whether some ref carries a quote, so that the segments have to be read.
func Quoted(refs []Ref) bool {
	for i := range refs {
		if refs[i].Quote != nil {
			return true
		}
	}
	return false
}

// Check returns the first failure of every quote, in the order of the refs. Pointers
// without a quote are passed over. It never changes a quote or a segment before comparing.
func Check(m *Map, refs []Ref) []Violation {
	var out []Violation
	for i := range refs {
		if refs[i].Quote == nil {
			continue
		}
		if code := check(m, &refs[i]); code != "" {
			out = append(out, Violation{Ref: i, Code: code})
		}
	}
	return out
}

func check(m *Map, r *Ref) string {
	if r.Document == "" || r.Kind == "" || !r.Index.Valid || m.ID == "" {
		return finding.MissingCitationAnchor
	}
	if r.Document != m.ID {
		return finding.DocumentIDDiffers
	}
	s, twice, ok := m.Segment(r.Kind, r.Index.Value)
	switch {
	case !ok:
		return finding.SegmentNotFound
	case twice:
		return finding.SegmentAmbiguous
	}
	return Quote(s.Text, *r.Quote)
}

// Quote says why a quote does not stand on a text as evidence, or returns "". Of several
// occurrences one that stands is enough; else the first gives the code.
func Quote(text, quote string) string {
	_, _, code := Find(text, quote)
	return code
}

// Find returns where a quote stands on a text, as Quote does. The offsets hold where code
// is empty.
func Find(text, quote string) (start, end int, code string) {
	if quote == "" {
		return 0, 0, finding.QuoteNotOnSegment
	}
	first := ""
	for from := 0; ; {
		at := strings.Index(text[from:], quote)
		if at < 0 {
			break
		}
		start = from + at
		end = start + len(quote)
		code := Cuts(text, start, end)
		if code == "" {
			if code = proves(quote); code == "" {
				return start, end, ""
			}
			return 0, 0, code
		}
		if first == "" {
			first = code
		}
		_, n := utf8.DecodeRuneInString(text[start:])
		from = start + n
	}
	if first == "" {
		first = finding.QuoteNotOnSegment
	}
	return 0, 0, first
}

// The letters and digits that a quote needs, and the Han signs that are enough.
const (
	minLetters = 4
	minHan     = 2
)

// proves says why a quote that stands where it says is no evidence of anything.
func proves(quote string) string {
	letters, han := 0, 0
	for _, r := range quote {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			letters++
		}
		if unicode.Is(unicode.Han, r) {
			han++
		}
	}
	switch {
	case letters == 0:
		return finding.QuoteBlank
	case letters < minLetters && han < minHan:
		return finding.QuoteTooShort
	}
	return ""
}
