// Package pdf reads PDF files: tables as tables of the shape Grid, lines outside them as Lines,
// the titled parts of a text as Prose. Every cell has its box on the page. Text that a person
// cannot see is in no row.
//
// The parser is a library that was written to be quick on broken files. It runs in a sandbox
// (package engine), and that in children of this program where [table.Options] names it, so
// that a page which takes too long or too much costs that page and nothing else.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/content"
	"github.com/rowproof/rowproof/internal/table/pdf/engine"
	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

// Format is the name of the format, as in table.Document.
const Format = "pdf"

// Reader reads PDF files. The zero value is ready.
type Reader struct{}

var _ table.Reader = Reader{}

// Read reads the file and hands its tables and lines to the emitter, page after page. Pages
// that cannot be read make the file Unreadable, or warnings where opt.Partial asks for what
// reads.
func (Reader) Read(ctx context.Context, src table.Source, opt table.Options, e *table.Emitter) error {
	data, err := wholeFile(src, opt)
	if err != nil {
		return err
	}
	p, err := start(ctx, data, opt)
	if err != nil {
		return refusal(ctx, err, opt)
	}
	defer func() { _ = p.close() }() // everything it was asked for is here
	if opt.Limits.Pages > 0 && p.pages() > opt.Limits.Pages {
		return &table.LimitError{Limit: "pages", Value: int64(opt.Limits.Pages), Place: fmt.Sprintf("a file of %d pages", p.pages())}
	}
	pages, lost, err := readAll(ctx, p)
	if err != nil {
		return err
	}
	if err := report(e, lost, len(pages), opt.Partial); err != nil {
		return err
	}
	if opt.OCR {
		if err := recognise(ctx, p, pages); err != nil {
			return err
		}
	}
	for i, page := range pages {
		if page == nil {
			continue
		}
		if err := warn(e, page, i+1, opt); err != nil {
			return err
		}
	}
	parts := assemble(pages)
	if len(parts) == 0 {
		return nothing(pages)
	}
	return emit(e, parts)
}

// nothing says why no page has text.
func nothing(pages []*layout.Page) error {
	var scans, unmapped []int
	for i, p := range pages {
		switch {
		case p == nil:
		case p.State == layout.Scan:
			scans = append(scans, i+1)
		case p.State == layout.Unmapped:
			unmapped = append(unmapped, i+1)
		}
	}
	switch {
	case len(scans) > 0:
		return &table.Unreadable{Code: finding.NoTextLayer, Place: listed(scans), Cause: "pictures without text", Hint: "--ocr reads them with an installed Tesseract"}
	case len(unmapped) > 0:
		return &table.Unreadable{Code: finding.UndecodableText, Place: listed(unmapped), Cause: "text in fonts that do not say which characters they print", Hint: "ask for the file in another form"}
	}
	return nil // the emitter says so
}

// listed names pages, the first ten of them.
func listed(pages []int) string {
	var at []string
	for _, n := range pages {
		at = append(at, fmt.Sprint(n))
	}
	if len(at) > 10 {
		at = append(at[:10], "...")
	}
	return "page " + strings.Join(at, ", ")
}

// wholeFile reads the whole file: the parser jumps about in it.
func wholeFile(src table.Source, opt table.Options) ([]byte, error) {
	if opt.Limits.Bytes > 0 && src.Size > opt.Limits.Bytes {
		return nil, &table.LimitError{Limit: "bytes", Value: opt.Limits.Bytes, Place: src.Name}
	}
	data := make([]byte, src.Size)
	if n, err := src.Data.ReadAt(data, 0); err != nil && !(errors.Is(err, io.EOF) && int64(n) == src.Size) {
		return nil, fmt.Errorf("read %s: %w", src.Name, err)
	}
	return data, nil
}

