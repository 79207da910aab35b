//go:build unix

package pdf

import (
	"io/fs"
	"os"
	"syscall"
)

// ours reports a folder that belongs to the user and that no one else may write.
func ours(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid() && info.Mode().Perm()&0o022 == 0
}
