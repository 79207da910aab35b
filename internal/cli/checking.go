package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/conformance"
	"github.com/rowproof/rowproof/internal/diff"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/intake"
	"github.com/rowproof/rowproof/internal/locate"
	"github.com/rowproof/rowproof/internal/pipeline"
	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/jsonl"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/open"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/windows"
)

func (a *app) checkingCommands() []*cobra.Command {
	return []*cobra.Command{a.checkCommand(), a.verifyCommand(), a.publishCommand(), a.conformanceCommand(), a.diffCommand()}
}

func (a *app) checkCommand() *cobra.Command {
	var f runFlags
	var source string
	var find bool
	cmd := &cobra.Command{
		Use:   "check RECORDS|QUOTES --source FILE [--task TASK]",
		Short: "Check records, answers or quotes that any tool made against their document",
		Long: `check takes records that any tool made, as JSON, JSON Lines, delimited text with a column of row numbers, or an
answer of the protocol, and puts them through the checks of a run. There is no model. The report and the exit
status are those of extract run. A task with questions takes answers, each with its title and clause.

A record that gives no rows is refused. With --find its rows are looked up: every place that prints all its values
is reported, and what is found in several places is held.

Without --task the file holds exact quotes, JSON Lines of {"document", "kind", "index", "quote"}: each must stand
byte for byte on its segment of the document with that id. extract rows --segments prints the segments.`,
		Example: `  extract check records.json --source schedule.xlsx --task schedule.yaml
  extract check records.csv --source schedule.xlsx --task schedule.yaml --format html > report.html
  extract check records.csv --source schedule.xlsx --task schedule.yaml --find
  extract check answers.jsonl --source handbook.md --task handbook.yaml
  extract check quotes.jsonl --source lease.md`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case source == "":
				return &usageError{err: errors.New("check needs --source, and --task for records and answers"), hint: "extract check --help"}
			case f.task == "" && find:
				return &usageError{err: errors.New("--find needs --task"), hint: "extract check --help"}
			case f.task == "":
				return a.checkQuotes(cmd.Context(), args[0], source, f.password)
			}
			return a.check(cmd.Context(), args[0], source, find, f)
		},
	}
	fs := cmd.Flags()
	fs.StringVarP(&source, "source", "s", "", "the document that the records are of")
	fs.StringVarP(&f.task, "task", "t", "", "task file, or the name of a preset; none for exact quotes")
	fs.BoolVar(&find, "find", false, "look up the rows of records that give none")
	fs.StringVar(&f.combine, "combine", "", "write the accepted records into a .csv or .xlsx file")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "text: show the values too")
	fs.BoolVar(&f.all, "all", false, "csv: every entry with its verdicts, not the accepted ones only")
	readFlags(fs, &f.password)
	outputFlags(fs)
	return cmd
}

// A given is an answerer that has the records already.
type given struct {
	name string
	raw  []byte
}

var _ pipeline.Answerer = (*given)(nil)

func (g *given) Name() string { return g.name }
func (g *given) Fixed() bool  { return true }

func (g *given) Fingerprint(w windows.Window) (string, error) {
	return fmt.Sprintf("%s %d", g.name, w.Index), nil
}

func (g *given) Answer(_ context.Context, w windows.Window) (claim.Stored, pipeline.Measure) {
	return claim.Stored{
		Core: [2]int{w.Core.First, w.Core.End}, Shown: [2]int{w.Shown.First, w.Shown.End}, Context: w.Context,
		Outcome: "complete", Answerer: g.name, Fingerprint: g.name, Raw: string(g.raw),
	}, pipeline.Measure{}
}

