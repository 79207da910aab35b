package lookup

import (
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// unvouched are the flags of cells whose text is not what the file itself surely prints.
const unvouched = table.Marked | table.Calculated

// holdUnvouched holds accepted hits that rest on a cell whose text the reader could not vouch
// for, or that this program computed itself: neither is what a person sees in the file.
func (f *Finder) holdUnvouched(r *Result) {
	seen := table.Flags(0)
	for _, c := range f.cells {
		seen |= c.cell.Flags
	}
	if seen&unvouched == 0 {
		return
	}
	for i := range r.Hits {
		h := &r.Hits[i]
		if h.Verdict != verdict.Accepted {
			continue
		}
		flags := f.flagsUnder(h.Evidence)
		switch {
		case flags&table.Marked != 0:
			h.Verdict, h.Code, h.Note = verdict.Held, finding.MarkedCell, ""
		case flags&table.Calculated != 0:
			h.Verdict, h.Code, h.Note = verdict.Held, finding.CalculatedCell, ""
		}
	}
}

// flagsUnder returns the flags of all cells that the evidence stands in.
func (f *Finder) flagsUnder(evidence []verdict.Evidence) table.Flags {
	flags := table.Flags(0)
	for _, e := range evidence {
		for _, c := range f.cells {
			if c.row == e.Row && c.col == e.Col {
				flags |= c.cell.Flags
			}
		}
	}
	return flags
}
