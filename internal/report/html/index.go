package html

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/verdict"
)

// An Index is the first page.
type Index struct {
	Title, Verdict, Class, Says string
	Run                         *report.Run
	Answers                     string
	Figures                     []Figure
	Strip                       *Strip
	Totals                      []Total
	Single                      int // equations of single records that hold
	Findings                    []Group
	FindingCount                int
	Prose                       []Answer
	Unlinked                    int // answers that are not shown
	Document                    *Records
	Records                     []Records
	Columns                     []ColumnLine
	Hidden                      []string
	Grids                       []Grid
	Pictures                    []Picture
	RowPages, RecordPages       []Link
	Paged                       bool
}

// A Figure is one number of the header.
type Figure struct {
	Label, Value, Of string
	Parts            []Part
}

// A Part of a figure.
type Part struct {
	Class string
	N     int
}

func (s *site) index() *Index {
	x := &Index{Run: &s.h.run, Verdict: s.sum.Verdict, Title: s.h.run.Document.Name, Class: class(s.sum.Verdict), Paged: s.paged}
	x.Says = s.says()
	x.Answers = s.h.run.Model
	if x.Answers == "columns" {
		x.Answers = "the headings, no model"
	}
	x.Figures = s.figures()
	x.Strip = s.strip()
	x.Totals, x.Single = s.totals()
	x.Findings, x.FindingCount = s.groups(), len(s.h.findings)
	x.Prose, x.Unlinked = s.answers()
	x.Document = s.documentValues()
	x.Columns = s.columns()
	for _, h := range s.sum.Hidden {
		state := "not read"
		if h.Read {
			state = "read"
		}
		x.Hidden = append(x.Hidden, fmt.Sprintf("%s: hidden %s %d, %s", h.Table, h.Kind, h.Count, state))
	}
	if !s.paged {
		x.Records = s.records(0, len(s.h.entries), onIndex)
		x.Grids = s.grids(0, len(s.h.rows), onIndex)
		x.Pictures = s.pictures(0, len(s.h.rows), onIndex)
		return x
	}
	x.Records = s.openRecords()
	for i := range s.rowPages() {
		x.RowPages = append(x.RowPages, Link{Href: rowsName(i), Text: fmt.Sprintf("%d–%d", i*s.size, min((i+1)*s.size, len(s.h.rows))-1)})
	}
	for i := range s.recordPages() {
		x.RecordPages = append(x.RecordPages, Link{Href: recordsName(i), Text: fmt.Sprintf("%d–%d", i*s.size+1, min((i+1)*s.size, len(s.h.entries)))})
	}
	return x
}

// class is a verdict as a class of the style sheet.
func class(v string) string { return strings.ReplaceAll(v, " ", "-") }

// says is the verdict in a sentence.
func (s *site) says() string {
	c := &s.sum.Counts
	switch s.sum.Verdict {
	case "sound":
		return "Every row is accounted for, every value stands where it is cited, and nothing in the document contradicts the reading."
	case "incomplete":
		if n := c.Classes[verdict.Uncovered.String()]; n > 0 {
			return fmt.Sprintf("%s not accounted for. What was accepted is printed where it is cited; the reading as a whole is not complete.", are(n, "row"))
		}
		return "Part of the document could not be read. What was accepted is printed where it is cited."
	case "needs review":
		if n := c.Claims.Held + c.Claims.Refused; n == 1 {
			return "Every row is accounted for. 1 record or document value needs a person’s eye."
		} else if n > 1 {
			return fmt.Sprintf("Every row is accounted for. %d records or document values need a person’s eye.", n)
		}
		return "Every row is accounted for. The findings below need a person’s eye."
	}
	return "The document could not be read."
}

func are(n int, word string) string {
	if n == 1 {
		return "1 " + word + " is"
	}
	return fmt.Sprintf("%d %ss are", n, word)
}

func (s *site) figures() []Figure {
	c := &s.sum.Counts
	tally := func(label string, t verdict.Tally) Figure {
		all := t.Accepted + t.Held + t.Refused
		return Figure{Label: label, Value: strconv.Itoa(t.Accepted), Of: fmt.Sprintf("of %d accepted", all),
			Parts: []Part{{"accepted", t.Accepted}, {"held", t.Held}, {"refused", t.Refused}}}
	}
	uncovered := c.Classes[verdict.Uncovered.String()]
	out := []Figure{{Label: "rows", Value: strconv.Itoa(c.Rows - uncovered), Of: fmt.Sprintf("of %d accounted for", c.Rows),
		Parts: []Part{{"accepted", c.Rows - uncovered}, {"held", 0}, {"refused", uncovered}}}}
	if len(s.h.run.Task.Records) > 0 {
		out = append(out, tally("records", c.Records), tally("values", c.Values))
	}
	if c.Figures > 0 {
		out = append(out, Figure{Label: "figures", Value: strconv.Itoa(c.Covered), Of: fmt.Sprintf("of %d in an equation", c.Figures)})
	}
	return out
}