func (a *app) check(ctx context.Context, records, source string, find bool, f runFlags) error {
	if err := a.checkFormat(1, f); err != nil {
		return err
	}
	t, err := a.givenTask(f.task)
	if err != nil {
		return err
	}
	if err := writable(a.cfg.Output.Out); err != nil {
		return err
	}
	data, err := a.readLimited(records, a.cfg.Limits.Bytes, "bytes")
	if err != nil {
		return err
	}
	raw, err := intake.Answer(records, data, t)
	if err != nil {
		return &usageError{err: err, hint: "docs/check.md shows the forms of records"}
	}
	if unread := intake.Unread(data, t); len(unread) > 0 {
		a.say("%s: columns of no field of the task are not checked: %s", records, strings.Join(unread, ", "))
	}
	doc, err := a.read(ctx, source, f.password)
	if err != nil {
		return err
	}
	st := structure.Analyse(doc)
	by := "check:" + filepath.Base(records)
	if find {
		var found locate.Counts
		if raw, found, err = locate.Rows(doc, st, t, raw); err != nil {
			return fmt.Errorf("%s: %w", records, err)
		}
		if found.Searched() > 0 {
			by = "find:" + filepath.Base(records)
		}
		a.say("rows looked up for %d entries: %d found in one place, %d in several, %d nowhere", found.Searched(), found.One, found.Several, found.Nowhere)
	}
	j := &job{path: source, folder: filepath.Join(a.cfg.Output.Out, folderName(source, map[string]bool{}))}
	whole := windows.Options{Rows: len(doc.Rows) + 1, PromptTokens: 1 << 40, AnswerTokens: 1 << 40, BytesPerToken: 1}
	j.result, err = pipeline.Run(ctx, pipeline.Input{
		Doc: doc, Structure: st, Task: t, Answerer: &given{name: by, raw: raw},
		Windows: whole, Concurrency: 1, Folder: j.folder, How: pipeline.Fresh, Program: "extract " + Version, Log: a.log,
	})
	if err != nil {
		return fmt.Errorf("%s: %w", source, err)
	}
	a.status = worst(a.status, statusFor(j.result.Verdict, a.cfg.Output.FailOn))
	if err := errors.Join(a.keepFormats(j.folder), a.render(j.folder, place{}, f)); err != nil {
		return err
	}
	if f.combine != "" {
		return a.combine(f.combine, []*job{j})
	}
	return nil
}

