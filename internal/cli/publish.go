package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rowproof/rowproof/internal/pipeline"
	"github.com/rowproof/rowproof/internal/publish"
)

func (a *app) publishCommand() *cobra.Command {
	var opt publish.Options
	var format string
	cmd := &cobra.Command{
		Use:   "publish FOLDER... --to FILE",
		Short: "Append the accepted records of stored runs to a file, each once",
		Long: `publish appends accepted records to a JSON Lines, CSV or XLSX file, in one step. By default only a sound document is
published; --accepted publishes the accepted records of any. Each record has a key in the target, so that a repeat adds
nothing. The same identity from another file is held back and said; without identity: in the task so is another
document of the same file name, unless --same-name is given. A document with a quote that failed its check
publishes nothing.`,
		Example: `  extract publish out/schedule --to records.csv
  extract publish out/* --to records.xlsx --accepted`,
		Args: atLeastOne("the folder of a run"),
		RunE: func(_ *cobra.Command, args []string) error { return a.publish(args, opt, format) },
	}
	fs := cmd.Flags()
	fs.StringVar(&opt.Target, "to", "", "the file: .jsonl, .csv or .xlsx")
	fs.BoolVar(&opt.Accepted, "accepted", false, "the accepted records of a document that is not sound too")
	fs.BoolVar(&opt.SameName, "same-name", false, "add a document without identity although the target has another one of its name")
	fs.StringVarP(&format, "format", "f", "text", "of what is said: text or json")
	setting(fs, "numbers", "", "output.numbers", "which number is the value: printed or stored")
	return cmd
}

func (a *app) publish(dirs []string, opt publish.Options, format string) error {
	if opt.Target == "" {
		return &usageError{err: errors.New("publish needs --to FILE"), hint: "extract publish --help"}
	}
	if format != "text" && format != "json" {
		return &usageError{err: fmt.Errorf("--format %s: publish says text or json", format)}
	}
	if _, err := publish.FormatOf(opt.Target); err != nil {
		return &usageError{err: err}
	}
	opt.Stored = a.cfg.Output.Numbers == "stored"
	b := bufio.NewWriter(a.Stdout)
	var said []*publish.Outcome
	for _, dir := range dirs {
		r, err := pipeline.OpenReport(dir)
		if err != nil {
			return errors.Join(err, sayOutcomes(b, said, len(dirs)))
		}
		out, err := publish.Publish(r, opt)
		if err = errors.Join(err, r.Close()); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", dir, err), sayOutcomes(b, said, len(dirs)))
		}
		if len(out.HeldBack) > 0 || len(out.Differ) > 0 {
			a.status = worst(a.status, statusNotSound)
		}
		if format == "json" {
			said = append(said, out)
			continue
		}
		sayOutcome(b, dir, out)
	}
	return sayOutcomes(b, said, len(dirs))
}

// sayOutcomes writes what is said as JSON: one object, or of several runs an array.
func sayOutcomes(b *bufio.Writer, said []*publish.Outcome, given int) error {
	var err error
	switch {
	case given > 1 && said != nil:
		err = json.NewEncoder(b).Encode(said)
	case len(said) == 1:
		err = json.NewEncoder(b).Encode(said[0])
	}
	return errors.Join(err, b.Flush())
}

func sayOutcome(b *bufio.Writer, dir string, o *publish.Outcome) {
	fmt.Fprintf(b, "%s: %s added to %s, %d there already\n", dir, counted(o.Added, "record"), o.Target, o.Present)
	for _, id := range o.Differ {
		fmt.Fprintf(b, "  %s stands there with other values; it is left as it is\n", id)
	}
	for _, h := range o.HeldBack {
		what := "the document"
		if h.Entry != "" {
			what = h.Entry
		}
		fmt.Fprintf(b, "  held back, %s: %s\n", what, h.Detail)
		if h.Hint != "" {
			fmt.Fprintf(b, "    hint: %s\n", h.Hint)
		}
	}
}
