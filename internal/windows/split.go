package windows

import (
	"iter"
	"slices"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
)

// An Estimator gives the prompt tokens that one row takes. A nil Estimator counts the bytes of the row's
// cells, its number and the delimiters, and divides by Options.BytesPerToken.
type Estimator func(r *table.Row) int

// Split yields the windows of a document in the order of its rows, one at a time. The same structure
// and options give the same windows.
//
// A window is bounded by Options.Rows, by the prompt tokens of all rows that it shows, and by the answer tokens of the rows
// of core and overlap, one record a row. A bound of 0 is none. The overlap is never cut short for a bound, as the
// guarantee rests on it; where even a core of one row passes a bound, that row is a window of its own, and only such a window passes one.
//
// A block that fits in a window is not cut. Other cuts fall, in this order of preference, before a
// block, before a page, before a blank line, before a section heading, in the later half of the window, else
// where the bounds end it.
func Split(st *structure.Structure, opt Options, est Estimator) iter.Seq[Window] {
	return over(st, opt, est, []Span{{0, len(st.Doc.Rows)}}, 0)
}

// Rows yields fresh windows over runs of rows: those that are uncovered, unanswered or refused
// after a round. Runs that the overlap would show together anyway are joined: asking again for the few rows
// between them costs less than another prompt. Runs must be ascending; what lies outside the document is ignored.
func Rows(st *structure.Structure, opt Options, est Estimator, runs []Span, round int) iter.Seq[Window] {
	var joined []Span
	for _, r := range runs {
		if k := len(joined) - 1; k >= 0 && r.First-joined[k].End <= opt.Overlap {
			joined[k].End = max(joined[k].End, r.End)
			continue
		}
		joined = append(joined, r)
	}
	return over(st, opt, est, joined, round)
}

// Halve cuts the core of a window in two, where the answer to it was cut off or filtered; a core of one row
// cannot be halved and gives nothing. The halves keep index and round.
func Halve(st *structure.Structure, opt Options, w Window) []Window {
	if w.Core.Len() < 2 {
		return nil
	}
	s := newSplitter(st, opt, nil)
	mid := w.Core.First + (w.Core.Len()+1)/2
	low := w.Core.First + max(1, w.Core.Len()/3)
	mid = s.cut(low, mid, min(w.Core.End-1, mid+w.Core.Len()/6))
	var out []Window
	for _, core := range []Span{{w.Core.First, mid}, {mid, w.Core.End}} {
		h := s.window(core)
		h.Index, h.Round = w.Index, w.Round
		out = append(out, h)
	}
	return out
}

func over(st *structure.Structure, opt Options, est Estimator, runs []Span, round int) iter.Seq[Window] {
	return func(yield func(Window) bool) {
		s := newSplitter(st, opt, est)
		index, done := 0, 0
		for _, run := range runs {
			run = Span{max(run.First, done, 0), min(run.End, len(st.Doc.Rows))}
			for first := run.First; first < run.End; {
				end := s.end(first, run.End)
				w := s.window(Span{first, end})
				w.Index, w.Round = index, round
				if !yield(w) {
					return
				}
				index++
				first = end
			}
			done = max(done, run.End)
		}
	}
}

// A splitter knows the document and the bounds, nothing of the windows made so far.
type splitter struct {
	st     *structure.Structure
	opt    Options
	est    Estimator
	blocks []Span // blocks that share rows joined, ascending
}

func newSplitter(st *structure.Structure, opt Options, est Estimator) *splitter {
	opt.Overlap = max(opt.Overlap, 0)
	s := &splitter{st: st, opt: opt, est: est}
	if s.est == nil {
		s.est = func(r *table.Row) int { return bytesEstimate(r, opt.BytesPerToken) }
	}
	for i := range st.Blocks {
		b := &st.Blocks[i]
		s.blocks = append(s.blocks, Span{b.First, b.Last + 1})
	}
	slices.SortFunc(s.blocks, func(a, b Span) int { return a.First - b.First })
	joined := s.blocks[:0]
	for _, b := range s.blocks {
		if k := len(joined) - 1; k >= 0 && b.First < joined[k].End {
			joined[k].End = max(joined[k].End, b.End)
			continue
		}
		joined = append(joined, b)
	}
	s.blocks = joined
	return s
}

// bytesEstimate is the default estimate of a row: "number | cell | cell" and a line break.
func bytesEstimate(r *table.Row, perToken float64) int {
	n := 2
	for v := r.Number; ; v /= 10 {
		n++
		if v < 10 {
			break
		}
	}
	for i := range r.Cells {
		n += len(r.Cells[i].Text) + 3
	}
	if perToken <= 0 {
		perToken = 1
	}
	return int(float64(n)/perToken) + 1
}

// window shows a core with its overlap and context.
func (s *splitter) window(core Span) Window {
	shown := Span{max(core.First-s.opt.Overlap, 0), min(core.End+s.opt.Overlap, len(s.st.Doc.Rows))}
	return Window{Core: core, Shown: shown, Context: s.context(shown)}
}

