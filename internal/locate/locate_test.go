package locate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/verify/verifytest"
)

func load(t *testing.T, text string) *task.Task {
	t.Helper()
	out, err := task.Load("t.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// document makes a delimited file of lines whose cells are parted by bars.
func document(lines string) *table.Document {
	d := &table.Document{Name: "t.csv", Format: "csv", Tables: []table.Table{{Name: "t", Shape: table.File}}}
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		r := table.Row{Number: len(d.Rows), Line: len(d.Rows) + 1}
		for col, text := range strings.Split(strings.TrimSpace(line), "|") {
			if text = strings.TrimSpace(text); text != "" {
				r.Cells = append(r.Cells, table.Cell{Text: text, Col: int32(col)})
			}
			d.Tables[0].Columns = max(d.Tables[0].Columns, col+1)
		}
		d.Rows = append(d.Rows, r)
	}
	d.Tables[0].End = len(d.Rows)
	return d
}

const lots = `version: 1
name: lots
notation: {decimal: ".", dates: dmy}
document:
  total: {type: money, labels: [Total]}
records:
  lot:
    rows: 1-2
    fields:
      floor: {type: text, shared: true}
      lot: {type: identifier, required: true, aliases: [Lot]}
      tenant: {type: text, aliases: [Tenant]}
      rent: {type: money, aliases: [Rent]}
      ends: {type: date, aliases: [Ends]}
`

const lotsText = `
Lot | Tenant | Rent | Ends
Ground floor
A1 | Oak Bakery | 1,200.00 | 01/02/2027
A2 | Elm Optics | 980.50 | 01/03/2027
First floor
A3 | Larch and Sons of the | 1,200.00 | 01/02/2027
 | Old Quay |  |
A4 | Vacant | 10.00 | 01/02/2027
A4 | Vacant | 10.00 | 01/02/2027
Total |  | 3,400.50 |
`

// TestPlaces: what is found where, row by row.
func TestPlaces(t *testing.T) {
	tk, doc := load(t, lots), document(lotsText)
	st := structure.Analyse(doc)
	for _, c := range []struct{ what, in, want string }{
		{"one row", `{"lot":[{"lot":"A2","rent":"980.50"}]}`, `{"lot":[{"rows":[3],"lot":"A2","rent":"980.50"}]}`},
		{"empty rows", `{"lot":[{"rows":[],"lot":"A2","rent":null}]}`, `{"lot":[{"rows":[3],"lot":"A2","rent":null}]}`},
		{"a number in canonical notation", `{"lot":[{"lot":"A1","rent":1200}]}`, `{"lot":[{"rows":[2],"lot":"A1","rent":1200}]}`},
		{"a shared value above", `{"lot":[{"floor":"Ground floor","lot":"A2"}]}`, `{"lot":[{"rows":[1,3],"floor":"Ground floor","lot":"A2"}]}`},
		{"the section of another", `{"lot":[{"floor":"First floor","lot":"A2"}]}`, `{"lot":[{"floor":"First floor","lot":"A2"}]}`},
		{"two rows of one record", `{"lot":[{"lot":"A3","tenant":"Larch and Sons of the Old Quay"}]}`, `{"lot":[{"rows":[5,6],"lot":"A3","tenant":"Larch and Sons of the Old Quay"}]}`},
		{"part of a cell", `{"lot":[{"lot":"A2","tenant":"Optics"}]}`, `{"lot":[{"rows":[3],"lot":"A2","tenant":"Optics"}]}`},
		{"no whole cell at all", `{"lot":[{"tenant":"Bakery"}]}`, `{"lot":[{"rows":[2],"tenant":"Bakery"}]}`},
		{"a date alone", `{"lot":[{"ends":"1 March 2027"}]}`, `{"lot":[{"rows":[3],"ends":"1 March 2027"}]}`},
		{"several", `{"lot":[{"rent":"1,200.00"}]}`, `{"lot":[{"rows":[[2],[5]],"rent":"1,200.00"}]}`},
		{"equal lines of equal records", `{"lot":[{"lot":"A4"},{"lot":"A4"}]}`, `{"lot":[{"rows":[[7],[8]],"lot":"A4"},{"rows":[[8],[7]],"lot":"A4"}]}`},
		{"nowhere", `{"lot":[{"lot":"A2","rent":"981.50"}]}`, `{"lot":[{"lot":"A2","rent":"981.50"}]}`},
		{"two records' values", `{"lot":[{"lot":"A2","rent":"1,200.00"}]}`, `{"lot":[{"lot":"A2","rent":"1,200.00"}]}`},
		{"rows that are given stay", `{"lot":[{"rows":[3], "lot":"A1"}]}`, `{"lot":[{"rows":[3], "lot":"A1"}]}`},
		{"rows of a value stay", `{"lot":[{"lot":{"quote":"A1","rows":[3]}}]}`, `{"lot":[{"lot":{"quote":"A1","rows":[3]}}]}`},
		{"only nulls", `{"lot":[{"lot":null}]}`, `{"lot":[{"lot":null}]}`},
		{"an unknown key stays", `{"lot":[{"lot":"A2","colour":"red"}]}`, `{"lot":[{"rows":[3],"lot":"A2","colour":"red"}]}`},
		{"an unknown key beside empty rows", `{"lot":[{"rows":[],"lot":"A2","colour":"red"}]}`, `{"lot":[{"rows":[3],"lot":"A2","colour":"red"}]}`},
		{"no object", `{"lot":[7]}`, `{"lot":[7]}`},
		{"a document value by its label", `{"document":[{"name":"total","value":"3,400.50"}]}`, `{"document":[{"rows":[9],"name":"total","value":"3,400.50"}]}`},
		{"a document value in several", `{"document":[{"name":"total","value":"1,200.00"}]}`, `{"document":[{"rows":[[2],[5]],"name":"total","value":"1,200.00"}]}`},
		{"what is set aside", `{"other":[{"rows":[0],"kind":"heading"}]}`, `{"other":[{"rows":[0],"kind":"heading"}]}`},
	} {
		got, _, err := Rows(doc, st, tk, []byte(c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("%s:\ngot  %s (%v)\nwant %s", c.what, got, err, c.want)
		}
	}
	if _, _, err := Rows(doc, st, tk, []byte(`{"lot":[`)); err == nil {
		t.Error("an answer that is cut off passes")
	}
}

// stored is one answer to a window of the whole document.
func stored(doc *table.Document, raw []byte) []claim.Stored {
	all := [2]int{0, len(doc.Rows)}
	return []claim.Stored{{Core: all, Shown: all, Outcome: "complete", Answerer: "find", Raw: string(raw)}}
}

func verdicts(t *testing.T, doc *table.Document, tk *task.Task, raw []byte) *verdict.Result {
	t.Helper()
	res, err := verify.Verify(doc, structure.Analyse(doc), tk, stored(doc, raw))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestSeveralPlacesAreHeld: places hold a record that one row would have accepted, whoever
// writes them, and the finding names all their rows.
func TestSeveralPlacesAreHeld(t *testing.T) {
	tk, doc := load(t, lots), document("Lot|Tenant|Rent|Ends\nA1|Oak Bakery|1,200.00|01/02/2027\nA2|Elm Optics|980.50|01/03/2027\nTotal||3,400.50\n")
	for _, c := range []struct {
		rows string
		want verdict.Verdict
		says []int
	}{
		{"[2]", verdict.Accepted, nil},
		{"[[2],[1]]", verdict.Held, []int{1, 2}},
		{"[[2],[2]]", verdict.Held, []int{2}},
		{"[[2],[900]]", verdict.Held, []int{2}},
		{"[[1],[2]]", verdict.Refused, []int{1, 2}},
		{"[[900],[2]]", verdict.Refused, []int{2}},
	} {
		res := verdicts(t, doc, tk, fmt.Appendf(nil, `{"lot":[{"rows":%s,"lot":"A2","tenant":"Elm Optics","rent":"980.50","ends":"01/03/2027"}]}`, c.rows))
		e := res.Entries.At(0)
		var says []int
		for i := range res.Findings {
			if res.Findings[i].Code == finding.FoundInSeveral {
				says = res.Findings[i].Rows
			}
		}
		if res.Entries.Len() != 1 || e.Verdict != c.want || !slices.Equal(says, c.says) {
			t.Errorf("rows %s: %s by %q, finding on %v; want %s, %v", c.rows, e.Verdict, e.Code, says, c.want, c.says)
		}
	}
	for _, bad := range []string{"[[2]]", "[]", "[[2],1]", "[1,[2]]", "[[2],[]]", "[[2],[[1]]]", `[["2"],[1]]`, "[[-1],[2]]"} {
		res := verdicts(t, doc, tk, fmt.Appendf(nil, `{"lot":[{"rows":%s,"lot":"A2","rent":"980.50"}]}`, bad))
		if res.Counts.Records.Accepted+res.Counts.Records.Held > 0 || res.Verdict == verdict.Sound {
			t.Errorf("rows %s: %+v", bad, res.Counts)
		}
	}
	res := verdicts(t, doc, tk, []byte(`{"document":[{"rows":[[3],[1]],"name":"total","value":"3,400.50"}]}`))
	if e := res.Entries.At(0); e.Verdict != verdict.Held || e.Code != finding.FoundInSeveral {
		t.Errorf("document value: %s by %s", e.Verdict, e.Code)
	}
}

// TestSchedule looks up 1,200 records of 1,200 rows, of which 30 say another rent: exactly
// these are found nowhere, and the others are accepted.
func TestSchedule(t *testing.T) {
	c := verifytest.Schedule(1200)
	altered := 0
	for i := range c.Answer.Records {
		r := &c.Answer.Records[i]
		r.Rows = nil
		if i%40 == 7 {
			v := &r.Fields[6]
			v.Quote = v.Quote[:len(v.Quote)-1] + string('0'+(v.Quote[len(v.Quote)-1]-'0'+1)%10)
			altered++
		}
	}
	c.Answer.Document[0].Rows = nil
	raw, counts, err := Rows(c.Doc, structure.Analyse(c.Doc), c.Task, claim.Encode(&c.Answer, c.Task))
	if err != nil {
		t.Fatal(err)
	}
	if altered != 30 || counts != (Counts{One: 1171, Nowhere: 30}) {
		t.Errorf("%d altered, %+v", altered, counts)
	}
	res := verdicts(t, c.Doc, c.Task, raw)
	refused := 0
	for _, e := range res.Entries.All() {
		switch {
		case e.Verdict == verdict.Refused && e.Code == finding.NoRowsCited:
			refused++
		case e.Verdict != verdict.Accepted && e.Record == "property":
			t.Errorf("%s: %s by %s", e.ID, e.Verdict, e.Code)
		}
	}
	if refused != 30 {
		t.Errorf("%d refused without rows", refused)
	}
}

// TestEqualRecords bounds what records cost that say the same.
func TestEqualRecords(t *testing.T) {
	var text, answer strings.Builder
	text.WriteString("Lot|Tenant|Rent|Ends\n")
	answer.WriteString(`{"lot":[`)
	for i := range 1200 {
		text.WriteString("A1|Oak Bakery|1,200.00|01/02/2027\n")
		if i > 0 {
			answer.WriteByte(',')
		}
		answer.WriteString(`{"lot":"A1","tenant":"Oak Bakery","rent":"1,200.00"}`)
	}
	answer.WriteString("]}")
	doc, tk := document(text.String()), load(t, lots)
	raw, counts, err := Rows(doc, structure.Analyse(doc), tk, []byte(answer.String()))
	if err != nil || counts.Several != 1200 {
		t.Fatalf("%+v %v", counts, err)
	}
	a, fs := claim.Decode(raw, tk)
	if len(a.Records) != 1200 || len(fs) > 0 || len(a.Records[0].Places) != claim.MaxPlaces || a.Records[0].Rows[0] == a.Records[1].Rows[0] {
		t.Errorf("%d records, findings %v", len(a.Records), fs)
	}
}

// FuzzRows: looking rows up changes nothing but rows, and an answer stays one.
func FuzzRows(f *testing.F) {
	seeds := []string{
		`{"lot":[{"lot":"A1"}]}`, `{"lot":[{"lot":"A4","rent":10}],"other":[{"rows":[0],"kind":"heading"}]}`,
		`{"document":[{"name":"total","value":"3,400.50"}]}`, `{"lot":[{"rent":"1,200.00","x":[1,{}]}],"lot":[]}`,
		`{"lot":[{"rows":[[2],[5]],"rent":"1,200.00"}]}`, `{"lot":{}}`, `{"a\u0000":1}`,
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	if len(seeds) < 5 {
		f.Fatal("too few seeds")
	}
	tk, err := task.Load("t.yaml", []byte(lots))
	if err != nil {
		f.Fatal(err)
	}
	doc := document(lotsText)
	st := structure.Analyse(doc)
	f.Fuzz(func(t *testing.T, in []byte) {
		if !json.Valid(in) || in[0] != '{' {
			t.Skip()
		}
		out, counts, err := Rows(doc, st, tk, in)
		if err != nil {
			return
		}
		if !json.Valid(out) {
			t.Fatalf("no JSON: %s", out)
		}
		before, _ := claim.Decode(in, tk)
		after, _ := claim.Decode(out, tk)
		if len(before.Records) != len(after.Records) || len(before.Document) != len(after.Document) || before.Refused != after.Refused {
			t.Fatalf("%s\nbecame %s", in, out)
		}
		found := 0
		for i := range after.Records {
			if !slices.EqualFunc(before.Records[i].Fields, after.Records[i].Fields, func(a, b claim.Value) bool {
				return a.Name == b.Name && a.Quote == b.Quote && a.Null == b.Null && slices.Equal(a.Rows, b.Rows)
			}) {
				t.Fatalf("%s\nbecame %s", in, out)
			}
			if len(before.Records[i].Rows) == 0 && len(after.Records[i].Rows) > 0 {
				found++
			}
		}
		for i := range after.Document {
			if len(before.Document[i].Rows) == 0 && len(after.Document[i].Rows) > 0 {
				found++
			}
		}
		if found != counts.One+counts.Several {
			t.Fatalf("%d found, counted %+v", found, counts)
		}
	})
}
