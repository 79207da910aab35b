package jsonl

import (
	"encoding/json"

	"github.com/rowproof/rowproof/internal/jsonline"
	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/table"
)

// appendRow appends the message as encoding/json writes it.
func appendRow(b []byte, m *report.Row) ([]byte, error) {
	var err error
	b = jsonline.Member(b, `{"type":`, m.Type)
	b = jsonline.Int(append(b, `,"n":`...), m.N)
	b = jsonline.Member(b, `,"table":`, m.Table)
	b = append(b, `,"place":`...)
	if b, err = appendPlace(b, &m.Place); err != nil {
		return b, err
	}
	b = append(b, `,"cells":`...)
	if b, err = appendCells(b, m.Cells); err != nil {
		return b, err
	}
	b = jsonline.Member(b, `,"class":`, m.Class)
	b = jsonline.Optional(b, `,"role":`, m.Role)
	b = jsonline.Optional(b, `,"entry":`, m.Entry)
	return append(b, '}', '\n'), nil
}

func appendPlace(b []byte, p *table.Place) ([]byte, error) {
	b = jsonline.Member(b, `{"table":`, p.Table)
	b = jsonline.Int(append(b, `,"line":`...), p.Line)
	b = jsonline.Int(append(b, `,"col":`...), p.Col)
	if p.Page != 0 {
		b = jsonline.Int(append(b, `,"page":`...), p.Page)
	}
	b = jsonline.Member(b, `,"ref":`, p.Ref)
	b, err := appendBox(b, p.Box)
	return append(b, '}'), err
}

func appendCells(b []byte, cells []report.Cell) ([]byte, error) {
	if cells == nil {
		return append(b, "null"...), nil
	}
	b = append(b, '[')
	for i := range cells {
		c := &cells[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonline.Int(append(b, `{"col":`...), c.Col)
		b = jsonline.Member(b, `,"text":`, c.Text)
		b = jsonline.Optional(b, `,"stored":`, c.Stored)
		var err error
		if b, err = appendBox(b, c.Box); err != nil {
			return b, err
		}
		b = append(b, '}')
	}
	return append(b, ']'), nil
}

// appendBox leaves the numbers to encoding/json.
func appendBox(b []byte, box *table.Box) ([]byte, error) {
	if box == nil {
		return b, nil
	}
	text, err := json.Marshal(box)
	return append(append(b, `,"box":`...), text...), err
}

// appendEntry appends the message as encoding/json writes it.
func appendEntry(b []byte, m *report.Entry) []byte {
	b = jsonline.Member(b, `{"type":`, m.Type)
	b = jsonline.Member(b, `,"id":`, m.ID)
	b = jsonline.Member(b, `,"record":`, m.Record)
	b = jsonline.Ints(append(b, `,"rows":`...), m.Rows)
	if len(m.Idle) > 0 {
		b = jsonline.Ints(append(b, `,"idle":`...), m.Idle)
	}
	b = jsonline.Member(b, `,"verdict":`, m.Verdict)
	b = jsonline.Optional(b, `,"code":`, m.Code)
	b = append(b, `,"fields":`...)
	if m.Fields == nil {
		return append(b, "null}\n"...)
	}
	b = append(b, '[')
	for i := range m.Fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendField(b, &m.Fields[i])
	}
	return append(b, "]}\n"...)
}

func appendField(b []byte, f *report.Field) []byte {
	b = jsonline.Member(b, `{"name":`, f.Name)
	b = jsonline.Optional(b, `,"claim":`, f.Claim)
	if f.Null {
		b = append(b, `,"null":true`...)
	}
	b = jsonline.Optional(b, `,"printed":`, f.Printed)
	b = jsonline.Optional(b, `,"value":`, f.Value)
	if f.Places != 0 {
		b = jsonline.Int(append(b, `,"places":`...), f.Places)
	}
	b = jsonline.Optional(b, `,"stored":`, f.Stored)
	b = jsonline.Optional(b, `,"currency":`, f.Currency)
	b = jsonline.Optional(b, `,"unit":`, f.Unit)
	b = jsonline.Optional(b, `,"verdict":`, f.Verdict)
	b = jsonline.Optional(b, `,"code":`, f.Code)
	for i, s := range f.Readings {
		key := `,"readings":[`
		if i > 0 {
			key = ","
		}
		b = jsonline.Member(b, key, s)
	}
	if len(f.Readings) > 0 {
		b = append(b, ']')
	}
	if f.Hint != nil {
		b = jsonline.Int(append(b, `,"hint":`...), *f.Hint)
	}
	if f.Derived {
		b = append(b, `,"derived":true`...)
	}
	if f.Recognised {
		b = append(b, `,"recognised":true`...)
	}
	for i := range f.Evidence {
		e := &f.Evidence[i]
		key := `,"evidence":[`
		if i > 0 {
			key = ","
		}
		b = append(b, key...)
		b = jsonline.Int(append(b, `{"row":`...), e.Row)
		b = jsonline.Int(append(b, `,"col":`...), e.Col)
		b = jsonline.Int(append(b, `,"start":`...), e.Start)
		b = jsonline.Int(append(b, `,"end":`...), e.End)
		b = append(b, '}')
	}
	if len(f.Evidence) > 0 {
		b = append(b, ']')
	}
	return append(b, '}')
}
