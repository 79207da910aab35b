package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
)

// A fixture is a small document with the records of some tool, which the whole program checks.
type fixture struct {
	codes  string // names of the codes that it must raise
	name   string // of the document
	text   string
	task   string // after its version and name
	answer string // a file of records or an answer
}

// cells makes a fixture of one cell a code: a figure, or a date, printed in a column of its own.
func cells(code, notation, kind, printed, quote string) fixture {
	return fixture{code, "cells.csv", "Id;Value\nA1;" + printed + "\nA2;17\n",
		"notation: {" + notation + "}\nrecords:\n  item:\n    fields:\n      id: {type: identifier, required: true, aliases: [Id]}\n      value: {type: " + kind + ", aliases: [Value]}\n",
		fmt.Sprintf(`[{"rows":[1],"id":"A1","value":%q}]`, quote)}
}

var fixtures = slices.Concat(cellFixtures, recordFixtures)

var cellFixtures = []fixture{
	cells("merged_cell", `decimal: ","`, "number", "896 2 415 065", "2 415 065"),
	cells("ambiguous_mark", "", "number", "1,234", "1234"),
	cells("ambiguous_join", `decimal: ","`, "number", "5 120.00", "5120"),
	cells("ambiguous_scale", `decimal: ","`, "number", "12 M", "12"),
	cells("brackets", "", "number", "(75016)", "75016"),
	cells("unbalanced_bracket", "", "number", "(750", "750"),
	cells("spaced_dash", `decimal: ","`, "number", "310,25 -", "310,25"),
	cells("dash_sign", "", "number", "— 310", "310"),
	cells("malformed_sign", "", "number", "+-5", "5"),
	cells("leading_zero", `decimal: ","`, "number", "00,50", "0,5"),
	cells("leading_separator", `decimal: "."`, "number", ",250", "0.25"),
	cells("hyphen_compound", "", "number", "40-60", "40"),
	cells("qualified", "", "number", "> 100", "100"),
	cells("ordinal", "", "number", "3e étage", "3"),
	cells("superscript", "", "number", "12²", "12"),
	cells("mixed_fraction", `decimal: "."`, "number", "2 1/2", "2.5"),
	cells("credit_marker", `decimal: "."`, "number", "12.50 CR", "12.50"),
	cells("scientific", "", "number", "1e5", "100000"),
	cells("currency_as_mark", `decimal: ","`, "number", "12€50", "12,5"),
	cells("abbreviation_label", "", "number", "Art.12", "12"),
	cells("ip_like", "", "number", "192.168.100.200", "192168100200"),
	cells("unreadable_value", "", "number", "12 boxes", "boxes"),
	cells("empty_value", "", "number", "12", ""),
	cells("too_short", "", "text", "B of C", "B"),
	cells("out_of_order", "", "text", "Mill Lane", "Lane Mill"),
	cells("accent_differs", "", "text", "Saint-Étienne", "Saint-Etienne"),
	cells("word_missing", "", "text", "Mill Lane", "Mill Road"),
	cells("partial_cell", "", "text", "Bourg-en-Bresse", "Bourg"),
	cells("currency_conflict", `decimal: "."`, "money", "£12.50", "€12.50"),
	cells("percent_conflict", `decimal: "."`, "percent", "12.50 kg", "12.50 %"),
	cells("ambiguous_order", "", "date", "12/05/2026", "2026-05-12"),
	cells("two_digit_year", "dates: dmy", "date", "12/05/99", "1999-05-12"),
	cells("broken_year", "dates: dmy", "date", "12/05/20 26", "2026-05-12"),
	cells("compact_date", "", "date", "20260512", "2026-05-12"),
	cells("order_conflict", "dates: dmy", "date", "05/13/2026", "2026-05-13"),
	cells("not_calendar", "dates: dmy", "date", "31/02/2026", "31/02/2026"),
	cells("day_not_printed", "", "date", "May 2026", "2026-05-01"),
	cells("year_not_printed", "", "date", "12 May", "2026-05-12"),
	cells("time_not_printed", "", "date", "12 May 2026", "2026-05-12T14:30"),
	cells("kept_as_printed", "", "date", "Holding over", "Holding over"),
	cells("quote_cuts_word", "", "exact", "unable to pay", "able to pay"),
}

