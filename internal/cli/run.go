package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"github.com/rowproof/rowproof/internal/pipeline"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// runFlags are the flags of `extract run` that are no settings.
type runFlags struct {
	task      string
	password  string
	combine   string
	resume    bool
	overwrite bool
	verbose   bool
	all       bool
}

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run FILE...",
		Short: "Read documents into records, check each value, report",
		Long: `run reads each document, has it answered from its headings or by a model, checks every value against
the rows that it cites, and reports what is accepted, held and refused, and what became of every row.

FILE may be a file, a folder or a pattern. A document that cannot be read does not stop the others.
Without --task a task is made from the headings, written into the run folder and said.`,
		Example: `  extract run schedule.xlsx --task schedule.yaml
  extract run schedules/ --task schedule.yaml --combine all.xlsx
  extract run schedule.xlsx --model openai:gpt-4.1-mini
  extract run schedule.xlsx --model openai:local --base-url http://127.0.0.1:8090/v1`,
		Args: atLeastOne("a file, a folder or a pattern"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd.Context(), args, f) },
	}
	fs := cmd.Flags()
	fs.StringVarP(&f.task, "task", "t", "", "task file, or the name of a preset; without it a task is made from the headings")
	fs.BoolVar(&f.resume, "resume", false, "use the answers that the run folder holds; nothing is asked twice")
	fs.BoolVar(&f.overwrite, "overwrite", false, "replace whatever run the folder holds")
	fs.StringVar(&f.combine, "combine", "", "write the accepted records of all documents into one .csv or .xlsx file")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "text: show the values too")
	fs.BoolVar(&f.all, "all", false, "csv: every entry with its verdicts, not the accepted ones only")
	readFlags(fs, &f.password)
	outputFlags(fs)
	modelFlags(fs)
	return cmd
}

// atLeastOne is cobra's MinimumNArgs(1) with words that say what is missing.
func atLeastOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return &usageError{err: fmt.Errorf("%s needs %s", cmd.Name(), what), hint: cmd.CommandPath() + " --help"}
		}
		return nil
	}
}

func readFlags(fs *pflag.FlagSet, password *string) {
	fs.StringVar(password, "password", "", "of encrypted files; better in the environment, EXTRACT_PASSWORD")
	settingSwitch(fs, "hidden", "read.hidden", "read hidden sheets, rows and columns too")
	setting(fs, "delimiter", "", "read.delimiter", "of delimited text: one character, or tab")
	setting(fs, "encoding", "", "read.encoding", "of text: windows-1252, utf-16le, ...")
	setting(fs, "locale", "", "read.locale", "for built-in formats that follow the reader's settings")
	settingSwitch(fs, "calculate", "read.calculate", "compute formulas that were saved without a value")
	settingSwitch(fs, "partial", "read.partial", "PDF: report what reads of a damaged file")
	settingSwitch(fs, "ocr", "read.ocr", "PDF: read scans with an installed Tesseract")
	settingSwitch(fs, "accept-ocr", "read.accept_ocr", "PDF: a text layer made by recognition needs no review")
	settingSwitch(fs, "convert", "read.convert", "let an installed LibreOffice convert .xls, .xlsb and the like")
}

func outputFlags(fs *pflag.FlagSet) {
	setting(fs, "format", "f", "output.format", "of standard output: text, json, jsonl, csv, xlsx, html, md")
	setting(fs, "formats", "", "output.formats", "renderings kept in the run folder, comma-separated")
	setting(fs, "out", "o", "output.out", "folder of the run folders")
	setting(fs, "fail-on", "", "output.fail_on", "least verdict that exits 3: review, incomplete, never")
	setting(fs, "numbers", "", "output.numbers", "which number is the value: printed or stored")
}

func modelFlags(fs *pflag.FlagSet) {
	setting(fs, "model", "m", "model.name", "who answers: columns, or openai:NAME")
	setting(fs, "base-url", "", "model.base_url", "of an OpenAI-compatible endpoint")
	setting(fs, "temperature", "", "model.temperature", "of the model")
	setting(fs, "concurrency", "", "model.concurrency", "requests at once")
	setting(fs, "timeout", "", "model.timeout", "of one attempt")
	setting(fs, "rounds", "", "model.rounds", "of asking again for uncovered and refused rows")
	setting(fs, "rows", "", "windows.rows", "rows that one prompt owns")
	setting(fs, "overlap", "", "windows.overlap", "rows shown on both sides")
}

