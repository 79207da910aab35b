package report_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/json"
	"github.com/rowproof/rowproof/internal/report/jsonl"
	"github.com/rowproof/rowproof/internal/report/reporttest"
	"github.com/rowproof/rowproof/internal/verdict"
)

var update = flag.Bool("update", false, "write the golden streams")

func stream(t *testing.T, c *reporttest.Case) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Emit(jsonl.New(&b)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestStreams holds the bytes of the stream: the renderings are tested from these files alone.
func TestStreams(t *testing.T) {
	cases := reporttest.Cases()
	if len(cases) < 4 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		path := filepath.Join("testdata", c.Name+".jsonl")
		got := stream(t, &c)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the stream changed; run with -update and look at the difference", c.Name)
		}
		var again bytes.Buffer
		if err := report.Read(bytes.NewReader(want), jsonl.New(&again)); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if !bytes.Equal(again.Bytes(), want) {
			t.Errorf("%s: a stored stream does not render to its own bytes", c.Name)
		}
	}
}

func TestTeeSendsTheSameToAll(t *testing.T) {
	c := reporttest.Invoice()
	var a, b, j bytes.Buffer
	if err := c.Emit(report.Tee(jsonl.New(&a), json.New(&j), jsonl.New(&b))); err != nil {
		t.Fatal(err)
	}
	if a.Len() == 0 || !bytes.Equal(a.Bytes(), b.Bytes()) || j.Len() == 0 {
		t.Errorf("%d, %d and %d bytes", a.Len(), b.Len(), j.Len())
	}
}

// TestEmitBalances breaks each count in turn.
func TestEmitBalances(t *testing.T) {
	breaks := map[string]func(*verdict.Result){
		"a row more than counted":       func(r *verdict.Result) { r.Counts.Rows-- },
		"a row without a class":         func(r *verdict.Result) { r.Classes = r.Classes[1:] },
		"a class counted for another":   func(r *verdict.Result) { r.Counts.Classes["note"]++; r.Counts.Classes["total"]-- },
		"a row that changed its class":  func(r *verdict.Result) { r.Classes[3] = verdict.OfNote },
		"a claim lost":                  func(r *verdict.Result) { r.Counts.Claims.Made++ },
		"a claim accepted out of order": func(r *verdict.Result) { r.Counts.Claims.Accepted++ },
		"an agreed copy lost":           func(r *verdict.Result) { r.Counts.Claims.Agreed-- },
		"a superseded claim lost":       func(r *verdict.Result) { r.Counts.Claims.Superseded++ },
	}
	for name, brk := range breaks {
		c := reporttest.RentRoll()
		brk(c.Result)
		var b bytes.Buffer
		err := c.Emit(jsonl.New(&b))
		if err == nil || !strings.Contains(err.Error(), "does not balance") {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(b.String(), `"type":"summary"`) {
			t.Errorf("%s: a summary was written", name)
		}
	}
}

func TestReadIsStrict(t *testing.T) {
	c := reporttest.RentRoll()
	whole := string(stream(t, &c))
	lines := strings.SplitAfter(whole, "\n")
	lines = lines[:len(lines)-1]
	n := len(lines)
	replace := func(old, repl string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("the stream has no %s", old)
		}
		return strings.Replace(whole, old, repl, 1)
	}
	swapped := append([]string{}, lines...)
	swapped[n-1], swapped[n-2] = swapped[n-2], swapped[n-1]
	for _, x := range []struct{ name, text, want string }{
		{"empty", "", "empty"},
		{"no run", strings.Join(lines[1:], ""), "line 1: a report starts with"},
		{"cut off", strings.Join(lines[:n-1], ""), "cut off"},
		{"cut within a line", whole[:len(whole)/2], "line 26: unexpected EOF"},
		{"another version", replace("rowproof.report/1", "rowproof.report/2"), "line 1: format \"rowproof.report/2\""},
		{"unknown type", replace(`"type":"finding"`, `"type":"opinion"`), `unknown message type "opinion"`},
		{"unknown key", replace(`"n":3,`, `"n":3,"colour":"red",`), "line 5: json: unknown field"},
		{"a row left out", strings.Join(append(append([]string{}, lines[:4]...), lines[5:]...), ""), "line 5: row 4 where row 3 is due"},
		{"the last row left out", strings.Join(append(append([]string{}, lines[:18]...), lines[19:]...), ""), "17 rows where the run names 18"},
		{"two types", replace(`"class":"section"`, `"type":"note","class":"section"`), "two types in one message"},
		{"two messages on a line", strings.Join(lines[:4], "") + strings.TrimSuffix(lines[4], "\n") + lines[5], "line 5: text after the message"},
		{"cut within a row", strings.Join(lines[:4], "") + lines[4][:40] + "\n", "line 5: unexpected EOF"},
		{"unknown class", replace(`"class":"section"`, `"class":"banner"`), `unknown class "banner"`},
		{"unknown verdict", replace(`"verdict":"held"`, `"verdict":"perhaps"`), `unknown verdict "perhaps"`},
		{"evidence elsewhere", replace(`"evidence":[{"row":0`, `"evidence":[{"row":900`), "evidence outside"},
		{"out of order", strings.Join(swapped, ""), "after the summary"},
		{"two runs", lines[0] + whole, "line 2: a second message of type run"},
		{"unbalanced", replace(`"made":17`, `"made":18`), "does not balance"},
	} {
		err := report.Read(strings.NewReader(x.text), jsonl.New(&bytes.Buffer{}))
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %v, want %s", x.name, err, x.want)
		}
	}
}

