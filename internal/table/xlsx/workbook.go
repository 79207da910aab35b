package xlsx

import (
	"strconv"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/parts"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// A book is the workbook part: its sheets in order and what holds for all of them.
type book struct {
	part      string
	relations []relation
	sheets    []sheetEntry
	date1904  bool
	external  bool // refers to other workbooks
}

type sheetEntry struct {
	name   string
	id     string // of the relationship
	hidden bool
}

// readBook finds and reads the workbook part.
func readBook(a *parts.Archive) (*book, error) {
	b := &book{}
	roots, err := relations(a, "")
	if err != nil {
		return nil, err
	}
	for _, r := range roots {
		if r.kind == "officeDocument" && !r.external && a.Has(r.target) {
			b.part = r.target
			break
		}
	}
	if b.part == "" {
		for _, usual := range [...]string{"xl/workbook.xml", "workbook.xml"} {
			if a.Has(usual) {
				b.part = usual
				break
			}
		}
	}
	if b.part == "" {
		return nil, &table.Unreadable{Code: finding.Damaged, Cause: "the archive has no workbook part", Hint: "ask for the file again"}
	}
	if b.relations, err = relations(a, b.part); err != nil {
		return nil, err
	}
	err = a.ScanSmall(b.part, func(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
		if kind != xmlscan.Start {
			return nil
		}
		switch string(sc.Local()) {
		case "workbookPr":
			if sc.Depth() == 2 { // an extension has an element of the same name
				b.date1904 = truth(parts.Attr(sc, "date1904"))
			}
		case "sheet":
			if sc.Depth() == 3 {
				id, _ := sc.AttrLocal("id")
				state := parts.Attr(sc, "state")
				b.sheets = append(b.sheets, sheetEntry{name: parts.Attr(sc, "name"), id: string(id), hidden: state == "hidden" || state == "veryHidden"})
			}
		case "externalReference":
			b.external = true
		}
		return nil
	})
	if err == nil && len(b.sheets) == 0 {
		err = &table.Unreadable{Code: finding.Damaged, Place: a.Title(b.part), Cause: "the workbook lists no sheet", Hint: "ask for the file again"}
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// truth reads a boolean attribute.
func truth(s string) bool { return s == "1" || s == "true" || s == "on" }

// part returns the part of the first relation of a kind, or the usual name if it is there.
func partOf(a *parts.Archive, rels []relation, kind string, usual ...string) string {
	for _, r := range rels {
		if r.kind == kind && !r.external && a.Has(r.target) {
			return r.target
		}
	}
	for _, name := range usual {
		if a.Has(parts.Name(name)) {
			return parts.Name(name)
		}
	}
	return ""
}

// sheetPart returns the part and the kind of the i-th sheet. A sheet whose relationship is
// missing is looked for under its usual name.
func sheetPart(a *parts.Archive, b *book, i int) (part, kind string) {
	for _, r := range b.relations {
		if r.id == b.sheets[i].id {
			if r.external {
				return "", r.kind
			}
			return r.target, r.kind
		}
	}
	usual := "xl/worksheets/sheet" + strconv.Itoa(i+1) + ".xml"
	if len(b.relations) == 0 && a.Has(usual) {
		return usual, "worksheet"
	}
	return "", ""
}