const lotsTask = `notation: {decimal: ".", dates: dmy, language: en}
document:
  total: {type: money, labels: [Total]}
records:
  lot:
    key: [lot]
    fields:
      lot: {type: identifier, required: true, aliases: [Lot]}
      tenant: {type: text, aliases: [Tenant]}
      rent: {type: money, required: true, aliases: [Rent]}
      yearly: {type: money, derive: rent * 12}
equations:
  - sum(lot.rent) = total
`

const lotsText = "Lot;Tenant;Rent;Remarks\nL1;Oak Bakery;1,200.00;\nL2;Elm Optics;980.50;let\nL3;Ash Print;700.00;\nTotal;;2,880.50;\n"

// lotsAnswer is the true answer; a fixture changes a part of it.
func lotsAnswer(pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(`{"lot":[{"rows":[1],"lot":"L1","tenant":"Oak Bakery","rent":"1,200.00"},{"rows":[2],"lot":"L2","tenant":"Elm Optics","rent":"980.50"},{"rows":[3],"lot":"L3","tenant":"Ash Print","rent":"700.00"}],"document":[{"rows":[4],"name":"total","value":"2,880.50"}],"other":[{"rows":[0],"kind":"heading"}]}`)
}

func lots(codes string, pairs ...string) fixture {
	return fixture{codes, "lots.csv", lotsText, lotsTask, lotsAnswer(pairs...)}
}

