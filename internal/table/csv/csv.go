// Package csv reads delimited text as people and programs really write it: any of the usual
// separators and encodings, preambles, ragged rows, stray quotation marks. A quotation mark
// that never closes is a character of its cell: it never swallows the rows below it.
package csv

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/charset"
)

// Reader reads comma-, semicolon-, tab- and bar-separated text.
type Reader struct{}

var _ table.Reader = Reader{}

// Read reads the file as one table; the place of a row is its first physical line. It
// returns *table.Unreadable for HTML and for an option that names no encoding or delimiter,
// and *table.LimitError.
func (Reader) Read(ctx context.Context, src table.Source, opt table.Options, e *table.Emitter) error {
	choice, err := charset.Find(src, opt.Encoding)
	if err != nil {
		return err
	}
	text := bufio.NewReaderSize(choice.Reader(src), 256<<10)
	head, err := text.Peek(256 << 10)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return fmt.Errorf("read %s: %w", src.Name, err)
	}
	if looksLikeHTML(string(head[:min(len(head), 512)])) {
		return &table.Unreadable{
			Code: finding.UnknownFormat, Cause: "an HTML page, not a table of delimited text",
			Hint: "download the file again: a log-in or error page may have been saved in its place",
		}
	}
	g, skipped, err := choose(src.Name, string(head), opt.Delimiter, text)
	if err != nil {
		return err
	}
	r := &reading{e: e, s: newScanner(text, g.dialect, opt.Limits.CellBytes), choice: choice, guess: g, stated: opt}
	r.s.line += skipped
	r.t = &table.Table{Name: src.Name, Shape: table.File, Found: r.found()}
	if err := e.Table(r.t); err != nil {
		return err
	}
	return r.run(ctx)
}

// choose finds the dialect: as the option says, as a first line "sep=;" says, or by sniffing.
// It returns how many lines of the text it took.
func choose(name, head, stated string, text *bufio.Reader) (guess, int, error) {
	skipped := 0
	var line byte
	if len(head) > 4 && strings.EqualFold(head[:4], "sep=") {
		line = head[4]
		first, err := text.ReadString('\n')
		if err != nil && err != io.EOF {
			return guess{}, 0, err
		}
		head = head[len(first):]
		skipped = 1
	}
	if stated == "" && line == 0 {
		return sniff(head, strings.HasSuffix(strings.ToLower(name), ".tsv") || strings.HasSuffix(strings.ToLower(name), ".tab")), 0, nil
	}
	sep := line
	if stated != "" {
		var ok bool
		if sep, ok = delimiterOf(stated); !ok {
			return guess{}, 0, &table.Unreadable{Code: finding.UnknownFormat, Cause: fmt.Sprintf("%q is no delimiter", stated), Hint: "give one ASCII character, or tab"}
		}
	}
	best := guess{score: -1 << 30}
	for _, d := range []dialect{{sep, true, false}, {sep, true, true}, {sep, false, false}} {
		if score, ok := fit(head, d); ok && score > best.score {
			best = guess{dialect: d, score: score}
		}
	}
	if best.sep == 0 {
		best = guess{dialect: dialect{sep: sep, quote: true}}
	}
	return best, skipped, nil
}

// delimiterOf reads the name of a delimiter: one ASCII character, or tab.
func delimiterOf(stated string) (byte, bool) {
	switch {
	case stated == `\t` || stated == "tab":
		return '\t', true
	case len(stated) == 1 && stated[0] < 0x80 && stated[0] != '"' && stated[0] != '\n' && stated[0] != '\r':
		return stated[0], true
	}
	return 0, false
}

// KnownDelimiter reports whether files can be parted by what is stated.
func KnownDelimiter(stated string) bool {
	_, ok := delimiterOf(stated)
	return ok
}

func looksLikeHTML(s string) bool {
	s = strings.ToLower(strings.TrimSpace(s))
	return strings.HasPrefix(s, "<!doctype") || strings.HasPrefix(s, "<html") || strings.HasPrefix(s, "<head") ||
		strings.HasPrefix(s, "<body") || strings.HasPrefix(s, "<table")
}

