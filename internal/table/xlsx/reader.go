// Package xlsx reads Excel workbooks: what each cell prints, what it stores, and where it
// stands. It reads every row or says why not: a part that is cut off, does not match its
// checksum or is not well-formed is an error with the sheet and the row, never a shorter
// table. Rows are streamed; memory holds the shared strings, up to 64 MB of them, and one row.
//
// The rows are not read through excelize, which loses or moves data silently in some files
// and formats numbers differently from what people see. It serves to compute formulas on request.
package xlsx

import (
	"context"
	"errors"
	"fmt"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/numfmt"
	"github.com/rowproof/rowproof/internal/table/parts"
)

// Reader reads workbooks (.xlsx, .xlsm). The zero value is ready.
type Reader struct {
	whole uint64 // size up to which a sheet is kept in memory; 0 for keepWhole
}

var _ table.Reader = Reader{}

// reader holds what the sheets of one workbook share.
type reader struct {
	archive   *parts.Archive
	book      *book
	styles    *styles
	strings   *pool
	opt       table.Options
	emitter   *table.Emitter
	fallbacks map[string]bool
	whole     uint64 // see Reader
	out       table.Row

	calculator *calculator // nil where nothing is to be computed
}

// Read reads a workbook.
func (x Reader) Read(ctx context.Context, src table.Source, opt table.Options, e *table.Emitter) error {
	if opt.Limits.Time > 0 {
		var cancel context.CancelFunc
		late := &table.LimitError{Limit: "time", Value: int64(opt.Limits.Time.Seconds()), Place: src.Name}
		ctx, cancel = context.WithTimeoutCause(ctx, opt.Limits.Time, late)
		defer cancel()
	}
	src, err := unlock(src, opt)
	if err != nil {
		return err
	}
	a, err := parts.Open(src, opt.Limits)
	if err != nil {
		return err
	}
	r := &reader{archive: a, opt: opt, emitter: e, fallbacks: map[string]bool{}, whole: x.whole}
	if r.whole == 0 {
		r.whole = keepWhole
	}
	if r.book, err = readBook(a); err != nil {
		return err
	}
	stylePart := partOf(a, r.book.relations, "styles", "xl/styles.xml")
	if r.styles, err = readStyles(a, stylePart, numfmt.Options{Locale: opt.Locale, Date1904: r.book.date1904}); err != nil {
		return err
	}
	stringPart := partOf(a, r.book.relations, "sharedStrings", "xl/sharedStrings.xml")
	if r.strings, err = readStrings(a, stringPart, opt.Limits.CellBytes); err != nil {
		return err
	}
	defer r.strings.close()
	if err := r.tellParts(); err != nil {
		return err
	}
	if opt.Calculate {
		r.calculator = &calculator{src: src}
	}
	err = r.readSheets(ctx)
	return errors.Join(err, r.calculator.close())
}

// tellParts warns of what lies beside the sheets.
func (r *reader) tellParts() error {
	if r.book.external {
		w := table.Warning{Code: finding.MacroOrLink, Row: -1, Col: -1, Place: r.book.part, Detail: "formulas refer to other workbooks; their saved values are read, nothing is fetched"}
		if err := r.emitter.Warn(w); err != nil {
			return err
		}
	}
	if n := r.archive.Twice(); n > 0 {
		return r.emitter.Warn(table.Warning{Code: finding.RepeatedPart, Row: -1, Col: -1, Detail: fmt.Sprintf("%d names stand for two parts each; none of them is read", n)})
	}
	return nil
}

func (r *reader) readSheets(ctx context.Context) error {
	if l := r.opt.Limits.Sheets; l > 0 && len(r.book.sheets) > l {
		return &table.LimitError{Limit: "sheets", Value: int64(l), Place: r.book.part}
	}
	for i, s := range r.book.sheets {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		part, kind := sheetPart(r.archive, r.book, i)
		if kind != "" && kind != "worksheet" && kind != "xlIntlMacrosheet" && kind != "xlMacrosheet" {
			continue // a chart or a dialog: no cells
		}
		if s.hidden {
			r.emitter.Hide(table.HiddenPart{Kind: "sheet", Table: s.name, Count: 1, Read: r.opt.Hidden})
			if !r.opt.Hidden {
				continue
			}
		}
		if part == "" || !r.archive.Has(part) {
			return &table.Unreadable{Code: finding.Damaged, Place: s.name, Cause: "the sheet's part is missing", Hint: "ask for the file again"}
		}
		if err := r.readSheet(ctx, s, part); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) readSheet(ctx context.Context, s sheetEntry, part string) error {
	if r.opt.Early && r.archive.Size(part) > r.whole {
		return r.readEarly(ctx, s, part)
	}
	sv, err := surveySheet(r.archive, part, r.whole)
	if err != nil {
		var l *lineError
		line := 0
		if errors.As(err, &l) {
			line = l.line
			err = l.err
		}
		return parts.Damaged(sheetPlace(s.name, line), err)
	}
	sv.sortMerges()
	t := &table.Table{Name: s.name, Shape: table.Sheet, Hidden: s.hidden, Merges: sv.merges}
	if err := r.annotate(t, sv, part); err != nil {
		return err
	}
	if err := r.emitter.Table(t); err != nil {
		return err
	}
	rows := r.rowsOf(s, t, sv)
	if !sv.ordered {
		rows.order = &sorter{name: s.name}
	}
	return rows.read(ctx, part)
}

func (r *reader) rowsOf(s sheetEntry, t *table.Table, sv *survey) *rowReader {
	return &rowReader{
		reader: r, name: s.name, table: t, survey: sv, merges: merger{areas: sv.merges}, hidden: s.hidden,
		told: map[string]int{}, columnsHidden: map[int]int{}, headings: headingLines(t.Declared),
	}
}
