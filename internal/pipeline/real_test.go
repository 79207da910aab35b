package pipeline

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/model/openai"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/windows"
)

// TestRealModel asks the endpoint of ROWPROOF_MODEL_URL (ROWPROOF_MODEL names the model). A small
// model is often wrong; no wrong value may be accepted, and no row may be lost in silence.
func TestRealModel(t *testing.T) {
	address := os.Getenv("ROWPROOF_MODEL_URL")
	if address == "" {
		t.Skip("ROWPROOF_MODEL_URL names no endpoint")
	}
	c, err := openai.New(openai.Config{BaseURL: address, Key: os.Getenv("ROWPROOF_MODEL_KEY"), Concurrency: 1})
	if err != nil {
		t.Fatal(err)
	}
	name := os.Getenv("ROWPROOF_MODEL")
	if name == "" {
		name = "local"
	}
	r := newRoll(t, 8)
	for _, temperature := range []float32{0, 0.9} {
		g := model.Retry(c, model.Policy{Attempts: 2, Initial: time.Second, Max: time.Second, Timeout: 10 * time.Minute})
		a, err := NewRecords("compatible", address, g, model.Request{Model: name, MaxTokens: 450, Temperature: &temperature}, r.task, r.st)
		if err != nil {
			t.Fatal(err)
		}
		in := r.input(t, nil)
		in.Answerer, in.Concurrency, in.Rounds = a, 1, 1
		in.Windows = windows.Options{Rows: 6, Overlap: 1, BytesPerToken: 2.3}
		res := run(t, in)
		if lost := silentlyLost(r, res); lost > 0 {
			t.Logf("%d records are set aside by the model, and held for it", lost)
		}
		if res.Verdict == verdict.Sound && res.Counts.Records.Accepted != 8 {
			t.Errorf("sound with %d of 8 records", res.Counts.Records.Accepted)
		}
		r.noWrongValue(t, res)
		l, err := Load(in.Folder)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("temperature %g, %d answers: %s", temperature, len(l.Answers), describe(res))
		for _, s := range l.Answers {
			t.Logf("round %d rows %v, %s %v: %s", s.Round, s.Core, s.Outcome, s.Notes, s.Raw)
		}
	}
}

// noWrongValue compares every accepted value of an accepted record with the truth of its row.
func (r *roll) noWrongValue(t *testing.T, res *verdict.Result) {
	t.Helper()
	want := map[string]string{}
	for _, rec := range r.truth.Records {
		for _, f := range rec.Fields {
			want[fmt.Sprintf("%d %s", rec.Rows[1], f.Name)] = *f.Quote
		}
	}
	for _, e := range res.Entries.All() {
		for _, f := range e.Fields {
			if e.Record != "unit" || f.Verdict != verdict.Accepted || f.Derived || len(e.Rows) == 0 {
				continue
			}
			if w := want[fmt.Sprintf("%d %s", e.Rows[len(e.Rows)-1], f.Name)]; f.Printed != w {
				t.Errorf("%s, record %s: accepted %s as %q, want %q", e.ID, e.Verdict, f.Name, f.Printed, w)
			}
		}
	}
}
