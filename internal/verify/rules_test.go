package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/verify/verifytest"
)

const head = "version: 1\nname: t\nnotation: {decimal: \".\", dates: dmy, language: en}\n"

// A rule is one small document with its claims and what must come of them.
type rule struct {
	name     string
	table    string
	headings []int // nil: found by shape
	task     string
	answers  []string // one a round; each is shown every row
	entries  string   // id verdict, in order
	document string
	findings []string
	classes  string // one letter a row: r record, d document, h heading, s section, t total, n note, f furniture, - uncovered
}

var rules = []rule{
	{
		name: "a row with two blanks is no note, and a line about the table is",
		table: `Unit | Tenant | Area | Use | Rent | Since | Charge
A1 | Oak Bakery | 100 | Shop | 10.00 | 01/02/2020 | 1.00
A2 | Elm Optics | 110 | Shop | 20.00 | 01/02/2021 | 2.00
A3 | Ash Print | 120 | Shop | 30.00 | 01/02/2022 | 3.00
A4 | Larch Tools | 130 | | 40.00 | | 4.00
Rent review | every five years | 500
A5 | Fir Dental | 140 | Shop | 50.00 | 01/02/2023 | 5.00`,
		headings: []int{0},
		task:     "records:\n  unit:\n    fields:\n      unit: {type: identifier}\n      tenant: {type: text}\n      area: {type: number}\n      rent: {type: money}\n      charge: {type: money}\n",
		answers: []string{`{"unit":[{"rows":[1],"unit":"A1","tenant":"Oak Bakery","area":"100","rent":"10.00","charge":"1.00"},{"rows":[2],"unit":"A2","tenant":"Elm Optics","area":"110","rent":"20.00","charge":"2.00"},
{"rows":[3],"unit":"A3","tenant":"Ash Print","area":"120","rent":"30.00","charge":"3.00"},{"rows":[6],"unit":"A5","tenant":"Fir Dental","area":"140","rent":"50.00","charge":"5.00"}],"other":[{"rows":[4,5],"kind":"note"}]}`},
		entries:  "unit-1 accepted, unit-2 accepted, unit-3 accepted, unit-6 accepted",
		document: "needs review", findings: []string{"set_aside"}, classes: "hrrrnnr",
	},
	{
		name: "a record under a cell carried down is named after its own row",
		table: `Building | Unit | Rent
Mill | M1 | 10.00
 | M2 | 20.00
 | M3 | 30.00
Dock | D1 | 40.00
 | D2 | 50.00`,
		headings: []int{0},
		task:     "records:\n  unit:\n    fields:\n      building: {type: text, shared: true}\n      unit: {type: identifier, required: true}\n      rent: {type: money}\n",
		answers: []string{`{"unit":[{"rows":[1],"building":"Mill","unit":"M1","rent":"10.00"},{"rows":[1,2],"building":"Mill","unit":"M2","rent":"20.00"},{"rows":[1,3],"building":"Mill","unit":"M3","rent":"30.00"},
{"rows":[4],"building":"Dock","unit":"D1","rent":"40.00"},{"rows":[4,5],"building":"Dock","unit":"D2","rent":"50.00"}]}`},
		entries:  "unit-1 accepted, unit-2 accepted, unit-3 accepted, unit-4 accepted, unit-5 accepted",
		document: "sound", classes: "hrrrrr",
	},
	{
		name: "the label of another field is no label",
		table: `Invoice number | 4711
Invoice date | 05/12/2025
Invoice total | 50.00`,
		task: `document:
  number: {type: identifier, labels: [Invoice, Invoice number]}
  date: {type: date, labels: [Date, Invoice date]}
  total: {type: money, labels: [Total, Invoice total]}
`,
		answers:  []string{`{"document":[{"rows":[1],"name":"number","value":"05/12/2025"},{"rows":[2],"name":"total","value":"50.00"},{"rows":[1],"name":"date","value":"05/12/2025"}]}`},
		entries:  "document-date accepted, document-number held, document-total accepted",
		document: "needs review", findings: []string{"label_missing"},
	},
	{
		name:  "number and date of a document in one line",
		table: `Invoice (380) | No. 4711 of 05/12/2025 - INVOICE`,
		task:  "document:\n  number: {type: identifier, required: true, labels: [Invoice]}\n  date: {type: date, required: true, labels: [Invoice date]}\n  due: {type: date, labels: [Due]}\n",
		answers: []string{`{"document":[{"rows":[0],"name":"number","value":"4711"},{"rows":[0],"name":"date","value":"05/12/2025"},` +
			`{"rows":[0],"name":"due","value":"05/12/2025"}]}`},
		entries:  "document-date accepted, document-due held, document-number accepted",
		document: "needs review", findings: []string{"label_missing"}, classes: "d",
	},
	{
		name:     "the date of a number for the number",
		table:    `Invoice | No. 4711 | of | 05/12/2025`,
		task:     "document:\n  number: {type: identifier, required: true, labels: [Invoice]}\n",
		answers:  []string{`{"document":[{"rows":[0],"name":"number","value":"05/12/2025"}]}`},
		entries:  "document-number held",
		document: "needs review", findings: []string{"label_missing"}, classes: "d",
	},
	{
		name:     "a part of the number of a document",
		table:    `Invoice | No. AB 4711 of 05/12/2025`,
		task:     "document:\n  number: {type: identifier, required: true, labels: [Invoice]}\n",
		answers:  []string{`{"document":[{"rows":[0],"name":"number","value":"4711"}]}`},
		entries:  "document-number held",
		document: "needs review", findings: []string{"partial_cell"}, classes: "d",
	},
	{
		name: "another number below a line's own",
		table: `Pos | Text | Amount
1 | Paper A4 | 10.00
WA997 | white |
2 | Ink | 20.00
FB05 | black |`,
		headings: []int{0},
		task:     "records:\n  line: {rows: 1-2, fields: {pos: {type: identifier}, text: {type: text}, amount: {type: money, required: true}}}\n",
		answers: []string{`{"line":[{"rows":[1,2],"pos":"1","text":"Paper A4 white","amount":"10.00"},` +
			`{"rows":[3,4],"pos":"FB05","text":"Ink black","amount":"20.00"}]}`},
		entries: "line-1 accepted, line-3 held", document: "needs review", findings: []string{"partial_cell"}, classes: "hrrrr",
	},
	{
		name: "a part of the cell beside a label",
		table: `Supplier | Supplier Works Ltd
Buyer | Miller and Sons`,
		task:     "document:\n  seller: {type: text, labels: [Supplier]}\n  buyer: {type: text, labels: [Buyer]}\n",
		answers:  []string{`{"document":[{"rows":[0],"name":"seller","value":"Works Ltd"},{"rows":[1],"name":"buyer","value":"Miller and Sons"}]}`},
		entries:  "document-buyer accepted, document-seller held",
		document: "needs review", findings: []string{"partial_cell"}, classes: "dd",
	},
	{
		name: "the last word of a town that is the heading's",
		table: `Ref | City
A1 | Ellicott City
A2 | Dover`,
		headings: []int{0},
		task:     "records:\n  unit: {key: [ref], fields: {ref: {type: identifier, required: true}, city: {type: text}}}\n",
		answers:  []string{`{"unit":[{"rows":[1],"ref":"A1","city":"Ellicott"},{"rows":[2],"ref":"A2","city":"Dover"}]}`},
		entries:  "unit-1 held, unit-2 accepted", document: "needs review", findings: []string{"partial_cell"}, classes: "hrr",
	},
	{
		name: "a part of a section heading",
		table: `Bay | Fee
Upper deck |
30 | 60.00
31 | 55.00`,
		headings: []int{0},
		task:     "records:\n  bay: {key: [bay], fields: {deck: {type: text, shared: true}, bay: {type: identifier, required: true}, fee: {type: money}}}\n",
		answers:  []string{`{"bay":[{"rows":[1,2],"deck":"Upper","bay":"30","fee":"60.00"},{"rows":[1,3],"deck":"Upper deck","bay":"31","fee":"55.00"}]}`},
		entries:  "bay-2 held, bay-3 accepted", document: "needs review", findings: []string{"partial_cell"}, classes: "hsrr",
	},
	{
		name: "the only row of a table called a total",
		table: `Item | Amount
Delivery | 100.00

Rate | Base | Tax
20 % | 100.00 | 20.00`,
		headings: []int{0, 3},
		task: `records:
  line: {fields: {item: {type: text, required: true}, amount: {type: money, required: true}}}
  vat: {fields: {rate: {type: percent}, base: {type: money}, tax: {type: money}}}
`,
		answers:  []string{`{"line":[{"rows":[1],"item":"Delivery","amount":"100.00"}],"other":[{"rows":[4],"kind":"total"}]}`},
		entries:  "line-1 accepted",
		document: "needs review", findings: []string{"set_aside"},
	},
	{
		name: "a row called a note that lacks a date as others do not",
		table: `Flat | Tenant | Rent | From
1A | Mr Park | 825.00 | 01/02/2024
1B | Ms Reed | 795.00 | holding over
2A | Mr Shaw | 910.00 | 01/03/2023
2B | Dr Vane | 880.00 | 01/06/2022`,
		headings: []int{0},
		task: `records:
  flat: {key: [flat], fields: {flat: {type: identifier, required: true}, tenant: {type: text}, rent: {type: money}, from: {type: date}}}
`,
		answers: []string{`{"flat":[{"rows":[1],"flat":"1A","tenant":"Mr Park","rent":"825.00","from":"01/02/2024"},
			{"rows":[3],"flat":"2A","tenant":"Mr Shaw","rent":"910.00","from":"01/03/2023"},{"rows":[4],"flat":"2B","tenant":"Dr Vane","rent":"880.00","from":"01/06/2022"}],
			"other":[{"rows":[2],"kind":"note"}]}`},
		entries:  "flat-1 accepted, flat-3 accepted, flat-4 accepted",
		document: "needs review", findings: []string{"set_aside"}, classes: "hrnrr",
	},
	{
		name: "no table of taxes",
		table: `Item | Amount
Delivery | 100.00
Net total | 100.00`,
		headings: []int{0},
		task: `document:
  net: {type: money, labels: [Net total]}
records:
  line: {fields: {item: {type: text, required: true}, amount: {type: money, required: true}}}
  vat: {fields: {rate: {type: percent}, base: {type: money}}}
equations:
  - sum(line.amount) = net
  - sum(vat.base) = net
`,
		answers: []string{`{"document":[{"rows":[2],"name":"net","value":"100.00"}],"line":[{"rows":[1],"item":"Delivery","amount":"100.00"}]}`},
		entries: "document-net accepted, line-1 accepted", document: "sound",
	},
	{
		name: "two tables side by side",
		table: `Unit | Rent | | Code | Fee
A1 | 100.00 | | X1 | 5.00
A2 | 200.00 | | X2 | 6.00
A3 | 300.00 | | X3 | 7.00`,
		task: `records:
  unit: {key: [unit], fields: {unit: {type: identifier, required: true}, rent: {type: money}}}
  fee: {key: [code], fields: {code: {type: identifier, required: true}, fee: {type: money}}}
`,
		answers: []string{`{"unit":[{"rows":[1],"unit":"A1","rent":"100.00"},{"rows":[2],"unit":"A2","rent":"200.00"},{"rows":[3],"unit":"A3","rent":"300.00"}],
			"fee":[{"rows":[1],"code":"X1","fee":"5.00"},{"rows":[3],"code":"X3","fee":"7.00"}]}`},
		entries:  "fee-1 accepted, fee-3 accepted, unit-1 accepted, unit-2 accepted, unit-3 accepted",
		document: "incomplete", classes: "hr-r",
	},
	{
		name: "a value held in the first round and given otherwise in the second",
		table: `Ref | Ready
A1 | 01/02/2026
A2 | 03/04/26`,
		task:     "records:\n  unit: {key: [ref], fields: {ref: {type: identifier, required: true}, ready: {type: date}}}\n",
		headings: []int{0},
		answers: []string{
			`{"unit":[{"rows":[1],"ref":"A1","ready":"01/02/2026"},{"rows":[2],"ref":"A2","ready":"03/04/26"}]}`,
			`{"unit":[{"rows":[2],"ref":"A2","ready":null}]}`,
		},
		entries: "unit-1 accepted, unit-2 held", document: "needs review", findings: []string{"rounds_differ"}, classes: "hrr",
	},
	{
		name: "a refused value is asked for again and replaced",
		table: `Ref | Rent
A1 | 100.00
A2 | 200.00`,
		task:     "records:\n  unit: {key: [ref], fields: {ref: {type: identifier, required: true}, rent: {type: money, required: true}}}\n",
		headings: []int{0},
		answers: []string{
			`{"unit":[{"rows":[1],"ref":"A1","rent":"190.00"},{"rows":[2],"ref":"A2","rent":"200.00"}]}`,
			`{"unit":[{"rows":[1],"ref":"A1","rent":"100.00"}]}`,
		},
		entries: "unit-1 accepted, unit-2 accepted", document: "sound", classes: "hrr",
	},
	{
		name: "a record on the wrong row is asked for again and replaced",
		table: `Ref | Rent
A1 | 100.00
A2 | 200.00`,
		task:     "records:\n  unit: {key: [ref], fields: {ref: {type: identifier, required: true}, rent: {type: money, required: true}}}\n",
		headings: []int{0},
		answers: []string{
			`{"unit":[{"rows":[0],"ref":"A1","rent":"100.00"},{"rows":[2],"ref":"A2","rent":"200.00"}]}`,
			`{"unit":[{"rows":[1],"ref":"A1","rent":"100.00"}]}`,
		},
		entries: "unit-1 accepted, unit-2 accepted", document: "sound", findings: []string{"superseded"}, classes: "hrr",
	},
	{
		name: "two values of one document field",
		table: `Invoice no. | 4711
Invoice no. | 4712
Item | Price
Nut | 1.00`,
		task:     "document:\n  number: {type: identifier, labels: [Invoice no.]}\nrecords:\n  line: {fields: {item: {type: text, required: true}, price: {type: money}}}\nidentity: [number]\n",
		headings: []int{2},
		answers:  []string{`{"document":[{"rows":[0],"name":"number","value":"4711"},{"rows":[1],"name":"number","value":"4712"}],"line":[{"rows":[3],"item":"Nut","price":"1.00"}]}`},
		entries:  "document-number held, document-number-2 held, line-3 accepted", document: "needs review", findings: []string{"identity_twice"}, classes: "ddhr",
	},
	{
		name: "a document value away from its label",
		table: `Seller | Nuts Ltd
Buyer | Bolts Ltd
Item | Price
Nut | 1.00`,
		task:     "document:\n  seller: {type: text, labels: [Seller]}\nrecords:\n  line: {fields: {item: {type: text, required: true}, price: {type: money}}}\n",
		headings: []int{2},
		answers:  []string{`{"document":[{"rows":[1],"name":"seller","value":"Bolts Ltd"}],"line":[{"rows":[3],"item":"Nut","price":"1.00"}]}`},
		entries:  "document-seller held, line-3 accepted", document: "needs review", findings: []string{"label_missing"},
	},
	{
		name: "a label in a form testifies",
		table: `Tenant | Larch Ltd
Start | 01/04/2023
End | 31/03/2033`,
		task:     "records:\n  lease: {rows: 1-3, fields: {tenant: {type: text, required: true}, start: {type: date}, end: {type: date}}}\n",
		headings: []int{},
		answers:  []string{`{"lease":[{"rows":[0,1,2],"tenant":"Larch Ltd","start":"31/03/2033","end":"01/04/2023"}]}`},
		entries:  "lease-0 held", document: "needs review", findings: []string{"heading_differs"},
	},
	{
		name: "a document value that leaves words of its cell",
		table: `Customer | Elbe Housing Company
Item | Price
Nut | 1.00`,
		task:     "document:\n  customer: {type: text, labels: [Customer]}\nrecords:\n  line: {fields: {item: {type: text, required: true}, price: {type: money}}}\n",
		headings: []int{1},
		answers:  []string{`{"document":[{"rows":[0],"name":"customer","value":"Elbe Housing"}],"line":[{"rows":[2],"item":"Nut","price":"1.00"}]}`},
		entries:  "document-customer held, line-2 accepted", document: "needs review", findings: []string{"partial_cell"}, classes: "dhr",
	},
	{
		name: "a section heading read in part by one record",
		table: `Unit | Rent
Harbour Court | 
H1 | 10.00
H2 | 20.00`,
		task:     "records:\n  unit: {rows: 1-2, key: [unit], fields: {building: {type: text, shared: true}, unit: {type: identifier, required: true}, rent: {type: money}}}\n",
		headings: []int{0},
		answers:  []string{`{"unit":[{"rows":[1,2],"building":"Harbour Court","unit":"H1","rent":"10.00"},{"rows":[1,3],"building":"Harbour","unit":"H2","rent":"20.00"}]}`},
		entries:  "unit-2 accepted, unit-3 held", document: "needs review", findings: []string{"partial_cell"}, classes: "hsrr",
	},
	{
		name: "a document label that nobody answers",
		table: `Landlord | Elbe Housing Company
Unit | Rent
H1 | 10.00
H2 | 20.00
H3 | 30.00`,
		task:     "document:\n  landlord: {type: text, labels: [Landlord]}\nrecords:\n  unit: {key: [unit], fields: {unit: {type: identifier, required: true}, rent: {type: money}}}\n",
		headings: []int{1},
		answers:  []string{`{"unit":[{"rows":[2],"unit":"H1","rent":"10.00"},{"rows":[3],"unit":"H2","rent":"20.00"},{"rows":[4],"unit":"H3","rent":"30.00"}]}`},
		entries:  "unit-2 accepted, unit-3 accepted, unit-4 accepted", document: "incomplete", findings: []string{"uncovered"}, classes: "-hrrr",
	},
	{
		name: "a number given as JSON is read canonically",
		table: `Ref | Rent
A1 | 1,655.00
A2 | 1,700.00`,
		task:     "records:\n  unit: {key: [ref], fields: {ref: {type: identifier, required: true}, rent: {type: money}}}\n",
		headings: []int{0},
		answers:  []string{`{"unit":[{"rows":[1],"ref":"A1","rent":1655},{"rows":[2],"ref":"A2","rent":1.7}]}`},
		entries:  "unit-1 accepted, unit-2 held", document: "needs review", findings: []string{"json_number_given", "not_printed"}, classes: "hrr",
	},
	{
		name: "a heading that fits two fields and is read for neither",
		table: `Ref | Rent cost
A1 | 10.00
A2 | 20.00`,
		task:     "records:\n  unit: {key: [ref], fields: {ref: {type: identifier, required: true}, passing: {type: money, aliases: [Rent]}, market: {type: money, aliases: [Cost]}}}\n",
		headings: []int{0},
		answers:  []string{`{"unit":[{"rows":[1],"ref":"A1","passing":null,"market":null},{"rows":[2],"ref":"A2","passing":null,"market":null}]}`},
		entries:  "unit-1 accepted, unit-2 accepted", document: "needs review", findings: []string{"column_tie"}, classes: "hrr",
	},
	{
		name: "a date whose year stands in the heading",
		table: `Ref | Due 2026
A1 | 24 June
A2 | 25 December`,
		task:     "records:\n  unit: {key: [ref], fields: {ref: {type: identifier, required: true}, due: {type: date, composed: heading, aliases: [Due]}}}\n",
		headings: []int{0},
		answers:  []string{`{"unit":[{"rows":[1],"ref":"A1","due":"24 June 2026"},{"rows":[2],"ref":"A2","due":"25 December 2027"}]}`},
		entries:  "unit-1 accepted, unit-2 held", document: "needs review", findings: []string{"year_not_printed"}, classes: "hrr",
	},
	{
		name: "an item that gives a key twice is refused",
		table: `Ref | Rent
A1 | 100.00`,
		task:     "records:\n  unit: {key: [ref], fields: {ref: {type: identifier, required: true}, rent: {type: money}}}\n",
		headings: []int{0},
		answers:  []string{`{"unit":[{"rows":[1],"ref":"A1","rent":"100.00","rent":"900.00"}]}`},
		entries:  "", document: "incomplete", findings: []string{"key_given_twice", "uncovered"}, classes: "h-",
	},
	{
		name: "no answer",
		table: `Ref | Rent
A1 | 100.00`,
		task:     "records:\n  unit: {key: [ref], fields: {ref: {type: identifier, required: true}, rent: {type: money}}}\n",
		headings: []int{0},
		entries:  "", document: "incomplete", findings: []string{"uncovered"}, classes: "h-",
	},
}

