package tamper

import (
	"math/rand/v2"
	"slices"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A change makes one mutant. apply returns what it changed, nothing where it does not apply.
type change struct {
	Mutant
	number int
	apply  func(a *claim.Answer) []target
}

// changes lists every change of the answer, those of one record before those everywhere.
func (r *runner) changes(rng *rand.Rand) []change {
	var out []change
	add := func(m Mutant, apply func(a *claim.Answer) []target) {
		out = append(out, change{m, len(out), apply})
	}
	for i := range r.Answer.Document {
		r.documentChanges(i, rng, add)
	}
	for i := range r.Answer.Records {
		if e, ok := entryOf(r.truth, target{index: i}, &r.Answer); ok && e.Verdict == verdict.Accepted {
			r.recordChanges(i, rng, add)
		}
	}
	for k := range r.Task.Records {
		r.wideChanges(r.Task.Records[k].Name, rng.Uint64(), add)
	}
	return out
}

type adder func(m Mutant, apply func(a *claim.Answer) []target)

func (r *runner) documentChanges(i int, rng *rand.Rand, add adder) {
	v := &r.Answer.Document[i]
	if e, ok := entryOf(r.truth, target{document: true, index: i}, &r.Answer); v.Null || !ok || e.Verdict != verdict.Accepted {
		return
	}
	for _, c := range quoteChanges(v.Quote, rng) {
		add(Mutant{Kind: c.kind, Record: verdict.DocumentRecord, Field: v.Name, Was: v.Quote, Is: c.quote, Rows: v.Rows}, func(a *claim.Answer) []target {
			a.Document[i].Quote = c.quote
			return []target{{document: true, index: i}}
		})
	}
	for j := i + 1; j < len(r.Answer.Document); j++ {
		w := &r.Answer.Document[j]
		if w.Null || w.Quote == v.Quote {
			continue
		}
		m := Mutant{Kind: "swap", Record: verdict.DocumentRecord, Field: v.Name + ", " + w.Name, Was: v.Quote, Is: w.Quote, Rows: w.Rows}
		add(m, func(a *claim.Answer) []target {
			v, w := &a.Document[i], &a.Document[j]
			v.Quote, w.Quote = w.Quote, v.Quote
			return []target{{document: true, index: i}, {document: true, index: j}}
		})
		add(m, func(a *claim.Answer) []target { // each with the rows of the other
			v, w := &a.Document[i], &a.Document[j]
			v.Quote, w.Quote = w.Quote, v.Quote
			v.Rows, w.Rows = w.Rows, v.Rows
			return []target{{document: true, index: i}, {document: true, index: j}}
		})
	}
	for _, by := range []int{-1, 1} {
		add(Mutant{Kind: "row", Record: verdict.DocumentRecord, Field: v.Name, Was: v.Quote, Is: v.Quote}, func(a *claim.Answer) []target {
			return r.shift(a.Document[i].Rows, by, target{document: true, index: i})
		})
	}
}

// shift moves cited rows, and gives the target where they stay in the document.
func (r *runner) shift(rows []int, by int, t target) []target {
	for k := range rows {
		if rows[k]+by < 0 || rows[k]+by >= len(r.Doc.Rows) {
			return nil
		}
	}
	for k := range rows {
		rows[k] += by
	}
	return []target{t}
}

func (r *runner) recordChanges(i int, rng *rand.Rand, add adder) {
	rec := &r.Answer.Records[i]
	one := func(kind, field, was, is string, do func(rec *claim.Record) bool) {
		add(Mutant{Kind: kind, Record: rec.Type, Index: i, Field: field, Was: was, Is: is, Rows: rec.Rows}, func(a *claim.Answer) []target {
			if !do(&a.Records[i]) {
				return nil
			}
			return []target{{index: i}}
		})
	}
	for k := range rec.Fields {
		v := &rec.Fields[k]
		if v.Null {
			continue
		}
		for _, c := range quoteChanges(v.Quote, rng) {
			one(c.kind, v.Name, v.Quote, c.quote, func(rec *claim.Record) bool { rec.Fields[k].Quote = c.quote; return true })
		}
		if q, ok := r.next(i, v.Name); ok && q != v.Quote {
			one("neighbour", v.Name, v.Quote, q, func(rec *claim.Record) bool { rec.Fields[k].Quote = q; return true })
		}
		one("null", v.Name, v.Quote, "", func(rec *claim.Record) bool { rec.Fields[k].Null, rec.Fields[k].Quote = true, ""; return true })
		for j := k + 1; j < len(rec.Fields); j++ {
			if w := &rec.Fields[j]; !w.Null && w.Quote != v.Quote {
				one("swap", v.Name+", "+w.Name, v.Quote, w.Quote, func(rec *claim.Record) bool { return swap(rec, k, j) })
			}
		}
	}
	for _, by := range []int{-1, 1} {
		one("row", "", "", "", func(rec *claim.Record) bool { return r.shift(rec.Rows, by, target{}) != nil })
	}
	for at := range rec.Rows {
		if len(rec.Rows) > 1 {
			one("cite less", "", "", "", func(rec *claim.Record) bool { rec.Rows = slices.Delete(rec.Rows, at, at+1); return true })
		}
	}
	for _, by := range []int{-1, 1} {
		one("cite more", "", "", "", func(rec *claim.Record) bool {
			n := slices.Max(rec.Rows) + 1
			if by < 0 {
				n = slices.Min(rec.Rows) - 1
			}
			if n < 0 || n >= len(r.Doc.Rows) {
				return false
			}
			rec.Rows = append(rec.Rows, n)
			return true
		})
	}
	r.lost(i, add)
}

// lost leaves the record out, sets its rows aside and gives it twice. Such a mutant survives where
// nothing is said against the document.
func (r *runner) lost(i int, add adder) {
	rec := &r.Answer.Records[i]
	whole := func(kind string, do func(a *claim.Answer)) {
		m := Mutant{Kind: kind, Record: rec.Type, Index: i, Rows: rec.Rows}
		add(m, func(a *claim.Answer) []target {
			do(a)
			return []target{{whole: true}}
		})
	}
	whole("left out", func(a *claim.Answer) { a.Records = slices.Delete(a.Records, i, i+1) })
	whole("set aside", func(a *claim.Answer) {
		a.Other = append(a.Other, claim.Other{Rows: a.Records[i].Rows, Kind: "note"})
		a.Records = slices.Delete(a.Records, i, i+1)
	})
	whole("twice", func(a *claim.Answer) { a.Records = slices.Insert(a.Records, i, a.Records[i]) })
}

// next returns the quote that the record after i of the same type has for a field.
func (r *runner) next(i int, field string) (string, bool) {
	for j := i + 1; j < len(r.Answer.Records); j++ {
		if rec := &r.Answer.Records[j]; rec.Type == r.Answer.Records[i].Type {
			v := fieldOf(rec, field)
			if v == nil || v.Null {
				return "", false
			}
			return v.Quote, true
		}
	}
	return "", false
}

func swap(rec *claim.Record, k, j int) bool {
	v, w := &rec.Fields[k], &rec.Fields[j]
	v.Quote, w.Quote = w.Quote, v.Quote
	v.Null, w.Null = w.Null, v.Null
	v.Rows, w.Rows = w.Rows, v.Rows
	return true
}

// wideChanges changes all records of a type alike.
func (r *runner) wideChanges(name string, seed uint64, add adder) {
	all := func(kind, field string, do func(rec *claim.Record, rng *rand.Rand) bool) {
		add(Mutant{Kind: kind, Wide: true, Record: name, Field: field}, func(a *claim.Answer) []target {
			rng := rand.New(rand.NewPCG(seed, 3))
			var out []target
			for i := range a.Records {
				if a.Records[i].Type == name && do(&a.Records[i], rng) {
					out = append(out, target{index: i})
				}
			}
			return out
		})
	}
	rec, _ := r.Task.Record(name)
	for k := range rec.Fields {
		f := rec.Fields[k].Name
		for _, kind := range quoteKinds {
			all(kind, f, func(rec *claim.Record, rng *rand.Rand) bool {
				v := fieldOf(rec, f)
				if v == nil || v.Null {
					return false
				}
				for _, c := range quoteChanges(v.Quote, rng) {
					if c.kind == kind {
						v.Quote = c.quote
						return true
					}
				}
				return false
			})
		}
		r.wideNeighbour(name, f, add)
		all("null", f, func(rec *claim.Record, _ *rand.Rand) bool {
			v := fieldOf(rec, f)
			if v == nil || v.Null {
				return false
			}
			v.Null, v.Quote = true, ""
			return true
		})
		for j := k + 1; j < len(rec.Fields); j++ {
			g := rec.Fields[j].Name
			all("swap", f+", "+g, func(rec *claim.Record, _ *rand.Rand) bool {
				v, w := fieldOf(rec, f), fieldOf(rec, g)
				if v == nil || w == nil || v.Null && w.Null || v.Quote == w.Quote {
					return false
				}
				v.Quote, w.Quote = w.Quote, v.Quote
				v.Null, w.Null = w.Null, v.Null
				v.Rows, w.Rows = w.Rows, v.Rows
				return true
			})
		}
	}
	for _, by := range []int{-1, 1} {
		all("row", "", func(rec *claim.Record, _ *rand.Rand) bool { return r.shift(rec.Rows, by, target{}) != nil })
	}
	all("cite less", "", func(rec *claim.Record, _ *rand.Rand) bool {
		if len(rec.Rows) < 2 {
			return false
		}
		rec.Rows = rec.Rows[:len(rec.Rows)-1]
		return true
	})
	all("cite more", "", func(rec *claim.Record, _ *rand.Rand) bool {
		n := slices.Max(append(slices.Clone(rec.Rows), -1)) + 1
		if n >= len(r.Doc.Rows) {
			return false
		}
		rec.Rows = append(rec.Rows, n)
		return true
	})
}

// wideNeighbour gives every record the value of the next one.
func (r *runner) wideNeighbour(name, field string, add adder) {
	add(Mutant{Kind: "neighbour", Wide: true, Record: name, Field: field}, func(a *claim.Answer) []target {
		var out []target
		for i := range a.Records {
			if a.Records[i].Type != name {
				continue
			}
			v := fieldOf(&a.Records[i], field)
			if q, ok := r.next(i, field); ok && v != nil && !v.Null && q != v.Quote {
				v.Quote = q
				out = append(out, target{index: i})
			}
		}
		return out
	})
}

func fieldOf(rec *claim.Record, name string) *claim.Value {
	for i := range rec.Fields {
		if rec.Fields[i].Name == name {
			return &rec.Fields[i]
		}
	}
	return nil
}
