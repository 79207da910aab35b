package numfmt

import (
	"flag"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/formats.md anew")

const page = "../../../docs/formats.md"

// A score counts how often a program prints the text that most programs print.
type score struct{ right, wrong, unsure int }

func (s *score) add(p pair, same bool) {
	switch {
	case p.verdict == "unsure":
		s.unsure++
	case same:
		s.right++
	default:
		s.wrong++
	}
}

// TestPage keeps docs/formats.md in step with what the formatter prints.
func TestPage(t *testing.T) {
	got := formatsPage(t)
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Error("docs/formats.md is out of date: go test ./internal/table/numfmt -run TestPage -update")
	}
}

func formatsPage(t *testing.T) string {
	pairs := readPairs(t)
	kinds := map[string]*[3]score{}
	var order []string
	var total [3]score
	var notes []pair
	for _, p := range pairs {
		kind := kindName(p.kind)
		if kinds[kind] == nil {
			kinds[kind] = &[3]score{}
			order = append(order, kind)
		}
		_, same := printPair(t, p)
		want := strings.TrimSpace(p.want)
		results := [3]bool{same, trim(p.texts[0]) == want, trim(p.texts[2]) == want}
		for i, r := range results {
			kinds[kind][i].add(p, r)
			total[i].add(p, r)
		}
		if p.verdict != "unsure" && !same {
			notes = append(notes, p)
		}
	}
	sort.Strings(order)
	var b strings.Builder
	b.WriteString(pageHead)
	for _, k := range order {
		writeScores(&b, k, kinds[k])
	}
	writeScores(&b, "**all**", &total)
	b.WriteString("\n## Where the text here is another\n\n| format | value | here | most programs | why |\n| --- | --- | --- | --- | --- |\n")
	for _, p := range notes {
		got, _ := printPair(t, p)
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", code(p.format), p.value, code(got), code(p.want), differences[p.row])
	}
	b.WriteString(pageFoot)
	return b.String()
}

// trim drops the blanks at the ends; one program writes a minus sign of its own.
func trim(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "−", "-") }

func kindName(kind string) string {
	if strings.HasPrefix(kind, "builtin") {
		return "built in"
	}
	return kind
}

func code(s string) string {
	if s == "" {
		return "nothing"
	}
	return "`" + strings.ReplaceAll(s, "|", "\\|") + "`"
}

func writeScores(b *strings.Builder, kind string, s *[3]score) {
	fmt.Fprintf(b, "| %s ", kind)
	for i := range s {
		fmt.Fprintf(b, "| %d | %d ", s[i].right, s[i].wrong)
	}
	fmt.Fprintf(b, "| %d |\n", s[0].unsure)
}

const pageHead = `# Number formats

A spreadsheet stores a number and prints a text. This page counts, for 1,251 pairs of a number format and a value,
how often the text is the one that most of five programs print (excelize 2.11, LibreOffice 7.4, SheetJS's SSF, the numfmt package
for JavaScript, Gnumeric). Blanks at the ends do not count. A pair is *unsure* where the five do not settle on a text.

The page is made by ` + "`go test ./internal/table/numfmt -run TestPage -update`" + ` from internal/table/numfmt/testdata/formats.tsv.

| kind | here: right | wrong | excelize: right | wrong | SheetJS: right | wrong | unsure |
| --- | --- | --- | --- | --- | --- | --- | --- |
`

const pageFoot = `
## Rules

- A value is rounded half away from zero, in decimal, on the fifteen digits that a spreadsheet shows: 1.005 under ` + "`0.00`" + ` is 1.01.
- General prints at most eleven characters, with an exponent where it must, as a wide cell does. Whole numbers of up to fifteen
  digits print whole, although Excel shows 1.23457E+11: account and article numbers are read by their digits. The stored number
  stands beside the text in any case.
- A minus sign is dropped only where the section can hold nothing but negative numbers, or where every digit printed is 0.
- Seconds are rounded to what is printed; hours and minutes are cut. A time that rounds to midnight belongs to the next day.
- The built-in formats 14 and 22 follow the run's locale. 5 to 8 print no currency unless the file says which.
- Names of months and days: English, French, German, Spanish, Italian, Dutch, Portuguese, Polish, Russian, Japanese. Another language
  prints English names, with a warning.
- Decimal mark and grouping are those of English; a tag such as ` + "`[$-407]`" + ` changes names only, as in Excel.
- A date before 1900, which Excel shows as a row of #, prints the day that LibreOffice prints; it is kept as a number, not as a date.
`
