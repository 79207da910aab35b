// Package html writes a report to be looked at: one self-contained file, or above a number of
// rows one file with a folder of pages. It reads without scripts, in light and dark, and on
// paper; nothing is loaded from elsewhere.
package html

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/rowproof/rowproof/internal/report"
)

// Options choose what the pages show.
type Options struct {
	// Images gives the picture of a page, from 1; nil for documents without pages.
	Images func(page int) (Image, bool)
	// PageRows is the number of rows above which NewFiles writes a folder of pages; 0: 5000.
	PageRows int
}

// An Image is the picture of one page. Src is a data: address, or the path of a file beside
// the report; anything else is an error, since a report loads nothing from elsewhere. Width
// and Height are the page's size in points.
type Image struct {
	Src           string
	Width, Height float64
}

// New returns a handler that writes one self-contained file to w, whatever its size. It
// holds the document in memory and writes when the summary comes.
func New(w io.Writer, opt Options) report.Handler {
	opt.PageRows = int(^uint(0) >> 1)
	return newHandler(func(string) (io.WriteCloser, error) { return kept{w}, nil }, opt)
}

// kept is a writer that its owner closes.
type kept struct{ io.Writer }

func (kept) Close() error { return nil }

// NewFiles returns a handler that writes report.html, and for a document of more than
// opt.PageRows rows the pages that it links to as report/rows-0001.html,
// report/records-0001.html and so on. open creates the file of a name.
func NewFiles(open func(name string) (io.WriteCloser, error), opt Options) report.Handler {
	if opt.PageRows <= 0 {
		opt.PageRows = 5000
	}
	return newHandler(open, opt)
}

func newHandler(open func(string) (io.WriteCloser, error), opt Options) report.Handler {
	return &handler{open: open, opt: opt}
}

// handler collects the stream.
type handler struct {
	open     func(string) (io.WriteCloser, error)
	opt      Options
	run      report.Run
	rows     []report.Row
	entries  []report.Entry
	findings []report.Finding
}

func (h *handler) Run(m *report.Run) error { h.run = *m; return nil }

func (h *handler) Row(m *report.Row) error {
	r := *m
	r.Cells = append(make([]report.Cell, 0, len(m.Cells)), m.Cells...)
	h.rows = append(h.rows, r)
	return nil
}

func (h *handler) Entry(m *report.Entry) error { h.entries = append(h.entries, m.Clone()); return nil }

func (h *handler) Finding(m *report.Finding) error { h.findings = append(h.findings, *m); return nil }

func (h *handler) Summary(m *report.Summary) error {
	s := newSite(h, m)
	if err := s.checkImages(); err != nil {
		return err
	}
	if err := s.write("report.html", "index", s.index()); err != nil {
		return err
	}
	if !s.paged {
		return nil
	}
	for i := range s.rowPages() {
		if err := s.write(rowsName(i), "rows-page", s.rowsPage(i)); err != nil {
			return err
		}
	}
	for i := range s.recordPages() {
		if err := s.write(recordsName(i), "records-page", s.recordsPage(i)); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) write(name, template string, data any) error {
	f, err := s.h.open(name)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(f, 64<<10)
	err = pages.ExecuteTemplate(b, template, data)
	if err == nil {
		err = b.Flush()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// local reports an address that loads nothing from elsewhere: an image in the page itself,
// or a file beside it.
func local(src string) bool {
	if strings.HasPrefix(src, "data:image/png;base64,") || strings.HasPrefix(src, "data:image/jpeg;base64,") ||
		strings.HasPrefix(src, "data:image/svg+xml;base64,") {
		return true
	}
	return src != "" && !strings.ContainsAny(src, ":\\?#") && !strings.HasPrefix(src, "/")
}
