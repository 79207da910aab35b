package conformance

import (
	"slices"
	"strings"
	"testing"
)

func TestBuiltinVectorsPass(t *testing.T) {
	var out strings.Builder
	counts, err := Builtin(&out)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(counts)
	if counts.Differ() > 0 {
		t.Errorf("%d vectors differ:\n%s", counts.Differ(), out.String())
	}
}

const agreed = `{"id":"A1","suite":"cite","rows":[["lot 4","12"]],"cited":[0],"value":"12","kind":"number","decimal":",","verdict":"carried"}`

// A disagreement is one line that begins with the vector's id.
func TestRunPrintsDisagreements(t *testing.T) {
	in := agreed + "\n\n" + strings.NewReplacer("A1", "A2", "carried", "refused").Replace(agreed) + "\n" +
		`{"id":"N1","suite":"notation","fn":"value","value":"12","decimal":",","want":"13","status":"certain"}` + "\n" +
		`{"id":"T1","suite":"title_clause","chunks":[],"answer":"","title":null,"unknown":true,"want":{"result":"pass"}}` + "\n" +
		`{"id":"V1","suite":"vcite","document":{"render_id":"r","registration_status":"s","segments":[]},"span_refs":[],"want":{"outcome":"held_needs_review"}}`
	var out strings.Builder
	counts, err := Run(strings.NewReader(in), &out)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 4 || lines[0] != "A2\tgot carried\twant refused" || lines[1] != "N1\tgot certain 12\twant certain 13" ||
		!strings.HasPrefix(lines[2], "T1\tgot pass_no_link") || !strings.HasPrefix(lines[3], "V1\tgot {Outcome:proceed") {
		t.Errorf("got\n%s", out.String())
	}
	want := Counts{{"notation", 0, 1}, {"cite", 1, 1}, {"vcite", 0, 1}, {"title_clause", 0, 1}}
	if !slices.Equal(counts, want) || counts.Differ() != 4 {
		t.Errorf("counts %v", counts)
	}
}

func TestRunRefuses(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"nothing", "\n \n", "no vectors"},
		{"no JSON", agreed + "\n{", "line 2"},
		{"no id", `{"suite":"cite"}`, "line 1: the vector has no id"},
		{"unknown suite", `{"id":"X","suite":"tea"}`, `X: no such suite: "tea"`},
		{"unknown kind", strings.Replace(agreed, "number", "colour", 1), `A1: no such kind: "colour"`},
		{"unknown fn", `{"id":"X","suite":"notation","fn":"tea"}`, `no such fn: "tea"`},
		{"a mark of two characters", strings.Replace(agreed, `","decimal":","`, `","decimal":",."`, 1), "no such mark"},
		{"a value that is a list", strings.Replace(agreed, `"value":"12"`, `"value":[12]`, 1), "a value is a string"},
		{"a key twice", `{"id":"X","suite":"vcite","span_refs":[{"quote":"a","quote":"b"}]}`, "ref 0"},
		{"unknown brackets", strings.Replace(agreed, `"decimal"`, `"brackets":"tea","decimal"`, 1), "no such meaning of brackets"},
		{"unknown order", strings.Replace(agreed, `"decimal"`, `"order":"tea","decimal"`, 1), "no such order of dates"},
	} {
		var out strings.Builder
		if c, err := Run(strings.NewReader(tt.in), &out); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, %v, want %q", tt.name, c, err, tt.want)
		}
	}
}
