package main

import (
	"bytes"
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/cli"
	"github.com/rowproof/rowproof/internal/model/modeltest"
)

// canary stands in cells, quotes, answers, a title and a key. It may come out in reports only.
const canary = "Zugzwangkanarienvogel"

// TestNoLogHasACell runs every command that sees a document at the log level debug. What they write to standard
// error, logs and errors alike, has none of its words.
func TestNoLogHasACell(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"lots.csv":      "Lot,Tenant,Rent\nL1," + canary + ",\"1,250.00\"\nL2,Elm " + canary + ",980.50\nL3,Oak,700.00 " + canary + "\n",
		"changed.csv":   "Lot,Tenant,Rent\nL1," + canary + ",\"1,250.00\"\n",
		"lots.yaml":     "version: 1\nname: lots\nnotation: {decimal: \".\"}\nrecords:\n  lot:\n    key: [lot]\n    fields:\n      lot: {type: identifier, required: true}\n      tenant: {type: exact}\n      rent: {type: money}\n",
		"records.json":  `[{"rows":[1],"lot":"L1","tenant":"` + canary + `","rent":"1,250.00"},{"rows":[2],"lot":"L2","tenant":"` + canary + ` Elm","rent":"` + canary + `"}]`,
		"norows.json":   `[{"lot":"L1","tenant":"` + canary + `"},{"lot":"` + canary + `"}]`,
		"broken.json":   `[{"rows":[1],"lot":"` + canary + `"},{"rows":`,
		"types.csv":     "record,rows,lot\n" + canary + ",1,L1\n",
		"broken.csv":    "rows,lot\n" + canary + ",L1\n",
		"lease.md":      "# " + canary + "\n\nThe notice is three months, says " + canary + ".\n",
		"lease.yaml":    "version: 1\nname: lease\nquestions:\n  - {id: q, ask: How long is it?}\n",
		"answers.jsonl": `{"id":"q","answer":"“` + canary + ` is three”","title":"` + canary + ` x","clause":"` + canary + ` is three"}`,
		"quotes.jsonl":  `{"document":"x","kind":"section","index":1,"quote":"` + canary + `"}` + "\n" + `{"kind":"section","index":1,"quote":"` + canary + `"}`,
		"twice.jsonl":   `{"quote":"` + canary + `","quote":"` + canary + `"}`,
		"cut.jsonl":     `{"quote":"` + canary + `",`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	answer := `200 {"lot":[{"rows":[1],"lot":"L1","tenant":"` + canary + `","rent":"1,250.00"},{"rows":[2],"lot":"` + canary + `"}],"` + canary + `":[]}`
	script, err := modeltest.Scripted("429 message="+canary+"\n"+answer+"\n200 "+canary+"\n400 message="+canary+"\n", os.DirFS(dir), nil)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(script)
	defer srv.Close()
	logged := 0
	for _, line := range []string{
		"rows lots.csv", "rows lots.csv --format json", "rows lease.md --segments", "task init lots.csv",
		"run lots.csv --task lots.yaml", "run lots.csv --task lots.yaml --formats html,csv,md,json,xlsx,text --combine all.csv", "run lots.csv --out made",
		"run lots.csv --task lots.yaml --out asked --model openai:fake --base-url " + srv.URL + "/v1",
		"check records.json --source lots.csv --task lots.yaml", "check norows.json --source lots.csv --task lots.yaml --find",
		"check broken.json --source lots.csv --task lots.yaml", "check broken.csv --source lots.csv --task lots.yaml", "check types.csv --source lots.csv --task lots.yaml",
		"check answers.jsonl --source lease.md --task lease.yaml", "check quotes.jsonl --source lease.md", "check quotes.jsonl --source lease.md --format json",
		"check twice.jsonl --source lease.md", "check cut.jsonl --source lease.md",
		"report out/lots", "report out/lots --format html", "verify out/lots", "verify out/lots --source changed.csv --moved",
		"publish out/lots --to published.csv", "publish out/lots --to published.jsonl --accepted", "diff lots.csv changed.csv",
	} {
		var stdout, stderr bytes.Buffer
		args := append(strings.Fields(line), "--log-level", "debug")
		status := cli.Run(context.Background(), cli.System{Args: args, Environ: []string{"OPENAI_API_KEY=" + canary, "HOME=" + dir}, Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr})
		if strings.Contains(stderr.String(), canary) {
			t.Errorf("%s: standard error has the canary:\n%s", line, stderr.String())
		}
		if strings.HasPrefix(line, "check quotes") && (strings.Contains(stdout.String(), canary) || status != 3) {
			t.Errorf("%s: exit status %d, and the report repeats a quote:\n%s", line, status, stdout.String())
		}
		logged += strings.Count(stderr.String(), `"level":"`)
	}
	if logged < 10 {
		t.Errorf("only %d log lines: the test sees nothing", logged)
	}
}

// TestSegmentsStay compares the segment maps of two examples with stored ones: the same file gives
// the same bytes and the same document id in every build.
func TestSegmentsStay(t *testing.T) {
	for _, name := range []string{"handbook.md", "rent-roll.xlsx"} {
		got, stderr, status := run(t, "rows", filepath.Join(root, "examples", name), "--segments")
		if status != 0 {
			t.Fatal(stderr)
		}
		again, _, _ := run(t, "rows", filepath.Join(root, "examples", name), "--segments")
		if got != again {
			t.Errorf("%s: two readings differ", name)
		}
		stored, err := os.ReadFile("testdata/" + strings.TrimSuffix(name, filepath.Ext(name)) + "-segments.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		if string(stored) != got {
			t.Errorf("%s: the segment map is not the stored one. If a reading changed on purpose, raise the version of the canonical form", name)
		}
	}
}

// TestChangedFileHasAnotherID changes one byte at a time of a text: no two share a document id.
func TestChangedFileHasAnotherID(t *testing.T) {
	dir := t.TempDir()
	ids := map[string]string{}
	for _, text := range []string{"# A\n\nOne two.\n", "# A\n\nOne  two.\n", "# A\n\nOne two!\n", "# B\n\nOne two.\n", "# A\n\nOne\ntwo.\n", "# A\n\none two.\n", "# A\n\n# One two.\n\nx\n"} {
		path := filepath.Join(dir, "a.md")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		out, stderr, status := run(t, "rows", path, "--segments")
		if status != 0 || len(out) < 80 {
			t.Fatalf("%q: %s", text, stderr)
		}
		id := out[len(`{"document":"`):][:64]
		if other, twice := ids[id]; twice {
			t.Errorf("%q and %q share a document id", text, other)
		}
		ids[id] = text
	}
}