// context returns the rows outside a span that its rows cannot be read without: the heading
// rows of their blocks, the section headings open at its first row, and rows whose cells are carried down into it.
func (s *splitter) context(shown Span) []int {
	var rows []int
	seen := int32(-1)
	for n := shown.First; n < shown.End; n++ {
		if r := s.st.Rows[n]; r.Block >= 0 && r.Block != seen {
			seen = r.Block
			for b := range s.blocksAt(n) {
				rows = append(rows, s.st.Top(b)...)
			}
		}
	}
	open := int32(-1)
	for n := shown.First; n < shown.End; n++ {
		if p := s.st.Rows[n].Parent; p != open && p >= 0 && int(p) < shown.First {
			open = p
			rows = append(rows, s.st.Sections(n)...)
		}
	}
	rows = append(rows, s.st.CarriedInto(shown.First, shown.End)...)
	rows = slices.DeleteFunc(rows, shown.Contains)
	slices.Sort(rows)
	return slices.Compact(rows)
}

// blocksAt yields the blocks that hold cells of row n.
func (s *splitter) blocksAt(n int) iter.Seq[*structure.Block] {
	return func(yield func(*structure.Block) bool) {
		var last *structure.Block
		for _, c := range s.st.Doc.Rows[n].Cells {
			if last != nil && int(c.Col) < last.EndCol && int(c.Col) >= last.FirstCol {
				continue
			}
			if b, ok := s.st.BlockAt(n, int(c.Col)); ok {
				last = b
				if !yield(b) {
					return
				}
			}
		}
	}
}

// end returns the end of the core that starts at first, at most limit.
func (s *splitter) end(first, limit int) int {
	end := s.bound(first, limit)
	if end >= limit {
		return limit
	}
	if at := s.beforeTable(first, end, limit); at > first {
		return at
	}
	return s.cut(first+max(1, (end-first+1)/2), end, end)
}

// bound returns the furthest end that the bounds allow, at least one row.
func (s *splitter) bound(first, limit int) int {
	end := limit
	if s.opt.Rows > 0 {
		end = min(end, first+s.opt.Rows)
	}
	if s.opt.AnswerTokens > 0 && s.opt.RecordTokens > 0 {
		above := first - max(first-s.opt.Overlap, 0)
		end = min(end, first+s.opt.AnswerTokens/s.opt.RecordTokens-above-s.opt.Overlap)
	}
	end = max(end, first+1)
	if s.opt.PromptTokens <= 0 {
		return end
	}
	tokens, shown := 0, max(first-s.opt.Overlap, 0)
	for e := first + 1; e <= end; e++ {
		for ; shown < min(e+s.opt.Overlap, len(s.st.Doc.Rows)); shown++ {
			tokens += s.est(&s.st.Doc.Rows[shown])
		}
		if tokens > s.opt.PromptTokens {
			end = max(e-1, first+1)
			break
		}
	}
	for end > first+1 {
		over := s.tokens(s.window(Span{first, end})) - s.opt.PromptTokens
		if over <= 0 {
			break
		}
		for end--; end > first+1; end-- { // rows whose tokens are about what is too much
			if over -= s.est(&s.st.Doc.Rows[end]); over <= 0 {
				break
			}
		}
	}
	return end
}

// tokens returns what the rows that a window shows take in a prompt.
func (s *splitter) tokens(w Window) int {
	n := 0
	for _, c := range w.Context {
		n += s.est(&s.st.Doc.Rows[c])
	}
	for r := w.Shown.First; r < w.Shown.End; r++ {
		n += s.est(&s.st.Doc.Rows[r])
	}
	return n
}

// beforeTable returns where a block starts that the core would cut although the block fits in a
// window of its own, with the lines right above it; 0 where none does.
func (s *splitter) beforeTable(first, end, limit int) int {
	i, found := slices.BinarySearchFunc(s.blocks, end, func(b Span, n int) int { return b.First - n })
	if !found {
		i--
	}
	if i < 0 || found || s.blocks[i].End <= end || s.blocks[i].First <= first {
		return 0
	}
	b := s.blocks[i]
	if s.bound(b.First, min(limit, b.End)) < min(limit, b.End) {
		return 0
	}
	at := b.First
	for at-1 > first && s.st.Rows[at-1].Block < 0 && s.breakBefore(at) < blankLine {
		at--
	}
	return at
}

// How good a cut before a row is.
const (
	anywhere = iota
	section
	blankLine
	page
	block
)

// cut returns the best place for a cut in [low, high], the last among equals; fallback where all
// places are alike.
func (s *splitter) cut(low, fallback, high int) int {
	best, at := anywhere, fallback
	for n := low; n <= high && n < len(s.st.Doc.Rows); n++ {
		if q := s.breakBefore(n); q > anywhere && q >= best {
			best, at = q, n
		}
	}
	return at
}

// edge reports whether a block starts or ends at row n, and no other goes on over it.
func (s *splitter) edge(n int) bool {
	i, found := slices.BinarySearchFunc(s.blocks, n, func(b Span, n int) int { return b.First - n })
	return found || i > 0 && s.blocks[i-1].End == n
}

// breakBefore says how good a cut before row n is.
func (s *splitter) breakBefore(n int) int {
	if n <= 0 || n >= len(s.st.Doc.Rows) {
		return anywhere
	}
	above, here := &s.st.Doc.Rows[n-1], &s.st.Doc.Rows[n]
	ra, rh := s.st.Rows[n-1], s.st.Rows[n]
	switch {
	case above.Table != here.Table, s.edge(n):
		return block
	case above.Page != here.Page:
		return page
	case here.Line > above.Line+1 && s.st.Doc.Tables[here.Table].Shape == table.Sheet:
		return blankLine
	case rh.Role == structure.Section && ra.Role != structure.Section:
		return section
	}
	return anywhere
}
