package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/rowproof/rowproof/internal/cite/exact"
	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

// A quotesReport says what came of the exact quotes of one file. It never has a quote in it.
type quotesReport struct {
	Document   string      `json:"document"` // base name of the file
	ID         string      `json:"id"`       // its document id
	Quotes     int         `json:"quotes"`   // lines with a quote
	Stand      int         `json:"stand"`
	Fail       int         `json:"fail"`
	NotChecked int         `json:"not_checked"` // lines without a quote: pointers, which are no evidence
	Violations []violation `json:"violations"`
}

// A violation is one quote that fails: where it is written, and the anchor that it gives.
type violation struct {
	Line     int    `json:"line"`
	Code     string `json:"code"`
	Name     string `json:"name"`
	Document string `json:"document,omitempty"` // where another id was given
	Kind     string `json:"kind,omitempty"`
	Index    *int   `json:"index,omitempty"`
}

// checkQuotes checks a file of exact quotes against a document: every one of them, each for itself.
func (a *app) checkQuotes(ctx context.Context, path, source, password string) error {
	if f := a.cfg.Output.Format; f != "text" && f != "json" {
		return &usageError{err: fmt.Errorf("--format %s is not for quotes", f), hint: "--format text or --format json"}
	}
	data, err := a.readLimited(path, a.cfg.Limits.Bytes, "bytes")
	if err != nil {
		return err
	}
	refs, lines, err := readRefs(data)
	if err != nil {
		return &usageError{err: fmt.Errorf("%s: %w", path, err), hint: "docs/check.md shows the lines of quotes; records need --task"}
	}
	doc, err := a.read(ctx, source, password)
	if err != nil {
		return err
	}
	r := reportQuotes(doc, refs, lines)
	for i := range r.Violations {
		a.log.Debug().Int("line", r.Violations[i].Line).Str("code", r.Violations[i].Code).Msg("quote fails")
	}
	if r.Fail > 0 {
		a.status = worst(a.status, statusNotSound)
	}
	b := bufio.NewWriter(a.Stdout)
	if a.cfg.Output.Format == "json" {
		enc := json.NewEncoder(b)
		enc.SetIndent("", "  ")
		err = enc.Encode(r)
	} else {
		r.write(b, filepath.Base(path))
	}
	return errors.Join(err, b.Flush())
}

// readRefs reads JSON Lines of refs, with the line of each. A file without a single part of an
// anchor or a quote is none of refs: passing it would vouch for nothing.
func readRefs(data []byte) (refs []exact.Ref, lines []int, err error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	given := false
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if !json.Valid(line) {
			return nil, nil, fmt.Errorf("line %d: not a JSON object on one line", n)
		}
		ref, err := exact.DecodeRef(line, exact.DefaultNames)
		if err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", n, err)
		}
		given = given || ref.Document != "" || ref.Kind != "" || ref.Index.Valid || ref.Quote != nil
		refs, lines = append(refs, ref), append(lines, n)
	}
	switch {
	case len(refs) == 0:
		return nil, nil, errors.New("the file is empty")
	case !given:
		return nil, nil, errors.New("no line has a key document, kind, index or quote")
	}
	return refs, lines, nil
}

func reportQuotes(doc *table.Document, refs []exact.Ref, lines []int) *quotesReport {
	r := &quotesReport{Document: doc.Name, ID: doc.ID, Violations: []violation{}}
	for i := range refs {
		if refs[i].Quote == nil {
			r.NotChecked++
		}
	}
	r.Quotes = len(refs) - r.NotChecked
	for _, v := range exact.Check(exact.MapOf(doc), refs) {
		ref := &refs[v.Ref]
		out := violation{Line: lines[v.Ref], Code: v.Code, Name: finding.Of(v.Code).Name, Kind: short(ref.Kind)}
		if ref.Index.Valid {
			out.Index = &ref.Index.Value
		}
		if ref.Document != doc.ID {
			out.Document = short(ref.Document)
		}
		r.Violations = append(r.Violations, out)
	}
	r.Fail = len(r.Violations)
	r.Stand = r.Quotes - r.Fail
	return r
}

// short bounds what a report repeats of an anchor as it was given.
func short(s string) string {
	const most = 64
	if len(s) > most {
		return s[:most]
	}
	return s
}

func (r *quotesReport) write(w io.Writer, name string) {
	for i := range r.Violations {
		v := &r.Violations[i]
		fmt.Fprintf(w, "%s line %d: %s %s", name, v.Line, v.Code, v.Name)
		if v.Document != "" {
			fmt.Fprintf(w, ", document %q", v.Document)
		}
		if v.Kind != "" {
			fmt.Fprintf(w, ", %q", v.Kind)
		}
		if v.Index != nil {
			fmt.Fprintf(w, " %d", *v.Index)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s, document id %s\n%d quotes: %d stand, %d fail\n", r.Document, r.ID, r.Quotes, r.Stand, r.Fail)
	if r.NotChecked > 0 {
		fmt.Fprintf(w, "%d without a quote: not checked, and no evidence\n", r.NotChecked)
	}
}
