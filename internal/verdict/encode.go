package verdict

import (
	"encoding/binary"
	"slices"
	"strconv"
)

// An entry is its length and then
//
//	a byte of head bits, its record type, window and order, its first row, what the head bits say of
//	further rows and of an id of its own, rare members, and its fields.
//
// A field is a byte of field bits, with the column of the evidence of a plain one, the bits of its
// rare members and these, and its value. All numbers are varints, signed ones in zigzag. Rows are
// counted from the place of the entry: record 1,000 stands near row 1,000.

// Head bits.
const (
	verdictBits byte = 3
	headListed  byte = 1 << 2 // the fields are those of the type
	headNamed   byte = 1 << 3 // the id is the type and the first row
	headOneRow  byte = 1 << 4 // of rows there is one
	headMore    byte = 1 << 5 // bits of rare members follow
)

// Bits of an entry's rare members.
const (
	moreIdle = 1 << iota
	moreAgreed
	moreRound
	moreCode
)

// Field bits, beside the verdict.
const (
	valueShift       = 2
	valueBits   byte = 7 << valueShift
	fieldStored byte = 1 << 5 // what the cell of the evidence stores is the stored value
	fieldPlain  byte = 1 << 6 // the text of one whole cell in the first row, and so claimed
	fieldMore   byte = 1 << 7 // bits of rare members follow
)

// Kinds of a value.
const (
	valueEmpty   = iota
	valuePrinted // equals Printed
	valueStored  // equals Stored
	valueNumber  // a decimal, with its places
	valueDate    // YYYY-MM-DD
	valueText    // written out
	valueNull    // no value, and nothing else: the field is null
)

// Bits of a field's rare members, the less rare ones first.
const (
	rareSpan    = 1 << iota // one evidence
	rareAtSpan              // Printed is the text of the evidence
	rareClaimed             // Claim equals Printed
	rareNull
	rareCurrency
	rareCode
	rareDerived
	rareUnit
	rareSpans   // several evidences
	rarePrinted // Printed is written out
	rareClaim   // Claim is written out
	rareStored  // Stored is written out
	rarePlaces
	rareReadings
	rareHint // it is not -1
)

// An encoder holds memory that is used again.
type encoder struct {
	body, text, spare []byte
}

// entry appends entry i.
func (c *encoder) entry(b []byte, s *Entries, e *Entry, i int) []byte {
	c.body = c.appendEntry(c.body[:0], s, e, i)
	b = binary.AppendUvarint(b, uint64(len(c.body)))
	return append(b, c.body...)
}

func (c *encoder) appendEntry(b []byte, s *Entries, e *Entry, i int) []byte {
	t := slices.IndexFunc(s.types, func(t Type) bool { return t.Name == e.Record })
	head, more := byte(e.Verdict), uint64(0)
	listed := t >= 0 && hasFields(&s.types[t], e)
	if listed {
		head |= headListed
	}
	if len(e.Rows) == 1 {
		head |= headOneRow
	}
	if len(e.Rows) > 0 && c.named(e) {
		head |= headNamed
	}
	if len(e.Idle) > 0 {
		more |= moreIdle
	}
	if e.Agreed != 0 {
		more |= moreAgreed
	}
	if e.Round != 0 {
		more |= moreRound
	}
	if e.Code != "" {
		more |= moreCode
	}
	if more != 0 {
		head |= headMore
	}
	b = append(b, head)
	b = binary.AppendUvarint(b, uint64(t+1))
	if t < 0 {
		b = appendText(b, e.Record)
	}
	b = binary.AppendVarint(b, int64(e.Window))
	b = binary.AppendVarint(b, int64(e.Order))
	b = appendRows(b, e.Rows, i, head&headOneRow != 0)
	if head&headNamed == 0 {
		b = appendText(b, e.ID)
	}
	if more != 0 {
		b = binary.AppendUvarint(b, more)
	}
	if more&moreIdle != 0 {
		b = appendRows(b, e.Idle, i, false)
	}
	if more&moreAgreed != 0 {
		b = binary.AppendVarint(b, int64(e.Agreed))
	}
	if more&moreRound != 0 {
		b = binary.AppendVarint(b, int64(e.Round))
	}
	if more&moreCode != 0 {
		b = appendWord(b, s, e.Code)
	}
	if !listed {
		b = binary.AppendUvarint(b, uint64(len(e.Fields)))
	}
	for k := range e.Fields {
		if !listed {
			b = appendName(b, s, t, e.Fields[k].Name)
		}
		b = c.field(b, s, e, &e.Fields[k])
	}
	return b
}

