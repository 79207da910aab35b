package pipeline

import (
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/model/modeltest"
	"github.com/rowproof/rowproof/internal/windows"
)

// exerciseAnswerer is the contract of an [Answerer] over the roll.
func exerciseAnswerer(t *testing.T, r *roll, a Answerer) {
	if a.Name() == "" {
		t.Error("no name")
	}
	ws := slices.Collect(windows.Split(r.st, windows.Options{Rows: 9, Overlap: 1, BytesPerToken: 2.3}, nil))
	if len(ws) < 3 {
		t.Fatal("too few windows")
	}
	again := ws[1]
	again.Round = 1
	all := append(slices.Clone(ws), again)
	seen := map[string]bool{}
	one := make([]claim.Stored, len(all))
	for i, w := range all {
		mark, err := a.Fingerprint(w)
		if err != nil || mark == "" || seen[mark] {
			t.Errorf("window %d: fingerprint %q, %v", i, mark, err)
		}
		seen[mark] = true
		s, m := a.Answer(t.Context(), w)
		one[i] = s
		if m.Err != nil || s.Outcome != string(model.Complete) || s.Fingerprint != mark || s.Answerer != a.Name() {
			t.Errorf("window %d: %+v, %v", i, s, m.Err)
		}
		if s.Core != [2]int{w.Core.First, w.Core.End} || s.Shown != [2]int{w.Shown.First, w.Shown.End} || !slices.Equal(s.Context, w.Context) || s.Round != w.Round || s.Window != w.Index {
			t.Errorf("window %+v was stored as %+v", w, s)
		}
		got, findings := claim.DecodeString(s.Raw, r.task)
		if len(findings) > 0 || len(got.Records) == 0 {
			t.Errorf("window %d: %d records, %v", i, len(got.Records), findings)
		}
	}
	two := make([]claim.Stored, len(all))
	var wg sync.WaitGroup
	for i, w := range all {
		wg.Go(func() { two[i], _ = a.Answer(t.Context(), w) })
	}
	wg.Wait()
	if d := cmp.Diff(one, two); d != "" {
		t.Errorf("asked together: %s", d)
	}
}

func TestAnswerers(t *testing.T) {
	r := newRoll(t, 40)
	t.Run("columns", func(t *testing.T) { exerciseAnswerer(t, r, NewColumns(r.task, r.st)) })
	t.Run("records", func(t *testing.T) {
		exerciseAnswerer(t, r, r.input(t, modeltest.Oracle(r.task, r.truth)).Answerer)
	})
}

// TestFingerprintOfRecords: whatever changes the answer changes the fingerprint.
func TestFingerprintOfRecords(t *testing.T) {
	r := newRoll(t, 20)
	zero, half, seven := float32(0), float32(0.5), 7
	w := windows.Window{Core: windows.Span{First: 2, End: 9}, Shown: windows.Span{First: 1, End: 10}}
	seen := map[string]int{}
	for i, c := range []struct {
		provider, endpoint string
		req                model.Request
	}{
		{"openai", "", model.Request{Model: "m"}},
		{"other", "", model.Request{Model: "m"}},
		{"openai", "http://localhost/v1", model.Request{Model: "m"}},
		{"openai", "", model.Request{Model: "n"}},
		{"openai", "", model.Request{Model: "m", MaxTokens: 9}},
		{"openai", "", model.Request{Model: "m", Temperature: &zero}},
		{"openai", "", model.Request{Model: "m", Temperature: &half}},
		{"openai", "", model.Request{Model: "m", Seed: &seven}},
		{"openai", "", model.Request{Model: "m", Effort: "low"}},
	} {
		a, err := NewRecords(c.provider, c.endpoint, nil, c.req, r.task, r.st)
		if err != nil {
			t.Fatal(err)
		}
		mark, err := a.Fingerprint(w)
		if err != nil {
			t.Fatal(err)
		}
		if other, twice := seen[mark]; twice {
			t.Errorf("case %d has the fingerprint of case %d", i, other)
		}
		seen[mark] = i
	}
}
