package arith

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const bill = `
document:
  net: {type: money, labels: [Net]}
  allowances: {type: money, labels: [Allowances]}
  tax: {type: money, labels: [Tax]}
  lines: {type: number, labels: [Lines]}
  rates: {type: number, labels: [Rates]}
records:
  line:
    fields:
      article: {type: text}
      amount: {type: money}
  discount:
    fields:
      reason: {type: text}
      amount: {type: money}
  rate:
    fields:
      name: {type: text}
      tax: {type: money}
equations:
  - sum(line.amount) - sum(discount.amount) = net
  - sum(discount.amount) = allowances
  - sum(rate.tax) = tax
  - count(line) = lines
  - count(rate) = rates
`

// TestRecordTypesThatAreNotPrinted sums and counts types of which the document has no record.
func TestRecordTypesThatAreNotPrinted(t *testing.T) {
	const rows = "H | Article | Amount\nline | Bolt | 60.00\nline | Nut | 40.00\n"
	lines := map[string][]string{"line": {"article", "amount"}}
	const (
		none  = "document: not evaluated"
		holds = "document: holds"
	)
	for _, c := range []struct {
		name          string
		rows          string
		fields        map[string][]string
		codes, status []string
	}{
		{"an invoice without discounts and with nothing declared of them", rows + "net | Net | 100.00", lines,
			nil,
			[]string{holds, none, none, none, none}},
		{"its net tells of a line that is missing", rows + "net | Net | 130.00", lines,
			[]string{"sum_differs document-net .net [3]"},
			[]string{"document: differs", none, none, none, none}},
		{"a total of taxes without a table of them proves nothing, and neither does their number", rows + "net | Net | 100.00\ntax | Tax | 20.00\nrates | Rates | 2", lines,
			nil,
			[]string{holds, none, none, none, none}},
		{"a declared nothing agrees", rows + "net | Net | 100.00\nallowances | Allowances | 0.00\nrates | Rates | 0", lines,
			nil,
			[]string{holds, holds, none, none, holds}},
		{"the rows of a table that has the columns were all lost", rows + "H | Rate | Tax\nN | 20 % | 20.00\nnet | Net | 100.00\ntax | Tax | 20.00\nrates | Rates | 1",
			map[string][]string{"line": {"article", "amount"}, "rate": {"", "", "name", "tax"}},
			[]string{"sum_differs document-tax .tax [6]", "count_differs document-rates .rates [7]"},
			[]string{holds, none, "document: differs", none, "document: differs"}},
		{"the records of every type were lost", "H | Article | Amount\nN | Bolt | 60.00\nnet | Net | 60.00\ntax | Tax | 12.00\nlines | Lines | 1", map[string][]string{},
			[]string{"sum_differs document-net .net [2]", "sum_differs document-tax .tax [3]", "count_differs document-lines .lines [4]"},
			[]string{"document: differs", none, "document: differs", "document: differs", none}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := Check(read(t, bill, c.rows, c.fields).input())
			if diff := cmp.Diff(c.status, statuses(out)); diff != "" {
				t.Errorf("equations (-want +got)\n%s", diff)
			}
			var got []string
			for _, s := range codes(out) {
				if strings.Contains(s, "_differs ") {
					got = append(got, s)
				}
			}
			if diff := cmp.Diff(c.codes, got); diff != "" {
				t.Errorf("findings (-want +got)\n%s", diff)
			}
		})
	}
}
