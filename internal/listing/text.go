package listing

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
)

func (l *list) text(w io.Writer) error {
	b := bufio.NewWriter(w)
	d := l.doc
	fmt.Fprintf(b, "%s  %s, %d rows, document id %s\n", d.Name, d.Format, len(d.Rows), short(d.ID))
	current := -1
	var line []byte
	for _, n := range l.rows {
		r := &d.Rows[n]
		if r.Table != current {
			current = r.Table
			l.tableHead(b, current)
		}
		role, _ := l.role(n)
		line = textStart(line[:0], n, d.Tables[r.Table].Place(r, -1).Ref, role)
		b.Write(line) //nolint:errcheck // Flush returns it
		WriteCells(b, r, l.opt.Stored)
		b.WriteByte('\n')
	}
	if why := l.reasons(); len(why) > 0 {
		fmt.Fprintf(b, "\nroles other than data, and why\n  %s\n", strings.Join(why, "\n  "))
	}
	remarks(b, d)
	return b.Flush()
}

func short(id string) string { return id[:min(12, len(id))] }

func (l *list) tableHead(b *bufio.Writer, index int) {
	tableLine(b, &l.doc.Tables[index])
	for i := range l.st.Blocks {
		blk := &l.st.Blocks[i]
		if blk.Table != index {
			continue
		}
		fmt.Fprintf(b, "  table %s, rows %d to %d: %s\n", blk.Name, blk.First, blk.Last, blk.Why)
		for _, c := range blk.Columns {
			heading := strconv.Quote(c.Heading)
			if c.Heading == "" {
				heading = "no heading"
			}
			fmt.Fprintf(b, "    column %s: %s; %s\n", table.ColumnName(c.Col), heading, profile(c.Filled, c.Figures, c.Dates, c.Texts, c.CarriedBy))
		}
	}
}

// tableLine writes the line that heads the rows of a table.
func tableLine(b *bufio.Writer, t *table.Table) {
	fmt.Fprintf(b, "\n%s %d: %s", t.Shape, t.Index, t.Name)
	if t.Found != "" {
		fmt.Fprintf(b, " (%s)", t.Found)
	}
	b.WriteByte('\n')
}

func profile(filled, figures, dates, texts, carried int) string {
	parts := []string{fmt.Sprintf("%d filled", filled)}
	for _, p := range []struct {
		n    int
		word string
	}{{figures, "figures"}, {dates, "dates"}, {texts, "texts"}, {carried, "carried down"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.word))
		}
	}
	return strings.Join(parts, ", ")
}

// WriteCells writes the cells of a row on one line, apart by bars, an empty column as nothing.
func WriteCells(b *bufio.Writer, r *table.Row, withStored bool) {
	col := 0
	for i := range r.Cells {
		c := &r.Cells[i]
		for ; col < int(c.Col); col++ {
			b.WriteString("| ")
		}
		b.WriteString(oneLine(c.Text))
		if s := stored(c); withStored && s != "" {
			fmt.Fprintf(b, " ⟨%s⟩", s)
		}
		for _, note := range notes(c) {
			fmt.Fprintf(b, " [%s]", note)
		}
		if i+1 < len(r.Cells) {
			b.WriteByte(' ')
		}
	}
}

// oneLine shows line breaks and tabs inside a cell without breaking the line.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\n\t") {
		return s
	}
	return strings.NewReplacer("\n", "⏎", "\t", "⇥").Replace(s)
}

// reasons lists the rows that are no data with why, once a run.
func (l *list) reasons() []string {
	type run struct{ first, last int }
	var order []string
	runs := map[string][]run{}
	for _, n := range l.rows {
		role, why := l.role(n)
		if role == "data" {
			continue
		}
		key := role + ": " + why
		rs := runs[key]
		if rs == nil {
			order = append(order, key)
		}
		if k := len(rs); k > 0 && rs[k-1].last == n-1 {
			rs[k-1].last = n
		} else {
			rs = append(rs, run{n, n})
		}
		runs[key] = rs
	}
	var out []string
	for _, key := range order {
		var parts []string
		for i, r := range runs[key] {
			if i == 12 {
				parts = append(parts, fmt.Sprintf("and %d more", len(runs[key])-i))
				break
			}
			if r.first == r.last {
				parts = append(parts, strconv.Itoa(r.first))
			} else {
				parts = append(parts, fmt.Sprintf("%d–%d", r.first, r.last))
			}
		}
		out = append(out, key+": rows "+strings.Join(parts, ", "))
	}
	return out
}

func remarks(b *bufio.Writer, doc *table.Document) {
	if len(doc.Hidden) > 0 {
		b.WriteString("\nhidden parts\n")
		for _, p := range doc.Hidden {
			fmt.Fprintf(b, "  %s\n", hidden(p))
		}
	}
	if len(doc.Warnings) > 0 {
		b.WriteString("\nwarnings\n")
		for _, x := range doc.Warnings {
			fmt.Fprintf(b, "  %s\n", WarningText(x))
		}
	}
}

// WarningText writes a warning on one line.
func WarningText(w table.Warning) string {
	s := w.Code
	if w.Row >= 0 {
		s += fmt.Sprintf(" row %d", w.Row)
	}
	if w.Place != "" {
		s += " at " + w.Place
	}
	return s + ": " + w.Detail
}
