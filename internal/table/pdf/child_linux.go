package pdf

import "syscall"

// apart makes a child end with its parent, and keeps the terminal's signals from it.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
