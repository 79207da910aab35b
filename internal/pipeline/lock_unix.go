//go:build linux || darwin

package pipeline

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the lock of a path without waiting.
func lock(path string) (unlock func(), err error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		busy, locked := try(f)
		if busy {
			_ = f.Close()
			return nil, errBusy
		}
		if !locked || named(f, path) {
			return func() {
				_ = os.Remove(path)
				_ = f.Close()
			}, nil
		}
		_ = f.Close() // the one before removed its name meanwhile
	}
}

// try locks the file if no other process has it; a file system without locks is no failure.
func try(f *os.File) (busy, locked bool) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return errors.Is(err, syscall.EWOULDBLOCK), err == nil
}

// named reports whether the path still is the file's.
func named(f *os.File, path string) bool {
	a, errA := f.Stat()
	b, errB := os.Stat(path)
	return errA == nil && errB == nil && os.SameFile(a, b)
}
