package xlsx

import (
	"bytes"
	"io"
)

// A skimmer passes a sheet's part on without the rows: it looks at their numbers only, so
// that what stands behind them is known before they are read. The rows are read strictly
// afterwards; what the skimmer cannot tell from the bytes alone (a comment, a character section, a
// prefix declared anew) makes it odd, and the part is then read strictly twice.
type skimmer struct {
	r     io.Reader
	buf   []byte
	pos   int // next byte to pass on
	upTo  int // end of what may be passed on
	end   int
	err   error
	state skimState
	row   []byte // "<row" with the sheet's prefix
	close []byte // "</sheetData" with it

	line    int
	ordered bool
	odd     bool
}

type skimState uint8

const (
	beforeRows skimState = iota
	inRows
	behindRows
)

const skimBuffer = 256 << 10

func newSkimmer(r io.Reader) *skimmer {
	size := skimBuffer
	if l, ok := r.(interface{ Len() int }); ok {
		size = min(size, max(l.Len()+1, 512))
	}
	return &skimmer{r: r, buf: make([]byte, size), ordered: true}
}

// Len tells the scanner behind how large a buffer is enough.
func (s *skimmer) Len() int { return len(s.buf) }

func (s *skimmer) Read(p []byte) (int, error) {
	for s.pos == s.upTo {
		if s.state == inRows {
			s.skipRows()
			continue
		}
		if s.pos > 0 {
			copy(s.buf, s.buf[s.pos:s.end])
			s.end -= s.pos
			s.pos, s.upTo = 0, 0
		}
		if !s.more() && s.end == 0 {
			return 0, s.err
		}
		s.upTo = s.end
		if s.state == beforeRows {
			s.findRows()
		}
		if s.upTo == 0 && s.err != nil {
			s.upTo = s.end
		}
	}
	n := copy(p, s.buf[s.pos:s.upTo])
	s.pos += n
	return n, nil
}

// more fills the buffer; it reports false at the end.
func (s *skimmer) more() bool {
	if s.err != nil || s.end == len(s.buf) {
		return false
	}
	n, err := io.ReadAtLeast(s.r, s.buf[s.end:], 1)
	s.end += n
	if err != nil {
		s.err = err
	}
	return n > 0
}

// findRows looks for the tag that opens the rows. Up to there everything is passed on.
func (s *skimmer) findRows() {
	b := s.buf[:s.end]
	const name = "sheetData"
	from := 0
	for {
		i := bytes.Index(b[from:], []byte(name))
		if i < 0 {
			// Keep what may be the start of the tag for the next look.
			if cut := bytes.LastIndexByte(b, '<'); cut >= 0 && len(b)-cut < 256 && s.err == nil {
				s.upTo = cut
			}
			if bytes.Contains(b[:s.upTo], []byte("<!")) {
				s.odd = true
			}
			return
		}
		i += from
		open := bytes.LastIndexByte(b[:i], '<')
		close := bytes.IndexByte(b[i:], '>')
		if close < 0 && s.err == nil {
			s.upTo = max(open, 0)
			return
		}
		if open < 0 || close < 0 || !tagPrefix(b[open+1:i]) {
			from = i + len(name)
			continue
		}
		if bytes.Contains(b[:open], []byte("<!")) {
			s.odd = true
		}
		close += i
		if after := b[i+len(name)]; after != '>' && after != ' ' && after != '/' && after != '\n' && after != '\r' && after != '\t' {
			from = i + len(name)
			continue
		}
		s.state = inRows
		if b[close-1] == '/' {
			s.state = behindRows
			return
		}
		s.upTo = close + 1
		prefix := string(b[open+1 : i])
		s.row, s.close = []byte("<"+prefix+"row"), []byte("</"+prefix+name)
		return
	}
}

// tagPrefix reports "" and "x:".
func tagPrefix(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	return b[len(b)-1] == ':' && !bytes.ContainsAny(b, " \"'/<>=")
}

// skipRows drops the rows in the buffer and notes their numbers.
func (s *skimmer) skipRows() {
	b := s.buf[s.pos:s.end]
	stop := len(b)
	done := false
	if i := indexBy(b, s.close, len(s.close)-len("heetData")); i >= 0 {
		stop, done = i, true
	}
	keep := s.numbers(b[:stop], done)
	if indexBy(b[:stop], []byte("<!"), 1) >= 0 || indexBy(b[:stop], []byte("<?"), 1) >= 0 || bytes.Contains(b[:stop], []byte("xmlns")) {
		s.odd = true
	}
	if done {
		s.state = behindRows
		s.pos += stop
		s.upTo = s.end
		return
	}
	// A tag or a pattern may be cut by the buffer's end.
	tail := max(keep, 0)
	copy(s.buf, b[tail:])
	s.end = len(b) - tail
	s.pos, s.upTo = 0, 0
	if !s.more() {
		if s.end == len(s.buf) {
			s.odd = true // a tag longer than the buffer
			s.end = 0
			return
		}
		s.state = behindRows // the strict scanner finds the missing end
		s.upTo = s.end
	}
}

// indexBy returns the first place of pattern in b. It looks for the byte at rare, which in a sheet is
// less common than the bracket that every tag starts with.
func indexBy(b, pattern []byte, rare int) int {
	from := rare
	for from < len(b) {
		i := bytes.IndexByte(b[from:], pattern[rare])
		if i < 0 {
			return -1
		}
		i += from
		start := i - rare
		if end := start + len(pattern); end <= len(b) && bytes.Equal(b[start:end], pattern) {
			return start
		}
		from = i + 1
	}
	return -1
}

// numbers notes the numbers of the row tags in b and returns where a tag begins that b does
// not hold whole, or where the last bytes begin that may start one.
func (s *skimmer) numbers(b []byte, whole bool) int {
	at := 0
	for {
		i := indexBy(b[at:], s.row, len(s.row)-1)
		if i < 0 {
			if whole {
				return len(b)
			}
			return max(at, len(b)-64)
		}
		i += at
		end := bytes.IndexByte(b[i:], '>')
		if end < 0 {
			if whole {
				s.odd = true
			}
			return i
		}
		s.number(b[i+len(s.row) : i+end])
		at = i + end + 1
	}
}

// number reads the attributes of one row tag.
func (s *skimmer) number(tag []byte) {
	if len(tag) > 0 && tag[0] != ' ' && tag[0] != '/' {
		if tag[0] == '\t' || tag[0] == '\n' || tag[0] == '\r' {
			s.odd = true
		}
		return // another name that starts like a row's
	}
	before := s.line
	s.line++
	if i := bytes.Index(tag, []byte(` r="`)); i >= 0 {
		v := tag[i+4:]
		if k := bytes.IndexByte(v, '"'); k >= 0 {
			if n, ok := parseUint(v[:k]); ok && n >= 1 {
				s.line = n
			}
		}
	} else if bytes.Contains(tag, []byte("r=")) || bytes.Contains(tag, []byte("r =")) {
		s.odd = true
	}
	if s.line <= before {
		s.ordered = false
	}
}
