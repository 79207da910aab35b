//go:build !linux && !darwin && !windows

package pipeline

// lock keeps nobody out: this system's locks are not known.
func lock(string) (unlock func(), err error) { return func() {}, nil }
