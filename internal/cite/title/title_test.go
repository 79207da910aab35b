package title

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/text"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

const handbook = `# Loans
A member may keep a book for 21 days.
Journals stay in the building.

# Late returns
The charge is 0.20 euro per day, capped at 6 euros per book.
It is 25,000 euros for the whole library.

# Hours
Tuesday to Saturday, 9:30 to 18:00. A member may keep
a key. Straße nach Süden.

# Empty
`

func document(t *testing.T, body string) *table.Document {
	t.Helper()
	src := table.Source{Name: "handbook.md", Data: strings.NewReader(body), Size: int64(len(body))}
	doc, err := table.Collect(t.Context(), text.Reader{}, text.Format, src, table.Options{Limits: table.DefaultLimits()})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func name(code string) string {
	if code == "" {
		return ""
	}
	return " " + finding.Of(code).Name
}

func TestAnswers(t *testing.T) {
	d := NewDocument(document(t, handbook))
	if got := fmt.Sprint(d.Titles()); got != "[Loans Late returns Hours Empty]" {
		t.Fatalf("titles %s", got)
	}
	tests := []struct {
		name, answer, title, want string
	}{
		{"good", "Keep it “21 days”.", "Loans", "accepted linked"},
		{"swapped title", "Keep it “21 days”.", "Late returns", "refused clause_not_in_chunk"},
		{"invented title", "Keep it “21 days”.", "Lending", "refused title_not_in_list"},
		{"swapped quote", "Keep it “capped at 6 euros per book”.", "Loans", "refused clause_not_in_chunk"},
		{"title in another case", "Keep it “21 days”.", "loans", "refused title_not_in_list"},
		{"blanks around the title", "Keep it “21 days”.", "  Loans\t", "accepted linked"},
		{"over two lines", "“A member may keep a key.”", "Hours", "accepted linked"},
		{"stands in two parts", "“A member may keep”", "Hours", "held clause_not_distinctive"},
		{"one of two stands in two parts", "“A member may keep”, “for 21 days”", "Loans", "accepted linked"},
		{"cut word", "“1 days”", "Loans", "refused clause_not_in_chunk"},
		{"cut figure", "“5,000 euros”", "Late returns", "refused clause_not_in_chunk"},
		{"straight quotes", `"for 21 days"`, "Loans", "accepted linked"},
		{"guillemets", "« for 21 days »", "Loans", "accepted linked"},
		{"German quotes", "„for 21 days“", "Loans", "accepted linked"},
		{"single quotes with an apostrophe", "‘Straße nach Süden’ isn’t far", "Hours", "accepted linked"},
		{"straight single quotes", "It's kept 'for 21 days'.", "Loans", "accepted linked"},
		{"straight single quotes beside others", "The tenants' “for 21 days” and the owners' key", "Loans", "accepted linked"},
		{"apostrophes alone", "It's the tenants' key", "Loans", "refused clause_missing"},
		{"capitals with ss are another spelling", "“STRASSE NACH SÜDEN”", "Hours", "refused clause_not_in_chunk"},
		{"a quotation that never closes", "Keep it “for 21 days", "Loans", "refused clause_missing"},
		{"no quotation", "Keep it 21 days", "Loans", "refused clause_missing"},
		{"too short", "“per”", "Late returns", "refused clause_too_short"},
		{"one word without a digit", "“building”", "Loans", "refused clause_too_short"},
		{"a figure that is not there", "Keep it 30 days, “Journals stay in the building”", "Loans", "held number_not_in_chunk"},
		{"part of a time", "At 9, “Tuesday to Saturday”", "Hours", "held number_not_in_chunk"},
		{"a time", "At 9:30, “Tuesday to Saturday”", "Hours", "accepted linked"},
		{"part of a figure", "It is 5,000: “for the whole library”", "Late returns", "held number_not_in_chunk"},
		{"figure of the question", "After 40 days: “capped at 6 euros per book”", "Late returns", "accepted linked"},
		{"an empty part", "“for 21 days”", "Empty", "refused clause_not_in_chunk"},
		{"no title", "Keep it “21 days”.", "", "refused title_missing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := claim.Prose{Answer: tt.answer, Title: tt.title, HasTitle: tt.title != ""}
			v := d.Check(task.Question{ID: "q", Ask: "What after 40 days?"}, p)
			got := v.Verdict.String() + name(v.Code)
			if v.Linked {
				got += " linked"
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if v.Linked && (len(v.Evidence) == 0 || v.Row < 0) {
				t.Errorf("a link without its place: %+v", v)
			}
		})
	}
}

func TestUnknown(t *testing.T) {
	d := NewDocument(document(t, handbook))
	yes, no := "Loans", ""
	for _, tt := range []struct {
		answer string
		flag   bool
		title  *string
		clause bool
		want   string
	}{
		{"", true, nil, false, "accepted"},
		{"I do not know.", false, nil, false, "accepted"},
		{"i do not KNOW", false, &no, false, "accepted"},
		{"I do not know.", false, nil, true, "refused title_missing"},
		{"", true, &yes, false, "refused unknown_with_title"},
		{"I do not know.", false, &yes, false, "refused clause_missing"},
		{"No idea.", false, nil, false, "refused title_missing"},
	} {
		p := claim.Prose{Answer: tt.answer, Unknown: tt.flag, HasClause: tt.clause, Clause: "I do not know"}
		if tt.title != nil {
			p.Title, p.HasTitle = *tt.title, true
		}
		v := d.Check(task.Question{}, p, "I do not know")
		if got := v.Verdict.String() + name(v.Code); got != tt.want {
			t.Errorf("%+v: got %s, want %s", tt, got, tt.want)
		}
		if v.Linked || v.Row != -1 || v.Unknown != (v.Verdict == verdict.Accepted) {
			t.Errorf("%+v: linked %v, row %d, unknown %v", tt, v.Linked, v.Row, v.Unknown)
		}
	}
}

// The evidence of a clause is the words themselves, line by line.
func TestEvidence(t *testing.T) {
	doc := document(t, handbook)
	v := Check(doc, task.Question{}, claim.Prose{Answer: "“a member MAY  keep a key”", Title: "Hours", HasTitle: true})
	var got []string
	for _, e := range v.Evidence {
		got = append(got, fmt.Sprintf("%d:%s", doc.Rows[e.Row].Line, doc.Rows[e.Row].Cells[0].Text[e.Start:e.End]))
	}
	if s := strings.Join(got, "|"); s != "10:A member may keep|11:a key" {
		t.Errorf("evidence %s", s)
	}
}

func TestFiguresAreWhole(t *testing.T) {
	got := strings.Join(figures("From 9:30 to 18:00, -5 °C, 25,000.00; 14/03/2021, A4, 1 250 and .5"), " | ")
	if want := "9:30 | 18:00 | -5 | 25,000.00 | 14/03/2021 | 4 | 1 250 | .5"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// FuzzTitle: what passes names a title that stands once, and every clause, folded by the
// simplest rule, is part of that title's text.
func FuzzTitle(f *testing.F) {
	seeds := [][4]string{
		{"Loans", "keep it for 21 days", "“for 21 days”", "Loans"}, {"A", "b c d e", `"b c"`, "A"},
		{"N", "25,000 euros", "“5,000 euros”", "N"}, {"É", "l’entrée à 9:30", "«l'entrée»", "É"}, {"", "x", "“x”", ""},
		{"a b", "Straße", "“STRASSE x”", "a  b"}, {"x", "\u0301abc def", "“abc def”", "x"}, {"ﬁ", "oﬃce hours", "“office hours”", "ﬁ"},
	}
	if len(seeds) < 8 {
		f.Fatal("too few seeds")
	}
	for _, s := range seeds {
		f.Add(s[0], s[1], s[2], s[3])
	}
	f.Fuzz(func(t *testing.T, title, body, answer, named string) {
		x := NewIndex([]Part{{Title: title, Text: body}, {Title: "another", Text: "something else entirely"}})
		o := x.Check(&Answer{Text: answer, Title: &named})
		if o.Verdict != verdict.Accepted {
			return
		}
		if !o.Linked || Normal(named) == "" || Normal(title) != Normal(named) && Normal(named) != "another" {
			t.Fatalf("linked to %q by %q: %+v", title, named, o)
		}
		for _, s := range o.Spans {
			if s.Start < 0 || s.End <= s.Start || o.Part == 0 && s.End > len(body) {
				t.Fatalf("span %+v of %q", s, body)
			}
			if part := x.parts[o.Part].text; ascii(part) && ascii(answer) && !contains(answer, part[s.Start:s.End]) {
				t.Fatalf("%q is no part of the answer %q", part[s.Start:s.End], answer)
			}
		}
	})
}

func ascii(s string) bool {
	return bytes.IndexFunc([]byte(s), func(r rune) bool { return r >= 0x80 || r < ' ' }) < 0
}

func contains(s, part string) bool {
	squeeze := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	return strings.Contains(squeeze(s), squeeze(part))
}
