package task

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// errorsOf returns the faults of a task, each as "line:column cause; hint".
func errorsOf(t testing.TB, text string) []string {
	t.Helper()
	_, err := Load("t.yaml", []byte(text))
	if err == nil {
		return nil
	}
	var list *Errors
	if !errors.As(err, &list) {
		t.Fatalf("error is a %T", err)
	}
	var out []string
	for _, e := range list.List {
		if e.Line < 1 || e.Column < 1 {
			t.Errorf("no place: %v", e)
		}
		out = append(out, e.Error())
	}
	return out
}

const good = `version: 1
name: roll
document:
  total: {type: money, labels: [Total]}
  as_of: {type: date}
  units: number
records:
  unit:
    rows: 1-2
    key: [unit]
    fields:
      unit: {type: identifier, required: true}
      tenant: {type: text, aliases: [Tenant]}
      rent: {type: money, aliases: [Rent]}
      yearly: {type: money, derive: rent * 12}
    equations:
      - rent = rent * 1
  fee:
    fields:
      kind: text
      amount: {type: money}
equations:
  - sum(unit.rent) = total
identity: [total]
`

func TestGoodTaskLoads(t *testing.T) {
	if got := errorsOf(t, good); got != nil {
		t.Fatal(strings.Join(got, "\n"))
	}
}

