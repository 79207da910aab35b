// Package text writes a report as a summary that a person reads on a terminal: what was read,
// each finding with its rows, totals, and the verdict last.
package text

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Options choose how the summary is written. The zero value is plain text 80 columns wide.
type Options struct {
	Width   int  // columns of the terminal, 0: 80
	Colour  bool // colour the verdicts; the words stay
	Verbose bool // the values of every entry too
}

// New returns a handler that writes to w. It holds the findings, one line each kind, and
// nothing else of the document.
func New(w io.Writer, opt Options) report.Handler {
	if opt.Width <= 0 {
		opt.Width = 80
	}
	opt.Width = max(opt.Width, 40)
	return &writer{w: bufio.NewWriterSize(w, 32<<10), opt: opt, at: map[groupKey]int{}}
}

type writer struct {
	w      *bufio.Writer
	opt    Options
	run    report.Run
	groups []group
	at     map[groupKey]int
	listed bool
}

// groupKey is what findings that are shown together share.
type groupKey struct{ code, record, field, severity string }

type group struct {
	key    groupKey
	title  string
	hint   string
	rows   []int
	places []string
	detail []string
	count  int
}

func (w *writer) Run(m *report.Run) error {
	w.run = *m
	d := &m.Document
	w.printf("%s\n", w.bold(d.Name))
	made := ""
	if m.Task.Made {
		made = " (made for the document)"
	}
	w.pairs([][2]string{
		{"read", fmt.Sprintf("%s, %s in %s", d.Format, plural(d.Rows, "row"), plural(len(m.Tables), "table"))},
		{"task", m.Task.Name + made},
		{"answers", answerer(m.Model)},
		{"document", short(d.ID)},
	})
	return nil
}

func answerer(model string) string {
	if model == "columns" {
		return "columns, from the headings, without a model"
	}
	return model
}

// short cuts an id for people; the whole one stands in the stream.
func short(id string) string {
	if len(id) > 12 {
		return id[:12]
	}
	return id
}

func (w *writer) Row(*report.Row) error { return nil }

func (w *writer) Entry(m *report.Entry) error {
	if !w.opt.Verbose {
		return nil
	}
	if !w.listed {
		w.listed = true
		w.heading("Values")
	}
	rows := "row " + report.Ranges(m.Rows)
	if len(m.Rows) != 1 {
		rows = "rows " + report.Ranges(m.Rows)
	}
	w.printf("  %s  %s  %s\n", w.mark(m.Verdict), m.ID, w.dim(strings.TrimSpace(rows+" "+m.Code)))
	var width int
	for i := range m.Fields {
		if !w.unprinted(m, i) {
			width = max(width, cells(m.Fields[i].Name))
		}
	}
	for i := range m.Fields {
		f := &m.Fields[i]
		if w.unprinted(m, i) {
			continue
		}
		w.printf("      %s  %s\n", padded(f.Name, width), w.value(f))
	}
	return w.sticky()
}

// unprinted reports whether no record of the run prints the field, in a task made for the document.
func (w *writer) unprinted(m *report.Entry, field int) bool {
	for i := range w.run.Task.Records {
		if r := &w.run.Task.Records[i]; r.Name == m.Record {
			return slices.ContainsFunc(r.Fields, func(f report.TaskField) bool { return f.Unprinted && f.Name == m.Fields[field].Name })
		}
	}
	return false
}

// value shows an accepted value as a value, a held one with its readings, a refused one as a claim.
func (w *writer) value(f *report.Field) string {
	room := w.opt.Width - 24
	switch f.Verdict {
	case "accepted":
		s := clip(one(f.Value), room)
		if f.Currency != "" {
			s += " " + f.Currency
		} else if f.Unit != "" {
			s += " " + f.Unit
		}
		if f.Printed != "" && f.Printed != f.Value && f.Printed != f.Value+" "+f.Unit {
			s += w.dim("  printed " + clip(one(f.Printed), room))
		}
		if f.Derived {
			s += w.dim("  derived")
		}
		if f.Recognised {
			s += w.dim("  recognised")
		}
		return s
	case "held":
		if len(f.Readings) > 0 {
			return w.word("held") + " " + clip(one(f.Printed), room) + " may be " + clip(strings.Join(f.Readings, " or "), room) + " " + w.dim(f.Code)
		}
		return w.word("held") + " " + clip(one(f.Claim), room) + " " + w.dim(f.Code)
	case "refused":
		s := w.word("refused") + " claimed " + clip(one(f.Claim), room) + " " + w.dim(f.Code)
		if f.Hint != nil {
			s += w.dim(fmt.Sprintf(", row %d prints it", *f.Hint))
		}
		return s
	}
	return w.dim("nothing printed")
}

func (w *writer) Finding(m *report.Finding) error {
	k := groupKey{m.Code, m.Record, m.Field, m.Severity}
	i, ok := w.at[k]
	if !ok {
		i = len(w.groups)
		w.at[k] = i
		w.groups = append(w.groups, group{key: k, title: m.Title, hint: m.Hint})
	}
	g := &w.groups[i]
	g.count++
	g.rows = append(g.rows, m.Every()...)
	if m.Place != "" && len(g.places) <= maxPlaces {
		g.places = append(g.places, m.Place)
	}
	if m.Detail != "" && len(g.detail) <= maxDetails {
		g.detail = append(g.detail, m.Detail)
	}
	return nil
}

const (
	maxPlaces  = 4
	maxDetails = 3
)

func (w *writer) Summary(m *report.Summary) error {
	w.classes(m)
	w.verdicts(m)
	w.columns(m.Columns)
	w.answers(m.Prose)
	w.findings()
	w.totals(m)
	w.uncovered(m)
	w.hidden(m)
	w.printf("\n%s  %s\n", w.bold("Verdict:"), w.document(m.Verdict))
	if err := w.sticky(); err != nil {
		return err
	}
	return w.w.Flush()
}

// sticky returns the first error of the buffered writer.
func (w *writer) sticky() error {
	_, err := w.w.Write(nil)
	return err
}

func (w *writer) answers(prose []verdict.Prose) {
	if len(prose) == 0 {
		return
	}
	w.heading("Answers")
	for i := range prose {
		a := &prose[i]
		switch {
		case a.Unknown && a.Verdict == verdict.Accepted:
			w.hang("  "+w.mark("accepted")+"  ", "      ", a.ID+": "+one(a.Ask))
			w.wrap("      ", "unknown")
		case a.Verdict == verdict.Accepted:
			w.hang("  "+w.mark("accepted")+"  ", "      ", a.ID+": "+one(a.Ask))
			w.wrap("      ", one(a.Answer))
			w.wrap("      ", "under “"+one(a.Title)+"”")
		default:
			w.hang("  "+w.mark(a.Verdict.String())+"  ", "      ", a.ID+": "+one(a.Ask)+" "+w.dim(a.Code))
			w.wrap("      ", "not shown, its link would be dead")
		}
	}
}
