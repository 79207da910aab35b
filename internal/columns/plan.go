package columns

import (
	"slices"

	"github.com/rowproof/rowproof/internal/assign"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
)

// A plan says how the records of one block are read.
type plan struct {
	block    int
	record   int // index of the record type, -1 for none
	assigned assign.Assignment
	repeats  int
	starts   []int // fields whose column starts a record where it prints: the key, else what is required
	grouped  bool  // its records are groups of rows around a figure
}

func (p *plan) fields(t *task.Task) []task.Field { return t.Records[p.record].Fields }

// planBlocks gives each block to the record type whose fields its headings fit best. A block
// that fits far worse than another block of that type, or lacks what every record must have, goes to none.
func planBlocks(st *structure.Structure, t *task.Task) []plan {
	plans := make([]plan, len(st.Blocks))
	score := make([]int, len(st.Blocks))
	best := make([]int, len(t.Records))
	for b := range st.Blocks {
		plans[b] = plan{block: b, record: -1}
		for r := range t.Records {
			fields := t.Records[r].Fields
			as := assign.Assign(&st.Blocks[b], fields)
			given, equal := as.Given()
			lent, needed := borrowed(&st.Blocks[b], t, r, &as)
			s := 2*(given-lent) + equal
			if given == 0 || needed || s <= score[b] || !complete(st, b, fields, &as) {
				continue
			}
			score[b] = s
			plans[b] = plan{block: b, record: r, assigned: as, repeats: as.Repeats()}
		}
		if r := plans[b].record; r >= 0 {
			best[r] = max(best[r], score[b])
		}
	}
	for b := range plans {
		p := &plans[b]
		if p.record < 0 {
			continue
		}
		if 2*score[b] < best[p.record] {
			p.record = -1
			continue
		}
		if !settleTwins(st, t, p) {
			p.record = -1
			continue
		}
		p.starts = startFields(&t.Records[p.record], &p.assigned)
		if !named(t, p) {
			p.record = -1
		}
	}
	return plans
}

// named reports whether records that start at a figure have something beside it that tells one from another: a text or
// a number, or the two figures whose product it is. A table of rates and amounts alone may list anything.
func named(t *task.Task, p *plan) bool {
	if !p.figureStarts(t) {
		return true
	}
	fields := p.fields(t)
	factors := 0
	prod, ok := findProduct(t)
	for f := range fields {
		if len(p.assigned.Fields[f]) == 0 && !ties(&p.assigned, f) {
			continue
		}
		switch {
		case !fields[f].Type.Numeric():
			return true
		case ok && prod.record == p.record && (f == prod.quantity || f == prod.price):
			factors++
		}
	}
	return factors == 2 || !ok || prod.record != p.record
}

// borrowed counts the fields whose column only contains one of their aliases and equals a field of another record type:
// "VAT amount" is a tax before it is an amount; needed whether a record of this type must have one of them.
func borrowed(b *structure.Block, t *task.Task, r int, as *assign.Assignment) (n int, needed bool) {
	if len(t.Records) < 2 {
		return 0, false
	}
	for i := range as.Columns {
		c := &as.Columns[i]
		if c.Field < 0 || c.Equal {
			continue
		}
		for o := range t.Records {
			if o != r && slices.ContainsFunc(t.Records[o].Fields, func(f task.Field) bool { return namesField(&f, b.Columns[i].Heading) }) {
				n++
				needed = needed || t.Records[r].Fields[c.Field].Required
				break
			}
		}
	}
	return n, needed
}

// complete reports whether every required field has a column, or stands in section headings, and a
// field that is not shared has one.
func complete(st *structure.Structure, b int, fields []task.Field, as *assign.Assignment) bool {
	own := false
	for f := range fields {
		given := len(as.Fields[f]) > 0
		own = own || given && !fields[f].Shared
		if fields[f].Required && !given && !fields[f].Shared && fields[f].Derive == nil && !ties(as, f) {
			return false
		}
	}
	return own
}

// ties reports whether a heading ties between the field and others.
func ties(as *assign.Assignment, f int) bool {
	for i := range as.Columns {
		for _, t := range as.Columns[i].Ties {
			if t == f {
				return true
			}
		}
	}
	return false
}

// startFields returns the fields that tell the first row of a record: those of its key that have
// a column and are not shared, else the required ones, else the first with a column.
func startFields(r *task.Record, as *assign.Assignment) []int {
	var out []int
	for f := range r.Fields {
		for _, k := range r.Key {
			if r.Fields[f].Name == k && !r.Fields[f].Shared && len(as.Fields[f]) > 0 {
				out = append(out, f)
			}
		}
	}
	for f := range r.Fields {
		if len(out) == 0 && r.Fields[f].Required && !r.Fields[f].Shared && len(as.Fields[f]) > 0 {
			out = append(out, f)
		}
	}
	for f := range r.Fields {
		if len(out) == 0 && !r.Fields[f].Shared && len(as.Fields[f]) > 0 {
			out = append(out, f)
		}
	}
	return out
}
