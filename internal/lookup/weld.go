package lookup

import (
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// maxWeld is how many neighbouring cells are tried as one.
const maxWeld = 5

// maxWeldBytes is the length from which joined cells are no single value.
const maxWeldBytes = 64

// welded finds a value only by reading neighbouring cells of a row as one, with a blank
// between them: held, for the columns may have been cut wrongly.
func (f *Finder) welded(q *Query, r *Result) bool {
	digits := ""
	if q.Field.Type.Numeric() {
		v := f.number.any(f)
		if !v.certain() {
			return false
		}
		if digits = digitsOf(v.fig.Value); v.short {
			digits = digitsOf(string(v.value))
		}
	}
	for first := range f.cells {
		if f.weldable(q, first) {
			f.weldFrom(q, r, first, digits)
		}
	}
	if len(r.Hits) == 0 {
		return false
	}
	r.Verdict, r.Code = verdict.None, ""
	return true
}

func (f *Finder) weldable(q *Query, ci int) bool {
	c := f.cells[ci]
	if c.header && !q.InHeadings || c.long || uncached(c.cell) {
		return false
	}
	switch q.Field.Type {
	case task.Date:
		return len(c.cell.Text) <= maxDatePart && digitCount(c.cell.Text) <= len("2026")
	case task.Identifier:
		return true
	}
	f.wordsOf(c)
	return c.allFig && len(c.words) > 0
}

// maxDatePart is the length of the longest part of a date, a month's name with a point.
const maxDatePart = 16

func digitCount(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			n++
		}
	}
	return n
}

func (f *Finder) weldFrom(q *Query, r *Result, first int, digits string) {
	size := len(f.cells[first].cell.Text)
	for end := first + 1; end < len(f.cells) && end-first < maxWeld; end++ {
		if f.cells[end].cited != f.cells[first].cited || !f.weldable(q, end) {
			return
		}
		if size += 1 + len(f.cells[end].cell.Text); size > maxWeldBytes {
			return
		}
		run := f.cells[first : end+1]
		if !f.mayWeld(q, run, digits) || !f.readsWelded(q, run) {
			continue
		}
		at := len(r.spans)
		for _, c := range run {
			r.spans = append(r.spans, verdict.Evidence{Row: c.row, Col: c.col, End: len(c.cell.Text)})
		}
		r.Hits = append(r.Hits, Hit{
			Evidence: r.spans[at:len(r.spans):len(r.spans)], Row: run[0].cited, Col: run[0].col,
			Verdict: verdict.Held, Code: finding.SplitCells, Printed: weld(run),
		})
	}
}

// mayWeld is a cheap test before the cells of a run are joined and read.
func (f *Finder) mayWeld(q *Query, run []*cellRead, digits string) bool {
	switch q.Field.Type {
	case task.Date:
		n := 0
		for _, c := range run {
			n += digitCount(c.cell.Text)
		}
		return n >= len("526") && n <= len("12052026")
	case task.Identifier:
		n := 0
		for _, c := range run {
			n += len(c.cell.Text)
		}
		return n >= len(f.key)
	}
	return digitsFit(run, digits)
}

// readsWelded reports whether the run, read as one cell, is the value.
func (f *Finder) readsWelded(q *Query, run []*cellRead) bool {
	text := weld(run)
	ctx := f.contextOf(run[0])
	switch q.Field.Type {
	case task.Identifier:
		return string(appendKey(nil, text)) == string(f.key)
	case task.Date:
		v, d := f.date.at(f, f.contextID(ctx)), f.scan.ParseDate(text, ctx)
		return v.Status == notation.Certain && d.Status == notation.Certain && v.Value == d.Value
	}
	v := f.number.any(f)
	fig := f.scan.ParseValue(text, ctx)
	return fig.Status == notation.Certain && v.is(fig.Value) ||
		slices.ContainsFunc(fig.Readings, v.is) || slices.ContainsFunc(fig.Possible, v.is)
}

func weld(run []*cellRead) string {
	var b strings.Builder
	for i, c := range run {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.TrimSpace(c.cell.Text))
	}
	return b.String()
}

// digitsOf returns the digits of a canonical decimal from its first that is not zero; "0" for
// zero.
func digitsOf(value string) string {
	d := strings.TrimLeft(strings.ReplaceAll(strings.TrimPrefix(value, "-"), ".", ""), "0")
	if d == "" {
		return "0"
	}
	return d
}

// digitsFit reports whether the cells' digits in a row are those of the value, zeros at
// either end aside: a cheap test before the cells are joined and read.
func digitsFit(run []*cellRead, digits string) bool {
	i, leading := 0, true
	for _, c := range run {
		for k := range len(c.cell.Text) {
			b := c.cell.Text[k]
			if b >= 0x80 && i == 0 {
				return true
			}
			if b < '0' || b > '9' || leading && b == '0' {
				continue
			}
			leading = false
			switch {
			case i < len(digits) && digits[i] == b:
				i++
			case i == len(digits) && b == '0':
			default:
				return false
			}
		}
	}
	return i == len(digits)
}
