package claim

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/task"
)

func testTask() *task.Task {
	return &task.Task{
		Document:  []task.Field{{Name: "total", Type: task.Money}},
		Records:   []task.Record{{Name: "line", Fields: []task.Field{{Name: "item"}, {Name: "price", Type: task.Money}}}, {Name: "vat", Fields: []task.Field{{Name: "rate"}}}},
		Questions: []task.Question{{ID: "q1"}},
	}
}

func codes(fs []finding.Finding) string {
	var out []string
	for i := range fs {
		out = append(out, finding.Of(fs[i].Code).Name)
	}
	return strings.Join(out, " ")
}

var decodeCases = []struct {
	name, raw       string
	records, values int
	refused         int
	codes           string
}{
	{"whole", `{"document":[{"rows":[9],"name":"total","value":"5,00"}],"line":[{"rows":[1],"item":"A","price":null}],"other":[{"rows":[0],"kind":"heading"}]}`, 1, 1, 0, ""},
	{"rows of a value's own", `{"line":[{"rows":[1],"item":"A","price":{"quote":"5","rows":[2]}}]}`, 1, 0, 0, ""},
	{"arrays in any order", `{"other":[],"vat":[{"rate":"5","rows":[3]}],"line":[{"rows":[1]}],"document":[]}`, 2, 0, 0, ""},
	{"numbers and booleans", `{"line":[{"rows":[1],"item":true,"price":12.50}]}`, 1, 0, 0, ""},
	{"fence", "```json\n{\"line\":[{\"rows\":[1]}]}\n```", 1, 0, 0, "wrapped"},
	{"prose around", "Here it is: {\"line\":[{\"rows\":[1]}]} Good luck.", 1, 0, 0, "wrapped"},
	{"two objects", `{"line":[{"rows":[1]}]} {"line":[]}`, 0, 0, 0, "undecodable"},
	{"unknown array", `{"lines":[{"rows":[1]}],"line":[]}`, 0, 0, 0, "unknown_key"},
	{"unknown field, many times", `{"line":[{"rows":[1],"x":1},{"rows":[2],"x":2}]}`, 2, 0, 0, "unknown_key"},
	{"key twice", `{"line":[{"rows":[1],"item":"A","item":"B"},{"rows":[2]}]}`, 1, 0, 1, "key_given_twice"},
	{"key twice below", `{"line":[{"rows":[1],"item":{"quote":"A","quote":"B"}}]}`, 0, 0, 1, "key_given_twice"},
	{"array twice", `{"line":[{"rows":[1]}],"line":[{"rows":[2]},{"rows":[3]}]}`, 1, 0, 2, "key_given_twice"},
	{"cut in an item", `{"line":[{"rows":[1],"item":"A"},{"rows":[2],"item":"B`, 1, 0, 0, "truncated"},
	{"cut in a number", `{"line":[{"rows":[1],"item":"A"},{"rows":[2],"price":12`, 1, 0, 0, "truncated"},
	{"cut after an item", `{"line":[{"rows":[1],"item":"A"}`, 1, 0, 0, "truncated"},
	{"rows as strings", `{"line":[{"rows":["1"]}]}`, 0, 0, 1, "malformed_item"},
	{"fraction of a row", `{"line":[{"rows":[1.5]}]}`, 0, 0, 1, "malformed_item"},
	{"negative row, which no document has", `{"line":[{"rows":[-1]}]}`, 1, 0, 0, ""},
	{"huge row", `{"line":[{"rows":[99999999999]}]}`, 0, 0, 1, "malformed_item"},
	{"array as value", `{"line":[{"rows":[1],"item":["A"]}]}`, 0, 0, 1, "malformed_item"},
	{"no array", `{"line":{"rows":[1]}}`, 0, 0, 1, "malformed_item"},
	{"unknown kind", `{"other":[{"rows":[1],"kind":"record"}]}`, 0, 0, 1, "malformed_item"},
	{"nameless document value", `{"document":[{"rows":[1],"value":"5"}]}`, 0, 0, 1, "malformed_item"},
	{"trailing comma", `{"line":[{"rows":[1]},]}`, 0, 0, 0, "undecodable"},
	{"single quotes", `{'line':[]}`, 0, 0, 0, "undecodable"},
	{"lone surrogate", `{"line":[{"rows":[1],"item":"\ud800x\u0041"}]}`, 0, 0, 0, "undecodable"},
	{"deep", `{"x":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, 0, 0, 0, "undecodable"},
	{"empty", "  \n", 0, 0, 0, "empty_answer"},
	{"prose only", "none", 0, 0, 0, "undecodable"},
	{"prose answer", `{"answers":[{"id":"q1","answer":"x","title":"T","clause":"c d"},{"id":"q9","unknown":true}]}`, 0, 0, 1, "malformed_item"},
}

func TestDecode(t *testing.T) {
	for _, c := range decodeCases {
		t.Run(c.name, func(t *testing.T) {
			a, fs := Decode([]byte(c.raw), testTask())
			if len(a.Records) != c.records || len(a.Document) != c.values || a.Refused != c.refused || codes(fs) != c.codes {
				t.Errorf("got %d records, %d values, %d refused, %q; want %d, %d, %d, %q",
					len(a.Records), len(a.Document), a.Refused, codes(fs), c.records, c.values, c.refused, c.codes)
			}
		})
	}
}

func TestDecodeKeepsQuotesVerbatim(t *testing.T) {
	a, _ := Decode([]byte(`{"line":[{"rows":[2,1,2],"item":"a\n\u00e9\ud83d\ude00\"","price":{"quote":12.50,"rows":[7]}}]}`), testTask())
	if len(a.Records) != 1 {
		t.Fatalf("got %d records", len(a.Records))
	}
	r := a.Records[0]
	if !slices.Equal(r.Rows, []int{2, 1, 2}) {
		t.Errorf("rows %v", r.Rows)
	}
	if got := r.Fields[0].Quote; got != "a\né😀\"" {
		t.Errorf("item %q", got)
	}
	if p := r.Fields[1]; p.Quote != "12.50" || !p.Number || !slices.Equal(p.Rows, []int{7}) {
		t.Errorf("price %+v", p)
	}
}

// checkScan compares what is handed out, and what is read again, with what Decode keeps.
func checkScan(t *testing.T, raw string) {
	want, found := DecodeString(raw, testTask())
	var items []Item
	var got Answer
	rest, void, fs := Scan(raw, testTask(), func(it Item, r *Record) {
		items = append(items, it)
		keep(&got, r)
	})
	if codes(fs) != codes(found) || rest.Refused != want.Refused || rest.Cut != want.Cut || len(rest.Other) != len(want.Other) || len(rest.Answers) != len(want.Answers) {
		t.Fatalf("%q, %d refused; decoded with %q, %d refused", codes(fs), rest.Refused, codes(found), want.Refused)
	}
	if len(rest.Records)+len(rest.Document) > 0 {
		t.Fatal("what was handed out is kept too")
	}
	if void {
		if len(want.Records)+len(want.Document) > 0 {
			t.Fatal("an answer that was decoded is void")
		}
		return
	}
	same := func(what string, got *Answer) {
		if g, w := Encode(got, testTask()), Encode(&Answer{Document: want.Document, Records: want.Records, Places: want.Places}, testTask()); !bytes.Equal(g, w) {
			t.Fatalf("%s:\n%s\nwant\n%s", what, g, w)
		}
		for i := range got.Records {
			if got.Records[i].Order != want.Records[i].Order || got.Records[i].Type != want.Records[i].Type {
				t.Fatalf("%s: record %d is %s %d", what, i, got.Records[i].Type, got.Records[i].Order)
			}
		}
	}
	same("handed out", &got)
	r := NewReader(testTask())
	again := make([]*Answer, 2)
	for round := range again {
		again[round] = &Answer{}
		for i := range items {
			for _, at := range []int{len(items) - 1 - i, i} { // in any order
				rec, err := r.Item(raw, items[at])
				if err != nil {
					t.Fatal(err)
				}
				if at == i {
					got = Answer{}
					keep(&got, rec)
				}
			}
			again[round].Records = append(again[round].Records, got.Records...)
			again[round].Document, again[round].Places = append(again[round].Document, got.Document...), append(again[round].Places, got.Places...)
		}
		same("read again", again[round])
	}
}

// keep adds a copy of what was handed out to an answer.
func keep(a *Answer, r *Record) {
	c := *r
	c.Rows, c.Fields = slices.Clone(r.Rows), slices.Clone(r.Fields)
	for i := range c.Fields {
		c.Fields[i].Rows = slices.Clone(c.Fields[i].Rows)
	}
	c.Places = nil
	for _, p := range r.Places {
		c.Places = append(c.Places, slices.Clone(p))
	}
	if r.Type != "document" {
		a.Records = append(a.Records, c)
		return
	}
	a.Document = append(a.Document, c.Fields[0])
	a.Places = append(a.Places, c.Places)
}

func TestScan(t *testing.T) {
	for _, c := range decodeCases {
		t.Run(c.name, func(t *testing.T) { checkScan(t, c.raw) })
	}
}

func FuzzDecode(f *testing.F) {
	for _, c := range decodeCases {
		f.Add([]byte(c.raw))
	}
	if len(decodeCases) < 25 {
		f.Fatalf("only %d seeds", len(decodeCases))
	}
	t0 := testTask()
	f.Fuzz(func(t *testing.T, raw []byte) {
		checkScan(t, string(raw))
		a, fs := Decode(raw, t0)
		if len(a.Records)+len(a.Document)+len(a.Other)+len(a.Answers) == 0 {
			return
		}
		if slices.ContainsFunc(fs, func(f finding.Finding) bool { return f.Code == finding.Undecodable }) {
			t.Fatal("items of an undecodable answer")
		}
		once := Encode(&a, t0)
		b, more := Decode(once, t0)
		if len(more) > 0 || b.Refused > 0 || len(b.Records) != len(a.Records) || len(b.Document) != len(a.Document) {
			t.Fatalf("%s decodes with %q", once, codes(more))
		}
		if twice := Encode(&b, t0); !bytes.Equal(once, twice) {
			t.Fatalf("encodes to\n%s\nthen\n%s", once, twice)
		}
	})
}
