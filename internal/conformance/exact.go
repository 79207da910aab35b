package conformance

import (
	"encoding/json"
	"fmt"

	"github.com/rowproof/rowproof/internal/cite/exact"
	"github.com/rowproof/rowproof/internal/finding"
)

// An exactVector asks whether quotes stand on the segments of one edition of a document.
type exactVector struct {
	Document struct {
		ID       string `json:"render_id"`
		Status   string `json:"registration_status"`
		Segments []struct {
			Kind  string `json:"kind"`
			Index int    `json:"index"`
			Text  string `json:"text"`
		} `json:"segments"`
	} `json:"document"`
	Refs []json.RawMessage `json:"span_refs"`
	Want exactOutcome      `json:"want"`
}

type exactOutcome struct {
	Outcome    string           `json:"outcome"`
	Violations []exactViolation `json:"violations"`
	Effect     bool             `json:"effect_recorded"`
	Status     string           `json:"registration_status"`
	Loaded     bool             `json:"pages_loaded"`
}

type exactViolation struct {
	Ref  int    `json:"ref"`
	Code string `json:"code"`
}

// refNames are the vectors' names of the parts of a ref.
var refNames = exact.Names{Document: "render_id", Kind: "segment_kind", Index: "segment_index", Quote: "quote"}

func runExact(raw json.RawMessage) (got, want string, ok bool, err error) {
	var v exactVector
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", "", false, err
	}
	refs := make([]exact.Ref, 0, len(v.Refs))
	for i, raw := range v.Refs {
		r, err := exact.DecodeRef(raw, refNames)
		if err != nil {
			return "", "", false, fmt.Errorf("ref %d: %w", i, err)
		}
		refs = append(refs, r)
	}
	d, err := exact.Decide(v.Document.Status, refs, func() (*exact.Map, error) {
		segments := make([]exact.Segment, 0, len(v.Document.Segments))
		for _, s := range v.Document.Segments {
			segments = append(segments, exact.Segment{Kind: s.Kind, Index: s.Index, Text: s.Text})
		}
		return exact.NewMap(v.Document.ID, segments), nil
	})
	if err != nil {
		return "", "", false, err
	}
	gave := exactOutcome{Outcome: d.Outcome, Effect: d.Effect, Status: d.Status, Loaded: d.Loaded, Violations: []exactViolation{}}
	for _, x := range d.Violations {
		gave.Violations = append(gave.Violations, exactViolation{x.Ref, vectorName(x.Code)})
	}
	if v.Want.Violations == nil {
		v.Want.Violations = []exactViolation{}
	}
	got, want = fmt.Sprintf("%+v", gave), fmt.Sprintf("%+v", v.Want)
	return got, want, got == want, nil
}

// vectorName returns the name that vectors give to a code. It is the finding's own name but
// for those of this table.
func vectorName(code string) string {
	for _, n := range renamed {
		if n.code == code {
			return n.name
		}
	}
	return finding.Of(code).Name
}

// renamed are the findings that vectors know under another name than the report.
var renamed = []struct{ code, name string }{
	{finding.DocumentIDDiffers, "render_id_mismatch"},
}
