package notation

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// A vector is one case of testdata/vectors.jsonl.
type vector struct {
	ID       string
	Fn       string
	Text     string
	Value    any
	Decimal  string
	Group    string
	Brackets string
	Order    string
	RefYear  int `json:"ref_year"`
	Want     any
	Status   string
	Held     []heldVector
	Why      string
}

type heldVector struct {
	Readings []string
	Possible []string
	Why      string
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	f, err := os.Open("testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []vector
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var v vector
		d := json.NewDecoder(strings.NewReader(lines.Text()))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatalf("line %d: %v", len(list)+1, err)
		}
		list = append(list, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func (v vector) context() Context {
	c := Context{Decimal: first(v.Decimal), Group: first(v.Group)}
	switch v.Brackets {
	case "sign":
		c.Brackets = BracketsSign
	case "punctuation":
		c.Brackets = BracketsPunctuation
	}
	switch v.Order {
	case "DMY":
		c.Order = DMY
	case "MDY":
		c.Order = MDY
	case "YMD":
		c.Order = YMD
	}
	if v.RefYear != 0 {
		c.Years = YearsAround(v.RefYear)
	}
	return c
}

func first(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

func wanted(v any) []string {
	list := []string{}
	if many, ok := v.([]any); ok {
		for _, one := range many {
			list = append(list, one.(string))
		}
	}
	return list
}

func TestVectors(t *testing.T) {
	list := readVectors(t)
	if len(list) < 330 {
		t.Fatalf("%d vectors, want at least 330", len(list))
	}
	ran := map[string]int{}
	for _, v := range list {
		ran[v.Fn]++
		t.Run(v.ID, func(t *testing.T) {
			switch v.Fn {
			case "find":
				checkFind(t, v)
			case "value":
				checkValue(t, v)
			case "mark":
				checkMark(t, v)
			case "date":
				checkDate(t, v)
			default:
				t.Fatalf("no test for fn %q", v.Fn)
			}
		})
	}
	for _, fn := range []string{"find", "value", "mark", "date"} {
		if ran[fn] == 0 {
			t.Errorf("no vector of fn %q", fn)
		}
	}
}

func checkFind(t *testing.T, v vector) {
	t.Helper()
	certain := []string{}
	var held []Figure
	for _, f := range Find(v.Text, v.context()) {
		switch f.Status {
		case Certain:
			certain = append(certain, f.Value)
		case Held:
			held = append(held, f)
		}
	}
	if want := wanted(v.Want); !slices.Equal(certain, want) {
		t.Errorf("%q: certain %q, want %q (%s)", v.Text, certain, want, v.Why)
	}
	if len(held) != len(v.Held) {
		t.Fatalf("%q: held %+v, want %+v (%s)", v.Text, held, v.Held, v.Why)
	}
	for i, want := range v.Held {
		for _, r := range want.Readings {
			if !slices.Contains(held[i].Readings, r) {
				t.Errorf("%q: readings %q, want %q (%s)", v.Text, held[i].Readings, r, v.Why)
			}
		}
		for _, r := range want.Possible {
			if !slices.Contains(held[i].Possible, r) {
				t.Errorf("%q: possible %q, want %q (%s)", v.Text, held[i].Possible, r, v.Why)
			}
		}
		if held[i].Reason != want.Why {
			t.Errorf("%q: reason %q, want %q (%s)", v.Text, held[i].Reason, want.Why, v.Why)
		}
	}
}

func checkValue(t *testing.T, v vector) {
	t.Helper()
	var f Figure
	if n, ok := v.Value.(json.Number); ok {
		f = Figure{Status: Certain, Value: Canonical(n.String())}
	} else {
		f = ParseValue(v.Value.(string), v.context())
	}
	status := map[Status]string{Certain: "certain", Held: "held", NotAFigure: "none"}[f.Status]
	if status != v.Status {
		t.Errorf("%q: %s (%s), want %s (%s)", v.Value, status, f.Reason, v.Status, v.Why)
	}
	want, _ := v.Want.(string)
	if f.Value != want {
		t.Errorf("%q: value %q, want %q (%s)", v.Value, f.Value, want, v.Why)
	}
}

func checkMark(t *testing.T, v vector) {
	t.Helper()
	var m Marks
	m.Add(v.Text)
	want, _ := v.Want.(string)
	if got := m.Decimal(); got != first(want) {
		t.Errorf("%q: mark %q, want %q (%s)", v.Text, got, want, v.Why)
	}
}

func checkDate(t *testing.T, v vector) {
	t.Helper()
	certain := []string{}
	var held []DateValue
	for _, d := range FindDates(v.Text, v.context()) {
		switch d.Status {
		case Certain:
			certain = append(certain, d.Value)
		case Held:
			held = append(held, d)
		}
	}
	if want := wanted(v.Want); !slices.Equal(certain, want) {
		t.Errorf("%q: certain %q, want %q (%s)", v.Text, certain, want, v.Why)
	}
	if len(held) != len(v.Held) {
		t.Fatalf("%q: held %+v, want %+v (%s)", v.Text, held, v.Held, v.Why)
	}
	for i, want := range v.Held {
		for _, r := range want.Readings {
			if !slices.Contains(held[i].Readings, r) {
				t.Errorf("%q: readings %q, want %q (%s)", v.Text, held[i].Readings, r, v.Why)
			}
		}
		if held[i].Reason != want.Why {
			t.Errorf("%q: reason %q, want %q (%s)", v.Text, held[i].Reason, want.Why, v.Why)
		}
	}
}