// A reading is one file being read.
type reading struct {
	e      *table.Emitter
	s      *scanner
	t      *table.Table
	choice charset.Choice
	guess  guess
	stated table.Options

	row    table.Row
	widths map[int]int
	wide   map[int]int // width to the number of the first row that has it
	marked int
}

func (r *reading) found() string {
	sep := map[byte]string{',': "comma", ';': "semicolon", '\t': "tab", '|': "bar", 0: "none: one column", ' ': "blank"}[r.guess.sep]
	if sep == "" {
		sep = fmt.Sprintf("%q", r.guess.sep)
	}
	how := func(stated string) string {
		if stated != "" {
			return "as stated"
		}
		return "found"
	}
	quotes := "double quotation marks enclose cells"
	if !r.guess.quote {
		quotes = "quotation marks are characters"
	}
	return fmt.Sprintf("encoding %s (%s), delimiter %s (%s), %s", r.choice.Name, how(r.stated.Encoding), sep, how(r.stated.Delimiter), quotes)
}

func (r *reading) run(ctx context.Context) error {
	r.widths, r.wide = map[int]int{}, map[int]int{}
	if err := r.openingWarnings(); err != nil {
		return err
	}
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		rec, err := r.s.next()
		if errors.Is(err, io.EOF) {
			return r.closingWarnings()
		}
		if err != nil {
			return err
		}
		if err := r.emit(rec); err != nil {
			return err
		}
	}
}

func (r *reading) emit(rec *record) error {
	r.row = table.Row{Line: rec.line, Cells: r.row.Cells[:0]}
	width := 0
	var flags table.Flags
	if rec.unclosed {
		flags = table.Marked
	}
	for i, f := range rec.fields {
		if f == "" {
			continue
		}
		width = i + 1
		r.row.Cells = append(r.row.Cells, table.Cell{Text: f, Col: int32(i), Flags: flags})
	}
	bad := rec.unclosed || r.choice.Bad && strings.ContainsRune(strings.Join(rec.fields, ""), '\uFFFD')
	n, err := r.e.Row(&r.row)
	if err != nil || n < 0 {
		return err
	}
	if r.widths[width]++; r.widths[width] == 1 {
		r.wide[width] = n
	}
	if !bad {
		return nil
	}
	if r.marked++; r.marked > 20 {
		return nil
	}
	w := table.Warning{Code: finding.UndecodableBytes, Row: n, Col: -1, Place: r.t.Place(&r.row, -1).String(), Detail: "bytes that are no character in " + r.choice.Name}
	if rec.unclosed {
		w.Code, w.Detail = finding.UnclosedQuote, "a quotation mark that never closes is read as a character"
	}
	return r.e.Warn(w)
}

func (r *reading) openingWarnings() error {
	if r.choice.Guessed && r.stated.Encoding == "" {
		if err := r.e.Warn(table.Warning{Code: finding.EncodingGuessed, Row: -1, Col: -1, Detail: "read as " + r.choice.Name}); err != nil {
			return err
		}
	}
	if r.guess.close && r.stated.Delimiter == "" {
		return r.e.Warn(table.Warning{Code: finding.DelimiterGuessed, Row: -1, Col: -1,
			Detail: fmt.Sprintf("%q fits about as well as %q", r.guess.second, r.guess.sep)})
	}
	return nil
}

// closingWarnings says how many rows are wider than the most common width: their last cells
// stand under no heading.
func (r *reading) closingWarnings() error {
	mode := 0
	for w := range r.widths {
		if r.widths[w] > r.widths[mode] || r.widths[w] == r.widths[mode] && w > mode {
			mode = w
		}
	}
	rows, first := 0, -1
	for w, n := range r.widths {
		if w > mode {
			rows += n
			if first < 0 || r.wide[w] < first {
				first = r.wide[w]
			}
		}
	}
	if rows == 0 || r.guess.sep == 0 {
		return nil
	}
	return r.e.Warn(table.Warning{Code: finding.RaggedRow, Row: first, Col: -1,
		Detail: fmt.Sprintf("%d rows are wider than the %d columns of most", rows, mode)})
}
