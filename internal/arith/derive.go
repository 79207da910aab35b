package arith

import (
	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
)

// Derive computes the derived fields of the task from verified values and appends them to
// the records. A field that an answer gave itself is left as it was judged. A derived value
// is accepted where all its operands are, held where one is held, and null where one is
// null, refused or has two readings.
//
// Values are computed from the printed figures, as verdict.Field.Value is, and Stored from
// the stored ones where an operand has one. A quotient without an end is rounded, half away
// from zero, to the places of its operands, two at least.
func Derive(t *task.Task, entries *verdict.Entries) {
	derives := false
	for i := range t.Records {
		for j := range t.Records[i].Fields {
			derives = derives || t.Records[i].Fields[j].Derive != nil
		}
	}
	if !derives {
		return
	}
	c := newChecker(Input{Task: t, Entries: entries})
	printed := c.evaluator(&task.Equation{})
	printed.printed = true
	stored := c.evaluator(&task.Equation{})
	heads := entries.Reader()
	for i := range entries.Len() {
		set := c.records[heads.Head(i).Record]
		if set == nil {
			continue
		}
		entries.Update(i, func(e *verdict.Entry) {
			for j := range set.def.Fields {
				if set.def.Fields[j].Derive != nil {
					deriveField(printed, stored, set, e, j)
				}
			}
		})
	}
}

func deriveField(printed, stored *evaluator, set *recordSet, entry *verdict.Entry, i int) {
	def := &set.def.Fields[i]
	if f := set.field(entry, i); f != nil {
		if f.Derived || f.Verdict != verdict.None {
			return
		}
		*f = derivedValue(printed, stored, set, entry, def)
		return
	}
	entry.Fields = append(entry.Fields, derivedValue(printed, stored, set, entry, def))
}

func derivedValue(printed, stored *evaluator, set *recordSet, entry *verdict.Entry, def *task.Field) verdict.Field {
	f := verdict.Field{Name: def.Name, Derived: true, Null: true, Hint: -1}
	s := scope{set: set, entry: entry}
	var q quantity
	if o := printed.evaluate(def.Derive, s, &q); o != nil || q.currencies.n > 1 {
		return f
	}
	f.Null = false
	f.Value, f.Places = derivedText(&q, def)
	if def.Type == task.Percent {
		f.Unit = "%"
	}
	if q.currencies.n == 1 {
		f.Currency = q.currencies.list[0]
	}
	var exact quantity
	if o := stored.evaluate(def.Derive, s, &exact); o == nil && exact.stored {
		f.Stored, _ = derivedText(&exact, &task.Field{Type: task.Number}) // a percent is stored as its fraction
	}
	f.Verdict = verdict.Accepted
	for _, name := range set.operands(def, nil) {
		if operand, ok := entry.Field(name); ok && operand.Verdict > f.Verdict {
			f.Verdict = operand.Verdict
		}
	}
	return f
}

// derivedText writes a derived value in canonical form, a percentage in percents.
func derivedText(q *quantity, def *task.Field) (string, int) {
	if def.Type == task.Percent {
		q.shift(-2)
		q.places = max(q.places-2, 0)
	}
	if !q.slack.IsZero() && !q.stored {
		roundTo(&q.x, &q.x, max(q.places, 2))
	}
	roundTo(&q.x, &q.x, shownPlaces)
	s := plain(&q.x, 0)
	places := 0
	for i := range len(s) {
		if s[i] == '.' {
			places = len(s) - i - 1
		}
	}
	return s, places
}

// operands returns the printed fields that a derived one is computed from.
func (s *recordSet) operands(def *task.Field, out []string) []string {
	for _, name := range expression.Names(def.Derive) {
		i, ok := s.position[name.Field]
		switch {
		case !ok:
		case s.def.Fields[i].Derive != nil:
			out = s.operands(&s.def.Fields[i], out)
		default:
			out = append(out, name.Field)
		}
	}
	return out
}
