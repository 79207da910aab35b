package tamper_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/open"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify/tamper"
)

const survivors = "testdata/survivors.txt"

// example reads a document of examples with its task and answers it from its headings.
func example(t *testing.T, yaml string) *tamper.Subject {
	t.Helper()
	text, err := os.ReadFile(yaml)
	if err != nil {
		t.Fatal(err)
	}
	tk, err := task.Load(filepath.Base(yaml), text)
	if err != nil {
		t.Fatal(err)
	}
	var file string
	for _, ext := range []string{".xlsx", ".csv"} {
		if f := strings.TrimSuffix(yaml, ".yaml") + ext; exists(f) {
			file = f
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("no document beside %s: %v", yaml, err)
	}
	doc, err := open.Document(context.Background(), table.Source{Name: filepath.Base(file), Data: bytes.NewReader(data), Size: int64(len(data))}, table.Options{Limits: table.DefaultLimits()})
	if err != nil {
		t.Fatal(err)
	}
	s, err := tamper.Answered(doc, tk)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestExamples changes the true answer to every example. What is accepted all the same must stand in
// testdata/survivors.txt, whose number may only fall. ROWPROOF_TAMPER=all tries every mutant, else a part
// of each example's; ROWPROOF_UPDATE=1 with it writes the list again.
func TestExamples(t *testing.T) {
	tasks, err := filepath.Glob("../../../examples/*.yaml")
	if err != nil || len(tasks) < 5 {
		t.Fatalf("%d examples, %v", len(tasks), err)
	}
	known, err := os.ReadFile(survivors)
	if err != nil {
		t.Fatal(err)
	}
	bound := number(t, known, `(?m)^accepted: (\d+)$`)
	all, most := os.Getenv("ROWPROOF_TAMPER") == "all", 250
	if all {
		most = 0
	}
	var list strings.Builder
	made, accepted := 0, 0
	for _, yaml := range tasks {
		if exists(strings.TrimSuffix(yaml, ".yaml") + ".md") {
			continue // a text with questions has no records to change
		}
		s := example(t, yaml)
		r, err := tamper.Run(s, tamper.Options{Seed: 1, Most: most})
		if err != nil {
			t.Fatal(err)
		}
		wrong := strings.Contains(s.Doc.Name, "wrong")
		if !wrong && (r.Truth != verdict.Sound || r.Accepted != r.Records) {
			t.Errorf("%s: %s, %d of %d true records accepted", s.Doc.Name, r.Truth, r.Accepted, r.Records)
		}
		m, n := r.Made()
		if m < 200 {
			t.Errorf("%s: only %d mutants", s.Doc.Name, m)
		}
		made, accepted = made+m, accepted+n
		for i := range r.Survivors {
			l := line(s, &r.Survivors[i])
			list.WriteString(l)
			if !strings.Contains(string(known), l) {
				t.Errorf("accepted:\n%s", l)
			}
		}
	}
	t.Logf("%d mutants, %d accepted", made, accepted)
	if accepted > bound {
		t.Errorf("%d mutants accepted, at most %d before", accepted, bound)
	}
	if all && os.Getenv("ROWPROOF_UPDATE") != "" && accepted <= bound {
		head, _, _ := strings.Cut(string(known), "mutants: ")
		text := fmt.Sprintf("%smutants: %d\naccepted: %d\n\n%s", head, made, accepted, list.String())
		if err := os.WriteFile(survivors, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func number(t *testing.T, text []byte, pattern string) int {
	t.Helper()
	m := regexp.MustCompile(pattern).FindSubmatch(text)
	if m == nil {
		t.Fatalf("%s has no %s", survivors, pattern)
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// line says what was changed and what the cited rows print.
func line(s *tamper.Subject, m *tamper.Mutant) string {
	of := "one record"
	if m.Wide {
		of = "all records"
	}
	return fmt.Sprintf("%s, %s, %s: %s.%s %q became %q\n    %s\n", s.Doc.Name, m.Kind, of, m.Record, m.Field, m.Was, m.Is,
		strings.ReplaceAll(s.Text(m.Rows), "\n", "\n    "))
}
