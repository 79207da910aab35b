package pdf

import (
	"os"
	"path/filepath"
)

// cacheFolder returns the folder of the compiled parser, for the user alone, or "" where there
// is none: native code is loaded from it, so a folder that others may write is not used.
func cacheFolder() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir := filepath.Join(base, "rowproof", "pdf")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ""
	}
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || !ours(info) {
		return ""
	}
	return dir
}