// TestErrors changes one thing of a good task, and wants one fault at its place.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"version: 1", "version: 2", `1:10: unknown version "2"`},
		{"version: 1\n", "", `1:1: the task has no version; write version: 1`},
		{"name: roll", "nane: roll", `2:1: a task has no key "nane"; did you mean "name"?`},
		{"name: roll", "name: roll\nname: x", `3:1: "name" stands twice in a task`},
		{"name: roll", "name: [a]", `2:7: name is a single value, this is a list`},
		{"name: roll", "notation: {decimal: \";\"}", `2:21: decimal is one mark; write one of "." ","`},
		{"name: roll", "notation: {decimal: \",\", group: \",\"}", `2:12: decimal and group are the same mark`},
		{"name: roll", "notation: {dates: dym}", `2:19: dates cannot be "dym"; did you mean "dmy"?`},
		{"name: roll", "notation: {language: german}", `2:22: "german" is no language`},
		{"name: roll", "notation: {brackets: minus}", `2:22: brackets cannot be "minus"`},
		{"name: roll", "notation: {empty: [n/a, n/a]}", `2:25: "n/a" stands twice`},
		{"{type: money, labels: [Total]}", "{type: mony, labels: [Total]}", `4:17: type cannot be "mony"; did you mean "money"?`},
		{"labels: [Total]", "label: [Total]", `4:24: field total has no key "label"; did you mean "labels"?`},
		{"labels: [Total]", "aliases: [Total]", `4:33: field total has aliases:, which a field of this kind cannot have; a document field is found by labels:`},
		{"as_of: {type: date}", "as_of: {type: date, shared: true}", `5:31: field as_of has shared:`},
		{"as_of: {type: date}", "as_of: {type: date, years: 40-90}", `5:30: years is a span of two years`},
		{"as_of: {type: date}", "as_of: {type: date, years: 1900-2040}", `5:30: years 1900-2040 is no such span`},
		{"as_of: {type: date}", "as_of: {type: money, years: 1990-2040}", `5:31: field as_of has years:`},
		{"as_of: {type: date}", "as of: {type: date}", `5:3: a field cannot be named "as of"; write as_of, and "as of" as an alias`},
		{"as_of: {type: date}", "as_of: {type: date, derive: units}", `5:31: field as_of has derive:`},
		{"as_of: {type: date}", "as_of: {type: date}\n  total: money", `6:3: "total" stands twice in fields of document`},
		{"rows: 1-2", "rows: 2-1", `9:11: rows 2-1 is no range`},
		{"rows: 1-2", "rows: 1-99", `9:11: rows 1-99 is no range`},
		{"rows: 1-2", "rows: few", `9:11: rows is a range`},
		{"key: [unit]", "key: [unit, flor]", `10:17: key names "flor", which is no field of unit`},
		{"key: [unit]", "key: [yearly]", `10:11: key names "yearly", which is derived`},
		{"  unit:\n    rows", "  other:\n    rows", `8:3: a record type cannot be named "other"; choose another name`},
		{"tenant: {type: text, aliases: [Tenant]}", "rows: {type: text}", `13:7: a field cannot be named "rows"`},
		{"tenant: {type: text, aliases: [Tenant]}", "tenant: {type: text, labels: [Tenant]}", `13:36: field tenant has labels:`},
		{"tenant: {type: text, aliases: [Tenant]}", "tenant: {type: text, aliases: [RENT]}", `14:36: the heading "rent" names both tenant and rent`},
		{"tenant: {type: text, aliases: [Tenant]}", "tenant: {type: choice}", `13:7: field tenant is a choice without choices:`},
		{"tenant: {type: text, aliases: [Tenant]}", "tenant: {type: choice, choices: {a: [Let, void], b: [VOID]}}", `13:40: "VOID" stands for both "a" and "b"`},
		{"tenant: {type: text, aliases: [Tenant]}", "tenant: {type: choice, choices: {}}", `13:39: choices of field tenant has no members`},
		{"tenant: {type: text, aliases: [Tenant]}", "tenant: {type: choice, choices: {a: []}}", `member "a" of choices of field tenant has no words`},
		{"tenant: {type: text, aliases: [Tenant]}", "tenant: {type: boolean, choices: {yes: [Y], no: [N]}}", `13:41: the members of boolean tenant are no, yes`},
		{"tenant: {type: text, aliases: [Tenant]}", "tenant: {type: text, choices: {a: [b]}}", `13:38: field tenant has choices:`},
		{"tenant: {type: text, aliases: [Tenant]}", "tenant: {type: text, check: iban}", `13:35: field tenant has check:`},
		{"tenant: {type: text, aliases: [Tenant]}", "tenant: {type: text, required: maybe}", `13:38: required of field tenant cannot be "maybe"`},
		{"tenant: {type: text, aliases: [Tenant]}", "tenant: {type: text, description: \"\"}", `13:41: description of field tenant is empty`},
		{"derive: rent * 12", "derive: rent * ", `15:43: the expression ends too early`},
		{"derive: rent * 12", "derive: rents * 12", `15:37: "rents" is no field of unit or of the document; did you mean "rent"?`},
		{"derive: rent * 12", "derive: tenant * 12", `15:37: tenant is of type text`},
		{"derive: rent * 12", "derive: yearly * 12", `15:37: field yearly is derived from itself: yearly from yearly`},
		{"derive: rent * 12}", "derive: other_year * 2}\n      other_year: {type: money, derive: yearly / 2}", `field yearly is derived from itself: yearly from other_year from yearly`},
		{"derive: rent * 12", "derive: sum(unit.rent)", `15:37: sum has no meaning within one record`},
		{"derive: rent * 12", "derive: fee.amount * 12", `15:37: fee.amount is a field of another record type`},
		{"derive: rent * 12", "derive: rent, required: true", `15:53: field yearly has required:`},
		{"yearly: {type: money,", "yearly: {type: text,", `15:36: field yearly has derive:`},
		{"- rent = rent * 1", "- rent = rent ** 1", `17:22: unexpected "*"`},
		{"- rent = rent * 1", "- \"rent = rent ** 1\"", `17:23: unexpected "*"`},
		{"- rent = rent * 1", "- rent = price", `17:9: "price" is no field of unit or of the document`},
		{"- rent = rent * 1", "- {equation: rent = total, severity: fatal}", `17:44: severity cannot be "fatal"`},
		{"- rent = rent * 1", "- {equation: rent = total, tolerance: some}", `17:45: "some" is no tolerance; write a decimal such as 0.01, or exact`},
		{"- rent = rent * 1", "- {severity: note}", `17:10: the equation itself is missing`},
		{"- rent = rent * 1", "- rent by unit = total", `17:9: an equation of a record has no by`},
		{"- rent = rent * 1", "- rent = total\n      - rent = total", `18:9: the equation stands twice`},
		{"- sum(unit.rent) = total", "- sum(rent) = total", `23:5: a sum is over the fields of one record type; write sum(unit.rent)`},
		{"- sum(unit.rent) = total", "- rent = total", `23:5: "rent" is no document field; write sum(unit.rent)`},
		{"- sum(unit.rent) = total", "- unit.rent = total", `23:5: unit.rent has a value in each record; write sum(unit.rent)`},
		{"- sum(unit.rent) = total", "- sum(unit.rend) = total", `23:5: unit has no field "rend"; did you mean "rent"?`},
		{"- sum(unit.rent) = total", "- sum(unti.rent) = total", `23:5: unti.rent names "unti", which is no record type; did you mean "unit"?`},
		{"- sum(unit.rent) = total", "- sum(unit.rent * fee.amount) = total", `23:5: a sum is over the fields of one record type`},
		{"- sum(unit.rent) = total", "- sum(unit.rent + sum(unit.rent)) = total", `23:5: a sum within a sum`},
		{"- sum(unit.rent) = total", "- sum(unit.tenant) = total", `23:5: unit.tenant is of type text`},
		{"- sum(unit.rent) = total", "- sum(unit.rent) = as_of", `23:5: as_of is of type date`},
		{"- sum(unit.rent) = total", "- count(flat) = units", `23:5: count names "flat", which is no record type`},
		{"- sum(unit.rent) = total", "- sum(unit.rent) = subtotal", `23:5: "subtotal" is no document field; subtotals need by`},
		{"- sum(unit.rent) = total", "- sum(unit.rent) by floor = subtotal", `23:5: by names "floor", which is no field of unit`},
		{"- sum(unit.rent) = total", "- total by unit = subtotal", `23:5: an equation with by sums one record type`},
		{"- sum(unit.rent) = total", "- sum(unit.rent) by tenant = fee.amount", `23:5: by names "tenant", which is no field of fee`},
		{"- sum(unit.rent) = total", "- 1 = 2", `23:5: the equation names no field`},
		{"equations:\n  - sum(unit.rent) = total", "equations: sum(unit.rent) = total", `22:12: equations is a list, this is a single value`},
		{"identity: [total]", "identity: [totals]", `24:12: identity names "totals", which is no document field; did you mean "total"?`},
		{"identity: [total]", "export: {columns: {Rent: unit.rnt}}", `24:26: export names field "rnt" of "unit", which the task has not; did you mean "unit.rent"?`},
		{"identity: [total]", "export: {dates: DD/MM/YYYY}", `24:17: "DD/MM/YYYY" is no form of a date; write 2 January 2006`},
		{"identity: [total]", "export: {decimal: \";\"}", `24:19: decimal of export cannot be ";"`},
		{"identity: [total]", "examples: [{rows: [[a]]}]", `an example has rows: and answer:`},
		{"identity: [total]", "examples: [{rows: [a], answer: {}}]", `24:20: a row of an example is a list of cells`},
		{"identity: [total]", "examples: [{rows: [[a]], answer: \"{\"}]", `24:34: the answer of an example is an object`},
		{"identity: [total]", "questions: [{id: a, ask: b}]", `24:12: questions: stands instead of records:`},
		{"identity: [total]", "anchor: &a b", `24:9: anchors, aliases, tags and merges are not part of a task`},
		{"identity: [total]", "identity: [total", `sequence end token ']' not found`},
		{"identity: [total]", "---\na: b", `25:2: a second document`},
		{"identity: [total]", "\"a\": \xff", `24:6: a byte that is no UTF-8`},
		{"  fee:\n    fields:\n      kind: text\n      amount: {type: money}\n", "  fee:\n", `18:3: record type fee has no fields`},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%q does not stand in the task", c.old)
		}
		got := errorsOf(t, text)
		if len(got) == 0 || !strings.Contains(strings.Join(got, "\n"), c.want) {
			t.Errorf("%q for %q:\n got %s\nwant %s", c.new, c.old, strings.Join(got, "\n     "), c.want)
		}
		if len(got) > 2 {
			t.Errorf("%q for %q gives %d faults:\n%s", c.new, c.old, len(got), strings.Join(got, "\n"))
		}
	}
}

