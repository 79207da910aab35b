package html

import (
	"embed"
	"fmt"
	"html/template"
	"slices"
	"strconv"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/verdict"
)

//go:embed templates
var files embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"style":  func() template.CSS { return template.CSS(mustRead("templates/style.css")) },
	"script": func() template.JS { return template.JS(mustRead("templates/script.js")) },
}).ParseFS(files, "templates/*.html"))

func mustRead(name string) string {
	b, err := files.ReadFile(name)
	if err != nil {
		panic(err) // embedded
	}
	return string(b)
}

// A site is one report, in one file or several.
type site struct {
	h       *handler
	sum     *report.Summary
	paged   bool
	marks   map[[2]int][]span // by row and column
	entryAt map[string]int    // index of an entry by its id
	onRow   map[int][]int     // entries by a row that they cite
	size    int               // rows or records of one page
	images  map[int]int       // of the pages that have one, the row beside which it stands
}

// A span is a marked part of a cell: where one or several values stand.
type span struct {
	start, end int
	held       bool // no accepted value stands here
}

const pageSize = 1000

func newSite(h *handler, sum *report.Summary) *site {
	s := &site{h: h, sum: sum, paged: len(h.rows) > h.opt.PageRows, size: pageSize,
		marks: map[[2]int][]span{}, entryAt: make(map[string]int, len(h.entries)), onRow: map[int][]int{}}
	for i := range h.entries {
		e := &h.entries[i]
		s.entryAt[e.ID] = i
		for _, n := range e.Rows {
			s.onRow[n] = append(s.onRow[n], i)
		}
		for k := range e.Fields {
			f := &e.Fields[k]
			for _, ev := range f.Evidence {
				s.mark(ev, f.Verdict != verdict.Accepted.String())
			}
		}
	}
	for i := range sum.Prose {
		for _, ev := range sum.Prose[i].Evidence {
			s.mark(ev, sum.Prose[i].Verdict != verdict.Accepted)
		}
	}
	for k, spans := range s.marks {
		s.marks[k] = join(spans)
	}
	s.images = s.pictured()
	return s
}

// mark keeps evidence that stands in the cells at hand; a span that does not fit its cell
// marks nothing.
func (s *site) mark(e verdict.Evidence, held bool) {
	text, ok := s.cell(e.Row, e.Col)
	if !ok || e.Start < 0 || e.End > len(text) || e.Start >= e.End {
		return
	}
	k := [2]int{e.Row, e.Col}
	s.marks[k] = append(s.marks[k], span{e.Start, e.End, held})
}

func (s *site) cell(row, col int) (string, bool) {
	if row < 0 || row >= len(s.h.rows) {
		return "", false
	}
	cells := s.h.rows[row].Cells
	i, ok := slices.BinarySearchFunc(cells, col, func(c report.Cell, col int) int { return c.Col - col })
	if !ok {
		return "", false
	}
	return cells[i].Text, true
}

// join merges spans that overlap, so that each marked part of a cell is one element.
func join(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	out := spans[:1]
	for _, n := range spans[1:] {
		last := &out[len(out)-1]
		if n.start < last.end {
			last.end = max(last.end, n.end)
			last.held = last.held && n.held
			continue
		}
		out = append(out, n)
	}
	return out
}

// target is the address of evidence: its place on the image of the page, from where its mark
// among the rows is one step; its mark where there is no image; its row where nothing is marked.
func (s *site) target(e verdict.Evidence, from place) string {
	for _, m := range s.marks[[2]int{e.Row, e.Col}] {
		if e.Start >= m.start && e.End <= m.end && e.Start < e.End {
			if at, ok := s.onPicture(e.Row, e.Col, from); ok {
				return at
			}
			return s.onRowPage(e.Row, from) + "#" + markID(e.Row, e.Col, m.start)
		}
	}
	return s.rowHref(e.Row, from)
}

func markID(row, col, start int) string { return fmt.Sprintf("m%d-%d-%d", row, col, start) }

// A place is where a link stands: the first page, or one of the pages in the folder.
type place bool

const (
	onIndex  place = false
	inFolder place = true
)

func rowsName(i int) string    { return fmt.Sprintf("report/rows-%04d.html", i+1) }
func recordsName(i int) string { return fmt.Sprintf("report/records-%04d.html", i+1) }

// path is the way from a page to the file of a name.
func path(name string, from place) string {
	if from == onIndex {
		return name
	}
	if rest, ok := trimFolder(name); ok {
		return rest
	}
	return "../" + name
}

func trimFolder(name string) (string, bool) {
	const folder = "report/"
	if len(name) > len(folder) && name[:len(folder)] == folder {
		return name[len(folder):], true
	}
	return name, false
}

func (s *site) onRowPage(n int, from place) string {
	if !s.paged {
		return ""
	}
	return path(rowsName(n/s.size), from)
}

func (s *site) rowHref(n int, from place) string {
	return s.onRowPage(n, from) + "#r" + strconv.Itoa(n)
}

func (s *site) entryHref(i int, from place) string {
	id := "#e" + strconv.Itoa(i)
	if !s.paged {
		return id
	}
	if s.h.entries[i].Record == verdict.DocumentRecord {
		return path("report.html", from) + id
	}
	return path(recordsName(i/s.size), from) + id
}

func (s *site) rowPages() int    { return (len(s.h.rows) + s.size - 1) / s.size }
func (s *site) recordPages() int { return (len(s.h.entries) + s.size - 1) / s.size }

// A Link is a text that leads somewhere.
type Link struct {
	Href, Text string
	Many       bool // it stands for several rows
}

// rowLinks are the rows as ranges, each a link to its first row; above a number of ranges
// the rest is counted.
func (s *site) rowLinks(rows []int, from place) []Link {
	const most = 12
	sorted := slices.Clone(rows)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	var out []Link
	for i := 0; i < len(sorted); {
		j := i
		for j+1 < len(sorted) && sorted[j+1] == sorted[j]+1 {
			j++
		}
		if len(out) == most {
			out = append(out, Link{Href: s.rowHref(sorted[i], from), Text: fmt.Sprintf("and %d more", len(sorted)-i)})
			break
		}
		out = append(out, Link{Href: s.rowHref(sorted[i], from), Text: report.Ranges(sorted[i : j+1]), Many: j > i})
		i = j + 1
	}
	return out
}