// refusal says why a file does not open.
func refusal(ctx context.Context, err error, opt table.Options) error {
	hint := "ask for the file again"
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, engine.ErrPassword) && opt.Password == "":
		return &table.Unreadable{Code: finding.Encrypted, Cause: "the file needs a password", Hint: "give it with --password or EXTRACT_PASSWORD"}
	case errors.Is(err, engine.ErrPassword):
		return &table.Unreadable{Code: finding.Encrypted, Cause: "the password does not open the file"}
	case errors.Is(err, engine.ErrSecurity):
		return &table.Unreadable{Code: finding.Encrypted, Cause: "the file is encrypted in a way that is not known", Hint: "save it without encryption"}
	case errors.Is(err, engine.ErrMemory):
		return &table.LimitError{Limit: "memory", Value: opt.Limits.Memory, Place: "opening the file"}
	case errors.Is(err, engine.ErrNotPDF):
		return &table.Unreadable{Code: finding.Damaged, Cause: "no PDF file, or its structure is damaged", Hint: hint}
	case errors.Is(err, errGone):
		return &table.Unreadable{Code: finding.Damaged, Cause: "the parser ended on the file", Hint: hint}
	}
	return err
}

// report tells of lost pages: as an error, or as warnings where what reads is asked for.
func report(e *table.Emitter, lost []loss, pages int, partial bool) error {
	if len(lost) == 0 {
		return nil
	}
	if !partial || len(lost) == pages {
		var at []int
		for _, l := range lost {
			at = append(at, l.page)
		}
		u := &table.Unreadable{Code: finding.LostPages, Place: listed(at),
			Cause: fmt.Sprintf("%d of %d pages cannot be read (%s)", len(lost), pages, lost[0].cause)}
		if len(lost) < pages {
			u.Hint = "--partial reports what reads"
		}
		return u
	}
	for _, l := range lost {
		if err := e.Warn(pageWarning(finding.LostPages, l.page, l.cause)); err != nil {
			return err
		}
	}
	return nil
}

func pageWarning(code string, page int, detail string) table.Warning {
	return table.Warning{Code: code, Row: -1, Col: -1, Place: fmt.Sprintf("page %d", page), Detail: detail}
}

// warn says what cannot be vouched for on one page.
func warn(e *table.Emitter, p *layout.Page, n int, opt table.Options) error {
	var out []table.Warning
	add := func(code, detail string) { out = append(out, pageWarning(code, n, detail)) }
	switch p.State {
	case layout.Scan:
		add(finding.NoTextLayer, "a picture without text")
	case layout.Recognised:
		if !opt.AcceptOCR {
			add(finding.OCRLayer, "the text was recognised from a picture")
		}
	case layout.Unmapped:
		add(finding.UndecodableText, "fonts without characters")
	}
	if p.HiddenChars > 0 {
		add(finding.HiddenText, fmt.Sprintf("%d characters: %s", p.HiddenChars, reasons(p.Hidden)))
		e.Hide(table.HiddenPart{Kind: "characters", Table: fmt.Sprintf("page %d", n), Count: p.HiddenChars})
	}
	if p.Mute > 0 && p.State != layout.Unmapped {
		add(finding.UndecodableText, fmt.Sprintf("%d pieces of text of which no character is read", p.Mute))
	}
	if p.Backwards {
		add(finding.UndecodableText, "text that runs from right to left is read in the order of its places")
	}
	for _, w := range out {
		if err := e.Warn(w); err != nil {
			return err
		}
	}
	return nil
}

// reasons names what hid text.
func reasons(h content.Hidden) string {
	var out []string
	for _, r := range []struct {
		bit  content.Hidden
		name string
	}{
		{content.Invisible, "drawn without ink"}, {content.OffPage, "outside the page"}, {content.Tiny, "too small to see"},
		{content.Faint, "in the colour of what lies behind"}, {content.Covered, "covered"}, {content.SwitchedOff, "in a layer that is switched off"},
	} {
		if h&r.bit != 0 {
			out = append(out, r.name)
		}
	}
	return strings.Join(out, ", ")
}
