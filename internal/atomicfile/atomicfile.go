// Package atomicfile writes files in one step: to a temporary name in the same folder, then
// renamed, so that a reader sees the old file or the new one and never a part.
package atomicfile

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A File is written under a temporary name until Commit.
type File struct {
	*os.File
	target string
	done   bool
}

// Create opens a temporary file beside path, whose permissions it takes where path exists. A
// path that is a symbolic link stays one: the file that it points to is replaced.
func Create(path string) (*File, error) {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	mode := fs.FileMode(0o666)
	old, err := os.Stat(path)
	switch {
	case err == nil && !old.Mode().IsRegular():
		return nil, fmt.Errorf("write %s: not a regular file", path)
	case err == nil:
		mode = old.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	f, err := os.OpenFile(temporary(path), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, err
	}
	if old != nil {
		if err := f.Chmod(mode); err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
			return nil, err
		}
	}
	return &File{File: f, target: path}, nil
}

// Commit makes the content durable and gives the file its name.
func (f *File) Commit() error {
	if f.done {
		return errors.New("atomicfile: committed twice")
	}
	f.done = true
	err := f.File.Sync()
	if e := f.File.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), f.target)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return err
	}
	syncFolder(filepath.Dir(f.target))
	return nil
}

// Close discards what was written unless it was committed; after Commit it does nothing.
func (f *File) Close() error {
	if f.done {
		return nil
	}
	f.done = true
	err := f.File.Close()
	if e := os.Remove(f.Name()); err == nil {
		err = e
	}
	return err
}

// Write calls fill with a new file and gives it the name path once fill returned without an
// error; after an error nothing changed.
func Write(path string, fill func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := fill(f); err != nil {
		return err
	}
	return f.Commit()
}

// RemoveLeft removes what a killed process left beside path. The caller knows that no other
// process is writing to it.
func RemoveLeft(path string) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	prefix, hexDigits := prefixOf(path), 2*randomBytes
	for _, e := range entries {
		n := e.Name()
		if strings.HasPrefix(n, prefix) && len(n) == len(prefix)+hexDigits && e.Type().IsRegular() {
			if err := os.Remove(filepath.Join(filepath.Dir(path), n)); err != nil {
				return err
			}
		}
	}
	return nil
}

const randomBytes = 8

func prefixOf(path string) string { return "." + filepath.Base(path) + ".part-" }

func temporary(path string) string {
	b := make([]byte, randomBytes)
	rand.Read(b) // never fails, says its documentation
	return filepath.Join(filepath.Dir(path), prefixOf(path)+hex.EncodeToString(b))
}

// syncFolder makes the rename durable where the system can; where it cannot, the file itself
// is whole all the same.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
