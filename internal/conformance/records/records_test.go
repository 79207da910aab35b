package records

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify/tamper"
)

// each calls do with every vector of the suite, and fails where there are none.
func each(t *testing.T, do func(v *Vector, raw []byte)) {
	t.Helper()
	f, err := os.Open("../vectors/records.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 16<<20)
	n := 0
	for sc.Scan() {
		var v Vector
		if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		do(&v, sc.Bytes())
		n++
	}
	if sc.Err() != nil || n < 141 {
		t.Fatalf("%d vectors, %v", n, sc.Err())
	}
}

func TestVectors(t *testing.T) {
	each(t, func(v *Vector, raw []byte) {
		got, want, ok, err := Run(raw)
		if err != nil || !ok {
			t.Errorf("%s: got %s, want %s, %v", v.ID, got, want, err)
		}
	})
}

// TestRunSeesDifferences checks that a vector that wants something else does not pass.
func TestRunSeesDifferences(t *testing.T) {
	tried := 0
	each(t, func(v *Vector, _ []byte) {
		if v.Want.Document != "sound" {
			return
		}
		tried++
		wrong := *v
		wrong.Want.Document = "incomplete"
		raw, err := json.Marshal(wrong)
		if err != nil {
			t.Fatal(err)
		}
		if _, want, ok, err := Run(raw); ok || err != nil || want == "" {
			t.Errorf("%s passes with another verdict: %v", v.ID, err)
		}
	})
	if tried < 30 {
		t.Fatalf("only %d sound vectors", tried)
	}
}

// mostSurvivors is how many mutants of the sound vectors were accepted when this was last
// lowered; it may only fall. Most stand in tables without headings and with fewer than five
// records, where nothing says which column is whose.
const mostSurvivors = 46

// mostFurther is the same for the vectors that were added later, with ids from R2001.
const mostFurther = 24

// TestTamper changes every value of the sound vectors in every way.
func TestTamper(t *testing.T) {
	if testing.Short() {
		t.Skip("verifies thousands of mutants")
	}
	made, accepted, further, held := 0, 0, 0, 0
	each(t, func(v *Vector, _ []byte) {
		if v.Want.Document != "sound" {
			return
		}
		doc, err := v.Document()
		if err != nil {
			t.Fatal(err)
		}
		tk, err := task.Load(v.ID, v.Task)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := claim.Decode(v.Claims, tk)
		r, err := tamper.Run(&tamper.Subject{Doc: doc, Structure: structure.WithHeadings(doc, v.Heading), Task: tk, Answer: a}, tamper.Options{Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		if r.Truth != verdict.Sound {
			t.Errorf("%s: the truth is %s", v.ID, r.Truth)
		}
		m, s := r.Made()
		made, held = made+m, held+r.Held+r.Refused
		if v.ID < "R2" {
			accepted += s
		} else {
			further += s
		}
		for _, s := range r.Survivors {
			t.Logf("%s %s wide=%t %s %q is %q, rows %v, sound %t", v.ID, s.Kind, s.Wide, s.Field, s.Was, s.Is, s.Rows, s.Sound)
		}
	})
	t.Logf("%d mutants, %d and %d accepted; %d true records not accepted", made, accepted, further, held)
	if made < 5000 || accepted > mostSurvivors || further > mostFurther || held > 0 {
		t.Errorf("%d mutants, %d and %d accepted, at most %d and %d may be; %d true records not accepted",
			made, accepted, further, mostSurvivors, mostFurther, held)
	}
}
