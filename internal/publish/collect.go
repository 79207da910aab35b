package publish

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/export"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A record is one line to publish.
type record struct {
	key, id, typ            string
	document, file, reading string
	rows                    []int
	values                  []export.Value
}

// collector keeps what a stream says that matters for publishing.
type collector struct {
	stored   bool
	run      report.Run
	plan     export.Plan
	keys     map[string][]string // fields of the key by record type
	keyless  bool                // a record type has no key
	places   []string            // of rows, where a record type has no key
	doc      export.Document
	docOpen  map[string]report.Entry // document values that are not accepted
	docSeen  bool
	records  []report.Entry
	quotes   []Held
	sound    bool
	identity string
}

func (c *collector) Run(m *report.Run) error {
	c.run, c.plan = *m, export.NewPlan(&m.Task)
	c.doc, c.docOpen, c.keys = export.Document{}, map[string]report.Entry{}, map[string][]string{}
	for _, t := range m.Task.Records {
		c.keys[t.Name] = t.Key
		if t.Name != verdict.DocumentRecord && len(t.Key) == 0 {
			c.keyless = true
		}
	}
	return nil
}

func (c *collector) Row(m *report.Row) error {
	if c.keyless {
		c.places = append(c.places, m.Place.String())
	}
	return nil
}

func (c *collector) Entry(m *report.Entry) error {
	kept := m.Clone()
	for i := range kept.Fields {
		f := &kept.Fields[i]
		if isQuote(f.Code) && f.Verdict == verdict.Refused.String() {
			c.quotes = append(c.quotes, Held{Reason: FailedQuote, Code: f.Code, Rows: kept.Rows, Entry: m.ID,
				Detail: "the exact quote of " + f.Name + " failed; nothing of the document is published"})
		}
	}
	if m.Record == verdict.DocumentRecord {
		c.docSeen = true
		c.doc.Add(&kept)
		if m.Verdict != verdict.Accepted.String() {
			for i := range m.Fields {
				c.docOpen[m.Fields[i].Name] = kept
			}
		}
		return nil
	}
	if m.Verdict == verdict.Accepted.String() {
		c.records = append(c.records, kept)
	}
	return nil
}

func (c *collector) Finding(m *report.Finding) error {
	if isQuote(m.Code) && m.Severity == "refused" {
		c.quotes = append(c.quotes, Held{Reason: FailedQuote, Code: m.Code, Rows: m.Rows, Entry: m.Entry,
			Detail: "an exact quote failed; nothing of the document is published"})
	}
	return nil
}

func (c *collector) Summary(m *report.Summary) error {
	c.sound = m.Verdict == verdict.Sound.String()
	return nil
}

func isQuote(code string) bool { return strings.HasPrefix(code, "QUOTE") }

// publishable returns the records that may go out, and why others may not. A failed quote
// comes first: it holds back everything before any key is made.
func (c *collector) publishable(accepted bool) ([]record, []Held) {
	if len(c.quotes) > 0 {
		return nil, c.quotes
	}
	if !c.sound && !accepted {
		return nil, []Held{{Reason: NotSound, Detail: "the document is not sound"}}
	}
	if len(c.plan.Records) == 0 {
		return nil, []Held{{Reason: NoRecords, Detail: "the task asks for no records"}}
	}
	if held := c.makeIdentity(); held != nil {
		return nil, held
	}
	for _, col := range c.plan.Columns {
		if _, ofDocument := col.Types[verdict.DocumentRecord]; !ofDocument {
			continue
		}
		if e, ok := c.docOpen[col.Field]; ok {
			return nil, []Held{{Reason: ValueNotSound, Code: e.Code, Rows: e.Rows, Entry: e.ID,
				Detail: "the document value " + col.Field + " is not accepted, and it stands in every line"}}
		}
	}
	return c.keyed()
}

// makeIdentity makes the document's part of the keys: the values of the task's identity,
// all of them accepted, or the hash of the file where the task has none.
func (c *collector) makeIdentity() []Held {
	if len(c.run.Task.Identity) == 0 {
		c.identity = ofFile + c.run.Document.SHA256
		return nil
	}
	var parts []string
	for _, name := range c.run.Task.Identity {
		f, ok := c.doc[name]
		if !ok || f.Value == "" {
			return []Held{{Reason: NoIdentity, Detail: "the document value " + name + ", part of its identity, is not accepted; let identity: in the task name values that the document prints, and run again"}}
		}
		parts = append(parts, part(name, f.Value))
	}
	c.identity = strings.Join(parts, ";")
	return nil
}

// prefix is what all keys of the document start with.
func (c *collector) prefix() string { return c.identity + "|" + escape(c.run.Task.Name) + "|" }

