package pipeline

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/rowproof/rowproof/internal/claim"
)

// maxAnswer bounds one line of answers.jsonl.
const maxAnswer = 256 << 20

// A journal appends answers to answers.jsonl. It is the one file of a run folder that is only
// appended to: a line that was acknowledged is on the disk and stays.
type journal struct {
	f    *os.File
	lazy bool // answers cost nothing: to the disk when it closes

	mu      sync.Mutex // writing
	written int
	end     int64 // of the file
	err     error

	lines sync.Pool // of *[]byte, for lines that are read again

	sync   sync.Mutex // one fsync serves all lines written before it
	synced int
}

// openJournal opens or creates the file. A last line without an end was never acknowledged
// and is cut off.
func openJournal(path string) (*journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	end, err := wholeLines(f)
	if err == nil {
		err = f.Truncate(end)
	}
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &journal{f: f, end: end}, nil
}

// wholeLines returns how many bytes of the file are lines with an end.
func wholeLines(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	buf := make([]byte, 64<<10)
	for end := info.Size(); end > 0; {
		start := max(0, end-int64(len(buf)))
		b := buf[:end-start]
		if _, err := f.ReadAt(b, start); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
			return start + int64(i) + 1, nil
		}
		end = start
	}
	return 0, nil
}

// add writes the answer and returns once it is on the disk, unless the journal is lazy. The answer's text
// is then read from there when it is asked for.
func (j *journal) add(s *claim.Stored) error {
	line, err := json.Marshal(s)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	j.mu.Lock()
	at := j.end
	if j.err == nil {
		_, j.err = j.f.Write(line)
		j.end += int64(len(line))
	}
	err = j.err
	j.written++
	n := j.written
	j.mu.Unlock()
	if err != nil {
		return err
	}
	if i := bytes.Index(line, rawKey); i >= 0 && s.Raw != "" {
		i += len(rawKey)
		s.Raw, s.Later = "", j.text(at+int64(i), len(line)-i)
	}
	if j.lazy {
		return nil
	}
	return j.flush(n)
}

// rawKey stands before the text in a line, and, since quotes in strings are escaped, nowhere before.
var rawKey = []byte(`,"raw":`)

// text returns what reads the text of an answer: a JSON string in so many bytes of the file.
func (j *journal) text(at int64, n int) func() (string, error) {
	return func() (string, error) {
		b, _ := j.lines.Get().(*[]byte)
		if b == nil {
			b = new([]byte)
		}
		defer j.lines.Put(b)
		*b = slices.Grow((*b)[:0], n)[:n]
		if _, err := j.f.ReadAt(*b, at); err != nil {
			return "", fmt.Errorf("read %s again: %w", AnswersFile, err)
		}
		s, err := claim.ReadString(*b)
		if err != nil {
			return "", fmt.Errorf("%s was changed while the run read it again", AnswersFile)
		}
		return s, nil
	}
}

func (j *journal) flush(n int) error {
	j.sync.Lock()
	defer j.sync.Unlock()
	if j.synced >= n {
		return nil
	}
	j.mu.Lock()
	upTo := j.written
	j.mu.Unlock()
	if err := j.f.Sync(); err != nil {
		return err
	}
	j.synced = upTo
	return nil
}

// close makes sure that everything is on the disk.
func (j *journal) close() error { return errors.Join(j.f.Sync(), j.f.Close()) }

// readAnswers returns all whole lines of an answers.jsonl, in the order of the file. A missing
// file has none.
func readAnswers(path string) ([]claim.Stored, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return decodeAnswers(f)
}

func decodeAnswers(r io.Reader) ([]claim.Stored, error) {
	var out []claim.Stored
	br := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		line, err := readLine(br, maxAnswer)
		if errors.Is(err, io.EOF) {
			return out, nil // a last line without an end was never acknowledged
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", AnswersFile, n, err)
		}
		var s claim.Stored
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&s); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", AnswersFile, n, err)
		}
		out = append(out, s)
	}
}

// readLine returns the next line without its end, or io.EOF where none ends any more.
func readLine(br *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	for {
		b, err := br.ReadSlice('\n')
		if len(line)+len(b) > limit {
			return nil, fmt.Errorf("longer than %d bytes", limit)
		}
		switch {
		case err == nil && line == nil:
			return b[:len(b)-1], nil
		case err == nil:
			line = append(line, b...)
			return line[:len(line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
			line = append(line, b...)
		case err == io.EOF:
			return nil, io.EOF
		default:
			return nil, err
		}
	}
}

// inForce returns the answers that count, in the order of rounds and rows, whatever the order
// of their arrival: those of the settings that were used last, of each window the last that is
// no failure, else the last failure.
func inForce(all []claim.Stored) []claim.Stored {
	if len(all) == 0 {
		return nil
	}
	run := all[len(all)-1].Run
	type key struct {
		round int
		core  [2]int
	}
	at := map[key]int{}
	var out []claim.Stored
	for _, s := range all {
		if s.Run != run {
			continue
		}
		k := key{s.Round, s.Core}
		i, seen := at[k]
		switch {
		case !seen:
			at[k] = len(out)
			out = append(out, s)
		case s.Outcome != Failed || out[i].Outcome == Failed:
			out[i] = s
		}
	}
	slices.SortStableFunc(out, func(a, b claim.Stored) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Window, b.Window), cmp.Compare(a.Core[0], b.Core[0]), cmp.Compare(b.Core[1], a.Core[1]))
	})
	return out
}
