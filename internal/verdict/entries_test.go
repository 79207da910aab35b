package verdict_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/verdict"
)

// grid is a document of cells for the tests.
type grid [][]string

func (g grid) CellText(row, col int) (text, stored string, ok bool) {
	if row < 0 || row >= len(g) || col < 0 || col >= len(g[row]) {
		return "", "", false
	}
	text, stored, _ = strings.Cut(g[row][col], "|")
	return text, stored, true
}

var page = grid{
	{"Ref", "Tenant", "Rent", "Due"},
	{"P-000001", "Oakley Bakery Ltd", "12,345.00", "24/06/2027"},
	{"P-000002", "Tyne Optics", "1,200|1200", "25 Dec 2026|2026-12-25"},
	{"Harbour Court", "", "-0.50|-0.5", ""},
}

var types = []verdict.Type{
	{Name: verdict.DocumentRecord, Fields: []string{"total", "landlord"}},
	{Name: "unit", Fields: []string{"ref", "tenant", "rent", "due"}},
}

// A draw makes entries of choices, each a byte of data; without data they are zero.
type draw struct{ data []byte }

func (d *draw) n(below int) int {
	if len(d.data) == 0 {
		return 0
	}
	b := d.data[0]
	d.data = d.data[1:]
	return int(b) % below
}

func (d *draw) chance(of int) bool { return d.n(of) == of-1 }

var texts = []string{"", "P-000001", "12,345.00", "12345", "12345.00", "-0.5", "0", "-0", "0.05", "00.5", ".5", "5.", "1200", "2027-06-24", "2027-13-01",
	"0000-01-31", "9999-12-31", "Oakley Bakery Ltd", "Harbour Court Oakley Bakery Ltd", "999999999999999999", "9999999999999999999", "0.000000000000001",
	"EUR", "%", "£", "a\x00b\xff", "true", "\n"}

func (d *draw) text() string { return texts[d.n(len(texts))] }

// number is mostly small, sometimes anything.
func (d *draw) number() int {
	if d.chance(8) {
		return (d.n(256)<<24 | d.n(256)<<8 | d.n(256)) - 1<<30
	}
	return d.n(5)
}

func (d *draw) rows() []int {
	var out []int
	for range d.n(4) {
		out = append(out, d.number())
	}
	return out
}

func (d *draw) field(name string, e *verdict.Entry) verdict.Field {
	f := verdict.Field{Name: name, Hint: -1, Verdict: verdict.Verdict(d.n(4))}
	if d.chance(4) {
		return verdict.Field{Name: name, Hint: -1, Null: true}
	}
	for range d.n(3) {
		ev := verdict.Evidence{Row: d.n(len(page)), Col: d.n(4)}
		if len(e.Rows) > 0 && d.n(2) == 0 {
			ev.Row = e.Rows[0]
		}
		text, stored, _ := page.CellText(ev.Row, ev.Col)
		ev.End = len(text)
		switch d.n(5) {
		case 3: // a part of the cell
			ev.Start = d.n(len(text) + 1)
			ev.End = ev.Start + d.n(len(text)-ev.Start+1)
			text = text[ev.Start:ev.End]
		case 4: // no such part
			ev.Start, ev.End = d.number(), d.number()
		}
		f.Evidence = append(f.Evidence, ev)
		f.Printed, f.Stored = strings.TrimSpace(f.Printed+" "+text), stored
	}
	f.Claim = f.Printed
	f.Value = []string{f.Printed, f.Stored, d.text(), ""}[d.n(4)]
	if d.chance(3) {
		for _, s := range []*string{&f.Claim, &f.Printed, &f.Value, &f.Stored, &f.Currency, &f.Unit, &f.Code} {
			*s = d.text()
		}
		for range d.n(3) {
			f.Readings = append(f.Readings, d.text())
		}
		f.Places, f.Hint, f.Null, f.Derived = d.number(), d.number(), d.chance(2), d.chance(2)
	}
	if d.chance(3) {
		f.Places = d.n(20)
	}
	return f
}

