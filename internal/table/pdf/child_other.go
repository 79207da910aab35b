//go:build !linux

package pdf

import "syscall"

// apart needs nothing here: a child ends when its pipe closes.
func apart() *syscall.SysProcAttr { return nil }
