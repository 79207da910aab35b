package lookup

import (
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
)

func TestDate(t *testing.T) {
	run(t, task.Field{Type: task.Date}, []kindTest{
		{"as printed", "x|01/05/2026", "01/05/2026", `accepted "2026-05-01" 0/1:0-10`},
		{"in words", "le 12 mai 2026|x", "12/05/2026", `accepted "2026-05-12" 0/0:3-14`},
		{"ISO", "x|01/05/2026", "2026-05-01", `accepted "2026-05-01" 0/1:0-10`},
		{"two-digit year", "x|01/05/26", "2026-05-01", `accepted "2026-05-01" 0/1:0-8`},
		{"two-digit year far off", "x|01/05/58", "2058-05-01", `held two_digit_year "" 0/1:0-8`},
		{"time left aside", "01/05/2026 14:30|x", "2026-05-01", `accepted "2026-05-01" 0/0:0-16`},
		{"time printed", "01/05/2026 14:30|x", "2026-05-01T14:30:00", `accepted "2026-05-01" 0/0:0-16`},
		{"another time", "01/05/2026 14:30|x", "2026-05-01T14:31:00", `refused time_not_printed`},
		{"midnight", "01/05/2026|x", "2026-05-01T00:00:00", `accepted "2026-05-01" 0/0:0-10`},
		{"a time added", "01/05/2026|x", "2026-05-01T09:00:00", `refused time_not_printed`},
		{"month", "mai 2026|x", "mai 2026", `accepted "2026-05" 0/0:0-8`},
		{"day added", "mai 2026|x", "2026-05-01", `refused day_not_printed`},
		{"year added", "02/05|x", "2026-05-02", `refused year_not_printed`},
		{"no such day", "x|y", "31/04/2026", `refused not_calendar`},
		{"no date", "x|y", "soon", `refused unreadable_value`},
		{"blank", "x|y", "  ", `refused empty_value`},
		{"over cells", "12|mai|2026", "12 mai 2026", `held split_cells "" 0/0:0-2 0/1:0-3 0/2:0-4`},
	})
}

// A two-digit year is certain beside a cited row that prints the whole year.
func TestYearOfACitedRow(t *testing.T) {
	ctx := func(int, int) notation.Context { return notation.Context{Order: notation.DMY} }
	f := task.Field{Type: task.Date}
	r := find(Source{Doc: grid("12/05/26|x"), Context: ctx}, []int{0}, f, "2026-05-12")
	if got, want := line(&r, AnyColumn), `held two_digit_year "" 0/0:0-8`; got != want {
		t.Errorf("alone: got %s, want %s", got, want)
	}
	r = find(Source{Doc: grid("12/05/26|du 01/05/2026"), Context: ctx}, []int{0}, f, "2026-05-12")
	if got, want := line(&r, AnyColumn), `accepted "2026-05-12" 0/0:0-8`; got != want {
		t.Errorf("beside a year: got %s, want %s", got, want)
	}
	r = find(Source{Doc: grid("12/05/26|du 01/05/2026"), Context: ctx}, []int{0}, f, "12/05/26")
	if got, want := line(&r, AnyColumn), `accepted "2026-05-12" 0/0:0-8`; got != want {
		t.Errorf("quoted as printed, beside a year: got %s, want %s", got, want)
	}
	r = find(Source{Doc: grid("12/05/26|du 01/05/2026"), Context: ctx}, []int{0}, f, "13/05/26")
	if got, want := line(&r, AnyColumn), `refused not_printed`; got != want {
		t.Errorf("another day beside a year: got %s, want %s", got, want)
	}
	f.Years = notation.Years{From: 1900, To: 1999}
	r = find(Source{Doc: grid("12/05/26|du 01/05/2026"), Context: ctx}, []int{0}, f, "1926-05-12")
	if got, want := line(&r, AnyColumn), `accepted "1926-05-12" 0/0:0-8`; got != want {
		t.Errorf("with the field's own span: got %s, want %s", got, want)
	}
}

func TestStoredDate(t *testing.T) {
	none := func(int, int) notation.Context { return notation.Context{} }
	for _, tt := range []struct{ name, cell, quote, want string }{
		{"the order is the stored date's", "01/05/2026{=2026-05-01}", "01/05/2026", `accepted "2026-05-01" 0/0:0-10`},
		{"or the other order", "01/05/2026{=2026-01-05}", "01/05/2026", `accepted "2026-01-05" 0/0:0-10`},
		{"the century", "01/05/58{=1958-05-01}", "01/05/58", `accepted "1958-05-01" 0/0:0-8`},
		{"the month of a year", "Dec-26{=2026-12-31}", "Dec-26", `accepted "2026-12" 0/0:0-6`},
		{"another month", "Dec-26{=2026-12-31}", "Nov-26", `refused not_printed`},
		{"a month that is not the stored one", "Dec-26{=2025-12-31}", "Dec-26", `held stored_differs "" 0/0:0-6`},
		{"ISO", "01/05/58{=1958-05-01}", "1958-05-01", `accepted "1958-05-01" 0/0:0-8`},
		{"the other day", "01/05/2026{=2026-05-01}", "2026-01-05", `refused not_printed`},
		{"month printed, day stored", "May 2026{=2026-05-01}", "2026-05-01", `accepted stored_value_given "2026-05-01" 0/0:0-8`},
		{"month printed and claimed", "May 2026{=2026-05-01}", "May 2026", `accepted "2026-05" 0/0:0-8`},
		{"another day of the month", "May 2026{=2026-05-01}", "2026-05-02", `refused day_not_printed`},
		{"year stored", "2 May{=2026-05-02}", "2026-05-02", `accepted stored_value_given "2026-05-02" 0/0:0-5`},
		{"year stored, printed claimed", "2 May{=2026-05-02}", "2 May", `accepted "2026-05-02" 0/0:0-5`},
		{"weekday printed", "Monday{=2026-05-04}", "2026-05-04", `accepted stored_value_given "2026-05-04" 0/0:0-6`},
		{"differs", "02/05/2026{=2026-05-01}", "02/05/2026", `held stored_differs "" 0/0:0-10`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := find(Source{Doc: grid(tt.cell), Context: none}, []int{0}, task.Field{Type: task.Date}, tt.quote)
			if got := line(&r, AnyColumn); got != tt.want {
				t.Errorf("%q in %q\ngot  %s\nwant %s", tt.quote, tt.cell, got, tt.want)
			}
		})
	}
}

// The year of a composed date stands in the heading of its column, or above it.
func TestComposed(t *testing.T) {
	doc := grid("Date 2026|Amount", "02/05|750", "11/05|7", "12/05|91")
	src := Source{Doc: doc, Context: french, Structure: structure.WithHeadings(doc, []int{0})}
	f := task.Field{Type: task.Date, Composed: "heading"}
	for _, tt := range []struct {
		field task.Field
		quote string
		want  string
	}{
		{f, "02/05", `accepted "2026-05-02" 1/0:0-5`},
		{f, "2026-05-02", `accepted "2026-05-02" 1/0:0-5`},
		{f, "2025-05-02", `refused year_not_printed`},
		{task.Field{Type: task.Date}, "2026-05-02", `refused year_not_printed`},
	} {
		var r Result
		New(src).Find(&Query{Rows: []int{1}, Field: &tt.field, Claim: &claim.Value{Quote: tt.quote}}, &r)
		if got := line(&r, AnyColumn); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.quote, got, tt.want)
		}
	}
}
