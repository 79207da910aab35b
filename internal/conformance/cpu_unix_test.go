//go:build unix

package conformance

import "syscall"

// cpuSeconds returns the processor time that this process has spent: on a busy machine the
// clock on the wall says little.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}
