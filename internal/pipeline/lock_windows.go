package pipeline

import (
	"errors"
	"os"
	"syscall"
)

const (
	sharingViolation = syscall.Errno(32)
	deleteOnClose    = 0x04000000
)

// lock opens the path as no other process can, without waiting.
func lock(path string) (unlock func(), err error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL|deleteOnClose, 0)
	switch {
	case errors.Is(err, sharingViolation), errors.Is(err, syscall.ERROR_ACCESS_DENIED) && exists(path):
		return nil, errBusy
	case err != nil:
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return func() { _ = syscall.CloseHandle(h) }, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
