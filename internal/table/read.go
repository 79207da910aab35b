package table

import (
	"context"
	"fmt"
	"io"
	"time"
)

// A Source is a file to be read.
type Source struct {
	Name string // base name, for messages and the format's guess
	Path string // where it stands, empty for one in memory; only converters may use it
	Data io.ReaderAt
	Size int64
}

// Options choose how a file is read. The zero value with [DefaultLimits] reads what a
// person sees.
type Options struct {
	Limits    Limits
	Hidden    bool   // read hidden sheets, rows and columns too
	Password  string // for encrypted files
	Locale    string // BCP 47, for built-in formats that follow it; empty: en-US
	Delimiter string // csv: overrides the guess
	Encoding  string // csv and text: overrides the guess, a name of the WHATWG standard
	Early     bool   // hand rows on before a large part is read to its end: an error at its end then takes them back
	Calculate bool   // xlsx: compute formulas that have no cached value
	Convert   bool   // let an installed LibreOffice convert what no reader reads
	Partial   bool   // pdf: report what reads of a damaged file as a warning instead of an error
	OCR       bool   // pdf: read scans with an installed Tesseract
	AcceptOCR bool   // pdf: a text layer made by recognition is taken as text
	Sandbox   string // pdf: path of this program, which then parses in children of itself; empty: in this process
}

// Limits bound a document. Passing one is a [LimitError]; 0 means no limit.
type Limits struct {
	Bytes        int64 // of the file
	Decompressed int64 // of all parts of an archive
	Ratio        int64 // of decompressed to compressed bytes of one part
	Entries      int   // in an archive
	Sheets       int
	Rows         int   // in the document
	Columns      int   // of one row
	Cells        int64 // in the document
	CellBytes    int   // of one cell
	Pages        int
	PageTime     time.Duration
	Time         time.Duration // of the whole reading
	Memory       int64         // of a parser that is run in a sandbox
}

// DefaultLimits are those of the embedded configuration.
func DefaultLimits() Limits {
	return Limits{
		Bytes: 512 << 20, Decompressed: 4 << 30, Ratio: 1000, Entries: 20000, Sheets: 1000,
		Rows: 2_000_000, Columns: 16384, Cells: 50_000_000, CellBytes: 1 << 20,
		Pages: 2000, PageTime: 20 * time.Second, Time: 10 * time.Minute, Memory: 512 << 20,
	}
}

// A LimitError says which limit a file passed, and where.
type LimitError struct {
	Limit string // the limit's name in the configuration, "cell_bytes"
	Value int64
	Place string
}

func (e *LimitError) Error() string {
	s := fmt.Sprintf("over the limit %s = %d", e.Limit, e.Value)
	if e.Place != "" {
		s += " at " + e.Place
	}
	return s
}

// An Unreadable error says why a file could not be read as a document: damaged, encrypted,
// of an unknown kind. Nothing of the file is reported then.
type Unreadable struct {
	Code  string // a SOURCE code of package finding
	Place string // "Rent Roll, row 17", or empty
	Cause string
	Hint  string // what to do next, or empty
	Err   error  // what lies below, or nil
}

func (e *Unreadable) Error() string {
	s := e.Cause
	if e.Place != "" {
		s += " at " + e.Place
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the error below.
func (e *Unreadable) Unwrap() error { return e.Err }

// A Reader reads one format and hands its tables and lines to the emitter in the order of
// the document. It returns a [LimitError], an [Unreadable], or an error of the context or
// the disk; after an error the document does not exist.
type Reader interface {
	Read(ctx context.Context, src Source, opt Options, e *Emitter) error
}

// A Handler receives a document as a stream. A row and its cells are valid during the call
// only. Merges, notes and the end of a table are known at EndTable. StartTable and EndTable
// get the same pointer.
type Handler interface {
	StartTable(t *Table) error
	Row(r *Row) error
	EndTable(t *Table) error
	Warn(w Warning) error
}
