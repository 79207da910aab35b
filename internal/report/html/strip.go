package html

import (
	"fmt"

	"github.com/rowproof/rowproof/internal/verdict"
)

// A Strip is the ledger drawn over the whole document.
type Strip struct {
	Width  int
	Runs   []StripRun
	Marks  []StripMark
	Legend []LegendItem
	Quiet  bool // too many runs to stop at each with the keyboard
}

// A StripRun is consecutive rows of one class.
type StripRun struct {
	X, W, Mid float64
	Class     string
	Letter    string // empty where it would not fit
	Href      string
	Says      string
}

// A StripMark is an entry that is held or refused, on the lane below.
type StripMark struct {
	X, W    float64
	Verdict string
	Href    string
	Says    string
}

// A LegendItem explains one class.
type LegendItem struct {
	Class, Letter, Name, Means string
	Count                      int
	Href                       string
}

const (
	stripWidth = 1000
	mostRuns   = 1500 // above it neighbouring rows share a run
	quietRuns  = 40
)

func letter(c verdict.Class) string {
	return [...]string{"U", "R", "D", "H", "S", "T", "N", "F"}[c]
}

var classMeans = [...]string{
	"nothing accounts for it", "carries a record", "carries document fields only", "heading of columns or of a part",
	"heading of a section", "total or subtotal", "text beside the records", "page number, running head",
}

func (s *site) strip() *Strip {
	rows := s.h.rows
	if len(rows) == 0 {
		return nil
	}
	out := &Strip{Width: stripWidth}
	step := (len(rows) + mostRuns - 1) / mostRuns
	unit := float64(stripWidth) / float64(len(rows))
	first := map[verdict.Class]int{}
	for i := 0; i < len(rows); {
		c := s.worst(i, min(i+step, len(rows)))
		j := min(i+step, len(rows))
		for j < len(rows) {
			next := min(j+step, len(rows))
			if s.worst(j, next) != c {
				break
			}
			j = next
		}
		if _, ok := first[c]; !ok {
			first[c] = i
		}
		run := StripRun{X: float64(i) * unit, W: float64(j-i) * unit, Class: c.String(), Href: s.rowHref(i, onIndex),
			Says: fmt.Sprintf("%s: %s", rowsText(i, j-1), c)}
		run.Mid = run.X + run.W/2
		if run.W >= 16 {
			run.Letter = letter(c)
		}
		out.Runs = append(out.Runs, run)
		i = j
	}
	out.Quiet = len(out.Runs) > quietRuns
	s.stripMarks(out, unit)
	for _, c := range verdict.Classes {
		if n := s.sum.Counts.Classes[c.String()]; n > 0 {
			item := LegendItem{Class: c.String(), Letter: letter(c), Name: c.String(), Means: classMeans[c], Count: n}
			if at, ok := first[c]; ok {
				item.Href = s.rowHref(at, onIndex)
			}
			out.Legend = append(out.Legend, item)
		}
	}
	return out
}

// worst is the class that a few rows are drawn as: uncovered if one of them is, else the
// class of the first.
func (s *site) worst(first, end int) verdict.Class {
	for i := first; i < end; i++ {
		if s.h.rows[i].Class == verdict.Uncovered.String() {
			return verdict.Uncovered
		}
	}
	c, _ := verdict.ParseClass(s.h.rows[first].Class)
	return c
}

func (s *site) stripMarks(out *Strip, unit float64) {
	const most = 1000
	for i := range s.h.entries {
		e := &s.h.entries[i]
		if e.Verdict != "held" && e.Verdict != "refused" || len(e.Rows) == 0 || len(out.Marks) == most {
			continue
		}
		first, _ := e.Own()
		last := first
		for _, n := range e.Rows {
			if n == last+1 {
				last = n
			}
		}
		out.Marks = append(out.Marks, StripMark{X: float64(first) * unit, W: max(2, float64(last-first+1)*unit), Verdict: e.Verdict,
			Href: s.entryHref(i, onIndex), Says: fmt.Sprintf("%s, %s: %s", e.ID, rowsText(first, last), e.Verdict)})
	}
}

func rowsText(first, last int) string {
	if first == last {
		return fmt.Sprintf("row %d", first)
	}
	return fmt.Sprintf("rows %d–%d", first, last)
}
