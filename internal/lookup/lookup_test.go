package lookup

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// grid makes a document of one table. Cells are parted by bars; an empty cell prints nothing.
// A pilcrow is a line break inside a cell. One written as "text{1234.5}" stores a number, "text{=2026-05-01}" a date.
func grid(rows ...string) *table.Document {
	doc := &table.Document{Format: "csv"}
	t := table.Table{Shape: table.Sheet, End: len(rows)}
	for n, line := range rows {
		r := table.Row{Number: n, Line: n + 1}
		for col, text := range strings.Split(line, "|") {
			text = strings.ReplaceAll(text, "¶", "\n")
			c := table.Cell{Text: text, Col: int32(col)}
			if at := strings.IndexByte(text, '{'); at >= 0 {
				c.Text, c.Stored, c.Kind = text[:at], strings.Trim(text[at:], "{}"), table.Number
				if day, ok := strings.CutPrefix(c.Stored, "="); ok {
					c.Stored, c.Kind = day, table.Date
				}
			}
			if c.Text != "" || c.Stored != "" {
				r.Cells = append(r.Cells, c)
			}
			t.Columns = max(t.Columns, col+1)
		}
		doc.Rows = append(doc.Rows, r)
	}
	doc.Tables = []table.Table{t}
	return doc
}

func french(int, int) notation.Context {
	return notation.Context{Decimal: ',', Order: notation.DMY, Years: notation.YearsAround(2026)}
}

func find(src Source, rows []int, f task.Field, quote string) Result {
	var r Result
	if src.Context == nil {
		src.Context = french
	}
	New(src).Find(&Query{Rows: rows, Field: &f, Claim: &claim.Value{Quote: quote}}, &r)
	return r
}

// line writes a choice in one line, for comparing.
func line(r *Result, col int) string {
	ch := r.Choose(col)
	out := ch.Verdict.String()
	if ch.Code != "" {
		out += " " + finding.Of(ch.Code).Name
	}
	if h := ch.Hit; h != nil {
		if h.Note != "" {
			out += " " + finding.Of(h.Note).Name
		}
		out += fmt.Sprintf(" %q", h.Value)
		if h.Unit != "" || h.Currency != "" {
			out += " " + h.Currency + h.Unit
		}
		for _, e := range h.Evidence {
			out += fmt.Sprintf(" %d/%d:%d-%d", e.Row, e.Col, e.Start, e.End)
		}
	}
	return out
}

type kindTest struct {
	name, rows, quote, want string
}

func run(t *testing.T, f task.Field, tests []kindTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := grid(strings.Split(tt.rows, "\n")...)
			rows := make([]int, len(doc.Rows))
			for i := range rows {
				rows[i] = i
			}
			r := find(Source{Doc: doc, Empty: []string{"néant"}}, rows, f, tt.quote)
			if got := line(&r, AnyColumn); got != tt.want {
				t.Errorf("%q in %q\ngot  %s\nwant %s", tt.quote, tt.rows, got, tt.want)
			}
		})
	}
}

