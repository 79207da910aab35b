package claim

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/task"
)

// MaxRow is the largest row number that a claim may cite, and below zero the least: none of
// those is a row, and a record that cites one is refused. Whether the document has the row
// is cite's question.
const MaxRow = 1<<31 - 1

// Decode reads one answer of the protocol rowproof.answer/1 to the task. What is not of the
// protocol becomes a finding: an unknown key is noted and nothing of it enters, an item that
// gives a key twice or has another form is refused, one code fence or prose around a single
// object is stripped with a note, and of an answer that was cut off the whole items are
// kept. Nothing else is repaired. Window, Round and the entries' ids are the caller's to set.
//
// The strings of the answer share raw's memory through one copy of it.
func Decode(raw []byte, t *task.Task) (Answer, []finding.Finding) {
	return DecodeString(string(raw), t)
}

// DecodeString is Decode without the copy.
func DecodeString(raw string, t *task.Task) (Answer, []finding.Finding) {
	d := newDecoder(t)
	d.answer(raw)
	d.noteUnknown()
	return d.out, d.findings
}

type decoder struct {
	scan     scanner
	item     node // whose memory the next one uses again
	task     *task.Task
	out      Answer
	void     bool // no object of the protocol
	findings []finding.Finding
	unknown  map[string]int // places of unknown keys and how often each came
	order    []string       // of unknown, as first seen

	each      func(it Item, r *Record) // gets the records and document values; nil: they are kept
	again     bool                     // what is to be said of unknown keys was said
	from      int                      // where the item begins
	documents int                      // document values handed out
	rec       Record                   // handed out, its memory used again
	numbers   []int                    // row numbers of the item, likewise
}

func newDecoder(t *task.Task) *decoder { return &decoder{task: t, unknown: map[string]int{}} }

func (d *decoder) find(code, detail string, rows ...int) {
	d.findings = append(d.findings, finding.Finding{Code: code, Rows: slices.Compact(slices.Sorted(slices.Values(rows))), Col: -1, Detail: detail})
}

func (d *decoder) unknownKey(place string) {
	if d.again {
		return
	}
	if len(place) > 80 {
		place = strings.ToValidUTF8(place[:80], "") + "…"
	}
	if d.unknown[place] == 0 {
		if len(d.order) == 20 {
			return
		}
		d.order = append(d.order, place)
	}
	d.unknown[place]++
}

func (d *decoder) noteUnknown() {
	for _, place := range d.order {
		detail := strconv.Quote(place)
		if n := d.unknown[place]; n > 1 {
			detail += fmt.Sprintf(", %d times", n)
		}
		d.find(finding.UnknownKey, detail)
	}
}

// answer reads the text around the object and the object.
func (d *decoder) answer(raw string) {
	if strings.TrimSpace(raw) == "" {
		d.find(finding.EmptyAnswer, "")
		return
	}
	if len(raw) > MaxBytes {
		d.void = true
		d.find(finding.Undecodable, fmt.Sprintf("longer than %d bytes", MaxBytes))
		return
	}
	at := strings.IndexByte(raw, '{')
	if at < 0 {
		d.find(finding.Undecodable, "no object")
		return
	}
	d.scan = scanner{s: raw, i: at}
	err := d.top()
	switch {
	case errors.Is(err, errCut):
		d.out.Cut = true
		d.find(finding.Truncated, "the answer ends inside an object")
	case err != nil:
		d.out, d.void = Answer{}, true
		d.findings = d.findings[:0]
		d.order = nil
		d.find(finding.Undecodable, fmt.Sprintf("no JSON at byte %d", d.scan.i))
		return
	}
	before, after := strings.TrimSpace(strings.TrimPrefix(raw[:at], "\ufeff")), strings.TrimSpace(raw[min(d.scan.i, len(raw)):])
	if d.out.Cut {
		after = ""
	}
	if strings.ContainsAny(after, "{}") {
		d.out, d.void = Answer{}, true
		d.findings = d.findings[:0]
		d.order = nil
		d.find(finding.Undecodable, "more than one object")
		return
	}
	if before != "" || after != "" {
		d.find(finding.Wrapped, "")
	}
}

// top reads the object whose members are the arrays of the protocol.
func (d *decoder) top() error {
	var seen []string
	return d.scan.members(func(key string) error {
		if contains(seen, key) {
			d.find(finding.KeyGivenTwice, "the answer gives "+strconv.Quote(key)+" twice; what came second is refused")
			return d.refuseAll()
		}
		seen = append(seen, key)
		switch key {
		case "document":
			return d.array(key, d.documentValue)
		case "other":
			return d.array(key, d.other)
		case "answers":
			if len(d.task.Questions) > 0 {
				return d.array(key, d.prose)
			}
		}
		if r, ok := d.task.Record(key); ok {
			return d.array(key, func(n *node, order int) error { return d.record(n, r, order) })
		}
		d.unknownKey(key)
		_, err := d.scan.value(1)
		return err
	})
}

// refuseAll counts the items of a value that is refused as a whole.
func (d *decoder) refuseAll() error {
	n, err := d.scan.value(1)
	d.out.Refused += max(1, len(n.items))
	return err
}

