package xlsx

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/report/export"
)

// MaxText is the length of the longest text of a cell, in UTF-16 units.
const MaxText = 32767

// MaxRows is the number of rows of a sheet.
const MaxRows = 1_048_576

// A TooLong error says that a value does not fit a cell of a workbook.
type TooLong struct{ Field, Entry string }

func (e *TooLong) Error() string {
	return fmt.Sprintf("the value %s of %s is longer than a cell of a workbook, %d characters; use csv or jsonl", e.Field, e.Entry, MaxText)
}

// fits reports whether a text fits a cell whole.
func fits(s string) bool { return len(s) <= MaxText || len(utf16.Encode([]rune(s))) <= MaxText }

// shown cuts a text that is shown and not handed on; the stream has the whole of it.
func shown(s string) string {
	if fits(s) {
		return s
	}
	const mark = " … (cut; the whole text is in report.jsonl)"
	r := []rune(s)
	r = r[:min(len(r), MaxText-len(mark))]
	for len(utf16.Encode(r)) > MaxText-len(mark) {
		r = r[:len(r)-len(r)/16-1]
	}
	return string(r) + mark
}

// Styles makes the styles of one workbook, each once.
type Styles struct {
	f    *excelize.File
	made map[string]int
}

// NewStyles returns the styles of f.
func NewStyles(f *excelize.File) *Styles { return &Styles{f: f, made: map[string]int{}} }

func (s *Styles) get(key string, style *excelize.Style) (int, error) {
	if id, ok := s.made[key]; ok {
		return id, nil
	}
	id, err := s.f.NewStyle(style)
	if err != nil {
		return 0, err
	}
	s.made[key] = id
	return id, nil
}

// text is the format of cells that stay text whatever they say.
const text = 49

// Cell returns the value as a cell: figures as numbers with their printed places, dates as
// dates, everything else as text that no program runs. A figure of more digits than a
// workbook keeps is text too.
func (s *Styles) Cell(p *export.Plan, v export.Value) (excelize.Cell, error) {
	switch v.Kind {
	case export.None:
		return excelize.Cell{}, nil
	case export.Number:
		if n, ok := number(v.Text); ok {
			code := "#,##0"
			if v.Places > 0 {
				code += "." + strings.Repeat("0", min(v.Places, 30))
			}
			id, err := s.get("number "+code, &excelize.Style{CustomNumFmt: &code})
			return excelize.Cell{StyleID: id, Value: n}, err
		}
	case export.Date:
		if d, ok := dateOf(v.Text); ok {
			code := dateCode(p.Dates)
			id, err := s.get("date "+code, &excelize.Style{CustomNumFmt: &code})
			return excelize.Cell{StyleID: id, Value: d}, err
		}
	}
	if !fits(v.Text) {
		return excelize.Cell{}, &TooLong{}
	}
	return s.Text(v.Text)
}

// Text returns a cell of text.
func (s *Styles) Text(v string) (excelize.Cell, error) {
	id, err := s.get("text", &excelize.Style{NumFmt: text, Alignment: &excelize.Alignment{Vertical: "top"}})
	return excelize.Cell{StyleID: id, Value: shown(v)}, err
}

func (s *Styles) head() (int, error) {
	return s.get("head", &excelize.Style{NumFmt: text, Font: &excelize.Font{Bold: true, Color: "#1D232C"},
		Fill:   excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"#ECEAE4"}},
		Border: []excelize.Border{{Type: "bottom", Style: 1, Color: "#5A6472"}}})
}

func (s *Styles) title() (int, error) {
	return s.get("title", &excelize.Style{NumFmt: text, Font: &excelize.Font{Bold: true, Size: 14}})
}

// claim is the style of what was claimed and not found.
func (s *Styles) claim() (int, error) {
	return s.get("claim", &excelize.Style{NumFmt: text, Font: &excelize.Font{Color: "#A3262E", Strike: true}})
}

func (s *Styles) held() (int, error) {
	return s.get("held", &excelize.Style{NumFmt: text, Font: &excelize.Font{Color: "#8A5A00"}})
}

// verdict is the style of a verdict, for eyes that do not read.
func (s *Styles) verdict(v string) (int, error) {
	font, fill := "#5A6472", "#ECEAE4"
	switch v {
	case "sound", "accepted":
		font, fill = "#1F6B4A", "#E4F1EA"
	case "needs review", "held":
		font, fill = "#8A5A00", "#FBF0D4"
	case "incomplete", "unreadable", "refused", "uncovered":
		font, fill = "#A3262E", "#FAE5E5"
	}
	return s.get("verdict "+v, &excelize.Style{NumFmt: text, Font: &excelize.Font{Bold: true, Color: font},
		Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{fill}}})
}

// Link returns a cell that leads to column A of a line of a sheet of the same workbook. The
// formula is made of our own sheet names and numbers only.
func (s *Styles) Link(sheet string, row int, shows string) (excelize.Cell, error) {
	id, err := s.get("link", &excelize.Style{NumFmt: text, Font: &excelize.Font{Color: "#1D5C86", Underline: "single"}})
	const longest = 200 // a text in a formula has at most 255 characters
	if r := []rune(shows); len(r) > longest {
		shows = string(r[:longest]) + "…"
	}
	return excelize.Cell{StyleID: id, Value: shows,
		Formula: fmt.Sprintf(`HYPERLINK("#%s!A%d","%s")`, sheet, row, strings.ReplaceAll(shows, `"`, `""`))}, err
}

// number returns a decimal as the number that a workbook stores, if it keeps every digit.
func number(s string) (float64, bool) {
	digits := strings.TrimLeft(strings.NewReplacer("-", "", ".", "").Replace(s), "0")
	if len(digits) > 15 {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil
}

// dateOf returns a date that workbooks count right: those before March 1900 they do not.
func dateOf(s string) (time.Time, bool) {
	d, err := time.Parse(time.DateOnly, s)
	return d, err == nil && !d.Before(time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC))
}

// dateCode is a layout of package time as a number format; one that has no such form gives
// the ISO order.
func dateCode(layout string) string {
	const iso = "yyyy-mm-dd"
	if layout == "" {
		return iso
	}
	var b strings.Builder
	rest := layout
	for rest != "" {
		code, n := "", 0
		for _, t := range [...][2]string{{"2006", "yyyy"}, {"January", "mmmm"}, {"Jan", "mmm"}, {"01", "mm"}, {"02", "dd"}, {"06", "yy"}, {"1", "m"}, {"2", "d"}} {
			if strings.HasPrefix(rest, t[0]) {
				code, n = t[1], len(t[0])
				break
			}
		}
		if n == 0 {
			switch rest[0] {
			case '-', ' ', ',':
				code = rest[:1]
			case '/', '.':
				code = `\` + rest[:1]
			default:
				return iso
			}
			n = 1
		}
		b.WriteString(code)
		rest = rest[n:]
	}
	return b.String()
}