func TestText(t *testing.T) {
	run(t, task.Field{Type: task.Text}, []kindTest{
		{"whole cell", "12 rue Haute|Lille", "12 rue Haute", `accepted "12 rue Haute" 0/0:0-12`},
		{"edges are not part", "« Dupont », Jean", "Dupont", `accepted "Dupont" 0/0:3-9`},
		{"closing bracket", "Travel (flat)|x", "Travel (flat)", `accepted "Travel (flat)" 0/0:0-13`},
		{"its own full stop", "S.A. Martin et Cie. Lyon", "Martin et Cie.", `accepted "Martin et Cie." 0/0:5-19`},
		{"blanks folded in the value", "12  rue¶Haute", "12 rue Haute", `accepted "12 rue Haute" 0/0:0-13`},
		{"over cells", "3 quai Saint-|96|Malo", "3 quai Saint-Malo", `accepted "3 quai Saint-Malo" 0/0:0-13 0/2:0-4`},
		{"to the next row, same column", "a|Aix-en-\nb|Provence", "Aix-en-Provence", `accepted "Aix-en-Provence" 0/1:0-7 1/1:0-8`},
		{"word broken by the line end", "un appar-|1\ntement|2", "un appartement", `accepted "un appartement" 0/0:0-9 1/0:0-6`},
		{"word broken inside its cell", "un appar-¶tement neuf", "appartement neuf", `accepted "appartement neuf" 0/0:3-21`},
		{"upper case goes on nowhere", "un Saint-|1\nMalo|2", "un SaintMalo", `refused word_missing`},
		{"three breaks are too many", "a b|c d|e f|g h", "a b c d e f g h", `held words_scattered "a b c d e f g h" 0/0:0-3 0/1:0-3 0/2:0-3 0/3:0-3`},
		{"a word behind the figure is no cell edge", "rue 12 bis|Lille", "rue Lille", `held words_scattered "rue Lille" 0/0:0-3 0/1:0-5`},
		{"a figure is", "rue 12|Lille", "rue Lille", `accepted "rue Lille" 0/0:0-3 0/1:0-5`},
		{"digits joined by a hyphen", "2018 x 2024", "2018-2024", `refused out_of_order`},
		{"digits joined on the page too", "en 2018-2024", "2018-2024", `accepted "2018-2024" 0/0:3-12`},
		{"lone dash", "a|-", "-", `refused empty_value`},
		{"accent", "Evry|a", "Évry", `refused accent_differs`},
		{"a word for nothing", "néant|a b", "néant", `accepted kept_as_printed "" 0/0:0-6`},
	})
}

func TestIdentifier(t *testing.T) {
	run(t, task.Field{Type: task.Identifier}, []kindTest{
		{"blanks go", "IBAN FR76 3000 6000 0112 3456 7890 189", "FR7630006000011234567890189", `accepted "FR76 3000 6000 0112 3456 7890 189" 0/0:5-38`},
		{"dots and dashes go", "732.829.320-00074", "73282932000074", `accepted "732.829.320-00074" 0/0:0-17`},
		{"leading zeros stay", "00123|x", "123", `refused not_printed`},
		{"case", "lot a-12", "A12", `accepted "a-12" 0/0:4-8`},
		{"no edge at a dash", "A-12", "12", `refused not_printed`},
		{"no edge at a slash", "12/3", "12", `refused not_printed`},
		{"a slash counts", "A/12", "A12", `refused not_printed`},
		{"a full stop at its end", "Lot 12.", "12", `accepted "12" 0/0:4-6`},
		{"part of a longer number", "SIRET 732 829 320 00074", "732829320", `held partial_cell "732 829 320" 0/0:6-17`},
		{"over two cells", "732 829|320", "732829320", `held split_cells "" 0/0:0-7 0/1:0-3`},
		{"scientific", "4.41E+15{4410000000000000}", "4410000000000000", `held scientific "" 0/0:0-8`},
		{"grouped by its format", "12 345{12345}", "12345", `accepted "12 345" 0/0:0-6`},
		{"zeros of the format", "00123{123}", "123", `refused not_printed`},
		{"zeros of the format as printed", "00123{123}", "00123", `accepted "00123" 0/0:0-5`},
		{"nothing in it", "a", "--", `refused empty_value`},
	})
}

func TestCheckDigits(t *testing.T) {
	tests := []struct {
		kind, quote string
		ok          bool
	}{
		{"iban", "GB82 WEST 1234 5698 7654 32", true},
		{"iban", "GB82 WEST 1234 5698 7654 23", false},
		{"iban", "GB82", false},
		{"luhn", "732 829 320 00074", true},
		{"luhn", "732 829 320 00075", false},
		{"luhn", "A32", false},
		{"", "anything 1", true},
	}
	for _, tt := range tests {
		r := find(Source{Doc: grid(tt.quote)}, []int{0}, task.Field{Type: task.Identifier, CheckDigits: tt.kind}, tt.quote)
		want := "held check_digits"
		if tt.ok {
			want = "accepted"
		}
		if got := line(&r, AnyColumn); !strings.HasPrefix(got, want) {
			t.Errorf("%s %q: got %s, want %s", tt.kind, tt.quote, got, want)
		}
	}
}

