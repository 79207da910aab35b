package task

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sameTask compares two tasks but for where they are written.
func sameTask(a, b *Task) string {
	return cmp.Diff(a, b, cmpopts.EquateEmpty(), cmp.FilterPath(func(p cmp.Path) bool {
		switch p.Last().String() {
		case ".Line", ".Source", ".Made":
			return true
		}
		return false
	}, cmp.Ignore()))
}

func roundTrip(t testing.TB, k *Task) {
	t.Helper()
	first := k.Marshal()
	again, err := Load("again.yaml", first)
	if err != nil {
		t.Fatalf("%v\n%s", err, first)
	}
	if diff := sameTask(k, again); diff != "" {
		t.Fatalf("(-want +got):\n%s\n%s", diff, first)
	}
	again.Made = k.Made
	if second := again.Marshal(); !bytes.Equal(first, second) {
		t.Fatalf("written twice:\n%s\n%s", first, second)
	}
}

func TestMarshalGood(t *testing.T) {
	k, err := Load("t.yaml", []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, k)
}

// randomTask writes a task with texts that are hard to write down.
func randomTask(r *rand.Rand) string {
	texts := []string{"Rent", "no", "n/a", "a: b", "# x", "it's", "\"q\"", "é\u00a0x", "-", "~", "1.50", "[x]", "a, b", "line\nbreak", "tab\there", " lead", "trail ", "\\", "null", "Surface (m²)", "{", "&a", "*a", "!t", "%", "@x", "`y`", "\u200bz", "日本", "y", "0x1", "=", "?", "a #b", "a : b", "\x01"}
	n := 0
	text := func() string {
		n++
		return jsonText(fmt.Sprint(texts[r.IntN(len(texts))], n%7))
	}
	list := func() string {
		var parts []string
		for range 1 + r.IntN(3) {
			n++
			parts = append(parts, jsonText(fmt.Sprint(texts[r.IntN(len(texts))], n)))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	return fmt.Sprintf(`{"version":1,"name":%s,"notation":{"decimal":",","group":"\u00a0","dates":"dmy","brackets":"sign","language":"fr","empty":%s},
	"document":{"total":{"type":"money","labels":%s},"when":{"type":"date","years":"1950-2040","composed":"heading","description":%s}},
	"records":{"unit":{"rows":"1-%d","key":["id"],"fields":{"id":{"type":"identifier","check":"iban","required":true,"aliases":%s},
	  "status":{"type":"choice","choices":{%s:%s,"x":%s}},"rent":{"type":"money","shared":true},"flag":{"type":"boolean"},"raw":{"type":"exact"},
	  "year":{"type":"money","derive":"rent*12"}},"equations":["rent=rent*1",{"equation":"year = rent * 12","severity":"note","tolerance":"0.01"}]}},
	"equations":["sum(unit.rent)=total",{"equation":"sum(unit.year) by status = subtotal","tolerance":"exact"}],
	"identity":["total","when"],"export":{"columns":{%s:"rent",%s:"unit.id"},"dates":"02/01/2006","decimal":","},
	"examples":[{"rows":[%s,%s],"answer":{"unit":[{"rows":[1],"id":%s,"rent":null}]}}]}`,
		strings.NewReplacer(`\n`, "", `\t`, "").Replace(text()), list(), list(), text(), 1+r.IntN(5), list(), text(), list(), list(), text(), text(), list(), list(), text())
}

func jsonText(s string) string {
	var b strings.Builder
	writeJSONString(&b, s)
	return b.String()
}

func TestMarshalLoadProperty(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 150 {
		text := randomTask(r)
		k, err := Load("r.json", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if len(k.Records) != 1 || len(k.Records[0].Fields) != 6 || len(k.Examples) != 1 {
			t.Fatalf("incomplete: %+v", k)
		}
		roundTrip(t, k)
	}
}

func FuzzLoad(f *testing.F) {
	seeds := []string{
		good, "", "{}", "version: 1\nrecords: {a: {fields: {b: text}}}", "version: 1\nquestions:\n- {id: a, ask: b}",
		`{"type":"object","properties":{"a":{"type":"array","items":{"$ref":"#/$defs/A"}}},"$defs":{"A":{"properties":{"x":{"type":["number","null"]}}}}}`,
		`{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/A"}}}`, "a: &x [*x]", "? [a]\n: b", "- - - a", "version: !!int 1", "a: |\n  b\n c", "\ufeffversion: 1",
		"version: 1\nrecords: {a: {fields: {b: {type: money, derive: c}, c: {type: money, derive: b}}}}",
	}
	if list, err := os.ReadDir("testdata"); err == nil && len(list) > 0 {
		if data, err := os.ReadFile("testdata/unit.schema.json"); err == nil {
			seeds = append(seeds, string(data))
		}
	}
	if len(seeds) < 12 {
		f.Fatal("too few seeds")
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, s := range append(seeds, randomTask(r), randomTask(r)) {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		k, err := Load("f.yaml", data)
		if err != nil {
			var list *Errors
			if !errors.As(err, &list) || len(list.List) == 0 {
				t.Fatalf("error %v", err)
			}
			for _, e := range list.List {
				if e.Line < 1 || e.Column < 1 || e.Cause == "" {
					t.Fatalf("fault without a place: %+v", e)
				}
			}
			return
		}
		roundTrip(t, k)
	})
}
