package task

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// The tasks of the records vectors, written in JSON, must all load.
func TestVectorTasksLoad(t *testing.T) {
	f, err := os.Open("testdata/records.tasks.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		var v struct {
			ID   string
			Task json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		got, err := Load(v.ID+".json", v.Task)
		if err != nil {
			t.Errorf("%s: %v", v.ID, err)
			continue
		}
		n++
		if len(got.Records) == 0 || got.Name == "" {
			t.Errorf("%s: loaded without records or name", v.ID)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if n < 100 {
		t.Errorf("only %d tasks loaded", n)
	}
}
