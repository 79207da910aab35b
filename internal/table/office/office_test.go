//go:build unix

package office

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

func source(text string) table.Source {
	return table.Source{Name: "roll.xls", Data: strings.NewReader(text), Size: int64(len(text))}
}

// program writes a shell script that stands for LibreOffice. $out and $in are what it was
// asked for.
func program(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "soffice")
	head := "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = --outdir ] && out=$2; shift; done\nin=$1\n"
	if err := os.WriteFile(path, []byte(head+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// convert runs a script in a temporary folder of the test and checks that nothing is left there.
func convert(t *testing.T, script string, limit time.Duration, lim table.Limits) (string, error) {
	t.Helper()
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	w, err := Converter{Program: program(t, script), Time: limit}.Convert(context.Background(), source("old bytes"), ".xls", lim)
	text := ""
	if err == nil {
		b, e := io.ReadAll(io.NewSectionReader(w.Data, 0, w.Size))
		if e = errors.Join(e, w.Close()); e != nil {
			t.Fatal(e)
		}
		text = string(b)
	}
	if left, e := os.ReadDir(temp); e != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, e)
	}
	return text, err
}

func TestConvert(t *testing.T) {
	got, err := convert(t, `cat "$in" > "$out/document.xlsx"; echo "$HOME $SECRET" >> "$out/document.xlsx"`, 0, table.DefaultLimits())
	if err != nil || !strings.HasPrefix(got, "old bytes") || !strings.Contains(got, "extract-convert-") {
		t.Fatalf("%q, %v", got, err)
	}
}

func TestProgramSeesNoSecret(t *testing.T) {
	t.Setenv("SECRET_KEY", "sesame")
	got, err := convert(t, `env > "$out/document.xlsx"`, 0, table.DefaultLimits())
	if err != nil || strings.Contains(got, "sesame") || !strings.Contains(got, "TMPDIR=") {
		t.Fatalf("%q, %v", got, err)
	}
}

func TestNothingComesOfIt(t *testing.T) {
	for _, script := range []string{"exit 0", "exit 3", `: > "$out/other.xlsx"`} {
		_, err := convert(t, script, 0, table.DefaultLimits())
		var u *table.Unreadable
		if !errors.As(err, &u) || u.Code != finding.Damaged || u.Hint == "" {
			t.Errorf("%s: %v", script, err)
		}
	}
}

// The program's children end with it: the one that this script starts would run for a minute.
func TestTimeLimit(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pid")
	_, err := convert(t, "sleep 60 & echo $! > "+pids+"; wait", time.Second, table.DefaultLimits())
	var l *table.LimitError
	if !errors.As(err, &l) || l.Limit != "convert_time" || l.Value != 1 {
		t.Fatalf("%v, want the limit on the time", err)
	}
	raw, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		if stopped(pid) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("process %d still runs", pid)
}

// stopped reports a process that is gone, or dead and not yet collected.
func stopped(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && bytes.Contains(stat, []byte(") Z "))
}

func TestLimitOnWhatIsWritten(t *testing.T) {
	lim := table.DefaultLimits()
	lim.Bytes = 64 << 10
	for what, script := range map[string]string{
		"one file":   `head -c 70000 /dev/zero > "$out/document.xlsx"`,
		"many files": `for i in 1 2 3 4 5 6; do head -c 60000 /dev/zero > "$TMPDIR/$i"; done; sleep 20; echo > "$out/document.xlsx"`,
	} {
		_, err := convert(t, script, 0, lim)
		var l *table.LimitError
		var u *table.Unreadable
		if !errors.As(err, &l) && !errors.As(err, &u) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestNoLibreOffice(t *testing.T) {
	for _, p := range usual {
		if _, err := os.Stat(p); err == nil {
			t.Skip("LibreOffice stands where it is usually installed")
		}
	}
	t.Setenv("PATH", t.TempDir())
	_, err := Converter{}.Convert(context.Background(), source("x"), ".xls", table.DefaultLimits())
	var u *table.Unreadable
	if !errors.As(err, &u) || u.Code != finding.UnknownFormat || !strings.Contains(u.Hint, "install LibreOffice") {
		t.Errorf("%v", err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(300*time.Millisecond, cancel)
	_, err := Converter{Program: program(t, "sleep 60")}.Convert(ctx, source("x"), ".xls", table.DefaultLimits())
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
