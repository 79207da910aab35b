package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/rowproof/rowproof/internal/atomicfile"
	"github.com/rowproof/rowproof/internal/pipeline"
	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/csv"
	"github.com/rowproof/rowproof/internal/report/html"
	"github.com/rowproof/rowproof/internal/report/json"
	"github.com/rowproof/rowproof/internal/report/jsonl"
	"github.com/rowproof/rowproof/internal/report/md"
	"github.com/rowproof/rowproof/internal/report/text"
	"github.com/rowproof/rowproof/internal/report/xlsx"
	"github.com/rowproof/rowproof/internal/verdict"
)

func (a *app) reportCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "report FOLDER...",
		Short: "Render a stored run in any format, without its file or model",
		Example: `  extract report out/schedule
  extract report out/schedule --format html > report.html
  extract report out/* --combine all.csv`,
		Args: atLeastOne("the folder of a run"),
		RunE: func(_ *cobra.Command, args []string) error { return a.report(args, f) },
	}
	fs := cmd.Flags()
	setting(fs, "format", "f", "output.format", "text, json, jsonl, csv, xlsx, html, md")
	setting(fs, "numbers", "", "output.numbers", "which number is the value: printed or stored")
	setting(fs, "fail-on", "", "output.fail_on", "least verdict that exits 3: review, incomplete, never")
	fs.StringVar(&f.combine, "combine", "", "write the accepted records of all runs into one .csv or .xlsx file")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "text: show the values too")
	fs.BoolVar(&f.all, "all", false, "csv: every entry with its verdicts, not the accepted ones only")
	return cmd
}

func (a *app) report(folders []string, f runFlags) error {
	if err := a.checkFormat(len(folders), f); err != nil {
		return err
	}
	jobs := make([]*job, len(folders))
	for i, dir := range folders {
		jobs[i] = &job{path: dir, folder: dir}
		r, err := pipeline.OpenReport(dir) // before anything is written
		if err == nil {
			err = r.Close()
		}
		if err != nil {
			return err
		}
	}
	if a.oneTable(len(jobs), f) {
		if err := sameColumns(jobs, f); err != nil {
			return err
		}
	}
	return a.showAll(jobs, len(jobs), f)
}

// showAll writes the reports of documents that ended, and the table of all their records. Of several
// given documents JSON is one array and CSV one table.
func (a *app) showAll(jobs []*job, given int, f runFlags) error {
	array := given > 1 && a.cfg.Output.Format == "json"
	if array {
		fmt.Fprintln(a.Stdout, "[")
	}
	for i, j := range jobs {
		if array && i > 0 {
			fmt.Fprintln(a.Stdout, ",")
		}
		if err := a.show(j, place{i, given}, f); err != nil {
			return err
		}
	}
	if array {
		fmt.Fprintln(a.Stdout, "]")
	}
	if f.combine != "" && len(jobs) > 0 {
		return a.combine(f.combine, jobs)
	}
	return nil
}

// A place is that of a document among those of a call.
type place struct{ position, of int }

// A lastWord keeps a stored run's verdict.
type lastWord struct {
	report.Handler
	verdict string
}

func (l *lastWord) Run(*report.Run) error         { return nil }
func (l *lastWord) Row(*report.Row) error         { return nil }
func (l *lastWord) Entry(*report.Entry) error     { return nil }
func (l *lastWord) Finding(*report.Finding) error { return nil }
func (l *lastWord) Summary(s *report.Summary) error {
	l.verdict = s.Verdict
	return nil
}

// A witness hands a stored report on and keeps its verdict.
type witness struct {
	report.Handler
	verdict string
}

func (w *witness) Summary(s *report.Summary) error {
	w.verdict = s.Verdict
	return w.Handler.Summary(s)
}

func verdictOf(name string) (verdict.Document, error) {
	for v := verdict.Sound; v <= verdict.Unreadable; v++ {
		if v.String() == name {
			return v, nil
		}
	}
	return 0, errors.New("unknown verdict in the stored report")
}

// replay sends the stored report of a run folder through a handler.
func replay(dir string, h report.Handler) error {
	r, err := pipeline.OpenReport(dir)
	if err != nil {
		return err
	}
	err = report.Read(bufio.NewReaderSize(r, 256<<10), h)
	var disk *fs.PathError
	if errors.As(err, &disk) && disk.Op == "write" {
		err = disk // of where it goes to, not of the report
	}
	if err = errors.Join(err, r.Close()); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	return nil
}

