package verdict

import (
	"strconv"
	"strings"
)

// A Reader reads entries. What it returns is valid until it reads the next one, but for texts,
// which stay. Texts stand many in one piece of memory: who keeps few of many clones them.
type Reader struct {
	s       *Entries
	entry   Entry
	fields  []Field
	rows    []int
	spans   []Evidence
	text    []byte
	texts   strings.Builder // the piece of memory where texts are put
	piece   int             // its size
	b       []byte          // of the entry
	at      int             // in b
	next    int             // the entry behind the last one read
	from    int             // where it begins in its page
	version int
}

// Sizes of the pieces of memory for texts: the first, and the largest.
const (
	firstPiece   = 1 << 10
	largestPiece = 64 << 10
)

// Reader returns a reader of the entries.
func (s *Entries) Reader() *Reader { return &Reader{s: s, next: -1} }

// Read returns entry i.
func (r *Reader) Read(i int) *Entry { return r.read(i, true) }

// Outline returns entry i without its texts: it has no ID, and its fields have neither Claim,
// Printed, Value, Stored nor Readings. Verdicts, codes, rows and evidence are there.
func (r *Reader) Outline(i int) *Entry { return r.read(i, false) }

// ID returns the id of entry i.
func (r *Reader) ID(i int) string {
	r.open(i)
	r.head(i, true)
	return r.entry.ID
}

// Head returns entry i without its ID and its fields.
func (r *Reader) Head(i int) *Entry {
	r.open(i)
	r.head(i, false)
	return &r.entry
}

// open finds entry i.
func (r *Reader) open(i int) {
	page := r.s.page(i)
	from := r.from
	if i != r.next || i%pageEntries == 0 || r.version != r.s.version {
		from = seek(page, i%pageEntries)
	}
	size, width := uvarint(page[from:])
	r.b, r.at = page[from+width:from+width+int(size)], 0
	r.next, r.from, r.version = i+1, from+width+int(size), r.s.version
}

func (r *Reader) read(i int, texts bool) *Entry {
	r.open(i)
	t, head := r.head(i, texts)
	e := &r.entry
	listed := head&headListed != 0
	var n int
	if listed {
		n = len(r.s.types[t].Fields)
	} else {
		n = int(r.uvarint())
	}
	if cap(r.fields) < n {
		r.fields = make([]Field, n)
	}
	e.Fields = r.fields[:n]
	r.spans = r.spans[:0]
	for k := range e.Fields {
		f := &e.Fields[k]
		*f = Field{Hint: -1}
		if listed {
			f.Name = r.s.types[t].Fields[k]
		} else {
			f.Name = r.name(t)
		}
		r.field(f, texts)
	}
	return e
}

// head reads what stands before the fields. It returns the type and the head bits.
func (r *Reader) head(i int, texts bool) (int, byte) {
	head := r.b[0]
	r.at = 1
	r.entry = Entry{Verdict: Verdict(head & verdictBits)}
	e := &r.entry
	t := int(r.uvarint()) - 1
	if t < 0 {
		e.Record = r.string(true)
	} else {
		e.Record = r.s.types[t].Name
	}
	e.Window, e.Order = r.varint(), r.varint()
	r.rows = r.rows[:0]
	e.Rows = r.rowList(i, head&headOneRow != 0)
	if head&headNamed == 0 {
		e.ID = r.string(texts)
	} else if texts {
		r.text = append(append(r.text[:0], e.Record...), '-')
		e.ID = r.keep(strconv.AppendInt(r.text, int64(e.Rows[0]), 10))
	}
	if head&headMore == 0 {
		return t, head
	}
	more := r.uvarint()
	if more&moreIdle != 0 {
		e.Idle = r.rowList(i, false)
	}
	if more&moreAgreed != 0 {
		e.Agreed = r.varint()
	}
	if more&moreRound != 0 {
		e.Round = r.varint()
	}
	if more&moreCode != 0 {
		e.Code = r.word()
	}
	return t, head
}

// rowList reads row numbers.
func (r *Reader) rowList(i int, one bool) []int {
	n := 1
	if !one {
		n = int(r.uvarint())
	}
	if n == 0 {
		return nil
	}
	from := len(r.rows)
	for range n {
		i += r.varint()
		r.rows = append(r.rows, i)
	}
	return r.rows[from:len(r.rows):len(r.rows)]
}

// field reads a field whose name is known.
func (r *Reader) field(f *Field, texts bool) {
	bits := r.b[r.at]
	r.at++
	f.Verdict = Verdict(bits & verdictBits)
	kind := bits & valueBits >> valueShift
	if kind == valueNull {
		f.Null = true
		return
	}
	rare := uint64(0)
	if bits&fieldPlain != 0 {
		r.plain(f, bits, texts)
	}
	if bits&fieldMore != 0 {
		rare = r.uvarint()
		r.evidence(f, rare)
		if texts && bits&fieldPlain == 0 {
			r.printed(f, rare, bits)
		}
		r.rare(f, rare, texts)
	} else if texts && bits&fieldPlain == 0 {
		r.printed(f, rare, bits)
	}
	r.value(f, kind, texts)
}

