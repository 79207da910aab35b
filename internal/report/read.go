package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/rowproof/rowproof/internal/verdict"
)

// MaxLine is the length of the longest message that Read takes, in bytes.
const MaxLine = 256 << 20

// Read renders a stored stream through h. It is strict: the run comes first, then the rows
// in their order, entries, findings and one summary, with no key that the format does not
// have; a stream that is cut off or does not balance is an error. Errors name the line.
func Read(r io.Reader, h Handler) error {
	p := &reading{h: h}
	br := bufio.NewReaderSize(r, 64<<10)
	for line := 1; ; line++ {
		b, err := readLine(br)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("report, line %d: %w", line, err)
		}
		if len(bytes.TrimSpace(b)) == 0 {
			continue
		}
		if err := p.message(b); err != nil {
			return fmt.Errorf("report, line %d: %w", line, err)
		}
	}
	switch p.stage {
	case stageStart:
		return errors.New("the report is empty")
	case stageDone:
		return nil
	}
	return errors.New("the report is cut off: it has no summary")
}

func readLine(br *bufio.Reader) ([]byte, error) {
	b, err := br.ReadSlice('\n')
	if err == nil {
		return b, nil
	}
	long := bytes.Clone(b)
	for errors.Is(err, bufio.ErrBufferFull) {
		b, err = br.ReadSlice('\n')
		long = append(long, b...)
		if len(long) > MaxLine {
			return nil, fmt.Errorf("longer than %d bytes", MaxLine)
		}
	}
	if err == io.EOF && len(long) > 0 {
		return long, nil
	}
	return long, err
}

// The stages of a stream; a message may not come before the ones of an earlier stage.
const (
	stageStart = iota
	stageRows
	stageEntries
	stageFindings
	stageDone
)

type reading struct {
	h     Handler
	stage int
	run   Run
	rows  int
	row   Row   // whose memory the next one uses again
	entry Entry // likewise
}

func (p *reading) message(b []byte) error {
	typ, err := typeOf(b)
	if err != nil {
		return err
	}
	if p.stage == stageStart && typ != "run" {
		return fmt.Errorf("a report starts with a message of type run, not %q", typ)
	}
	if p.stage == stageDone {
		return errors.New("a message after the summary")
	}
	switch typ {
	case "run":
		return p.readRun(b)
	case "row":
		return p.readRow(b)
	case "entry":
		return p.readEntry(b)
	case "finding":
		m := Finding{}
		if err := p.decode(b, stageFindings, &m); err != nil {
			return err
		}
		if m.Type != "finding" {
			return errors.New("two types in one message")
		}
		return p.h.Finding(&m)
	case "summary":
		return p.readSummary(b)
	}
	return fmt.Errorf("unknown message type %q", typ)
}

// typeOf returns the type of a message. Ours start with it, which saves a scan of the line;
// the decoding that follows looks at the whole of it all the same.
func typeOf(b []byte) (string, error) {
	const start = `{"type":"`
	if rest, ok := bytes.CutPrefix(b, []byte(start)); ok {
		for _, t := range [...]string{"row", "entry", "finding"} {
			if len(rest) > len(t) && string(rest[:len(t)]) == t && rest[len(t)] == '"' {
				return t, nil
			}
		}
	}
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return "", fmt.Errorf("no JSON object: %w", err)
	}
	return head.Type, nil
}

// enter goes on to a stage.
func (p *reading) enter(stage int) error {
	if p.stage > stage {
		return errors.New("a message out of order")
	}
	p.stage = stage
	return nil
}

func (p *reading) decode(b []byte, stage int, m any) error {
	if err := p.enter(stage); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("text after the message")
	}
	return nil
}

func (p *reading) readRun(b []byte) error {
	if p.stage != stageStart {
		return errors.New("a second message of type run")
	}
	var version struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal(b, &version); err != nil {
		return err
	}
	if version.Format != Format {
		return fmt.Errorf("format %q; this program reads %s", version.Format, Format)
	}
	if err := p.decode(b, stageRows, &p.run); err != nil {
		return err
	}
	return p.h.Run(&p.run)
}

func (p *reading) readRow(b []byte) error {
	m := &p.row
	if !scanRow(b, m) {
		*m = Row{}
		if err := p.decode(b, stageRows, m); err != nil {
			return err
		}
	} else if err := p.enter(stageRows); err != nil {
		return err
	}
	if m.Type != "row" {
		return errors.New("two types in one message")
	}
	if m.N != p.rows {
		return fmt.Errorf("row %d where row %d is due", m.N, p.rows)
	}
	if _, ok := verdict.ParseClass(m.Class); !ok {
		return fmt.Errorf("unknown class %q", m.Class)
	}
	for i := 1; i < len(m.Cells); i++ {
		if m.Cells[i].Col <= m.Cells[i-1].Col {
			return fmt.Errorf("row %d: cells out of order", m.N)
		}
	}
	p.rows++
	return p.h.Row(m)
}

func (p *reading) readEntry(b []byte) error {
	m := &p.entry
	if !scanEntry(b, m) {
		*m = Entry{}
		if err := p.decode(b, stageEntries, m); err != nil {
			return err
		}
	} else if err := p.enter(stageEntries); err != nil {
		return err
	}
	if m.Type != "entry" {
		return errors.New("two types in one message")
	}
	if _, ok := verdict.ParseVerdict(m.Verdict); !ok {
		return fmt.Errorf("unknown verdict %q", m.Verdict)
	}
	for i := range m.Fields {
		f := &m.Fields[i]
		if _, ok := verdict.ParseVerdict(f.Verdict); !ok {
			return fmt.Errorf("field %s: unknown verdict %q", f.Name, f.Verdict)
		}
		for _, e := range f.Evidence {
			if e.Row < 0 || e.Row >= p.rows || e.Start < 0 || e.End < e.Start {
				return fmt.Errorf("field %s: evidence outside the document", f.Name)
			}
		}
	}
	return p.h.Entry(m)
}

func (p *reading) readSummary(b []byte) error {
	m := Summary{}
	if err := p.decode(b, stageDone, &m); err != nil {
		return err
	}
	if p.rows != p.run.Document.Rows {
		return fmt.Errorf("%d rows where the run names %d", p.rows, p.run.Document.Rows)
	}
	if err := Balance(p.rows, &m.Counts); err != nil {
		return err
	}
	return p.h.Summary(&m)
}
