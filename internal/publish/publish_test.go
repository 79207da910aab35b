package publish

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/jsonl"
	"github.com/rowproof/rowproof/internal/report/reporttest"
	"github.com/rowproof/rowproof/internal/verdict"
)

var formats = []Format{JSONL, CSV, XLSX}

func stream(t *testing.T, c reporttest.Case) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Emit(jsonl.New(&b)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func publish(t *testing.T, c reporttest.Case, opt Options) *Outcome {
	t.Helper()
	out, err := Publish(bytes.NewReader(stream(t, c)), opt)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// content is the target as lines of cells, the first being the titles.
func content(t *testing.T, path string) [][]string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	switch filepath.Ext(path) {
	case ".jsonl":
		var out [][]string
		for _, l := range bytes.Split(bytes.TrimSpace(b), []byte("\n")) {
			var o map[string]any
			if err := json.Unmarshal(l, &o); err != nil {
				t.Fatalf("%q: %v", l, err)
			}
			out = append(out, []string{fmt.Sprint(o[colKey])})
		}
		return append([][]string{{colKey}}, out...)
	case ".csv":
		r := csv.NewReader(bytes.NewReader(b))
		r.FieldsPerRecord = -1
		if bytes.Contains(bytes.SplitN(b, []byte("\n"), 2)[0], []byte(";")) {
			r.Comma = ';'
		}
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	f, err := excelize.OpenReader(bytes.NewReader(b), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows(f.GetSheetList()[0])
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func reason(o *Outcome) Reason {
	if len(o.HeldBack) == 0 {
		return ""
	}
	return o.HeldBack[0].Reason
}

func TestARepeatAddsNothing(t *testing.T) {
	for _, f := range formats {
		path := filepath.Join(t.TempDir(), "records."+string(f))
		first := publish(t, reporttest.Schedule(), Options{Target: path})
		if first.Added != 7 || first.Present != 0 || len(first.HeldBack) != 0 {
			t.Fatalf("%s: %+v", f, first)
		}
		if rows := content(t, path); len(rows) != 8 {
			t.Fatalf("%s: %d lines", f, len(rows))
		}
		before, _ := os.ReadFile(path)
		upgraded := reporttest.Schedule()
		upgraded.Run.Program, upgraded.Doc.ID = "extract 9.0.0", strings.Repeat("ab", 32)
		for i, c := range []reporttest.Case{reporttest.Schedule(), upgraded} {
			again := publish(t, c, Options{Target: path})
			if again.Added != 0 || again.Present != 7 || len(again.Differ) != 0 {
				t.Errorf("%s, repeat %d: %+v", f, i, again)
			}
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: a repeat changed the bytes", f)
		}
	}
}

func TestTheSameIdentityFromAnotherFile(t *testing.T) {
	for _, f := range formats {
		path := filepath.Join(t.TempDir(), "records."+string(f))
		publish(t, reporttest.Schedule(), Options{Target: path})
		other := reporttest.Schedule()
		other.Doc.SHA256 = strings.Repeat("cd", 32)
		out := publish(t, other, Options{Target: path})
		if out.Added != 0 || reason(out) != OtherFile || !strings.Contains(out.HeldBack[0].Detail, "7 records") {
			t.Errorf("%s: %+v", f, out)
		}
		next := reporttest.Schedule() // another day is another document
		next.Doc.SHA256 = other.Doc.SHA256
		next.SetValue(1, 0, "2026-12-31")
		if out := publish(t, next, Options{Target: path}); out.Added != 7 {
			t.Errorf("%s: %+v", f, out)
		}
	}
}

// withoutIdentity is the schedule under a task that tells documents apart by their file alone.
func withoutIdentity(file, id string) reporttest.Case {
	c := reporttest.Schedule()
	c.Run.Task.Identity = nil
	c.Doc.SHA256, c.Doc.ID = strings.Repeat(file, 32), strings.Repeat(id, 32)
	return c
}

func TestAnotherDocumentOfTheName(t *testing.T) {
	for _, f := range formats {
		path := filepath.Join(t.TempDir(), "records."+string(f))
		if out := publish(t, withoutIdentity("a1", "01"), Options{Target: path}); out.Added != 7 {
			t.Fatalf("%s: %+v", f, out)
		}
		before, _ := os.ReadFile(path)
		saved := publish(t, withoutIdentity("a2", "01"), Options{Target: path}) // saved again: other bytes, the same document
		if saved.Added != 0 || saved.Present != 7 || len(saved.HeldBack) != 0 {
			t.Errorf("%s: saved again: %+v", f, saved)
		}
		out := publish(t, withoutIdentity("b1", "02"), Options{Target: path})
		if out.Added != 0 || reason(out) != OtherContent || !strings.Contains(out.HeldBack[0].Detail, "7 records") || !strings.Contains(out.HeldBack[0].Hint, "--same-name") {
			t.Errorf("%s: edited: %+v", f, out)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: the target was changed", f)
		}
		renamed := withoutIdentity("b1", "02")
		renamed.Doc.Name = "another.xlsx"
		other := filepath.Join(t.TempDir(), "renamed."+string(f))
		publish(t, withoutIdentity("a1", "01"), Options{Target: other})
		if out := publish(t, renamed, Options{Target: other}); out.Added != 7 {
			t.Errorf("%s: another name: %+v", f, out)
		}
		if out := publish(t, withoutIdentity("b1", "02"), Options{Target: path, SameName: true}); out.Added != 7 {
			t.Errorf("%s: let in: %+v", f, out)
		}
		for _, file := range []string{"a1", "b1"} { // both stand there now, and a repeat adds nothing
			again := publish(t, withoutIdentity(file, map[string]string{"a1": "01", "b1": "02"}[file]), Options{Target: path})
			if again.Added != 0 || again.Present != 7 || len(again.HeldBack) != 0 {
				t.Errorf("%s: %s again: %+v", f, file, again)
			}
		}
	}
}

func TestOnlySoundDocuments(t *testing.T) {
	path := filepath.Join(t.TempDir(), "units.csv")
	if out := publish(t, reporttest.RentRoll(), Options{Target: path}); out.Added != 0 || reason(out) != NotSound {
		t.Errorf("%+v", out)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Error("a target was made for nothing")
	}
	out := publish(t, reporttest.RentRoll(), Options{Target: path, Accepted: true})
	if out.Added != 7 || out.Identity != "landlord=Marlow Court;as_of=2026-05-01" {
		t.Errorf("%+v", out)
	}
	rows := content(t, path)
	if len(rows) != 8 || rows[1][0] != `landlord=Marlow Court;as_of=2026-05-01|rent-roll|unit|building=Block A;unit=A1` {
		t.Errorf("%q", rows)
	}
	for _, l := range rows {
		if strings.Contains(strings.Join(l, ","), "Dental") || strings.Contains(strings.Join(l, ","), "Okafor") {
			t.Errorf("a record that is not accepted: %q", l)
		}
		for _, c := range l {
			if strings.HasPrefix(c, "=") {
				t.Errorf("a cell that runs: %q", c)
			}
		}
	}
}

// TestAFailedQuotePublishesNothing comes before anything is locked or read.
func TestAFailedQuotePublishesNothing(t *testing.T) {
	byFinding, byField := reporttest.Schedule(), reporttest.Schedule()
	byFinding.Result.Findings = []finding.Finding{{Code: finding.QuoteNotOnSegment, Rows: []int{3}, Col: -1, Entry: "property-3"}}
	byField.Result.Entries.Update(4, func(e *verdict.Entry) {
		e.Fields = append(e.Fields, verdict.Field{Name: "clause", Claim: "x", Hint: -1, Code: finding.QuoteCutsWord, Verdict: verdict.Refused})
	})
	for _, c := range []reporttest.Case{byFinding, byField} {
		dir := t.TempDir()
		out := publish(t, c, Options{Target: filepath.Join(dir, "t.jsonl"), Accepted: true})
		if out.Added != 0 || reason(out) != FailedQuote || out.HeldBack[0].Code == "" || out.Identity != "" {
			t.Errorf("%+v", out)
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

func TestWithoutAnAcceptedIdentity(t *testing.T) {
	c := reporttest.Schedule()
	c.Result.Entries.Update(1, func(e *verdict.Entry) { e.Verdict, e.Fields[0].Verdict = verdict.Held, verdict.Held })
	path := filepath.Join(t.TempDir(), "t.csv")
	if out := publish(t, c, Options{Target: path, Accepted: true}); out.Added != 0 || reason(out) != NoIdentity {
		t.Errorf("%+v", out)
	}
	c.Run.Task.Identity = []string{"owner"} // as_of stands in every line of the export all the same
	if out := publish(t, c, Options{Target: path, Accepted: true}); out.Added != 0 || reason(out) != ValueNotSound {
		t.Errorf("%+v", out)
	}
	c = reporttest.Schedule()
	c.Run.Task.Identity = nil
	if out := publish(t, c, Options{Target: path}); out.Added != 7 || out.Identity != "file:"+c.Doc.SHA256 {
		t.Errorf("%+v", out)
	}
}

// TestRecordsWithoutAKey are told apart by their places, so that another reading adds nothing.
func TestRecordsWithoutAKey(t *testing.T) {
	keyless := func() reporttest.Case {
		c := reporttest.Schedule()
		c.Run.Task.Records[1].Key = nil
		return c
	}
	path := filepath.Join(t.TempDir(), "t.csv")
	if out := publish(t, keyless(), Options{Target: path}); out.Added != 7 {
		t.Fatalf("%+v", out)
	}
	if key := content(t, path)[1][0]; !strings.HasSuffix(key, "|property|at=Patrimoine!5:5;1") {
		t.Error(key)
	}
	if out := publish(t, keyless(), Options{Target: path}); out.Added != 0 || out.Present != 7 {
		t.Errorf("%+v", out)
	}
	other := keyless()
	other.Doc.ID = strings.Repeat("0", 64)
	for i := range other.Doc.Rows {
		other.Doc.Rows[i].Line += 3
	}
	if out := publish(t, other, Options{Target: path}); out.Added != 0 || reason(out) != OtherReading {
		t.Errorf("%+v", out)
	}
}

// TestAPlaceIsTheRecordsOwn has records under a section row that all of them cite: a record
// that is accepted later must not take another's key.
func TestAPlaceIsTheRecordsOwn(t *testing.T) {
	roll := func(later bool) reporttest.Case {
		c := reporttest.RentRoll()
		c.Run.Task.Records[1].Key = nil
		if later {
			for i, e := range c.Result.Entries.All() {
				if e.ID == "unit-5" {
					e.Verdict, e.Code = verdict.Accepted, ""
					e.Fields[2] = verdict.Field{Name: "tenant", Value: "Osei Dental Care", Verdict: verdict.Accepted, Hint: -1}
					c.Result.Entries.Set(i, e)
				}
			}
			c.Result.Counts.Claims.Accepted++
			c.Result.Counts.Claims.Held--
		}
		return c
	}
	path := filepath.Join(t.TempDir(), "t.csv")
	opt := Options{Target: path, Accepted: true}
	if out := publish(t, roll(false), opt); out.Added != 7 {
		t.Fatalf("%+v", out)
	}
	out := publish(t, roll(true), opt)
	if out.Added != 1 || out.Present != 7 || len(out.Differ) != 0 {
		t.Errorf("%+v", out)
	}
	rows := content(t, path)
	if last := rows[len(rows)-1]; !strings.HasSuffix(last[0], "|unit|at=Rent Roll!7:7;1") {
		t.Errorf("%q", last)
	}
}

func TestTheSameKeyTwice(t *testing.T) {
	c := reporttest.Schedule()
	c.Run.Task.Records[1].Key = []string{"acquired"}
	c.SetValue(5, 3, c.Result.Entries.At(4).Fields[3].Value)
	out := publish(t, c, Options{Target: filepath.Join(t.TempDir(), "t.jsonl")})
	if out.Added != 6 || reason(out) != KeyTwice || out.HeldBack[0].Entry != c.Result.Entries.At(5).ID {
		t.Errorf("%+v", out)
	}
}

func TestConcurrentPublishers(t *testing.T) {
	const documents, repeats = 4, 3
	for _, f := range formats {
		path := filepath.Join(t.TempDir(), "t."+string(f))
		var wg sync.WaitGroup
		added := make([]int, documents*repeats)
		for i := range added {
			c := reporttest.Schedule()
			c.SetValue(1, 0, fmt.Sprintf("20%02d-12-31", 20+i%documents))
			c.Doc.SHA256 = fmt.Sprintf("%064d", i%documents)
			b := stream(t, c)
			wg.Go(func() {
				out, err := Publish(bytes.NewReader(b), Options{Target: path})
				if err != nil {
					t.Error(err)
					return
				}
				added[i] = out.Added
			})
		}
		wg.Wait()
		total := 0
		for _, n := range added {
			total += n
		}
		keys := map[string]bool{}
		rows := content(t, path)
		for _, l := range rows[1:] {
			keys[l[0]] = true
		}
		if total != 7*documents || len(rows) != 1+7*documents || len(keys) != 7*documents {
			t.Errorf("%s: added %d, %d lines, %d keys", f, total, len(rows), len(keys))
		}
	}
}

// TestMain lets a test run this binary as a publisher that is killed before the rename.
func TestMain(m *testing.M) {
	if path := os.Getenv("ROWPROOF_TEST_CRASH"); path != "" {
		c := reporttest.Schedule()
		var b bytes.Buffer
		if err := c.Emit(jsonl.New(&b)); err != nil {
			os.Exit(1)
		}
		p := &publisher{opt: Options{Target: path}, beforeRename: func() { os.Exit(9) }}
		_, err := p.publish(&b)
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestACrashBeforeTheRename(t *testing.T) {
	for _, f := range formats {
		dir := t.TempDir()
		path := filepath.Join(dir, "t."+string(f))
		old := reporttest.Schedule()
		old.SetValue(1, 0, "2024-12-31")
		old.Doc.SHA256 = strings.Repeat("e", 64)
		publish(t, old, Options{Target: path})
		before, _ := os.ReadFile(path)
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "ROWPROOF_TEST_CRASH="+path)
		if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 9 {
			t.Fatalf("%s: the publisher was not killed: %v", f, err)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: the target changed before the rename", f)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".t.*.part-*")); len(left) != 1 {
			t.Fatalf("%s: the crash left %v", f, left)
		}
		if out := publish(t, reporttest.Schedule(), Options{Target: path}); out.Added != 7 {
			t.Errorf("%s: %+v", f, out)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".t.*.part-*")); len(left) != 0 {
			t.Errorf("%s: still there: %v", f, left)
		}
		if rows := content(t, path); len(rows) != 15 {
			t.Errorf("%s: %d lines", f, len(rows))
		}
	}
}

func TestAnErrorWritesNothing(t *testing.T) {
	whole := stream(t, reporttest.Schedule())
	path := filepath.Join(t.TempDir(), "t.csv")
	cut := whole[:bytes.LastIndex(whole[:len(whole)-1], []byte("\n"))+1]
	if _, err := Publish(bytes.NewReader(cut), Options{Target: path}); err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("a stream that is cut off: %v", err)
	}
	if _, err := Publish(bytes.NewReader(whole), Options{Target: filepath.Join(t.TempDir(), "t.pdf")}); err == nil {
		t.Error("a target of an unknown format")
	}
	if _, err := Publish(bytes.NewReader(whole), Options{Target: filepath.Join(t.TempDir(), "no", "such", "t.csv")}); err == nil {
		t.Error("a folder that does not exist")
	}
	c := reporttest.Schedule()
	c.Run.Task.Export = append(c.Run.Task.Export, report.Column{Title: "Prix", Field: "area"})
	if _, err := Publish(bytes.NewReader(stream(t, c)), Options{Target: path}); err == nil || !strings.Contains(err.Error(), `two columns "Prix"`) {
		t.Errorf("two columns of one title: %v", err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Error("something was written")
	}
}

// TestReadInOneMemory: the stream reuses the memory of its messages, so that what is kept of
// one must be a copy. Two records of a document written and read by the program itself must both be added.
func TestReadInOneMemory(t *testing.T) {
	var c collector
	m := &report.Entry{ID: "a-1", Record: "a", Verdict: "accepted", Fields: []report.Field{{Name: "x", Value: "1"}}}
	if err := c.Entry(m); err != nil {
		t.Fatal(err)
	}
	m.Fields[0].Value = "2"
	if err := c.Entry(m); err != nil {
		t.Fatal(err)
	}
	if got := c.records[0].Fields[0].Value + c.records[1].Fields[0].Value; got != "12" {
		t.Errorf("kept %q, want 12", got)
	}
}
