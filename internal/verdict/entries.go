package verdict

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"
)

// Entries are the entries of one document, packed: a value that says what the document prints
// costs a few bytes, where a Field is two hundred. They are kept one behind the other in pages, each
// behind its length. What a page holds is described at the encoder.
//
// One goroutine may write, or several read, each through a [Reader] of its own. A nil *Entries has none.
type Entries struct {
	types   []Type
	cells   Cells
	n       int
	pages   [][]byte // whole ones
	open    []byte   // entries behind the last whole page
	words   []string // codes, currencies and units, each once
	wordAt  map[string]int
	enc     encoder
	version int // counts changes of what stands already
	change  *Reader
}

// A Type is a record type, or DocumentRecord, with its fields. Entries with the fields of their
// type, in its order, do not keep the names.
type Type struct {
	Name   string
	Fields []string
}

// Cells are the texts of the document that evidence stands in. They must stay as they are while the
// entries are in use.
type Cells interface {
	// CellText returns what a cell prints and what it stores; false where there is none.
	CellText(row, col int) (text, stored string, ok bool)
}

const (
	pageEntries = 32   // of a page
	maxWords    = 4096 // of Entries.words; a further one is written out
)

// NewEntries returns a store without entries. Types may be nil, and so may cells: names and texts
// are then kept whole.
func NewEntries(types []Type, cells Cells) *Entries {
	return &Entries{types: types, cells: cells, wordAt: map[string]int{}}
}

// EntriesOf returns a store of the given entries without a document.
func EntriesOf(list ...Entry) *Entries {
	s := NewEntries(nil, nil)
	for i := range list {
		s.Add(&list[i])
	}
	return s
}

// Len returns how many entries there are.
func (s *Entries) Len() int {
	if s == nil {
		return 0
	}
	return s.n
}

// Add appends an entry. Nothing of it is kept but its texts, which are copied.
func (s *Entries) Add(e *Entry) {
	s.open = s.enc.entry(s.open, s, e, s.n)
	s.n++
	if s.n%pageEntries == 0 {
		s.pages = append(s.pages, slices.Clone(s.open))
		s.open = s.open[:0]
	}
}

// page returns the page of entry i.
func (s *Entries) page(i int) []byte {
	if p := i / pageEntries; p < len(s.pages) {
		return s.pages[p]
	}
	return s.open
}

// Set replaces entry i.
func (s *Entries) Set(i int, e *Entry) {
	page := s.page(i)
	from := seek(page, i%pageEntries)
	size, width := uvarint(page[from:])
	end := from + width + int(size)
	next := s.enc.entry(s.enc.spare[:0], s, e, i)
	s.enc.spare = next
	s.version++
	if len(next) == end-from {
		copy(page[from:end], next)
		return
	}
	changed := make([]byte, 0, len(page)-(end-from)+len(next))
	changed = append(append(append(changed, page[:from]...), next...), page[end:]...)
	if p := i / pageEntries; p < len(s.pages) {
		s.pages[p] = changed
	} else {
		s.open = changed
	}
}

// Update lets do change entry i. What do gets is valid during the call.
func (s *Entries) Update(i int, do func(e *Entry)) {
	if s.change == nil {
		s.change = s.Reader()
	}
	e := s.change.Read(i)
	do(e)
	s.Set(i, e)
}

// SetVerdict gives entry i a verdict and leaves the rest.
func (s *Entries) SetVerdict(i int, v Verdict) {
	page := s.page(i)
	from := seek(page, i%pageEntries)
	_, width := uvarint(page[from:])
	page[from+width] = page[from+width]&^verdictBits | byte(v)
}

// seek returns where in its page the entry with the given place begins.
func seek(page []byte, place int) int {
	at := 0
	for range place {
		size, width := uvarint(page[at:])
		at += width + int(size)
	}
	return at
}

// All yields the entries, each valid until the next one.
func (s *Entries) All() iter.Seq2[int, *Entry] {
	return func(yield func(int, *Entry) bool) {
		r := s.Reader()
		for i := range s.Len() {
			if !yield(i, r.Read(i)) {
				return
			}
		}
	}
}

// List returns copies of all entries that stay as they are.
func (s *Entries) List() []Entry {
	out := make([]Entry, 0, s.Len())
	for _, e := range s.All() {
		out = append(out, e.Clone())
	}
	return out
}

// At returns a copy of entry i that stays as it is.
func (s *Entries) At(i int) *Entry {
	e := s.Reader().Read(i).Clone()
	return &e
}

// MarshalJSON writes the list of the entries.
func (s *Entries) MarshalJSON() ([]byte, error) { return json.Marshal(s.List()) }

// Clone returns a copy that shares no memory with e, but for names.
func (e *Entry) Clone() Entry {
	c := *e
	c.ID = strings.Clone(e.ID)
	c.Rows, c.Idle = slices.Clone(e.Rows), slices.Clone(e.Idle)
	c.Fields = slices.Clone(e.Fields)
	for i := range c.Fields {
		f := &c.Fields[i]
		for _, s := range []*string{&f.Claim, &f.Printed, &f.Value, &f.Stored} {
			*s = strings.Clone(*s)
		}
		f.Evidence = slices.Clone(f.Evidence)
		f.Readings = slices.Clone(f.Readings)
		for k := range f.Readings {
			f.Readings[k] = strings.Clone(f.Readings[k])
		}
	}
	return c
}

// word returns the index of a short text that many entries share, in words, -1 for none.
func (s *Entries) word(text string) int {
	if i, ok := s.wordAt[text]; ok {
		return i
	}
	if len(s.words) == maxWords {
		return -1
	}
	text = strings.Clone(text)
	s.wordAt[text] = len(s.words)
	s.words = append(s.words, text)
	return len(s.words) - 1
}

// Bytes returns about how much memory the entries take.
func (s *Entries) Bytes() int {
	if s == nil {
		return 0
	}
	const header = 24 // of a page
	n := cap(s.open) + cap(s.pages)*header
	for _, p := range s.pages {
		n += cap(p)
	}
	return n
}
