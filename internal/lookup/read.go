package lookup

import (
	"unicode"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/words"
)

// cachedRows is how many rows a finder keeps read. A record's rows lie close together and
// its fields are looked up one after the other, so that few are enough.
const cachedRows = 256

// maxCellRunes is the length from which a cell is held instead of read.
const maxCellRunes = 10_000

// A rowRead is one row with its cells, those carried down into it too.
type rowRead struct {
	number int
	valid  bool
	header bool
	cells  []cellRead
}

// A cellRead is one cell that prints something, read once for all values looked up in it.
// Words are read at once, figures and dates when first asked for.
type cellRead struct {
	cell       *table.Cell
	row        int // the row the cell stands in; not the cited one where it is carried down
	cited      int // the row it counts for
	col        int
	header     bool
	long       bool
	carried    bool
	allFig     bool // every word is written in digits and signs
	kinds      readKind
	settled    bool // the figure was settled by the stored number
	negative   bool // the stored number is negative and the figure prints no sign
	differs    bool // stored and printed do not round to each other
	words      []words.Word
	figures    []notation.Figure
	dates      []notation.DateValue
	ctx        contextID      // in which figures were read
	dateCtx    contextID      // in which dates were read
	years      notation.Years // the field's own span in which they were read
	dayDiffers bool           // stored and printed date differ
	day        string         // the stored day of a cell that prints it without its year
}

// A contextID names one of the notations that the finder met: cells of a document share few.
type contextID int32

// contextID returns the name of a notation.
func (f *Finder) contextID(ctx notation.Context) contextID {
	for i := range f.contexts {
		if f.contexts[i] == ctx {
			return contextID(i)
		}
	}
	f.contexts = append(f.contexts, ctx)
	return contextID(len(f.contexts) - 1)
}

type readKind uint8

const (
	haveWords readKind = 1 << iota
	haveFigures
	haveDates
)

// row returns the row with number n as read, from the cache where it is there. fresh rows
// are read past the cache: for citations so wide that two rows would share a slot.
func (f *Finder) row(n int, fresh bool) *rowRead {
	var rr *rowRead
	if fresh {
		rr = &rowRead{}
	} else {
		rr = &f.cache[n%cachedRows]
		if rr.valid && rr.number == n {
			return rr
		}
	}
	f.read(rr, n)
	return rr
}

func (f *Finder) read(rr *rowRead, n int) {
	row := &f.src.Doc.Rows[n]
	rr.number, rr.valid, rr.header = n, true, f.isHeader(n)
	rr.cells = rr.cells[:0]
	if !f.carries {
		for i := range row.Cells {
			f.add(rr, n, n, &row.Cells[i])
		}
		return
	}
	next := 0
	for i := range row.Cells {
		if c := &row.Cells[i]; !c.Blank() {
			f.carry(rr, n, next, int(c.Col))
			next = int(c.Col) + 1
			f.add(rr, n, n, c)
		}
	}
	f.carry(rr, n, next, f.src.Doc.Tables[row.Table].Columns)
}

// carry adds the cells carried down into the columns from next to before end.
func (f *Finder) carry(rr *rowRead, n, next, end int) {
	for col := next; col < end; col++ {
		from, ok := f.src.Structure.Carried(n, col)
		if !ok || from == n {
			continue
		}
		above, ok := f.src.Doc.Row(from)
		if !ok {
			continue
		}
		if cell, ok := above.Cell(col); ok {
			f.add(rr, n, from, cell)
		}
	}
}

// carriesDown reports whether cells of the document may be carried down at all.
func carriesDown(s *structure.Structure) bool {
	if s == nil {
		return false
	}
	for i := range s.Blocks {
		for k := range s.Blocks[i].Columns {
			if s.Blocks[i].Columns[k].CarriedBy > 0 {
				return true
			}
		}
	}
	for i := range s.Doc.Tables {
		if len(s.Doc.Tables[i].Merges) > 0 {
			return true
		}
	}
	return false
}

func (f *Finder) add(rr *rowRead, cited, row int, c *table.Cell) {
	if c.Blank() {
		return
	}
	n := len(rr.cells)
	if n == cap(rr.cells) {
		rr.cells = append(rr.cells, cellRead{})
	} else {
		rr.cells = rr.cells[:n+1]
	}
	rr.cells[n] = cellRead{
		cell: c, row: row, cited: cited, col: int(c.Col), header: rr.header && row == cited, carried: row != cited,
		long:  len(c.Text) > f.cellRunes && utf8.RuneCountInString(c.Text) > f.cellRunes,
		words: rr.cells[n].words[:0], figures: rr.cells[n].figures[:0], // their memory is used again
	}
}

func (f *Finder) isHeader(n int) bool {
	if f.src.Headers != nil {
		return f.src.Headers(n)
	}
	s := f.src.Structure
	return s != nil && n < len(s.Rows) && s.Rows[n].Role == structure.Heading
}

// wordsOf returns the words of the cell.
func (f *Finder) wordsOf(c *cellRead) []words.Word {
	if c.kinds&haveWords == 0 {
		c.kinds |= haveWords
		if !c.long {
			c.words = f.split.Into(c.words, c.cell.Text)
			c.allFig = true
			for i := range c.words {
				if !figureWord(c.words[i].Text) {
					c.allFig = false
					break
				}
			}
		}
	}
	return c.words
}

// figureWord reports a word written in digits and signs only.
func figureWord(s string) bool {
	digit := false
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9', r == '%', r == 0x2030:
			digit = true
		case r < 0x80:
			if r|0x20 >= 'a' && r|0x20 <= 'z' || r == '&' || r == '@' {
				return false
			}
			digit = digit || r == '$'
		case unicode.IsNumber(r), unicode.Is(unicode.Sc, r):
			digit = true
		case unicode.IsLetter(r):
			return false
		}
	}
	return digit
}

// figureCell reports a cell that prints a figure or a date and nothing else: text that runs
// over several cells may pass over it.
func (f *Finder) figureCell(c *cellRead) bool {
	ws := f.wordsOf(c)
	if c.allFig {
		return true
	}
	if len(ws) > 6 {
		return false
	}
	for _, fig := range f.figuresOf(c) {
		if fig.Status != notation.NotAFigure && covers(c.cell.Text, ws, fig.Start, fig.End) {
			return true
		}
	}
	for _, d := range f.datesOf(c) {
		if !noDate(&d) && covers(c.cell.Text, ws, d.Start, d.End) {
			return true
		}
	}
	return false
}

// covers reports whether the span holds every word of the cell.
func covers(text string, ws []words.Word, start, end int) bool {
	return len(ws) > 0 && start <= ws[0].Start && end >= ws[len(ws)-1].End && end <= len(text)
}

// nextRow returns the row that text running down from row n goes on in: the next one of the
// same table that is neither page furniture nor a repeated heading. Blank lines have no number.
func (f *Finder) nextRow(n int) int {
	doc := f.src.Doc
	for m := n + 1; m < len(doc.Rows) && doc.Rows[m].Table == doc.Rows[n].Table; m++ {
		if s := f.src.Structure; s != nil && m < len(s.Rows) {
			if role := s.Rows[m].Role; role == structure.Furniture || role == structure.Heading {
				continue
			}
		}
		if f.src.Headers != nil && f.src.Headers(m) {
			continue
		}
		return m
	}
	return -1
}