var status = task.Field{Type: task.Choice, Choices: []task.Member{
	{Name: "let", Words: []string{"Let", "Occupied"}},
	{Name: "vacant", Words: []string{"Vacant", "Not let"}},
}}

func TestChoice(t *testing.T) {
	run(t, status, []kindTest{
		{"its word", "12|Occupied", "Occupied", `accepted "let" 0/1:0-8`},
		{"its name", "12|occupied", "let", `accepted "let" 0/1:0-8`},
		{"another word for it", "12|Let", "Occupied", `accepted "let" 0/1:0-3`},
		{"the other member", "12|Vacant", "let", `refused not_printed`},
		{"inside a longer word for another", "12|Not let", "let", `refused not_printed`},
		{"the longer word", "12|Not let", "vacant", `accepted "vacant" 0/1:0-7`},
		{"both", "12|Let, then vacant", "let", `held ambiguous_value "let" 0/1:0-3`},
		{"not mapped", "12|Squatted", "Squatted", `held unmapped_choice "" 0/1:0-8`},
		{"neither mapped nor printed", "12|Let", "Squatted", `refused not_printed`},
	})
	run(t, task.Field{Type: task.Boolean, Choices: []task.Member{{Name: "true", Words: []string{"oui"}}, {Name: "false", Words: []string{"non"}}}}, []kindTest{
		{"translated", "oui|Lyon", "true", `accepted "true" 0/0:0-3`},
		{"translated wrongly", "oui|Lyon", "false", `refused not_printed`},
	})
	run(t, task.Field{Type: task.Boolean}, []kindTest{
		{"without words", "TRUE|Lyon", "true", `accepted "true" 0/0:0-4`},
	})
}

func TestExact(t *testing.T) {
	run(t, task.Field{Type: task.Exact}, []kindTest{
		{"bytes", "was unable to pay|x", "unable to pay", `accepted "unable to pay" 0/0:4-17`},
		{"case", "was unable to pay|x", "Unable to pay", `refused quote_not_on_segment`},
		{"cut", "was unable to pay|x", "able to pay", `refused quote_cuts_word`},
		{"short but the whole cell", "no|x", "no", `accepted "no" 0/0:0-2`},
		{"empty", "no|x", "", `refused empty_value`},
	})
}

func TestUnread(t *testing.T) {
	doc := grid("a|=SUM(B1:B9)|5")
	doc.Rows[0].Cells[1].Flags = table.Uncached
	for _, tt := range []struct {
		kind  task.Type
		quote string
		col   int
		want  string
	}{
		{task.Number, "300", 1, "held not_calculated"},
		{task.Number, "300", 2, "refused not_printed"},
		{task.Number, "5", 2, "accepted"},
		{task.Text, "=SUM(B1:B9)", AnyColumn, "held not_calculated"},
		{task.Identifier, "9", 1, "held not_calculated"},
		{task.Date, "2026-05-01", 1, "held not_calculated"},
	} {
		r := find(Source{Doc: doc}, []int{0}, task.Field{Type: tt.kind}, tt.quote)
		if got := line(&r, tt.col); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%v %q: got %s, want %s", tt.kind, tt.quote, got, tt.want)
		}
	}
	long := grid(strings.Repeat("word ", 30) + "|7")
	r := find(Source{Doc: long, CellRunes: 100}, []int{0}, task.Field{}, "word word")
	if got := line(&r, AnyColumn); !strings.HasPrefix(got, "held cell_too_long") {
		t.Errorf("long cell: %s", got)
	}
	r = find(Source{Doc: long, CellRunes: 100}, []int{0}, task.Field{Type: task.Number}, "7")
	if got := line(&r, AnyColumn); !strings.HasPrefix(got, "accepted") {
		t.Errorf("beside a long cell: %s", got)
	}
}