// array reads the items of one array. An item that its reader refuses becomes a finding.
func (d *decoder) array(name string, item func(n *node, order int) error) error {
	c, err := d.scan.next()
	if err != nil {
		return err
	}
	if c != '[' {
		n, err := d.scan.value(1)
		if err == nil && n.kind != kNull {
			d.out.Refused++
			d.find(finding.MalformedItem, name+" is no array")
		}
		return err
	}
	order := 0
	return d.scan.elements(func() error {
		n, err := d.next()
		if err != nil {
			return err
		}
		if n.twice {
			d.out.Refused++
			d.find(finding.KeyGivenTwice, place(name, order), d.citedRows(n)...)
		} else if err := item(n, order); err != nil {
			d.out.Refused++
			d.find(finding.MalformedItem, place(name, order)+": "+err.Error(), d.citedRows(n)...)
		}
		order++
		return nil
	})
}

// next reads one item. It is valid until the next one.
func (d *decoder) next() (*node, error) {
	c, err := d.scan.next()
	if err != nil {
		return nil, err
	}
	d.from = d.scan.i
	d.numbers, d.scan.nodes = d.numbers[:0], d.scan.nodes[:0]
	if c == '{' {
		return &d.item, d.scan.objectInto(&d.item, 2)
	}
	n, err := d.scan.value(2)
	return &n, err
}

func place(name string, order int) string { return name + "[" + strconv.Itoa(order) + "]" }

// citedRows returns the rows of a refused item, for its finding.
func (d *decoder) citedRows(n *node) []int {
	for i, k := range n.keys {
		if k == "rows" {
			rows, err := d.rowNumbers(&n.items[i])
			if err == nil {
				return rows
			}
		}
	}
	return nil
}

var errNoObject = errors.New("no object")

func (d *decoder) record(n *node, r *task.Record, order int) error {
	if n.kind != kObject {
		return errNoObject
	}
	out := Record{Type: r.Name, Order: order, Window: -1, Fields: d.rec.Fields[:0]}
	if d.each == nil {
		out.Fields = make([]Value, 0, len(r.Fields))
	}
	for i, key := range n.keys {
		v := &n.items[i]
		if key == "rows" {
			var err error
			if out.Rows, out.Places, err = d.rowsOrPlaces(v); err != nil {
				return err
			}
			continue
		}
		f, ok := r.Field(key)
		if !ok {
			d.unknownKey(r.Name + "." + key)
			continue
		}
		val, err := d.value(v, f.Name)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		out.Fields = append(out.Fields, val)
	}
	if d.each == nil {
		d.out.Records = append(d.out.Records, out)
		return nil
	}
	d.rec = out
	d.hand(slices.IndexFunc(d.task.Records, func(t task.Record) bool { return t.Name == r.Name }), order)
	return nil
}

// value reads a quote, or an object with the quote and rows of its own.
func (d *decoder) value(n *node, name string) (Value, error) {
	v := Value{Name: name, Quote: n.text}
	switch n.kind {
	case kNull:
		v.Null, v.Quote = true, ""
	case kNumber:
		v.Number = true
	case kBool:
		v.Bool = true
	case kString:
	case kObject:
		return d.valueWithRows(n, name)
	default:
		return v, errors.New("neither a string nor null")
	}
	return v, nil
}

func (d *decoder) valueWithRows(n *node, name string) (Value, error) {
	var v Value
	var rows []int
	given := false
	for i, key := range n.keys {
		switch key {
		case "quote":
			if n.items[i].kind == kObject {
				return v, errors.New("a quote that is an object")
			}
			var err error
			if v, err = d.value(&n.items[i], name); err != nil {
				return v, err
			}
			given = true
		case "rows":
			var err error
			if rows, err = d.rowNumbers(&n.items[i]); err != nil {
				return v, err
			}
		default:
			d.unknownKey(name + "." + key)
		}
	}
	if !given {
		return v, errors.New("no quote")
	}
	v.Rows = rows
	return v, nil
}

// rowsOrPlaces reads the rows of a record: numbers, or two and more lists of numbers, which are
// the places where a search found it. Rows are then those of the first place. Places hold the record,
// so an answer that writes them gains nothing.
func (d *decoder) rowsOrPlaces(n *node) (rows []int, places [][]int, err error) {
	if n.kind != kArray || len(n.items) == 0 || n.items[0].kind != kArray {
		rows, err = d.rowNumbers(n)
		return rows, nil, err
	}
	if len(n.items) < 2 || len(n.items) > MaxPlaces {
		return nil, nil, errors.New("rows holds one place, or too many")
	}
	for i := range n.items {
		place, err := d.rowNumbers(&n.items[i])
		if err != nil || len(place) == 0 {
			return nil, nil, errors.New("rows holds what is no place")
		}
		places = append(places, place)
	}
	return places[0], places, nil
}

func (d *decoder) rowNumbers(n *node) ([]int, error) {
	if n.kind == kNull {
		return nil, nil
	}
	if n.kind != kArray {
		return nil, errors.New("rows is no array")
	}
	out := d.rows(len(n.items))
	for i := range n.items {
		item := &n.items[i]
		v, err := strconv.ParseInt(item.text, 10, 64)
		if item.kind != kNumber || err != nil || v < -MaxRow || v > MaxRow || item.text == "-0" {
			return nil, errors.New("rows holds what is no row number")
		}
		out = append(out, int(v))
	}
	return out, nil
}
