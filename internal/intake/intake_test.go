package intake

import (
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/task"
)

const yaml = `version: 1
name: t
records:
  unit:
    fields:
      unit: {type: identifier, required: true}
      rent: {type: money}
export: {columns: {"Rent pcm": rent}}
`

func load(t *testing.T, text string) *task.Task {
	t.Helper()
	out, err := task.Load("t.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestForms(t *testing.T) {
	tk := load(t, yaml)
	for _, c := range []struct{ what, in, want string }{
		{"protocol", `{"unit":[{"rows":[1],"unit":"A1"}]}`, `{"unit":[{"rows":[1],"unit":"A1"}]}`},
		{"array", `[{"rows":[1],"unit":"A1"},{"rows":[2],"unit":"A2"}]`, `{"unit":[{"rows":[1],"unit":"A1"},{"rows":[2],"unit":"A2"}]}`},
		{"lines", "{\"rows\":[1],\"unit\":\"A1\"}\n{\"rows\":[2],\"unit\":\"A2\"}\n", `{"unit":[{"rows":[1],"unit":"A1"},{"rows":[2],"unit":"A2"}]}`},
		{"one line", `{"rows":[1],"unit":"A1"}`, `{"unit":[{"rows":[1],"unit":"A1"}]}`},
		{"lines of the protocol", "{\"unit\":[{\"rows\":[1],\"unit\":\"A1\"}]}\n{\"other\":[{\"rows\":[0],\"kind\":\"heading\"}]}", `{"other":[{"rows":[0],"kind":"heading"}],"unit":[{"rows":[1],"unit":"A1"}]}`},
		{"named type", `[{"record":"unit","rows":[1],"unit":"A1"}]`, `{"unit":[{"rows":[1],"unit":"A1"}]}`},
		{"text", "rows,unit,Rent pcm,other\n4-5;7,A1,\"1,200.00\",x\n9,A2,,x\n", `{"unit":[{"rows":[4,5,7],"unit":"A1","rent":"1,200.00"},{"rows":[9],"unit":"A2","rent":null}]}`},
		{"semicolons", "rows;unit;rent\n1;A1;1.200,00\n", `{"unit":[{"rows":[1],"unit":"A1","rent":"1.200,00"}]}`},
	} {
		got, err := Answer("x", []byte(c.in), tk)
		if err != nil || string(got) != c.want {
			t.Errorf("%s:\ngot  %s (%v)\nwant %s", c.what, got, err, c.want)
		}
	}
}

func TestErrorsSayWhere(t *testing.T) {
	one := load(t, yaml)
	two := load(t, strings.Replace(yaml, "export", "  other_unit:\n    fields:\n      unit: {type: text}\nexport", 1))
	for _, c := range []struct {
		what, in, want string
		tk             *task.Task
	}{
		{"empty", " \n", "the file is empty", one},
		{"cut off", "[{\"rows\":[1]},\n{\"rows\":", "x: ", one},
		{"bad line", "{\"rows\":[1]}\n{\"rows\":[1}\n", "line 2", one},
		{"no field", "a,b\n1,2\n", "no heading is a field", one},
		{"bad rows", "rows,unit\nfirst,A1\n", "line 2: the column rows holds what is no row number", one},
		{"which type", `[{"rows":[1],"unit":"A1"}]`, "several record types", two},
		{"unknown type", `[{"record":"house","rows":[1]}]`, "must be one of", two},
		{"not an object", `[1]`, "item 1: a record is a JSON object", one},
	} {
		_, err := Answer("x", []byte(c.in), c.tk)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.what, err, c.want)
		}
	}
}

func TestUnreadColumns(t *testing.T) {
	tk := load(t, yaml)
	for text, want := range map[string]string{
		"\ufeffrows;units;Rent pcm;rent_currency;document\n1;A1;10.00;GBP;a.csv\n": "units",
		"rows,unit,rent\n1,A1,10.00\n":                                             "",
		"rows,unit,,remark\n1,A1,,\n":                                              "remark",
		`[{"rows":[1],"units":"A1"}]`:                                              "",
		"nothing of these is,a field\n,\n":                                         "", // an error of its own
	} {
		if got := strings.Join(Unread([]byte(text), tk), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
