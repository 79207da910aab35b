package lookup

import (
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// settleNumber reads the figure of a numeric cell so that it rounds from the number that the
// cell stores: sign, mark and scale are the stored number's. Where no reading does, stored
// and printed differ.
func (f *Finder) settleNumber(c *cellRead, own notation.Context) {
	powers := scalePowers(c.cell.Format)
	if takesCertain(c, c.figures, powers) {
		return
	}
	for _, mark := range [2]rune{'.', ','} {
		for _, brackets := range [2]notation.Brackets{notation.BracketsSign, notation.BracketsPunctuation} {
			ctx := own
			ctx.Decimal, ctx.Group, ctx.Brackets = mark, 0, brackets
			if ctx != own && takesCertain(c, f.scan.Find(nil, c.cell.Text, ctx), powers) {
				c.ctx = f.contextID(ctx)
				return
			}
		}
	}
	if takesReading(c, powers) {
		return
	}
	for i := range c.figures {
		if c.figures[i].Status != notation.NotAFigure {
			c.differs = true
		}
	}
}

// takesCertain settles the cell on the one figure that it prints, if that is certain and
// rounds from the stored number.
func takesCertain(c *cellRead, figs []notation.Figure, powers []int) bool {
	if len(figs) != 1 || figs[0].Status != notation.Certain || !notation.RoundsTo(c.cell.Stored, figs[0], powers...) {
		return false
	}
	c.figures = figs
	c.settle()
	return true
}

// takesReading settles the cell on the first reading of its held figure that rounds from the
// stored number.
func takesReading(c *cellRead, powers []int) bool {
	if len(c.figures) != 1 || c.figures[0].Status != notation.Held || c.figures[0].Reason == "ambiguous_mark" {
		return false
	}
	for _, reading := range c.figures[0].Readings {
		g := c.figures[0]
		g.Value, g.Status, g.Readings, g.Possible, g.Reason = reading, notation.Certain, nil, nil, ""
		if notation.RoundsTo(c.cell.Stored, g, powers...) {
			c.figures = []notation.Figure{g}
			c.settle()
			return true
		}
	}
	return false
}

// settle notes that the figure is settled; its sign is the stored number's.
func (c *cellRead) settle() {
	c.settled = true
	c.negative = strings.HasPrefix(c.cell.Stored, "-") && !strings.HasPrefix(c.figures[0].Value, "-")
}

// scalePowers returns the powers of ten by which a number format may divide: three for each
// comma behind the last digit of a section.
func scalePowers(format string) []int {
	var powers []int
	for section := range strings.SplitSeq(format, ";") {
		at := strings.LastIndexAny(section, "0#?")
		if at < 0 {
			continue
		}
		n := 0
		for at+1+n < len(section) && section[at+1+n] == ',' {
			n++
		}
		if n > 0 {
			powers = append(powers, 3*n)
		}
	}
	return powers
}

// storedIn accepts the stored number of a cell, as other tools give it, and notes it.
func (f *Finder) storedIn(r *Result, c *cellRead) {
	n := &f.number
	if !n.json && !plainDecimal(n.quote) || !sameNumber(c.cell.Stored, n.quote) {
		return
	}
	var h Hit
	if figs := f.figuresOf(c); len(figs) == 1 {
		h = f.figureHit(r, c, &figs[0])
	} else {
		h = f.cellHit(r, c, 0, len(c.cell.Text))
		h.Value = notation.Canonical(n.quote)
		h.Currency = f.currencyOf(c)
	}
	h.Verdict, h.Note, h.Whole = verdict.Accepted, finding.StoredValueGiven, true
	switch {
	case c.differs:
		h.Verdict, h.Code = verdict.Held, finding.StoredDiffers
	case c.cell.Flags&table.Doubtful != 0:
		h.Verdict, h.Code = verdict.Held, finding.DoubtfulRecognition
	}
	r.Hits = append(r.Hits, h)
}

// findZero accepts the printed form of a stored zero: a dash, or its currency alone.
func (f *Finder) findZero(q *Query, r *Result, value []words.Word) bool {
	for _, c := range f.cells {
		if c.header && !q.InHeadings || !f.zeroDash(c) {
			continue
		}
		if len(value) > 0 && !words.EqualWords(f.wordsOf(c), value) {
			continue
		}
		h := f.cellHit(r, c, 0, len(c.cell.Text))
		h.Verdict, h.Note, h.Value, h.Whole = verdict.Accepted, finding.ZeroAsDash, "0", true
		h.Currency = f.currencyOf(c)
		r.Hits = append(r.Hits, h)
	}
	if len(r.Hits) == 0 {
		return false
	}
	r.Verdict, r.Code = verdict.None, ""
	return true
}

// findZeroDash answers a quote that is a dash and nothing else.
func (f *Finder) findZeroDash(q *Query, r *Result) {
	for _, c := range q.Claim.Quote {
		if words.Hyphen(c) {
			f.findZero(q, r, nil)
			return
		}
	}
}

// zeroDash reports a cell that stores 0 and prints a dash or only its currency.
func (f *Finder) zeroDash(c *cellRead) bool {
	if c.cell.Kind != table.Number || anyDigit(c.cell.Text) || notation.Canonical(c.cell.Stored) != "0" {
		return false
	}
	for _, w := range f.wordsOf(c) {
		if !words.Currency(words.Visible(c.cell.Text[w.Start:w.End])) {
			return false
		}
	}
	return true
}

// sameNumber reports whether two plain decimals are the same number.
func sameNumber(a, b string) bool {
	x := notation.Canonical(a)
	return x != "" && x == notation.Canonical(b)
}
