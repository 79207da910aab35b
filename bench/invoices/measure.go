package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/columns"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/windows"
)

var languages = [...]string{"de", "en", "fr"}

// A measurement adds up what is measured on all files.
type measurement struct {
	verbose, rows bool
	files         []row
}

// A row is what was measured of one file in one language.
type row struct {
	name, language string
	verdict        string
	of             int
	lines          verdict.Tally // records of lines
	found          int           // true lines accepted
	values         verdict.Tally // document values
	wrong, differs []string
	right, known   []string // document fields with their true value, and those that the truth has
	reasons        []string
	details        string
}

// file measures one file in each language and keeps the best.
func (m *measurement) file(d document) error {
	tr, err := readTruth(d.Truth)
	if err != nil {
		return err
	}
	if d.Doc == nil {
		m.files = append(m.files, row{name: d.Name, verdict: "unreadable", of: len(tr.Lines), reasons: []string{d.Err}})
		return nil
	}
	var best row
	var wrong []string
	for i, lang := range languages {
		t, err := task.Preset("invoice", lang)
		if err != nil {
			return err
		}
		r, err := m.measure(d.Name, d.Doc, t, tr)
		if err != nil {
			return err
		}
		r.language = lang
		for _, w := range r.wrong {
			wrong = append(wrong, lang+": "+w)
		}
		if i == 0 || r.found > best.found || r.found == best.found && r.values.Accepted > best.values.Accepted {
			best = r
		}
	}
	best.wrong = wrong
	m.files = append(m.files, best)
	return nil
}

func (m *measurement) measure(name string, doc *table.Document, t *task.Task, tr *truth) (row, error) {
	st := structure.Analyse(doc)
	res, err := answered(doc, st, t)
	if err != nil {
		return row{}, err
	}
	r := row{name: name, verdict: res.Verdict.String(), of: len(tr.Lines)}
	c := &comparison{doc: doc, st: st, res: res, truth: tr, taken: make([]bool, len(tr.Lines))}
	for _, e := range res.Entries.All() {
		if tr.firstPage() && len(e.Rows) > 0 && doc.Rows[e.Rows[0]].Page > 1 {
			continue
		}
		tally := &r.values
		switch e.Record {
		case "line":
			tally = &r.lines
			if e.Verdict == verdict.Accepted && c.line(e) {
				r.found++
			}
		case verdict.DocumentRecord:
			c.value(e)
		default:
			c.tax(e)
			tally = &verdict.Tally{}
		}
		switch e.Verdict {
		case verdict.Accepted:
			tally.Accepted++
		case verdict.Held:
			tally.Held++
		case verdict.Refused:
			tally.Refused++
		}
	}
	r.wrong, r.differs, r.right, r.known = c.wrong, c.differs, c.right, tr.known()
	r.reasons = c.reasons()
	r.details = c.details(m.rows)
	return r, nil
}

// answered runs the answerer without a model over the document in the windows of a run, and verifies.
func answered(doc *table.Document, st *structure.Structure, t *task.Task) (*verdict.Result, error) {
	a := columns.New(st, t)
	var stored []claim.Stored
	for w := range windows.Split(st, windows.Options{Rows: 60, Overlap: 4}, nil) {
		stored = append(stored, claim.Stored{Window: w.Index, Core: [2]int{w.Core.First, w.Core.End}, Shown: [2]int{w.Shown.First, w.Shown.End},
			Context: w.Context, Outcome: "complete", Answerer: "columns", Raw: string(a.Answer(w))})
	}
	return verify.Verify(doc, st, t, stored)
}

// print writes the table and the sums, and the details where they are asked for.
func (m *measurement) print(w io.Writer) {
	fmt.Fprintln(w, "| file | preset | verdict | true lines | accepted | held | refused | values accepted | held | refused | wrong |\n|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	var all row
	sound, wrong := 0, 0
	why := map[string]int{}
	for i := range m.files {
		f := &m.files[i]
		fmt.Fprintf(w, "| %s | %s | %s | %d | %d | %d | %d | %d | %d | %d | %d |\n", f.name, f.language, f.verdict, f.of, f.found, f.lines.Held, f.lines.Refused,
			f.values.Accepted, f.values.Held, f.values.Refused, len(f.wrong))
		all.of += f.of
		all.found += f.found
		all.lines.Held += f.lines.Held
		all.lines.Refused += f.lines.Refused
		all.values.Accepted += f.values.Accepted
		all.values.Held += f.values.Held
		all.values.Refused += f.values.Refused
		wrong += len(f.wrong)
		if f.verdict == verdict.Sound.String() {
			sound++
			continue
		}
		var seen []string
		for _, r := range f.reasons {
			code, _, _ := strings.Cut(r, " ")
			if !slices.Contains(seen, code) {
				seen = append(seen, code)
				why[code]++
			}
		}
	}
	fmt.Fprintf(w, "| **%d files, %d sound** | | | %d | %d (%d %%) | %d | %d | %d | %d | %d | %d |\n", len(m.files), sound, all.of, all.found,
		100*all.found/max(all.of, 1), all.lines.Held, all.lines.Refused, all.values.Accepted, all.values.Held, all.values.Refused, wrong)
	fmt.Fprint(w, "\nDocument fields accepted, of those that the truth has: ")
	names := []string{"number", "date", "currency", "seller", "lines_total", "discount", "shipping", "net", "vat", "gross", "prepaid", "due"}
	for i, n := range names {
		right, known := 0, 0
		for k := range m.files {
			right += min(count(m.files[k].right, n), 1)
			known += count(m.files[k].known, n)
		}
		if i > 0 {
			fmt.Fprint(w, ", ")
		}
		fmt.Fprintf(w, "%s %d of %d", n, right, known)
	}
	fmt.Fprintln(w, ".")
	fmt.Fprint(w, "\nWhy documents are not sound, with how many: ")
	var codes []string
	for c := range why {
		codes = append(codes, c)
	}
	slices.SortFunc(codes, func(a, b string) int { return cmp.Or(why[b]-why[a], strings.Compare(a, b)) })
	for i, c := range codes {
		if i > 0 {
			fmt.Fprint(w, ", ")
		}
		fmt.Fprintf(w, "%s %d", c, why[c])
	}
	fmt.Fprintln(w, ".")
	for i := range m.files {
		f := &m.files[i]
		for _, x := range f.wrong {
			fmt.Fprintf(w, "wrong: %s: %s\n", f.name, x)
		}
	}
	if !m.verbose {
		return
	}
	for i := range m.files {
		f := &m.files[i]
		fmt.Fprintf(w, "\n== %s (%s), %s, %d of %d lines\n%s", f.name, f.language, f.verdict, f.found, f.of, f.details)
		for _, d := range f.differs {
			fmt.Fprintf(w, "  differs: %s\n", d)
		}
		for _, r := range f.reasons {
			fmt.Fprintf(w, "  not sound: %s\n", r)
		}
	}
}

func count(list []string, x string) int {
	n := 0
	for _, y := range list {
		if y == x {
			n++
		}
	}
	return n
}

// reasons lists what keeps the document from being sound.
func (c *comparison) reasons() []string {
	var out []string
	for i := range c.res.Findings {
		f := &c.res.Findings[i]
		if f.Severity() > finding.Note {
			out = append(out, strings.Join(strings.Fields(fmt.Sprintf("%s %s %v %s %s %s", f.Code, finding.Of(f.Code).Name, f.Rows, f.Entry, f.Field, f.Detail)), " "))
		}
	}
	return out
}
