package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/pipeline"
	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/combine"
	"github.com/rowproof/rowproof/internal/structure"
)

// checkCombine refuses a file that could not be written after the work.
func checkCombine(path string) error {
	if path == "" {
		return nil
	}
	if ext := strings.ToLower(filepath.Ext(path)); ext != ".csv" && ext != ".xlsx" {
		return &usageError{err: fmt.Errorf("--combine %s: the file must end in .csv or .xlsx", path)}
	}
	info, err := os.Stat(filepath.Dir(path))
	if err != nil || !info.IsDir() {
		return &usageError{err: fmt.Errorf("--combine %s: there is no folder %s", path, filepath.Dir(path)), hint: "make it first"}
	}
	if info, err = os.Stat(path); err == nil && info.IsDir() {
		return &usageError{err: fmt.Errorf("--combine %s: it is a folder", path), hint: "name a file in it"}
	}
	probe, err := os.CreateTemp(filepath.Dir(path), ".extract-*")
	if err != nil {
		return &hinted{err: fmt.Errorf("--combine %s: the folder %s cannot be written", path, filepath.Dir(path)), hint: "choose another place"}
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// oneTable reports whether the records of several documents go into one table.
func (a *app) oneTable(documents int, f runFlags) bool {
	return documents > 1 && (f.combine != "" || a.cfg.Output.Format == "csv")
}

// A shape is the columns of a document's records, and how their values are written.
type shape struct {
	document string
	columns  []string
	written  [2]string
}

func shapeOf(document string, t *report.Task, all bool) shape {
	s := shape{document: document, columns: combine.Titles(t), written: [2]string{t.Dates, t.Decimal}}
	if all {
		s.columns = nil
		for _, r := range t.Records {
			for _, f := range r.Fields {
				s.columns = append(s.columns, r.Name+"."+f.Name)
			}
		}
	}
	return s
}

// differs returns the error of two documents that do not go into one table, nil if they do.
func (s *shape) differs(first *shape) error {
	hint := "give one task for all with --task; extract task init FILE > task.yaml makes one. --format jsonl needs no common columns"
	switch {
	case !slices.Equal(s.columns, first.columns):
		return &usageError{err: fmt.Errorf("the records of %s and %s do not go into one table: %s", first.document, s.document, difference(first.columns, s.columns)), hint: hint}
	case s.written != first.written:
		return &usageError{err: fmt.Errorf("the records of %s and %s do not go into one table: their tasks export dates or decimals in different forms", first.document, s.document), hint: hint}
	}
	return nil
}

// difference names the columns that only one of two documents has.
func difference(a, b []string) string {
	only := func(x, y []string) []string {
		return slices.DeleteFunc(slices.Clone(x), func(s string) bool { return slices.Contains(y, s) })
	}
	var parts []string
	for i, names := range [2][]string{only(a, b), only(b, a)} {
		if len(names) == 0 {
			continue
		}
		which := [2]string{"first", "second"}[i]
		more := ""
		if len(names) > 6 {
			more = fmt.Sprintf(" and %d more", len(names)-6)
			names = names[:6]
		}
		parts = append(parts, "only the "+which+" has "+strings.Join(names, ", ")+more)
	}
	if len(parts) == 0 {
		return "the order of their columns differs"
	}
	return strings.Join(parts, "; ")
}

var errEnough = errors.New("enough is read")

// A task of a stored run is all that this handler takes.
type taskOnly struct {
	lastWord
	run report.Run
}

func (t *taskOnly) Run(r *report.Run) error {
	t.run = *r
	return errEnough
}

// sameColumns refuses stored runs whose records do not go into one table.
func sameColumns(jobs []*job, f runFlags) error {
	var first shape
	for i, j := range jobs {
		r, err := pipeline.OpenReport(j.folder)
		if err != nil {
			return err
		}
		var t taskOnly
		err = report.Read(bufio.NewReader(r), &t)
		if errors.Is(err, errEnough) {
			err = nil
		}
		if err = errors.Join(err, r.Close()); err != nil {
			return fmt.Errorf("%s: %w", j.folder, err)
		}
		s := shapeOf(j.path, &t.run.Task, f.all && f.combine == "")
		if i == 0 {
			first = s
		} else if err := s.differs(&first); err != nil {
			return err
		}
	}
	return nil
}

// sameTasks makes the tasks of documents that come without one, and refuses those whose records do not go into
// one table: before a model is asked for any of them. A document that cannot be read is left to the run, which says so.
func (a *app) sameTasks(ctx context.Context, paths []string, f runFlags) error {
	var first shape
	for _, path := range paths {
		doc, err := a.read(ctx, path, f.password)
		if err != nil {
			continue
		}
		t, _, err := makeTask(doc, structure.Analyse(doc))
		if err != nil {
			continue
		}
		run := pipeline.ReportRun(t, "", "", "")
		s := shapeOf(path, &run.Task, f.all && f.combine == "")
		if first.document == "" {
			first = s
		} else if err := s.differs(&first); err != nil {
			return err
		}
	}
	return nil
}

// combine writes the accepted records of several runs into one file.
func (a *app) combine(path string, jobs []*job) error {
	return writeFile(path, func(w io.Writer) error {
		stored := a.cfg.Output.Numbers == "stored"
		c := combine.CSV(w, stored)
		if strings.EqualFold(filepath.Ext(path), ".xlsx") {
			var err error
			if c, err = combine.XLSX(w, "", stored); err != nil {
				return err
			}
		}
		for _, j := range jobs {
			if err := replay(j.folder, c.Document()); err != nil {
				return errors.Join(err, c.Close())
			}
		}
		return c.Close()
	})
}