// plain reads the evidence of a plain field.
func (r *Reader) plain(f *Field, bits byte, texts bool) {
	col := int(r.uvarint())
	text, stored, _ := r.s.cells.CellText(r.entry.Rows[0], col)
	r.spans = append(r.spans, Evidence{Row: r.entry.Rows[0], Col: col, End: len(text)})
	f.Evidence = r.spans[len(r.spans)-1 : len(r.spans) : len(r.spans)]
	if !texts {
		return
	}
	f.Printed, f.Claim = text, text
	if bits&fieldStored != 0 {
		f.Stored = stored
	}
}

// evidence reads the evidence of a field that is not plain.
func (r *Reader) evidence(f *Field, rare uint64) {
	var n int
	switch {
	case rare&rareSpan != 0:
		n = 1
	case rare&rareSpans != 0:
		n = int(r.uvarint())
	default:
		return
	}
	from, row := len(r.spans), firstRow(&r.entry)
	for range n {
		ev := Evidence{Row: row + r.varint(), Col: r.varint(), Start: r.varint()}
		ev.End = ev.Start + r.varint()
		row = ev.Row
		r.spans = append(r.spans, ev)
	}
	f.Evidence = r.spans[from:len(r.spans):len(r.spans)]
}

// printed takes the texts that stand in the document.
func (r *Reader) printed(f *Field, rare uint64, bits byte) {
	if rare&rareAtSpan == 0 && bits&fieldStored == 0 {
		return
	}
	text, stored, _ := r.s.printed(f)
	if rare&rareAtSpan != 0 {
		f.Printed = text
	}
	if bits&fieldStored != 0 {
		f.Stored = stored
	}
}

// rare reads the rare members but for the evidence.
func (r *Reader) rare(f *Field, rare uint64, texts bool) {
	if rare&rarePrinted != 0 {
		f.Printed = r.string(texts)
	}
	if rare&rareClaimed != 0 {
		f.Claim = f.Printed
	}
	if rare&rareClaim != 0 {
		f.Claim = r.string(texts)
	}
	if rare&rareStored != 0 {
		f.Stored = r.string(texts)
	}
	if rare&rareCurrency != 0 {
		f.Currency = r.word()
	}
	if rare&rareCode != 0 {
		f.Code = r.word()
	}
	if rare&rareUnit != 0 {
		f.Unit = r.word()
	}
	if rare&rarePlaces != 0 {
		f.Places = r.varint()
	}
	if rare&rareReadings != 0 {
		r.readings(f, texts)
	}
	if rare&rareHint != 0 {
		f.Hint = r.varint()
	}
	f.Null, f.Derived = rare&rareNull != 0, rare&rareDerived != 0
}

func (r *Reader) readings(f *Field, texts bool) {
	for range r.uvarint() {
		s := r.string(texts)
		if texts {
			f.Readings = append(f.Readings, s)
		}
	}
}

// value reads the value of a field whose other texts are known.
func (r *Reader) value(f *Field, kind byte, texts bool) {
	switch kind {
	case valuePrinted:
		f.Value = f.Printed
	case valueStored:
		f.Value = f.Stored
	case valueNumber:
		places := r.b[r.at]
		r.at++
		f.Places = int(places >> 4)
		d := decimal{digits: int64(r.varint()), places: int(places & 15)}
		if texts {
			r.text = d.append(r.text[:0])
			f.Value = r.keep(r.text)
		}
	case valueDate:
		days := int64(r.uvarint())
		if texts {
			r.text = appendDate(r.text[:0], days)
			f.Value = r.keep(r.text)
		}
	case valueText:
		f.Value = r.string(texts)
	}
}

// name reads the name of a field of type t.
func (r *Reader) name(t int) string {
	if k := r.uvarint(); k > 0 {
		return r.s.types[t].Fields[k-1]
	}
	return r.string(true)
}

func (r *Reader) word() string {
	if w := r.uvarint(); w > 0 {
		return r.s.words[w-1]
	}
	return r.string(true)
}

// string reads a text, or steps over it.
func (r *Reader) string(texts bool) string {
	n := int(r.uvarint())
	b := r.b[r.at : r.at+n]
	r.at += n
	if !texts {
		return ""
	}
	return r.keep(b)
}

// keep copies a text to where texts are put. Memory that holds a text is never written again.
func (r *Reader) keep(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if r.texts.Cap()-r.texts.Len() < len(b) {
		r.piece = max(min(max(r.piece*2, firstPiece), largestPiece), len(b))
		r.texts = strings.Builder{}
		r.texts.Grow(r.piece)
	}
	from := r.texts.Len()
	r.texts.Write(b)
	return r.texts.String()[from:]
}

func (r *Reader) uvarint() uint64 {
	v, n := uvarint(r.b[r.at:])
	r.at += n
	return v
}

func (r *Reader) varint() int {
	v := r.uvarint()
	return int(v>>1) ^ -int(v&1)
}

// uvarint is binary.Uvarint for what this package wrote; most are one byte.
func uvarint(b []byte) (uint64, int) {
	if b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	var v uint64
	for i, shift := 0, 0; ; i, shift = i+1, shift+7 {
		v |= uint64(b[i]&0x7f) << shift
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
}
