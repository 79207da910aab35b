package xlsx

import (
	"path"
	"strings"

	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// A relation is one line of a part's relationships.
type relation struct {
	id, kind string // kind is the last word of the type, the same for both editions of the standard
	target   string // a part's name, or an address outside
	external bool
}

// relations reads the relationships of a part; a part without any has none.
func (a *archive) relations(part string) ([]relation, error) {
	name := partName(path.Join(path.Dir("/"+part), "_rels", path.Base("/"+part)+".rels"))
	if part == "" {
		name = "_rels/.rels"
	}
	if !a.has(name) {
		return nil, nil
	}
	var out []relation
	err := a.scan(name, func(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
		if kind != xmlscan.Start || string(sc.Local()) != "Relationship" {
			return nil
		}
		r := relation{id: attr(sc, "Id"), target: attr(sc, "Target"), external: strings.EqualFold(attr(sc, "TargetMode"), "External")}
		r.kind = attr(sc, "Type")
		r.kind = r.kind[strings.LastIndexByte(r.kind, '/')+1:]
		if !r.external {
			r.target = resolve(part, r.target)
		}
		out = append(out, r)
		return nil
	})
	return out, err
}

// attr returns an attribute as a string, empty where it is absent.
func attr(sc *xmlscan.Scanner, name string) string {
	v, _ := sc.Attr(name)
	return string(v)
}

// scan reads a part to its end and hands each tag and text to fn.
func (a *archive) scan(name string, fn func(*xmlscan.Scanner, xmlscan.Kind) error) error {
	rc, err := a.open(name)
	if err != nil {
		return err
	}
	defer rc.Close()
	r, err := xmlscan.Decode(rc)
	if err != nil {
		return damaged(a.title(name), err)
	}
	sc := xmlscan.New(r)
	for {
		kind, err := sc.Next()
		if err != nil {
			return damaged(a.title(name), err)
		}
		if kind == xmlscan.EOF {
			return nil
		}
		if err := fn(sc, kind); err != nil {
			return err
		}
	}
}
