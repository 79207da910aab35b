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
func (r Round) Then(later Round, j Judge, rows Rows) Round {
	t := &joiner{out: Round{Claims: slices.Clone(r.Claims), Made: r.Made + later.Made, Superseded: r.Superseded + later.Superseded, Replaced: r.Replaced},
		judge: j, ix: newIndex(rows.Count), gone: make([]bool, len(r.Claims))}
	t.used = make([]bool, len(r.Claims))
	for i := range r.Claims {
		t.ix.add(r.Claims, i)
	}
	before := len(r.Claims)
	for i := range later.Claims {
		t.join(&later.Claims[i])
	}
	for i := range before {
		c := &t.out.Claims[i]
		v, _ := j.Record(i)
		if n := first(c); v == verdict.Refused && !t.used[i] && !t.gone[i] && n >= 0 && later.core[n] {
			t.supersede(i) // its rows were asked for again, and the answer has it no more
		}
	}
	kept := t.out.Claims[:0]
	for i := range t.out.Claims {
		if i >= before || !t.gone[i] {
			kept = append(kept, t.out.Claims[i])
		}
	}
	t.out.Claims = kept
	order(t.out.Claims)
	return t.out
}

type joiner struct {
	out   Round
	judge Judge
	ix    *index
	gone  []bool // by claim before: superseded
	used  []bool // by claim before: a later copy was paired with it
}

func (t *joiner) supersede(i int) {
	t.gone[i] = true
	t.out.Superseded += 1 + t.out.Claims[i].Agreed()
	t.out.Replaced = append(t.out.Replaced, t.out.Claims[i].Record)
}

func (t *joiner) join(f *Claim) {
	free := func(i int) bool { return !t.used[i] && !t.gone[i] }
	at := t.ix.find(t.out.Claims, f, func(i int) bool { return free(i) && same(&t.out.Claims[i].Record, &f.Record) })
	if at < 0 {
		at = t.ix.find(t.out.Claims, f, free)
	}
	if at < 0 {
		t.unpaired(f)
		return
	}
	t.used[at] = true
	b := &t.out.Claims[at]
	switch v, whole := t.judge.Record(at); {
	case same(&b.Record, &f.Record):
		b.add().agreed += 1 + f.Agreed()
	case whole:
		t.supersede(at)
		t.out.Claims = append(t.out.Claims, *f)
	default:
		t.compose(at, f, v)
	}
}

// unpaired takes a later claim whose rows no claim before has exactly.
func (t *joiner) unpaired(f *Claim) {
	if f.Type == verdict.DocumentRecord {
		t.document(f)
		return
	}
	for _, n := range f.data {
		for _, i := range t.ix.at(n) {
			b := &t.out.Claims[i]
			if b.Type != f.Type || t.gone[i] || t.used[i] {
				continue
			}
			if v, _ := t.judge.Record(i); v == verdict.Refused {
				t.supersede(i)
				continue
			}
			b.add().others = append(b.add().others, f.Record)
			b.add().later = true
			t.used[i] = true
			t.out.Superseded += 1 + f.Agreed()
			return
		}
	}
	t.out.Claims = append(t.out.Claims, *f)
}

// document takes a later value of a document field: a refused one and a null give way.
func (t *joiner) document(f *Claim) {
	name := f.Fields[0].Name
	for i := range t.gone {
		b := &t.out.Claims[i]
		if b.Type != verdict.DocumentRecord || t.gone[i] || b.Fields[0].Name != name {
			continue
		}
		if f.Fields[0].Null {
			t.out.Superseded += 1 + f.Agreed()
			return
		}
		if v, _ := t.judge.Record(i); v == verdict.Refused || b.Fields[0].Null {
			t.supersede(i)
		}
	}
	t.out.Claims = append(t.out.Claims, *f)
}

// compose fills the refused values of claim b from the later copy f. What differs elsewhere
// is kept as another reading.
func (t *joiner) compose(at int, f *Claim, v verdict.Verdict) {
	b := &t.out.Claims[at]
	fields := slices.Clone(b.Fields)
	differs := false
	put := func(name string, val claim.Value) {
		for i := range fields {
			if fields[i].Name == name {
				fields[i] = val
				return
			}
		}
		fields = append(fields, val)
	}
	replaceable := func(name string) bool {
		old := valueOf(&b.Record, name)
		return t.judge.Field(at, name) == verdict.Refused || v == verdict.Refused && (old == nil || old.Null)
	}
	for i := range f.Fields {
		val := f.Fields[i]
		if sameValue(&val, valueOf(&b.Record, val.Name)) {
			continue
		}
		if !replaceable(val.Name) {
			differs = true
			continue
		}
		if len(val.Rows) == 0 {
			val.Rows = f.Rows
		}
		put(val.Name, val)
	}
	for i := range b.Fields {
		if old := &b.Fields[i]; !old.Null && valueOf(&f.Record, old.Name) == nil && t.judge.Field(at, old.Name) != verdict.Refused {
			differs = true
		}
	}
	b.Fields = fields
	b.Round = f.Round
	b.add().also = f.by
	t.out.Superseded += 1 + f.Agreed()
	if differs {
		b.add().others = append(b.add().others, f.Record)
		b.add().later = true
	}
}
