package csv

import (
	"fmt"
	"io"

	"github.com/rowproof/rowproof/internal/table"
)

// A dialect is how the file separates and quotes.
type dialect struct {
	sep       byte // 0: one column
	quote     bool // "…" encloses a field
	backslash bool // \" is a quotation mark inside one
}

// A record is one line of cells, or several lines where a quoted cell holds line breaks.
type record struct {
	line     int // first physical line, from 1
	fields   []string
	unclosed bool // a quotation mark opened a field and never closed: read as a character
	trailing bool // text after a closing quotation mark
	escaped  bool // \" was read as a quotation mark
}

// A scanner cuts text into records. It keeps at least lookahead bytes of the text in its
// buffer, so that a quote that never closes is known after that many bytes.
type scanner struct {
	r         io.Reader
	d         dialect
	buf       []byte
	pos       int
	eof       bool
	line      int
	lookahead int
	maxCell   int
	scratch   []byte
	rec       record
}

// maxQuoted is how long a quoted field may be before its quote counts as one that never
// closes, unless the limit of a cell is lower.
const maxQuoted = 256 << 10

func newScanner(r io.Reader, d dialect, maxCell int) *scanner {
	quoted := maxQuoted
	if maxCell > 0 && maxCell < quoted {
		quoted = maxCell
	}
	return &scanner{r: r, d: d, line: 1, lookahead: quoted + 16, maxCell: maxCell}
}

// fill makes at least n bytes available at pos, unless the text ends before.
func (s *scanner) fill(n int) error {
	for !s.eof && len(s.buf)-s.pos < n {
		if s.pos > 0 {
			s.buf = append(s.buf[:0], s.buf[s.pos:]...)
			s.pos = 0
		}
		at := len(s.buf)
		if cap(s.buf) < at+n {
			grown := make([]byte, at, 2*(at+n))
			copy(grown, s.buf)
			s.buf = grown
		}
		k, err := s.r.Read(s.buf[at:cap(s.buf)])
		s.buf = s.buf[:at+k]
		if err == io.EOF {
			s.eof = true
		} else if err != nil {
			return fmt.Errorf("line %d: %w", s.line, err)
		}
	}
	return nil
}

// next returns the next record that is not a blank line, or io.EOF. It is valid until the
// next call.
func (s *scanner) next() (*record, error) {
	for {
		if err := s.fill(s.lookahead); err != nil {
			return nil, err
		}
		if s.pos >= len(s.buf) {
			return nil, io.EOF
		}
		s.rec = record{line: s.line, fields: s.rec.fields[:0]}
		if err := s.record(); err != nil {
			return nil, err
		}
		if len(s.rec.fields) > 1 || s.rec.fields[0] != "" {
			return &s.rec, nil
		}
	}
}

func (s *scanner) record() error {
	for {
		text, err := s.field()
		if err != nil {
			return err
		}
		s.rec.fields = append(s.rec.fields, text)
		if s.pos < len(s.buf) && s.d.sep != 0 && s.buf[s.pos] == s.d.sep {
			s.pos++
			if err := s.fill(s.lookahead); err != nil {
				return err
			}
			continue
		}
		s.lineEnd()
		return nil
	}
}

func (s *scanner) lineEnd() {
	if s.pos >= len(s.buf) {
		return
	}
	if s.buf[s.pos] == '\r' && s.pos+1 < len(s.buf) && s.buf[s.pos+1] == '\n' {
		s.pos++
	}
	s.pos++
	s.line++
}

func (s *scanner) field() (string, error) {
	if s.d.quote {
		i := s.pos
		for i < len(s.buf) && s.buf[i] == ' ' && s.d.sep != ' ' {
			i++
		}
		if i < len(s.buf) && s.buf[i] == '"' {
			if text, ok := s.quoted(i + 1); ok {
				return text, nil
			}
			s.rec.unclosed = true
		}
	}
	i := s.pos
	for {
		for i < len(s.buf) && !s.ends(s.buf[i]) {
			i++
		}
		if i < len(s.buf) || s.eof {
			break
		}
		n := i - s.pos
		if s.maxCell > 0 && n > s.maxCell {
			return "", &table.LimitError{Limit: "cell_bytes", Value: int64(s.maxCell), Place: fmt.Sprintf("line %d", s.line)}
		}
		if err := s.fill(n + 64<<10); err != nil {
			return "", err
		}
		i = s.pos + n
	}
	text := string(s.buf[s.pos:i])
	s.pos = i
	return text, nil
}

func (s *scanner) ends(c byte) bool {
	return c == '\n' || c == '\r' || c == s.d.sep && c != 0
}

// quoted reads a field from after its opening quotation mark. It fails where the mark never
// closes, or closes several lines further down in front of other text: then the mark was a
// character of the text, and the rows after it are rows.
func (s *scanner) quoted(i int) (string, bool) {
	out := s.scratch[:0]
	lines := 0
	end := min(len(s.buf), i+s.lookahead-16)
	for ; i < end; i++ {
		c := s.buf[i]
		switch {
		case c == '\\' && s.d.backslash && i+1 < end && (s.buf[i+1] == '"' || s.buf[i+1] == '\\'):
			i++
			s.rec.escaped = true
			c = s.buf[i]
		case c == '"' && i+1 < len(s.buf) && s.buf[i+1] == '"':
			i++
		case c == '"':
			return s.closed(i+1, out, lines)
		case c == '\n', c == '\r' && !(i+1 < len(s.buf) && s.buf[i+1] == '\n'):
			lines++
		}
		out = append(out, c)
	}
	s.scratch = out
	return "", false
}

func (s *scanner) closed(i int, out []byte, lines int) (string, bool) {
	k := i
	for k < len(s.buf) && s.buf[k] == ' ' {
		k++
	}
	if k < len(s.buf) && !s.ends(s.buf[k]) {
		if lines > 0 {
			return "", false
		}
		s.rec.trailing = true
		for k = i; k < len(s.buf) && !s.ends(s.buf[k]); k++ {
			out = append(out, s.buf[k])
		}
	}
	s.scratch = out
	s.pos = k
	s.line += lines
	return string(out), true
}
