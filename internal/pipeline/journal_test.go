package pipeline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
)

// TestTextsFromTheJournal checks that a text comes back from the file as it was stored, whatever stands
// in it and before it.
func TestTextsFromTheJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), AnswersFile)
	j, err := openJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	j.lazy = true
	raws := []string{
		`{"unit":[{"rows":[2],"unit":"H1"}]}`, "\"", "\\", "a\tb\r\n\x00\x1f", "<&>", "line\u2028break", "é😀\ufffd", strings.Repeat(`{"x":"y\\"}`, 5000),
		`","raw":"`, "",
	}
	var stored []claim.Stored
	for i, raw := range raws {
		s := claim.Stored{Window: i, Core: [2]int{i, i + 1}, Outcome: "complete", Answerer: `tool,"raw":"no"`, Fingerprint: "f", Raw: raw, Detail: `,"raw":"no"`}
		if err := j.add(&s); err != nil {
			t.Fatal(err)
		}
		if s.HasText() != (raw != "") || s.Raw != "" {
			t.Errorf("%q: the text is held in memory", raw)
		}
		stored = append(stored, s)
	}
	for i := range stored {
		if got, err := stored[len(stored)-1-i].Text(); err != nil || got != raws[len(stored)-1-i] {
			t.Errorf("%q came back as %q, %v", raws[len(stored)-1-i], got, err)
		}
	}
	if all, err := readAnswers(path); err != nil || len(all) != len(raws) || all[0].Raw != raws[0] {
		t.Errorf("%d answers, %v", len(all), err)
	}
	if err := os.Truncate(path, 10); err != nil {
		t.Fatal(err)
	}
	if _, err := stored[7].Text(); err == nil {
		t.Error("a text that is not there any more was read")
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	if _, err := stored[0].Text(); err == nil {
		t.Error("a text was read from a closed file")
	}
}