func (d *draw) entry() verdict.Entry {
	e := verdict.Entry{Record: []string{"unit", "unit", verdict.DocumentRecord, "other"}[d.n(4)], Rows: d.rows(), Verdict: verdict.Verdict(d.n(4)),
		Window: d.number() - 1, Order: d.number()}
	if d.chance(3) {
		e.Idle, e.Code, e.Agreed, e.Round = d.rows(), d.text(), d.number(), d.number()
	}
	e.ID = d.text()
	if len(e.Rows) > 0 && d.n(2) == 0 {
		e.ID = fmt.Sprintf("%s-%d", e.Record, e.Rows[0])
	}
	names := []string{"ref", "tenant", "rent", "due"}
	switch {
	case e.Record == verdict.DocumentRecord:
		names = []string{"landlord"}
	case d.chance(4):
		names = []string{"due", "new", "new", "", "ref"}[:d.n(6)]
	}
	for _, name := range names {
		e.Fields = append(e.Fields, d.field(name, &e))
	}
	return e
}

// same reports whether two entries say the same. A list without items is one that is nil.
func same(t *testing.T, what string, got, want *verdict.Entry) {
	t.Helper()
	g, w := got.Clone(), want.Clone()
	for _, e := range []*verdict.Entry{&g, &w} {
		if len(e.Fields) == 0 {
			e.Fields = nil
		}
	}
	if !reflect.DeepEqual(g, w) {
		t.Fatalf("%s: an entry came back changed:\n got %+v\nwant %+v", what, g, w)
	}
}

// outlined takes from an entry what its outline lacks.
func outlined(e *verdict.Entry) *verdict.Entry {
	c := e.Clone()
	c.ID = ""
	for i := range c.Fields {
		f := &c.Fields[i]
		f.Claim, f.Printed, f.Value, f.Stored, f.Readings = "", "", "", "", nil
	}
	return &c
}

// checkStore packs the entries that data draws, changes some, and reads all of them in several ways.
func checkStore(t *testing.T, data []byte) {
	for _, s := range []*verdict.Entries{verdict.NewEntries(types, page), verdict.NewEntries(nil, page), verdict.NewEntries(nil, nil)} {
		d := &draw{data}
		var want []verdict.Entry
		for len(d.data) > 0 && len(want) < 70 {
			e := d.entry()
			s.Add(&e)
			want = append(want, e)
		}
		d.data = data
		for range min(len(want), 20) {
			i := d.n(len(want))
			switch d.n(3) {
			case 0:
				e := d.entry()
				s.Set(i, &e)
				want[i] = e
			case 1:
				v := verdict.Verdict(d.n(4))
				s.SetVerdict(i, v)
				want[i].Verdict = v
			default:
				s.Update(i, func(e *verdict.Entry) { e.Agreed += 300; e.Code = "CITE001" })
				want[i].Agreed += 300
				want[i].Code = "CITE001"
			}
		}
		if s.Len() != len(want) {
			t.Fatalf("%d entries, want %d", s.Len(), len(want))
		}
		r := s.Reader()
		for i := range want {
			same(t, "in order", r.Read(i), &want[i])
		}
		for i := len(want) - 1; i >= 0; i-- {
			same(t, "backwards", r.Read(i), &want[i])
			same(t, "an outline", r.Outline(i), outlined(&want[i]))
			if id := r.ID(i); id != want[i].ID {
				t.Fatalf("id %q, want %q", id, want[i].ID)
			}
			if rows := r.Head(i).Rows; fmt.Sprint(rows) != fmt.Sprint(want[i].Rows) {
				t.Fatalf("rows %v, want %v", rows, want[i].Rows)
			}
		}
		for i := range want {
			same(t, "a copy", s.At(i), &want[i])
		}
	}
}

func TestEntriesComeBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		data := make([]byte, rng.IntN(3000))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		checkStore(t, data)
	}
}

func FuzzEntries(f *testing.F) {
	seeds := [][]byte{nil, []byte("0"), make([]byte, 400), []byte(strings.Repeat("\x01\x02\x03\x00\x07\xff", 60)), []byte(strings.Repeat("unit-12 accepted", 30))}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		data := make([]byte, 500)
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		seeds = append(seeds, data)
	}
	if len(seeds) < 10 {
		f.Fatalf("only %d seeds", len(seeds))
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(checkStore)
}

// TestTextsStay checks that texts of an entry outlive the next read and a change of the store.
func TestTextsStay(t *testing.T) {
	s := verdict.NewEntries(types, page)
	for i := range 5000 {
		s.Add(&verdict.Entry{Record: "unit", ID: fmt.Sprintf("unit-%d", i), Rows: []int{i}, Fields: []verdict.Field{{Name: "ref", Value: fmt.Sprint(i * 7), Claim: fmt.Sprintf("claim %d", i)}}})
	}
	r := s.Reader()
	var ids, values, claims []string
	for i := range 5000 {
		e := r.Read(i)
		ids, values, claims = append(ids, e.ID), append(values, e.Fields[0].Value), append(claims, e.Fields[0].Claim)
		s.Update(i, func(e *verdict.Entry) { e.Fields[0].Claim = "changed" })
	}
	for i := range ids {
		if ids[i] != fmt.Sprintf("unit-%d", i) || values[i] != fmt.Sprint(i*7) || claims[i] != fmt.Sprintf("claim %d", i) {
			t.Fatalf("entry %d: %q, %q, %q", i, ids[i], values[i], claims[i])
		}
	}
	if got := s.At(4999).Fields[0].Claim; got != "changed" {
		t.Errorf("claim %q", got)
	}
}

// TestNoEntries checks that a store that was never made has none.
func TestNoEntries(t *testing.T) {
	var s *verdict.Entries
	if s.Len() != 0 || len(s.List()) != 0 {
		t.Error("entries of nothing")
	}
	list := []verdict.Entry{{ID: "a", Record: "r", Rows: []int{4}, Fields: []verdict.Field{{Name: "f", Value: "1", Hint: -1}}}}
	got, _ := json.Marshal(verdict.EntriesOf(list...))
	want, _ := json.Marshal(list)
	if string(got) != string(want) {
		t.Errorf("%s, want %s", got, want)
	}
}

// record is one of the usual kind: it says what its row prints.
func record(i int) *verdict.Entry {
	field := func(name, value string, col, places int) verdict.Field {
		text := page[1][col]
		return verdict.Field{Name: name, Claim: text, Printed: text, Value: value, Places: places, Hint: -1, Verdict: verdict.Accepted,
			Evidence: []verdict.Evidence{{Row: 1, Col: col, End: len(text)}}}
	}
	return &verdict.Entry{ID: "unit-1", Record: "unit", Rows: []int{1}, Verdict: verdict.Accepted, Window: i / 200, Order: i % 200, Fields: []verdict.Field{
		field("ref", page[1][0], 0, 0), field("tenant", page[1][1], 1, 0), field("rent", "12345", 2, 2), field("due", "2027-06-24", 3, 0),
	}}
}

// BenchmarkEntries packs and reads records of four fields, two of them texts.
func BenchmarkEntries(b *testing.B) {
	const n = 100_000
	var s *verdict.Entries
	b.ReportAllocs()
	for b.Loop() {
		s = verdict.NewEntries(types, page)
		for i := range n {
			s.Add(record(i))
		}
		r := s.Reader()
		for i := range n {
			if e := r.Read(i); e.Fields[2].Value != "12345" {
				b.Fatal(e.Fields[2].Value)
			}
		}
	}
	b.ReportMetric(float64(s.Bytes())/n, "B/record")
}
