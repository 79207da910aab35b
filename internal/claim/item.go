package claim

import (
	"errors"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/task"
)

// An Item says where a record or document value stands in the text of its answer. A document may
// have a million records: what they say is read again where it is needed.
type Item struct {
	At    int // byte of the text
	Order int // position in its array, of a document value among the ones before it
	Type  int // index into Task.Records; of a document value -1 - its index in Task.Document
}

// Scan is DecodeString that hands out each record and document value instead of keeping it. The answer
// it returns has neither. A document value is a record of the type document with one field. What each
// gets is valid during the call. Void says that the answer cannot be read: nothing of it counts, what
// was handed out before included.
func Scan(raw string, t *task.Task, each func(it Item, r *Record)) (a Answer, void bool, fs []finding.Finding) {
	d := newDecoder(t)
	d.each = each
	d.answer(raw)
	d.noteUnknown()
	return d.out, d.void, d.findings
}

// A Reader reads items again. It is for one goroutine.
type Reader struct {
	d    *decoder
	read *Record
}

// NewReader returns a reader of answers to the task.
func NewReader(t *task.Task) *Reader {
	r := &Reader{d: newDecoder(t)}
	r.d.again = true
	r.d.each = func(_ Item, rec *Record) { r.read = rec }
	return r
}

// Item reads an item that Scan found in the same text. The record is valid until the next one. In
// another text the item may not be there: then there is an error, and the record says nothing.
func (r *Reader) Item(raw string, it Item) (*Record, error) {
	d := r.d
	d.scan.s, d.scan.i = raw, min(it.At, len(raw))
	r.read = nil
	n, err := d.next()
	if err == nil && it.Type < 0 {
		d.documents = it.Order
		err = d.documentValue(n, it.Order)
	} else if err == nil {
		err = d.record(n, &d.task.Records[it.Type], it.Order)
	}
	if err != nil || r.read == nil {
		return &Record{Fields: make([]Value, 1)}, errors.New("an answer is not what it was when it was read first")
	}
	return r.read, nil
}

// hand hands out a record or document value.
func (d *decoder) hand(typ, order int) {
	d.each(Item{At: d.from, Order: order, Type: typ}, &d.rec)
}

// rows returns memory for so many row numbers of an item.
func (d *decoder) rows(n int) []int {
	if d.each == nil {
		return make([]int, 0, n)
	}
	if len(d.numbers)+n > cap(d.numbers) {
		d.numbers = make([]int, 0, max(64, 2*cap(d.numbers), n))
	}
	at := len(d.numbers)
	d.numbers = d.numbers[:at+n]
	return d.numbers[at : at : at+n]
}
