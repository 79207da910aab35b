package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestWriteReplacesInOneStep(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.csv")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o666); err != nil { // more than the usual mask lets a new file have
		t.Fatal(err)
	}
	err := Write(path, func(w io.Writer) error {
		io.WriteString(w, "new")
		if b, err := os.ReadFile(path); err != nil || string(b) != "old" {
			t.Errorf("during the write the file reads %q, %v", b, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(path); string(b) != "new" {
		t.Errorf("got %q", b)
	}
	if st, _ := os.Stat(path); runtime.GOOS != "windows" && st.Mode().Perm() != 0o666 {
		t.Errorf("permissions %v", st.Mode())
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
}

func TestFailedWriteChangesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.csv")
	os.WriteFile(path, []byte("old"), 0o600)
	full := errors.New("disk full")
	if err := Write(path, func(w io.Writer) error { io.WriteString(w, "half"); return full }); !errors.Is(err, full) {
		t.Fatalf("got %v", err)
	}
	if b, _ := os.ReadFile(path); string(b) != "old" {
		t.Errorf("got %q", b)
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
}

func TestSymbolicLinkStays(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	os.WriteFile(real, []byte("old"), 0o600)
	if err := os.Symlink(real, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if err := Write(link, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Fatal(err)
	}
	if st, _ := os.Lstat(link); st.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
	if b, _ := os.ReadFile(real); string(b) != "new" {
		t.Errorf("got %q", b)
	}
}

func TestRemoveLeftTakesOnlyItsOwn(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "target.csv")
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	f.File.Close() // as a killed process leaves it
	other := filepath.Join(dir, ".target.csv.part-of-something-else")
	os.WriteFile(other, nil, 0o600)
	if err := RemoveLeft(path); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); len(got) != 1 || got[0] != filepath.Base(other) {
		t.Errorf("left: %v", got)
	}
}

func TestNotARegularFile(t *testing.T) {
	if _, err := Create(t.TempDir()); err == nil {
		t.Error("a folder was opened for writing")
	}
}
