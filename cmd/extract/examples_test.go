package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowproof/rowproof/internal/cli"
)

// examples are the documents of the folder, each with a task of the same name.
func examples(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"*.xlsx", "*.csv", "*.ods", "*.pdf"} {
		found, err := filepath.Glob(filepath.Join(root, "examples", pattern))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, found...)
	}
	if len(out) < 5 {
		t.Fatalf("only %d examples", len(out))
	}
	return out
}

func taskOf(doc string) string { return strings.TrimSuffix(doc, filepath.Ext(doc)) + ".yaml" }

func run(t *testing.T, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	status = cli.Run(context.Background(), cli.System{Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs})
	return out.String(), errs.String(), status
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: -want +got:\n%s", filepath.Base(path), diff)
	}
}

// TestExamples runs each example and compares its report with the one in examples/expected;
// the report is the same at any concurrency and window size.
func TestExamples(t *testing.T) {
	for _, doc := range examples(t) {
		name := filepath.Base(doc)
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			report, stderr, status := run(t, "run", doc, "--task", taskOf(doc), "--out", dir, "--verbose")
			want := 0
			if strings.Contains(name, "wrong") {
				want = 3
			}
			if status != want {
				t.Errorf("exit status %d, want %d\n%s", status, want, stderr)
			}
			compare(t, filepath.Join(root, "examples", "expected", name+".txt"), report)
			stored := filepath.Join(dir, strings.TrimSuffix(name, filepath.Ext(name)), "report.jsonl")
			first, err := os.ReadFile(stored)
			if err != nil {
				t.Fatal(err)
			}
			if _, stderr, status := run(t, "run", doc, "--task", taskOf(doc), "--out", dir, "--concurrency", "16", "--quiet"); status != want {
				t.Fatalf("at concurrency 16: %d\n%s", status, stderr)
			}
			second, err := os.ReadFile(stored)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(first, second) {
				t.Error("the report differs between concurrency 1 and 16")
			}
			for _, rows := range []string{"5", "17"} {
				small, stderr, status := run(t, "run", doc, "--task", taskOf(doc), "--out", dir, "--rows", rows, "--verbose")
				if status != want || counts(small) != counts(report) {
					t.Errorf("in windows of %s rows: status %d\n%s\n%s", rows, status, stderr, cmp.Diff(counts(report), counts(small)))
				}
			}
		})
	}
}

// counts is the part of a report that no window size may change.
func counts(report string) string {
	_, rest, _ := strings.Cut(report, "Rows\n")
	var out []string
	for line := range strings.Lines(rest) {
		if !strings.Contains(line, "claims ") && !strings.Contains(line, "superseded") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}
