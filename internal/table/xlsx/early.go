package xlsx

import (
	"context"
	"fmt"
	"slices"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/parts"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// maxPatterns bounds the memory for which columns the rows have filled, in columns of all
// different patterns.
const maxPatterns = 4 << 20

// An early keeps of the rows that were handed on before their sheet was read to its end what
// is needed to prove, once the merged areas are known, that they were handed on as they are.
type early struct {
	lines    []earlyLine
	known    map[string]int // a pattern's index
	patterns [][]uint16     // filled columns, ascending
	filled   int            // columns of all patterns
	lost     bool           // there are too many patterns to keep
	key      []byte
}

type earlyLine struct {
	line    int32
	pattern int32
	emitted bool
}

// note keeps a row's number and which of its columns are filled.
func (y *early) note(line int, cells []cell) {
	y.key = y.key[:0]
	for i := range cells {
		if !cells[i].blank() {
			y.key = append(y.key, byte(cells[i].col), byte(cells[i].col>>8))
		}
	}
	p, ok := y.known[string(y.key)]
	if !ok {
		if y.lost = y.lost || y.filled+len(y.key)/2 > maxPatterns; y.lost {
			return
		}
		cols := make([]uint16, 0, len(y.key)/2)
		for i := 0; i < len(y.key); i += 2 {
			cols = append(cols, uint16(y.key[i])|uint16(y.key[i+1])<<8)
		}
		if y.known == nil {
			y.known = map[string]int{}
		}
		p = len(y.patterns)
		y.known[string(y.key)] = p
		y.patterns = append(y.patterns, cols)
		y.filled += len(cols)
	}
	y.lines = append(y.lines, earlyLine{line: int32(line), pattern: int32(p)})
}

// emitted marks the row that was noted last as handed on.
func (y *early) emitted() {
	if n := len(y.lines); n > 0 {
		y.lines[n-1].emitted = true
	}
}

// number returns the number of the row of a line, if one was handed on.
func (y *early) number(line, first int) (int, bool) {
	n := first
	for _, l := range y.lines {
		if int(l.line) == line {
			return n, l.emitted
		}
		if l.emitted {
			n++
		}
	}
	return 0, false
}

// tooEarly is the error of rows that turned out not to be the document's as they were handed on.
func (r *rowReader) tooEarly(cause string) error {
	return &table.Unreadable{
		Code: finding.RereadNeeded, Place: sheetPlace(r.name, r.line), Cause: "rows were handed on too early: " + cause,
		Hint: "read the document to its end first: extract rows --roles",
	}
}

// prove checks the rows that were handed on against what stands behind them, and adds it to the table.
func (r *rowReader) prove(ctx context.Context) error {
	sv := r.survey
	sv.sortMerges()
	if len(sv.merges) > 0 && r.early.lost {
		return r.tooEarly("the sheet has merged areas")
	}
	m := merger{areas: sv.merges}
	for i, l := range r.early.lines {
		if i%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		m.at(int(l.line))
		if len(m.active) == 0 {
			continue
		}
		for _, col := range r.early.patterns[l.pattern] {
			covered, area := m.covers(int(l.line), int(col))
			if covered {
				r.line = int(l.line)
				return r.tooEarly("a value stands under the merged area " + areaName(area))
			}
			if area != nil && sv.hiddenColumn(int(col)) && r.shownByMerge(area) {
				r.line = int(l.line)
				return r.tooEarly("the merged area " + areaName(area) + " shows a hidden column's value")
			}
		}
	}
	r.table.Merges = sv.merges
	return nil
}

// declareLate adds to the table what stands behind its rows: the filter and the links.
func (r *rowReader) declareLate(part string) error {
	rels, err := relations(r.archive, part)
	if err != nil {
		return err
	}
	before := len(r.table.Declared)
	r.declare(r.table, r.survey, rels)
	for line := range headingLines(r.table.Declared[before:]) {
		if n, ok := r.early.number(line, r.table.First); ok {
			r.table.Headings = append(r.table.Headings, n)
		}
	}
	slices.Sort(r.table.Headings)
	r.table.Headings = slices.Compact(r.table.Headings)
	return nil
}

// around takes what stands around the rows, where no survey has looked at it before.
func (r *rowReader) around(sc *xmlscan.Scanner) error {
	switch sc.Depth() {
	case 1:
		if err := worksheet(sc); err != nil {
			return parts.Damaged(r.name, err)
		}
	case 2:
		r.survey.second(sc)
	case 3:
		if r.line > 0 && string(sc.Local()) == "col" {
			return r.tooEarly("the columns are described behind the rows")
		}
		return r.survey.third(sc)
	}
	return nil
}

// worksheet refuses a part that holds something else.
func worksheet(sc *xmlscan.Scanner) error {
	if name := string(sc.Local()); name != "worksheet" && name != "dialogsheet" && name != "macrosheet" {
		return fmt.Errorf("the part is no worksheet but <%.40s>", name)
	}
	return nil
}

// readEarly reads a large sheet and hands its rows on as they come, though what stands behind
// them may still prove that wrong.
func (r *reader) readEarly(ctx context.Context, s sheetEntry, part string) error {
	sv := &survey{ordered: true}
	t := &table.Table{Name: s.name, Shape: table.Sheet, Hidden: s.hidden}
	if err := r.annotate(t, sv, part); err != nil {
		return err
	}
	if err := r.emitter.Table(t); err != nil {
		return err
	}
	rows := r.rowsOf(s, t, sv)
	rows.early = &early{}
	return rows.read(ctx, part)
}
