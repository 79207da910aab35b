package pdf

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

// corpus returns a folder of real files, or skips the test where there is none.
func corpus(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("ROWPROOF_CORPUS")
	for dir, _ := os.Getwd(); root == ""; dir = filepath.Dir(dir) {
		if try := filepath.Join(dir, "shared", "corpus"); isFolder(try) {
			root = try
		} else if dir == filepath.Dir(dir) {
			t.Skip("no corpus: set ROWPROOF_CORPUS")
		}
	}
	return filepath.Join(root, name)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// TestHumanTruth reads the files of a competition whose truth was made by people, and counts
// rows of which every cell is exactly the true row's.
func TestHumanTruth(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join(corpus(t, "pdf_tables"), "*__[eu][us]-*.pdf"))
	if len(paths) < 20 {
		t.Fatalf("only %d files", len(paths))
	}
	program, err := os.Executable()
	if err != nil {
		t.Skip("the test does not know its own program:", err)
	}
	rows, exact := 0, 0
	for _, path := range paths {
		want := trueRows(t, path+".truth.json")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc := read(t, data, func(o *table.Options) { o.Sandbox = program })
		got := map[string]bool{}
		for i := range doc.Rows {
			got[rowKey(doc.Rows[i].Page, texts(&doc.Rows[i]))] = true
		}
		n := 0
		for _, r := range want {
			if got[r] {
				n++
			}
		}
		t.Logf("%s: %d of %d rows", filepath.Base(path), n, len(want))
		rows, exact = rows+len(want), exact+n
	}
	if share := float64(exact) / float64(rows); share < 0.94 {
		t.Errorf("%d of %d true rows are read exactly, %.3f", exact, rows, share)
	}
}

// trueRows returns the rows of a truth file that print something, in the form of rowKey.
func trueRows(t *testing.T, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Tables []struct {
			Page int
			Rows [][]string
		}
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, tab := range truth.Tables {
		for _, r := range tab.Rows {
			if k := rowKey(tab.Page, r); !strings.HasSuffix(k, ":") {
				out = append(out, k)
			}
		}
	}
	return out
}

func texts(r *table.Row) []string {
	var out []string
	for i := range r.Cells {
		out = append(out, r.Cells[i].Text)
	}
	return out
}

var plain = strings.NewReplacer("\u00ad", "", "−", "-", "–", "-", "—", "-", "’", "'", "‘", "'", "“", `"`, "”", `"`)

var leadingDots = regexp.MustCompile(`[.…]{4,}`)

// rowKey is a row without blanks, case, kinds of dashes and the order of its cells.
func rowKey(page int, cells []string) string {
	var out []string
	for _, c := range cells {
		c = plain.Replace(norm.NFKC.String(c))
		c = strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || r < 0x20 || r >= 0xe000 && r < 0xf900 || r == 0xfffd {
				return -1
			}
			return unicode.ToLower(r)
		}, c)
		if c = leadingDots.ReplaceAllString(c, ""); c != "" {
			out = append(out, c)
		}
	}
	slices.Sort(out)
	return string(rune('0'+page)) + ":" + strings.Join(out, "|")
}

// TestBuildingList compares a list of buildings with the workbook that it was printed from:
// the text of all rows, in order.
func TestBuildingList(t *testing.T) {
	dir := corpus(t, "property")
	data, err := os.ReadFile(filepath.Join(dir, "rgb2csv__2013BronxBldgs.pdf"))
	if err != nil {
		t.Skip("no list of buildings:", err)
	}
	truth, err := os.ReadFile(filepath.Join(dir, "rgb2csv__2013BronxBldgs.pdf.truth.csv"))
	if err != nil {
		t.Fatal(err)
	}
	in := csv.NewReader(bytes.NewReader(truth))
	in.FieldsPerRecord = -1
	want, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Skip("the test does not know its own program:", err)
	}
	doc := read(t, data, func(o *table.Options) { o.Sandbox = program })
	var lines []string
	for i := range doc.Rows {
		lines = append(lines, rowKey(0, []string{strings.Join(texts(&doc.Rows[i]), "")}))
	}
	at, missed := 0, 0
	for _, r := range want[1:] {
		k := rowKey(0, []string{strings.Join(r, "")})
		n := slices.Index(lines[at:], k)
		if n < 0 || n > 200 {
			if missed++; missed < 6 {
				t.Logf("not found in order: %s", k)
			}
			continue
		}
		at += n + 1
	}
	t.Logf("%d of %d rows missed, %d rows read", missed, len(want)-1, len(doc.Rows))
	if missed > 0 {
		t.Errorf("%d of %d rows are not read in order", missed, len(want)-1)
	}
}

// TestHostile reads files made to break readers: each ends in an error that says why, or in
// rows, within its time.
func TestHostile(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join(corpus(t, "hostile"), "*.pdf"))
	if len(paths) < 10 {
		t.Fatalf("only %d files", len(paths))
	}
	program, err := os.Executable()
	if err != nil {
		t.Skip("the test does not know its own program:", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		doc, err := tryRead(data, func(o *table.Options) { o.Sandbox = program; o.Limits.PageTime = 10 * time.Second })
		var u *table.Unreadable
		var l *table.LimitError
		if err != nil && !errors.As(err, &u) && !errors.As(err, &l) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
		if strings.Contains(path, "protected") && (u == nil || u.Code != finding.Encrypted) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
		if doc != nil {
			t.Logf("%s: %d rows, %s, %v", filepath.Base(path), len(doc.Rows), codes(doc), time.Since(start))
		} else {
			t.Logf("%s: %v, %v", filepath.Base(path), err, time.Since(start))
		}
	}
}
