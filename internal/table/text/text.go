// Package text reads text and Markdown files as titled parts: each part is one table of the
// shape Prose whose name is its title and whose rows are its lines.
//
// A title is a Markdown heading: a line that begins with one to six number signs, or a single
// line underlined with equals signs or dashes. Lines of a fenced code block and of front
// matter are never titles. Lines before the first title are a part without a title. Tables
// written with bars stay lines.
package text

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
)

// Format is the name of the format, as in table.Document.
const Format = "text"

// Reader reads text and Markdown files. The zero value is ready.
type Reader struct{}

var _ table.Reader = Reader{}

// Read reads the file and hands its parts to the emitter. A line longer than the limit on
// cells is a LimitError; a file that is no text, or an encoding that does not exist, is
// Unreadable.
func (Reader) Read(ctx context.Context, src table.Source, opt table.Options, e *table.Emitter) error {
	in, warn, err := decode(src, opt.Encoding)
	if err != nil {
		return err
	}
	p := &parser{e: e, max: opt.Limits.CellBytes, name: src.Name, in: bufio.NewReaderSize(in, 64<<10)}
	if warn != nil {
		if err := e.Warn(*warn); err != nil {
			return err
		}
	}
	return p.run(ctx)
}

// A parser goes through the lines once, one line behind the reading: only the next line tells
// whether a line is underlined.
type parser struct {
	e      *table.Emitter
	in     *bufio.Reader
	name   string
	max    int
	line   int // of the line read last, from 1
	open   bool
	held   string // the line before, not emitted yet
	heldAt int
	hold   bool
	alone  bool   // the held line follows a blank line or a title: it may be one
	blank  bool   // the line read last was blank or a title, or none was read yet
	fence  string // the fence that closes the code block at hand, "" outside
	front  bool   // inside front matter
}

// checkEvery is how many lines are read between two looks at the context.
const checkEvery = 4096

func (p *parser) run(ctx context.Context) error {
	p.blank = true
	for {
		s, err := p.next()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err != nil && s == "" {
			break
		}
		if p.line%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if e := p.take(s); e != nil {
			return e
		}
		if err != nil {
			break
		}
	}
	if err := p.flush(); err != nil {
		return err
	}
	if !p.open {
		return p.part("")
	}
	return nil
}

// next reads one line without its line break: LF, CRLF or CR.
func (p *parser) next() (string, error) {
	var b []byte
	p.line++
	for {
		c, err := p.in.ReadByte()
		if err != nil {
			return string(b), err
		}
		switch c {
		case '\n':
			return string(b), nil
		case '\r':
			if peek, err := p.in.Peek(1); err == nil && peek[0] == '\n' {
				_, _ = p.in.Discard(1)
			}
			return string(b), nil
		}
		if b = append(b, c); p.max > 0 && len(b) > p.max {
			t := table.Table{Name: p.name, Shape: table.Prose}
			return "", &table.LimitError{Limit: "cell_bytes", Value: int64(p.max), Place: t.Place(&table.Row{Line: p.line}, -1).String()}
		}
	}
}

// take decides what a line is.
func (p *parser) take(s string) error {
	if p.literal(s) {
		if err := p.flush(); err != nil {
			return err
		}
		p.blank = false
		return p.emit(s, p.line)
	}
	if blank(s) {
		err := p.flush()
		p.blank = true
		return err
	}
	if title, ok := heading(s); ok {
		if err := p.flush(); err != nil {
			return err
		}
		p.blank = true
		return p.part(title)
	}
	if p.hold && p.alone && underline(s) {
		title := strings.TrimSpace(p.held)
		p.hold, p.blank = false, true
		return p.part(title)
	}
	alone := p.blank && canBeTitle(s)
	if err := p.flush(); err != nil {
		return err
	}
	p.held, p.heldAt, p.hold, p.alone, p.blank = s, p.line, true, alone, false
	return nil
}

// literal reports a line of a code block or of front matter, its fences too.
func (p *parser) literal(s string) bool {
	t := strings.TrimRight(s, " \t")
	switch {
	case p.line == 1 && t == "---":
		p.front = true
		return true
	case p.front:
		p.front = t != "---" && t != "..."
		return true
	case p.fence != "":
		f := fenceOf(s)
		if f != "" && f[0] == p.fence[0] && len(f) >= len(p.fence) && strings.Trim(t, " "+f[:1]) == "" {
			p.fence = ""
		}
		return true
	}
	p.fence = fenceOf(s)
	return p.fence != ""
}

// fenceOf returns the run of three or more backticks or tildes that a line begins with.
func fenceOf(s string) string {
	t := strings.TrimLeft(s, " ")
	if len(s)-len(t) > 3 || t == "" || t[0] != '`' && t[0] != '~' {
		return ""
	}
	n := 0
	for n < len(t) && t[n] == t[0] {
		n++
	}
	if n < 3 || t[0] == '`' && strings.Contains(t[n:], "`") {
		return ""
	}
	return t[:n]
}

// heading returns the title of a line that begins with number signs.
func heading(s string) (string, bool) {
	t := strings.TrimLeft(s, " ")
	if len(s)-len(t) > 3 {
		return "", false
	}
	n := 0
	for n < len(t) && t[n] == '#' {
		n++
	}
	if n == 0 || n > 6 || n < len(t) && t[n] != ' ' && t[n] != '\t' {
		return "", false
	}
	title := strings.Trim(t[n:], " \t")
	if cut := strings.TrimRight(title, "#"); cut == "" || strings.HasSuffix(cut, " ") || strings.HasSuffix(cut, "\t") {
		title = strings.TrimRight(cut, " \t")
	}
	return title, title != ""
}

// underline reports a line of equals signs, two at least, or of dashes, three at least.
func underline(s string) bool {
	t := strings.TrimRight(s, " \t")
	t = strings.TrimLeft(t, " ")
	return len(t) >= 2 && strings.Trim(t, "=") == "" || len(t) >= 3 && strings.Trim(t, "-") == ""
}

// canBeTitle reports a line that an underline may make a title: no list item, quote, table
// row, rule or indented code.
func canBeTitle(s string) bool {
	t := strings.TrimLeft(s, " ")
	if len(s)-len(t) > 3 || strings.HasPrefix(t, "\t") || underline(s) {
		return false
	}
	switch {
	case strings.HasPrefix(t, "> "), strings.HasPrefix(t, "- "), strings.HasPrefix(t, "* "), strings.HasPrefix(t, "+ "),
		strings.HasPrefix(t, "|"):
		return false
	}
	return true
}

// flush emits the line that was held back.
func (p *parser) flush() error {
	if !p.hold {
		return nil
	}
	p.hold = false
	return p.emit(p.held, p.heldAt)
}

// part starts a titled part.
func (p *parser) part(title string) error {
	p.open = true
	return p.e.Table(&table.Table{Name: title, Shape: table.Prose})
}

func (p *parser) emit(s string, line int) error {
	if blank(s) {
		return nil
	}
	if !p.open {
		if err := p.part(""); err != nil {
			return err
		}
	}
	_, err := p.e.Row(&table.Row{Line: line, Cells: []table.Cell{{Text: strings.TrimRight(s, " \t")}}})
	return err
}

func blank(s string) bool {
	c := table.Cell{Text: s}
	return c.Blank()
}
