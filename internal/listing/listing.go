// Package listing shows a document as it was read: numbered rows with their places, the role
// of each by its shape and why, how tables and columns were found, and what the reader
// cannot vouch for. It knows no task and no verdict.
package listing

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
)

// Options choose what is listed.
type Options struct {
	Stored bool   // the stored value beside the printed text
	Table  string // only the table of this name, or this number from 0; empty for all
	First  int    // first row number
	Last   int    // last row number, -1 for the end
	Colour bool

	Pictures func(page int) (Picture, bool) // html: the pages of a document that has some; nil for none
}

// Formats are the formats of Write.
var Formats = []string{"text", "json", "jsonl", "csv", "html", "md"}

// Write lists a document in a format.
func Write(w io.Writer, format string, st *structure.Structure, opt Options) error {
	l, err := newList(st, opt)
	if err != nil {
		return err
	}
	switch format {
	case "text":
		return l.text(w)
	case "json":
		return l.json(w)
	case "jsonl":
		return l.jsonl(w)
	case "csv":
		return l.csv(w)
	case "html":
		return l.html(w)
	case "md":
		return l.markdown(w)
	}
	return fmt.Errorf("format %s: rows are listed as %s", format, strings.Join(Formats, ", "))
}

// A list is the selected rows of one document.
type list struct {
	st     *structure.Structure
	doc    *table.Document
	opt    Options
	rows   []int
	tables []bool // by table: selected
}

func newList(st *structure.Structure, opt Options) (*list, error) {
	l := &list{st: st, doc: st.Doc, opt: opt, tables: make([]bool, len(st.Doc.Tables))}
	any := false
	for i := range l.doc.Tables {
		l.tables[i] = opt.takes(&l.doc.Tables[i])
		any = any || l.tables[i]
	}
	if !any && opt.Table != "" {
		return nil, noTable(l.doc, opt.Table)
	}
	last := opt.Last
	if last < 0 || last >= len(l.doc.Rows) {
		last = len(l.doc.Rows) - 1
	}
	for n := max(0, opt.First); n <= last; n++ {
		if l.tables[l.doc.Rows[n].Table] {
			l.rows = append(l.rows, n)
		}
	}
	return l, nil
}

// takes reports whether the table is asked for.
func (opt *Options) takes(t *table.Table) bool {
	return opt.Table == "" || opt.Table == t.Name || opt.Table == strconv.Itoa(t.Index)
}

func noTable(doc *table.Document, name string) error {
	var has []string
	for i := range doc.Tables {
		has = append(has, fmt.Sprintf("%d %q", i, doc.Tables[i].Name))
	}
	return fmt.Errorf("there is no table %q; the document has %s", name, strings.Join(has, ", "))
}

// role returns the role of a row as people read it, with its reason.
func (l *list) role(n int) (role, why string) {
	r := l.st.Rows[n]
	role = r.Role.String()
	if r.Role == structure.Section && r.Depth > 1 {
		role = fmt.Sprintf("section %d", r.Depth)
	}
	return role, r.Reason.Text()
}

// stored returns the stored value where it says something that the text does not.
func stored(c *table.Cell) string {
	if c.Kind == table.Text || c.Stored == c.Text {
		return ""
	}
	return c.Stored
}

// notes says in words what the flags of a cell mean.
func notes(c *table.Cell) []string {
	if c.Flags&^table.Formula == 0 {
		return nil
	}
	var out []string
	for _, f := range [...]struct {
		flag table.Flags
		word string
	}{
		{table.Uncached, "not calculated"}, {table.Calculated, "calculated by extract"}, {table.HiddenCell, "hidden"},
		{table.Recognised, "recognised"}, {table.Doubtful, "doubtful"}, {table.Marked, "marked"},
	} {
		if c.Flags&f.flag != 0 {
			out = append(out, f.word)
		}
	}
	return out
}

// hidden says what a person does not see in the file.
func hidden(p table.HiddenPart) string {
	read := "not read"
	if p.Read {
		read = "read"
	}
	if p.Kind == "sheet" {
		return fmt.Sprintf("hidden sheet %q: %s", p.Table, read)
	}
	kind := p.Kind
	if p.Count == 1 {
		kind = strings.TrimSuffix(kind, "s")
	}
	return fmt.Sprintf("%d hidden %s in %q: %s", p.Count, kind, p.Table, read)
}
