package lookup

import (
	"slices"
	"unicode"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A numberClaim is the claimed figure, read once for each notation that a cited cell has.
type numberClaim struct {
	quote  string
	plain  string // the quote as a plain decimal, as JSON and other tools write it; empty if it is none
	json   bool
	read   [4]readFigure
	n      int
	missed string // the code of a place that prints the figure and yet does not carry it
}

type readFigure struct {
	ctx notation.Context
	fig notation.Figure
}

// findNumber looks a figure up among those that the cells print. Cells are never joined, a
// match never starts inside another figure, and both sides are read with the same mark.
func (f *Finder) findNumber(q *Query, r *Result) {
	n := &f.number
	n.begin(q.Claim)
	switch {
	case q.Claim.Bool:
		r.Verdict, r.Code = verdict.Refused, finding.UnreadableValue
		return
	case n.json || plainDecimal(n.quote):
		n.plain = notation.Canonical(n.quote)
	}
	if n.json && n.plain == "" {
		r.Verdict, r.Code = verdict.Refused, finding.UnreadableValue
		return
	}
	if !n.json && !anyDigit(n.quote) {
		f.wordForFigure(q, r)
		return
	}
	for _, c := range f.cells {
		if c.header && !q.InHeadings || c.long || uncached(c.cell) {
			continue
		}
		f.numberIn(r, c)
	}
	if len(r.Hits) > 0 {
		return
	}
	f.numberElsewhere(q, r)
}

// begin takes a new claim; what was read of the last one is left to be written over.
func (n *numberClaim) begin(v *claim.Value) {
	n.quote, n.plain, n.json = v.Quote, "", v.Number
	n.n, n.missed = 0, ""
}

// wordForFigure answers a quote without a digit: a dash that prints a stored zero, or a text
// in a column of figures, which is kept as printed.
func (f *Finder) wordForFigure(q *Query, r *Result) {
	value := f.valueWords(q.Claim.Quote)
	if len(value) == 0 {
		f.empty(q, r)
		return
	}
	if f.findZero(q, r, value) || f.findKept(q, r, value) || f.unread(q, r) {
		return
	}
	r.Verdict, r.Code = verdict.Refused, finding.UnreadableValue
}

// numberIn records where the cell prints the claimed figure.
func (f *Finder) numberIn(r *Result, c *cellRead) {
	figs := f.figuresOf(c)
	n := &f.number
	before := len(r.Hits)
	for i := range figs {
		fig := &figs[i]
		if fig.Status == notation.NotAFigure {
			continue
		}
		v := n.in(f, c)
		held, code, ok := agree(v, fig)
		if !ok || !f.affixesAgree(v, fig, c) {
			continue
		}
		h := f.figureHit(r, c, fig)
		h.Verdict = verdict.Accepted
		switch {
		case c.differs && f.whole(c, fig.Start, fig.End):
			h.Verdict, h.Code = verdict.Held, finding.StoredDiffers
		case held:
			h.Verdict, h.Code, h.Value = verdict.Held, code, ""
			h.Readings = readings(v, fig)
		case c.cell.Flags&table.Doubtful != 0:
			h.Verdict, h.Code = verdict.Held, finding.DoubtfulRecognition
		case n.json:
			h.Note = finding.JSONNumberGiven
		}
		r.Hits = append(r.Hits, h)
	}
	if len(r.Hits) == before && n.plain != "" && c.cell.Kind == table.Number {
		f.storedIn(r, c)
	}
}

// in returns the claimed figure as it reads in the notation of a cell.
func (n *numberClaim) in(f *Finder, c *cellRead) *notation.Figure {
	for i := range n.n {
		if n.read[i].ctx == c.ctx {
			return &n.read[i].fig
		}
	}
	slot := min(n.n, len(n.read)-1)
	n.read[slot] = readFigure{c.ctx, n.parse(f, c.ctx)}
	n.n = slot + 1
	return &n.read[slot].fig
}

func (n *numberClaim) parse(f *Finder, ctx notation.Context) notation.Figure {
	if n.json {
		return notation.Figure{End: len(n.quote), Value: n.plain, Status: notation.Certain}
	}
	for _, c := range f.cells {
		if c.kinds&haveFigures != 0 && c.cell.Text == n.quote && c.ctx == ctx && len(c.figures) == 1 &&
			c.figures[0].Start == 0 && c.figures[0].End == len(n.quote) {
			return c.figures[0]
		}
	}
	return f.scan.ParseValue(n.quote, ctx)
}

// agree compares a claimed figure with a printed one. held says that there is more than one
// reading on either side; code says why.
func agree(v, fig *notation.Figure) (held bool, code string, ok bool) {
	switch {
	case v.Status == notation.NotAFigure:
		return false, "", false
	case v.Status == notation.Certain && fig.Status == notation.Certain:
		return false, "", v.Value == fig.Value
	case v.Status == notation.Certain:
		return true, codeOf(fig.Reason), reads(fig, v.Value)
	}
	code = codeOf(v.Reason)
	if v.Reason == "ambiguous_mark" {
		code = finding.AmbiguousValue
	}
	if v.Value != "" && reads(fig, v.Value) {
		return true, code, true
	}
	for _, s := range v.Readings {
		if reads(fig, s) {
			return true, code, true
		}
	}
	for _, s := range v.Possible {
		if reads(fig, s) {
			return true, code, true
		}
	}
	return false, "", false
}

// reads reports whether a figure may read as the value.
func reads(fig *notation.Figure, value string) bool {
	return fig.Status == notation.Certain && fig.Value == value ||
		slices.Contains(fig.Readings, value) || slices.Contains(fig.Possible, value)
}

// readings are the values that a held figure may have.
func readings(v, fig *notation.Figure) []string {
	if fig.Status == notation.Certain {
		return v.Readings
	}
	return fig.Readings
}

// codeOf returns the code of a reason that package notation gives.
func codeOf(reason string) string {
	if code, ok := finding.Named(reason); ok {
		return code
	}
	return finding.AmbiguousValue
}

// figureHit returns a hit of one figure, with what is printed beside it.
func (f *Finder) figureHit(r *Result, c *cellRead, fig *notation.Figure) Hit {
	h := f.cellHit(r, c, fig.Start, fig.End)
	h.Value, h.Places, h.Currency, h.Unit = fig.Value, fig.Places, fig.Currency, fig.Unit
	if c.settled && c.negative {
		h.Value = notation.Negated(fig.Value)
	}
	switch {
	case fig.Percent:
		h.Unit = "%"
	case fig.PerMille:
		h.Unit = "‰"
	}
	if h.Currency == "" {
		h.Currency = f.currencyOf(c)
	}
	return h
}

// affixesAgree compares currency, percent and unit of the claim with those of the place. A
// currency or unit on one side only is no conflict; a percent sign of the claim has to be
// printed with the figure or in its heading.
func (f *Finder) affixesAgree(v, fig *notation.Figure, c *cellRead) bool {
	n := &f.number
	if v.Currency != "" {
		cur := fig.Currency
		if cur == "" {
			cur = f.currencyOf(c)
		}
		if cur != "" && !SameCurrency(v.Currency, cur) {
			n.missed = finding.CurrencyConflict
			return false
		}
	}
	if (v.Percent && fig.PerMille) || (v.PerMille && fig.Percent) ||
		v.Percent && !fig.Percent && !f.headingPrints(c, '%') ||
		v.PerMille && !fig.PerMille && !f.headingPrints(c, '‰') {
		n.missed = finding.PercentConflict
		return false
	}
	return v.Unit == "" || fig.Unit == "" || sameUnit(v.Unit, fig.Unit)
}

// numberElsewhere answers a figure that no cell of the rows carries.
func (f *Finder) numberElsewhere(q *Query, r *Result) {
	n := &f.number
	v := n.any(f)
	if v.Status == notation.NotAFigure && n.plain == "" {
		value := f.valueWords(q.Claim.Quote)
		if len(value) > 0 && f.findKept(q, r, value) || f.unread(q, r) {
			return
		}
		r.Verdict, r.Code = verdict.Refused, finding.UnreadableValue
		return
	}
	if n.missed == "" && (f.welded(q, r) || f.unread(q, r)) {
		return
	}
	r.Verdict, r.Code = verdict.Refused, finding.NotPrinted
	switch {
	case n.missed != "":
		r.Code = n.missed
	case f.headerCarries(q, func(c *cellRead) { f.numberIn(r, c) }, r):
		r.Code = finding.HeaderOnly
	}
}

// any returns the claimed figure in one notation of the cited rows.
func (n *numberClaim) any(f *Finder) *notation.Figure {
	if n.n == 0 {
		var ctx notation.Context
		if len(f.cells) > 0 {
			ctx = f.contextOf(f.cells[0])
		}
		n.read[0] = readFigure{ctx, n.parse(f, ctx)}
		n.n = 1
	}
	return &n.read[0].fig
}

// figuresOf returns the figures that the cell prints, settled by the number it stores.
func (f *Finder) figuresOf(c *cellRead) []notation.Figure {
	if c.kinds&haveFigures == 0 {
		c.kinds |= haveFigures
		c.ctx = f.contextOf(c)
		if !c.long && anyDigit(c.cell.Text) {
			c.figures = notation.Find(c.cell.Text, c.ctx)
			if c.cell.Kind == table.Number {
				f.settleNumber(c)
			}
		}
	}
	return c.figures
}

func (f *Finder) contextOf(c *cellRead) notation.Context {
	if f.src.Context == nil {
		return notation.Context{Language: f.src.Language}
	}
	return f.src.Context(c.row, c.col)
}

// plainDecimal reports a decimal as JSON writes one.
func plainDecimal(s string) bool {
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == '-' && i == 0, c == '.' && digits > 0:
		default:
			return false
		}
	}
	return digits > 0
}

// anyDigit reports a digit, of any script, or a fraction sign.
func anyDigit(s string) bool {
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
		if s[i] >= 0x80 {
			for _, r := range s[i:] {
				if unicode.IsNumber(r) {
					return true
				}
			}
			return false
		}
	}
	return false
}
