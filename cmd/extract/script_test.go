package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/model/modeltest"
	"github.com/rowproof/rowproof/internal/table/pdf/pdftest"
	"github.com/rowproof/rowproof/internal/task"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"extract": main}) }

var only = flag.String("script", "", "run only scripts whose name contains this")

func TestScripts(t *testing.T) {
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob("testdata/script/*" + *only + "*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts found (%v)", err)
	}
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("EXAMPLES", examples)
			e.Setenv("CASES", filepath.Join(examples, "..", "internal", "table", "xlsx", "testdata", "cases"))
			e.Values[servedModel] = &served{}
			e.Setenv("GORACE", "atexit_sleep_ms=10")
			e.Setenv("GOCOVERDIR", "")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "model": serveModel, "interrupt": interrupt, "repeat": repeat, "encrypt": encrypt, "pdf": writePDF, "replace": replace, "json": oneJSON},
	})
}

// exits N PROGRAM ARGS... runs a program and demands exactly this exit status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM [ARGS...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := statusOf(ts, ts.Exec(args[1], args[2:]...))
	if got != want {
		ts.Fatalf("%s exited %d, want %d", strings.Join(args[1:], " "), got, want)
	}
	if text := ts.ReadFile("stderr"); strings.Contains(text, "goroutine ") || strings.Contains(text, "panic:") {
		ts.Fatalf("a trace on standard error:\n%s", text)
	}
}

func statusOf(ts *testscript.TestScript, err error) int {
	var ee *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &ee):
		return ee.ExitCode()
	}
	ts.Fatalf("%v", err)
	return -1
}

// model script FILE, model oracle TASK TRUTH, model liar KIND TASK TRUTH and model lossy KIND
// TASK TRUTH serve a fake model on loopback, its address in $MODEL_URL.
func serveModel(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: model script FILE | oracle TASK TRUTH")
	}
	var h http.Handler
	switch args[0] {
	case "script":
		s, err := modeltest.Scripted(ts.ReadFile(args[1]), workFS{ts}, nil)
		ts.Check(err)
		ts.Value(servedModel).(*served).script = s
		h = s
	case "oracle":
		t, err := task.Load(args[1], []byte(ts.ReadFile(args[1])))
		ts.Check(err)
		truth, err := modeltest.ReadTruth([]byte(ts.ReadFile(args[2])))
		ts.Check(err)
		h = modeltest.Oracle(t, truth)
	default:
		ts.Fatalf("unknown fake %s", args[0])
	}
	srv := httptest.NewServer(h)
	ts.Defer(srv.Close)
	ts.Setenv("MODEL_URL", srv.URL+"/v1")
}

// workFS opens the files of a script by their names.
type workFS struct{ ts *testscript.TestScript }

func (w workFS) Open(name string) (fs.File, error) { return os.Open(w.ts.MkAbs(name)) }

// servedModel is the key of the fake that a script serves.
type servedKey struct{}

var servedModel = servedKey{}

// served is the scripted fake that a script serves last.
type served struct{ script *modeltest.Script }

// interrupt STATUS FILE PROGRAM ARGS... starts a program, sends it an interrupt once FILE has a line and a second
// request came, and demands the exit status.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interrupt STATUS FILE PROGRAM [ARGS...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	self, err := exec.LookPath(args[2])
	ts.Check(err)
	cmd := exec.CommandContext(ctx, self, args[3:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = []string{"HOME=" + ts.Getenv("HOME"), "PATH=" + ts.Getenv("PATH"), "OPENAI_API_KEY=" + ts.Getenv("OPENAI_API_KEY")}
	var out strings.Builder
	cmd.Stderr = &out
	ts.Check(cmd.Start())
	file := ts.MkAbs(args[1])
	fake := ts.Value(servedModel).(*served)
	for {
		b, err := os.ReadFile(file)
		// The second request is under way, so that it is the one that the interrupt ends.
		if err == nil && strings.Contains(string(b), "\n") && fake.script != nil && len(fake.script.Requests()) > 1 {
			break
		}
		if ctx.Err() != nil {
			_ = cmd.Process.Kill()
			ts.Fatalf("%s has no line, or no second request came", args[1])
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Check(cmd.Process.Signal(os.Interrupt))
	if got := statusOf(ts, cmd.Wait()); got != want {
		ts.Fatalf("interrupted program exited %d, want %d\n%s", got, want, out.String())
	}
	ts.Logf("%s", out.String())
}

// repeat TEXT N FILE writes a text N times into a file.
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: repeat TEXT N FILE")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text, err := strconv.Unquote(`"` + args[0] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.Repeat(text, n)), 0o644))
}

// replace FILE OLD NEW replaces each OLD in a file, of which there must be one.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s has no %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, args[1], args[2])), 0o644))
}

// pdf OUT [-password WORD] CONTENT... writes a PDF, a page from each content stream.
func writePDF(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: pdf OUT [-password WORD] CONTENT...")
	}
	out, pages := ts.MkAbs(args[0]), args[1:]
	password, locked := "", pages[0] == "-password"
	if locked {
		password, pages = pages[1], pages[2:]
	}
	var sheets []pdftest.Sheet
	for _, name := range pages {
		sheets = append(sheets, pdftest.Sheet{Content: ts.ReadFile(name)})
	}
	data := pdftest.File(sheets...)
	if locked {
		data = pdftest.Locked(password, sheets...)
	}
	ts.Check(os.WriteFile(out, data, 0o644))
}

// json FILE object and json FILE array N demand that a file is one JSON value: a report, or so many of them.
func oneJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: json FILE object | array N")
	}
	type report struct{ Format string }
	var one report
	var many []report
	if args[1] == "object" {
		ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &one))
		many = append(many, one)
	} else {
		ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &many))
		if want, err := strconv.Atoi(args[2]); err != nil || len(many) != want {
			ts.Fatalf("%s holds %d reports, want %s", args[0], len(many), args[2])
		}
	}
	for _, r := range many {
		if r.Format != "rowproof.report/1" {
			ts.Fatalf("%s holds something of the format %q", args[0], r.Format)
		}
	}
}

// encrypt FILE PASSWORD OUT encrypts a workbook.
func encrypt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: encrypt FILE PASSWORD OUT")
	}
	data, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	sealed, err := excelize.Encrypt(data, &excelize.Options{Password: args[1]})
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), sealed, 0o644))
}
