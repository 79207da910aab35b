package pipeline

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestOneRunAtATime(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" && runtime.GOOS != "windows" {
		t.Skip("this system's locks are not known")
	}
	dir := filepath.Join(t.TempDir(), "run")
	unlock, err := lockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	var busy *FolderError
	if _, err := lockFolder(dir); !errors.As(err, &busy) || !strings.Contains(busy.Cause, "another run") || busy.Hint == "" {
		t.Errorf("a second run: %v", err)
	}
	unlock()
	if _, err := os.Stat(filepath.Join(dir, lockFile)); err == nil {
		t.Error("the lock stays behind")
	}
	unlock, err = lockFolder(dir)
	if err != nil {
		t.Fatalf("after the first: %v", err)
	}
	unlock()
	if err := os.WriteFile(filepath.Join(dir, lockFile), nil, 0o644); err != nil { // of a process that was killed
		t.Fatal(err)
	}
	if unlock, err = lockFolder(dir); err != nil {
		t.Fatalf("after one that was killed: %v", err)
	}
	unlock()
}
