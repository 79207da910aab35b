package reporttest

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/report"
)

// Golden renders every stored stream of folder and compares the bytes with
// testdata/NAME+suffix of the test's own package. It fails where there are no streams.
// The flag -update writes the files instead.
func Golden(t *testing.T, folder, suffix string, render func(stream []byte) []byte) {
	t.Helper()
	streams, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || len(streams) < 4 {
		t.Fatalf("%d streams in %s, %v", len(streams), folder, err)
	}
	f := flag.Lookup("update")
	for _, path := range streams {
		stream, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got := render(stream)
		if len(got) == 0 {
			t.Errorf("%s: rendered to nothing", path)
		}
		golden := filepath.Join("testdata", strings.TrimSuffix(filepath.Base(path), ".jsonl")+suffix)
		if f != nil && f.Value.String() == "true" {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs; run with -update and look at the difference", golden)
		}
	}
}

// Render reads a stream through a handler and fails the test on an error.
func Render(t *testing.T, stream []byte, h report.Handler) {
	t.Helper()
	if err := report.Read(bytes.NewReader(stream), h); err != nil {
		t.Fatal(err)
	}
}