// hasFields reports whether the entry has the fields of its type, in its order.
func hasFields(t *Type, e *Entry) bool {
	return len(t.Fields) > 0 && slices.EqualFunc(t.Fields, e.Fields, func(name string, f Field) bool { return f.Name == name })
}

// named reports whether the entry's id is its type and its first row.
func (c *encoder) named(e *Entry) bool {
	c.text = append(append(c.text[:0], e.Record...), '-')
	c.text = strconv.AppendInt(c.text, int64(e.Rows[0]), 10)
	return string(c.text) == e.ID
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// appendWord appends a text that many entries share.
func appendWord(b []byte, s *Entries, text string) []byte {
	if w := s.word(text); w >= 0 {
		return binary.AppendUvarint(b, uint64(w+1))
	}
	return appendText(append(b, 0), text)
}

// appendName appends the name of a field of type t.
func appendName(b []byte, s *Entries, t int, name string) []byte {
	if t >= 0 {
		if k := slices.Index(s.types[t].Fields, name); k >= 0 {
			return binary.AppendUvarint(b, uint64(k+1))
		}
	}
	return appendText(append(b, 0), name)
}

// appendRows appends row numbers: the first from the place of the entry, each other from the one before.
func appendRows(b []byte, rows []int, i int, one bool) []byte {
	if !one {
		b = binary.AppendUvarint(b, uint64(len(rows)))
	}
	for _, n := range rows {
		b = binary.AppendVarint(b, int64(n-i))
		i = n
	}
	return b
}

// field appends one field of the entry.
func (c *encoder) field(b []byte, s *Entries, e *Entry, f *Field) []byte {
	if f.Null && f.Verdict == None && f.Hint == -1 && f.bare() {
		return append(b, valueNull<<valueShift)
	}
	text, stored, whole := s.printed(f)
	bits, rare := byte(f.Verdict), uint64(0)
	if whole && len(e.Rows) > 0 && f.Evidence[0].Row == e.Rows[0] && f.Evidence[0].Col >= 0 && f.Printed == text && f.Claim == text && text != "" {
		bits |= fieldPlain
	} else {
		rare |= rareText(f, text)
	}
	switch f.Stored {
	case "":
	case stored:
		bits |= fieldStored
	default:
		rare |= rareStored
	}
	kind, number := c.value(f)
	if f.Places != 0 && kind != valueNumber {
		rare |= rarePlaces
	}
	rare |= f.rare()
	if rare != 0 {
		bits |= fieldMore
	}
	b = append(b, bits|byte(kind)<<valueShift)
	if bits&fieldPlain != 0 {
		b = binary.AppendUvarint(b, uint64(f.Evidence[0].Col))
	}
	if rare != 0 {
		b = c.rare(binary.AppendUvarint(b, rare), s, e, f, rare)
	}
	switch kind {
	case valueNumber:
		b = append(b, byte(number.places)|byte(f.Places)<<4)
		b = binary.AppendVarint(b, number.digits)
	case valueDate:
		b = binary.AppendUvarint(b, uint64(number.digits))
	case valueText:
		b = appendText(b, f.Value)
	}
	return b
}

// bare reports whether nothing is known of the field but that it is null.
func (f *Field) bare() bool {
	return f.Claim == "" && f.Printed == "" && f.Value == "" && f.Stored == "" && f.Currency == "" && f.Unit == "" && f.Code == "" &&
		len(f.Readings) == 0 && len(f.Evidence) == 0 && f.Places == 0 && !f.Derived
}

// rareText says how a field that is not plain keeps its evidence, Printed and Claim. Text is what
// stands at the evidence.
func rareText(f *Field, text string) uint64 {
	var rare uint64
	switch {
	case len(f.Evidence) == 1:
		rare |= rareSpan
	case len(f.Evidence) > 1:
		rare |= rareSpans
	}
	switch f.Printed {
	case "":
	case text:
		rare |= rareAtSpan
	default:
		rare |= rarePrinted
	}
	switch f.Claim {
	case "":
	case f.Printed:
		rare |= rareClaimed
	default:
		rare |= rareClaim
	}
	return rare
}

// rare says which of the members that stand for themselves the field has.
func (f *Field) rare() uint64 {
	var rare uint64
	for _, m := range [...]struct {
		has bool
		bit uint64
	}{
		{f.Null, rareNull}, {f.Currency != "", rareCurrency}, {f.Code != "", rareCode}, {f.Derived, rareDerived},
		{f.Unit != "", rareUnit}, {len(f.Readings) > 0, rareReadings}, {f.Hint != -1, rareHint},
	} {
		if m.has {
			rare |= m.bit
		}
	}
	return rare
}

// rare appends the rare members of a field, in the order in which they are read.
func (c *encoder) rare(b []byte, s *Entries, e *Entry, f *Field, rare uint64) []byte {
	if rare&rareSpans != 0 {
		b = binary.AppendUvarint(b, uint64(len(f.Evidence)))
	}
	if rare&(rareSpan|rareSpans) != 0 {
		row := firstRow(e)
		for _, ev := range f.Evidence {
			b = binary.AppendVarint(b, int64(ev.Row-row))
			b = binary.AppendVarint(b, int64(ev.Col))
			b = binary.AppendVarint(b, int64(ev.Start))
			b = binary.AppendVarint(b, int64(ev.End-ev.Start))
			row = ev.Row
		}
	}
	if rare&rarePrinted != 0 {
		b = appendText(b, f.Printed)
	}
	if rare&rareClaim != 0 {
		b = appendText(b, f.Claim)
	}
	if rare&rareStored != 0 {
		b = appendText(b, f.Stored)
	}
	if rare&rareCurrency != 0 {
		b = appendWord(b, s, f.Currency)
	}
	if rare&rareCode != 0 {
		b = appendWord(b, s, f.Code)
	}
	if rare&rareUnit != 0 {
		b = appendWord(b, s, f.Unit)
	}
	if rare&rarePlaces != 0 {
		b = binary.AppendVarint(b, int64(f.Places))
	}
	if rare&rareReadings != 0 {
		b = binary.AppendUvarint(b, uint64(len(f.Readings)))
		for _, r := range f.Readings {
			b = appendText(b, r)
		}
	}
	if rare&rareHint != 0 {
		b = binary.AppendVarint(b, int64(f.Hint))
	}
	return b
}

func firstRow(e *Entry) int {
	if len(e.Rows) == 0 {
		return 0
	}
	return e.Rows[0]
}

// value returns how the value of a field is kept, and of a number or date what of it.
func (c *encoder) value(f *Field) (int, decimal) {
	switch {
	case f.Value == "" && f.Places == 0:
		return valueEmpty, decimal{}
	case f.Value == f.Printed && f.Places == 0:
		return valuePrinted, decimal{}
	case f.Value == f.Stored && f.Places == 0:
		return valueStored, decimal{}
	}
	if days, ok := daysOf(f.Value); ok && f.Places == 0 {
		return valueDate, decimal{digits: days}
	}
	if d, ok := decimalOf(f.Value); ok && f.Places >= 0 && f.Places <= maxPlaces {
		if c.text = d.append(c.text[:0]); string(c.text) == f.Value {
			return valueNumber, d
		}
	}
	switch f.Value {
	case "":
		return valueEmpty, decimal{}
	case f.Printed:
		return valuePrinted, decimal{}
	case f.Stored:
		return valueStored, decimal{}
	}
	return valueText, decimal{}
}

// printed returns the text of a field's evidence, pieces joined by a blank, what the first cell stores,
// and whether the text is one whole cell.
func (s *Entries) printed(f *Field) (text, stored string, whole bool) {
	if s.cells == nil || len(f.Evidence) == 0 {
		return "", "", false
	}
	for k, ev := range f.Evidence {
		cell, st, ok := s.cells.CellText(ev.Row, ev.Col)
		if !ok || ev.Start < 0 || ev.End < ev.Start || ev.End > len(cell) {
			return "", "", false
		}
		if k == 0 {
			text, stored, whole = cell[ev.Start:ev.End], st, len(f.Evidence) == 1 && ev.End-ev.Start == len(cell)
			continue
		}
		text += " " + cell[ev.Start:ev.End]
	}
	return text, stored, whole
}
