package pipeline

import (
	"errors"
	"os"
	"path/filepath"
)

// lockFile is held by the process that runs in a folder, and gone when it ends.
const lockFile = ".lock"

var errBusy = errors.New("another run is at work in it")

// lockFolder makes the folder and keeps other processes out of it until unlock. A process that is killed
// gives the lock back; a file system that knows no locks keeps nobody out.
func lockFolder(dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, unwritable(dir, err)
	}
	unlock, err = lock(filepath.Join(dir, lockFile))
	switch {
	case errors.Is(err, errBusy):
		return nil, &FolderError{Dir: dir, Cause: errBusy.Error(), Hint: "wait for it, or choose another folder with --out"}
	case err != nil:
		return nil, unwritable(dir, err)
	}
	return unlock, nil
}
