package exact

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/text"
)

var update = flag.Bool("update", false, "write the golden files")

const page = "The tenant, Marguerite Oyelaran, was unable to pay 25,000.00 euros on 14 March 2021 (12/05/2026, 9:30). " +
	"Rene\u0301e couldn’t sign the non-binding offer of 1 250 000 €; l’entrée -12.50, 2½, 解除した, no."

func TestQuote(t *testing.T) {
	tests := []struct{ quote, want string }{
		{"Marguerite Oyelaran", ""},
		{page, ""},
		{"", "quote_not_on_segment"},
		{"marguerite Oyelaran", "quote_not_on_segment"},
		{"Marguerite  Oyelaran", "quote_not_on_segment"},
		{"able to pay", "quote_cuts_word"},
		{"Marguerite Oye", "quote_cuts_word"},
		{"5,000.00 euros", "quote_cuts_number"},
		{"pay 25,000", "quote_cuts_number"},
		{"000.00 euros", "quote_cuts_number"},
		{"on 14 March 202", "quote_cuts_number"},
		{"05/2026", "quote_cuts_number"},
		{"30). Rene\u0301e", "quote_cuts_number"},
		{"250 000 €", "quote_cuts_number"},
		{"offer of 1 250", "quote_cuts_number"},
		{"offer of 1 250 000 €", ""},
		{"12.50, 2½", "quote_cuts_number"},
		{"-12.50", ""},
		{"-12.50, 2", "quote_cuts_number"},
		{"14 March", ""},
		{"Rene", "quote_cuts_grapheme"},
		{"\u0301e couldn’t", "quote_cuts_grapheme"},
		{"Rene\u0301e couldn", "quote_cuts_word"},
		{"binding offer", "quote_cuts_word"},
		{"non-binding offer", ""},
		{"entrée", ""},
		{", ", "quote_blank"},
		{" ", "quote_blank"},
		{"pay", "quote_too_short"},
		{"14", "quote_too_short"},
		{"解除", ""},
		{"解", "quote_too_short"},
		{"no.", "quote_too_short"},
	}
	for _, tt := range tests {
		got := ""
		if code := Quote(page, tt.quote); code != "" {
			got = finding.Of(code).Name
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.quote, got, tt.want)
		}
	}
}

// Two regional letters make one flag.
func TestFlags(t *testing.T) {
	page := "x 🇫🇷🇩🇪 sold here"
	for quote, want := range map[string]string{"🇫🇷🇩🇪 sold": "", "🇩🇪 sold here": "", "🇷🇩🇪 sold": finding.QuoteCutsGrapheme, "🇪 sold here": finding.QuoteCutsGrapheme} {
		if got := Quote(page, quote); got != want {
			t.Errorf("%s: got %q, want %q", quote, got, want)
		}
	}
}

// One occurrence that stands is enough.
func TestSecondOccurrenceStands(t *testing.T) {
	if code := Quote("unable to pay, but able to pay later", "able to pay"); code != "" {
		t.Errorf("got %s", code)
	}
	start, end, code := Find("xabcd abcd", "abcd")
	if start != 6 || end != 10 || code != "" {
		t.Errorf("got %d %d %s", start, end, code)
	}
}

func quoted(doc, kind string, index Index, quote string) Ref {
	return Ref{Document: doc, Kind: kind, Index: index, Quote: &quote}
}

// Every failing quote is listed, each with the first rule that it breaks, in the order of the
// rules.
func TestEveryViolationIsListed(t *testing.T) {
	m := NewMap("id", []Segment{
		{Kind: Page, Index: 6, Text: page}, {Kind: Page, Index: 7, Text: "one"}, {Kind: Page, Index: 7, Text: "other"},
	})
	refs := []Ref{
		quoted("id", Page, At(6), "Marguerite Oyelaran"),
		quoted("", Page, At(6), "x"),
		quoted("id", "", At(6), "x"),
		quoted("id", Page, Index{}, "x"),
		{Document: "other", Kind: Page, Index: At(6)},
		quoted("other", Page, At(99), "x"),
		quoted("id", "Page", At(6), "x"),
		quoted("id", Page, At(8), "x"),
		quoted("id", Page, At(7), "other"),
		quoted("id", Page, At(6), ""),
	}
	var got []string
	for _, v := range Check(m, refs) {
		got = append(got, fmt.Sprintf("%d %s", v.Ref, finding.Of(v.Code).Name))
	}
	want := "1 missing_citation_anchor|2 missing_citation_anchor|3 missing_citation_anchor|5 document_id_differs|" +
		"6 segment_not_found|7 segment_not_found|8 segment_ambiguous|9 quote_not_on_segment"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
	if v := Check(NewMap("", m.Segments), refs[:1]); len(v) != 1 || v[0].Code != finding.MissingCitationAnchor {
		t.Errorf("a document without an id: %v", v)
	}
}

