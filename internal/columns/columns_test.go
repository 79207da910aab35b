package columns_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/columns"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/windows"
)

// A sheet is a table written by hand: cells parted by "|", "" a blank line.
type sheet struct {
	shape  table.Shape
	lines  []string
	merges []table.Area
}

func (s sheet) Read(_ context.Context, _ table.Source, _ table.Options, e *table.Emitter) error {
	if err := e.Table(&table.Table{Name: "Sheet", Shape: s.shape, Merges: s.merges}); err != nil {
		return err
	}
	for i, l := range s.lines {
		r := &table.Row{Line: i + 1}
		for c, text := range strings.Split(l, "|") {
			if text != "" {
				r.Cells = append(r.Cells, table.Cell{Text: text, Col: int32(c)})
			}
		}
		if _, err := e.Row(r); err != nil {
			return err
		}
	}
	return nil
}

func collect(t testing.TB, s sheet) *table.Document {
	t.Helper()
	doc, err := table.Collect(context.Background(), s, "xlsx", table.Source{Name: "test", Data: bytes.NewReader(nil)}, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func load(t testing.TB, yaml string) *task.Task {
	t.Helper()
	tk, err := task.Load("task.yaml", []byte(yaml))
	if err != nil {
		t.Fatal(err)
	}
	return tk
}

// answers returns all answers over windows of at most rows core rows, one item a line.
func answers(t testing.TB, doc *table.Document, tk *task.Task, opt windows.Options) string {
	t.Helper()
	st := structure.Analyse(doc)
	a := columns.New(st, tk)
	var out strings.Builder
	var keys []string
	lists := map[string][]string{}
	for w := range windows.Split(st, opt, nil) {
		dec := json.NewDecoder(bytes.NewReader(a.Answer(w)))
		if _, err := dec.Token(); err != nil {
			t.Fatal(err)
		}
		for dec.More() {
			k, err := dec.Token()
			if err != nil {
				t.Fatal(err)
			}
			var items []json.RawMessage
			if err := dec.Decode(&items); err != nil {
				t.Fatal(err)
			}
			if _, ok := lists[k.(string)]; !ok {
				keys = append(keys, k.(string))
				lists[k.(string)] = nil
			}
			for _, it := range items {
				lists[k.(string)] = append(lists[k.(string)], string(it))
			}
		}
	}
	for _, k := range keys {
		for _, it := range lists[k] {
			fmt.Fprintf(&out, "%s %s\n", k, it)
		}
	}
	return out.String()
}

// TestAnswers compares the answers to the documents of testdata: a task, the lines of a sheet and the answers in one window,
// parted by lines of "---".
func TestAnswers(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d cases in testdata, %v", len(files), err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			parts := strings.Split(string(data), "\n---\n")
			if len(parts) != 3 {
				t.Fatalf("%d parts", len(parts))
			}
			s := sheet{lines: strings.Split(parts[1], "\n")}
			if strings.Contains(f, "csv") {
				s.shape = table.File
			}
			tk := load(t, parts[0])
			got := answers(t, collect(t, s), tk, windows.Options{Rows: 500, Overlap: 3})
			if os.Getenv("ROWPROOF_UPDATE") != "" {
				if err := os.WriteFile(f, []byte(parts[0]+"\n---\n"+parts[1]+"\n---\n"+got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if strings.TrimSpace(got) != strings.TrimSpace(parts[2]) {
				t.Errorf("answers\n%s\nwant\n%s", got, parts[2])
			}
			// the records do not depend on how the document is cut
			for rows := 1; rows <= 7; rows++ {
				cut := answers(t, collect(t, s), tk, windows.Options{Rows: rows, Overlap: 3})
				if a, b := withoutOther(got), withoutOther(cut); a != b {
					t.Errorf("in windows of %d rows\n%s\nwant\n%s", rows, b, a)
				}
			}
		})
	}
}

func withoutOther(s string) string {
	var out []string
	for _, l := range strings.Split(s, "\n") {
		if !strings.HasPrefix(l, "other ") {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}
