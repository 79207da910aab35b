package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowproof/rowproof/internal/cite/exact"
	"github.com/rowproof/rowproof/internal/listing"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/open"
	"github.com/rowproof/rowproof/internal/table/pdf"
)

func (a *app) rowsCommand() *cobra.Command {
	var opt listing.Options
	var format, span, password string
	var segments bool
	var roles bool
	cmd := &cobra.Command{
		Use:   "rows FILE",
		Short: "Show a document as numbered rows, with places, roles and why",
		Long: fmt.Sprintf(`rows shows a document as it was read: every row with its number, its place in the file and the role that its
shape gives it. A document of more than %d rows is listed as it is read, without roles, in the formats %s;
--roles reads all of it first.`, listing.HeldRows, strings.Join(listing.Streamed, ", ")),
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
			if !roles && slices.Contains(listing.Streamed, format) {
				return a.streamRows(cmd.Context(), args[0], format, password, opt)
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
	fs.BoolVar(&roles, "roles", false, "roles of a long document too: read it whole before the first row is shown")
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
	if opt.Last >= 0 && opt.Last < opt.First {
		return &usageError{err: fmt.Errorf("--range %s ends before it begins", s), hint: fmt.Sprintf("write --range %d-%d", opt.Last, opt.First)}
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
		return asked(err)
	}
	return b.Flush()
}

// asked makes an error of a listing the caller's mistake, unless it is the disk's.
func asked(err error) error {
	var disk *fs.PathError
	if errors.As(err, &disk) {
		return err
	}
	return &usageError{err: err}
}

// streamRows lists a document while it is read.
func (a *app) streamRows(ctx context.Context, path, format, password string, opt listing.Options) error {
	src, file, err := openSource(path)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	opt.Colour = a.colour(a.Stdout)
	read := a.cfg.Table(a.password(password))
	read.Sandbox = a.Program
	s := listing.NewStream(a.Stdout, format, src.Name, opt)
	doc := table.Document{Name: src.Name, Bytes: src.Size, Locale: read.Locale}
	doc.Format, doc.ID, doc.Hidden, err = open.Stream(ctx, src, read, s)
	if err == nil && s.Rows() == 0 {
		_, err = a.read(ctx, path, password) // says why
		return err
	}
	if err == nil {
		doc.SHA256, err = table.Digest(src)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := s.Close(doc); err != nil {
		return asked(err)
	}
	if n := s.Wider(); n > 0 {
		a.say("%d rows have more columns than the heading, which was written before they were read; --roles writes it last", n)
	}
	return nil
}