func TestDecide(t *testing.T) {
	m := NewMap("id", []Segment{{Kind: Page, Index: 6, Text: page}})
	good, bad := quoted("id", Page, At(6), "Marguerite Oyelaran"), quoted("id", Page, At(6), "Marguerite Smith")
	pointer := Ref{Document: "stale", Kind: Page, Index: At(6)}
	tests := []struct {
		name, status string
		refs         []Ref
		outcome, to  string
		loaded       bool
	}{
		{"good", "pending", []Ref{good}, Proceed, "pending", true},
		{"bad", "pending", []Ref{good, bad}, Hold, NeedsReview, true},
		{"bad, received", "received", []Ref{bad}, Hold, NeedsReview, true},
		{"bad, but final", Registered, []Ref{bad}, Hold, Registered, true},
		{"bad, but rejected", Rejected, []Ref{bad}, Hold, Rejected, true},
		{"a pointer is not checked", "pending", []Ref{pointer}, Proceed, "pending", false},
		{"nothing", "pending", nil, Proceed, "pending", false},
		{"an anchor that fails still loads", "pending", []Ref{quoted("", "", Index{}, "x")}, Hold, NeedsReview, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			loads := 0
			d, err := Decide(tt.status, tt.refs, func() (*Map, error) { loads++; return m, nil })
			if err != nil {
				t.Fatal(err)
			}
			if d.Outcome != tt.outcome || d.Status != tt.to || d.Loaded != tt.loaded || d.Effect != (tt.outcome == Proceed) {
				t.Errorf("got %+v", d)
			}
			if (loads == 1) != tt.loaded || loads > 1 {
				t.Errorf("segments were loaded %d times", loads)
			}
		})
	}
	broken := errors.New("disk")
	if d, err := Decide("pending", []Ref{good}, func() (*Map, error) { return nil, broken }); !errors.Is(err, broken) || d.Effect {
		t.Errorf("segments that cannot be read: %+v, %v", d, err)
	}
}

func TestDecodeRef(t *testing.T) {
	tests := []struct{ in, want string }{
		{`{"document":"d","kind":"page","index":6,"quote":"q"}`, `d page 6 true "q"`},
		{`{"document":"d","kind":"page","index":-6}`, `d page -6 true none`},
		{`{"document":null,"kind":5,"index":null,"quote":null}`, `  0 false none`},
		{`{"document":"d","kind":"page","index":"6","quote":""}`, `d page 0 false ""`},
		{`{"document":"d","kind":"page","index":6.0,"quote":7}`, `d page 0 false ""`},
		{`{"document":"d","kind":"page","index":6e0,"Quote":"q"}`, `d page 0 false none`},
		{`{"index":true}`, `  0 false none`},
		{`{"index":123456789012345678901234567890}`, `  -9223372036854775808 true none`},
		{`{"quote":"a","quote":"b"}`, `error`},
		{`{"quote":"a"`, `error`},
		{`[]`, `error`},
		{``, `error`},
	}
	for _, tt := range tests {
		r, err := DecodeRef([]byte(tt.in), DefaultNames)
		got := "error"
		if err == nil {
			quote := "none"
			if r.Quote != nil {
				quote = fmt.Sprintf("%q", *r.Quote)
			}
			got = fmt.Sprintf("%s %s %d %v %s", r.Document, r.Kind, r.Index.Value, r.Index.Valid, quote)
		}
		if got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.in, got, tt.want)
		}
		var again Ref
		if (json.Unmarshal([]byte(tt.in), &again) != nil) != (err != nil) {
			t.Errorf("%s: Unmarshal and DecodeRef disagree", tt.in)
		}
	}
}

