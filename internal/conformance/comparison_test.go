package conformance

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/notation"
)

var update = flag.Bool("update", false, "write the table into docs/conformance.md")

// A score counts how one reader answers the vectors of one suite.
type score struct{ right, accepted, refused, otherwise int }

func (s *score) add(right, accepts, wantAccepts bool) {
	switch {
	case right:
		s.right++
	case accepts && !wantAccepts:
		s.accepted++
	case !accepts && wantAccepts:
		s.refused++
	default:
		s.otherwise++
	}
}

// A row of the table: one reader on one suite.
type row struct {
	suite, who string
	score
}

// readersOf are the keys under which vectors give the answers of others.
var readersOf = map[string][]struct{ key, who string }{
	"find":         {{"truecopy_v1", "truecopy 1"}, {"truecopy_v2", "truecopy 2"}, {"truecopy_v2_with_mark", "truecopy 2, told the mark"}},
	"value":        {{"truecopy_v1", "truecopy 1"}, {"truecopy_v2_with_mark", "truecopy 2, told the mark"}},
	"mark":         {{"truecopy_v2", "truecopy 2"}},
	"date":         {{"truecopy_v1", "truecopy 1"}, {"truecopy_v2", "truecopy 2"}},
	"cite":         {{"seed_carries", "the literal rule"}},
	"vcite":        {{"seed", "the literal rule"}},
	"title_clause": {{"seed", "the literal rule"}},
}

// TestComparison writes, with -update, and checks the table of docs/conformance.md.
func TestComparison(t *testing.T) {
	var rows []row
	for _, group := range []string{"find", "value", "mark", "date", "cite", "vcite", "title_clause", "records"} {
		rows = append(rows, compare(t, group)...)
	}
	var b strings.Builder
	b.WriteString("| suite | vectors | who | right | wrongly accepted | wrongly refused | otherwise |\n| --- | ---: | --- | ---: | ---: | ---: | ---: |\n")
	for _, r := range rows {
		n := r.right + r.accepted + r.refused + r.otherwise
		fmt.Fprintf(&b, "| %s | %d | %s | %d | %d | %d | %d |\n", r.suite, n, r.who, r.right, r.accepted, r.refused, r.otherwise)
	}
	file := filepath.Join("..", "..", "docs", "conformance.md")
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(doc), "-update -->\n")
	_, tail, ok2 := strings.Cut(rest, "<!-- end -->")
	if !ok || !ok2 {
		t.Fatal("docs/conformance.md has no place for the table")
	}
	want := head + "-update -->\n" + b.String() + "<!-- end -->" + tail
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(doc) {
		t.Errorf("docs/conformance.md is not what the vectors give; run with -update:\n%s", b.String())
	}
}

// compare scores ourselves and the others on one group of vectors.
func compare(t *testing.T, group string) []row {
	t.Helper()
	suite := group
	name := group
	if slices.Contains([]string{"find", "value", "mark", "date"}, group) {
		suite, name = "notation", "notation, "+group
	}
	raw, err := vectors.ReadFile("vectors/" + suite + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	others := readersOf[group]
	rows := []row{{suite: name, who: "this program"}}
	further := row{suite: name, who: "this program, where no other was asked"}
	for _, o := range others {
		rows = append(rows, row{suite: name, who: o.who})
	}
	for line := range bytes.Lines(raw) {
		var v map[string]json.RawMessage
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		if suite == "notation" && str(v["fn"]) != group {
			continue
		}
		asked := len(others) == 0
		for _, o := range others {
			asked = asked || v[o.key] != nil
		}
		if !asked {
			ours(t, suite, line, &further.score)
			continue
		}
		ours(t, suite, line, &rows[0].score)
		for i, o := range others {
			right, accepts, wantAccepts := theirs(t, group, v, v[o.key])
			rows[i+1].add(right, accepts, wantAccepts)
		}
	}
	if rows[0].right == 0 {
		t.Fatalf("%s: no vectors", group)
	}
	if further.score != (score{}) {
		rows = append(rows, further)
	}
	return rows
}

func ours(t *testing.T, suite string, line []byte, s *score) {
	t.Helper()
	for i := range suites {
		if suites[i].name != suite {
			continue
		}
		got, want, ok, err := suites[i].run(line)
		if err != nil {
			t.Fatal(err)
		}
		accepts := func(s string) bool {
			return strings.HasPrefix(s, "carried") || strings.HasPrefix(s, "pass") || strings.Contains(s, "proceed")
		}
		s.add(ok, accepts(got), accepts(want))
	}
}

// theirs compares the answer of another reader with what a vector wants.
func theirs(t *testing.T, group string, v map[string]json.RawMessage, answer json.RawMessage) (right, accepts, wantAccepts bool) {
	t.Helper()
	switch group {
	case "cite":
		accepts, wantAccepts = string(answer) == "true", str(v["verdict"]) == "carried"
		return accepts == wantAccepts, accepts, wantAccepts
	case "vcite", "title_clause":
		return outcomes(t, v["want"], answer)
	}
	gave, wanted := values(answer), values(v["want"])
	if slices.Equal(gave, wanted) {
		return true, false, false
	}
	for _, g := range gave {
		if !slices.Contains(wanted, g) {
			return false, true, false
		}
	}
	return false, false, true
}

func outcomes(t *testing.T, want, gave json.RawMessage) (right, accepts, wantAccepts bool) {
	t.Helper()
	var w, g map[string]any
	if json.Unmarshal(want, &w) != nil || json.Unmarshal(gave, &g) != nil {
		t.Fatal("no outcome")
	}
	passes := func(m map[string]any) bool {
		return m["outcome"] == "proceed" || m["result"] == "pass" || m["result"] == "pass_no_link"
	}
	delete(w, "reason")
	delete(g, "reason")
	return fmt.Sprint(w) == fmt.Sprint(g), passes(g), passes(w)
}

// values returns the readings of an answer: a list, one value or none. Numbers are written
// canonically; a string that is neither a number nor a date says why there is none.
func values(raw json.RawMessage) []string {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		list = []json.RawMessage{raw}
	}
	var out []string
	for _, r := range list {
		s := string(r)
		if s == "null" || s == "" {
			continue
		}
		if unquoted := str(r); unquoted != "" {
			s = unquoted
		}
		if c := notation.Canonical(s); c != "" {
			s = c
		}
		if len(s) > 1 && strings.IndexFunc(s, func(r rune) bool { return (r < '0' || r > '9') && r != '-' && r != '.' }) >= 0 {
			continue
		}
		out = append(out, s)
	}
	return out
}

func str(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}
