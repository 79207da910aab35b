package open

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

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

// most is the memory that the whole test may take.
const most = 512 << 10 // in kB

// TestCorpusOpens opens every table file of the corpus, hostile ones too: it is read, or refused with
// what is wrong, in bounded time and memory.
func TestCorpusOpens(t *testing.T) {
	dir := corpus(t)
	read, refused := 0, 0
	for _, folder := range []string{"spreadsheets", "property", "spreadsheets_faults", "hostile"} {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !slices.Contains([]string{".xlsx", ".xlsm", ".xls", ".xlsb", ".ods", ".csv", ".html"}, extension(e.Name())) || strings.HasSuffix(e.Name(), ".clean.csv") || strings.HasSuffix(e.Name(), ".truth.csv") {
				continue
			}
			name := folder + "/" + e.Name()
			raw, err := os.ReadFile(filepath.Join(dir, folder, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			_, err = Document(context.Background(), table.Source{Name: e.Name(), Data: strings.NewReader(string(raw)), Size: int64(len(raw))}, table.Options{Limits: table.DefaultLimits()})
			if d := time.Since(start); d > time.Minute {
				t.Errorf("%s takes %s", name, d)
			}
			var u *table.Unreadable
			var l *table.LimitError
			switch {
			case err == nil:
				read++
			case errors.As(err, &u) && u.Cause != "" && u.Code != "", errors.As(err, &l):
				refused++
				t.Logf("%s: %v", name, err)
				if folder == "property" || folder == "spreadsheets" && extension(name) != ".xls" {
					t.Errorf("%s: %v", name, err)
				}
			default:
				t.Errorf("%s: an error of no kind: %v", name, err)
			}
		}
	}
	t.Logf("%d read, %d refused, %d MB at most", read, refused, peak()>>10)
	if read < 70 || refused < 15 {
		t.Errorf("%d read, %d refused", read, refused)
	}
	if p := peak(); p > most {
		t.Errorf("%d kB of memory, at most %d may be", p, most)
	}
}

// peak returns the most memory that the process took, in kB, or 0 where the system does not say.
func peak() int {
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(raw), "VmHWM:")
	n, _ := strconv.Atoi(strings.TrimSpace(strings.SplitN(rest, "kB", 2)[0]))
	return n
}
