package xlsx

import (
	"path"
	"strings"

	"github.com/rowproof/rowproof/internal/table/parts"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// A relation is one line of a part's relationships.
type relation struct {
	id, kind string // kind is the last word of the type, the same for both editions of the standard
	target   string // a part's name, or an address outside
	external bool
}

// relations reads the relationships of a part; a part without any has none.
func relations(a *parts.Archive, part string) ([]relation, error) {
	name := parts.Name(path.Join(path.Dir("/"+part), "_rels", path.Base("/"+part)+".rels"))
	if part == "" {
		name = "_rels/.rels"
	}
	if !a.Has(name) {
		return nil, nil
	}
	var out []relation
	err := a.ScanSmall(name, func(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
		if kind != xmlscan.Start || string(sc.Local()) != "Relationship" {
			return nil
		}
		r := relation{id: parts.Attr(sc, "Id"), target: parts.Attr(sc, "Target"), external: strings.EqualFold(parts.Attr(sc, "TargetMode"), "External")}
		r.kind = parts.Attr(sc, "Type")
		r.kind = r.kind[strings.LastIndexByte(r.kind, '/')+1:]
		if !r.external {
			r.target = parts.Resolve(part, r.target)
		}
		out = append(out, r)
		return nil
	})
	return out, err
}
