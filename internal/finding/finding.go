// Package finding holds the codes of everything that a run can say against a row, a value,
// a record or a document, with their documentation as data.
//
// A finding is a value, never an error: the run goes on and the report shows it. A code, once released,
// keeps its meaning.
package finding

import (
	"cmp"
	"slices"
)

// A Severity says what a finding does to what it stands on.
type Severity uint8

// The severities, from the mildest.
const (
	Note   Severity = iota // shown, changes no verdict
	Hold                   // there is evidence, and a reason why a person has to look
	Refuse                 // the evidence is not there
	Lose                   // rows or pages are not accounted for: the document is incomplete
)

// String returns the severity as the report writes it.
func (s Severity) String() string {
	return [...]string{"note", "held", "refused", "incomplete"}[s]
}

// A Finding is one coded reason.
type Finding struct {
	Code   string // of a Doc
	Rows   []int  // ascending; empty for the whole document
	Col    int    // -1 for none
	Record string // record type, "document", or empty
	Entry  string // entry id, or empty
	Field  string // or empty
	Detail string // what was seen; may quote the document, so it goes to the report, never to a log
	Hint   string // what to do next, or empty
}

// Severity returns the severity of the finding's code.
func (f *Finding) Severity() Severity { return Of(f.Code).Severity }

// A Doc documents one code.
type Doc struct {
	Code     string   // "CITE001"
	Name     string   // "not_printed", as CHECKS and the vectors call it
	Title    string   // one line
	Text     string   // a paragraph: when it is raised and why
	Hint     string   // what a person does about it
	Severity Severity // what it does to what it stands on
}

// Docs returns all codes in the order of families and numbers.
func Docs() []Doc { return slices.Clone(docs) }

// Lookup returns the documentation of a code, or of a name.
func Lookup(code string) (Doc, bool) {
	if i, ok := index[code]; ok {
		return docs[i], true
	}
	return Doc{}, false
}

// Of returns the documentation of a code that must exist: a code that is not documented is
// a fault of the program.
func Of(code string) Doc {
	d, ok := Lookup(code)
	if !ok {
		panic("finding: no such code: " + code)
	}
	return d
}

// Named returns the code of a name such as "row_off_by_n".
func Named(name string) (string, bool) {
	i, ok := index[name]
	if !ok {
		return "", false
	}
	return docs[i].Code, true
}

// A Gone code is one that nothing raises any more. No other finding takes its number or name.
type Gone struct{ Code, Name, Why string }

// Retired returns the codes that are gone, in the order of Docs.
func Retired() []Gone {
	return []Gone{
		{"CITE056", "date_ambiguous", "each reason for a second reading of a date has a code of its own: ambiguous_order, order_conflict, two_digit_year, compact_date"},
		{"LEDGER005", "column_not_asked", "such columns stand in the summary and are no finding"},
		{"LEDGER006", "row_of_refused_record", "the ledger links such a row to its record"},
	}
}

// Sort puts findings into the order of a report: row, column, field, code, entry.
func Sort(fs []Finding) {
	slices.SortStableFunc(fs, func(a, b Finding) int {
		return cmp.Or(slices.Compare(a.Rows, b.Rows), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Code, b.Code), cmp.Compare(a.Entry, b.Entry), cmp.Compare(a.Detail, b.Detail))
	})
}

var (
	docs  = slices.Concat(citeDocs, exactDocs, ledgerDocs, arithDocs, windowDocs, modelDocs, sourceDocs)
	index = buildIndex()
)

func buildIndex() map[string]int {
	m := make(map[string]int, 2*len(docs))
	for i, d := range docs {
		for _, k := range []string{d.Code, d.Name} {
			if _, twice := m[k]; twice {
				panic("finding: twice: " + k)
			}
			m[k] = i
		}
	}
	return m
}
