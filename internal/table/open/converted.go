package open

import (
	"context"
	"errors"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/office"
	"github.com/rowproof/rowproof/internal/table/xlsx"
)

// converted reads what an installed LibreOffice makes of a file that no reader reads, and says so.
type converted struct {
	kind xlsx.Kind
	by   office.Converter
}

// convertedFrom are the extensions by which LibreOffice takes the content of each kind.
var convertedFrom = map[xlsx.Kind]string{
	xlsx.Legacy: ".xls", xlsx.Binary: ".xlsb", xlsx.Numbers: ".numbers", xlsx.SpreadsheetXML: ".xml",
}

func (r converted) Read(ctx context.Context, src table.Source, opt table.Options, e *table.Emitter) (err error) {
	ext := convertedFrom[r.kind]
	book, err := r.by.Convert(ctx, src, ext, opt.Limits)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	w := table.Warning{Code: finding.Converted, Row: -1, Col: -1, Detail: "a " + ext + " file, converted by the LibreOffice that is installed here"}
	if err := e.Warn(w); err != nil {
		return err
	}
	return xlsx.Reader{}.Read(ctx, book.Source, opt, e)
}
