package report

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A scan reads a row or an entry as this program writes it: every key in its place. Anything
// else fails the scan, and the strict decoding that costs several times as much says what the line is.
type scan struct {
	s      string
	failed bool
}

// has takes text where it comes next.
func (c *scan) has(text string) bool {
	rest, ok := strings.CutPrefix(c.s, text)
	if ok {
		c.s = rest
	}
	return ok
}

// must takes text, which has to come next.
func (c *scan) must(text string) {
	if !c.has(text) {
		c.fail()
	}
}

func (c *scan) fail() { c.failed, c.s = true, "" }

// text takes a string.
func (c *scan) text() string {
	if !c.has(`"`) {
		c.fail()
		return ""
	}
	for i := 0; i < len(c.s); i++ {
		switch b := c.s[i]; {
		case b == '"':
			out := c.s[:i]
			c.s = c.s[i+1:]
			return out
		case b == '\\':
			return c.escaped(i)
		case b < 0x20:
			c.fail()
			return ""
		}
	}
	c.fail()
	return ""
}

// escaped takes a string whose first escape is at i.
func (c *scan) escaped(i int) string {
	for ; i < len(c.s); i++ {
		switch c.s[i] {
		case '\\':
			i++
		case '"':
			var out string
			if json.Unmarshal([]byte(`"`+c.s[:i+1]), &out) != nil {
				c.fail()
				return ""
			}
			c.s = c.s[i+1:]
			return out
		}
	}
	c.fail()
	return ""
}

// after takes a string where key comes next.
func (c *scan) after(key string) string {
	if c.has(key) {
		return c.text()
	}
	return ""
}

// number takes a whole number of at most 15 digits.
func (c *scan) number() int {
	i, n := 0, 0
	minus := strings.HasPrefix(c.s, "-")
	if minus {
		i = 1
	}
	start := i
	for ; i < len(c.s) && '0' <= c.s[i] && c.s[i] <= '9'; i++ {
		if i-start == 15 {
			break
		}
		n = n*10 + int(c.s[i]-'0')
	}
	if i == start || c.s[start] == '0' && i-start > 1 || i < len(c.s) && strings.IndexByte(",]}", c.s[i]) < 0 || i == len(c.s) {
		c.fail()
		return 0
	}
	c.s = c.s[i:]
	if minus {
		n = -n
	}
	return n
}

// list takes the items of an array, whose opening bracket was taken.
func (c *scan) list(item func()) {
	if c.has("]") {
		return
	}
	for !c.failed {
		item()
		if c.has("]") {
			return
		}
		c.must(",")
	}
}

func (c *scan) numbers() []int {
	out := []int{}
	c.must("[")
	c.list(func() { out = append(out, c.number()) })
	return out
}

// line starts the scan of a line; bytes that are no characters are left to the strict decoding.
func line(b []byte) scan {
	return scan{s: strings.TrimSuffix(string(b), "\n"), failed: !utf8.Valid(b)}
}

// done reports whether the whole line was taken.
func (c *scan) done() bool { return !c.failed && c.s == "" }

// scanRow reads a row into m, its cells in m's memory.
func scanRow(b []byte, m *Row) bool {
	c := line(b)
	cells := m.Cells[:0]
	if cells == nil {
		cells = []Cell{}
	}
	c.must(`{"type":"row","n":`)
	*m = Row{Type: "row", N: c.number()}
	c.must(`,"table":`)
	m.Table = c.text()
	c.must(`,"place":{"table":`)
	m.Place = table.Place{Table: c.text()}
	c.must(`,"line":`)
	m.Place.Line = c.number()
	c.must(`,"col":`)
	m.Place.Col = c.number()
	if c.has(`,"page":`) {
		m.Place.Page = c.number()
	}
	c.must(`,"ref":`)
	m.Place.Ref = c.text()
	c.must(`},"cells":[`) // a box is left to the strict decoding
	c.list(func() {
		var cell Cell
		c.must(`{"col":`)
		cell.Col = c.number()
		c.must(`,"text":`)
		cell.Text = c.text()
		cell.Stored = c.after(`,"stored":`)
		c.must("}")
		cells = append(cells, cell)
	})
	m.Cells = cells
	c.must(`,"class":`)
	m.Class = c.text()
	m.Role = c.after(`,"role":`)
	m.Entry = c.after(`,"entry":`)
	c.must("}")
	return c.done()
}

// scanEntry reads an entry into m, its fields in m's memory.
func scanEntry(b []byte, m *Entry) bool {
	c := line(b)
	fields := m.Fields[:0]
	if fields == nil {
		fields = []Field{}
	}
	c.must(`{"type":"entry","id":`)
	*m = Entry{Type: "entry", ID: c.text()}
	c.must(`,"record":`)
	m.Record = c.text()
	c.must(`,"rows":`)
	m.Rows = c.numbers()
	if c.has(`,"idle":`) {
		m.Idle = c.numbers()
	}
	c.must(`,"verdict":`)
	m.Verdict = c.text()
	m.Code = c.after(`,"code":`)
	c.must(`,"fields":[`)
	var spans []verdict.Evidence // of all fields
	c.list(func() {
		var f Field
		f, spans = c.field(spans)
		fields = append(fields, f)
	})
	m.Fields = fields
	c.must("}")
	return c.done()
}

func (c *scan) field(spans []verdict.Evidence) (Field, []verdict.Evidence) {
	var f Field
	c.must(`{"name":`)
	f.Name = c.text()
	f.Claim = c.after(`,"claim":`)
	f.Null = c.has(`,"null":true`)
	f.Printed = c.after(`,"printed":`)
	f.Value = c.after(`,"value":`)
	if c.has(`,"places":`) {
		f.Places = c.number()
	}
	f.Stored = c.after(`,"stored":`)
	f.Currency = c.after(`,"currency":`)
	f.Unit = c.after(`,"unit":`)
	f.Verdict = c.after(`,"verdict":`)
	f.Code = c.after(`,"code":`)
	if c.has(`,"readings":[`) {
		f.Readings = []string{}
		c.list(func() { f.Readings = append(f.Readings, c.text()) })
	}
	if c.has(`,"hint":`) {
		hint := c.number()
		f.Hint = &hint
	}
	f.Derived = c.has(`,"derived":true`)
	f.Recognised = c.has(`,"recognised":true`)
	if c.has(`,"evidence":[`) {
		at := len(spans)
		if spans == nil {
			spans = make([]verdict.Evidence, 0, 16)
		}
		c.list(func() { spans = append(spans, c.span()) })
		f.Evidence = spans[at:len(spans):len(spans)]
	}
	c.must("}")
	return f, spans
}

func (c *scan) span() (e verdict.Evidence) {
	c.must(`{"row":`)
	e.Row = c.number()
	c.must(`,"col":`)
	e.Col = c.number()
	c.must(`,"start":`)
	e.Start = c.number()
	c.must(`,"end":`)
	e.End = c.number()
	c.must("}")
	return e
}
