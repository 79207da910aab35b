package report

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// strictly decodes as Read does where the scan fails.
func strictly(b []byte, m any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// lines are rows and entries of stored reports.
func lines(t testing.TB) [][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out [][]byte
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range bytes.SplitAfter(b, []byte("\n")) {
			if bytes.HasPrefix(l, []byte(`{"type":"row"`)) || bytes.HasPrefix(l, []byte(`{"type":"entry"`)) {
				out = append(out, l)
			}
		}
	}
	if len(out) < 40 {
		t.Fatalf("%d lines in %v", len(out), files)
	}
	return out
}

// agree fails where the scan takes a line that the strict decoding refuses or reads otherwise.
func agree(t *testing.T, b []byte) (scanned bool) {
	t.Helper()
	var row, wantRow Row
	if scanRow(b, &row) {
		scanned = true
		if err := strictly(b, &wantRow); err != nil || !reflect.DeepEqual(row, wantRow) {
			t.Errorf("%s\nscanned %+v\nstrictly %+v, %v", b, row, wantRow, err)
		}
	}
	var entry, wantEntry Entry
	if scanEntry(b, &entry) {
		scanned = true
		if err := strictly(b, &wantEntry); err != nil || !reflect.DeepEqual(entry, wantEntry) {
			t.Errorf("%s\nscanned %+v\nstrictly %+v, %v", b, entry, wantEntry, err)
		}
	}
	return scanned
}

func TestScanIsTheStrictDecoding(t *testing.T) {
	scanned := 0
	for _, l := range lines(t) {
		boxed := bytes.Contains(l, []byte(`"box":`))
		if agree(t, l) {
			scanned++
		} else if !boxed {
			t.Errorf("not scanned: %s", l)
		}
	}
	if scanned < 40 {
		t.Errorf("%d lines scanned", scanned)
	}
}

func FuzzScan(f *testing.F) {
	for _, l := range lines(f) {
		f.Add(l)
	}
	f.Add([]byte(`{"type":"row","n":00,"table":"","place":{"table":"","line":-1,"col":1e3,"ref":"\ud800"},"cells":[],"class":""}`))
	f.Fuzz(func(t *testing.T, b []byte) { agree(t, b) })
}
