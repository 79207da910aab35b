package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/verdict"
)

func (w *writer) classes(m *report.Summary) {
	w.heading("Rows")
	var parts []string
	for _, c := range verdict.Classes {
		if n := m.Counts.Classes[c.String()]; n > 0 {
			s := fmt.Sprintf("%d %s", n, c)
			if c == verdict.Uncovered {
				s = w.colour(red, s)
			}
			parts = append(parts, s)
		}
	}
	w.wrap("  ", fmt.Sprintf("%d in all: %s", m.Counts.Rows, strings.Join(parts, ", ")))
}

func (w *writer) verdicts(m *report.Summary) {
	c := &m.Counts
	if len(w.run.Task.Records) == 0 {
		return
	}
	w.heading("Records and values")
	w.tally("records", c.Records, "")
	nulls := ""
	if c.Nulls > 0 {
		nulls = fmt.Sprintf(", %d not printed", c.Nulls)
	}
	w.tally("values", c.Values, nulls)
	k := &c.Claims
	s := fmt.Sprintf("claims   %d made = %d accepted + %d held + %d refused + %d agreed + %d superseded",
		k.Made, k.Accepted, k.Held, k.Refused, k.Agreed, k.Superseded)
	w.wrap("  ", w.dim(s))
	if c.Figures > 0 {
		w.wrap("  ", w.dim(fmt.Sprintf("figures  %d of %d are covered by an equation that was evaluated", c.Covered, c.Figures)))
	}
}

func (w *writer) tally(what string, t verdict.Tally, after string) {
	w.printf("  %s %s, %s, %s%s\n", padded(what, 8), w.count(green, t.Accepted, "accepted"),
		w.count(yellow, t.Held, "held"), w.count(red, t.Refused, "refused"), after)
}

func (w *writer) count(colour string, n int, word string) string {
	s := fmt.Sprintf("%d %s", n, word)
	if n == 0 {
		return s
	}
	return w.colour(colour, s)
}

var severities = []string{"incomplete", "refused", "held", "note"}

func (w *writer) findings() {
	if len(w.groups) == 0 {
		return
	}
	w.heading("Findings")
	for _, severity := range severities {
		for i := range w.groups {
			if w.groups[i].key.severity == severity {
				w.finding(&w.groups[i])
			}
		}
	}
}

func (w *writer) finding(g *group) {
	what := g.title
	switch {
	case g.key.field != "" && g.key.record != "":
		what += ": " + g.key.record + "." + g.key.field
	case g.key.field != "":
		what += ": " + g.key.field
	}
	if g.count > 1 {
		what += fmt.Sprintf(" (%d times)", g.count)
	}
	w.hang("  "+w.mark(g.key.severity)+"  "+g.key.code+"  ", "      ", what)
	slices.Sort(g.rows)
	rows := slices.Compact(g.rows)
	var at []string
	if len(rows) == 1 {
		at = append(at, "row "+report.Ranges(rows))
	} else if len(rows) > 1 {
		at = append(at, "rows "+few(rows))
	}
	if n := len(g.places); n > maxPlaces {
		at = append(at, strings.Join(g.places[:maxPlaces], "; ")+" …")
	} else if n > 0 {
		at = append(at, strings.Join(g.places, "; "))
	}
	if len(at) > 0 {
		w.wrap("      ", strings.Join(at, " · "))
	}
	for i, d := range g.detail {
		if i == maxDetails {
			w.printf("      …\n")
			break
		}
		w.wrap("      ", one(d))
	}
	if g.hint != "" {
		w.wrap("      ", w.dim("hint: "+g.hint))
	}
}

// maxRanges is how many ranges of rows are listed; the others are counted.
const maxRanges = 16

// few writes rows, ascending, as ranges, and where these are many the first of them and how many rows there are.
func few(rows []int) string {
	ranges := 0
	for i := range rows {
		if i == 0 || rows[i] != rows[i-1]+1 {
			if ranges++; ranges > maxRanges {
				return fmt.Sprintf("%s …, %d rows in all", report.Ranges(rows[:i]), len(rows))
			}
		}
	}
	return report.Ranges(rows)
}

func (w *writer) totals(m *report.Summary) {
	if len(m.Equations) == 0 {
		return
	}
	held := 0
	w.heading("Declared against computed")
	for i := range m.Equations {
		e := &m.Equations[i]
		if e.Scope == "record" && e.Status == "holds" {
			held++
			continue
		}
		w.equation(e)
	}
	if held > 0 {
		w.wrap("  ", fmt.Sprintf("%s %s of single records, all holding", w.colour(green, "="), plural(held, "equation")))
	}
}

func (w *writer) equation(e *verdict.Equation) {
	sign, colour := "≠", red
	switch e.Status {
	case "holds":
		sign, colour = "=", green
	case "within tolerance":
		sign, colour = "≈", green
	case "noted":
		sign, colour = "≈", yellow
	case "not evaluated":
		sign, colour = "?", yellow
	}
	of := ""
	if e.Group != "" {
		of = ", " + e.Group
	}
	if e.Entry != "" {
		of += ", " + e.Entry
	}
	w.wrap("  ", w.colour(colour, sign)+" "+e.Text+of+"  "+w.dim(e.Status))
	if e.Left != "" || e.Right != "" {
		s := fmt.Sprintf("computed %s %s declared %s", e.Left, sign, e.Right)
		if e.Scope == "record" {
			s = fmt.Sprintf("%s %s %s", e.Left, sign, e.Right)
		}
		if e.Difference != "" {
			s += ", difference " + e.Difference
		}
		if len(e.Rows) > 0 {
			s += ", row " + report.Ranges(e.Rows)
		}
		w.wrap("      ", s)
	}
	if e.Reason != "" {
		w.wrap("      ", e.Reason)
	}
	for _, x := range e.Explanation {
		w.wrap("      ", "perhaps: "+one(x))
	}
}

func (w *writer) uncovered(m *report.Summary) {
	if len(m.Uncovered) == 0 {
		return
	}
	w.heading("Uncovered rows")
	var runs []string
	for _, r := range m.Uncovered {
		if r.First == r.Last {
			runs = append(runs, fmt.Sprint(r.First))
		} else {
			runs = append(runs, fmt.Sprintf("%d–%d", r.First, r.Last))
		}
	}
	rows := "rows "
	if len(runs) == 1 && m.Uncovered[0].First == m.Uncovered[0].Last {
		rows = "row "
	}
	w.wrap("  ", "no record and no class accounts for "+rows+strings.Join(runs, ", "))
}

func (w *writer) hidden(m *report.Summary) {
	for i, h := range m.Hidden {
		if i == 0 {
			w.heading("Hidden in the file")
		}
		state := "not read"
		if h.Read {
			state = "read"
		}
		w.wrap("  ", fmt.Sprintf("%s: %s %d, %s", h.Table, h.Kind, h.Count, state))
	}
}
