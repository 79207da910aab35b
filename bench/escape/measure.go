package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/verify/tamper"
)

// A measurement adds up what is measured on all documents.
type measurement struct {
	most    int
	seed    uint64
	list    bool
	sources []*source
	details strings.Builder
}

// A source is one kind of documents.
type source struct {
	name      string
	documents int
	sound     int
	records   verdict.Tally // true ones
	values    verdict.Tally // true document values
	counts    []tamper.Count
}

func (m *measurement) source(name string) *source {
	s := &source{name: name}
	m.sources = append(m.sources, s)
	return s
}

// measure verifies the truth and its mutants.
func (m *measurement) measure(to *source, s *tamper.Subject) error {
	if err := m.truth(to, s); err != nil {
		return err
	}
	r, err := tamper.Run(s, tamper.Options{Seed: m.seed, Most: m.most})
	if err != nil {
		return err
	}
	for _, c := range r.Counts {
		to.add(c)
	}
	for i := range r.Survivors {
		x := &r.Survivors[i]
		of := "one record"
		if x.Wide {
			of = "all records"
		}
		fmt.Fprintf(&m.details, "- accepted: %s, %s, %s: %s.%s %q became %q\n%s", s.Doc.Name, x.Kind, of, x.Record, x.Field, x.Was, x.Is, indent(s.Text(x.Rows)))
	}
	return nil
}

func (s *source) add(c tamper.Count) {
	for i := range s.counts {
		if k := &s.counts[i]; k.Kind == c.Kind && k.Wide == c.Wide {
			k.Made, k.Harmless, k.Accepted = k.Made+c.Made, k.Harmless+c.Harmless, k.Accepted+c.Accepted
			return
		}
	}
	s.counts = append(s.counts, c)
}

// truth verifies the true answer.
func (m *measurement) truth(to *source, s *tamper.Subject) error {
	n := len(s.Doc.Rows)
	stored := claim.Stored{Core: [2]int{0, n}, Shown: [2]int{0, n}, Outcome: "complete", Answerer: "truth", Raw: string(claim.Encode(&s.Answer, s.Task))}
	res, err := verify.Verify(s.Doc, s.Structure, s.Task, []claim.Stored{stored})
	if err != nil {
		return err
	}
	to.documents++
	if res.Verdict == verdict.Sound {
		to.sound++
	}
	for _, e := range res.Entries.All() {
		tally := &to.records
		if e.Record == verdict.DocumentRecord {
			tally = &to.values
		}
		switch e.Verdict {
		case verdict.Accepted:
			tally.Accepted++
			continue
		case verdict.Held:
			tally.Held++
		case verdict.Refused:
			tally.Refused++
		}
		fmt.Fprintf(&m.details, "- %s though true: %s, %s%s\n%s", e.Verdict, s.Doc.Name, e.ID, reasons(res, e), indent(s.Text(e.Rows)))
	}
	return nil
}

// reasons lists what stands against an entry.
func reasons(res *verdict.Result, e *verdict.Entry) string {
	var out []string
	for i := range res.Findings {
		f := &res.Findings[i]
		if f.Entry == e.ID && f.Severity() > finding.Note {
			out = append(out, strings.TrimRight(fmt.Sprintf("%s %s %s %s", f.Code, finding.Of(f.Code).Name, f.Field, f.Detail), " "))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, "; ") + ")"
}

func indent(text string) string { return "      " + strings.ReplaceAll(text, "\n", "\n      ") + "\n" }

// examples measures the documents of a folder, answered from their headings. A document that is wrong on
// purpose has no true records to count, and the handbook is a text without records.
func (m *measurement) examples(dir string) error {
	to := m.source("the examples")
	tasks, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(tasks) == 0 {
		return fmt.Errorf("no tasks in %s: run in the project's folder", dir)
	}
	for _, yaml := range tasks {
		if strings.Contains(yaml, "wrong") || strings.Contains(yaml, "handbook") {
			continue
		}
		text, err := os.ReadFile(yaml)
		if err != nil {
			return err
		}
		t, err := task.Load(filepath.Base(yaml), text)
		if err != nil {
			return err
		}
		if len(t.Records) == 0 {
			continue // a text with questions
		}
		docs, err := filepath.Glob(strings.TrimSuffix(yaml, "yaml") + "[xc][ls]*")
		if err != nil || len(docs) != 1 {
			return fmt.Errorf("%d documents beside %s", len(docs), yaml)
		}
		doc, err := readFile(docs[0])
		if err != nil {
			return err
		}
		s, err := tamper.Answered(doc, t)
		if err != nil {
			return err
		}
		if err := m.measure(to, s); err != nil {
			return err
		}
	}
	return nil
}

// subject puts a document that was written here together with its truth.
func subject(doc *table.Document, t *task.Task, a claim.Answer) *tamper.Subject {
	return &tamper.Subject{Doc: doc, Structure: structure.Analyse(doc), Task: t, Answer: a}
}

// print writes the tables, and the details where they are asked for.
func (m *measurement) print(w io.Writer) {
	fmt.Fprintf(w, "%s.\n\n", m.heading())
	fmt.Fprint(w, "| wrong answers | where | made | same value and cells | accepted | share |\n|---|---|--:|--:|--:|--:|\n")
	var all tamper.Count
	for _, wide := range []bool{false, true} {
		for _, kind := range tamper.Kinds {
			var c tamper.Count
			for _, s := range m.sources {
				for _, k := range s.counts {
					if k.Kind == kind && k.Wide == wide {
						c.Made, c.Harmless, c.Accepted = c.Made+k.Made, c.Harmless+k.Harmless, c.Accepted+k.Accepted
					}
				}
			}
			if c.Made == 0 {
				continue
			}
			where := "one record"
			if wide {
				where = "all records"
			}
			fmt.Fprintf(w, "| %s | %s | %d | %d | %d | %s |\n", kind, where, c.Made, c.Harmless, c.Accepted, share(c.Accepted, c.Made))
			all.Made, all.Harmless, all.Accepted = all.Made+c.Made, all.Harmless+c.Harmless, all.Accepted+c.Accepted
		}
	}
	fmt.Fprintf(w, "| **all** | | %d | %d | %d | %s |\n\n", all.Made, all.Harmless, all.Accepted, share(all.Accepted, all.Made))
	fmt.Fprint(w, "| true answers | documents | sound | records | refused | held | document values | refused | held |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, s := range m.sources {
		r, v := total(s.records), total(s.values)
		fmt.Fprintf(w, "| %s | %d | %d | %d | %s | %s | %d | %s | %s |\n", s.name, s.documents, s.sound,
			r, part(s.records.Refused, r), part(s.records.Held, r), v, part(s.values.Refused, v), part(s.values.Held, v))
	}
	if m.list {
		fmt.Fprintf(w, "\n%s", m.details.String())
	}
}

func total(t verdict.Tally) int { return t.Accepted + t.Held + t.Refused }

func part(n, of int) string { return fmt.Sprintf("%d (%s)", n, share(n, of)) }

// share prints a share in percent with two decimals.
func share(n, of int) string {
	if of == 0 {
		return "–"
	}
	hundredths := (n*20000 + of) / (2 * of)
	return fmt.Sprintf("%d.%02d %%", hundredths/100, hundredths%100)
}
