// Package json writes the report as one JSON object: run, rows, entries, findings and
// summary, each as in the stream.
package json

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/rowproof/rowproof/internal/report"
)

// New returns a handler that writes one object to w. It holds one message at a time; what it
// wrote is complete once Summary returned.
func New(w io.Writer) report.Handler {
	return &writer{w: bufio.NewWriterSize(w, 64<<10)}
}

// writer writes the lists one after the other; section is the one that is open.
type writer struct {
	w       *bufio.Writer
	buf     bytes.Buffer
	section int
	items   int
}

var sections = [...]string{"rows", "entries", "findings"}

func (w *writer) Run(m *report.Run) error {
	w.w.WriteString("{\n\"format\": \"" + report.Format + "\",\n\"run\": ")
	if err := w.value(m); err != nil {
		return err
	}
	w.w.WriteString(",\n\"rows\": [")
	return nil
}

func (w *writer) Row(m *report.Row) error         { return w.item(0, m) }
func (w *writer) Entry(m *report.Entry) error     { return w.item(1, m) }
func (w *writer) Finding(m *report.Finding) error { return w.item(2, m) }

func (w *writer) Summary(m *report.Summary) error {
	w.open(len(sections) - 1)
	w.closeList()
	w.w.WriteString(",\n\"summary\": ")
	if err := w.value(m); err != nil {
		return err
	}
	w.w.WriteString("\n}\n")
	return w.w.Flush()
}

func (w *writer) item(section int, m any) error {
	w.open(section)
	if w.items > 0 {
		w.w.WriteByte(',')
	}
	w.items++
	w.w.WriteByte('\n')
	return w.value(m)
}

func (w *writer) open(section int) {
	for w.section < section {
		w.closeList()
		w.section++
		w.items = 0
		w.w.WriteString(",\n\"" + sections[w.section] + "\": [")
	}
}

func (w *writer) closeList() {
	if w.items > 0 {
		w.w.WriteByte('\n')
	}
	w.w.WriteByte(']')
}

func (w *writer) value(m any) error {
	w.buf.Reset()
	enc := json.NewEncoder(&w.buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(m); err != nil {
		return err
	}
	_, err := w.w.Write(bytes.TrimRight(w.buf.Bytes(), "\n"))
	return err
}