// documents are one of each shape, with everything that the canonical text changes.
func documents(t *testing.T) []*table.Document {
	t.Helper()
	sheet := &table.Document{
		Name: "rent.xlsx", Format: "xlsx", ID: "sheet-id",
		Tables: []table.Table{{Name: "Rent Roll", Shape: table.Sheet, End: 2}, {Name: "Cafe\u0301", Shape: table.Sheet, First: 2, End: 3}},
		Rows: []table.Row{
			{Cells: []table.Cell{{Text: "Rent", Col: 0}, {Text: " ", Col: 1}, {Text: "1,250.00", Col: 4}, {Text: "EUR", Col: 5}}},
			{Number: 1, Cells: []table.Cell{{Text: "Rene\u0301e\nLe\u00adfe\u0300vre", Col: 0}}},
			{Number: 2, Table: 1, Cells: []table.Cell{{Text: "\u00c5ngstr\u00f6m \ufb01nal\u200b"}}},
		},
	}
	pdf := &table.Document{
		Name: "lease.pdf", Format: "pdf", ID: "page-id",
		Tables: []table.Table{{Name: "page 1, table 1", Shape: table.Grid, End: 3}},
		Rows: []table.Row{
			{Page: 1, Cells: []table.Cell{{Text: "a"}, {Text: "b", Col: 1}}},
			{Number: 1, Page: 2, Cells: []table.Cell{{Text: "c"}}},
			{Number: 2, Page: 2, Cells: []table.Cell{{Text: "d\u2028e"}}},
		},
	}
	body := []byte("intro\n\n# Loans\nKeep it 21 days.\n# Loans\r\nTwice.\n")
	src := table.Source{Name: "notes.md", Data: bytes.NewReader(body), Size: int64(len(body))}
	prose, err := table.Collect(t.Context(), text.Reader{}, text.Format, src, table.Options{Limits: table.DefaultLimits()})
	if err != nil {
		t.Fatal(err)
	}
	return []*table.Document{sheet, pdf, prose}
}

// The map of segments is byte-identical in every build: quotes are true against it only.
func TestSegmentsAreStable(t *testing.T) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, d := range documents(t) {
		m := MapOf(d)
		fmt.Fprintf(&b, "%s %s\n", d.Name, m.ID)
		for i := range m.Segments {
			if err := enc.Encode(m.Segments[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	golden := filepath.Join("testdata", "segments.golden")
	if *update {
		if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// Another edition of a document has another id, and what was quoted from the first fails.
func TestChangedDocument(t *testing.T) {
	read := func(body string) *Map {
		src := table.Source{Name: "a.md", Data: strings.NewReader(body), Size: int64(len(body))}
		d, err := table.Collect(t.Context(), text.Reader{}, text.Format, src, table.Options{Limits: table.DefaultLimits()})
		if err != nil {
			t.Fatal(err)
		}
		return MapOf(d)
	}
	first, second := read("# A\nKeep it 21 days.\n"), read("# A\nKeep it 21 days!\n")
	ref := []Ref{quoted(first.ID, Section, At(1), "Keep it 21 days")}
	if v := Check(first, ref); len(v) != 0 {
		t.Errorf("in its own edition: %v", v)
	}
	if v := Check(second, ref); len(v) != 1 || v[0].Code != finding.DocumentIDDiffers {
		t.Errorf("in another edition: %v", v)
	}
}

func FuzzExact(f *testing.F) {
	seeds := [][2]string{
		{page, "able to pay"}, {page, "Marguerite"}, {"a", ""}, {"e\u0301", "e"}, {"25,000.00", "5,000"}, {"解除した", "解除"},
		{"\r\nabcd", "\nabcd"}, {"\xff\xfeabcd", "abcd"}, {"abcd\u200dx", "abcd"}, {"1 250", "250"},
	}
	if len(seeds) < 8 {
		f.Fatal("too few seeds")
	}
	for _, s := range seeds {
		f.Add(s[0], s[1])
	}
	alnum := func(b byte) bool { return b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z' }
	f.Fuzz(func(t *testing.T, text, quote string) {
		start, end, code := Find(text, quote)
		if code != "" {
			if !strings.Contains(text, quote) && code != finding.QuoteNotOnSegment {
				t.Fatalf("absent, but %s", code)
			}
			return
		}
		if quote == "" || text[start:end] != quote {
			t.Fatalf("%q accepted at %d of %q", quote, start, text)
		}
		if start > 0 && alnum(text[start-1]) && alnum(text[start]) || end < len(text) && alnum(text[end-1]) && alnum(text[end]) {
			t.Fatalf("%q cuts %q", quote, text)
		}
		if utf8.ValidString(text) && !utf8.ValidString(quote) {
			t.Fatalf("half a character: %q", quote)
		}
		letters := 0
		for i := range len(quote) {
			if alnum(quote[i]) || quote[i] >= 0x80 {
				letters++
			}
		}
		if letters < 2 {
			t.Fatalf("%q proves nothing", quote)
		}
	})
}