// read reads one document.
func (a *app) read(ctx context.Context, path, password string) (*table.Document, error) {
	src, file, err := openSource(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	opt := a.cfg.Table(a.password(password))
	opt.Sandbox = a.Program
	doc, err := open.Document(ctx, src, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return doc, nil
}

func (a *app) verifyCommand() *cobra.Command {
	var source, password string
	var moved bool
	cmd := &cobra.Command{
		Use:   "verify FOLDER",
		Short: "Verify a stored run again from its answers",
		Long: `verify makes the verdicts of a stored run again from its document and answers, without model or clock, and
compares them byte for byte with the stored report. With --source it compares the document id of the file as it
is now: a document that changed gives "document id differs" for every citation. Nothing is ever re-pointed;
--moved shows where the same row text stands now, as information only.`,
		Example: `  extract verify out/schedule
  extract verify out/schedule --source schedule.xlsx --moved`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if source == "" && moved {
				return &usageError{err: errors.New("--moved needs --source")}
			}
			if err := a.verifyRun(args[0]); err != nil || source == "" {
				return err
			}
			return a.verifySource(cmd.Context(), args[0], source, password, moved)
		},
	}
	cmd.Flags().StringVarP(&source, "source", "s", "", "the file as it is now")
	cmd.Flags().BoolVar(&moved, "moved", false, "show where the same row text stands now")
	readFlags(cmd.Flags(), &password)
	return cmd
}

// A head keeps the first message of a stored report.
type head struct {
	lastWord
	run report.Run
}

func (h *head) Run(r *report.Run) error {
	h.run = *r
	return nil
}

func (a *app) verifyRun(dir string) error {
	stored, err := pipeline.Load(dir)
	if err != nil {
		return err
	}
	t, err := task.Load(pipeline.TaskFile, stored.Task)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	var h head
	if err := replay(dir, &h); err != nil {
		return err
	}
	res, err := verify.Verify(stored.Doc, structure.Analyse(stored.Doc), t, stored.Answers)
	if err != nil {
		return err
	}
	// What the report says of the task comes from the task again; the program and its settings are as told.
	run := pipeline.ReportRun(t, h.run.Program, h.run.Model, h.run.Fingerprint)
	run.Task.Made = h.run.Task.Made
	if n := len(stored.Answers); n > 0 && !slices.ContainsFunc(stored.Answers, func(s claim.Stored) bool { return s.Answerer == run.Model }) {
		run.Model = stored.Answers[n-1].Answerer
	}
	var again bytes.Buffer
	if err := report.Emit(run, stored.Doc, res, jsonl.New(&again)); err != nil {
		return err
	}
	r, err := pipeline.OpenReport(dir)
	if err != nil {
		return err
	}
	line, same, err := firstDifference(r, &again)
	if err = errors.Join(err, r.Close()); err != nil {
		return err
	}
	if !same {
		a.status = worst(a.status, statusNotSound)
		_, err = fmt.Fprintf(a.Stdout, "%s: the verdicts differ from the stored report, first in line %d of %s\n", dir, line, pipeline.ReportFile)
		return err
	}
	_, err = fmt.Fprintf(a.Stdout, "%s: %d lines of the report made again from %d answers, byte for byte the same\n", dir, line, len(stored.Answers))
	return err
}

// firstDifference compares two texts line by line: the line of the first difference, or how
// many lines are the same.
func firstDifference(x, y io.Reader) (line int, same bool, err error) {
	a, b := bufio.NewReader(x), bufio.NewReader(y)
	for {
		p, errP := a.ReadBytes('\n')
		q, errQ := b.ReadBytes('\n')
		switch {
		case errP != nil && errP != io.EOF:
			return line, false, errP
		case !bytes.Equal(p, q):
			return line + 1, false, nil
		case errP == io.EOF && errQ == io.EOF:
			return line, true, nil
		}
		line++
	}
}

func (a *app) verifySource(ctx context.Context, dir, source, password string, moved bool) error {
	stored, err := pipeline.Load(dir)
	if err != nil {
		return err
	}
	doc, err := a.read(ctx, source, password)
	if err != nil {
		return err
	}
	if doc.ID == stored.Doc.ID {
		_, err = fmt.Fprintf(a.Stdout, "%s: the document is the one of the run, id %s\n", source, doc.ID)
		return err
	}
	a.status = worst(a.status, statusNotSound)
	var where *diff.Result
	if moved {
		where = diff.Compare(structure.Analyse(stored.Doc), structure.Analyse(doc))
	}
	c := &citations{w: bufio.NewWriter(a.Stdout), code: finding.DocumentIDDiffers, where: where, now: doc}
	fmt.Fprintf(c.w, "%s: document id differs: the run is of %s, the file is %s\n", source, stored.Doc.ID, doc.ID)
	return errors.Join(replay(dir, c), c.w.Flush())
}

// citations writes one line for each citation of a stored run whose document changed.
type citations struct {
	lastWord
	w     *bufio.Writer
	code  string
	where *diff.Result
	now   *table.Document
}

func (c *citations) Entry(e *report.Entry) error {
	c.cited(e.ID, append(e.Rows, e.Idle...))
	return nil
}

// Summary has the answers to questions, whose clauses are citations too.
func (c *citations) Summary(s *report.Summary) error {
	for i := range s.Prose {
		var rows []int
		for _, ev := range s.Prose[i].Evidence {
			rows = append(rows, ev.Row)
		}
		c.cited("answer to "+s.Prose[i].ID, rows)
	}
	return c.lastWord.Summary(s)
}

func (c *citations) cited(by string, rows []int) {
	slices.Sort(rows)
	for _, n := range slices.Compact(rows) {
		fmt.Fprintf(c.w, "%s %s row %d: document id differs", c.code, by, n)
		if c.where != nil {
			if to := c.where.Where(n); to >= 0 {
				fmt.Fprintf(c.w, "; the same row text stands in row %d, %s", to, c.now.Place(to, -1))
			} else {
				fmt.Fprint(c.w, "; no row has the same text")
			}
		}
		fmt.Fprintln(c.w)
	}
}

func (a *app) conformanceCommand() *cobra.Command {
	var builtin bool
	cmd := &cobra.Command{
		Use:   "conformance [FILE.jsonl...]",
		Short: "Run files of test vectors through the checks",
		Long: `conformance prints each vector that the checks disagree with on a line of its own, which begins with the vector's
id, and the counts. It exits 3 if there is any. docs/conformance.md describes the files.`,
		Example: `  extract conformance --builtin
  extract conformance mine.jsonl`,
		RunE: func(_ *cobra.Command, args []string) error { return a.conformance(args, builtin) },
	}
	cmd.Flags().BoolVar(&builtin, "builtin", false, "run the vectors that the program carries")
	return cmd
}

func (a *app) conformance(files []string, builtin bool) error {
	if len(files) == 0 && !builtin {
		return &usageError{err: errors.New("conformance needs files of vectors, or --builtin"), hint: "extract conformance --help"}
	}
	b := bufio.NewWriter(a.Stdout)
	total := conformance.Counts{}
	if builtin {
		c, err := conformance.Builtin(b)
		if err != nil {
			return err
		}
		total = total.Add(c)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		c, err := conformance.Run(f, b)
		if err = errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		total = total.Add(c)
	}
	for _, c := range total {
		fmt.Fprintf(b, "%s: %d agree, %d differ\n", c.Suite, c.Agreed, c.Differ)
	}
	if total.Differ() > 0 {
		a.status = statusNotSound
	}
	return b.Flush()
}