// TestAllErrorsAtOnce wants every fault of a bad task, sorted.
func TestAllErrorsAtOnce(t *testing.T) {
	got := errorsOf(t, `version: 1
nam: x
document:
  a: {type: numbre}
records:
  r:
    key: [q]
    fields:
      b: {type: money, aliasses: [B]}
equations:
  - sum(r.c) = a
  - a = (
`)
	want := []string{"2:1", "4:13", "7:11", "9:24", "11:5", "12:10"}
	if len(got) != len(want) {
		t.Fatalf("%d faults:\n%s", len(got), strings.Join(got, "\n"))
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]+":") {
			t.Errorf("fault %d is %q, want it at %s", i, got[i], want[i])
		}
	}
}

func TestNothingAndDeepNesting(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "a task is a mapping, this is nothing",
		"[1]":                              "a task is a mapping, this is a list",
		"version: 1\n":                     "the task asks for nothing",
		"version: 1\nrecords: {}\n":        "records is empty",
		"{\"version\": 1,":                 "the JSON ends too early",
		"{\"version\": 1}x":                "text after the end",
		"{\"version\": 1 \"name\": 2}":     "the JSON cannot be read",
		strings.Repeat("[", 100):           "nest deeper",
		strings.Repeat("- ", 100):          "nest deeper",
		strings.Repeat("a", MaxBytes+1):    "larger than",
		"version: 1\nquestions: []\n":      "questions is a list of questions",
		"version: 1\nquestions: [{id: a}]": "a question has id: and ask:",
		"version: 1\nquestions: [{id: a b, ask: c}]": `"a b" is no id`,
	} {
		got := errorsOf(t, text)
		if len(got) == 0 || !strings.Contains(fmt.Sprint(got), want) {
			t.Errorf("%.30q: %v, want %q", text, got, want)
		}
	}
}
