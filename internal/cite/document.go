package cite

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/lookup"
	"github.com/rowproof/rowproof/internal/verdict"
)

// documentValue decides over the claim of one document field.
func (c *checker) documentValue(i int) {
	r := c.read(i)
	v := &r.Fields[0]
	f, ok := c.in.Task.DocumentField(v.Name)
	e := c.begin(verdict.Entry{Record: verdict.DocumentRecord, Window: r.Window, Round: r.Round, Order: r.Order}, 1)
	defer c.finish()
	vf := &e.Fields[0]
	*vf = verdict.Field{Name: v.Name, Claim: v.Quote, Null: v.Null, Hint: -1}
	c.name(-1)
	if !ok {
		return
	}
	if v.Null {
		if f.Required {
			c.refuse(i, 0, finding.RequiredMissing, "")
		}
		return
	}
	if f.Derive != nil {
		c.refuse(i, 0, finding.UndeclaredDerivation, "")
		return
	}
	cit := lookup.Cite(r.Rows, func(n int) bool { return c.shown(i, n) })
	res := &c.results[0]
	if cit.Code != "" {
		c.refuse(i, 0, cit.Code, rowList(cit.Outside))
		return
	}
	c.finder.Find(&lookup.Query{Rows: cit.Rows, Field: f, Claim: v, InHeadings: true}, res)
	best := c.labelled(f, res)
	if best == nil {
		ch := res.Choose(lookup.AnyColumn)
		c.write(i, 0, &ch)
		if ch.Hit != nil && len(f.Labels) > 0 {
			c.hold(i, 0, finding.LabelMissing, "")
		}
	} else {
		c.write(i, 0, &lookup.Choice{Hit: best, Verdict: best.Verdict, Code: best.Code})
	}
	c.offByN(i, 0, f, v, cit.Rows)
	for _, n := range cit.Rows {
		if slices.ContainsFunc(vf.Evidence, func(ev verdict.Evidence) bool { return ev.Row == n }) {
			e.Rows = append(e.Rows, n)
		}
	}
	if len(e.Rows) == 0 {
		e.Rows = append(e.Rows, cit.Rows...)
	}
	if len(cit.Outside) > 0 {
		if vf.Verdict == verdict.Accepted {
			vf.Verdict, vf.Code = verdict.Held, finding.RowOutOfRange
		}
		c.against(i, verdict.Refused, finding.RowOutOfRange, rowList(cit.Outside))
	}
	c.several(i)
}

// documents returns copies of the entries of document values.
func (c *checker) documents() []verdict.Entry {
	c.putBack()
	r := c.store.Reader()
	var out []verdict.Entry
	for i := 0; i < c.store.Len() && c.kind[i] < 0; i++ {
		out = append(out, r.Read(i).Clone())
	}
	return out
}

// documentValuesTwice holds document fields that have two different values.
func (c *checker) documentValuesTwice() {
	values := c.documents()
	for i := range values {
		a := &values[i].Fields[0]
		if a.Value == "" || a.Verdict == verdict.Refused {
			continue
		}
		for j := i + 1; j < len(values); j++ {
			b := &values[j].Fields[0]
			if b.Name != a.Name || b.Value == "" || b.Verdict == verdict.Refused || b.Value == a.Value {
				continue
			}
			code := finding.DocumentValueTwice
			if slices.Contains(c.in.Task.Identity, a.Name) {
				code = finding.IdentityTwice
			}
			for _, at := range []int{i, j} {
				c.take(at).Fields[0].Readings = []string{a.Value, b.Value}
				c.changed = true
				c.hold(at, 0, code, a.Printed+" / "+b.Printed)
			}
		}
	}
}

// settleYear takes the year of the document from its accepted dates, for two-digit years.
func (c *checker) settleYear() {
	values := c.documents()
	for i := range values {
		f := &values[i].Fields[0]
		d, ok := c.in.Task.DocumentField(f.Name)
		if !ok || f.Verdict != verdict.Accepted || !isDate(d) || len(f.Value) < 4 {
			continue
		}
		if y, err := strconv.Atoi(f.Value[:4]); err == nil && c.notation.year == 0 {
			c.notation.year = y
			c.newFinder()
		}
	}
}

func rowList(rows []int) string {
	var b strings.Builder
	for i, n := range rows {
		if i == 10 {
			b.WriteString(", …")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}