// A Total is one equation with its outcome.
type Total struct {
	verdict.Equation
	Class string
	Sign  string
	Where []Link
	Entry Link

	LeftText, RightText, DifferenceText template.HTML
}

func (s *site) totals() (out []Total, single int) {
	for _, e := range s.sum.Equations {
		if e.Scope == "record" && e.Status == "holds" {
			single++
			continue
		}
		t := Total{Equation: e, Class: "held", Sign: "?", Where: s.rowLinks(e.Rows, onIndex),
			LeftText: figure(e.Left, 0), RightText: figure(e.Right, 0), DifferenceText: figure(e.Difference, 0)}
		switch e.Status {
		case "holds":
			t.Class, t.Sign = "accepted", "="
		case "within tolerance":
			t.Class, t.Sign = "accepted", "≈"
		case "noted":
			t.Sign = "≈"
		case "differs":
			t.Class, t.Sign = "refused", "≠"
		}
		if i, ok := s.entryAt[e.Entry]; ok {
			t.Entry = Link{Href: s.entryHref(i, onIndex), Text: e.Entry}
		}
		out = append(out, t)
	}
	return out, single
}

// A Group is the findings of one code.
type Group struct {
	Code, Title, Severity, Class, Hint string
	Count                              int
	Lines                              []FindingLine
	More                               int // findings that are not shown
}

// A FindingLine is one finding.
type FindingLine struct {
	Where        []Link
	Place        string
	Entry        Link
	Field        string
	Detail, Hint string
}

const mostFindings = 50 // of one code

// groups are the findings by code, the worst first, in the order of the stream.
func (s *site) groups() []Group {
	var out []Group
	for _, severity := range []string{"incomplete", "refused", "held", "note"} {
		at := map[string]int{}
		for i := range s.h.findings {
			f := &s.h.findings[i]
			if f.Severity != severity {
				continue
			}
			k, ok := at[f.Code]
			if !ok {
				k = len(out)
				at[f.Code] = k
				out = append(out, Group{Code: f.Code, Title: f.Title, Severity: severity, Class: class(severity), Hint: f.Hint})
			}
			g := &out[k]
			g.Count++
			if len(g.Lines) == mostFindings {
				g.More++
				continue
			}
			line := FindingLine{Where: s.rowLinks(f.Every(), onIndex), Place: f.Place, Field: f.Field, Detail: f.Detail}
			if f.Hint != g.Hint {
				line.Hint = f.Hint
			}
			if e, ok := s.entryAt[f.Entry]; ok {
				line.Entry = Link{Href: s.entryHref(e, onIndex), Text: f.Entry}
			}
			g.Lines = append(g.Lines, line)
		}
	}
	return out
}

// An Answer is the answer to one question whose link opens its part of the document.
type Answer struct {
	verdict.Prose
	Href  string // of the clause
	Class string
}

// answers are the ones that may be shown: unknown, or with a title that opens.
func (s *site) answers() (out []Answer, unlinked int) {
	for _, p := range s.sum.Prose {
		a := Answer{Prose: p, Class: p.Verdict.String()}
		switch {
		case p.Unknown && p.Verdict == verdict.Accepted:
		case p.Linked && p.Verdict != verdict.Refused && len(p.Evidence) > 0 && s.marked(p.Evidence[0]):
			a.Href = s.target(p.Evidence[0], onIndex)
		default:
			unlinked++
			continue
		}
		out = append(out, a)
	}
	return out, unlinked
}

func (s *site) marked(e verdict.Evidence) bool {
	return len(s.marks[[2]int{e.Row, e.Col}]) > 0
}

// A ColumnLine is what the ledger says of a column, once for all tables alike.
type ColumnLine struct {
	Heading, Field, Status, By, Scale string
	Class                             string
	Count                             int // of such columns
}

func (s *site) columns() []ColumnLine {
	var out []ColumnLine
	at := map[ColumnLine]int{}
	for _, c := range s.sum.Columns {
		l := ColumnLine{Heading: c.Heading, Field: c.Field, Status: c.Status, By: c.By, Scale: c.Scale, Class: class(c.Status)}
		if l.Heading == "" && c.Table >= 0 && c.Table < len(s.h.run.Tables) {
			l.Heading = "column " + columnLabel(&s.h.run.Tables[c.Table], c.Col)
		}
		k, ok := at[l]
		if !ok {
			k = len(out)
			at[l] = k
			out = append(out, l)
		}
		out[k].Count++
	}
	return out
}
