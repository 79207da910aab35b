package locate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/assign"
	"github.com/rowproof/rowproof/internal/cite"
	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/words"
)

// A search looks for the rows of the records of one task in one document.
type search struct {
	doc      *table.Document
	st       *structure.Structure
	t        *task.Task
	index    *index
	finder   *lookup.Finder
	res      lookup.Result
	assigned map[[2]int]*assign.Assignment // by block and record type
	known    map[string]*known             // records of the same values
}

// known is what was found of records of the same values, and how many there were.
type known struct {
	places [][]int
	times  int
}

func newSearch(doc *table.Document, st *structure.Structure, t *task.Task) *search {
	return &search{
		doc: doc, st: st, t: t, index: newIndex(doc, t.Notation.Language),
		finder: lookup.New(lookup.Source{
			Doc: doc, Structure: st, Empty: t.Notation.Empty, Language: t.Notation.Language, Context: cite.Notation(doc, st, t),
		}),
		assigned: map[[2]int]*assign.Assignment{}, known: map[string]*known{},
	}
}

// A wanted value with its field and what the index knows of it.
type wanted struct {
	field  *task.Field
	at     int // index of the field in its record type
	value  *claim.Value
	wholes []int32
}

// record returns the places of a record, ascending but for equal records: each of these has another of
// the places first, so that two equal lines carry two equal records.
func (s *search) record(r *claim.Record) [][]int {
	rt, ok := s.t.Record(r.Type)
	if !ok {
		return nil
	}
	var b strings.Builder
	b.WriteString(r.Type)
	for i := range r.Fields {
		if v := &r.Fields[i]; !v.Null {
			b.WriteString("\x00" + v.Name + "\x01" + v.Quote)
		}
	}
	k := s.known[b.String()]
	if k == nil {
		k = &known{places: s.find(rt, r)}
		s.known[b.String()] = k
	}
	k.times++
	if len(k.places) < 2 {
		return k.places
	}
	at := (k.times - 1) % len(k.places)
	return slices.Concat(k.places[at:], k.places[:at])
}

func (s *search) find(rt *task.Record, r *claim.Record) [][]int {
	var values []wanted
	for i := range r.Fields {
		v := &r.Fields[i]
		at := slices.IndexFunc(rt.Fields, func(f task.Field) bool { return f.Name == v.Name })
		if at < 0 || v.Null || rt.Fields[at].Derive != nil {
			continue
		}
		f := &rt.Fields[at]
		values = append(values, wanted{f, at, v, s.index.wholes(v.Quote, f.Type.Numeric() || v.Number)})
	}
	if len(values) == 0 {
		return nil
	}
	// What few rows print is looked up first: most candidates end there.
	slices.SortStableFunc(values, func(a, b wanted) int { return cmp.Compare(rank(&a), rank(&b)) })
	tried := false
	if first := values[0]; rank(&first) < len(s.doc.Rows)+1 {
		tried = true
		if places := s.places(rt, values, first.wholes); len(places) > 0 {
			return places
		}
	}
	if rows := s.byWord(values); len(rows) > 0 {
		return s.places(rt, values, rows)
	}
	if tried {
		return nil
	}
	return s.places(rt, values, s.everywhere())
}

// rank orders values by the rows that print them as a whole cell; what no cell is comes last, before what
// stands once for many records.
func rank(w *wanted) int {
	const unknown = 1 << 31
	switch {
	case w.field.Shared:
		return unknown + 1
	case len(w.wholes) == 0 || w.field.Type == task.Choice || w.field.Type == task.Boolean:
		return unknown
	}
	return len(w.wholes)
}

// byWord returns the rows of the rarest word of the values.
func (s *search) byWord(values []wanted) []int32 {
	var out []int32
	for i := range values {
		if w := &values[i]; !w.field.Shared && w.field.Type != task.Choice && w.field.Type != task.Boolean {
			if rows := s.index.rarest(w.value.Quote); len(rows) > 0 && (out == nil || len(rows) < len(out)) {
				out = rows
			}
		}
	}
	return out
}

func (s *search) everywhere() []int32 {
	out := make([]int32, len(s.doc.Rows))
	for n := range out {
		out[n] = int32(n)
	}
	return out
}

// places returns the places among the candidates that print all the values: in the columns that
// headings give their fields, else anywhere; as certain readings, else as held ones; in as few rows as will do.
func (s *search) places(rt *task.Record, values []wanted, candidates []int32) [][]int {
	for _, inColumns := range []bool{true, false} {
		for length := 1; length <= max(1, rt.RowsMax); length++ {
			var certain, held [][]int
			for _, n := range candidates {
				for first := int(n) - length + 1; first <= int(n); first++ {
					place, v := s.place(rt, values, first, length, inColumns)
					switch v {
					case verdict.Accepted:
						certain = appendNew(certain, place)
					case verdict.Held:
						held = appendNew(held, place)
					}
				}
				if len(certain) >= claim.MaxPlaces {
					break
				}
			}
			if len(certain) == 0 {
				certain = held
			}
			if len(certain) > 0 {
				slices.SortFunc(certain, slices.Compare[[]int])
				return certain[:min(len(certain), claim.MaxPlaces)]
			}
		}
	}
	return nil
}

// appendNew appends a place that is not there yet. Candidates ascend, so that equal places are near.
func appendNew(places [][]int, place []int) [][]int {
	for i := len(places) - 1; i >= max(0, len(places)-8); i-- {
		if slices.Equal(places[i], place) {
			return places
		}
	}
	return append(places, place)
}