var recordFixtures = []fixture{
	lots("not_printed", `"rent":"980.50"`, `"rent":"981.50"`),
	lots("row_off_by_n", `"rent":"980.50"`, `"rent":"700.00"`),
	lots("no_rows_cited", `{"rows":[2],"lot"`, `{"lot"`),
	lots("row_out_of_range", `{"rows":[2],"lot"`, `{"rows":[2,99],"lot"`),
	lots("more_rows_than_task", `{"rows":[2],"lot":"L2","tenant":"Elm Optics"`, `{"rows":[2,3],"lot":"L2","tenant":"Ash Print"`),
	lots("idle_citation", `{"rows":[2],"lot"`, `{"rows":[2,3],"lot"`),
	lots("header_only", `"tenant":"Elm Optics"`, `"tenant":{"quote":"Tenant","rows":[0]}`),
	lots("undeclared_derivation", `"rent":"980.50"`, `"rent":"980.50","yearly":"11,766.00"`),
	lots("cell_twice key_twice", `{"rows":[3],"lot":"L3","tenant":"Ash Print","rent":"700.00"}`, `{"rows":[2],"lot":"L2","tenant":"Elm Optics","rent":"980.50"}`),
	lots("null_but_printed", `"tenant":"Elm Optics"`, `"tenant":null`),
	lots("required_missing", `"rent":"980.50"`, `"rent":null`),
	lots("column_unused", `,"tenant":"Oak Bakery"`, "", `,"tenant":"Elm Optics"`, "", `,"tenant":"Ash Print"`, ""),
	lots("heading_differs", `"tenant":"Elm Optics"`, `"tenant":"L2"`),
	lots("label_missing", `{"rows":[4],"name":"total","value":"2,880.50"}`, `{"rows":[1],"name":"total","value":"1,200.00"}`),
	lots("document_value_twice", `,"name":"total","value":"2,880.50"}`, `,"name":"total","value":"2,880.50"},{"rows":[1],"name":"total","value":"1,200.00"}`),
	lots("uncovered sum_differs", `,{"rows":[3],"lot":"L3","tenant":"Ash Print","rent":"700.00"}`, ""),
	lots("set_aside", `,{"rows":[3],"lot":"L3","tenant":"Ash Print","rent":"700.00"}`, "", `"kind":"heading"}`, `"kind":"heading"},{"rows":[3],"kind":"note"}`),
	lots("record_on_total_row", `{"rows":[3],"lot":"L3","tenant":"Ash Print","rent":"700.00"}`, `{"rows":[4],"lot":"Total","rent":"2,880.50"}`),
	lots("unknown_key", `"tenant":"Elm Optics"`, `"tenant":"Elm Optics","colour":"red"`),
	lots("key_given_twice", `"tenant":"Elm Optics"`, `"tenant":"Elm Optics","tenant":"Elm Optics"`),
	lots("malformed_item", `{"rows":[2],"lot"`, `{"rows":"2","lot"`),
	lots("found_in_several", `{"rows":[2],"lot"`, `{"rows":[[2],[3]],"lot"`),
	lots("class_contradicted", `"rows":[0],"kind":"heading"`, `"rows":[0],"kind":"note"`),
	{"identity_twice", "lots.csv", lotsText, lotsTask + "identity: [total]\n",
		lotsAnswer(`,"name":"total","value":"2,880.50"}`, `,"name":"total","value":"2,880.50"},{"rows":[1],"name":"total","value":"1,200.00"}`)},
	{"unmapped_choice", "c.csv", "Lot;Status\nL1;Sold\nL2;Let\n",
		"records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      status: {type: choice, choices: {let: [Let]}, aliases: [Status]}\n",
		`[{"rows":[1],"lot":"L1","status":"Sold"},{"rows":[2],"lot":"L2","status":"let"}]`},
	{"check_digits", "c.csv", "Lot;Account\nL1;GB82 WEST 1234 5698 7654 33\n",
		"records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      account: {type: identifier, check: iban, aliases: [Account]}\n",
		`[{"rows":[1],"lot":"L1","account":"GB82 WEST 1234 5698 7654 33"}]`},
	{"words_scattered", "c.csv", "Lot;Note\nL1;Oak and other Bakery\n",
		"records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      note: {type: text, aliases: [Note]}\n",
		`[{"rows":[1],"lot":"L1","note":"Oak Bakery"}]`},
	{"split_cells", "c.csv", "Lot;Rent;Cents\nL1;1 200;500\n",
		"notation: {decimal: \",\"}\nrecords:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      rent: {type: money, aliases: [Rent]}\n",
		`[{"rows":[1],"lot":"L1","rent":"1 200 500"}]`},
	{"section_differs", "c.csv", "Lot;Tenant;Rent\nGround floor;;\nL1;Oak;10.00\nL2;Elm;20.00\nFirst floor;;\nL3;Ash;30.00\nL4;Larch;40.00\n",
		"notation: {decimal: \".\"}\nrecords:\n  lot:\n    fields:\n      floor: {type: text, shared: true}\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      tenant: {type: text, aliases: [Tenant]}\n      rent: {type: money, aliases: [Rent]}\n",
		`[{"rows":[1,2],"floor":"Ground floor","lot":"L1","tenant":"Oak","rent":"10.00"},{"rows":[1,3],"floor":"Ground floor","lot":"L2","tenant":"Elm","rent":"20.00"},{"rows":[1,5],"floor":"Ground floor","lot":"L3","tenant":"Ash","rent":"30.00"},{"rows":[4,6],"floor":"First floor","lot":"L4","tenant":"Larch","rent":"40.00"}]`},
	{"mixed_repetitions", "c.csv", "Lot;Rent;Lot;Rent\nL1;10.00;L2;20.00\nL3;30.00;L4;40.00\nL5;50.00;L6;60.00\n",
		"notation: {decimal: \".\"}\nrecords:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      rent: {type: money, aliases: [Rent]}\n",
		`[{"rows":[1],"lot":"L1","rent":"20.00"},{"rows":[1],"lot":"L2","rent":"10.00"}]`},
	{"rows_far_apart", "c.csv", "Lot;Rent\n" + strings.Repeat("L0;1.00\n", 30) + "L9;99.00\n",
		"notation: {decimal: \".\"}\nrecords:\n  lot:\n    rows: 1-2\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      rent: {type: money, aliases: [Rent]}\n",
		`[{"rows":[1,31],"lot":"L0","rent":"99.00"}]`},
	{"too_many_rows", "c.csv", "Lot;A;B;C;D;E;F\nL1;;;;;;\n;a1;;;;;\n;;b1;;;;\n;;;c1;;;\n;;;;d1;;\n;;;;;e1;\n;;;;;;f1\n",
		"records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      a: {type: text}\n      b: {type: text}\n      c: {type: text}\n      d: {type: text}\n      e: {type: text}\n      f: {type: text}\n",
		`[{"rows":[1,2,3,4,5,6,7],"lot":"L1","a":"a1","b":"b1","c":"c1","d":"d1","e":"e1","f":"f1"}]`},
	{"cell_too_long", "c.csv", "Lot;Note\nL1;" + strings.Repeat("word ", 2500) + "\n",
		"records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      note: {type: text, aliases: [Note]}\n",
		`[{"rows":[1],"lot":"L1","note":"word word"}]`},
	lots("json_number_given", `"rent":"980.50"`, `"rent":980.50`),
	{"off_column", "c.csv", "Lot;A;B\n" + strings.Repeat("L1;Oak;Elm\n", 6) + "L9;Oak;Ash\n",
		"records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      tree: {type: text}\n",
		`[{"rows":[1],"lot":"L1","tree":"Oak"},{"rows":[2],"lot":"L1","tree":"Oak"},{"rows":[3],"lot":"L1","tree":"Oak"},{"rows":[4],"lot":"L1","tree":"Oak"},{"rows":[5],"lot":"L1","tree":"Oak"},{"rows":[6],"lot":"L1","tree":"Oak"},{"rows":[7],"lot":"L9","tree":"Ash"}]`},
	{"column_tie", "c.csv", "Lot;Rent Cost;Other\nL1;10.00;20.00\nL2;30.00;40.00\n",
		"notation: {decimal: \".\"}\nrecords:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      a: {type: money, aliases: [Rent]}\n      b: {type: money, aliases: [Cost]}\n", ""},
	{"ambiguous_value", "c.csv", "Lot;Status\nL1;Let Vacant\nL2;Let\n",
		"records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      status: {type: choice, choices: {let: [Let], vacant: [Vacant]}, aliases: [Status]}\n",
		`[{"rows":[1],"lot":"L1","status":"let"},{"rows":[2],"lot":"L2","status":"let"}]`},
	{"count_differs", "lots.csv", lotsText + "Number;3;;\n", strings.Replace(lotsTask, "records:", "  units: {type: number, labels: [Number]}\nrecords:", 1) + "  - count(lot) = units\n",
		lotsAnswer(`,"name":"total","value":"2,880.50"}`, `,"name":"total","value":"2,880.50"},{"rows":[5],"name":"units","value":"3"}`, `{"rows":[3],"lot":"L3","tenant":"Ash Print","rent":"700.00"}`, `{"rows":[3],"lot":"L3","tenant":"Ash Print","rent":"700.00"},{"rows":[2],"lot":"L2","tenant":"Elm Optics","rent":"980.50"}`)},
	{"nothing_found", "c.csv", "Lot;Rent\n", "records:\n  lot:\n    fields:\n      lot: {type: identifier, aliases: [Lot]}\n      rent: {type: money, aliases: [Rent]}\n", `{"lot":[]}`},
	line("equation_differs", "amount = quantity * price", "2;3.00;7.00"),
	line("within_tolerance", "amount = quantity * price", "3;3.33;10.00"),
	{"equation_noted", "c.csv", "Article;Quantity;Price;Amount\nBolt;2;3.00;7.00\nNut;1;2.00;2.00\nTotal;;;9.00\n",
		"notation: {decimal: \".\"}\ndocument:\n  total: {type: money, labels: [Total]}\nrecords:\n  line:\n    fields:\n      article: {type: text, required: true}\n      quantity: {type: number}\n      price: {type: money}\n      amount: {type: money}\n    equations:\n      - {equation: amount = quantity * price, severity: note}\nequations:\n  - sum(line.amount) = total\n", ""},
	{"running_sum", "c.csv", "Lot;Tenant;Rent\nL1;Oak;10.00\nL2;Elm;20.00\nL3;Ash;35.00\n;;65.00\n",
		"notation: {decimal: \".\"}\nrecords:\n  lot:\n    key: [lot]\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      tenant: {type: text, aliases: [Tenant]}\n      rent: {type: money, aliases: [Rent]}\n",
		`[{"rows":[1],"lot":"L1","tenant":"Oak","rent":"10.00"},{"rows":[2],"lot":"L2","tenant":"Elm","rent":"20.00"},{"rows":[3],"lot":"L3","tenant":"Ash","rent":"35.00"}]`},
	{"declared_read", "lots.csv", lotsText, lotsTask, lotsAnswer(`{"rows":[4],"name":"total","value":"2,880.50"}`, "")},
	{"several_currencies", "lots.csv", strings.NewReplacer("1,200.00", "£1,200.00", "980.50", "€980.50").Replace(lotsText), lotsTask,
		lotsAnswer(`"1,200.00"`, `"£1,200.00"`, `"980.50"`, `"€980.50"`)},
	{"mixed_notation", "c.csv", "Lot;Rent;Value\nL1;1,200.50;1.200,50\nL2;2,300.50;2.300,50\n", "records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      rent: {type: money, aliases: [Rent]}\n", ""},
	{"subtotal_unmatched", "c.csv", "Lot;Floor;Rent\nTotal;;70.00\nL1;Ground;10.00\nL2;Ground;20.00\nTotal Ground;;30.00\nL3;First;40.00\nTotal First;;40.00\n",
		"notation: {decimal: \".\"}\nrecords:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n      floor: {type: text, aliases: [Floor]}\n      rent: {type: money, aliases: [Rent]}\nequations:\n  - sum(lot.rent) by floor = subtotal\n", ""},
	{"rounding_rule", "c.csv", "Article;Quantity;Price\nBolt;3;0.335\nNut;3;0.335\nTotal;;2.02\n",
		"notation: {decimal: \".\"}\ndocument:\n  total: {type: money, labels: [Total]}\nrecords:\n  line:\n    fields:\n      article: {type: text, required: true}\n      quantity: {type: number}\n      price: {type: money}\nequations:\n  - sum(line.quantity * line.price) = total\n", ""},
	{"empty_document", "c.csv", " \n\n", lotsTask, ""},
	{"over_limit", "c.csv", "Lot;Note\nL1;" + strings.Repeat("word ", 1<<18) + "\n", lotsTask, ""},
	{"unclosed_quote", "c.csv", "Lot;Rent\nL1;\"10\nL2;20\n", "records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n", `[{"rows":[1],"lot":"L1"}]`},
	{"encoding_guessed", "c.csv", "Lot;Tenant\nL1;Caf\xe9\nL2;Oak\n", "records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n", `[{"rows":[1],"lot":"L1"}]`},
	{"delimiter_guessed", "c.csv", "Lot;Rent,Tenant\nL1;10,Oak\nL2;20,Elm\nL3;30,Ash\n", "records:\n  lot:\n    fields:\n      lot: {type: text, aliases: [Lot]}\n", `{"lot":[]}`},
	{"control_characters", "c.csv", "Lot;Tenant\nL1;Oak\x01\nL2;Elm\n", "records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n", `[{"rows":[1],"lot":"L1"}]`},
	{"wrong_extension", "c.xlsx", "Lot;Tenant\nL1;Oak\nL2;Elm\n", "records:\n  lot:\n    fields:\n      lot: {type: identifier, required: true, aliases: [Lot]}\n", `[{"rows":[1],"lot":"L1"}]`},
	{"title_missing", "l.md", leaseText, asks, `{"answers":[{"id":"q","answer":"“The notice is three months.”","clause":"The notice is three months"}]}`},
	{"title_not_in_list", "l.md", leaseText, asks, `{"answers":[{"id":"q","answer":"“The notice is three months.”","title":"End","clause":"The notice is three months"}]}`},
	{"title_not_unique", "l.md", leaseText, asks, `{"answers":[{"id":"q","answer":"“Other notes of ours.”","title":"Notes","clause":"Other notes of ours"}]}`},
	{"clause_missing", "l.md", leaseText, asks, `{"answers":[{"id":"q","answer":"Three months.","title":"Notice"}]}`},
	{"clause_not_in_answer", "l.md", leaseText, asks, `{"answers":[{"id":"q","answer":"Three months.","title":"Notice","clause":"The notice is three months"}]}`},
	{"clause_not_in_chunk", "l.md", leaseText, asks, `{"answers":[{"id":"q","answer":"“The notice is three months.”","title":"Deposit","clause":"The notice is three months"}]}`},
	{"clause_too_short", "l.md", leaseText, asks, `{"answers":[{"id":"q","answer":"“months”","title":"Notice","clause":"months"}]}`},
	{"clause_not_distinctive", "l.md", leaseText, asks, `{"answers":[{"id":"q","answer":"“It is signed by hand.”","title":"Notice","clause":"It is signed by hand"}]}`},
	{"number_not_in_chunk", "l.md", leaseText, asks, `{"answers":[{"id":"q","answer":"“The notice is three months”, 90 days.","title":"Notice","clause":"The notice is three months"}]}`},
	{"unknown_with_title", "l.md", leaseText, asks, `{"answers":[{"id":"q","title":"Notice","unknown":true}]}`},
	{"question_not_answered uncovered", "l.md", leaseText, asks, `{"answers":[]}`},
	quote("missing_citation_anchor", `"kind":"section","index":1,"quote":"The notice is three months"`),
	quote("document_id_differs", `"document":"0","kind":"section","index":1,"quote":"The notice is three months"`),
	quote("segment_not_found", `"document":"ID","kind":"section","index":9,"quote":"The notice is three months"`),
	quote("quote_not_on_segment", `"document":"ID","kind":"section","index":1,"quote":"the notice is three months"`),
	quote("quote_cuts_word", `"document":"ID","kind":"section","index":1,"quote":"notice is three month"`),
	quote("quote_cuts_number", `"document":"ID","kind":"section","index":2,"quote":"deposit is 25,000"`),
	quote("quote_cuts_grapheme", `"document":"ID","kind":"section","index":2,"quote":"Called q"`),
	quote("quote_blank", `"document":"ID","kind":"section","index":1,"quote":" "`),
	quote("quote_too_short", `"document":"ID","kind":"section","index":1,"quote":"is"`),
}

