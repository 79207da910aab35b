package windows_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/windows"
)

// pages is a document made from a seed: sheets with sections, wrapped records, carried-down
// cells, totals, blank lines, and grids over pages.
type pages struct{ rng *rand.Rand }

func (p pages) Read(_ context.Context, _ table.Source, _ table.Options, e *table.Emitter) error {
	for t := range 1 + p.rng.IntN(3) {
		shape := table.Sheet
		if p.rng.IntN(3) == 0 {
			shape = table.Grid
		}
		if err := e.Table(&table.Table{Name: fmt.Sprintf("T%d", t), Shape: shape, Page: 1, EndPage: 4}); err != nil {
			return err
		}
		line, page := 0, 1
		put := func(cells ...string) {
			line++
			if shape == table.Grid && p.rng.IntN(12) == 0 {
				page++
			}
			r := &table.Row{Line: line, Page: page}
			for c, text := range cells {
				if text != "" {
					r.Cells = append(r.Cells, table.Cell{Text: text, Col: int32(c)})
				}
			}
			if _, err := e.Row(r); err != nil {
				panic(err)
			}
		}
		p.fill(put, &line)
	}
	return nil
}

func (p pages) fill(put func(cells ...string), line *int) {
	put("Portfolio")
	for range 1 + p.rng.IntN(3) {
		*line += p.rng.IntN(3)
		put("Building", "Unit", "Tenant", "Lease end", "Rent")
		sections := p.rng.IntN(2) == 0
		for s := range 1 + p.rng.IntN(4) {
			if sections {
				put(fmt.Sprintf("House %d", s))
			}
			for u := range p.rng.IntN(14) {
				building := ""
				if u == 0 || sections {
					building = fmt.Sprintf("B%d", s)
				}
				if sections {
					building = ""
				}
				put(building, fmt.Sprintf("U-%d", u), "Someone "+strings.Repeat("x", p.rng.IntN(30)), "01/02/2026", fmt.Sprintf("%d.00", 100+u))
				for range p.rng.IntN(3) / 2 {
					put("", "", "and partners")
				}
				if p.rng.IntN(6) == 0 {
					*line++
				}
			}
			put("Total", "", "", "", "900.00")
		}
		*line++
		put("A note below the table.")
	}
}

