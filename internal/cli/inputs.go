package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
)

// documents turns arguments into files: a file is itself, a folder the files in it that have
// a document's extension, a pattern what it matches. The order is that of the arguments,
// sorted within each. What a folder holds beside is passed over, and named.
func documents(args []string) (out, passed []string, err error) {
	seen := map[string]bool{}
	for _, arg := range args {
		found, others, err := expand(arg)
		if err != nil {
			return nil, nil, err
		}
		passed = append(passed, others...)
		for _, f := range found {
			if clean := filepath.Clean(f); !seen[clean] {
				seen[clean] = true
				out = append(out, f)
			}
		}
	}
	return out, passed, nil
}

func expand(arg string) (found, passed []string, err error) {
	if arg == "" {
		return nil, nil, &usageError{err: errors.New("an empty file name is given"), hint: "a variable of the shell may be empty"}
	}
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.IsDir():
		return inFolder(arg)
	case err == nil || !strings.ContainsAny(arg, "*?["):
		return []string{arg}, nil, nil
	}
	found, err = filepath.Glob(arg)
	if err != nil {
		return nil, nil, &usageError{err: fmt.Errorf("pattern %s: %w", arg, err)}
	}
	if len(found) == 0 {
		return nil, nil, &usageError{err: fmt.Errorf("no file matches %s", arg)}
	}
	slices.Sort(found)
	return found, nil, nil
}

func inFolder(dir string) (out, passed []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		if e.IsDir() || strings.HasPrefix(e.Name(), "~$") || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if readable[strings.ToLower(filepath.Ext(e.Name()))] {
			out = append(out, path)
		} else {
			passed = append(passed, path)
		}
	}
	if len(out) == 0 {
		return nil, nil, &usageError{err: fmt.Errorf("no document in the folder %s", dir), hint: "documents end in .xlsx, .xlsm, .csv, .tsv, .ods, .pdf; name other files one by one"}
	}
	return out, passed, nil
}

// passedShown is how many of the files that were passed over are named.
const passedShown = 5

// tellPassed names the files of folders that are not read for their names.
func (a *app) tellPassed(files []string) {
	switch n := len(files); {
	case n > passedShown:
		a.say("not read, for their names: %s and %d more; name them one by one", strings.Join(files[:passedShown], ", "), n-passedShown)
	case n > 0:
		a.say("not read, for their names: %s; name them one by one", strings.Join(files, ", "))
	}
}

// readable are the extensions that a folder is searched for.
var readable = map[string]bool{
	".xlsx": true, ".xlsm": true, ".xltx": true, ".xls": true, ".csv": true, ".tsv": true, ".ods": true, ".pdf": true,
}

// openSource opens a file for a reader. The caller closes it.
func openSource(path string) (table.Source, *os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			return table.Source{}, nil, fmt.Errorf("%s: %w", path, pe.Err)
		}
		return table.Source{}, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return table.Source{}, nil, errors.Join(err, f.Close())
	}
	if !info.Mode().IsRegular() {
		return table.Source{}, nil, errors.Join(fmt.Errorf("%s: not a file", path), f.Close())
	}
	return table.Source{Name: strings.ToValidUTF8(filepath.Base(path), "\uFFFD"), Path: path, Data: f, Size: info.Size()}, f, nil
}
