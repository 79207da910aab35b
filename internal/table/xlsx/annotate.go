package xlsx

import (
	"errors"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/parts"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

const maxNotes = 100_000

// annotate adds to a table what the file declares about it: list objects, the filter,
// comments and links.
func (r *reader) annotate(t *table.Table, sv *survey, part string) error {
	rels, err := relations(r.archive, part)
	if err != nil {
		return err
	}
	var threads []table.Note
	for _, rel := range rels {
		if rel.external || !r.archive.Has(rel.target) {
			continue
		}
		switch rel.kind {
		case "table":
			err = r.listObject(t, rel.target)
		case "comments":
			err = r.comments(t, rel.target)
		case "threadedComment":
			threads, err = r.threads(threads, rel.target)
		}
		if err != nil {
			if err = r.unreadablePart(rel.target, err); err != nil {
				return err
			}
		}
	}
	t.Notes = withThreads(t.Notes, threads)
	r.declare(t, sv, rels)
	return nil
}

// declare adds the filter and the links.
func (r *reader) declare(t *table.Table, sv *survey, rels []relation) {
	if sv.filter != nil {
		t.Declared = append(t.Declared, table.Declared{Area: *sv.filter, Headings: 1, Filter: true})
	}
	for _, l := range sv.links {
		to := l.location
		for _, rel := range rels {
			if rel.id == l.id && l.id != "" {
				to = rel.target
				if l.location != "" {
					to += "#" + l.location
				}
			}
		}
		if to != "" && len(t.Notes) < maxNotes {
			t.Notes = append(t.Notes, table.Note{Line: l.area.FirstLine, Col: l.area.FirstCol, Kind: "link", Text: to})
		}
	}
}

// unreadablePart turns a damaged part that holds no rows into a warning; a limit and a
// failure of the disk stay errors.
func (r *reader) unreadablePart(part string, err error) error {
	var u *table.Unreadable
	if !errors.As(err, &u) {
		return err
	}
	return r.emitter.Warn(table.Warning{Code: finding.UnreadableObject, Row: -1, Col: -1, Place: part, Detail: "a part beside the sheet cannot be read: " + err.Error()})
}

func (r *reader) listObject(t *table.Table, part string) error {
	d := table.Declared{Headings: 1}
	known := false
	err := r.archive.ScanSmall(part, func(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
		if kind != xmlscan.Start || sc.Depth() != 1 {
			return nil
		}
		d.Name = parts.Attr(sc, "displayName")
		if d.Name == "" {
			d.Name = parts.Attr(sc, "name")
		}
		d.Area, known = parseArea(parts.Attr(sc, "ref"))
		if n, ok := parseUint([]byte(parts.Attr(sc, "headerRowCount"))); ok {
			d.Headings = n
		}
		if n, ok := parseUint([]byte(parts.Attr(sc, "totalsRowCount"))); ok {
			d.Totals = n
		}
		return nil
	})
	if err == nil && known {
		t.Declared = append(t.Declared, d)
	}
	return err
}

func (r *reader) comments(t *table.Table, part string) error {
	var item itemText
	var col, line int
	open := false
	return r.archive.ScanSmall(part, func(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
		switch sc.Depth() {
		case 3:
			if kind == xmlscan.Start && string(sc.Local()) == "comment" {
				col, line, open = parseRef([]byte(parts.Attr(sc, "ref")))
			}
		case 4:
			if string(sc.Local()) == "text" && kind == xmlscan.Start {
				item.reset()
			}
			if string(sc.Local()) == "text" && kind == xmlscan.End && open && len(t.Notes) < maxNotes {
				t.Notes = append(t.Notes, table.Note{Line: line, Col: col, Kind: "comment", Text: strings.TrimSpace(string(item.text()))})
			}
		default:
			item.take(sc, kind, 4)
		}
		return nil
	})
}

// threads appends the comments of a part that holds conversations, in their order.
func (r *reader) threads(notes []table.Note, part string) ([]table.Note, error) {
	var note table.Note
	known, inText := false, false
	err := r.archive.ScanSmall(part, func(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
		name := string(sc.Local())
		switch {
		case kind == xmlscan.Start && sc.Depth() == 2:
			note = table.Note{Kind: "comment"}
			note.Col, note.Line, known = parseRef([]byte(parts.Attr(sc, "ref")))
		case kind == xmlscan.Start && sc.Depth() == 3:
			inText = name == "text"
		case kind == xmlscan.Text && inText:
			note.Text += string(sc.Text())
		case kind == xmlscan.End && sc.Depth() == 3:
			inText = false
		case kind == xmlscan.End && sc.Depth() == 2:
			if note.Text = strings.TrimSpace(note.Text); known && note.Text != "" && len(notes) < maxNotes {
				notes = append(notes, note)
			}
		}
		return nil
	})
	return notes, err
}

// withThreads adds conversations to the comments of a sheet. For programs that know none, a
// file repeats each as one comment of the same cell, which is left out.
func withThreads(notes, threads []table.Note) []table.Note {
	cells := map[[2]int]bool{}
	for _, n := range threads {
		cells[[2]int{n.Line, n.Col}] = true
	}
	notes = slices.DeleteFunc(notes, func(n table.Note) bool { return n.Kind == "comment" && cells[[2]int{n.Line, n.Col}] })
	return append(notes, threads...)
}
