// Package open reads a document of any format. The bytes say which; the extension is only
// remarked on where it says something else.
package open

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/csv"
	"github.com/rowproof/rowproof/internal/table/html"
	"github.com/rowproof/rowproof/internal/table/ods"
	"github.com/rowproof/rowproof/internal/table/pdf"
	"github.com/rowproof/rowproof/internal/table/text"
	"github.com/rowproof/rowproof/internal/table/xlsx"
)

// extensions are the names that fit each format.
var extensions = map[xlsx.Kind][]string{
	xlsx.Workbook:       {".xlsx", ".xlsm", ".xltx", ".xltm"},
	xlsx.Legacy:         {".xls", ".xlt"},
	xlsx.Binary:         {".xlsb"},
	xlsx.Numbers:        {".numbers"},
	xlsx.SpreadsheetXML: {".xml", ".xls"},
	xlsx.OpenSheet:      {".ods", ".ots"},
	xlsx.PDF:            {".pdf"},
	xlsx.HTML:           {".html", ".htm", ".xhtml"},
	prose:               {".txt", ".md", ".markdown", ".text"},
	delimited:           {".csv", ".tsv", ".tab", ".txt", ".dat", ".psv", ""},
}

// Document reads a whole document into memory. It returns *table.Unreadable or
// *table.LimitError where the file cannot be read.
func Document(ctx context.Context, src table.Source, opt table.Options) (*table.Document, error) {
	r, format, err := reader(src, opt)
	if err != nil {
		return nil, err
	}
	ctx, cancel := within(ctx, opt)
	defer cancel()
	doc, err := table.Collect(ctx, r, string(format), src, opt)
	if err != nil {
		return nil, err
	}
	if len(doc.Rows) == 0 {
		return nil, &table.Unreadable{Code: finding.EmptyDocument, Cause: "no row with text", Hint: emptyHint(doc)}
	}
	return doc, nil
}

// Stream reads a document and hands it to h as it is read: nothing that h got is the document's
// until Stream has returned without an error. It returns the document's format and id.
func Stream(ctx context.Context, src table.Source, opt table.Options, h table.Handler) (format, id string, hidden []table.HiddenPart, err error) {
	r, k, err := reader(src, opt)
	if err != nil {
		return "", "", nil, err
	}
	if opt.Limits.Bytes > 0 && src.Size > opt.Limits.Bytes {
		return "", "", nil, &table.LimitError{Limit: "bytes", Value: opt.Limits.Bytes, Place: src.Name}
	}
	opt.Early = true
	ctx, cancel := within(ctx, opt)
	defer cancel()
	e := table.NewEmitter(h, opt.Limits)
	if err := r.Read(ctx, src, opt, e); err != nil {
		return "", "", nil, err
	}
	id, hidden, err = e.Close()
	return string(k), id, hidden, err
}

func emptyHint(doc *table.Document) string {
	if len(doc.Hidden) > 0 {
		return "everything in it is hidden; --hidden reads hidden parts"
	}
	return ""
}

var errTime = errors.New("over the limit time")

func within(ctx context.Context, opt table.Options) (context.Context, context.CancelFunc) {
	if opt.Limits.Time <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, opt.Limits.Time, fmt.Errorf("%w = %s", errTime, opt.Limits.Time))
}

// reader chooses the reader for the bytes of a file.
func reader(src table.Source, opt table.Options) (table.Reader, xlsx.Kind, error) {
	k, err := sniff(src)
	if err != nil {
		return nil, "", fmt.Errorf("read %s: %w", src.Name, err)
	}
	var r table.Reader
	switch k {
	case xlsx.Workbook, xlsx.Encrypted:
		r, k = xlsx.Reader{}, xlsx.Workbook
	case xlsx.OpenSheet:
		r = ods.Reader{}
	case xlsx.PDF:
		r = pdf.Reader{}
	case delimited:
		r = csv.Reader{}
	case prose:
		r = text.Reader{}
	case xlsx.HTML:
		r = html.Reader{}
	case xlsx.Legacy, xlsx.Binary, xlsx.Numbers, xlsx.SpreadsheetXML:
		if !opt.Convert {
			return nil, k, xlsx.Refuse(k)
		}
		r = converted{kind: k}
	case xlsx.Empty:
		return nil, k, &table.Unreadable{Code: finding.EmptyDocument, Cause: "the file is empty"}
	case xlsx.Unknown:
		return nil, k, &table.Unreadable{Code: finding.UnknownFormat, Cause: "none of the formats that can be read", Hint: "documents are .xlsx, .xlsm, .ods, .pdf, .csv, .tsv, .html, .md, .txt"}
	default:
		return nil, k, xlsx.Refuse(k)
	}
	if !slices.Contains(extensions[k], extension(src.Name)) {
		r = renamed{Reader: r, is: k, name: src.Name}
	}
	return r, k, nil
}

// renamed reads a file whose extension says something else, and says so.
type renamed struct {
	table.Reader
	is   xlsx.Kind
	name string
}

func (r renamed) Read(ctx context.Context, src table.Source, opt table.Options, e *table.Emitter) error {
	w := table.Warning{Code: finding.WrongExtension, Row: -1, Col: -1, Detail: fmt.Sprintf("the content is %s, the name ends in %q", r.is, extension(r.name))}
	if err := e.Warn(w); err != nil {
		return err
	}
	return r.Reader.Read(ctx, src, opt, e)
}
