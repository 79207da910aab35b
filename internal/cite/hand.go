package cite

import (
	"strconv"

	"github.com/rowproof/rowproof/internal/verdict"
)

// A hand holds the entry that is being decided over; the others are packed. It is put back once
// another one is taken.
type hand struct {
	store    *verdict.Entries
	taken    *verdict.Reader
	outlines *verdict.Reader
	at       int // index of the entry at hand, -1 for none
	entry    *verdict.Entry
	fresh    verdict.Entry
	changed  bool

	fields []verdict.Field    // of the fresh entry
	spans  []verdict.Evidence // of the fresh entry
}

func newHand(store *verdict.Entries) hand {
	return hand{store: store, taken: store.Reader(), outlines: store.Reader(), at: -1}
}

// begin makes the next entry, which has n fields, and takes it.
func (h *hand) begin(e verdict.Entry, n int) *verdict.Entry {
	h.putBack()
	if cap(h.fields) < n {
		h.fields = make([]verdict.Field, n)
	}
	e.Fields, e.Rows, e.Idle = h.fields[:n], h.fresh.Rows[:0], h.fresh.Idle[:0]
	clear(e.Fields)
	h.spans = h.spans[:0]
	h.fresh = e
	h.at, h.entry, h.changed = h.store.Len(), &h.fresh, false
	return h.entry
}

// finish packs the entry that was begun. It stays at hand.
func (h *hand) finish() {
	h.store.Add(h.entry)
	h.changed = false
}

// take returns entry i to be read and changed; who changes it says so. It is valid until another one
// is taken.
func (h *hand) take(i int) *verdict.Entry {
	if h.at != i {
		h.putBack()
		h.at, h.entry = i, h.taken.Read(i)
	}
	return h.entry
}

// outline returns entry i for its rows, evidence and verdicts. It is valid until another outline is
// asked for or the entry is changed.
func (h *hand) outline(i int) *verdict.Entry {
	if h.at == i {
		return h.entry
	}
	return h.outlines.Outline(i)
}

func (h *hand) putBack() {
	if h.changed {
		h.store.Set(h.at, h.entry)
	}
	h.at, h.changed = -1, false
}

// newSpans copies evidence for the fresh entry.
func (h *hand) newSpans(from []verdict.Evidence) []verdict.Evidence {
	at := len(h.spans)
	h.spans = append(h.spans, from...)
	return h.spans[at:len(h.spans):len(h.spans)]
}

// A naming counts the entries that are named after a row: most rows name one.
type naming struct {
	once [][]uint64     // by record type: bits of rows, one more for none
	more map[[2]int]int // by type and row: how many, from the second on
	docs map[string]int // by name of a document field
}

func newNaming(types, rows int) naming {
	n := naming{once: make([][]uint64, types), more: map[[2]int]int{}, docs: map[string]int{}}
	for t := range n.once {
		n.once[t] = make([]uint64, rows/64+1)
	}
	return n
}

// name gives the entry at hand its id: the record type and the first data row, counted where a row
// has several.
func (c *checker) name(kind int) {
	e := c.entry
	if kind < 0 {
		e.ID = verdict.DocumentRecord + "-" + e.Fields[0].Name
		c.names.docs[e.ID]++
		if n := c.names.docs[e.ID]; n > 1 {
			e.ID += "-" + strconv.Itoa(n)
		}
		return
	}
	row := c.firstData(e)
	slot := row
	if row < 0 {
		slot = len(c.in.Doc.Rows)
		e.ID = e.Record + "-none"
	} else {
		e.ID = e.Record + "-" + strconv.Itoa(row)
	}
	if n := c.names.next(kind, slot); n > 1 {
		e.ID += "-" + strconv.Itoa(n)
	}
}

// next returns how many entries of the type the row names with this one.
func (n *naming) next(kind, row int) int {
	word, bit := &n.once[kind][row/64], uint64(1)<<(row%64)
	if *word&bit == 0 {
		*word |= bit
		return 1
	}
	at := [2]int{kind, row}
	n.more[at] = max(n.more[at], 1) + 1
	return n.more[at]
}

// firstData returns the row that names an entry: its first carrying data row, else its first
// row, else the first one that it cites in vain, or -1.
func (c *checker) firstData(e *verdict.Entry) int {
	for _, n := range e.Rows {
		if c.isData(n) && !c.borrows(n, e) {
			return n
		}
	}
	for _, n := range e.Rows {
		if c.isData(n) {
			return n
		}
	}
	for _, rows := range [][]int{e.Rows, e.Idle} {
		if len(rows) > 0 && rows[0] < len(c.in.Doc.Rows) {
			return rows[0]
		}
	}
	return -1
}