func (c *collector) keyed() (out []record, held []Held) {
	entries := c.records
	if c.plan.Records[0] == verdict.DocumentRecord {
		if !c.docSeen {
			return nil, []Held{{Reason: NoRecords, Detail: "the document has no values"}}
		}
		entries = []report.Entry{{ID: verdict.DocumentRecord, Record: verdict.DocumentRecord}}
	}
	seen := map[string]bool{}
	for i := range entries {
		e := &entries[i]
		r := record{key: c.prefix() + escape(e.Record) + "|" + c.recordKey(e), id: e.ID, typ: e.Record, rows: e.Rows,
			document: c.run.Document.Name, file: c.run.Document.SHA256, reading: c.run.Document.ID,
			values: c.plan.Values(e, c.doc, c.stored)}
		if seen[r.key] {
			held = append(held, Held{Reason: KeyTwice, Entry: e.ID, Rows: e.Rows, Detail: "a record before it has the same key"})
			continue
		}
		seen[r.key] = true
		out = append(out, r)
	}
	return out, held
}

// recordKey is the record's own part of its key: its key fields, or where it stands in the file.
func (c *collector) recordKey(e *report.Entry) string {
	if e.Record == verdict.DocumentRecord {
		return ""
	}
	var parts []string
	for _, name := range c.keys[e.Record] {
		value := ""
		for i := range e.Fields {
			if e.Fields[i].Name == name {
				value = e.Fields[i].Value
			}
		}
		parts = append(parts, part(name, value))
	}
	if len(parts) > 0 {
		return strings.Join(parts, ";")
	}
	row, ordinal := e.Own()
	if row < 0 || row >= len(c.places) {
		return "id=" + escape(e.ID)
	}
	return "at=" + escape(c.places[row]) + ";" + strconv.Itoa(ordinal)
}

// ofFile is how an identity begins that is the hash of a file.
const ofFile = "file:"

// adopt takes over the identity under which the target has this very document: a file without identity that was
// saved again has other bytes, and reads the same.
func (c *collector) adopt(lines map[string]line, records []record) {
	if !strings.HasPrefix(c.identity, ofFile) {
		return
	}
	known := ""
	for key, l := range lines {
		if l.reading != c.run.Document.ID || l.file == c.run.Document.SHA256 || !c.ofFileAndTask(key, l) {
			continue
		}
		if known == "" || l.file < known {
			known = l.file
		}
	}
	if known == "" || c.present(lines) {
		return
	}
	was := c.prefix()
	c.identity = ofFile + known
	for i := range records {
		records[i].key = c.prefix() + strings.TrimPrefix(records[i].key, was)
	}
}

// ofFileAndTask reports whether a line is of a file without identity and of the task.
func (c *collector) ofFileAndTask(key string, l line) bool {
	rest, ok := strings.CutPrefix(key, ofFile+l.file)
	return ok && strings.HasPrefix(rest, "|"+escape(c.run.Task.Name)+"|")
}

func counted(records int) string {
	if records == 1 {
		return "1 record"
	}
	return fmt.Sprintf("%d records", records)
}

// present reports whether the target has records of the document.
func (c *collector) present(lines map[string]line) bool {
	for key := range lines {
		if strings.HasPrefix(key, c.prefix()) {
			return true
		}
	}
	return false
}

// contradicts holds the document back where the target has its identity from another file.
func (c *collector) contradicts(lines map[string]line) *Held {
	if strings.HasPrefix(c.identity, ofFile) {
		return nil
	}
	n := 0
	for key, l := range lines {
		if strings.HasPrefix(key, c.prefix()) && l.file != c.run.Document.SHA256 {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return &Held{Reason: OtherFile, Detail: "the target holds " + counted(n) + " of the same identity from another file",
		Hint: "remove its lines there to publish this file in their place, or publish to another target"}
}

// otherContent holds a document without identity back where the target has another one of its
// name: it may be a new edition, whose records would stand there twice.
func (c *collector) otherContent(lines map[string]line) *Held {
	if !strings.HasPrefix(c.identity, ofFile) || c.present(lines) {
		return nil
	}
	n := 0
	for key, l := range lines {
		if l.document == c.run.Document.Name && l.reading != c.run.Document.ID && c.ofFileAndTask(key, l) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return &Held{Reason: OtherContent, Detail: "the target holds " + counted(n) + " of another document of this name",
		Hint: "is it a new edition, remove the lines of the old one there; is it another document, add it with --same-name; identity: in the task tells documents apart by what they print"}
}

// otherReading holds the document back where its records are told apart by their places only
// and the target has them from another reading of the file, in which places may differ.
func (c *collector) otherReading(lines map[string]line) *Held {
	if !c.keyless {
		return nil
	}
	for key, l := range lines {
		if strings.HasPrefix(key, c.prefix()) && l.reading != c.run.Document.ID {
			return &Held{Reason: OtherReading, Detail: "the target holds another reading of the file, and the records have no key to tell them apart"}
		}
	}
	return nil
}

func part(name, value string) string {
	return escape(name) + "=" + escape(strings.Join(strings.Fields(value), " "))
}

// escape keeps the parts of a key apart.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, ";", `\;`, "=", `\=`).Replace(s)
}
