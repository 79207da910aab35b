package task

import (
	_ "embed"
	"strings"

	"github.com/rowproof/rowproof/internal/words"
)

// Words of headings that tell the type of a column, by language; docs/task.md says how they
// are used.
//
//go:embed headingwords.txt
var headingWords string

// headingTells reports whether a heading has one of the words that the list keeps for a kind
// of column. A word that ends in * stands for every word that begins so, one that begins
// with * for every word that ends so.
func headingTells(heading, kind string) bool {
	list := " " + kindWords(kind) + " "
	for _, w := range words.Split(heading) {
		if strings.Contains(list, " "+w.Text+" ") {
			return true
		}
		for _, l := range strings.Fields(list) {
			if p, ok := strings.CutSuffix(l, "*"); ok && strings.HasPrefix(w.Text, p) {
				return true
			}
			if p, ok := strings.CutPrefix(l, "*"); ok && strings.HasSuffix(w.Text, p) {
				return true
			}
		}
	}
	return false
}

func kindWords(kind string) string {
	var out []string
	for line := range strings.Lines(headingWords) {
		if rest, ok := strings.CutPrefix(line, kind+":"); ok {
			out = append(out, strings.TrimSpace(rest))
		}
	}
	return strings.Join(out, " ")
}

// hasCurrency reports whether a heading prints a currency: "Rent (£)", "Loyer EUR".
func hasCurrency(heading string) bool {
	if strings.ContainsAny(heading, "€£$¥") {
		return true
	}
	return headingTells(heading, "currency")
}

// typeOf guesses a column's type from what it prints, then from its heading. Nine of ten
// filled cells decide; where figures are only the greater part, the heading must agree.
func typeOf(c *HeadedColumn) Type {
	most := func(n int) bool { return n > 0 && n*10 >= c.Filled*9 }
	heading := c.Heading
	identifying := headingTells(heading, "identifier")
	switch {
	case most(c.Dates):
		return Date
	case c.Percents*2 > c.Figures && most(c.Figures):
		return Percent
	case identifying && c.Decimals == 0 && c.Currencies == 0:
		return Identifier
	case c.Numbering && c.Currencies == 0 && !hasCurrency(heading) && !headingTells(heading, "money"):
		return Identifier
	case c.Filled == 0 || c.Figures*2 > c.Filled && !most(c.Figures):
		return typeByHeading(heading)
	case !most(c.Figures):
		return Text
	case strings.Contains(heading, "%") || headingTells(heading, "percent"):
		return Percent
	case c.Currencies > 0 || hasCurrency(heading) || headingTells(heading, "money"):
		return Money
	}
	return Number
}

func typeByHeading(heading string) Type {
	switch {
	case headingTells(heading, "date"):
		return Date
	case hasCurrency(heading) || headingTells(heading, "money"):
		return Money
	}
	return Text
}
