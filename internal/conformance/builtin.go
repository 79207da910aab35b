package conformance

import (
	"embed"
	"io"
)

//go:embed vectors/*.jsonl
var vectors embed.FS

// Builtin runs the vectors that the program carries, suite by suite, as Run does.
func Builtin(w io.Writer) (Counts, error) {
	total := Counts{}
	for i := range suites {
		f, err := vectors.Open("vectors/" + suites[i].name + ".jsonl")
		if err != nil {
			return nil, err
		}
		c, err := Run(f, w)
		_ = f.Close()
		if err != nil {
			return nil, err
		}
		total = total.Add(c)
	}
	return total, nil
}
