package claim

import (
	"errors"
	"slices"

	"github.com/rowproof/rowproof/internal/task"
)

func (d *decoder) documentValue(n *node, order int) error {
	if n.kind != kObject {
		return errNoObject
	}
	var v Value
	var rows []int
	var places [][]int
	name, given := "", false
	for i, key := range n.keys {
		item := &n.items[i]
		switch key {
		case "name":
			if item.kind != kString {
				return errors.New("a name that is no string")
			}
			name = item.text
		case "rows":
			var err error
			if rows, places, err = d.rowsOrPlaces(item); err != nil {
				return err
			}
		case "value":
			var err error
			if v, err = d.value(item, ""); err != nil {
				return err
			}
			given = true
		default:
			d.unknownKey("document." + key)
		}
	}
	f, ok := d.task.DocumentField(name)
	if !ok {
		if name == "" {
			return errors.New("no name")
		}
		d.unknownKey("document." + name)
		return nil
	}
	if !given {
		return errors.New("no value")
	}
	v.Name = f.Name
	if len(v.Rows) == 0 {
		v.Rows = rows
	}
	if d.each != nil {
		d.rec = Record{Type: "document", Rows: v.Rows, Fields: append(d.rec.Fields[:0], v), Places: places, Order: d.documents, Window: -1}
		d.hand(-1-slices.IndexFunc(d.task.Document, func(t task.Field) bool { return t.Name == f.Name }), d.documents)
		d.documents++
		return nil
	}
	d.out.Document = append(d.out.Document, v)
	if places != nil {
		d.out.Places = append(d.out.Places, make([][][]int, len(d.out.Document)-1-len(d.out.Places))...)
		d.out.Places = append(d.out.Places, places)
	}
	return nil
}

// kinds are the words that an answer may give a row that carries no record.
var kinds = []string{"heading", "section", "total", "note", "furniture"}

func (d *decoder) other(n *node, order int) error {
	if n.kind != kObject {
		return errNoObject
	}
	o := Other{Window: -1}
	for i, key := range n.keys {
		switch key {
		case "kind":
			o.Kind = n.items[i].text
		case "rows":
			var err error
			if o.Rows, err = d.rowNumbers(&n.items[i]); err != nil {
				return err
			}
		default:
			d.unknownKey("other." + key)
		}
	}
	at := slices.Index(kinds, o.Kind)
	if at < 0 {
		return errors.New("not one of heading, section, total, note, furniture")
	}
	o.Kind = kinds[at]
	o.Rows = slices.Clone(o.Rows)
	d.out.Other = append(d.out.Other, o)
	return nil
}

func (d *decoder) prose(n *node, order int) error {
	if n.kind != kObject {
		return errNoObject
	}
	var p Prose
	for i, key := range n.keys {
		item := &n.items[i]
		text := func(to *string, has *bool) error {
			if item.kind == kNull {
				return nil
			}
			if item.kind != kString {
				return errors.New(key + " is no string")
			}
			*to, *has = item.text, true
			return nil
		}
		var err error
		var has bool
		switch key {
		case "id":
			err = text(&p.ID, &has)
		case "answer":
			err = text(&p.Answer, &has)
		case "title":
			err = text(&p.Title, &p.HasTitle)
		case "clause":
			err = text(&p.Clause, &p.HasClause)
		case "unknown":
			if item.kind != kBool {
				err = errors.New("unknown is neither true nor false")
			}
			p.Unknown = item.text == "true"
		default:
			d.unknownKey("answers." + key)
		}
		if err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(d.task.Questions, func(q task.Question) bool { return q.ID == p.ID }) {
		return errors.New("no question of the task has this id")
	}
	d.out.Answers = append(d.out.Answers, p)
	return nil
}
