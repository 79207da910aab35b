package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/model/modeltest"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// everything is a document in which every member has a value.
func everything(t *testing.T) *table.Document {
	t.Helper()
	doc := &table.Document{Name: "a.xlsx", Format: "xlsx", SHA256: "aa", Bytes: 7, Locale: "de-DE"}
	c := &collector{doc}
	e := table.NewEmitter(c, table.Limits{})
	tables := []table.Table{
		{Name: "Empty", Shape: table.Lines},
		{
			Name: "One", Shape: table.Grid, Page: 1, EndPage: 2, Hidden: true, Merges: []table.Area{{FirstLine: 1, LastLine: 2, LastCol: 3}},
			Declared: []table.Declared{{Name: "T", Area: table.Area{FirstLine: 1}, Headings: 1, Totals: 1, Filter: true}},
			Notes:    []table.Note{{Line: 1, Col: 2, Kind: "link", Text: "see <b>"}}, HiddenColumns: []int{3}, HiddenLines: []int{4},
			Headings: []int{0}, Found: "ruled lines", Labels: []string{"A", "B"},
		},
		{Name: "Also empty", Shape: table.Prose},
	}
	for i := range tables {
		if err := e.Table(&tables[i]); err != nil {
			t.Fatal(err)
		}
		if tables[i].Name != "One" {
			continue
		}
		for line := range 3 {
			row := &table.Row{Line: line + 1, Page: 1, Level: 2, Hidden: true, Cells: []table.Cell{
				{Text: "two\nlines & <tags> \u2028", Col: 0}, {Text: "1,5", Stored: "1.5", Format: "0,0", Col: 2, Kind: table.Number, Flags: table.Formula | table.Marked, Box: &table.Box{X0: 1.25, Y0: 2.1, X1: 3, Y1: 4}},
				{Text: "d", Stored: "2026-05-01", Col: 3, Kind: table.Date}, {Text: "b", Stored: "true", Col: 4, Kind: table.Bool}, {Text: "#N/A", Stored: "#N/A", Col: 5, Kind: table.Error, Flags: 0x7f},
			}}
			if _, err := e.Row(row); err != nil {
				t.Fatal(err)
			}
		}
	}
	var err error
	if doc.ID, _, err = e.Close(); err != nil {
		t.Fatal(err)
	}
	doc.Warnings = []table.Warning{{Code: "SOURCE009", Row: 1, Col: 2, Place: "One!A1", Detail: "wide"}}
	doc.Hidden = []table.HiddenPart{{Kind: "rows", Table: "One", Count: 3, Read: true}}
	return doc
}

