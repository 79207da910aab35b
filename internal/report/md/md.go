// Package md writes a report in Markdown, for a ticket or a wiki: verdict, rows by class,
// totals, findings, and the records as tables.
package md

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/export"
	"github.com/rowproof/rowproof/internal/verdict"
)

// New returns a handler that writes to w. Records are written as they come, a table for each
// run of one type; findings are held until the summary.
func New(w io.Writer) report.Handler {
	return &writer{w: bufio.NewWriterSize(w, 32<<10)}
}

type writer struct {
	w        *bufio.Writer
	run      report.Run
	open     string // record type of the table that is open
	findings []report.Finding
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(w.w, format, args...) }

func (w *writer) Run(m *report.Run) error {
	w.run = *m
	w.printf("# %s\n\n", plain(m.Document.Name))
	w.printf("- read: %s, %d rows\n- task: %s\n- answers: %s\n- document id: `%s`\n", plain(m.Document.Format), m.Document.Rows, plain(m.Task.Name), plain(m.Model), code(m.Document.ID))
	return nil
}

func (w *writer) Row(*report.Row) error { return nil }

func (w *writer) Entry(m *report.Entry) error {
	fields := w.fields(m.Record)
	if w.open != m.Record {
		w.open = m.Record
		w.printf("\n## %s\n\n", plain(m.Record))
		if m.Record == verdict.DocumentRecord {
			w.printf("| field | value | verdict | rows |\n| --- | --- | --- | --- |\n")
		} else {
			w.printf("| record | rows | verdict |")
			for _, f := range fields {
				w.printf(" %s |", plain(f.Name))
			}
			w.printf("\n| --- | --- | --- |%s\n", strings.Repeat(" --- |", len(fields)))
		}
	}
	if m.Record == verdict.DocumentRecord {
		for i := range m.Fields {
			f := &m.Fields[i]
			w.printf("| %s | %s | %s | %s |\n", plain(f.Name), value(f, typeOf(fields, f.Name)), m.Verdict, report.Ranges(m.Rows))
		}
		return w.sticky()
	}
	w.printf("| %s | %s | %s |", plain(m.ID), report.Ranges(m.Rows), m.Verdict)
	for _, t := range fields {
		cell := ""
		for i := range m.Fields {
			if m.Fields[i].Name == t.Name {
				cell = value(&m.Fields[i], t.Type)
			}
		}
		w.printf(" %s |", cell)
	}
	w.printf("\n")
	return w.sticky()
}

func (w *writer) sticky() error {
	_, err := w.w.Write(nil)
	return err
}

func (w *writer) fields(record string) []report.TaskField {
	for _, t := range w.run.Task.Records {
		if t.Name == record {
			return t.Fields
		}
	}
	return nil
}

func typeOf(fields []report.TaskField, name string) string {
	for _, f := range fields {
		if f.Name == name {
			return f.Type
		}
	}
	return ""
}

// value shows an accepted value as a value, a held one with its readings, a refused one struck out.
func value(f *report.Field, typ string) string {
	switch f.Verdict {
	case "accepted":
		s := plain(export.ValueOf(f, typ, false).Text)
		if f.Currency != "" {
			s += " " + plain(f.Currency)
		} else if f.Unit != "" {
			s += " " + plain(f.Unit)
		}
		return s
	case "held":
		if len(f.Readings) > 0 {
			readings := make([]string, len(f.Readings))
			for i, r := range f.Readings {
				readings[i] = plain(r)
			}
			return "**held** " + plain(f.Printed) + ": " + strings.Join(readings, " or ") + " (" + f.Code + ")"
		}
		return "**held** " + plain(f.Claim) + " (" + f.Code + ")"
	case "refused":
		s := "**claimed** ~~" + plain(f.Claim) + "~~ (" + f.Code + ")"
		if f.Hint != nil {
			s += fmt.Sprintf(", row %d prints it", *f.Hint)
		}
		return s
	}
	return ""
}

