package xlsx

import (
	"bytes"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/parts"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// The size of a spreadsheet's grid.
const (
	maxLine = 1048576
	maxCol  = 16384
)

// keepWhole is the size up to which a sheet's part is kept in memory between its two readings.
const keepWhole = 16 << 20

const maxAreas = 1 << 20

// A survey is what has to be known of a sheet before its rows: a merged area hides the cells
// below it, yet stands after them in the file, and so do the filter and the links.
type survey struct {
	ordered bool // rows ascend
	merges  []table.Area
	filter  *table.Area
	links   []link
	columns []bool // hidden ones; nil for none
	whole   []byte // the decoded part, if it is small
}

type link struct {
	area         table.Area
	id, location string
}

func (s *survey) hiddenColumn(col int) bool { return s.columns != nil && s.columns[col] }

// surveySheet reads a sheet's part once, to its end; one of up to whole bytes is kept.
func surveySheet(a *parts.Archive, part string, whole uint64) (*survey, error) {
	s := &survey{ordered: true}
	r, done, err := a.OpenXML(part)
	if err != nil {
		return nil, err
	}
	defer done()
	if a.Size(part) <= whole {
		if s.whole, err = io.ReadAll(r); err != nil {
			return nil, err
		}
		r = bytes.NewReader(s.whole)
	}
	skim := newSkimmer(r)
	err = s.scan(skim)
	if !skim.odd {
		s.ordered = skim.ordered
		if err != nil {
			return nil, &lineError{line: skim.line, err: err}
		}
		return s, nil
	}
	return surveyStrictly(a, part, s.whole)
}

// surveyStrictly reads a part whose rows cannot be told from the bytes alone.
func surveyStrictly(a *parts.Archive, part string, whole []byte) (*survey, error) {
	s := &survey{ordered: true, whole: whole}
	if whole != nil {
		return s, s.scan(bytes.NewReader(whole))
	}
	r, done, err := a.OpenXML(part)
	if err != nil {
		return nil, err
	}
	defer done()
	return s, s.scan(r)
}

// scan reads what stands around the rows, and the numbers of those that r passes on.
func (s *survey) scan(r io.Reader) error {
	sc := xmlscan.New(r)
	line := 0
	for {
		kind, err := sc.Next()
		if err != nil {
			return &lineError{line: line, err: err}
		}
		switch {
		case kind == xmlscan.EOF:
			return nil
		case kind != xmlscan.Start:
			continue
		}
		switch sc.Depth() {
		case 1:
			if err := worksheet(sc); err != nil {
				return err
			}
		case 2:
			s.second(sc)
		case 3:
			if string(sc.Local()) == "row" {
				before := line
				if n, ok := lineOf(sc); ok {
					line = n
				} else {
					line++
				}
				if line <= before {
					s.ordered = false
				}
				continue
			}
			if err := s.third(sc); err != nil {
				return err
			}
		}
	}
}

// lineOf returns the number that a row gives itself; ok is false for none or one that no
// line has.
func lineOf(sc *xmlscan.Scanner) (n int, ok bool) {
	v, has := sc.Attr("r")
	if !has {
		return 0, false
	}
	n, ok = parseUint(v)
	return n, ok && n >= 1
}

// parseUint reads decimal digits and nothing else, up to nine of them.
func parseUint(b []byte) (n int, ok bool) {
	if len(b) == 0 || len(b) > 9 {
		return 0, false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

func (s *survey) second(sc *xmlscan.Scanner) {
	if string(sc.Local()) == "autoFilter" {
		if area, ok := parseArea(parts.Attr(sc, "ref")); ok {
			s.filter = &area
		}
	}
}

func (s *survey) third(sc *xmlscan.Scanner) error {
	switch string(sc.Local()) {
	case "col":
		if !truth(parts.Attr(sc, "hidden")) && !zero(parts.Attr(sc, "width")) {
			return nil
		}
		from, okFrom := parseUint([]byte(parts.Attr(sc, "min")))
		to, okTo := parseUint([]byte(parts.Attr(sc, "max")))
		if !okFrom || !okTo || from < 1 || from > to {
			return nil
		}
		if s.columns == nil {
			s.columns = make([]bool, maxCol)
		}
		for c := from - 1; c < min(to, maxCol); c++ {
			s.columns[c] = true
		}
	case "mergeCell":
		area, ok := parseArea(parts.Attr(sc, "ref"))
		if !ok || area.FirstLine == area.LastLine && area.FirstCol == area.LastCol {
			return nil
		}
		if len(s.merges) >= maxAreas {
			return &table.LimitError{Limit: "merges", Value: maxAreas}
		}
		s.merges = append(s.merges, area)
	case "hyperlink":
		if area, ok := parseArea(parts.Attr(sc, "ref")); ok && len(s.links) < maxNotes {
			id, _ := sc.AttrLocal("id")
			s.links = append(s.links, link{area: area, id: string(id), location: parts.Attr(sc, "location")})
		}
	}
	return nil
}

// sortMerges orders the merged areas by their first line.
func (s *survey) sortMerges() {
	sort.SliceStable(s.merges, func(i, k int) bool {
		a, b := s.merges[i], s.merges[k]
		if a.FirstLine != b.FirstLine {
			return a.FirstLine < b.FirstLine
		}
		return a.FirstCol < b.FirstCol
	})
}

// parseArea reads "B2:D5" or "B2".
func parseArea(ref string) (table.Area, bool) {
	if i := strings.LastIndexByte(ref, '!'); i >= 0 {
		ref = ref[i+1:]
	}
	ref = strings.ReplaceAll(ref, "$", "")
	first, last, two := strings.Cut(ref, ":")
	c1, l1, ok1 := parseRef([]byte(first))
	if !two {
		return table.Area{FirstLine: l1, FirstCol: c1, LastLine: l1, LastCol: c1}, ok1
	}
	c2, l2, ok2 := parseRef([]byte(last))
	a := table.Area{FirstLine: min(l1, l2), FirstCol: min(c1, c2), LastLine: max(l1, l2), LastCol: max(c1, c2)}
	return a, ok1 && ok2
}

// parseRef reads a cell's reference; the column counts from 0, the line from 1.
func parseRef(b []byte) (col, line int, ok bool) {
	i := 0
	for i < len(b) && i < 4 {
		c := b[i] | 0x20
		if c < 'a' || c > 'z' {
			break
		}
		col = col*26 + int(c-'a') + 1
		i++
	}
	line, ok = parseUint(b[i:])
	return col - 1, line, ok && col >= 1 && col <= maxCol && line >= 1 && line <= maxLine
}

// A lineError says near which line of a sheet something is wrong.
type lineError struct {
	line int
	err  error
}

func (e *lineError) Error() string { return e.err.Error() }
func (e *lineError) Unwrap() error { return e.err }

// zero reports whether an attribute is a number that is nought: such a width hides a column.
func zero(attr string) bool {
	v, err := strconv.ParseFloat(attr, 64)
	return err == nil && v == 0
}
