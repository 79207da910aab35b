package lookup

import (
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// byYears settles a two-digit year by the four-digit years that the cited rows print, where
// nothing else tells the century.
func (f *Finder) byYears(c *cellRead, d *notation.DateValue) (string, bool) {
	if d.Reason != "two_digit_year" || f.contexts[c.dateCtx].Years != (notation.Years{}) {
		return "", false
	}
	lowest, highest := 0, 0
	for _, o := range f.cells {
		if o.long || uncached(o.cell) {
			continue
		}
		for _, p := range f.datesOf(o) {
			if p.Status != notation.Certain || p.Yearless || len(p.Value) < 4 {
				continue
			}
			y, err := strconv.Atoi(p.Value[:4])
			if err != nil {
				continue
			}
			if lowest == 0 || y < lowest {
				lowest = y
			}
			highest = max(highest, y)
		}
	}
	if lowest == 0 {
		return "", false
	}
	from, to := notation.YearsAround(highest).From, notation.YearsAround(lowest).To
	found := ""
	for _, s := range d.Readings {
		y, err := strconv.Atoi(s[:min(4, len(s))])
		if err != nil || y < from || y > to {
			continue
		}
		if found != "" {
			return "", false
		}
		found = s
	}
	return found, found != ""
}

// composedYear finds the year that the heading of a composed field's column prints, else the
// nearest section heading above that prints one: exactly one year, or none.
func (f *Finder) composedYear(q *Query, c *cellRead) bool {
	f.date.year = 0
	s := f.src.Structure
	if s == nil {
		for _, o := range f.cells {
			if o.header {
				f.date.year = oneYear(o.cell.Text)
			}
		}
		return f.date.year > 0
	}
	if h := f.headingOf(c); h != nil {
		f.date.year = oneYear(h.text)
	}
	if f.date.year == 0 {
		f.date.year = f.sectionYear(s, c.row)
	}
	return f.date.year > 0
}

func (f *Finder) sectionYear(s *structure.Structure, row int) int {
	open := s.Sections(row)
	for i := len(open) - 1; i >= 0; i-- {
		above, ok := f.src.Doc.Row(open[i])
		if !ok {
			continue
		}
		year := 0
		for k := range above.Cells {
			y := oneYear(above.Cells[k].Text)
			if y == 0 {
				continue
			}
			if year != 0 && year != y {
				return 0
			}
			year = y
		}
		if year != 0 {
			return year
		}
	}
	return 0
}

// oneYear returns the one year from 1900 to 2099 that a text prints as four digits, or 0.
func oneYear(s string) int {
	year := 0
	for i := 0; i < len(s); {
		if s[i] < '0' || s[i] > '9' {
			i++
			continue
		}
		k := i
		for k < len(s) && s[k] >= '0' && s[k] <= '9' {
			k++
		}
		if run := s[i:k]; k-i == 4 && (run[:2] == "19" || run[:2] == "20") {
			y, _ := strconv.Atoi(run)
			if year != 0 && year != y {
				return 0
			}
			year = y
		}
		i = k
	}
	return year
}

// settleDay reads the printed date of a cell that stores one so that it is the stored one:
// order and century are the stored date's.
func (f *Finder) settleDay(c *cellRead, own notation.Context) {
	day := storedDay(c.cell)
	if day == "" || len(c.dates) != 1 || noDate(&c.dates[0]) {
		return
	}
	if takesDay(c, &c.dates[0], day) {
		return
	}
	year, err := strconv.Atoi(day[:4])
	if err != nil {
		return
	}
	for _, order := range [3]notation.Order{notation.DMY, notation.MDY, notation.YMD} {
		ctx := own
		ctx.Order, ctx.Years = order, notation.Years{From: year - 50, To: year + 49}
		if ds := f.scan.FindDates(nil, c.cell.Text, ctx); len(ds) == 1 && takesDay(c, &ds[0], day) {
			c.dateCtx, c.dates = f.contextID(ctx), ds
			return
		}
	}
	c.dayDiffers = true
}

// takesDay settles the cell on its printed date if that is the stored day, or part of it.
func takesDay(c *cellRead, d *notation.DateValue, day string) bool {
	switch {
	case d.Yearless:
		if d.Value == "" || day[4:] != d.Value[1:] {
			return false
		}
		c.day = day
		return true
	case d.Reason == "two_digit_year":
		for _, s := range d.Readings { // "Dec-26": the stored date tells month and year from month and day
			if len(s) == len("2026-05") && strings.HasPrefix(day, s+"-") {
				d.Status, d.Value, d.Readings, d.Reason = notation.Certain, s, nil, ""
				c.day = day
				return true
			}
		}
		return false
	case d.Status != notation.Certain:
		return false
	}
	return d.Value == day || len(d.Value) == len("2026-05") && strings.HasPrefix(day, d.Value+"-")
}

// storedDay returns the calendar day that a cell stores, or "".
func storedDay(c *table.Cell) string {
	if c.Kind != table.Date || len(c.Stored) < len("2026-05-01") || c.Stored[0] == 'T' {
		return ""
	}
	return c.Stored[:len("2026-05-01")]
}

// storedDay accepts the stored date of a cell, as other tools give it, where the cell prints
// it in another form or less of it, and notes it.
func (f *Finder) storedDay(r *Result, c *cellRead) {
	day := storedDay(c.cell)
	v := f.date.at(f, c.dateCtx)
	if day == "" || v.Status != notation.Certain || v.Value != day {
		return
	}
	stored := strings.TrimPrefix(c.cell.Stored[len(day):], "T")
	if !timeAgrees(v.Time, stored) {
		f.date.missed = finding.TimeNotPrinted
		return
	}
	h := f.cellHit(r, c, 0, len(c.cell.Text))
	h.Verdict, h.Note, h.Value, h.Whole = verdict.Accepted, finding.StoredValueGiven, day, true
	if c.dayDiffers {
		h.Verdict, h.Code = verdict.Held, finding.StoredDiffers
	}
	r.Hits = append(r.Hits, h)
}
