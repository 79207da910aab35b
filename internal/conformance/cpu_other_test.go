//go:build !unix

package conformance

// cpuSeconds is not known here; the benchmark then reports the clock on the wall only.
func cpuSeconds() float64 { return 0 }
