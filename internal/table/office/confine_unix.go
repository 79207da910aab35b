//go:build unix

package office

import (
	"context"
	"os/exec"
	"strconv"
	"syscall"
)

// memory bounds the address space of the program, where the system holds such a limit.
const memory = 4 << 30

// confined returns a command that runs in a process group of its own, so that its children end
// with it, under the system's limits on memory and on the size of a file.
func confined(ctx context.Context, fileBytes int64, program string, args ...string) *exec.Cmd {
	script := "ulimit -v " + strconv.Itoa(memory>>10) + " 2>/dev/null; ulimit -c 0; "
	if fileBytes > 0 {
		script += "ulimit -f " + strconv.FormatInt(fileBytes>>9+1, 10) + "; "
	}
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", script + `exec "$0" "$@"`, program}, args...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}

// endGroup ends what is left of the command's process group.
func endGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
