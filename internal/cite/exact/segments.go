package exact

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/words"
)

// The kinds of segments.
const (
	Sheet   = "sheet"   // a sheet or a delimited file, by its position from 1
	Page    = "page"    // a page, by its number
	Section = "section" // a titled part of a text, by its position from 1
)

// A Segment is a part of a document that a quote or a title refers to.
type Segment struct {
	Kind  string `json:"kind"`
	Index int    `json:"index"`
	Title string `json:"title,omitempty"` // of a sheet its name, of a section its title
	Text  string `json:"text"`            // canonical: NFC, lines parted by LF, no invisible characters
}

// A Map is the segments of one edition of a document, by kind and index.
type Map struct {
	ID       string // document id; without one every anchor is missing
	Segments []Segment
	first    map[coordinate]int
	twice    map[coordinate]bool
}

type coordinate struct {
	kind  string
	index int
}

// NewMap returns the map of segments. Two segments with one coordinate are both ambiguous.
func NewMap(id string, segments []Segment) *Map {
	m := &Map{ID: id, Segments: segments, first: make(map[coordinate]int, len(segments)), twice: map[coordinate]bool{}}
	for i := range segments {
		c := coordinate{segments[i].Kind, segments[i].Index}
		if _, seen := m.first[c]; seen {
			m.twice[c] = true
			continue
		}
		m.first[c] = i
	}
	return m
}

// MapOf returns the map of a document as read.
func MapOf(doc *table.Document) *Map { return NewMap(doc.ID, Segments(doc)) }

// Segment returns the segment with the coordinate. twice says that another one has it too.
func (m *Map) Segment(kind string, index int) (s Segment, twice, ok bool) {
	c := coordinate{kind, index}
	i, ok := m.first[c]
	if !ok {
		return Segment{}, false, false
	}
	return m.Segments[i], m.twice[c], true
}

// Segments returns the canonical text of a document in parts: its pages where it has any,
// else its sheets or titled parts. Cells of a row are parted by a tab, rows by a line feed.
// This is the one place where text is normalised.
func Segments(doc *table.Document) []Segment {
	if paged(doc) {
		return pages(doc)
	}
	out := make([]Segment, 0, len(doc.Tables))
	var b strings.Builder
	for i := range doc.Tables {
		t := &doc.Tables[i]
		s := Segment{Kind: Sheet, Index: i + 1, Title: Canonical(t.Name)}
		if t.Shape == table.Prose {
			s.Kind = Section
		}
		b.Reset()
		for n := t.First; n < t.End; n++ {
			writeRow(&b, &doc.Rows[n])
		}
		s.Text = Canonical(b.String())
		out = append(out, s)
	}
	return out
}

func paged(doc *table.Document) bool {
	for i := range doc.Rows {
		if doc.Rows[i].Page > 0 {
			return true
		}
	}
	return false
}

// pages parts the rows by page, in the order of the pages' first rows. A page whose rows
// come back later, as those of a table that runs over pages may, is still one segment.
func pages(doc *table.Document) []Segment {
	var order []int
	text := map[int]*strings.Builder{}
	for i := range doc.Rows {
		r := &doc.Rows[i]
		b, ok := text[r.Page]
		if !ok {
			b = &strings.Builder{}
			text[r.Page] = b
			order = append(order, r.Page)
		}
		writeRow(b, r)
	}
	out := make([]Segment, 0, len(order))
	for _, p := range order {
		out = append(out, Segment{Kind: Page, Index: p, Text: Canonical(text[p].String())})
	}
	return out
}

func writeRow(b *strings.Builder, r *table.Row) {
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	written := false
	for i := range r.Cells {
		if r.Cells[i].Blank() {
			continue
		}
		if written {
			b.WriteByte('\t')
		}
		b.WriteString(r.Cells[i].Text)
		written = true
	}
}

// Canonical returns a text in canonical form: NFC, line breaks as LF, without characters
// that a reader of the page cannot see.
func Canonical(s string) string {
	plain := true
	for i := range len(s) {
		if s[i] >= 0x80 || s[i] == '\r' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\r', r == 0x85, r == 0x2028, r == 0x2029:
			return '\n'
		case words.Invisible(r):
			return -1
		}
		return r
	}, s)
	return norm.NFC.String(s)
}