// line is a fixture of one line with its equation.
func line(codes, equation, cells string) fixture {
	part := strings.Split(cells, ";")
	return fixture{codes, "c.csv", "Article;Quantity;Price;Amount\nBolt;" + cells + "\nNut;1;2.00;2.00\n",
		"notation: {decimal: \".\"}\nrecords:\n  line:\n    fields:\n      article: {type: text, required: true}\n      quantity: {type: number}\n      price: {type: money}\n      amount: {type: money}\n    equations:\n      - " + equation + "\n",
		fmt.Sprintf(`[{"rows":[1],"article":"Bolt","quantity":%q,"price":%q,"amount":%q},{"rows":[2],"article":"Nut","quantity":"1","price":"2.00","amount":"2.00"}]`, part[0], part[1], part[2])}
}

const asks = "questions:\n  - {id: q, ask: How long is it?}\n"

const leaseText = "# Notice\n\nThe notice is three months, in writing.\nIt is signed by hand.\n\n# Deposit\n\nThe deposit is 25,000.00 pounds. It is signed by hand.\nCalled q\u0323\u0307.\n\n# Notes\n\nFirst notes.\n\n# Notes\n\nOther notes of ours.\n"

// quote is a fixture of one exact quote; ID stands for the document id.
func quote(code, anchor string) fixture {
	return fixture{code, "l.md", leaseText, "", "{" + anchor + "}\n"}
}

