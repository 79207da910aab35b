// Package cli is the command line: subcommands, flags, progress and the exit status.
//
// # Exit status
//
//	0  every document is sound
//	3  it ran, and a document is not sound
//	1  it could not run, a document is unreadable, or it was interrupted
//	2  usage, an invalid task or configuration included
//
// Several documents: the worst, in the order 2, 1, 3, 0. The flag --fail-on moves the border
// between 0 and 3 and never a verdict. Standard output holds the report only; standard error
// has lines that begin with "extract: ", and "hint: " where there is a next step.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rowproof/rowproof/internal/config"
	"github.com/rowproof/rowproof/internal/table/charset"
	"github.com/rowproof/rowproof/internal/table/csv"
	"github.com/rowproof/rowproof/internal/table/numfmt"
)

// A System is what the program is started with.
type System struct {
	Args    []string
	Environ []string
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	Program string // path of this program, for children of itself; empty: parsers run in this process
}

// Environment returns the value of an environment variable, empty where it is not set.
func (s *System) Environment(name string) string {
	for i := len(s.Environ) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(s.Environ[i], "="); ok && k == name {
			return v
		}
	}
	return ""
}

// An app is one call of the program.
type app struct {
	System
	cfg    *config.Config
	log    zerolog.Logger
	config string // --config
	quiet  bool
	status int
}

// Run runs one command line and returns its exit status.
func Run(ctx context.Context, sys System) int {
	a := &app{System: sys, log: zerolog.Nop()}
	root := a.root()
	root.SetArgs(sys.Args)
	root.SetIn(sys.Stdin)
	root.SetOut(sys.Stdout)
	root.SetErr(sys.Stderr)
	if err := root.ExecuteContext(ctx); err != nil {
		err = unknownCommand(root, err)
		a.fail(err)
		return worst(a.status, statusOf(err))
	}
	return a.status
}

// unknownCommand makes a hint of the commands that cobra thinks were meant.
func unknownCommand(root *cobra.Command, err error) error {
	word, ok := strings.CutPrefix(err.Error(), "unknown command ")
	if !ok {
		return err
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	hint := "extract --help lists them"
	if word, _, ok = strings.Cut(strings.TrimPrefix(word, `"`), `"`); ok {
		if near := root.SuggestionsFor(word); len(near) > 0 {
			hint = "did you mean " + strings.Join(near, " or ") + "?"
		}
	}
	return &usageError{err: errors.New(first), hint: hint}
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "extract",
		Short: "Turn the tables of documents into records, and prove each value",
		Long: `extract turns the tables of spreadsheets, delimited text and PDFs into records. Every row of
a document is accounted for, and every accepted value is printed in the rows that its record cites.

Without --model nothing leaves this machine: records are read from the headings.`,
		Example: `  extract run schedule.xlsx
  extract run schedule.xlsx --task schedule.yaml --format html > report.html
  extract rows schedule.xlsx
  extract task init schedule.xlsx > schedule.yaml
  extract explain CITE001`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return a.prepare(cmd) },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &usageError{err: err, hint: "extract " + strings.TrimPrefix(cmd.CommandPath(), "extract ") + " --help"}
	})
	root.PersistentFlags().StringVar(&a.config, "config", "", "configuration file (default extract.yaml, where there is one)")
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "no progress and no notes on standard error")
	setting(root.PersistentFlags(), "log-level", "", "log.level", "what is logged: debug, info, warn, error, off")
	root.AddCommand(a.runCommand(), a.rowsCommand(), a.reportCommand(), a.explainCommand(), a.taskCommand(),
		a.configCommand(), a.versionCommand())
	root.AddCommand(a.checkingCommands()...)
	return root
}

// prepare puts the configuration together: defaults, file, environment, flags.
func (a *app) prepare(cmd *cobra.Command) error {
	cfg, err := config.Default()
	if err != nil {
		return err
	}
	a.cfg = cfg
	if err := a.readConfig(); err != nil {
		return &usageError{err: err}
	}
	if err := cfg.Environment(a.Environ); err != nil {
		return &usageError{err: err}
	}
	var errs []error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if v, ok := f.Value.(*settingFlag); ok && f.Changed {
			errs = append(errs, cfg.Set(v.key, v.text, "flag --"+f.Name))
		}
	})
	if err := errors.Join(errs...); err != nil {
		return &usageError{err: err}
	}
	if l := cfg.Read.Locale; l != "" && !numfmt.KnownLocale(l) {
		return &usageError{err: fmt.Errorf("read.locale = %q: there is no such locale", l), hint: "one of " + strings.Join(numfmt.Locales(), ", ")}
	}
	if d := cfg.Read.Delimiter; d != "" && !csv.KnownDelimiter(d) {
		return &usageError{err: fmt.Errorf("read.delimiter = %q: it is no delimiter", d), hint: "give one ASCII character, or tab"}
	}
	if e := cfg.Read.Encoding; e != "" && !charset.Known(e) {
		return &usageError{err: fmt.Errorf("read.encoding = %q: there is no such encoding", e), hint: "use a name such as utf-8, windows-1252, iso-8859-15, utf-16le, shift_jis"}
	}
	if level, err := zerolog.ParseLevel(cfg.Log.Level); err == nil && cfg.Log.Level != "off" {
		a.log = zerolog.New(a.Stderr).Level(level).With().Timestamp().Logger()
	}
	return nil
}

func (a *app) readConfig() error {
	name := a.config
	if name == "" {
		name = "extract.yaml"
	}
	data, err := os.ReadFile(name)
	if err != nil {
		if a.config == "" && errors.Is(err, os.ErrNotExist) {
			return nil
		}
		return fmt.Errorf("configuration: %w", err)
	}
	return a.cfg.File(name, data)
}

// A settingFlag is a flag that overrides one setting of the configuration.
type settingFlag struct {
	key, text string
	kind      string
}

func (f *settingFlag) String() string     { return f.text }
func (f *settingFlag) Set(s string) error { f.text = s; return nil }
func (f *settingFlag) Type() string       { return f.kind }

// setting adds a flag for a setting of the configuration.
func setting(fs *pflag.FlagSet, name, short, key, usage string) {
	fs.VarP(&settingFlag{key: key, kind: "value"}, name, short, usage)
}

// settingSwitch adds a flag without a value for a setting that is true or false.
func settingSwitch(fs *pflag.FlagSet, name, key, usage string) {
	f := fs.VarPF(&settingFlag{key: key, kind: "bool"}, name, "", usage)
	f.NoOptDefVal = "true"
}

// terminal reports whether w is one, so that colours and progress make sense.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// colour reports whether what is written to w may be coloured.
func (a *app) colour(w io.Writer) bool {
	return terminal(w) && a.Environment("NO_COLOR") == "" && a.Environment("TERM") != "dumb"
}