// place returns the rows of a record that would stand on the rows [first, first+length), and the worst verdict
// of its values there; None where one of them is not printed.
func (s *search) place(rt *task.Record, values []wanted, first, length int, inColumns bool) ([]int, verdict.Verdict) {
	rows := make([]int, 0, length+1)
	for n := first; n < first+length; n++ {
		if n < 0 || n >= len(s.st.Rows) || s.st.Rows[n].Role == structure.Heading || s.st.Rows[n].Role == structure.Section ||
			s.st.Rows[n].Block != s.st.Rows[first].Block || s.doc.Rows[n].Table != s.doc.Rows[first].Table {
			return nil, verdict.None
		}
		rows = append(rows, n)
	}
	var columns *assign.Assignment
	if inColumns {
		columns = s.columns(rt, first)
	}
	worst := verdict.Accepted
	cited := slices.Clone(rows)
	for i := range values {
		w := &values[i]
		v := s.stands(w, rows, columns)
		if v == verdict.None && w.field.Shared {
			for _, section := range slices.Backward(s.st.Sections(first)) {
				if v = s.stands(w, []int{section}, nil); v != verdict.None {
					cited = append(cited, section)
					break
				}
			}
		}
		if v == verdict.None {
			return nil, v
		}
		worst = max(worst, v)
	}
	slices.Sort(cited)
	return slices.Compact(cited), worst
}

// stands returns the best verdict of a value in rows, None where they do not print it.
func (s *search) stands(w *wanted, rows []int, columns *assign.Assignment) verdict.Verdict {
	span := rows
	if w.field.Composed != "" {
		if b, ok := s.st.BlockOf(rows[0]); ok {
			rows = slices.Compact(slices.Sorted(slices.Values(slices.Concat(rows, b.Headings))))
		}
	}
	s.res.Reset()
	s.finder.Find(&lookup.Query{Rows: rows, Field: w.field, Claim: w.value, InHeadings: w.field.Shared || w.field.Composed != ""}, &s.res)
	best := verdict.None
	for i := range s.res.Hits {
		h := &s.res.Hits[i]
		if columns != nil && len(columns.Fields[w.at]) > 0 && !slices.Contains(columns.Fields[w.at], h.Col) {
			continue
		}
		if len(span) > 1 && s.printsBeside(h, span) {
			continue
		}
		if best == verdict.None || h.Verdict < best {
			best = h.Verdict
		}
	}
	return best
}

// printsBeside reports whether another row of the span prints something in the column of a hit that it is no
// part of: such rows are two records, not one.
func (s *search) printsBeside(h *lookup.Hit, span []int) bool {
	if h.Carried {
		return false
	}
	for _, n := range span {
		if slices.ContainsFunc(h.Evidence, func(ev verdict.Evidence) bool { return ev.Row == n }) {
			continue
		}
		if c, ok := s.doc.Rows[n].Cell(h.Col); ok && !c.Blank() {
			return true
		}
	}
	return false
}

// columns returns the columns that the headings above a row give to the fields, or nil.
func (s *search) columns(rt *task.Record, row int) *assign.Assignment {
	b, ok := s.st.BlockOf(row)
	if !ok {
		return nil
	}
	at := [2]int{b.Index, slices.IndexFunc(s.t.Records, func(r task.Record) bool { return r.Name == rt.Name })}
	a, ok := s.assigned[at]
	if !ok {
		made := assign.Assign(b, rt.Fields)
		a = &made
		s.assigned[at] = a
	}
	return a
}

// documentValue returns the rows that print the value of a document field: of those that print one of its
// labels where the task gives some.
func (s *search) documentValue(v *claim.Value) [][]int {
	f, ok := s.t.DocumentField(v.Name)
	if !ok || f.Derive != nil {
		return nil
	}
	w := &wanted{field: f, value: v, wholes: s.index.wholes(v.Quote, f.Type.Numeric() || v.Number)}
	for _, rows := range [][]int32{w.wholes, s.index.rarest(v.Quote), s.everywhere()} {
		var labelled, places [][]int
		for _, n := range rows {
			s.res.Reset()
			s.finder.Find(&lookup.Query{Rows: []int{int(n)}, Field: f, Claim: v, InHeadings: true}, &s.res)
			if len(s.res.Hits) == 0 || s.res.Hits[0].Carried {
				continue
			}
			places = append(places, []int{int(n)})
			if s.labelled(f.Labels, int(n)) {
				labelled = append(labelled, []int{int(n)})
			}
		}
		if len(labelled) > 0 {
			places = labelled
		}
		if len(places) > 0 {
			return places[:min(len(places), claim.MaxPlaces)]
		}
	}
	return nil
}

// labelled reports whether a row, or the one above, prints one of the labels.
func (s *search) labelled(labels []string, n int) bool {
	for m := max(0, n-1); m <= n; m++ {
		for i := range s.doc.Rows[m].Cells {
			printed := words.Split(s.doc.Rows[m].Cells[i].Text)
			for _, l := range labels {
				want := words.Split(l)
				for at := 0; len(want) > 0 && at+len(want) <= len(printed); at++ {
					if words.EqualWords(printed[at:at+len(want)], want) {
						return true
					}
				}
			}
		}
	}
	return false
}