func (r *rule) check(t *testing.T) {
	doc := verifytest.Table(r.table)
	tk, err := task.Load(r.name, []byte(head+r.task))
	if err != nil {
		t.Fatal(err)
	}
	st := structure.Analyse(doc)
	if r.headings != nil {
		st = structure.WithHeadings(doc, r.headings)
	}
	n := len(doc.Rows)
	var answers []claim.Stored
	for i, raw := range r.answers {
		answers = append(answers, claim.Stored{Round: i, Core: [2]int{0, n}, Shown: [2]int{0, n}, Outcome: "complete", Raw: raw})
	}
	res, err := verify.Verify(doc, st, tk, answers)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range res.Entries.All() {
		got = append(got, e.ID+" "+e.Verdict.String())
	}
	slices.Sort(got)
	if s := strings.Join(got, ", "); s != r.entries {
		t.Errorf("entries %s, want %s", s, r.entries)
	}
	if res.Verdict.String() != r.document {
		t.Errorf("document %s, want %s", res.Verdict, r.document)
	}
	for _, f := range r.findings {
		if !slices.Contains(codes(res), f) {
			t.Errorf("no finding %s", f)
		}
	}
	var classes strings.Builder
	for _, c := range res.Classes {
		if c == verdict.Uncovered {
			classes.WriteByte('-')
		} else {
			classes.WriteByte(c.String()[0])
		}
	}
	if r.classes != "" && classes.String() != r.classes {
		t.Errorf("classes %s, want %s", classes.String(), r.classes)
	}
	if t.Failed() {
		for i := range res.Findings {
			t.Logf("%+v", res.Findings[i])
		}
	}
}

func TestRules(t *testing.T) {
	for i := range rules {
		t.Run(rules[i].name, func(t *testing.T) { rules[i].check(t) })
	}
}