func (w *writer) Finding(m *report.Finding) error {
	w.findings = append(w.findings, *m)
	return nil
}

func (w *writer) Summary(m *report.Summary) error {
	w.printf("\n## Verdict: %s\n\n", m.Verdict)
	for _, c := range verdict.Classes {
		if n := m.Counts.Classes[c.String()]; n > 0 {
			w.printf("- %d rows of class %s\n", n, c)
		}
	}
	c := &m.Counts
	if len(w.run.Task.Records) > 0 {
		w.printf("- records: %d accepted, %d held, %d refused\n- values: %d accepted, %d held, %d refused\n",
			c.Records.Accepted, c.Records.Held, c.Records.Refused, c.Values.Accepted, c.Values.Held, c.Values.Refused)
	}
	for _, r := range m.Uncovered {
		if r.First == r.Last {
			w.printf("- **uncovered**: row %d\n", r.First)
		} else {
			w.printf("- **uncovered**: rows %d–%d\n", r.First, r.Last)
		}
	}
	for _, h := range m.Hidden {
		state := "not read"
		if h.Read {
			state = "read"
		}
		w.printf("- hidden in %s: %s %d, %s\n", plain(h.Table), h.Kind, h.Count, state)
	}
	w.answers(m.Prose)
	w.equations(m.Equations)
	w.writeFindings()
	return w.w.Flush()
}

func (w *writer) answers(prose []verdict.Prose) {
	for i := range prose {
		a := &prose[i]
		if i == 0 {
			w.printf("\n## Answers\n\n")
		}
		switch {
		case a.Verdict == verdict.Accepted && a.Unknown:
			w.printf("- %s: unknown\n", plain(a.Ask))
		case a.Verdict == verdict.Accepted:
			w.printf("- %s %s (under “%s”)\n", plain(a.Ask), plain(a.Answer), plain(a.Title))
		default:
			w.printf("- %s: not shown, %s (%s)\n", plain(a.Ask), a.Verdict, a.Code)
		}
	}
}

func (w *writer) equations(equations []verdict.Equation) {
	started := false
	for i := range equations {
		e := &equations[i]
		if e.Scope == "record" && e.Status == "holds" {
			continue
		}
		if !started {
			w.printf("\n## Declared against computed\n\n| equation | computed | declared | difference | status | rows |\n| --- | ---: | ---: | ---: | --- | --- |\n")
			started = true
		}
		of := plain(e.Text)
		for _, s := range []string{e.Group, e.Entry} {
			if s != "" {
				of += ", " + plain(s)
			}
		}
		status := e.Status
		for _, s := range append([]string{e.Reason}, e.Explanation...) {
			if s != "" {
				status += "; " + plain(s)
			}
		}
		w.printf("| %s | %s | %s | %s | %s | %s |\n", of, plain(e.Left), plain(e.Right), plain(e.Difference), status, report.Ranges(e.Rows))
	}
}

func (w *writer) writeFindings() {
	if len(w.findings) == 0 {
		return
	}
	w.printf("\n## Findings\n\n| severity | code | title | rows | place | of | detail |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, severity := range []string{"incomplete", "refused", "held", "note"} {
		for i := range w.findings {
			f := &w.findings[i]
			if f.Severity != severity {
				continue
			}
			of := strings.TrimSpace(plain(f.Entry) + " " + plain(f.Field))
			w.printf("| %s | %s | %s | %s | %s | %s | %s |\n", f.Severity, f.Code, plain(f.Title), report.Ranges(f.Every()), plain(f.Place), of, plain(f.Detail))
		}
	}
}

// plain escapes a text so that Markdown shows it as it is, on one line.
func plain(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == ':' && strings.HasPrefix(s[i:], "://"):
			b.WriteString(`\:`)
		case strings.ContainsRune("\\`*_[]<>|~&#!", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n' || r == '\r' || r == '\t':
			b.WriteByte(' ')
		case unicode.IsControl(r):
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// code is an identifier between backticks.
func code(s string) string { return strings.ReplaceAll(s, "`", "") }