func TestDoubtful(t *testing.T) {
	doc := grid("lot 12|rue Haute|1 250,00|01/05/2026")
	for i := range doc.Rows[0].Cells {
		doc.Rows[0].Cells[i].Flags = table.Recognised | table.Doubtful
	}
	for _, tt := range []struct {
		kind        task.Type
		quote, want string
	}{
		{task.Text, "rue Haute", "accepted"},
		{task.Text, "lot 12", "held doubtful_recognition"},
		{task.Number, "1 250,00", "held doubtful_recognition"},
		{task.Date, "01/05/2026", "held doubtful_recognition"},
		{task.Identifier, "12", "held doubtful_recognition"},
	} {
		r := find(Source{Doc: doc}, []int{0}, task.Field{Type: tt.kind}, tt.quote)
		if got := line(&r, AnyColumn); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%v %q: got %s, want %s", tt.kind, tt.quote, got, tt.want)
		}
	}
}

// A value is held where the text of its cell, or of one of its cells, is not surely what the
// file prints; a cell beside it is not.
func TestUnvouched(t *testing.T) {
	for _, flag := range []struct {
		flag table.Flags
		want string
	}{{table.Marked, "held marked_cell"}, {table.Calculated | table.Formula, "held calculated_cell"}, {table.Formula, "accepted"}} {
		doc := grid("lot 12|rue Haute|1 250,00{=1250}|01/05/2026|7|let|12,5|")
		for i := range doc.Rows[0].Cells {
			if i != 4 {
				doc.Rows[0].Cells[i].Flags = flag.flag
			}
		}
		choice := task.Field{Type: task.Choice, Choices: []task.Member{{Name: "let", Words: []string{"let"}}}}
		for _, tt := range []struct {
			field task.Field
			quote string
			want  string
		}{
			{task.Field{}, "rue Haute", flag.want},
			{task.Field{}, "lot 12 rue Haute", flag.want},
			{task.Field{Type: task.Number}, "1 250,00", flag.want},
			{task.Field{Type: task.Number}, "1250", flag.want},
			{task.Field{Type: task.Date}, "01/05/2026", flag.want},
			{task.Field{Type: task.Identifier}, "12", flag.want},
			{task.Field{Type: task.Exact}, "rue Haute", flag.want},
			{choice, "let", flag.want},
			{task.Field{Type: task.Number}, "7", "accepted"},
		} {
			r := find(Source{Doc: doc, Context: french}, []int{0}, tt.field, tt.quote)
			if got := line(&r, AnyColumn); !strings.HasPrefix(got, tt.want) {
				t.Errorf("%v, %v %q: got %s, want %s", flag.flag, tt.field.Type, tt.quote, got, tt.want)
			}
		}
	}
}