type failing struct{ report.Handler }

var errFull = errors.New("disk full")

func (failing) Row(*report.Row) error { return errFull }

func TestHandlerErrorsEndTheStream(t *testing.T) {
	c := reporttest.Schedule()
	h := failing{jsonl.New(&bytes.Buffer{})}
	if err := c.Emit(h); !errors.Is(err, errFull) {
		t.Errorf("emit: %v", err)
	}
	if err := report.Read(bytes.NewReader(stream(t, &c)), h); !errors.Is(err, errFull) {
		t.Errorf("read: %v", err)
	}
}

func TestOwnRow(t *testing.T) {
	for _, x := range []struct {
		e            report.Entry
		row, ordinal int
	}{
		{report.Entry{ID: "unit-12", Record: "unit", Rows: []int{3, 12, 13}}, 12, 1},
		{report.Entry{ID: "unit-12-2", Record: "unit", Rows: []int{12}}, 12, 2},
		{report.Entry{ID: "unit-99", Record: "unit", Rows: []int{4, 5}}, 4, 1},
		{report.Entry{ID: "a-b-7-3", Record: "a-b", Rows: []int{7}}, 7, 3},
		{report.Entry{ID: "document-7", Record: "document", Rows: []int{2, 7}}, 2, 1},
		{report.Entry{ID: "unit-1", Record: "unit"}, -1, 1},
	} {
		if row, ordinal := x.e.Own(); row != x.row || ordinal != x.ordinal {
			t.Errorf("%s: row %d, %d there; want %d, %d", x.e.ID, row, ordinal, x.row, x.ordinal)
		}
	}
}

func TestRanges(t *testing.T) {
	for _, x := range []struct {
		rows []int
		want string
	}{
		{nil, ""}, {[]int{4}, "4"}, {[]int{4, 5}, "4, 5"}, {[]int{9, 3, 4, 5, 5}, "3–5, 9"},
	} {
		if got := report.Ranges(x.rows); got != x.want {
			t.Errorf("%v: %q, want %q", x.rows, got, x.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) < 4 {
		f.Fatalf("%d seeds, %v", len(files), err)
	}
	for _, p := range files {
		b, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var once, twice bytes.Buffer
		if report.Read(bytes.NewReader(b), jsonl.New(&once)) != nil {
			return
		}
		if err := report.Read(bytes.NewReader(once.Bytes()), jsonl.New(&twice)); err != nil {
			t.Fatalf("what was read once is not read again: %v", err)
		}
		if !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Fatal("two renderings differ")
		}
	})
}
