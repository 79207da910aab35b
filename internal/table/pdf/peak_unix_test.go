//go:build unix

package pdf

import (
	"runtime"
	"syscall"
)

// childPeak returns the most memory that a child has taken, in bytes.
func childPeak() int64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &r) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(r.Maxrss) //nolint:unconvert // 32 bits wide on some systems
	}
	return int64(r.Maxrss) << 10 //nolint:unconvert // as above
}