func TestCarriedDown(t *testing.T) {
	doc := grid("Building|Unit", "Nord|1", "|2", "|3")
	doc.Tables[0].Merges = []table.Area{{FirstLine: 2, FirstCol: 0, LastLine: 4, LastCol: 0}}
	st := structure.WithHeadings(doc, []int{0})
	if _, ok := st.Carried(3, 0); !ok {
		t.Fatal("the merged cell is not carried down")
	}
	r := find(Source{Doc: doc, Structure: st}, []int{3}, task.Field{Shared: true}, "Nord")
	if got, want := line(&r, 0), `accepted "Nord" 1/0:0-4`; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	if h := r.Hits[0]; !h.Carried || h.Row != 3 {
		t.Errorf("carried %v into row %d", h.Carried, h.Row)
	}
	r = find(Source{Doc: doc, Structure: st}, []int{0, 1}, task.Field{}, "Building")
	if got, want := line(&r, AnyColumn), "refused header_only"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTwoPlacesAreTwoHits(t *testing.T) {
	r := find(Source{Doc: grid("lot|500|500|total 500")}, []int{0}, task.Field{Type: task.Money}, "500")
	if len(r.Hits) != 3 || r.Hits[0].Col != 1 || r.Hits[1].Col != 2 || r.Hits[2].Whole {
		t.Fatalf("hits %+v", r.Hits)
	}
	if ch := r.Choose(2); ch.Hit.Col != 2 || ch.Verdict != verdict.Accepted {
		t.Errorf("chose %+v", ch)
	}
	if ch := r.Choose(0); ch.Verdict != verdict.Held || ch.Code != finding.OffColumn {
		t.Errorf("off column: %+v", ch)
	}
}

func TestCite(t *testing.T) {
	shown := func(n int) bool { return n >= 0 && n < 5 }
	c := Cite([]int{3, 1, 3, 9, -1}, shown)
	if fmt.Sprint(c.Rows, c.Outside, c.Code) != "[1 3] [-1 9]" {
		t.Errorf("got %+v", c)
	}
	if c := Cite(nil, shown); c.Code != finding.NoRowsCited {
		t.Errorf("nothing cited: %+v", c)
	}
	if c := Cite([]int{7}, shown); c.Code != finding.RowOutOfRange {
		t.Errorf("nothing shown: %+v", c)
	}
	accepted := Choice{Verdict: verdict.Accepted}
	if ch := c.Bound(accepted, verdict.None, ""); ch.Verdict != verdict.Held || ch.Code != finding.RowOutOfRange {
		t.Errorf("a row outside: %+v", ch)
	}
	in := Citation{Rows: []int{1}}
	if ch := in.Bound(accepted, verdict.None, ""); ch.Verdict != verdict.Accepted {
		t.Errorf("all inside: %+v", ch)
	}
	if ch := in.Bound(accepted, verdict.Refused, finding.TooManyRows); ch.Verdict != verdict.Refused {
		t.Errorf("refused by the limits: %+v", ch)
	}
}

func TestLimits(t *testing.T) {
	tests := []struct {
		task int
		rows []int
		want string
	}{
		{0, []int{1, 2, 3, 4, 5, 6}, ""},
		{0, []int{1, 2, 3, 4, 5, 6, 7}, "too_many_rows"},
		{8, []int{1, 2, 3, 4, 5, 6, 7}, ""},
		{8, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, "too_many_rows"},
		{2, []int{1, 2, 3}, "more_rows_than_task"},
		{0, []int{1, 21}, ""},
		{0, []int{1, 22}, "rows_far_apart"},
		{30, []int{1, 30}, ""},
		{1, nil, ""},
	}
	for _, tt := range tests {
		_, code := Limits{Task: tt.task}.Check(tt.rows)
		name := ""
		if code != "" {
			name = finding.Of(code).Name
		}
		if name != tt.want {
			t.Errorf("%d %v: got %q, want %q", tt.task, tt.rows, name, tt.want)
		}
	}
}

// A citation wider than the cache still reads each of its rows.
func TestWideCitation(t *testing.T) {
	rows := make([]string, 2*cachedRows)
	for i := range rows {
		rows[i] = fmt.Sprintf("lot %d|%d", i, 1000+i)
	}
	r := find(Source{Doc: grid(rows...)}, []int{1, 1 + cachedRows}, task.Field{Type: task.Number}, "1001")
	if len(r.Hits) != 1 || r.Hits[0].Row != 1 {
		t.Errorf("hits %+v", r.Hits)
	}
	r = find(Source{Doc: grid(rows...)}, []int{1, 1 + cachedRows}, task.Field{Type: task.Number}, "1257")
	if len(r.Hits) != 1 || r.Hits[0].Row != 1+cachedRows {
		t.Errorf("hits %+v", r.Hits)
	}
}