// A job is one document of a call.
type job struct {
	path   string
	folder string
	err    error
	result *verdict.Result
	text   *bytes.Buffer // the summary on standard output, where that is what is asked for
	notes  []string
}

func (a *app) run(ctx context.Context, args []string, f runFlags) error {
	if f.resume && f.overwrite {
		return &usageError{err: errors.New("--resume keeps the stored answers and --overwrite removes them"), hint: "give one of them"}
	}
	paths, passed, err := documents(args)
	if err != nil {
		return err
	}
	a.tellPassed(passed)
	if err := a.checkFormat(len(paths), f); err != nil {
		return err
	}
	given, err := a.givenTask(f.task)
	if err != nil {
		return err
	}
	ask, err := a.asker()
	if err != nil {
		return err
	}
	if given == nil && a.oneTable(len(paths), f) {
		if err := a.sameTasks(ctx, paths, f); err != nil {
			return err
		}
	}
	if err := writable(a.cfg.Output.Out); err != nil {
		return err
	}
	jobs := make([]*job, len(paths))
	taken := map[string]bool{}
	for i, p := range paths {
		jobs[i] = &job{path: p, folder: filepath.Join(a.cfg.Output.Out, folderName(p, taken))}
	}
	bar := a.newProgress(len(jobs))
	var g errgroup.Group
	g.SetLimit(documentsAtOnce)
	for _, j := range jobs {
		g.Go(func() error {
			j.err = a.document(ctx, j, given, ask, f, bar)
			return nil
		})
	}
	_ = g.Wait() // each document's error is in its job, so that one does not stop the others
	bar.stop()
	return a.finish(jobs, f)
}

// documentsAtOnce is how many documents are in memory at the same time.
const documentsAtOnce = 2

// document reads, asks, checks and stores one document.
func (a *app) document(ctx context.Context, j *job, given *task.Task, ask asker, f runFlags, bar *progress) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: not begun: %w", j.path, context.Cause(ctx))
	}
	doc, err := a.read(ctx, j.path, f.password)
	if err != nil {
		return err
	}
	st := structure.Analyse(doc)
	t := given
	if t == nil {
		var how string
		t, how, err = makeTask(doc, st)
		if err != nil {
			return fmt.Errorf("%s: %w", j.path, err)
		}
		j.notes = append(j.notes, fmt.Sprintf("%s: no task given; %s: %s", j.path, how, filepath.Join(j.folder, pipeline.TaskFile)))
	}
	answerer, err := ask(t, st)
	if err != nil {
		return fmt.Errorf("%s: %w", j.path, err)
	}
	in := pipeline.Input{
		Doc: doc, Structure: st, Task: t, Answerer: answerer,
		Windows: a.cfg.Split(longest(t)), Concurrency: a.cfg.Model.Concurrency, Rounds: a.cfg.Model.Rounds,
		Folder: j.folder, How: how(f), Program: "extract " + Version, Log: a.log, Progress: bar.of(j.path),
	}
	if a.cfg.Output.Format == "text" && !f.verbose { // a summary is short, whatever the document
		j.text = &bytes.Buffer{}
		if in.Also, _, err = a.handler("text", j.folder, j.text, place{}, f); err != nil {
			return err
		}
	}
	res, err := pipeline.Run(ctx, in)
	if err != nil {
		return fmt.Errorf("%s: %w", j.path, err)
	}
	if err := a.keepPages(ctx, j.path, f.password, j.folder, doc, res); err != nil {
		return err
	}
	j.result = &verdict.Result{Verdict: res.Verdict} // the entries need not stay until all documents are done
	return a.keepFormats(j.folder)
}

func how(f runFlags) pipeline.How {
	switch {
	case f.resume:
		return pipeline.Resume
	case f.overwrite:
		return pipeline.Overwrite
	}
	return pipeline.Fresh
}

