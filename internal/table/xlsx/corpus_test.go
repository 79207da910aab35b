package xlsx

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
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

// A tally counts the cells of a comparison: equal, and different by class.
type tally struct {
	equal   int
	classes map[string]int
	others  []string // places of what no class explains
}

func (y *tally) differ(class, place string) {
	if y.classes == nil {
		y.classes = map[string]int{}
	}
	y.classes[class]++
	if class == "unexplained" {
		y.others = append(y.others, place)
	}
}

func (y *tally) String() string {
	names := make([]string, 0, len(y.classes))
	for c := range y.classes {
		names = append(names, c)
	}
	sort.Strings(names)
	different := 0
	var b strings.Builder
	for _, c := range names {
		different += y.classes[c]
		fmt.Fprintf(&b, "; %s: %d", c, y.classes[c])
	}
	return fmt.Sprintf("%d of %d cells equal (%.2f %%)%s", y.equal, y.equal+different, 100*float64(y.equal)/float64(max(y.equal+different, 1)), b.String())
}

func corpusWorkbooks(t *testing.T) []string {
	t.Helper()
	dir := corpus(t)
	var files []string
	for _, f := range []string{"spreadsheets", "property", "spreadsheets_faults"} {
		found, err := filepath.Glob(filepath.Join(dir, f, "*.xls[xm]"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			if !strings.Contains(file, "_password") { // an encrypted one is read by TestFaults
				files = append(files, file)
			}
		}
	}
	if len(files) < 60 {
		t.Fatalf("only %d workbooks in the corpus", len(files))
	}
	return files
}

// TestAgainstExcel compares the texts with the CSV that Excel itself saved.
func TestAgainstExcel(t *testing.T) {
	var y tally
	for _, file := range corpusWorkbooks(t) {
		raw, err := os.ReadFile(file + ".excel.json")
		if err != nil {
			continue
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
		doc, err := readFile(t, file, table.Options{Hidden: true})
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		grids := gridsOf(doc)
		for _, s := range v.Sheets {
			if s.Index < len(grids) {
				compareExcel(&y, filepath.Base(file)+" "+doc.Tables[s.Index].Name, grids[s.Index], gridOf(s.Rows))
			}
		}
	}
	t.Log(&y)
	for _, o := range y.others {
		t.Log(o)
	}
	if y.equal < 7000 || len(y.others) > 0 {
		t.Errorf("%d cells equal, %d unexplained", y.equal, len(y.others))
	}
}

// compareExcel compares two sheets; Excel's starts at its used range. A row that only one of them has
// is a class of its own: one CSV was saved from an earlier edition of its workbook.
func compareExcel(y *tally, name string, ours, theirs grid) {
	ol, oc := ours.start()
	tl, tc := theirs.start()
	shift := ol - tl
	last := 0
	for l := range theirs {
		last = max(last, l)
	}
	for l := 0; l <= last; l++ {
		row, ok := theirs[l]
		if !ok {
			continue
		}
		if !sameRow(ours[l+shift], row, oc-tc) && sameRow(ours[l+shift+1], row, oc-tc) && len(row) > 1 {
			for range ours[l+shift] {
				y.differ("row of another edition", "")
			}
			shift++
		}
		mine := ours[l+shift]
		for c, want := range row {
			got := mine[c+oc-tc]
			if got == want {
				y.equal++
				continue
			}
			place := fmt.Sprintf("%s!%s%d", name, table.ColumnName(c+oc-tc), l+shift+1)
			class := excelClass(got, want)
			for _, e := range explained {
				if strings.HasPrefix(place, e.place) {
					class = e.class
				}
			}
			y.differ(class, fmt.Sprintf("%s!%s%d: ours %q, Excel's %q", name, table.ColumnName(c+oc-tc), l+shift+1, got, want))
		}
	}
}

// explained are differences that were looked at one by one.
var explained = []struct{ place, class string }{
	{"poi__NumberFormatTests.xlsx Tests!A33", "row of another edition"},
	{"poi__NumberFormatTests.xlsx Tests!B33", "row of another edition"},
	{"poi__NumberFormatTests.xlsx Tests!C33", "row of another edition"},
	{"poi__NumberFormatTests.xlsx Tests!D33", "row of another edition"},
	{"test_files__formula_stress_test.xlsx Date!B6", "computed anew when the CSV was saved (NOW)"},
	{"test_files__formula_stress_test.xlsx Date!B7", "computed anew when the CSV was saved (TODAY)"},
	{"test_files__formula_stress_test.xlsx Information!B3", "computed anew when the CSV was saved (INFO)"},
	{"test_files__formula_stress_test.xlsx Math!B46", "computed anew when the CSV was saved (RAND)"},
	{"test_files__formula_stress_test.xlsx Math!B47", "computed anew when the CSV was saved (RANDBETWEEN)"},
	{"test_files__formula_stress_test.xlsx Text!C38", "control characters dropped here"},
}

func sameRow(ours, theirs map[int]string, shift int) bool {
	for c, v := range theirs {
		if ours[c+shift] != v {
			return false
		}
	}
	return len(theirs) > 0
}

var shortYear = regexp.MustCompile(`^(\d+/\d+/)\d\d(\d\d)$`)

func excelClass(got, want string) string {
	switch {
	case strings.Trim(want, "#") == "":
		return "a date before 1900, which Excel fills with #"
	case shortYear.ReplaceAllString(got, "$1$2") == want:
		return "the Mac's short date has a year of two digits"
	case strings.Contains(want, "_"):
		return "letters that the CSV could not hold"
	}
	return "unexplained"
}

// TestAgainstSecondReader compares what each cell stores or prints with the values of a
// second reader, which kept at most 300 rows of a sheet.
func TestAgainstSecondReader(t *testing.T) {
	var y tally
	for _, file := range corpusWorkbooks(t) {
		raw, err := os.ReadFile(file + ".grid.json")
		if err != nil {
			continue
		}
		var v struct {
			Sheets []struct {
				Name   string  `json:"name"`
				Values [][]any `json:"values"`
			} `json:"sheets"`
		}
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		doc, err := readFile(t, file, table.Options{Hidden: true})
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		for _, s := range v.Sheets {
			for i := range doc.Tables {
				if doc.Tables[i].Name == s.Name {
					compareValues(&y, filepath.Base(file), doc, i, s.Values)
				}
			}
		}
	}
	t.Log(&y)
	for i, o := range y.others {
		if i == 20 {
			break
		}
		t.Log(o)
	}
	if y.equal < 30_000 || len(y.others) > 0 {
		t.Errorf("%d cells equal, %d unexplained", y.equal, len(y.others))
	}
}

func compareValues(y *tally, file string, doc *table.Document, index int, values [][]any) {
	cells := map[[2]int]*table.Cell{}
	for n := doc.Tables[index].First; n < doc.Tables[index].End; n++ {
		r := &doc.Rows[n]
		for i := range r.Cells {
			cells[[2]int{r.Line - 1, int(r.Cells[i].Col)}] = &r.Cells[i]
		}
	}
	for l, row := range values {
		for c, want := range row {
			cell := cells[[2]int{l, c}]
			delete(cells, [2]int{l, c})
			if want == nil || want == "" {
				if cell != nil && strings.TrimSpace(cell.Text) != "" {
					y.differ(valueClass(cell, want), fmt.Sprintf("%s %s!%s%d: ours %q, theirs nothing", file, doc.Tables[index].Name, table.ColumnName(c), l+1, cell.Text))
				}
				continue
			}
			if cell != nil && sameValue(cell, want) {
				y.equal++
				continue
			}
			got := table.Cell{}
			if cell != nil {
				got = *cell
			}
			y.differ(valueClass(&got, want), fmt.Sprintf("%s %s!%s%d: ours %q (%q), theirs %v", file, doc.Tables[index].Name, table.ColumnName(c), l+1, got.Text, got.Stored, want))
		}
	}
	for at, c := range cells {
		if at[0] < len(values) && strings.TrimSpace(c.Text) != "" {
			y.differ(valueClass(c, nil), fmt.Sprintf("%s %s!%s%d: ours %q, theirs nothing", file, doc.Tables[index].Name, table.ColumnName(at[1]), at[0]+1, c.Text))
		}
	}
}

// sameValue reports whether a cell stores or prints what another reader read.
func sameValue(c *table.Cell, want any) bool {
	switch w := want.(type) {
	case float64:
		got, err := strconv.ParseFloat(c.Stored, 64)
		return err == nil && (got == w || math.Abs(got-w) <= 1e-12*math.Abs(w))
	case bool:
		return c.Stored == strconv.FormatBool(w)
	case string:
		clean, _, _ := table.CleanText(w)
		text := strings.TrimSpace(clean)
		if strings.TrimSpace(c.Text) == text || c.Stored == text {
			return true
		}
		day := strings.TrimSuffix(strings.Replace(text, " ", "T", 1), "T00:00:00")
		return c.Kind == table.Date && (c.Stored == day || c.Stored == "T"+day || sameSecond(c.Stored, day))
	}
	return false
}

// sameSecond compares two times but for fractions of a second, which the other reader cuts.
func sameSecond(a, b string) bool {
	a, _, _ = strings.Cut(a, ".")
	b, _, _ = strings.Cut(b, ".")
	return a != "" && a == b
}

func valueClass(c *table.Cell, want any) string {
	text, _ := want.(string)
	switch {
	case c.Text == "" && strings.TrimSpace(text) == "":
		return "blanks alone"
	case c.Kind == table.Number && strings.HasPrefix(c.Stored, "-") && strings.HasPrefix(text, "18"):
		return "a day before 1900, which is kept as a number here"
	case c.Kind == table.Number && c.Stored == "0" && text == "00:00:00":
		return "the day 0, which is kept as a number here"
	case strings.Contains(text, "_x0007_"):
		return "control characters dropped here"
	case c.Kind == table.Number && strings.Contains(text, "day"):
		return "an elapsed time, which is kept as a number here"
	case c.Flags&table.Uncached != 0:
		return "a formula without a saved value"
	case c.Kind == table.Date && want != nil:
		return "a format of day codes that the other reader takes for no date"
	}
	return "unexplained"
}
