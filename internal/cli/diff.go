package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rowproof/rowproof/internal/diff"
	"github.com/rowproof/rowproof/internal/structure"
)

func (a *app) diffCommand() *cobra.Command {
	var format, password string
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Show what changed between two editions of a schedule, by content",
		Example: `  extract diff march.xlsx april.xlsx
  extract diff march.xlsx april.xlsx --format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return &usageError{err: fmt.Errorf("diff takes two files, %d are given", len(args)), hint: "extract diff --help"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.diff(cmd.Context(), args[0], args[1], format, password)
		},
	}
	cmd.Flags().StringVarP(&format, "format", "f", "text", "text or json")
	readFlags(cmd.Flags(), &password)
	return cmd
}

func (a *app) diff(ctx context.Context, before, after, format, password string) error {
	if format != "text" && format != "json" {
		return &usageError{err: fmt.Errorf("--format %s: diff prints text or json", format)}
	}
	x, err := a.read(ctx, before, password)
	if err != nil {
		return err
	}
	y, err := a.read(ctx, after, password)
	if err != nil {
		return err
	}
	r := diff.Compare(structure.Analyse(x), structure.Analyse(y))
	b := bufio.NewWriter(a.Stdout)
	if format == "json" {
		e := json.NewEncoder(b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(r); err != nil {
			return err
		}
		return b.Flush()
	}
	fmt.Fprintf(b, "%d rows the same, %d moved, %d changed, %d added, %d gone\n", r.Same, r.Moved, r.Changed, r.Added, r.Gone)
	for _, c := range r.Columns {
		fmt.Fprintln(b, c)
	}
	for _, c := range r.Changes {
		switch c.Kind {
		case diff.Added:
			fmt.Fprintf(b, "added    row %d, %s\n", c.New, c.NewPlace)
		case diff.Gone:
			fmt.Fprintf(b, "gone     row %d, %s\n", c.Old, c.OldPlace)
		default:
			fmt.Fprintf(b, "%-8s row %d, %s, from row %d, %s\n", c.Kind, c.New, c.NewPlace, c.Old, c.OldPlace)
		}
		for _, e := range c.Cells {
			fmt.Fprintf(b, "           %s: %q, was %q\n", e.Heading, e.New, e.Old)
		}
	}
	return b.Flush()
}