// A told fixture is stored answers to windows of the lots, for what only a model's run raises.
type told struct {
	codes   string
	task    string
	answers []claim.Stored
}

func window(index, first, end int, raw string) claim.Stored {
	return claim.Stored{Window: index, Core: [2]int{first, end}, Shown: [2]int{max(0, first-1), min(5, end+1)}, Context: []int{0}, Outcome: "complete", Answerer: "test", Raw: raw}
}

func ended(outcome, raw string, notes ...string) claim.Stored {
	w := window(0, 0, 5, raw)
	w.Outcome, w.Notes = outcome, notes
	return w
}

func later(w claim.Stored) claim.Stored {
	w.Round = 1
	return w
}

var twoRows = strings.Replace(lotsTask, "    key:", "    rows: 1-4\n    key:", 1)

var toldFixtures = []told{
	{"copies_differ", lotsTask, []claim.Stored{
		window(0, 0, 3, `{"lot":[{"rows":[1],"lot":"L1","rent":"1,200.00"},{"rows":[2],"lot":"L2","tenant":"Elm Optics","rent":"980.50"}]}`),
		window(1, 3, 5, `{"lot":[{"rows":[2],"lot":"L2","tenant":"Elm","rent":"980.50"},{"rows":[3],"lot":"L3","rent":"700.00"}]}`)}},
	{"adopted", lotsTask, []claim.Stored{
		window(0, 0, 3, `{"lot":[{"rows":[1],"lot":"L1","rent":"1,200.00"}]}`),
		window(1, 3, 5, `{"lot":[{"rows":[2],"lot":"L2","tenant":"Elm Optics","rent":"980.50"}]}`)}},
	{"record_too_long", twoRows, []claim.Stored{
		window(0, 0, 2, `{"lot":[{"rows":[1,2],"lot":"L1","tenant":"Oak Bakery","rent":"980.50"}]}`), window(1, 2, 5, `{"lot":[]}`)}},
	{"rounds_differ", lotsTask, []claim.Stored{
		window(0, 0, 5, `{"lot":[{"rows":[1],"lot":"L1","tenant":null,"rent":"1,200.00"}]}`),
		later(window(0, 0, 5, `{"lot":[{"rows":[1],"lot":"L1","tenant":"Oak","rent":"1,200.00"}]}`))}},
	{"superseded", lotsTask, []claim.Stored{
		window(0, 0, 5, `{"lot":[{"rows":[1,99],"lot":"L1","rent":"1,200.00"}]}`),
		later(window(0, 0, 5, `{"lot":[{"rows":[1],"lot":"L1","tenant":"Oak Bakery","rent":"1,200.00"}]}`))}},
	{"not_answered", lotsTask, []claim.Stored{ended("failed", "")}},
	{"truncated", lotsTask, []claim.Stored{ended("truncated", `{"lot":[{"rows":[1],"lot":"L1"`)}},
	{"declined", lotsTask, []claim.Stored{ended("declined", "")}},
	{"filtered rows_remain_filtered", lotsTask, []claim.Stored{ended("filtered", "")}},
	{"empty_answer", lotsTask, []claim.Stored{ended("empty", "")}},
	{"undecodable", lotsTask, []claim.Stored{ended("complete", "I cannot tell.")}},
	{"wrapped", lotsTask, []claim.Stored{ended("complete", "Here it is:\n{\"lot\":[]}")}},
	{"schema_fallback", lotsTask, []claim.Stored{ended("complete", `{"lot":[]}`, finding.SchemaFallback)}},
	{"prompt_cut", lotsTask, []claim.Stored{ended("complete", `{"lot":[]}`, finding.PromptCut)}},
}