// longest is how many rows a record of the task may have.
func longest(t *task.Task) int {
	n := 1
	for i := range t.Records {
		n = max(n, t.Records[i].RowsMax)
	}
	return n
}

// folderName names the run folder of a document after it; a second document of the same name
// gets a number.
func folderName(path string, taken map[string]bool) string {
	base := filepath.Base(path)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	if name == "" || taken[strings.ToLower(name)] {
		name = base
	}
	for n := 2; taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	taken[strings.ToLower(name)] = true
	return name
}

// finish prints the reports in the order of the arguments and sets the exit status.
func (a *app) finish(jobs []*job, f runFlags) error {
	if a.cfg.Model.Name == "columns" {
		a.say("no model named: records are read from the headings (columns); nothing leaves this machine")
	}
	var failed error
	var done []*job
	for _, j := range jobs {
		for _, n := range j.notes {
			a.say("%s", n)
		}
		if j.err != nil {
			a.fail(j.err)
			a.status = worst(a.status, statusOf(j.err))
			failed = j.err
			continue
		}
		done = append(done, j)
		a.status = worst(a.status, statusFor(j.result.Verdict, a.cfg.Output.FailOn))
	}
	if err := a.showAll(done, len(jobs), f); err != nil {
		return err
	}
	if failed != nil && len(jobs) > 1 {
		a.say("%d of %d documents could not be run", len(jobs)-len(done), len(jobs))
	}
	return nil
}

// show writes the report of a job that ended to standard output.
func (a *app) show(j *job, at place, f runFlags) error {
	if j.text == nil {
		return a.render(j.folder, at, f)
	}
	if at.position > 0 {
		fmt.Fprintln(a.Stdout)
	}
	_, err := j.text.WriteTo(a.Stdout)
	return err
}

func (a *app) password(flag string) string {
	if flag != "" {
		return flag
	}
	return a.Environment("EXTRACT_PASSWORD")
}

// An asker makes the answerer of one document.
type asker func(t *task.Task, st *structure.Structure) (pipeline.Answerer, error)

func (a *app) asker() (asker, error) {
	if a.cfg.Model.Name == "columns" {
		return func(t *task.Task, st *structure.Structure) (pipeline.Answerer, error) {
			if len(t.Questions) > 0 {
				return nil, &usageError{err: errors.New("the task has questions, and questions need a model"), hint: "name one with --model"}
			}
			return pipeline.NewColumns(t, st), nil
		}, nil
	}
	return a.modelAsker()
}

// A progress shows on a terminal how far the documents are.
type progress struct {
	mu    sync.Mutex
	app   *app
	on    bool
	total int
	line  string
}

func (a *app) newProgress(documents int) *progress {
	return &progress{app: a, on: !a.quiet && terminal(a.Stderr), total: documents}
}

// of returns what the pipeline calls for one document, nil where nothing is shown.
func (p *progress) of(path string) func(pipeline.Progress) {
	if !p.on || p.app.cfg.Model.Name == "columns" {
		return nil
	}
	return func(x pipeline.Progress) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.line = fmt.Sprintf("%s: round %d, %d of %d rows answered", filepath.Base(path), x.Round+1, x.Rows, x.OutOf)
		fmt.Fprintf(p.app.Stderr, "\r\x1b[K%s", p.line)
	}
}

func (p *progress) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.line != "" {
		fmt.Fprint(p.app.Stderr, "\r\x1b[K")
	}
}

// writable makes the output folder early, so that nothing is asked for in vain.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return &hinted{err: fmt.Errorf("output folder %s cannot be made: %w", dir, err), hint: "choose another folder with --out"}
	}
	probe, err := os.CreateTemp(dir, ".extract-*")
	if err != nil {
		return &hinted{err: fmt.Errorf("output folder %s cannot be written", dir), hint: "choose another folder with --out"}
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// prose reports whether the document is a text of titled parts.
func prose(doc *table.Document) bool {
	return len(doc.Tables) > 0 && !slices.ContainsFunc(doc.Tables, func(t table.Table) bool { return t.Shape != table.Prose })
}
