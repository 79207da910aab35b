package lookup

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A dateClaim is the claimed day, read once for each notation that a cited cell has.
type dateClaim struct {
	quote  string
	read   [4]readDate
	n      int
	missed string // the code of the place that comes closest
	year   int    // of a composed field: the year that its heading prints, 0 for none
}

type readDate struct {
	ctx contextID
	val notation.DateValue
}

// findDate looks a calendar day or month up. Precision is part of the claim: a day, a year or
// a time that is not printed refuses it, unless the cell stores that date.
func (f *Finder) findDate(q *Query, r *Result) {
	f.date.quote, f.date.n, f.date.missed, f.date.year = q.Claim.Quote, 0, "", 0
	switch {
	case q.Claim.Bool || q.Claim.Number:
		r.Verdict, r.Code = verdict.Refused, finding.UnreadableValue
		return
	case blank(q.Claim.Quote):
		f.empty(q, r)
		return
	}
	for _, c := range f.cells {
		if c.header && !q.InHeadings || c.long || uncached(c.cell) {
			continue
		}
		f.dateIn(q, r, c)
	}
	if len(r.Hits) > 0 {
		return
	}
	f.dateElsewhere(q, r)
}

// dateIn records where the cell prints the claimed day.
func (f *Finder) dateIn(q *Query, r *Result, c *cellRead) {
	dates := f.datesFor(c, q.Field)
	before := len(r.Hits)
	for i := range dates {
		d := &dates[i]
		if noDate(d) {
			continue
		}
		v := f.date.at(f, c.dateCtx)
		if noDate(v) {
			break
		}
		value, held, code, ok := f.sameDay(q, c, v, d)
		if !ok {
			continue
		}
		h := f.cellHit(r, c, d.Start, timeEnd(c.cell.Text, d))
		h.Verdict, h.Value = verdict.Accepted, value
		switch {
		case c.dayDiffers:
			h.Verdict, h.Code = verdict.Held, finding.StoredDiffers
		case held:
			h.Verdict, h.Code, h.Value, h.Readings = verdict.Held, code, "", d.Readings
			if len(h.Readings) == 0 {
				h.Readings = v.Readings
			}
		case c.cell.Flags&table.Doubtful != 0:
			h.Verdict, h.Code = verdict.Held, finding.DoubtfulRecognition
		}
		r.Hits = append(r.Hits, h)
	}
	if c.cell.Kind == table.Date && len(r.Hits) == before {
		f.storedDay(r, c)
	}
}

// noDate reports a token that is neither a date nor a day of some year.
func noDate(d *notation.DateValue) bool { return d.Status == notation.NotAFigure && !d.Yearless }

// timeEnd returns where a date ends with the time of day that is printed behind it.
func timeEnd(text string, d *notation.DateValue) int {
	if d.Time != "" {
		if i := strings.Index(text[d.End:], d.Time); i >= 0 && i <= len("T, ") {
			return d.End + i + len(d.Time)
		}
	}
	return d.End
}

// sameDay compares the claimed day with a printed one. A time that is printed is left aside,
// one that the claim adds is refused.
func (f *Finder) sameDay(q *Query, c *cellRead, v, d *notation.DateValue) (value string, held bool, code string, ok bool) {
	switch {
	case v.Yearless || d.Yearless:
		value, held, code, ok = f.sameYearless(q, c, v, d)
	case v.Status == notation.Held:
		if d.Status == notation.Held && v.Reason == "two_digit_year" {
			if reading, settled := f.byYears(c, d); settled && slices.Contains(v.Readings, reading) {
				value, ok = reading, true
				break
			}
		}
		for _, s := range v.Readings {
			if c.day != "" && d.Status == notation.Certain && d.Value == s && v.Reason == "two_digit_year" {
				return s, false, "", true
			}
			if d.Status == notation.Certain && d.Value == s || slices.Contains(d.Readings, s) {
				return "", true, codeOf(v.Reason), true
			}
		}
		return "", false, "", false
	case d.Status == notation.Held:
		reading, settled := f.byYears(c, d)
		value = v.Value
		ok = slices.Contains(d.Readings, value)
		if held = !settled || reading != value; held {
			code = codeOf(d.Reason)
		}
	default:
		value, ok = v.Value, v.Value == d.Value
		if !ok && len(d.Value) == len("2026-05") && len(value) == len("2026-05-01") && strings.HasPrefix(value, d.Value+"-") {
			f.date.missed = finding.DayNotPrinted
		}
	}
	if ok && !timeAgrees(v.Time, d.Time) {
		f.date.missed = finding.TimeNotPrinted
		ok = false
	}
	return value, held, code, ok
}

