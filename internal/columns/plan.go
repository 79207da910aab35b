package columns

import (
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
			s := 2*given + equal
			if given == 0 || s <= score[b] || !complete(st, b, fields, &as) {
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
		p.starts = startFields(&t.Records[p.record], &p.assigned)
	}
	return plans
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
