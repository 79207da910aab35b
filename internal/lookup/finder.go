package lookup

import (
	"strings"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// A Finder looks values up in one document. It keeps what it read of the rows it saw last,
// in bounded memory, and is not safe for concurrent use: each goroutine makes its own.
type Finder struct {
	src       Source
	cellRunes int
	carries   bool           // cells may be carried down
	empties   [][]words.Word // the task's words for nothing
	cache     [cachedRows]rowRead
	cells     []*cellRead // of the query's rows, in page order
	headers   bool        // some of these rows are headings
	match     matcher
	lead      string // punctuation that the value begins with
	tail      string // and ends with
	split     *words.Splitter
	value     []words.Word // of the quote
	key       []byte
	cellKey   []keyed
	choices   map[*task.Field][]member
	found     []occurrence
	scan      notation.Scanner
	number    numberClaim
	date      dateClaim
	headings  map[blockColumn]*columnHeading
	contexts  []notation.Context
}

// New returns a finder for a document.
func New(src Source) *Finder {
	f := &Finder{src: src, split: words.NewSplitter(src.Language), cellRunes: src.CellRunes, carries: carriesDown(src.Structure)}
	if f.cellRunes == 0 {
		f.cellRunes = maxCellRunes
	}
	for _, e := range src.Empty {
		if ws := words.SplitIn(e, src.Language); len(ws) > 0 {
			f.empties = append(f.empties, ws)
		}
	}
	return f
}

// Find writes into r where the value stands in the rows of the query.
func (f *Finder) Find(q *Query, r *Result) {
	f.find(q, r)
	if len(r.Hits) > 0 || q.Claim.Null || !strings.Contains(q.Claim.Quote, `\`) {
		return
	}
	// A prompt shows line breaks and bars escaped, and the quote may be a copy of that form.
	v := *q.Claim
	if v.Quote = claim.Unescape(v.Quote); v.Quote != q.Claim.Quote {
		plain := *q
		plain.Claim = &v
		f.find(&plain, r)
	}
}

func (f *Finder) find(q *Query, r *Result) {
	r.Reset()
	switch {
	case q.Claim.Null:
		return
	case len(q.Rows) == 0:
		r.Verdict, r.Code = verdict.Refused, finding.NoRowsCited
		return
	}
	f.gather(q.Rows)
	switch q.Field.Type {
	case task.Number, task.Money, task.Percent:
		f.findNumber(q, r)
	case task.Date:
		f.findDate(q, r)
	case task.Choice, task.Boolean:
		f.findChoice(q, r)
	case task.Identifier:
		f.findIdentifier(q, r)
	case task.Exact:
		f.findExact(q, r)
	default:
		f.findText(q, r)
	}
	f.holdUnvouched(r)
	if q.Claim.Number {
		noteNumber(r)
	}
}

// noteNumber notes on accepted hits that the claim was a number where a quote was asked for.
func noteNumber(r *Result) {
	for i := range r.Hits {
		if h := &r.Hits[i]; h.Verdict == verdict.Accepted && h.Note == "" {
			h.Note = finding.JSONNumberGiven
		}
	}
}

// gather collects the cells of the rows in page order.
func (f *Finder) gather(rows []int) {
	f.cells, f.headers = f.cells[:0], false
	wide := rows[len(rows)-1]-rows[0] >= cachedRows
	for _, n := range rows {
		rr := f.row(n, wide)
		f.headers = f.headers || rr.header
		for i := range rr.cells {
			f.cells = append(f.cells, &rr.cells[i])
		}
	}
}

// headerCarries reports whether heading rows would carry a value that no other row does. Its
// hits are taken back: heading rows prove nothing of a record.
func (f *Finder) headerCarries(q *Query, find func(*cellRead), r *Result) bool {
	if q.InHeadings || !f.headers {
		return false
	}
	for _, c := range f.cells {
		if c.header && !c.long && !uncached(c.cell) {
			find(c)
		}
	}
	found := len(r.Hits) > 0
	r.Hits = r.Hits[:0]
	return found
}
