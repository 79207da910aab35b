package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowproof/rowproof/internal/cite/exact"
	"github.com/rowproof/rowproof/internal/listing"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table/pdf"
)

func (a *app) rowsCommand() *cobra.Command {
	var opt listing.Options
	var format, span, password string
	var segments bool
	cmd := &cobra.Command{
		Use:   "rows FILE",
		Short: "Show a document as numbered rows, with places, roles and why",
		Example: `  extract rows schedule.xlsx
  extract rows schedule.xlsx --stored --range 10-40
  extract rows schedule.xlsx --format html > rows.html
  extract rows lease.md --segments`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if segments {
				return a.segments(cmd.Context(), args[0], password)
			}
			if err := parseSpan(span, &opt); err != nil {
				return err
			}
			return a.rows(cmd.Context(), args[0], format, password, opt)
		},
	}
	fs := cmd.Flags()
	fs.StringVarP(&format, "format", "f", "text", strings.Join(listing.Formats, ", "))
	fs.BoolVar(&opt.Stored, "stored", false, "show stored values beside the printed text")
	fs.StringVar(&opt.Table, "table", "", "only this table, by its name or its number from 0")
	fs.StringVar(&span, "range", "", "only these row numbers, 10-40, 10- or -40")
	fs.BoolVar(&segments, "segments", false, "print the segments that exact quotes refer to, as JSON Lines")
	cmd.MarkFlagsMutuallyExclusive("segments", "format")
	cmd.MarkFlagsMutuallyExclusive("segments", "range")
	cmd.MarkFlagsMutuallyExclusive("segments", "table")
	readFlags(fs, &password)
	return cmd
}

// segments prints the canonical text of a document in the parts that exact quotes refer to.
func (a *app) segments(ctx context.Context, path, password string) error {
	doc, err := a.read(ctx, path, password)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(a.Stdout, 64<<10)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	for _, s := range exact.Segments(doc) {
		line := struct {
			Document string `json:"document"`
			exact.Segment
		}{doc.ID, s}
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return b.Flush()
}

// oneFile demands exactly one argument.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return &usageError{err: fmt.Errorf("%s takes one file, %d are given", cmd.Name(), len(args)), hint: cmd.CommandPath() + " --help"}
	}
	return nil
}

func parseSpan(s string, opt *listing.Options) error {
	opt.First, opt.Last = 0, -1
	if s == "" {
		return nil
	}
	from, to, both := strings.Cut(s, "-")
	var errs []error
	number := func(text string, into *int) {
		if text == "" {
			return
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			errs = append(errs, fmt.Errorf("--range %s: %q is no row number", s, text))
			return
		}
		*into = n
	}
	number(from, &opt.First)
	if both {
		number(to, &opt.Last)
	} else {
		opt.Last = opt.First
	}
	if err := errors.Join(errs...); err != nil {
		return &usageError{err: err}
	}
	return nil
}

func (a *app) rows(ctx context.Context, path, format, password string, opt listing.Options) error {
	doc, err := a.read(ctx, path, password)
	if err != nil {
		return err
	}
	opt.Colour = a.colour(a.Stdout)
	if format == "html" && doc.Format == pdf.Format {
		if opt.Pictures, err = a.listedPages(ctx, path, password, doc, opt); err != nil {
			return err
		}
	}
	b := bufio.NewWriterSize(a.Stdout, 64<<10)
	if err := listing.Write(b, format, structure.Analyse(doc), opt); err != nil {
		return &usageError{err: err}
	}
	return b.Flush()
}
