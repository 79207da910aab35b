// Package conformance runs files of test vectors against the checks: cases written down as
// data, each with what every implementation of the rules must answer. docs/conformance.md
// describes the format.
package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/rowproof/rowproof/internal/conformance/records"
)

// A suite answers one vector: what the checks give and what the vector wants, in one
// spelling. ok says that they agree. An error is a vector that cannot be read.
type suite func(raw json.RawMessage) (got, want string, ok bool, err error)

// suites are the suites that can be run, in the order of reports.
var suites = []struct {
	name string
	run  suite
}{
	{"notation", runNotation},
	{"cite", runCite},
	{"vcite", runExact},
	{"title_clause", runTitle},
	{"records", records.Run},
}

// maxLine bounds one vector, in bytes.
const maxLine = 16 << 20

// Counts is the outcome of a run, one a suite that had vectors, in the order of reports.
type Counts []Count

// A Count is the outcome of one suite.
type Count struct {
	Suite  string
	Agreed int
	Differ int
}

// Add adds the counts of another run.
func (c Counts) Add(other Counts) Counts {
	out := Counts{}
	for i := range suites {
		n := Count{Suite: suites[i].name}
		for _, of := range [2]Counts{c, other} {
			for _, o := range of {
				if o.Suite == n.Suite {
					n.Agreed += o.Agreed
					n.Differ += o.Differ
				}
			}
		}
		if n.Agreed+n.Differ > 0 {
			out = append(out, n)
		}
	}
	return out
}

// Differ returns how many vectors the checks disagree with.
func (c Counts) Differ() int {
	n := 0
	for i := range c {
		n += c[i].Differ
	}
	return n
}

// Run runs the vectors of r, one JSON object a line, and writes one line to w for each that
// the checks disagree with: its id, what they give and what it wants. A vector that cannot be
// read, an unknown suite, and a file without vectors are errors, with the line.
func Run(r io.Reader, w io.Writer) (Counts, error) {
	counts := make(Counts, len(suites))
	for i := range suites {
		counts[i].Suite = suites[i].name
	}
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 64<<10), maxLine)
	line, total := 0, 0
	for sc.Scan() {
		line++
		raw := bytes.TrimSpace(sc.Bytes())
		if len(raw) == 0 {
			continue
		}
		total++
		if err := one(raw, counts, w); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("after line %d: %w", line, err)
	}
	if total == 0 {
		return nil, errors.New("no vectors: every line holds one JSON object with id and suite")
	}
	return Counts{}.Add(counts), nil
}

func one(raw []byte, counts Counts, w io.Writer) error {
	var head struct{ ID, Suite string }
	if err := json.Unmarshal(raw, &head); err != nil {
		return err
	}
	if head.ID == "" {
		return errors.New("the vector has no id")
	}
	for i := range suites {
		if suites[i].name != head.Suite {
			continue
		}
		got, want, ok, err := suites[i].run(raw)
		if err != nil {
			return fmt.Errorf("%s: %w", head.ID, err)
		}
		if ok {
			counts[i].Agreed++
			return nil
		}
		counts[i].Differ++
		_, err = fmt.Fprintf(w, "%s\tgot %s\twant %s\n", head.ID, got, want)
		return err
	}
	return fmt.Errorf("%s: no such suite: %q", head.ID, head.Suite)
}