// sameYearless compares where one side or both have no year. The year of a composed field
// stands in a heading, that of a cell which stores a date in the cell.
func (f *Finder) sameYearless(q *Query, c *cellRead, v, d *notation.DateValue) (value string, held bool, code string, ok bool) {
	if !d.Yearless {
		return "", false, "", false
	}
	day := v.Value
	if !v.Yearless && v.Status == notation.Certain && len(day) == len("2026-05-01") {
		day = "-" + day[4:]
	}
	certain := d.Value != "" && d.Value == day
	if !certain && !(day == "" && v.Yearless && slices.Equal(v.Readings, d.Readings)) && !slices.Contains(d.Readings, day) {
		return "", false, "", false
	}
	if q.Field.Composed != "" {
		f.composedYear(q, c)
	}
	switch {
	case !v.Yearless && (f.date.year == 0 || v.Value[:4] != fourDigits(f.date.year)):
		f.date.missed = finding.YearNotPrinted
		return "", false, "", false
	case !certain:
		return "", true, finding.AmbiguousOrder, true
	case f.date.year > 0:
		return withYear(f.date.year, d.Value), false, "", true
	case c.day != "":
		return c.day, false, "", true
	}
	return d.Value, false, "", true
}

// timeAgrees reports whether the claim adds no time of day. Midnight counts as none.
func timeAgrees(claimed, printed string) bool {
	if claimed == "" || strings.Trim(claimed, "0:.") == "" {
		return true
	}
	a, b := claimed, printed
	if len(a) < len(b) {
		a, b = b, a
	}
	return b != "" && strings.HasPrefix(a, b) && strings.Trim(a[len(b):], "0:.") == ""
}

func withYear(year int, yearless string) string { return fourDigits(year) + yearless[1:] }

func fourDigits(n int) string {
	s := strconv.Itoa(n)
	return strings.Repeat("0", max(0, 4-len(s))) + s
}

// dateElsewhere answers a day that no cell of the rows carries.
func (f *Finder) dateElsewhere(q *Query, r *Result) {
	v := f.date.any(f)
	if noDate(v) && v.Reason != "not_calendar" {
		value := f.valueWords(q.Claim.Quote)
		if len(value) > 0 && f.findKept(q, r, value) || f.unread(q, r) {
			return
		}
		r.Verdict, r.Code = verdict.Refused, finding.UnreadableValue
		if len(value) == 0 {
			r.Code = finding.EmptyValue
		}
		return
	}
	if f.date.missed == "" && (f.welded(q, r) || f.unread(q, r)) {
		return
	}
	r.Verdict, r.Code = verdict.Refused, finding.NotPrinted
	switch {
	case v.Reason == "not_calendar":
		r.Code = finding.NotCalendar
	case f.date.missed != "":
		r.Code = f.date.missed
	case f.headerCarries(q, func(c *cellRead) { f.dateIn(q, r, c) }, r):
		r.Code = finding.HeaderOnly
	}
}

func (d *dateClaim) at(f *Finder, ctx contextID) *notation.DateValue {
	for i := range d.n {
		if d.read[i].ctx == ctx {
			return &d.read[i].val
		}
	}
	slot := min(d.n, len(d.read)-1)
	d.n = slot + 1
	d.read[slot] = readDate{ctx, d.parse(f, ctx)}
	return &d.read[slot].val
}

func (d *dateClaim) parse(f *Finder, ctx contextID) notation.DateValue {
	for _, c := range f.cells {
		if c.kinds&haveDates != 0 && c.cell.Text == d.quote && c.dateCtx == ctx && len(c.dates) == 1 &&
			c.dates[0].Start == 0 && c.dates[0].End == len(d.quote) && c.cell.Kind != table.Date {
			return c.dates[0]
		}
	}
	return f.scan.ParseDate(d.quote, f.contexts[ctx])
}

// any returns the claimed day in one notation of the cited rows.
func (d *dateClaim) any(f *Finder) *notation.DateValue {
	if d.n > 0 {
		return &d.read[0].val
	}
	if len(f.cells) > 0 {
		return d.at(f, f.contextID(f.contextOf(f.cells[0])))
	}
	return d.at(f, f.contextID(notation.Context{Language: f.src.Language}))
}

// datesOf returns the dates that the cell prints, as they were read last.
func (f *Finder) datesOf(c *cellRead) []notation.DateValue {
	if c.kinds&haveDates == 0 {
		f.readDates(c, f.contextOf(c))
	}
	return c.dates
}

// datesFor returns the dates that the cell prints for a field, which may have its own span of
// two-digit years.
func (f *Finder) datesFor(c *cellRead, field *task.Field) []notation.DateValue {
	if field.Years == (notation.Years{}) {
		if c.kinds&haveDates != 0 && c.years == (notation.Years{}) {
			return c.dates
		}
		f.readDates(c, f.contextOf(c))
		c.years = notation.Years{}
		return c.dates
	}
	if c.kinds&haveDates == 0 || c.years != field.Years {
		ctx := f.contextOf(c)
		ctx.Years = field.Years
		f.readDates(c, ctx)
		c.years = field.Years
	}
	return c.dates
}

func (f *Finder) readDates(c *cellRead, ctx notation.Context) {
	c.kinds |= haveDates
	c.dateCtx, c.dayDiffers, c.day, c.dates = f.contextID(ctx), false, "", nil
	if c.long {
		return
	}
	c.dates = f.scan.FindDates(nil, c.cell.Text, ctx)
	if c.cell.Kind == table.Date {
		f.settleDay(c, ctx)
	}
}

func blank(s string) bool {
	c := table.Cell{Text: s}
	return c.Blank()
}
