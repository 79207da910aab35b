package lookup

import (
	"slices"
	"unicode"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A numberClaim is the claimed figure, read once for each notation that a cited cell has.
type numberClaim struct {
	quote  string
	json   bool
	money  bool // an amount is asked for: a rate is none
	read   [4]readFigure
	n      int
	missed string // the code of a place that prints the figure and yet does not carry it
}

// A readFigure is the claimed figure in one notation: the short reading of a plain figure,
// which is always certain and has nothing beside it, or a full one.
type readFigure struct {
	ctx   contextID
	short bool
	value []byte // of a short reading
	fig   notation.Figure
}

// certain reports whether the figure has one reading.
func (v *readFigure) certain() bool { return v.short || v.fig.Status == notation.Certain }

// none reports whether the claim is no figure.
func (v *readFigure) none() bool { return !v.short && v.fig.Status == notation.NotAFigure }

// is reports whether the figure's one reading is the value.
func (v *readFigure) is(value string) bool {
	if v.short {
		return string(v.value) == value
	}
	return v.fig.Value == value
}

// findNumber looks a figure up among those that the cells print. Cells are never joined, a
// match never starts inside another figure, and both sides are read with the same mark.
func (f *Finder) findNumber(q *Query, r *Result) {
	n := &f.number
	n.begin(q)
	switch {
	case q.Claim.Bool:
		r.Verdict, r.Code = verdict.Refused, finding.UnreadableValue
		return
	case n.json && notation.Canonical(n.quote) == "":
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
func (n *numberClaim) begin(q *Query) {
	n.quote, n.json, n.money = q.Claim.Quote, q.Claim.Number, q.Field.Type == task.Money
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
		if !ok || !v.short && !f.affixesAgree(&v.fig, fig, c) {
			continue
		}
		if n.money && (fig.Percent || fig.PerMille) && c.cell.Kind != table.Number {
			n.missed = finding.PercentConflict
			continue
		}
		h := f.figureHit(r, c, fig)
		h.Verdict = verdict.Accepted
		switch {
		case c.differs && f.whole(c, fig.Start, fig.End):
			h.Verdict, h.Code = verdict.Held, finding.StoredDiffers
		case held:
			h.Verdict, h.Code, h.Value = verdict.Held, code, ""
			h.Readings = readings(&v.fig, fig)
		case c.cell.Flags&table.Doubtful != 0:
			h.Verdict, h.Code = verdict.Held, finding.DoubtfulRecognition
		}
		r.Hits = append(r.Hits, h)
	}
	if len(r.Hits) == before && c.cell.Kind == table.Number {
		f.storedIn(r, c)
	}
}

// in returns the claimed figure as it reads in the notation of a cell.
func (n *numberClaim) in(f *Finder, c *cellRead) *readFigure {
	for i := range n.n {
		if n.read[i].ctx == c.ctx {
			return &n.read[i]
		}
	}
	return n.at(f, c.ctx)
}

// at reads the claimed figure in one notation.
func (n *numberClaim) at(f *Finder, ctx contextID) *readFigure {
	slot := min(n.n, len(n.read)-1)
	n.n = slot + 1
	v := &n.read[slot]
	v.ctx = ctx
	if v.value, v.short = appendPlain(v.value[:0], n.quote, f.contexts[ctx]); v.short && !n.json {
		v.fig = notation.Figure{}
		return v
	}
	v.short = false
	v.fig = n.parse(f, ctx)
	return v
}

func (n *numberClaim) parse(f *Finder, ctx contextID) notation.Figure {
	if n.json {
		return notation.Figure{End: len(n.quote), Value: notation.Canonical(n.quote), Status: notation.Certain}
	}
	for _, c := range f.cells {
		if c.kinds&haveFigures != 0 && c.cell.Text == n.quote && c.ctx == ctx && len(c.figures) == 1 &&
			c.figures[0].Start == 0 && c.figures[0].End == len(n.quote) {
			return c.figures[0]
		}
	}
	return f.scan.ParseValue(n.quote, f.contexts[ctx])
}

// agree compares a claimed figure with a printed one. held says that there is more than one
// reading on either side; code says why.
func agree(v *readFigure, fig *notation.Figure) (held bool, code string, ok bool) {
	switch {
	case v.certain() && fig.Status == notation.Certain:
		return false, "", v.is(fig.Value)
	case v.short:
		if slices.ContainsFunc(fig.Readings, v.is) || slices.ContainsFunc(fig.Possible, v.is) {
			return true, codeOf(fig.Reason), true
		}
		return false, "", false
	case v.none():
		return false, "", false
	case v.certain():
		return true, codeOf(fig.Reason), reads(fig, v.fig.Value)
	}
	code = codeOf(v.fig.Reason)
	if v.fig.Reason == "ambiguous_mark" {
		code = finding.AmbiguousValue
	}
	for _, list := range [2][]string{v.fig.Readings, v.fig.Possible} {
		for _, s := range list {
			if reads(fig, s) {
				return true, code, true
			}
		}
	}
	return true, code, v.fig.Value != "" && reads(fig, v.fig.Value)
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
	if v.none() {
		value := f.valueWords(q.Claim.Quote)
		if len(value) > 0 && f.findKept(q, r, value) || f.findParted(q, r) || f.unread(q, r) {
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
func (n *numberClaim) any(f *Finder) *readFigure {
	if n.n > 0 {
		return &n.read[0]
	}
	if len(f.cells) > 0 {
		return n.at(f, f.contextID(f.contextOf(f.cells[0])))
	}
	return n.at(f, f.contextID(notation.Context{Language: f.src.Language}))
}

// figuresOf returns the figures that the cell prints, settled by the number it stores.
func (f *Finder) figuresOf(c *cellRead) []notation.Figure {
	if c.kinds&haveFigures == 0 {
		c.kinds |= haveFigures
		ctx := f.contextOf(c)
		c.ctx = f.contextID(ctx)
		if !c.long && anyDigit(c.cell.Text) {
			c.figures = f.scan.Find(c.figures, c.cell.Text, ctx)
			if c.cell.Kind == table.Number {
				f.settleNumber(c, ctx)
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
