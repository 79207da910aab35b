// Package publish takes accepted records out of a stored run into a file that others work
// with: JSON Lines, CSV or XLSX. It is an effect, so it comes after the verdicts only, adds
// each record once, and adds nothing of a document with a quote that failed its check.
//
// The target remembers what it holds: each line has the key of its record, made of the
// document's identity (else the hash of its file), the task and the record's own key.
package publish

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/rowproof/rowproof/internal/atomicfile"
	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/export"
)

// A Format is the form of a target.
type Format string

// The formats.
const (
	JSONL Format = "jsonl"
	CSV   Format = "csv"
	XLSX  Format = "xlsx"
)

// FormatOf returns the format that the name of a target says.
func FormatOf(path string) (Format, error) {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".jsonl", ".ndjson":
		return JSONL, nil
	case ".csv":
		return CSV, nil
	case ".xlsx":
		return XLSX, nil
	default:
		return "", fmt.Errorf("publish to %s: the name ends in %q, not in .jsonl, .csv or .xlsx", path, ext)
	}
}

// Options say what goes where.
type Options struct {
	Target   string // path of the file; it is made where it does not exist
	Format   Format // empty: what the name says
	Accepted bool   // the accepted records of a document that is not sound too
	SameName bool   // a document without identity although the target has another one of its name
	Stored   bool   // stored numbers in the place of printed ones
}

// An Outcome says what became of one document.
type Outcome struct {
	Document string   `json:"document"`
	Target   string   `json:"target"`
	Identity string   `json:"identity"`            // the document's part of the keys
	Added    int      `json:"added"`               // records written
	Present  int      `json:"present"`             // records that the target has already
	Differ   []string `json:"differ,omitempty"`    // of these, ids of those that stand there with other values; they are left
	HeldBack []Held   `json:"held_back,omitempty"` // why records, or all of them, were not written
}

// Held is one reason for holding back.
type Held struct {
	Reason Reason `json:"reason"`
	Code   string `json:"code,omitempty"`  // of a finding
	Rows   []int  `json:"rows,omitempty"`  // of the finding or record
	Entry  string `json:"entry,omitempty"` // empty: the whole document
	Detail string `json:"detail"`          // without a text of the document
	Hint   string `json:"hint,omitempty"`  // what to do next
}

// A Reason says why something was held back.
type Reason string

// The reasons.
const (
	FailedQuote   Reason = "failed quote"    // an exact quote failed; nothing of the document is published
	NotSound      Reason = "not sound"       // the document is not sound, and Accepted was not asked for
	NoIdentity    Reason = "no identity"     // a value of the task's identity is not accepted
	OtherFile     Reason = "other file"      // the target holds the same identity from another file
	OtherContent  Reason = "other content"   // a document without identity, and the target holds another one of its name
	OtherReading  Reason = "other reading"   // records without a key, and the target holds another reading of the file
	KeyTwice      Reason = "key twice"       // two accepted records have one key
	ValueNotSound Reason = "value not sound" // a document value that stands in the columns is not accepted
	NoRecords     Reason = "no records"      // the task has no records to publish
)

// Publish reads a stored stream and adds its accepted records to the target in one step:
// readers of the target see all of them or none. Publishers of one target wait for each
// other. What is held back is part of the outcome; an error means that nothing was written.
func Publish(stream io.Reader, opt Options) (*Outcome, error) {
	return (&publisher{opt: opt}).publish(stream)
}

type publisher struct {
	opt          Options
	beforeRename func() // for the test of a crash
}

func (p *publisher) publish(stream io.Reader) (*Outcome, error) {
	if p.opt.Format == "" {
		f, err := FormatOf(p.opt.Target)
		if err != nil {
			return nil, err
		}
		p.opt.Format = f
	}
	c := &collector{stored: p.opt.Stored}
	if err := report.Read(stream, c); err != nil {
		return nil, err
	}
	out := &Outcome{Document: c.run.Document.Name, Target: p.opt.Target}
	records, held := c.publishable(p.opt.Accepted)
	out.HeldBack, out.Identity = held, c.identity
	if len(records) == 0 {
		return out, nil
	}
	if err := p.add(c, records, out); err != nil {
		return nil, fmt.Errorf("publish to %s: %w", p.opt.Target, err)
	}
	return out, nil
}

// add writes the records that the target does not have, under its lock.
func (p *publisher) add(c *collector, records []record, out *Outcome) error {
	path := p.opt.Target
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("there is no folder %s", filepath.Dir(path))
	}
	lock := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
	unlock, err := lockedfile.MutexAt(lock).Lock()
	if err != nil {
		return err
	}
	defer unlock()
	if err := atomicfile.RemoveLeft(path); err != nil {
		return err
	}
	t, err := open(path, p.opt.Format, &c.plan)
	if err != nil {
		return err
	}
	defer t.close()
	c.adopt(t.lines(), records)
	out.Identity = c.identity
	if held := c.contradicts(t.lines()); held != nil {
		out.HeldBack = append(out.HeldBack, *held)
		return nil
	}
	var fresh []record
	for _, r := range records {
		line, ok := t.lines()[r.key]
		switch {
		case !ok:
			fresh = append(fresh, r)
		default:
			out.Present++
			if !t.same(line, &r) {
				out.Differ = append(out.Differ, r.id)
			}
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	held := c.otherReading(t.lines())
	if held == nil && !p.opt.SameName {
		held = c.otherContent(t.lines())
	}
	if held != nil {
		out.HeldBack = append(out.HeldBack, *held)
		return nil
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := t.write(f, fresh); err != nil {
		return err
	}
	if p.beforeRename != nil {
		p.beforeRename()
	}
	if err := f.Commit(); err != nil {
		return err
	}
	out.Added = len(fresh)
	return nil
}

// A target is a file that holds published records.
type target interface {
	lines() map[string]line // what it holds, by key
	same(line, *record) bool
	write(w io.Writer, fresh []record) error // all that it held, and the fresh records
	close()
}

// A line is what a target holds of one record.
type line struct {
	document, file, reading string
	values                  map[string]string // by title, as the format writes them
}

// The columns of a target beside those of the export.
const (
	colKey      = "_key"
	colDocument = "_document"
	colFile     = "_file"
	colReading  = "_reading"
	colRecord   = "_record"
)

// titles are the columns of a new target.
func titles(p *export.Plan) ([]string, error) {
	out := []string{colKey, colDocument, colFile, colReading, colRecord}
	seen := map[string]bool{}
	for _, t := range out {
		seen[t] = true
	}
	for _, c := range p.Columns {
		if seen[c.Title] {
			return nil, fmt.Errorf("the export has two columns %q", c.Title)
		}
		seen[c.Title] = true
		out = append(out, c.Title)
	}
	return out, nil
}

func open(path string, f Format, plan *export.Plan) (target, error) {
	names, err := titles(plan)
	if err != nil {
		return nil, err
	}
	exists := true
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		exists = false
	} else if err != nil {
		return nil, err
	}
	switch f {
	case JSONL:
		return openJSONL(path, exists, plan)
	case CSV:
		return openCSV(path, exists, plan, names)
	case XLSX:
		return openXLSX(path, exists, plan, names)
	}
	return nil, fmt.Errorf("no such format: %s", f)
}
