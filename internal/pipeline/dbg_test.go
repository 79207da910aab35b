package pipeline

import (
	"testing"

	"github.com/rowproof/rowproof/internal/model/modeltest"
	"github.com/rowproof/rowproof/internal/verdict"
)

func TestDbg(t *testing.T) {
	r := newRoll(t, 100)
	in := r.input(t, modeltest.Lossy{Stop: 12, Skip: 7, None: 6}.Fake(r.task, r.truth))
	in.Rounds = 3
	res := run(t, in)
	for i := range res.Entries {
		if e := &res.Entries[i]; e.Verdict != verdict.Accepted {
			t.Logf("%+v", e)
		}
	}
	for _, f := range res.Findings {
		t.Logf("%+v", f)
	}
	l, _ := Load(in.Folder)
	for _, a := range l.Answers {
		if a.Round > 1 {
			t.Logf("round %d core %v shown %v ctx %v: %s", a.Round, a.Core, a.Shown, a.Context, a.Raw)
		}
	}
}
