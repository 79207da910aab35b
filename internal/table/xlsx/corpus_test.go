package xlsx

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
)

// corpus returns the folder of real files, or skips the test.
func corpus(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("ROWPROOF_CORPUS"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		found := filepath.Join(dir, "shared", "corpus")
		if st, err := os.Stat(found); err == nil && st.IsDir() {
			return found
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skip("no corpus: set ROWPROOF_CORPUS to the folder of real files")
		}
		dir = up
	}
}

// A grid is a sheet's texts by line and column, as another program gave them.
type grid map[int]map[int]string

func gridOf(rows [][]any) grid {
	g := grid{}
	for i, row := range rows {
		for k, v := range row {
			if s := strings.TrimSpace(strings.ReplaceAll(fmt.Sprint(v), "\r\n", "\n")); s != "" && v != nil {
				if g[i] == nil {
					g[i] = map[int]string{}
				}
				g[i][k] = s
			}
		}
	}
	return g
}

// start returns the first line and column that hold text.
func (g grid) start() (line, col int) {
	line, col = 1<<30, 1<<30
	for l, row := range g {
		line = min(line, l)
		for c := range row {
			col = min(col, c)
		}
	}
	return line, col
}

func gridsOf(doc *table.Document) []grid {
	out := make([]grid, len(doc.Tables))
	for i := range out {
		out[i] = grid{}
	}
	for i := range doc.Rows {
		r := &doc.Rows[i]
		row := map[int]string{}
		for _, c := range r.Cells {
			if s := strings.TrimSpace(c.Text); s != "" {
				row[int(c.Col)] = s
			}
		}
		if len(row) > 0 {
			out[r.Table][r.Line-1] = row
		}
	}
	return out
}

type difference struct{ place, ours, theirs string }

// compareGrids counts equal cells and lists the others; shift moves theirs to our first cell.
func compareGrids(name string, ours, theirs grid, shift bool) (equal int, diffs []difference) {
	dl, dc := 0, 0
	if shift {
		ol, oc := ours.start()
		tl, tc := theirs.start()
		dl, dc = ol-tl, oc-tc
	}
	seen := map[[2]int]bool{}
	for l, row := range theirs {
		for c, want := range row {
			at := [2]int{l + dl, c + dc}
			seen[at] = true
			if got := ours[at[0]][at[1]]; got == want {
				equal++
			} else {
				diffs = append(diffs, difference{fmt.Sprintf("%s!%s%d", name, table.ColumnName(at[1]), at[0]+1), got, want})
			}
		}
	}
	for l, row := range ours {
		for c, got := range row {
			if !seen[[2]int{l, c}] {
				diffs = append(diffs, difference{fmt.Sprintf("%s!%s%d", name, table.ColumnName(c), l+1), got, ""})
			}
		}
	}
	sort.Slice(diffs, func(i, k int) bool { return diffs[i].place < diffs[k].place })
	return equal, diffs
}

func TestAgainstGrids(t *testing.T) {
	dir := corpus(t)
	var files []string
	for _, f := range []string{"spreadsheets", "property"} {
		found, err := filepath.Glob(filepath.Join(dir, f, "*.xls[xm]"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 30 {
		t.Fatalf("only %d workbooks in the corpus", len(files))
	}
	equalExcel, diffExcel, equalOffice, diffOffice := 0, 0, 0, 0
	for _, f := range files {
		doc, err := readFile(t, f, table.Options{Hidden: true})
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(f), err)
			continue
		}
		grids := gridsOf(doc)
		if e, d, ok := againstExcel(t, f, doc, grids); ok {
			equalExcel, diffExcel = equalExcel+e, diffExcel+d
		}
		if e, d, ok := againstOffice(t, f, doc, grids); ok {
			equalOffice, diffOffice = equalOffice+e, diffOffice+d
		}
	}
	t.Logf("Excel's own CSV: %d cells equal, %d not; the second reader's grid: %d equal, %d not", equalExcel, diffExcel, equalOffice, diffOffice)
}

func againstExcel(t *testing.T, file string, doc *table.Document, ours []grid) (equal, diff int, ok bool) {
	raw, err := os.ReadFile(file + ".excel.json")
	if err != nil {
		return 0, 0, false
	}
	var v struct {
		Sheets []struct {
			Index int     `json:"sheet_index"`
			Rows  [][]any `json:"rows"`
		} `json:"sheets"`
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	for _, s := range v.Sheets {
		if s.Index >= len(ours) {
			continue
		}
		e, d := compareGrids(doc.Tables[s.Index].Name, ours[s.Index], gridOf(s.Rows), true)
		equal, diff = equal+e, diff+len(d)
		show(t, "excel", file, d)
	}
	return equal, diff, true
}

func againstOffice(t *testing.T, file string, doc *table.Document, ours []grid) (equal, diff int, ok bool) {
	raw, err := os.ReadFile(file + ".grid.json")
	if err != nil {
		return 0, 0, false
	}
	var v struct {
		Sheets []struct {
			Name  string  `json:"name"`
			Shown [][]any `json:"shown_by_libreoffice"`
		} `json:"sheets"`
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	for _, s := range v.Sheets {
		if len(s.Shown) == 0 {
			continue
		}
		for i := range doc.Tables {
			if doc.Tables[i].Name != s.Name {
				continue
			}
			e, d := compareGrids(s.Name, ours[i], gridOf(s.Shown), false)
			equal, diff = equal+e, diff+len(d)
			show(t, "office", file, d)
		}
	}
	return equal, diff, true
}

func show(t *testing.T, judge, file string, d []difference) {
	if !testing.Verbose() {
		return
	}
	for i, x := range d {
		if i == 400 {
			t.Logf("%s %s: %d more", judge, filepath.Base(file), len(d)-i)
			break
		}
		t.Logf("%s %s %s: ours %.60q theirs %.60q", judge, filepath.Base(file), x.place, x.ours, x.theirs)
	}
}
