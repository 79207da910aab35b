package pipeline

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rowproof/rowproof/internal/atomicfile"
	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/table"
)

// The files of a run folder. All but AnswersFile are written to a temporary name and renamed,
// so that what has its name is whole.
const (
	RowsFile         = "rows.jsonl"
	TaskFile         = "task.yaml"
	AnswersFile      = "answers.jsonl"
	ReportFile       = "report.jsonl"
	MeasurementsFile = "measurements.json"
)

// A FolderError says why a run folder cannot be used.
type FolderError struct {
	Dir   string
	Cause string
	Hint  string // what to do next, or empty
	Err   error  // what lies below, or nil
}

func (e *FolderError) Error() string {
	s := "run folder " + e.Dir + ": " + e.Cause
	if e.Err != nil {
		s += ": " + below(e.Err).Error()
	}
	return s
}

// Unwrap returns the error below.
func (e *FolderError) Unwrap() error { return e.Err }

// below leaves out the path that errors of package os repeat.
func below(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}

func unwritable(dir string, err error) error {
	return &FolderError{Dir: dir, Cause: "cannot be written", Err: err, Hint: "choose another folder with --out"}
}

// How says what to do with a folder that holds a run already.
type How uint8

// The ways to open a folder.
const (
	Fresh     How = iota // whatever run is there is replaced; a model's answers of it are kept beside
	Resume               // stored answers are used again; a run of another document or task is refused
	Overwrite            // whatever run is there is removed
)

// openFolder makes the folder ready for a run of the document and task, and returns the answers
// that are there already.
func openFolder(dir string, how How, doc *table.Document, source []byte) ([]claim.Stored, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, unwritable(dir, err)
	}
	if err := sameRun(dir, how, doc, source); err != nil {
		return nil, err
	}
	if err := dropReport(dir); err != nil {
		return nil, unwritable(dir, err)
	}
	var answers []claim.Stored
	path := filepath.Join(dir, AnswersFile)
	var err error
	switch how {
	case Resume:
		answers, err = readAnswers(path)
		if err != nil {
			return nil, &FolderError{Dir: dir, Cause: "its answers cannot be read", Err: err, Hint: "start anew without --resume"}
		}
	case Overwrite:
		if err = os.Remove(path); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	default:
		err = setAside(path)
	}
	if err != nil {
		return nil, unwritable(dir, err)
	}
	if err := writeFile(dir, TaskFile, func(w io.Writer) error { _, err := w.Write(source); return err }); err != nil {
		return nil, err
	}
	return answers, writeFile(dir, RowsFile, func(w io.Writer) error { return writeRows(w, doc) })
}

// dropReport removes the report of an earlier run: it would pass for one of this run if this one ends
// early. A folder without rows holds no run, and its files are somebody else's.
func dropReport(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, RowsFile)); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	for _, name := range []string{ReportFile, MeasurementsFile} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// sameRun refuses to resume the run of another document or task. A folder without rows is
// nobody's.
func sameRun(dir string, how How, doc *table.Document, source []byte) error {
	if how != Resume {
		return nil
	}
	head, err := storedHead(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	hint := "start anew without --resume, or choose another folder with --out"
	if err != nil {
		return &FolderError{Dir: dir, Cause: "holds a run that cannot be read", Err: err, Hint: hint}
	}
	if head.ID != doc.ID {
		return &FolderError{Dir: dir, Cause: "holds a run of another document, " + head.Name, Hint: hint}
	}
	old, err := os.ReadFile(filepath.Join(dir, TaskFile))
	if err == nil && !bytes.Equal(old, source) {
		return &FolderError{Dir: dir, Cause: "holds a run of another task", Hint: hint}
	}
	return nil
}

func storedHead(dir string) (*storedDocument, error) {
	f, err := os.Open(filepath.Join(dir, RowsFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readHead(bufio.NewReader(f))
}

// paid reports whether a model gave the answers; those from the headings, or of another tool,
// cost nothing. What cannot be read may have cost something.
func paid(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	line, err := bufio.NewReader(f).ReadBytes('\n')
	var s claim.Stored
	if err != nil || json.Unmarshal(line, &s) != nil {
		return true
	}
	return s.Answerer != ColumnsName && !strings.HasPrefix(s.Answerer, "check:") && !strings.HasPrefix(s.Answerer, "find:")
}

// setAside renames an earlier run's answers to the first free name, answers.1.jsonl: they were
// paid for.
func setAside(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Size() == 0 || !paid(path) {
		return os.Remove(path)
	}
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.%d.jsonl", path[:len(path)-len(".jsonl")], n)
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			return os.Rename(path, name)
		} else if err != nil {
			return err
		}
	}
}

// writeFile writes a file in one step, so that what has its name is whole.
func writeFile(dir, name string, write func(io.Writer) error) error {
	var fault error // of what is written, not of the disk
	err := atomicfile.Write(filepath.Join(dir, name), func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 256<<10)
		var disk *fs.PathError
		if err := write(b); err != nil {
			if !errors.As(err, &disk) {
				fault = err
			}
			return err
		}
		return b.Flush()
	})
	if fault != nil {
		return fault
	}
	if err != nil {
		return unwritable(dir, err)
	}
	return nil
}

// Loaded is what a run folder holds for verification: the document, the task as written and the answers in
// force, in the order of rounds and rows.
type Loaded struct {
	Doc     *table.Document
	Task    []byte
	Answers []claim.Stored
}

// Load reads a run folder. It needs neither the file nor the model of the run.
func Load(dir string) (*Loaded, error) {
	f, err := os.Open(filepath.Join(dir, RowsFile))
	if err != nil {
		return nil, &FolderError{Dir: dir, Cause: "holds no run", Err: err, Hint: "name the folder that a run wrote, out/ if nothing else was said"}
	}
	defer f.Close()
	r := &Loaded{}
	broken := func(err error) error {
		return &FolderError{Dir: dir, Cause: "cannot be read", Err: err, Hint: "run again on the file"}
	}
	if r.Doc, err = readRows(f); err != nil {
		return nil, broken(err)
	}
	if r.Task, err = os.ReadFile(filepath.Join(dir, TaskFile)); err != nil {
		return nil, broken(fmt.Errorf("%s: %w", TaskFile, below(err)))
	}
	all, err := readAnswers(filepath.Join(dir, AnswersFile))
	if err != nil {
		return nil, broken(err)
	}
	r.Answers = inForce(all)
	return r, nil
}

// OpenReport opens the finished report of a run folder. The caller closes it.
func OpenReport(dir string) (io.ReadCloser, error) {
	f, err := os.Open(filepath.Join(dir, ReportFile))
	if errors.Is(err, fs.ErrNotExist) {
		if _, rows := os.Stat(filepath.Join(dir, RowsFile)); rows == nil {
			return nil, &FolderError{Dir: dir, Cause: "the run has no report: it did not end", Hint: "run again with --resume"}
		}
		return nil, &FolderError{Dir: dir, Cause: "holds no run", Hint: "name the folder that a run wrote, out/ if nothing else was said"}
	}
	if err != nil {
		return nil, &FolderError{Dir: dir, Cause: "its report cannot be read", Err: err}
	}
	return f, nil
}
