//go:build linux || darwin

package pdf

import "syscall"

// childSpace bounds the address space of a child: the compiled parser, its memory and the
// file it was sent.
const childSpace = 6 << 30

// confine limits what the process may take. Where the system refuses, the parser's own limit
// on memory still holds.
func confine() {
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: childSpace, Max: childSpace})
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
}