// checkFormat refuses what cannot end well before anything is read.
func (a *app) checkFormat(documents int, f runFlags) error {
	format := a.cfg.Output.Format
	switch {
	case documents > 1 && (format == "xlsx" || format == "html"):
		return &usageError{err: fmt.Errorf("--format %s writes one document, %d are given", format, documents), hint: "keep one in each run folder with --formats " + format + ", or use --combine FILE"}
	case format == "xlsx" && terminal(a.Stdout):
		return &usageError{err: errors.New("a workbook is not for a terminal"), hint: "redirect it: --format xlsx > report.xlsx"}
	}
	return checkCombine(f.combine)
}

// render writes the stored report of a folder to standard output.
func (a *app) render(dir string, at place, f runFlags) error {
	b := bufio.NewWriterSize(a.Stdout, 64<<10)
	if at.position > 0 && a.cfg.Output.Format == "text" {
		fmt.Fprintln(b)
	}
	h, done, err := a.handler(a.cfg.Output.Format, dir, b, at, f)
	if err != nil {
		return err
	}
	w := witness{Handler: h}
	if err := errors.Join(replay(dir, &w), done(), b.Flush()); err != nil {
		return err
	}
	v, err := verdictOf(w.verdict)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	a.status = worst(a.status, statusFor(v, a.cfg.Output.FailOn))
	return nil
}

// handler returns the handler of a format for the run in a folder; done completes it.
func (a *app) handler(format, dir string, w io.Writer, at place, f runFlags) (report.Handler, func() error, error) {
	stored := a.cfg.Output.Numbers == "stored"
	nothing := func() error { return nil }
	switch format {
	case "json":
		return json.New(w), nothing, nil
	case "jsonl":
		return jsonl.New(w), nothing, nil
	case "csv":
		return csv.New(w, csv.Options{Stored: stored, All: f.all, Document: at.of > 1, Continues: at.position > 0}), nothing, nil
	case "html":
		return html.New(w, html.Options{Images: pictures(dir, true)}), nothing, nil
	case "md":
		return md.New(w), nothing, nil
	case "xlsx":
		h := xlsx.New(w, xlsx.Options{Stored: stored})
		return h, h.Close, nil
	}
	return text.New(w, text.Options{Width: a.width(), Colour: a.colour(a.Stdout), Verbose: f.verbose}), nothing, nil
}

// width is the terminal's, 0 where there is none.
func (a *app) width() int {
	f, ok := a.Stdout.(*os.File)
	if !ok || !terminal(f) {
		return 0
	}
	w, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return w
}

// keepFormats writes the renderings that were asked for into the run folder.
func (a *app) keepFormats(dir string) error {
	for _, format := range strings.Split(a.cfg.Output.Formats, ",") {
		if format = strings.TrimSpace(format); format == "" {
			continue
		}
		if err := a.keepFormat(dir, format); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) keepFormat(dir, format string) error {
	if format == "html" {
		return replay(dir, html.NewFiles(func(name string) (io.WriteCloser, error) {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return nil, err
			}
			f, err := atomicfile.Create(path)
			return committed{f}, err
		}, html.Options{Images: pictures(dir, false)}))
	}
	name := map[string]string{"text": "report.txt", "json": "report.json", "csv": "records.csv", "xlsx": "report.xlsx", "md": "report.md"}[format]
	return writeFile(filepath.Join(dir, name), func(w io.Writer) error {
		h, done, err := a.handler(format, dir, w, place{}, runFlags{})
		if err != nil {
			return err
		}
		return errors.Join(replay(dir, h), done())
	})
}

// writeFile writes a file that takes its name when it is complete.
func writeFile(path string, write func(io.Writer) error) error {
	err := atomicfile.Write(path, write)
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return &hinted{err: fmt.Errorf("%s cannot be written: %w", path, pe.Err), hint: "choose another place"}
	}
	return err
}

// A committed file takes its name when it is closed.
type committed struct{ *atomicfile.File }

func (c committed) Close() error { return errors.Join(c.Commit(), c.File.Close()) }
