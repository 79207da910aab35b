package merge

import (
	"slices"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A Judge tells what the checks said of the claims before. Whole reports a record that was
// refused for its rows, not for a value.
type Judge interface {
	Record(i int) (v verdict.Verdict, whole bool)
	Field(i int, name string) verdict.Verdict
}

// Then joins a later round to what stands. Only what was refused or uncovered is replaced:
// a later reading that differs from a held or accepted one leaves both readings and the
// claim held, since asking until something passes would select errors.
func (r Round) Then(later Round, j Judge) Round {
	t := &joiner{out: r, later: &later, judge: j, gone: make([]bool, r.Len()), used: make([]bool, r.Len())}
	t.out.claims, t.out.more = slices.Clone(r.claims), slices.Clone(r.more)
	t.out.Made += later.Made
	t.out.Superseded += later.Superseded
	t.ix = newIndex(&t.out, r.answers.rows.Count)
	for i := range t.out.claims {
		t.ix.add(i)
	}
	before := r.Len()
	for i := range later.claims {
		t.join(i)
	}
	for i := range before {
		v, _ := j.Record(i)
		if n := t.out.claims[i].row; v == verdict.Refused && !t.used[i] && !t.gone[i] && n >= 0 && later.core[n] {
			t.supersede(i) // its rows were asked for again, and the answer has it no more
		}
	}
	kept := t.out.claims[:0]
	for i := range t.out.claims {
		if i >= before || !t.gone[i] {
			kept = append(kept, t.out.claims[i])
		}
	}
	t.out.claims = kept
	t.out.sort()
	return t.out
}

type joiner struct {
	out   Round
	later *Round
	judge Judge
	ix    *index
	gone  []bool // by claim before: superseded
	used  []bool // by claim before: a later copy was paired with it
}

func (t *joiner) supersede(i int) {
	t.gone[i] = true
	t.out.Superseded += 1 + t.out.Agreed(i)
	t.out.Replaced = append(t.out.Replaced, Replaced{t.out.answers.typeName(t.out.claims[i].kind), slices.Clone(t.out.Record(i).Rows)})
}

// take adds claim i of the later round to those that stand.
func (t *joiner) take(i int) {
	c := t.later.claims[i]
	if m := t.later.of(&c); m != nil {
		t.out.more = append(t.out.more, *m)
		c.more = int32(len(t.out.more))
	}
	t.out.claims = append(t.out.claims, c)
}

// same reports whether claim i of the later round says what claim at before does.
func (t *joiner) same(i, at int) bool { return same(t.later.record(0, i), t.out.record(1, at)) }

// differs notes that claim i of the later round says something else than claim at before.
func (t *joiner) differs(at, i int) {
	m := t.out.add(at)
	m.others, m.later = append(slices.Clip(m.others), t.later.claims[i].source), true
}

func (t *joiner) join(i int) {
	f := &t.later.claims[i]
	free := func(at int) bool { return !t.used[at] && !t.gone[at] }
	at := t.ix.find(t.later, f, func(at int) bool { return free(at) && t.same(i, at) })
	if at < 0 {
		at = t.ix.find(t.later, f, free)
	}
	if at < 0 {
		t.unpaired(i)
		return
	}
	t.used[at] = true
	switch v, whole := t.judge.Record(at); {
	case t.same(i, at):
		t.out.add(at).agreed += 1 + t.later.Agreed(i)
	case whole:
		t.supersede(at)
		t.take(i)
	default:
		t.compose(at, i, v)
	}
}

// unpaired takes a later claim whose rows no claim before has exactly.
func (t *joiner) unpaired(i int) {
	f := &t.later.claims[i]
	if isDocument(f) {
		t.document(i)
		return
	}
	for _, n := range t.later.dataRows(f) {
		for _, at := range t.ix.at(n) {
			if t.out.claims[at].kind != f.kind || t.gone[at] || t.used[at] {
				continue
			}
			if v, _ := t.judge.Record(at); v == verdict.Refused {
				t.supersede(at)
				continue
			}
			t.differs(at, i)
			t.used[at] = true
			t.out.Superseded += 1 + t.later.Agreed(i)
			return
		}
	}
	t.take(i)
}

// document takes a later value of a document field: a refused one and a null give way.
func (t *joiner) document(i int) {
	kind := t.later.claims[i].kind
	null := t.later.Record(i).Fields[0].Null
	for at := range t.gone {
		if t.gone[at] || t.out.claims[at].kind != kind {
			continue
		}
		if null {
			t.out.Superseded += 1 + t.later.Agreed(i)
			return
		}
		if v, _ := t.judge.Record(at); v == verdict.Refused || t.out.Record(at).Fields[0].Null {
			t.supersede(at)
		}
	}
	t.take(i)
}

// compose fills the refused values of claim at from the later copy i. What differs elsewhere
// is kept as another reading.
func (t *joiner) compose(at, i int, v verdict.Verdict) {
	b, f := clone(t.out.record(0, at)), t.later.record(1, i)
	fields := slices.Clone(b.Fields)
	differs := false
	put := func(val claim.Value) {
		val.Rows = slices.Clone(val.Rows)
		for k := range fields {
			if fields[k].Name == val.Name {
				fields[k] = val
				return
			}
		}
		fields = append(fields, val)
	}
	replaceable := func(name string) bool {
		old := valueOf(b, name)
		return t.judge.Field(at, name) == verdict.Refused || v == verdict.Refused && (old == nil || old.Null)
	}
	for k := range f.Fields {
		val := f.Fields[k]
		if sameValue(&val, valueOf(b, val.Name)) {
			continue
		}
		if !replaceable(val.Name) {
			differs = true
			continue
		}
		if len(val.Rows) == 0 {
			val.Rows = f.Rows
		}
		put(val)
	}
	for k := range b.Fields {
		if old := &b.Fields[k]; !old.Null && valueOf(f, old.Name) == nil && t.judge.Field(at, old.Name) != verdict.Refused {
			differs = true
		}
	}
	m := t.out.add(at)
	b.Fields, b.Round = fields, f.Round
	m.composed, m.also = b, t.later.claims[i].answer+1
	t.out.Superseded += 1 + t.later.Agreed(i)
	if differs {
		t.differs(at, i)
	}
}
