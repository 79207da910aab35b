package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/rowproof/rowproof/internal/columns"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/words"
)

func (a *app) taskCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "task", Short: "Check a task, or make a first one", RunE: group}
	check := &cobra.Command{
		Use:     "check FILE",
		Short:   "Check a task file; every error is listed with its line, cause and a hint",
		Example: "  extract task check schedule.yaml",
		Args:    oneFile,
		RunE:    func(_ *cobra.Command, args []string) error { return a.checkTask(args[0]) },
	}
	presets := &cobra.Command{
		Use:   "presets",
		Short: "List the presets",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
			for _, p := range task.Presets() {
				fmt.Fprintf(w, "%s\t%s\t%s\n", p.Name, p.Language, p.Title)
			}
			return w.Flush()
		},
	}
	schema := &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of task files, for editors",
		Example: "  extract task schema > task.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.Stdout.Write(task.EditorSchema())
			return err
		},
	}
	return addTo(cmd, check, a.taskInitCommand(), presets, schema)
}

// group runs a command that only holds others: its help, or the word that is none of them.
func group(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return &usageError{err: fmt.Errorf("%s has no command %q; it has %s", cmd.Name(), args[0], strings.Join(names, ", ")), hint: cmd.CommandPath() + " --help"}
}

func addTo(cmd *cobra.Command, subs ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(subs...)
	return cmd
}

func (a *app) taskInitCommand() *cobra.Command {
	var preset, password string
	cmd := &cobra.Command{
		Use:   "init [FILE]",
		Short: "Print a first task: from a document's headings, or a preset",
		Example: `  extract task init schedule.xlsx > schedule.yaml
  extract task init --preset rent-roll --language en > rent-roll.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if preset != "" && len(args) == 0 {
				t, err := a.preset(preset)
				if err != nil {
					return err
				}
				_, err = a.Stdout.Write(t.Source)
				return err
			}
			if err := oneFile(cmd, args); err != nil {
				return err
			}
			if preset != "" {
				return &usageError{err: errors.New("task init takes a file or --preset, not both")}
			}
			doc, err := a.read(cmd.Context(), args[0], password)
			if err != nil {
				return err
			}
			t, err := taskOfHeadings(doc, structure.Analyse(doc))
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			_, err = a.Stdout.Write(t.Source)
			return err
		},
	}
	cmd.Flags().StringVar(&preset, "preset", "", "property-schedule, rent-roll, invoice, ...: see extract task presets")
	setting(cmd.Flags(), "language", "", "output.language", "of the preset: en, fr, de")
	readFlags(cmd.Flags(), &password)
	return cmd
}

func (a *app) preset(name string) (*task.Task, error) {
	name, lang, ok := strings.Cut(name, ".")
	if !ok {
		lang = a.cfg.Output.Language
	}
	t, err := task.Preset(name, lang)
	if err != nil {
		return nil, &usageError{err: err, hint: "extract task presets lists them"}
	}
	return t, nil
}

func (a *app) checkTask(path string) error {
	t, err := a.loadTask(path)
	if err != nil {
		return err
	}
	fields := 0
	for i := range t.Records {
		fields += len(t.Records[i].Fields)
	}
	_, err = fmt.Fprintf(a.Stdout, "%s: task %s is valid: %s, %s with %s, %s, %s\n", path, t.Name, counted(len(t.Document), "document field"),
		counted(len(t.Records), "record type"), counted(fields, "field"), counted(len(t.Equations), "equation"), counted(len(t.Questions), "question"))
	return err
}

func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// givenTask loads the task of --task: a file, or a preset's name. It returns nil where none
// is given.
func (a *app) givenTask(name string) (*task.Task, error) {
	if name == "" {
		return nil, nil
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && isPreset(name) {
		return a.preset(name)
	}
	t, err := a.loadTask(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &usageError{err: fmt.Errorf("%w, and no preset of this name", err), hint: nearPreset(name)}
	}
	return t, err
}

// nearPreset names the preset that was meant, or all.
func nearPreset(name string) string {
	var names []string
	for _, p := range task.Presets() {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	base, _, _ := strings.Cut(name, ".")
	if near := words.Near(base, names); near != "" {
		return "did you mean " + near + "?"
	}
	return "presets are " + strings.Join(names, ", ") + "; extract task init FILE > task.yaml makes a task"
}

func isPreset(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	return slices.ContainsFunc(task.Presets(), func(p task.PresetInfo) bool { return p.Name == name })
}

func (a *app) loadTask(path string) (*task.Task, error) {
	data, err := a.readLimited(path, a.cfg.Limits.TaskBytes, "task_bytes")
	if err != nil {
		return nil, &usageError{err: fmt.Errorf("task: %w", err)}
	}
	t, err := task.Load(path, data)
	if err != nil {
		return nil, &usageError{err: err}
	}
	return t, nil
}

// makeTask finds the preset that covers every heading of the document, or makes a task from the headings.
// It returns what to say of it.
func makeTask(doc *table.Document, st *structure.Structure) (*task.Task, string, error) {
	var headings []string
	for i := range st.Blocks {
		for _, c := range st.Blocks[i].Columns {
			if c.Heading != "" {
				headings = append(headings, c.Heading)
			}
		}
	}
	if t, info, ok := task.FindPreset(headings); ok && len(st.Blocks) == 1 {
		if s := task.Fit(t, headings); s.Matched == s.Headings {
			fitted, err := task.ForDocument(t, headings, hasSections(st))
			return fitted, fmt.Sprintf("the preset %s (%s) names every heading", info.Name, info.Language), err
		}
	}
	t, err := taskOfHeadings(doc, st)
	return t, "one was made from the headings", err
}

func hasSections(st *structure.Structure) bool {
	return slices.ContainsFunc(st.Rows, func(r structure.RowRole) bool { return r.Role == structure.Section })
}

// taskOfHeadings makes a task from the headings of columns. A text has none: a run with such a
// task would ask for nothing and call the document sound.
func taskOfHeadings(doc *table.Document, st *structure.Structure) (*task.Task, error) {
	if len(st.Blocks) == 0 && prose(doc) {
		return nil, &usageError{err: errors.New("a text has no headings of columns to make a task from"), hint: "write a task with questions, see docs/check.md"}
	}
	return task.FromHeadings(columns.Outline(st))
}

// readLimited reads a small file whole, or refuses it.
func (a *app) readLimited(path string, limit int64, name string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			return nil, fmt.Errorf("%s: %w", path, pe.Err)
		}
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err = errors.Join(err, f.Close()); err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("%s: cannot be read: %w", path, err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s: over the limit %s = %d", path, name, limit)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, fmt.Errorf("%s: the file is empty", path)
	}
	return data, nil
}
