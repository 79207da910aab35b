package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/rowproof/rowproof/configs"
	"github.com/rowproof/rowproof/internal/finding"
)

// Version is the program's version; a release build sets it.
var Version = "0.1.0"

func (a *app) configCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "config", Short: "Show the configuration", RunE: group}
	var format string
	show := &cobra.Command{
		Use:   "show",
		Short: "Print every setting in force and where its value came from",
		Example: `  extract config show
  EXTRACT_WINDOWS_ROWS=20 extract config show --format json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.showConfig(format) },
	}
	show.Flags().StringVar(&format, "format", "text", "text or json")
	init := &cobra.Command{
		Use:     "init",
		Short:   "Print the documented default file, to start one of your own",
		Example: "  extract config init > extract.yaml",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.Stdout.Write(configs.Default)
			return err
		},
	}
	cmd.AddCommand(show, init)
	return cmd
}

func (a *app) showConfig(format string) error {
	settings := a.cfg.Settings()
	switch format {
	case "json":
		e := json.NewEncoder(a.Stdout)
		e.SetIndent("", "  ")
		return e.Encode(settings)
	case "text":
		w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
		for _, s := range settings {
			text := s.Text
			if text == "" {
				text = `""`
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", s.Key, text, s.From)
		}
		return w.Flush()
	}
	return &usageError{err: fmt.Errorf("--format %s: config show prints text or json", format)}
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			goVersion := ""
			if info, ok := debug.ReadBuildInfo(); ok {
				goVersion = " (" + info.GoVersion + ")"
			}
			_, err := fmt.Fprintf(a.Stdout, "extract %s%s\n", Version, goVersion)
			return err
		},
	}
}

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE...]",
		Short: "Explain the codes of findings; without a code, list them all",
		Example: `  extract explain CITE001
  extract explain row_off_by_n
  extract explain`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var codes []string
			for _, d := range finding.Docs() {
				codes = append(codes, d.Code+"\t"+d.Title)
			}
			return codes, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.explain(args) },
	}
}

func (a *app) explain(codes []string) error {
	if len(codes) == 0 {
		w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
		for _, d := range finding.Docs() {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", d.Code, d.Severity, d.Name, d.Title)
		}
		return w.Flush()
	}
	b := bufio.NewWriter(a.Stdout)
	for i, code := range codes {
		d, ok := finding.Lookup(strings.ToUpper(code))
		if !ok {
			d, ok = finding.Lookup(strings.ToLower(code))
		}
		if !ok {
			return errors.Join(b.Flush(), noCode(code))
		}
		if i > 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "%s  %s (%s, %s)\n\n%s\n", d.Code, d.Title, d.Name, d.Severity, wrap(d.Text, 80))
		if d.Hint != "" {
			fmt.Fprintf(b, "\nWhat to do: %s\n", d.Hint)
		}
	}
	return b.Flush()
}

func noCode(code string) error {
	for _, g := range finding.Retired() {
		if strings.EqualFold(code, g.Code) || strings.EqualFold(code, g.Name) {
			return &usageError{err: fmt.Errorf("%s (%s) is not raised any more", g.Code, g.Name), hint: g.Why}
		}
	}
	return &usageError{err: fmt.Errorf("there is no code %s", code), hint: "extract explain lists them all"}
}

// wrap breaks a text into lines of at most n bytes between words.
func wrap(s string, n int) string {
	var b strings.Builder
	width := 0
	for _, w := range strings.Fields(s) {
		if width > 0 && width+1+len(w) > n {
			b.WriteByte('\n')
			width = 0
		} else if width > 0 {
			b.WriteByte(' ')
			width++
		}
		b.WriteString(w)
		width += len(w)
	}
	return b.String()
}