func TestRowsRoundTrip(t *testing.T) {
	doc := everything(t)
	var b bytes.Buffer
	if err := writeRows(&b, doc); err != nil {
		t.Fatal(err)
	}
	got, err := readRows(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if d := cmp.Diff(doc, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	// A member that the test does not set would prove nothing.
	for _, v := range []any{*doc, doc.Tables[1], doc.Rows[1], doc.Rows[1].Cells[1], doc.Warnings[0], doc.Tables[1].Declared[0], doc.Tables[1].Notes[0]} {
		r := reflect.ValueOf(v)
		for i := range r.NumField() {
			if r.Field(i).IsZero() && r.Type().Field(i).Name != "First" {
				t.Errorf("%s.%s is not set", r.Type(), r.Type().Field(i).Name)
			}
		}
	}
}

func TestRowsRefuse(t *testing.T) {
	doc := everything(t)
	var b bytes.Buffer
	if err := writeRows(&b, doc); err != nil {
		t.Fatal(err)
	}
	whole := b.String()
	for name, change := range map[string]func(string) string{
		"a figure changed":   func(s string) string { return strings.Replace(s, `"1,5"`, `"1,6"`, 1) },
		"a stored figure":    func(s string) string { return strings.Replace(s, `"1.5"`, `"1.6"`, 1) },
		"a row less":         func(s string) string { return strings.Replace(s, `"rows":3`, `"rows":2`, 1) },
		"cut off":            func(s string) string { return s[:len(s)-20] },
		"another version":    func(s string) string { return strings.Replace(s, RowsFormat, "rowproof.rows/9", 1) },
		"another reading":    func(s string) string { return strings.Replace(s, table.CanonicalVersion, "rowproof.document/0", 1) },
		"an unknown key":     func(s string) string { return strings.Replace(s, `"line":`, `"lines":`, 1) },
		"an unknown kind":    func(s string) string { return strings.Replace(s, `"kind":"number"`, `"kind":"num"`, 1) },
		"a table out of way": func(s string) string { return strings.Replace(s, `"n":1,"table":1`, `"n":1,"table":7`, 1) },
		"empty":              func(string) string { return "" },
	} {
		s := change(whole)
		if s == whole {
			t.Fatalf("%s: nothing was changed", name)
		}
		if _, err := readRows(strings.NewReader(s)); err == nil {
			t.Errorf("%s: no error", name)
		} else if !strings.HasPrefix(err.Error(), RowsFile) {
			t.Errorf("%s: %v does not name the file", name, err)
		}
	}
}

func TestFolderOfAnother(t *testing.T) {
	a, b := newRoll(t, 20), newRoll(t, 30)
	in := a.input(t, modeltest.Oracle(a.task, a.truth))
	run(t, in)
	other := b.input(t, modeltest.Oracle(b.task, b.truth))
	other.Folder = in.Folder
	var f *FolderError
	other.How = Resume
	if _, err := Run(t.Context(), other); !errors.As(err, &f) || !strings.Contains(f.Error(), "another document") || f.Hint == "" {
		t.Errorf("another document: %v", err)
	}
	tasked := a.input(t, modeltest.Oracle(a.task, a.truth))
	changed := *a.task
	changed.Source = append([]byte("# changed\n"), changed.Source...)
	tasked.Task, tasked.Folder, tasked.How = &changed, in.Folder, Resume
	if _, err := Run(t.Context(), tasked); !errors.As(err, &f) || !strings.Contains(f.Error(), "another task") {
		t.Errorf("another task: %v", err)
	}
	if _, err := os.Stat(filepath.Join(in.Folder, ReportFile)); err != nil {
		t.Errorf("a refused run touched the folder: %v", err)
	}
	other.How = Fresh
	if res := run(t, other); res.Verdict != verdict.Sound {
		t.Errorf("%s", describe(res))
	}
	if l, err := Load(in.Folder); err != nil || l.Doc.ID != b.doc.ID {
		t.Errorf("%v, %v", l, err)
	}
}

func TestFreshKeepsWhatWasPaid(t *testing.T) {
	r := newRoll(t, 20)
	in := r.input(t, modeltest.Oracle(r.task, r.truth))
	run(t, in)
	paid, err := os.ReadFile(filepath.Join(in.Folder, AnswersFile))
	if err != nil {
		t.Fatal(err)
	}
	run(t, in)
	run(t, in)
	for _, name := range []string{"answers.1.jsonl", "answers.2.jsonl"} {
		b, err := os.ReadFile(filepath.Join(in.Folder, name))
		if err != nil || len(b) != len(paid) {
			t.Errorf("%s: %d bytes, want %d, %v", name, len(b), len(paid), err)
		}
	}
	left, err := filepath.Glob(filepath.Join(in.Folder, "*.tmp"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestOldReportIsGone: the report of an earlier run does not stand for one that did not end.
func TestOldReportIsGone(t *testing.T) {
	r := newRoll(t, 20)
	in := r.input(t, modeltest.Oracle(r.task, r.truth))
	run(t, in)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, in); err == nil {
		t.Fatal("a cancelled run ended well")
	}
	for _, name := range []string{ReportFile, MeasurementsFile} {
		if _, err := os.Stat(filepath.Join(in.Folder, name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUnwritableFolder(t *testing.T) {
	r := newRoll(t, 20)
	in := r.input(t, modeltest.Oracle(r.task, r.truth))
	file := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	in.Folder = filepath.Join(file, "run")
	_, err := Run(t.Context(), in)
	var f *FolderError
	if !errors.As(err, &f) || f.Hint == "" || !strings.Contains(err.Error(), in.Folder) || strings.Count(err.Error(), file) != 1 {
		t.Errorf("%v", err)
	}
}

func TestLoadRefuses(t *testing.T) {
	var f *FolderError
	if _, err := Load(t.TempDir()); !errors.As(err, &f) || f.Hint == "" {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := OpenReport(t.TempDir()); !errors.As(err, &f) || f.Hint == "" {
		t.Errorf("an empty folder: %v", err)
	}
	r := newRoll(t, 20)
	in := r.input(t, modeltest.Oracle(r.task, r.truth))
	run(t, in)
	rc, err := OpenReport(in.Folder)
	if err != nil {
		t.Fatal(err)
	}
	defer rc.Close()
	if b, err := io.ReadAll(rc); err != nil || !bytes.Contains(b, []byte(`"type":"summary"`)) {
		t.Errorf("%v: %.200s", err, b)
	}
	if err := os.Remove(filepath.Join(in.Folder, ReportFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenReport(in.Folder); !errors.As(err, &f) || !strings.Contains(f.Hint, "--resume") {
		t.Errorf("a run without its report: %v", err)
	}
}

func TestJournalSurvives(t *testing.T) {
	path := filepath.Join(t.TempDir(), AnswersFile)
	j, err := openJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			if err := j.add(&claim.Stored{Window: i, Raw: strings.Repeat("r", i*100) + "\n\"\u2028"}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	// A process that died while it wrote leaves a part of a line.
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"window":64,"raw":"` + strings.Repeat("half", 40000)); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if all, err := readAnswers(path); err != nil || len(all) != 64 {
		t.Fatalf("%d answers, %v", len(all), err)
	}
	if j, err = openJournal(path); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.add(&claim.Stored{Window: 64, Raw: "whole"}), j.close()); err != nil {
		t.Fatal(err)
	}
	all, err := readAnswers(path)
	if err != nil || len(all) != 65 || all[64].Raw != "whole" {
		t.Fatalf("%d answers, %v", len(all), err)
	}
	seen := map[int]bool{}
	for _, s := range all[:64] {
		seen[s.Window] = s.Raw == strings.Repeat("r", s.Window*100)+"\n\"\u2028"
	}
	if len(seen) != 64 {
		t.Errorf("%d different answers", len(seen))
	}
	for w, ok := range seen {
		if !ok {
			t.Errorf("answer %d came back differently", w)
		}
	}
	if err := os.WriteFile(path, []byte("{\"window\":1}\nnonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readAnswers(path); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("%v", err)
	}
}

func TestMeasurements(t *testing.T) {
	r := newRoll(t, 60)
	in := r.input(t, modeltest.Lossy{None: 3}.Fake(r.task, r.truth))
	in.Prices = Prices{Input: 1, Output: 2, Currency: "USD"}
	run(t, in)
	b, err := os.ReadFile(filepath.Join(in.Folder, MeasurementsFile))
	if err != nil {
		t.Fatal(err)
	}
	var m Measurements
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	if m.Format != MeasurementsFormat || m.Windows != len(m.Calls) || m.Attempts != m.Windows || len(m.Rounds) < 2 || m.Answerer != "fake:m" {
		t.Errorf("%+v", m)
	}
	if bytes.Contains(b, []byte("Harbour")) {
		t.Error("the measurements quote the document")
	}
}