func document(t testing.TB, seed uint64) *structure.Structure {
	t.Helper()
	doc, err := table.Collect(context.Background(), pages{rand.New(rand.NewPCG(seed, 1))}, "xlsx", table.Source{Name: "t", Data: bytes.NewReader(nil)}, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return structure.Analyse(doc)
}

func options(rng *rand.Rand) windows.Options {
	opt := windows.Options{Rows: 1 + rng.IntN(40), Overlap: rng.IntN(6), BytesPerToken: 2.3}
	if rng.IntN(2) == 0 {
		opt.PromptTokens = 50 + rng.IntN(900)
	}
	if rng.IntN(2) == 0 {
		opt.AnswerTokens, opt.RecordTokens = 100+rng.IntN(3000), 40
	}
	return opt
}

const seeds = 400

// TestSplit proves the guarantees of windows on documents made from seeds.
func TestSplit(t *testing.T) {
	many := 0
	for seed := range uint64(seeds) {
		st := document(t, seed)
		opt := options(rand.New(rand.NewPCG(seed, 2)))
		ws := slices.Collect(windows.Split(st, opt, estimate))
		if again := slices.Collect(windows.Split(st, opt, estimate)); !reflect.DeepEqual(ws, again) {
			t.Fatalf("seed %d: the same input gives other windows", seed)
		}
		if len(ws) > 3 {
			many++
		}
		next := 0
		for i, w := range ws {
			if w.Index != i || w.Core.First != next || w.Core.Len() < 1 {
				t.Fatalf("seed %d: window %d has index %d and core %v, want it to start at %d", seed, i, w.Index, w.Core, next)
			}
			next = w.Core.End
			check(t, seed, st, opt, &w)
		}
		if next != len(st.Doc.Rows) {
			t.Fatalf("seed %d: the cores end at %d of %d", seed, next, len(st.Doc.Rows))
		}
		for n, r := range st.Doc.Rows {
			if r.Number != n {
				t.Fatalf("seed %d: row %d became %d", seed, n, r.Number)
			}
		}
		owners(t, seed, ws, len(st.Doc.Rows), opt.Overlap)
	}
	if many < seeds/2 {
		t.Fatalf("only %d of %d documents took more than three windows", many, seeds)
	}
}

func estimate(r *table.Row) int {
	n := 3
	for i := range r.Cells {
		n += len(r.Cells[i].Text)/3 + 1
	}
	return n
}

// check proves what holds for one window.
func check(t *testing.T, seed uint64, st *structure.Structure, opt windows.Options, w *windows.Window) {
	t.Helper()
	rows := len(st.Doc.Rows)
	if w.Shown.First != max(0, w.Core.First-opt.Overlap) || w.Shown.End != min(rows, w.Core.End+opt.Overlap) {
		t.Fatalf("seed %d: core %v shows %v with an overlap of %d", seed, w.Core, w.Shown, opt.Overlap)
	}
	if !slices.IsSorted(w.Context) || slices.ContainsFunc(w.Context, w.Shown.Contains) {
		t.Fatalf("seed %d: context %v of %v", seed, w.Context, w.Shown)
	}
	if w.Core.Len() > opt.Rows {
		t.Fatalf("seed %d: %d core rows of at most %d", seed, w.Core.Len(), opt.Rows)
	}
	tokens := 0
	for n := range rows {
		if w.Shows(n) {
			tokens += estimate(&st.Doc.Rows[n])
		}
	}
	if w.Core.Len() > 1 && opt.PromptTokens > 0 && tokens > opt.PromptTokens {
		t.Fatalf("seed %d: %d prompt tokens of at most %d in core %v", seed, tokens, opt.PromptTokens, w.Core)
	}
	if w.Core.Len() > 1 && opt.AnswerTokens > 0 && w.Shown.Len()*opt.RecordTokens > opt.AnswerTokens {
		t.Fatalf("seed %d: an answer to %d rows takes more than %d tokens", seed, w.Shown.Len(), opt.AnswerTokens)
	}
	for n := w.Shown.First; n < w.Shown.End; n++ {
		for _, s := range st.Sections(n) {
			if !w.Shows(s) {
				t.Fatalf("seed %d: section %d, open at %d, is not shown in %v", seed, s, n, w.Shown)
			}
		}
		b, ok := st.BlockOf(n)
		if !ok {
			continue
		}
		for _, h := range st.Top(b) {
			if !w.Shows(h) {
				t.Fatalf("seed %d: heading %d of row %d is not shown", seed, h, n)
			}
		}
		for c := b.FirstCol; c < b.EndCol; c++ {
			if from, ok := st.Carried(n, c); ok && !w.Shows(from) {
				t.Fatalf("seed %d: row %d, carried down into %d, is not shown", seed, from, n)
			}
		}
	}
}

// owners proves the guarantee by brute force: any run of at most overlap+1 rows lies whole in the
// window that owns its first row, and what of it lies past that core is seen by the next window with its first row.
func owners(t *testing.T, seed uint64, ws []windows.Window, rows, overlap int) {
	t.Helper()
	for i := range ws {
		for first := ws[i].Core.First; first < ws[i].Core.End; first++ {
			for n := 1; n <= overlap+1 && first+n <= rows; n++ {
				last := first + n - 1
				if !ws[i].Shown.Contains(first) || !ws[i].Shown.Contains(last) {
					t.Fatalf("seed %d: rows %d to %d are not whole in their window %v", seed, first, last, ws[i].Shown)
				}
				for k := i + 1; k < len(ws) && ws[k].Core.First <= last; k++ {
					if !ws[k].Shown.Contains(first) {
						t.Fatalf("seed %d: window %v does not see that row %d continues row %d", seed, ws[k].Shown, last, first)
					}
				}
			}
		}
	}
}

func TestCutsPreferTables(t *testing.T) {
	cut, fit := 0, 0
	for seed := range uint64(seeds) {
		st := document(t, seed)
		opt := windows.Options{Rows: 45, Overlap: 2}
		ends := map[int]bool{}
		for w := range windows.Split(st, opt, nil) {
			ends[w.Core.End] = true
		}
		for i := range st.Blocks {
			b := &st.Blocks[i]
			if b.Last-b.First+1 > opt.Rows {
				continue
			}
			fit++
			for n := b.First + 1; n <= b.Last; n++ {
				if ends[n] {
					cut++
					t.Errorf("seed %d: block of rows %d to %d is cut at %d though it fits", seed, b.First, b.Last, n)
					break
				}
			}
		}
	}
	if fit < 100 || cut > 0 {
		t.Fatalf("%d of %d blocks that fit are cut", cut, fit)
	}
}

func TestHalve(t *testing.T) {
	halved := 0
	for seed := range uint64(50) {
		st := document(t, seed)
		opt := options(rand.New(rand.NewPCG(seed, 2)))
		opt.PromptTokens, opt.AnswerTokens = 0, 0
		for w := range windows.Split(st, opt, nil) {
			parts := windows.Halve(st, opt, w)
			if w.Core.Len() == 1 {
				if parts != nil {
					t.Fatalf("a core of one row was halved: %v", parts)
				}
				continue
			}
			halved++
			if len(parts) != 2 || parts[0].Core.First != w.Core.First || parts[0].Core.End != parts[1].Core.First || parts[1].Core.End != w.Core.End ||
				parts[0].Core.Len() == 0 || parts[1].Core.Len() == 0 {
				t.Fatalf("%v was halved into %v", w.Core, parts)
			}
			for _, p := range parts {
				if p.Index != w.Index || p.Round != w.Round {
					t.Fatalf("a half of window %d of round %d is window %d of round %d", w.Index, w.Round, p.Index, p.Round)
				}
				check(t, seed, st, opt, &p)
			}
		}
	}
	if halved < 100 {
		t.Fatalf("only %d windows were halved", halved)
	}
}

func TestRows(t *testing.T) {
	for seed := range uint64(100) {
		st := document(t, seed)
		rng := rand.New(rand.NewPCG(seed, 3))
		opt := windows.Options{Rows: 1 + rng.IntN(9), Overlap: rng.IntN(4)}
		asked := make([]bool, len(st.Doc.Rows))
		var runs []windows.Span
		for n := 0; n < len(asked); {
			first := n + rng.IntN(8)
			end := min(first+1+rng.IntN(12), len(asked))
			if first >= end {
				break
			}
			runs = append(runs, windows.Span{First: first, End: end})
			for k := first; k < end; k++ {
				asked[k] = true
			}
			n = end + 1
		}
		owned := make([]int, len(asked))
		next, index := 0, 0
		for w := range windows.Rows(st, opt, nil, runs, 2) {
			if w.Round != 2 || w.Index != index || w.Core.First < next {
				t.Fatalf("seed %d: window %+v", seed, w)
			}
			next = w.Core.End
			index++
			check(t, seed, st, opt, &w)
			for n := w.Core.First; n < w.Core.End; n++ {
				owned[n]++
			}
		}
		for n := range asked {
			if asked[n] && owned[n] != 1 {
				t.Fatalf("seed %d: row %d, asked for again, is owned %d times", seed, n, owned[n])
			}
			if !asked[n] && owned[n] > 0 && !near(asked, n, opt.Overlap) {
				t.Fatalf("seed %d: row %d was not asked for", seed, n)
			}
		}
	}
}

// near reports whether row n lies in a gap of at most width rows between rows asked for.
func near(asked []bool, n, width int) bool {
	first, end := n, n+1
	for first > 0 && !asked[first-1] {
		first--
	}
	for end < len(asked) && !asked[end] {
		end++
	}
	return first > 0 && end < len(asked) && end-first <= width
}

func TestSplitIsLazy(t *testing.T) {
	st := document(t, 1)
	calls := 0
	for range windows.Split(st, windows.Options{Rows: 2, PromptTokens: 1000}, func(*table.Row) int { calls++; return 1 }) {
		break
	}
	if calls == 0 || calls > 60 {
		t.Errorf("the first window of %d rows took %d estimates", len(st.Doc.Rows), calls)
	}
}

func TestNothingToSplit(t *testing.T) {
	st := structure.Analyse(&table.Document{})
	for w := range windows.Split(st, windows.Options{Rows: 5}, nil) {
		t.Errorf("a window %v of an empty document", w)
	}
}
